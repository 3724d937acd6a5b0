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
#include "mlir/Transforms/InliningUtils.h"
#include "packed/IR/PackedBytecode.h"
#include "packed/IR/PackedOps.h" // IWYU pragma: keep

using namespace mlir;
using namespace mlir::packed;

#include "packed/IR/PackedDialect.cpp.inc"

namespace {
/// No op of ours has a region or minds where it stands.
struct PackedInlinerInterface : public DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void PackedDialect::initialize() {
  registerAttributes();
  addInterfaces<PackedInlinerInterface>();
  addBytecodeVersion(*this);
  addOperations<
#define GET_OP_LIST
#include "packed/IR/PackedOps.cpp.inc"
      >();
}
