//===- Evaluator.cpp - Layout formulas over numbers -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Storage of the results and the walk over a region.
//
//===----------------------------------------------------------------------===//

#include "packed/Layout/Evaluator.h"

using namespace mlir;
using namespace mlir::packed;

Evaluator::Buffer::Buffer(RankedTensorType type)
    : type(type), elementType(type.getElementType()) {
  if (elementType.isInteger(1))
    bits.resize(type.getNumElements());
  else
    bytes.resize(type.getNumElements() *
                 (elementType.getIntOrFloatBitWidth() / 8));
}

DenseElementsAttr Evaluator::Buffer::getAttr() const {
  if (elementType.isInteger(1))
    return DenseElementsAttr::get(type, ArrayRef<bool>(bits));
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

int64_t Evaluator::linearize(const Buffer &buffer, const LayoutRegion &region,
                             ArrayRef<int64_t> extents,
                             ArrayRef<int64_t> position) {
  int64_t result = 0;
  for (unsigned i = 0; i < region.dim; ++i)
    result = result * extents[i] + position[i];

  unsigned domainEnd = region.dim + region.domain.size();
  int64_t inDomain = 0;
  for (unsigned i = region.dim; i < domainEnd; ++i)
    inDomain = inDomain * extents[i] + position[i];
  result =
      result * buffer.getShape()[region.dim] + size(region.offset) + inDomain;

  for (unsigned i = domainEnd; i < extents.size(); ++i)
    result = result * extents[i] + position[i];
  return result;
}

bool Evaluator::advance(ArrayRef<int64_t> extents,
                        MutableArrayRef<int64_t> position) {
  for (unsigned i = extents.size(); i-- > 0;) {
    if (++position[i] < extents[i])
      return true;
    position[i] = 0;
  }
  return false;
}
