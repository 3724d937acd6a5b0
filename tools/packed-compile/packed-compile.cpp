//===- packed-compile.cpp - Decode ops to PTX and its description ---------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an .mlir file to PTX and a JSON file that says how to launch it, for
// engines that bring their own launcher. docs/KernelDescription.md has the
// form.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "packed/Intake/Bytecode.h"
#include "packed/Intake/Passes.h"
#include "packed/Pipelines/CompileKernels.h"
#include "packed/Tools/ToolDialects.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace mlir::packed;
namespace cl = llvm::cl;

namespace {
struct Options {
  cl::OptionCategory category{"packed-compile options"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<input .mlir>"),
                             cl::init("-"), cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("File for the PTX"),
                              cl::value_desc("file"), cl::init("kernels.ptx"),
                              cl::cat(category)};
  cl::opt<std::string> description{
      "description", cl::desc("File for the JSON; the PTX's name with .json"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> chip{"chip", cl::desc("Target chip"), cl::init("sm_90"),
                            cl::cat(category)};
  cl::opt<std::string> features{"features", cl::desc("PTX version, as +ptx80"),
                                cl::cat(category)};
  cl::opt<std::string> toolkit{
      "toolkit", cl::desc("Folder of the CUDA toolkit, for register counts"),
      cl::cat(category)};
  cl::opt<unsigned> multiprocessors{"multiprocessors",
                                    cl::desc("Multiprocessors of the chip"),
                                    cl::init(132), cl::cat(category)};
  cl::opt<bool> pdl{"pdl", cl::desc("Use programmatic dependent launch"),
                    cl::cat(category)};
  cl::opt<UnknownRules> unknownRules{
      "unknown-rules",
      cl::desc("What becomes of rules that stay unknown; the description "
               "holds all rules for the launcher in any case"),
      cl::init(UnknownRules::Guard), getUnknownRulesValues(),
      cl::cat(category)};
};
} // namespace

static LogicalResult writeFile(StringRef path, StringRef text) {
  std::string error;
  auto file = openOutputFile(path, &error);
  if (!file) {
    llvm::errs() << "error: " << error << "\n";
    return failure();
  }
  file->os() << text;
  file->keep();
  return success();
}

static LogicalResult compile(ModuleOp module, const Options &options,
                             StringRef descriptionPath) {
  PackedToNVVMOptions pipeline;
  pipeline.chip = options.chip.getValue();
  pipeline.features = options.features.getValue();
  pipeline.toolkit = options.toolkit.getValue();
  pipeline.multiprocessors = options.multiprocessors.getValue();
  pipeline.pdl = options.pdl.getValue();
  pipeline.unknownRules = options.unknownRules.getValue();
  if (failed(raiseModule(module)))
    return failure();
  FailureOr<CompiledKernels> kernels = compileKernels(
      module, pipeline, llvm::sys::path::filename(options.output));
  if (failed(kernels) || failed(writeFile(options.output, kernels->assembly)))
    return failure();
  llvm::json::Value description = std::move(kernels->description);
  return writeFile(descriptionPath,
                   llvm::formatv("{0:2}\n", description).str());
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(argc, argv, "Decode ops to PTX\n");
  SmallString<128> descriptionPath(options.description.getValue());
  if (descriptionPath.empty()) {
    descriptionPath = options.output;
    llvm::sys::path::replace_extension(descriptionPath, "json");
  }

  DialectRegistry registry;
  registerToolDialects(registry);
  registerKernelTargets(registry);
  MLIRContext context(registry);

  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(options.input, &error);
  if (!buffer) {
    llvm::errs() << "error: " << error << "\n";
    return 1;
  }
  if (failed(refuseBadBytecode(*buffer, registry, llvm::errs())))
    return 1;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module || failed(compile(*module, options, descriptionPath)))
    return 1;
  return 0;
}
