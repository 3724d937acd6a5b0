//===- StridedLayout.h - Shapes and strides, quickly ------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR finds the strides of any layout by way of affine maps, which costs a
// verifier more than all else it does. Almost all memrefs are dense or carry
// their strides in so many numbers; these are answered here without a map.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_STRIDEDLAYOUT_H
#define PACKED_RULES_STRIDEDLAYOUT_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::packed {

/// The shape of a ranked tensor or memref. Asking for ShapedType would cost an
/// interface lookup each time.
inline ArrayRef<int64_t> getShapeOf(Value shaped) {
  if (auto tensor = dyn_cast<RankedTensorType>(shaped.getType()))
    return tensor.getShape();
  return cast<MemRefType>(shaped.getType()).getShape();
}

inline int64_t getRankOf(Value shaped) { return getShapeOf(shaped).size(); }

/// Whether the layout is the dense row-major one.
inline bool isDenseLayout(MemRefType type) {
  return type.getLayout().isIdentity();
}

/// Whether `type` is a memref whose layout can be written with strides.
inline bool isStridedMemRef(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && (isa<StridedLayoutAttr>(memref.getLayout()) ||
                    isDenseLayout(memref) || memref.isStrided());
}

/// The stride of `dim`, in elements, of a layout that isn't dense; may be
/// dynamic. `type` is a strided memref.
inline int64_t getLayoutStride(MemRefType type, unsigned dim) {
  if (auto layout = dyn_cast<StridedLayoutAttr>(type.getLayout()))
    return layout.getStrides()[dim];
  return type.getStridesAndOffset().first[dim];
}

} // namespace mlir::packed

#endif // PACKED_RULES_STRIDEDLAYOUT_H
