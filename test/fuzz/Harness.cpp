//===- Harness.cpp - What all fuzzers do with a module --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "packed/IR/RuleCatalogue.h"
#include "packed/InitAll.h"
#include "packed/Pipelines/CompileKernels.h"
#include "packed/Report/CheckModule.h"
#include "packed/Report/Writers.h"
#include "packed/Tools/ToolDialects.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::packed;
using llvm::StringRef;

bool fuzz::isBytecode(StringRef input) {
  return mlir::isBytecode(llvm::MemoryBufferRef(input, "in"));
}

void fuzz::expect(bool condition, StringRef what, Operation *op) {
  if (condition)
    return;
  llvm::errs() << "FINDING: " << what << "\n";
  if (op)
    op->print(llvm::errs(), OpPrintingFlags().assumeVerified());
  llvm::errs() << "\n";
  __builtin_trap();
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// What tools register, once: dialects here, passes and catalogue on the way.
static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    mlir::registerAllPasses();
    packed::registerAllPasses();
    DialectRegistry all;
    registerToolDialects(all);
    registerKernelTargets(all);
    return all;
  }();
  return registry;
}

static const RuleCatalogue &getCatalogue() {
  static const RuleCatalogue catalogue = [] {
    RuleCatalogue all;
    registerPackedRules(all);
    return all;
  }();
  return catalogue;
}

fuzz::InputContext::InputContext(bool allowUnregistered)
    : context(getRegistry(), MLIRContext::Threading::DISABLED) {
  context.allowUnregisteredDialects(allowUnregistered);
  context.getDiagEngine().registerHandler([](Diagnostic &diag) {
    llvm::raw_null_ostream nowhere;
    nowhere << diag;
    for (Diagnostic &note : diag.getNotes())
      nowhere << note;
  });
}

fuzz::InputContext &fuzz::InputContext::getShared(bool allowUnregistered) {
  static std::unique_ptr<InputContext> shared;
  static unsigned numInputs = 0;
  if (numInputs++ % 500 == 0)
    shared = std::make_unique<InputContext>(allowUnregistered);
  return *shared;
}

OwningOpRef<ModuleOp> fuzz::InputContext::parse(StringRef input, bool verify) {
  // A copy, as of a file: the lexer reads the zero behind the end, and bytecode
  // must be aligned.
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(input, "in"),
                             llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, ParserConfig(&context, verify));
}

//===----------------------------------------------------------------------===//
// Checking
//===----------------------------------------------------------------------===//

static void writeReports(const CheckReport &report) {
  llvm::raw_null_ostream nowhere;
  writeText(report, /*listProved=*/true, nowhere);
  writeSummary(report.counts, nowhere);
  writeJson(report, nowhere);
  writeSarif(report, getCatalogue(), nowhere);
  emitRemarks(report);
}

void fuzz::checkAsTool(InputContext &context, StringRef input,
                       bool explainUnknown) {
  OwningOpRef<ModuleOp> module = context.parse(input, /*verify=*/false);
  if (!module || failed(raiseModule(*module)))
    return;
  ReportOptions options;
  options.explainUnknown = options.explainAll = explainUnknown;
  ValueNames names;
  names.addSource("in", input);
  CheckReport report;
  CheckOutcome outcome = checkModule(*module, /*solver=*/nullptr, options,
                                     /*showErrors=*/true, names, report);
  if (outcome == CheckOutcome::Checked)
    emitDiagnostics(report, UnknownHandling::List);
  if (!report.ops.empty())
    writeReports(report);
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
/// The pass manager's own verifier fails a pipeline just like a pass that has
/// refused its input; this one tells them apart.
struct ValidBehindPass : PassInstrumentation {
  void runAfterPass(Pass *pass, Operation *op) override {
    fuzz::expect(succeeded(verify(op)),
                 ("invalid IR behind " + pass->getName()).str(), op);
  }
};
} // namespace

LogicalResult fuzz::runPipeline(ModuleOp module, StringRef pipeline,
                                bool isSound) {
  PassManager manager(module.getContext());
  expect(succeeded(parsePassPipeline(pipeline, manager)), pipeline);
  manager.enableVerifier(!isSound);
  if (isSound)
    manager.addInstrumentation(std::make_unique<ValidBehindPass>());
  return manager.run(module);
}

void fuzz::checkAndCanonicalize(StringRef input) {
  InputContext &context =
      InputContext::getShared(/*allowUnregistered=*/!isBytecode(input));
  checkAsTool(context, input, /*explainUnknown=*/false);
  OwningOpRef<ModuleOp> module = context.parse(input, /*verify=*/true);
  if (module && succeeded(runPipeline(*module, "packed-check{solver=false}")))
    (void)runPipeline(*module, "canonicalize");
}

//===----------------------------------------------------------------------===//
// Round trips
//===----------------------------------------------------------------------===//

static std::string printText(ModuleOp module, bool generic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  module->print(os, generic ? flags.printGenericOpForm() : flags);
  return text;
}

static std::string printBytecode(ModuleOp module) {
  std::string bytes;
  llvm::raw_string_ostream os(bytes);
  fuzz::expect(succeeded(writeBytecodeToFile(module, os)), "no bytecode",
               module);
  return bytes;
}

void fuzz::expectRoundTrip(InputContext &context, ModuleOp module) {
  std::string text = printText(module, /*generic=*/false);
  auto expectSame = [&](StringRef form, StringRef input) {
    OwningOpRef<ModuleOp> again = context.parse(input, /*verify=*/true);
    expect(bool(again), (form + " is not read back").str(), module);
    expect(printText(*again, /*generic=*/false) == text,
           (form + " is read back as another module").str(), module);
  };
  expectSame("text", text);
  expectSame("generic text", printText(module, /*generic=*/true));
  expectSame("bytecode", printBytecode(module));
}
