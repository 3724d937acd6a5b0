//===- FoldLayouts.h - The pass packed-fold-layouts -------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts with constant sizes become constants.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TRANSFORMS_FOLDLAYOUTS_H
#define PACKED_TRANSFORMS_FOLDLAYOUTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::packed {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "packed/Transforms/FoldLayouts.h.inc"

} // namespace mlir::packed

#endif // PACKED_TRANSFORMS_FOLDLAYOUTS_H
