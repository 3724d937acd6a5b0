//===- LayoutRequest.cpp - The layout that an op asks for -----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the requests off the ops.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/LayoutRequest.h"
#include "packed/IR/PackedOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::packed;

static bool isPrefixContinuous(StringRef mode) {
  return mode.equals_insensitive("prefix_continuous");
}

std::optional<LayoutRequest> LayoutRequest::get(Operation *op,
                                                SizeArena &arena) {
  LayoutRequest result;
  bool isLayout =
      TypeSwitch<Operation *, bool>(op)
          .Case([&](SequenceOp sequence) {
            SequenceRequest request;
            request.sizes = sequence.getLayoutSizes(arena);
            if (auto keyframes = sequence.getKeyframeFrameIndices())
              request.keyframes = *keyframes;
            for (ArrayRef<SizeExpr> shape :
                 SequenceOp::getResultShapes(SequenceRows(request.sizes)))
              result.shapes.emplace_back(shape);
            result.program = request;
            return true;
          })
          .Case([&](MemoryRopeOp rope) {
            MemoryRopeRequest request;
            request.sizes = rope.getLayoutSizes(arena);
            request.isPrefixContinuous = isPrefixContinuous(rope.getMode());
            request.memoryDownscaleFactor =
                static_cast<int64_t>(rope.getMemoryDownscaleFactor());
            result.shapes.emplace_back(request.sizes.getShape());
            result.program = request;
            return true;
          })
          .Case([&](MemoryRopeAudioOp rope) {
            MemoryRopeAudioRequest request;
            request.sizes = rope.getLayoutSizes(arena);
            request.isPrefixContinuous = isPrefixContinuous(rope.getMode());
            result.shapes.emplace_back(request.sizes.getShape());
            result.program = request;
            return true;
          })
          .Default(false);
  if (!isLayout)
    return std::nullopt;
  return result;
}
