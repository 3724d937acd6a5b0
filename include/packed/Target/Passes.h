//===- Passes.h - Targets of GPU kernels ------------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TARGET_PASSES_H
#define PACKED_TARGET_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::packed {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "packed/Target/Passes.h.inc"

} // namespace mlir::packed

#endif // PACKED_TARGET_PASSES_H
