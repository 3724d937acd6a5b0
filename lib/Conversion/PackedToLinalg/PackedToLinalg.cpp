//===- PackedToLinalg.cpp - Layout ops to linalg --------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the layout programs on the Emitter, with tensors as results.
//
//===----------------------------------------------------------------------===//

#include "packed/Conversion/PackedToLinalg/PackedToLinalg.h"
#include "packed/IR/LayoutRequest.h"
#include "packed/Layout/Emitter.h"

namespace mlir::packed {
#define GEN_PASS_DEF_CONVERTPACKEDTOLINALG
#include "packed/Conversion/PackedToLinalg/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

static void lower(Operation *op, const LayoutRequest &request) {
  OpBuilder builder(op);
  Emitter emitter(builder, op);
  SmallVector<Emitter::Buffer> buffers;
  for (auto [result, shape] :
       llvm::zip_equal(op->getResults(), request.getShapes()))
    buffers.push_back(
        emitter.createBuffer(shape, getElementTypeOrSelf(result)));
  request.run(emitter, MutableArrayRef<Emitter::Buffer>(buffers));

  for (auto [result, buffer] : llvm::zip(op->getResults(), buffers)) {
    Value value = buffer.value;
    // The op's type may say more about the shape than the sizes do, or less.
    if (value.getType() != result.getType())
      value = tensor::CastOp::create(builder, op->getLoc(), result.getType(),
                                     value);
    result.replaceAllUsesWith(value);
  }
  op->erase();
}

namespace {
struct ConvertPackedToLinalg
    : public packed::impl::ConvertPackedToLinalgBase<ConvertPackedToLinalg> {
  using ConvertPackedToLinalgBase::ConvertPackedToLinalgBase;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      SizeArena arena;
      auto request = LayoutRequest::get(op, arena);
      if (!request)
        return;
      lower(op, *request);
      ++numLowered;
    });
  }
};
} // namespace
