//===- AnnotateStreamLayout.cpp - Attach stream layouts -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/Transforms/Passes.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDANNOTATESTREAMLAYOUTPASS
#include "packed/Transforms/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

namespace {
struct AnnotateStreamLayout
    : packed::impl::PackedAnnotateStreamLayoutPassBase<AnnotateStreamLayout> {
  void runOnOperation() override {
    getOperation()->walk([&](SequenceOp op) {
      op->setAttr("packed.stream_layout", op.getStreamLayout());
      ++numAnnotated;
    });
  }
};
} // namespace
