//===- LayoutRegion.h - Part of a result one formula fills ------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a row of blocks, and each block has dims of its own (frames,
// rows, columns) that its result flattens into one dim.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LAYOUT_LAYOUTREGION_H
#define PACKED_LAYOUT_LAYOUTREGION_H

#include "packed/Rules/SizeExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::packed {

/// The elements of a result whose index in `dim` lies in
/// [offset, offset + product(domain)); all other dims are whole. The index in
/// `dim` runs over `domain` in row-major order.
struct LayoutRegion {
  unsigned dim;
  SizeExpr offset;
  SmallVector<SizeExpr, 3> domain;

  SizeExpr getLength() const {
    SizeExpr length = domain.front();
    for (SizeExpr extent : ArrayRef<SizeExpr>(domain).drop_front())
      length = length * extent;
    return length;
  }

  /// The extents of the indices that a formula gets: the dims of the result
  /// with `dim` replaced by the domain.
  template <typename Extent>
  SmallVector<SizeExpr> getExtents(ArrayRef<Extent> shape) const {
    SmallVector<SizeExpr> extents(shape.begin(), shape.begin() + dim);
    extents.append(domain.begin(), domain.end());
    extents.append(shape.begin() + dim + 1, shape.end());
    return extents;
  }
};

} // namespace mlir::packed

#endif // PACKED_LAYOUT_LAYOUTREGION_H
