//===- PackedToLoops.h - Decode and recurrence to loops ---------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CPU form of the gated delta rule.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOLOOPS_PACKEDTOLOOPS_H
#define PACKED_CONVERSION_PACKEDTOLOOPS_PACKEDTOLOOPS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

namespace mlir::packed {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "packed/Conversion/PackedToLoops/Passes.h.inc"

} // namespace mlir::packed

#endif // PACKED_CONVERSION_PACKEDTOLOOPS_PACKEDTOLOOPS_H
