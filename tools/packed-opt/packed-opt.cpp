//===- packed-opt.cpp - The opt tool of packed-mlir -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the packed dialect and passes, and `--explain`.
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "packed/InitAll.h"
#include "packed/Intake/Bytecode.h"
#include "packed/Rules/Explain.h"
#include "packed/Tools/ToolDialects.h"

int main(int argc, char **argv) {
  mlir::packed::RuleCatalogue catalogue;
  mlir::packed::registerPackedRules(catalogue);
  if (auto exitCode = mlir::packed::runExplain(catalogue, argc, argv))
    return *exitCode;

  mlir::DialectRegistry registry;
  mlir::packed::registerToolDialects(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::registerAllPasses();
  mlir::packed::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Optimizer driver with the packed dialect\n", registry);
  // What comes through a pipe is read once only; there the raising pass sees
  // that something is missing.
  if (input != "-")
    if (auto buffer = mlir::openInputFile(input))
      if (failed(
              mlir::packed::refuseBadBytecode(*buffer, registry, llvm::errs())))
        return EXIT_FAILURE;
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
