//===- PackedDialect.cpp - The packed dialect -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "packed/IR/PackedOps.h"

using namespace mlir;
using namespace mlir::packed;

#include "packed/IR/PackedDialect.cpp.inc"

void PackedDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "packed/IR/PackedOps.cpp.inc"
      >();
}
