//===- ConstantAnalysis.cpp - Constant propagation over a model -----------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerLattices.h"

using namespace mlir;
using namespace mlir::packed;

void ConstantAnalysis::initializeEquivalentLatticeAnchor(Operation *top) {
  auto share = [&](Value value) {
    if (!isOfFloats(value.getType()))
      return;
    if (!shared)
      shared = value;
    unionLatticeAnchors<dataflow::Lattice<dataflow::ConstantValue>>(shared,
                                                                    value);
  };
  top->walk([&](Operation *op) {
    // An element of a constant is a constant.
    if (!op->hasTrait<OpTrait::ConstantLike>())
      llvm::for_each(op->getResults(), share);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), share);
  });
}

LogicalResult ConstantAnalysis::initialize(Operation *top) {
  // Unknown before anything else is said of it: it never changes, so that no
  // value takes on what is said of another.
  if (shared)
    setToEntryState(getLatticeElement(shared));
  return SparseConstantPropagation::initialize(top);
}
