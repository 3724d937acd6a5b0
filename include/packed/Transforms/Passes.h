//===- Passes.h - Passes from packed to packed ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TRANSFORMS_PASSES_H
#define PACKED_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "packed/Report/Writers.h"

namespace mlir::packed {

#define GEN_PASS_DECL
#include "packed/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "packed/Transforms/Passes.h.inc"

/// Writes `packed.proved_rules` on the ops of the report.
void markProvedRules(const CheckReport &report);

} // namespace mlir::packed

#endif // PACKED_TRANSFORMS_PASSES_H
