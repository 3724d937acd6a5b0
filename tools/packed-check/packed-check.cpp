//===- packed-check.cpp - Checks the shape rules of models ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/RuleCatalogue.h"
#include "packed/Rules/Explain.h"
#include "packed/Tools/CheckMain.h"
#include "packed/Tools/ToolDialects.h"

int main(int argc, char **argv) {
  mlir::packed::RuleCatalogue catalogue;
  mlir::packed::registerPackedRules(catalogue);
  if (auto exitCode = mlir::packed::runExplain(catalogue, argc, argv))
    return *exitCode;

  mlir::DialectRegistry registry;
  mlir::packed::registerToolDialects(registry);
  return mlir::packed::checkMain(argc, argv, registry, catalogue);
}
