//===- consumer.cpp - The package used from C++ ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads, checks and canonicalizes a module with the packed dialect in it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "packed/InitAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect>();
  mlir::packed::registerAllDialects(registry);
  mlir::packed::registerAllPasses();
  mlir::registerCanonicalizer();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "A consumer of packed-mlir\n", registry));
}
