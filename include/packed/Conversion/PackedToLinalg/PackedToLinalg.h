//===- PackedToLinalg.h - Layout ops to linalg ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering of the ops that make a layout of sizes alone.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOLINALG_PACKEDTOLINALG_H
#define PACKED_CONVERSION_PACKEDTOLINALG_PACKEDTOLINALG_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::packed {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "packed/Conversion/PackedToLinalg/Passes.h.inc"

} // namespace mlir::packed

#endif // PACKED_CONVERSION_PACKEDTOLINALG_PACKEDTOLINALG_H
