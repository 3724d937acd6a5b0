//===- FoldLayouts.cpp - The pass packed-fold-layouts ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the layout programs on numbers.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "packed/IR/LayoutRequest.h"
#include "packed/Layout/Evaluator.h"
#include "packed/Transforms/Passes.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace mlir::packed {
#define GEN_PASS_DEF_PACKEDFOLDLAYOUTSPASS
#include "packed/Transforms/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

/// The types of the results with all dims known; nothing where one is not.
static std::optional<SmallVector<RankedTensorType>>
getStaticTypes(Operation *op, const LayoutRequest &request) {
  SmallVector<RankedTensorType> types;
  for (auto [result, shape] :
       llvm::zip_equal(op->getResults(), request.getShapes())) {
    SmallVector<int64_t> dims;
    for (SizeExpr dim : shape) {
      std::optional<int64_t> known = dim.getConstant();
      if (!known || *known < 0)
        return std::nullopt;
      dims.push_back(*known);
    }
    types.push_back(RankedTensorType::get(
        dims, cast<ShapedType>(result.getType()).getElementType()));
  }
  return types;
}

/// Whether all results together have at most `limit` elements.
static bool isWithin(ArrayRef<RankedTensorType> types, int64_t limit) {
  std::optional<int64_t> total = 0;
  for (RankedTensorType type : types) {
    std::optional<int64_t> count = 1;
    for (int64_t dim : type.getShape())
      count = count ? llvm::checkedMul(*count, dim) : std::nullopt;
    total = total && count ? llvm::checkedAdd(*total, *count) : std::nullopt;
  }
  return total && *total <= limit;
}

namespace {

struct PackedFoldLayouts
    : public packed::impl::PackedFoldLayoutsPassBase<PackedFoldLayouts> {
  using PackedFoldLayoutsPassBase::PackedFoldLayoutsPassBase;

  void runOnOperation() override {
    getOperation()->walk([&](Operation *op) {
      SizeArena arena;
      if (auto request = LayoutRequest::get(op, arena))
        fold(op, *request);
    });
  }

  void fold(Operation *op, const LayoutRequest &request) {
    auto types = getStaticTypes(op, request);
    // A size that no result's shape depends on may still be open.
    if (!types || op->getNumOperands() != 0)
      return;
    if (!isWithin(*types, maxElements)) {
      ++numTooLarge;
      return;
    }
    std::vector<Evaluator::Buffer> buffers(types->begin(), types->end());
    Evaluator evaluator;
    request.run(evaluator, MutableArrayRef<Evaluator::Buffer>(buffers));
    replace(op, buffers);
    ++numFolded;
  }

  void replace(Operation *op, ArrayRef<Evaluator::Buffer> buffers) {
    OpBuilder builder(op);
    for (auto [result, buffer] : llvm::zip(op->getResults(), buffers)) {
      Value constant =
          arith::ConstantOp::create(builder, op->getLoc(), buffer.getAttr());
      if (constant.getType() != result.getType())
        constant = tensor::CastOp::create(builder, op->getLoc(),
                                          result.getType(), constant);
      result.replaceAllUsesWith(constant);
    }
    op->erase();
  }
};

} // namespace
