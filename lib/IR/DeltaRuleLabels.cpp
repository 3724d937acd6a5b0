//===- DeltaRuleLabels.cpp - What ops must agree about --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a state pool, and the offsets of a packed batch.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/IR/RuleCatalogue.h"

using namespace mlir;
using namespace mlir::packed;

/// Decode ops read and write a pool in the order that they state.
template <typename DecodeOp>
static void labelPool(DecodeOp op, SmallVectorImpl<BufferLabel> &labels) {
  labels.push_back({&rule::StateOrderChain, op.getInitialState(),
                    Attribute(op.getStateOrderAttr()),
                    stringifyStateOrder(op.getStateOrder()),
                    /*holdsForParts=*/true});
}

void GdnDecodeOp::getBufferLabels(SmallVectorImpl<BufferLabel> &labels) {
  labelPool(*this, labels);
}

void KdaDecodeOp::getBufferLabels(SmallVectorImpl<BufferLabel> &labels) {
  labelPool(*this, labels);
}

void GdnRecurrentOp::getBufferLabels(SmallVectorImpl<BufferLabel> &labels) {
  // States of the recurrence have rows V and columns K. What a final state on
  // tensors was before does not matter.
  Attribute order = StateOrderAttr::get(getContext(), StateOrder::VK);
  Value finalState = getFinalState();
  if (finalState && getNumResults() == 2)
    finalState = getResult(1);
  for (Value state : {getInitialState(), finalState})
    if (state)
      labels.push_back({&rule::StateOrderChain, state, order,
                        stringifyStateOrder(StateOrder::VK),
                        /*holdsForParts=*/true});
  // Whoever reads the same rows must cut them at the same places.
  if (Value offsets = getCuSeqlens())
    for (Value rows : {getQ(), getK(), getV(), getG(), getBeta()})
      labels.push_back({&rule::SharedCuSeqlens, rows, offsets, "cu_seqlens"});
}
