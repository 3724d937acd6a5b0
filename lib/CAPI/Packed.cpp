//===- Packed.cpp - packed-mlir from C ------------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each call has a context of its own, so that calls know nothing of each other.
//
//===----------------------------------------------------------------------===//

#include "packed-c/Packed.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "packed/Analysis/SmtProver.h"
#include "packed/Intake/Bytecode.h"
#include "packed/Intake/Passes.h"
#include "packed/Pipelines/CompileKernels.h"
#include "packed/Report/CheckModule.h"
#include "packed/Report/Writers.h"
#include "packed/Tools/ToolDialects.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::packed;

struct PackedResult {
  PackedStatus status = PackedStatusInvalid;
  std::string parts[4];

  std::string &get(PackedPart part) { return parts[part]; }
};

static const DialectRegistry &getRegistry() {
  static const DialectRegistry registry = [] {
    DialectRegistry all;
    registerToolDialects(all);
    registerKernelTargets(all);
    return all;
  }();
  return registry;
}

namespace {
/// One call: a context, the text, and what is said about it.
class Call {
public:
  Call(PackedText ir, const char *name, PackedResult &result);
  /// Messages quote the text, which may hold any bytes.
  ~Call() {
    std::string &text = result.get(PackedPartErrors);
    if (!llvm::json::isUTF8(text))
      text = llvm::json::fixUTF8(text);
  }

  /// The module, with calls of front ends as ops; null where there is none.
  OwningOpRef<ModuleOp> parse();
  void check(ModuleOp module, const PackedCheckOptions &options);
  void compile(ModuleOp module, const PackedCompileOptions &options);

private:
  PackedResult &result;
  MLIRContext context;
  llvm::SourceMgr sources;
  llvm::raw_string_ostream errors;
  SourceMgrDiagnosticHandler handler;
  ValueNames names;
  bool isBad = false;
};
} // namespace

Call::Call(PackedText ir, const char *name, PackedResult &result)
    : result(result), context(getRegistry(), MLIRContext::Threading::DISABLED),
      errors(result.get(PackedPartErrors)), handler(sources, &context, errors) {
  StringRef text(ir.data, ir.size);
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(text, name ? name : "-");
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  names.addSource(buffer->getBufferIdentifier(), buffer->getBuffer());
  isBad = failed(refuseBadBytecode(*buffer, getRegistry(), errors));
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
}

OwningOpRef<ModuleOp> Call::parse() {
  if (isBad)
    return nullptr;
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  auto module = parseSourceFile<ModuleOp>(sources, config);
  if (!module || failed(raiseModule(*module)))
    return nullptr;
  return module;
}

void Call::check(ModuleOp module, const PackedCheckOptions &options) {
  std::unique_ptr<SmtSolver> solver;
  std::optional<SmtProver> prover;
  if (options.solverTimeLimit &&
      (solver = SmtSolver::loadZ3(options.solverTimeLimit)))
    prover.emplace(&context, *solver);
  ReportOptions reportOptions;
  reportOptions.explainUnknown = options.explainUnknown;
  CheckReport report;
  CheckOutcome outcome =
      checkModule(module, prover ? &*prover : nullptr, reportOptions,
                  /*showErrors=*/false, names, report);
  if (outcome == CheckOutcome::Unchecked)
    return;
  result.status = report.counts.refuted ? PackedStatusRefuted : PackedStatusOk;
  llvm::raw_string_ostream os(result.get(PackedPartReport));
  writeJson(report, os);
}

void Call::compile(ModuleOp module, const PackedCompileOptions &options) {
  result.status = PackedStatusInvalid;
  PackedToNVVMOptions pipeline;
  if (options.chip)
    pipeline.chip = options.chip;
  if (options.features)
    pipeline.features = options.features;
  if (options.multiprocessors)
    pipeline.multiprocessors = options.multiprocessors;
  pipeline.pdl = options.pdl;
  FailureOr<CompiledKernels> kernels =
      compileKernels(module, pipeline, "kernels.ptx");
  if (failed(kernels))
    return;
  result.status = PackedStatusOk;
  result.get(PackedPartAssembly) = std::move(kernels->assembly);
  llvm::json::Value description = std::move(kernels->description);
  result.get(PackedPartDescription) = llvm::formatv("{0:2}", description).str();
}

PackedResult *packedCheck(PackedText ir, const char *name,
                          const PackedCheckOptions *options) {
  auto *result = new PackedResult;
  Call call(ir, name, *result);
  if (OwningOpRef<ModuleOp> module = call.parse())
    call.check(*module, options ? *options : PackedCheckOptions());
  return result;
}

PackedResult *packedCompile(PackedText ir, const char *name,
                            const PackedCompileOptions *options) {
  auto *result = new PackedResult;
  Call call(ir, name, *result);
  OwningOpRef<ModuleOp> module = call.parse();
  if (!module)
    return result;
  call.check(*module, PackedCheckOptions());
  if (result->status == PackedStatusOk)
    call.compile(*module, options ? *options : PackedCompileOptions());
  return result;
}

PackedStatus packedResultGetStatus(const PackedResult *result) {
  return result->status;
}

PackedText packedResultGet(const PackedResult *result, PackedPart part) {
  const std::string &text = result->parts[part];
  return {text.data(), text.size()};
}

void packedResultFree(PackedResult *result) { delete result; }
