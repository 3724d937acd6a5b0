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

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "packed/InitAll.h"
#include "packed/Rules/Explain.h"

int main(int argc, char **argv) {
  mlir::packed::RuleCatalogue catalogue;
  mlir::packed::registerPackedRules(catalogue);
  if (auto exitCode = mlir::packed::runExplain(catalogue, argc, argv))
    return *exitCode;

  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::packed::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::packed::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Optimizer driver with the packed dialect\n", registry));
}
