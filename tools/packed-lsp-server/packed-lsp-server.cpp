//===- packed-lsp-server.cpp - Live diagnostics in editors ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-lsp-server with the packed dialect: an editor shows what the verifiers
// say as the model is typed. The server offers no hook behind the parser, so
// verdicts that need dataflow come from packed-check.
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "packed/InitAll.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::packed::registerAllDialects(registry);
  mlir::packed::registerFrontEndDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
