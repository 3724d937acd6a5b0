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

#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "packed/Tools/ToolDialects.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::packed::registerToolDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
