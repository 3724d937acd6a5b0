//===- Facts.h - What front ends know of sizes ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbolic shapes and asserted sizes, in words that the check pass reads.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_FACTS_H
#define PACKED_INTAKE_FACTS_H

#include "packed/Intake/Bridge.h"

namespace mlir::packed {

/// Turns what front ends say about sizes into `packed.assume` and `cf.assert`:
///
/// - JAX's `custom_call @shape_assertion`, which is an assertion there too;
/// - `torch.bind_symbolic_shape` and the ranges of its `torch.symbolic_int`,
///   for tensors that raised ops use;
/// - `util.assume.int`, which is an assumption there too.
///
/// What it can't read stays as it is. Returns how many it has read.
unsigned raiseFacts(Operation *root, Bridge &bridge);

} // namespace mlir::packed

#endif // PACKED_INTAKE_FACTS_H
