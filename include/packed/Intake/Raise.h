//===- Raise.h - From front ends' IR to packed ops --------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry of this room, for the pass and for tools.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_RAISE_H
#define PACKED_INTAKE_RAISE_H

#include "mlir/IR/Operation.h"

namespace mlir::packed {

/// How many ops and facts came in.
struct RaiseCounts {
  unsigned calls = 0;
  unsigned facts = 0;
};

/// Replaces the calls in `root` that name an op of ours, whatever front end
/// wrote them, and what it says about sizes. Leaves a module without such calls
/// as it is. Fails, after an error for each call that can't be mapped. Does not
/// verify: whether the ops keep their rules is another question.
FailureOr<RaiseCounts> raiseFrontEndOps(Operation *root);

} // namespace mlir::packed

#endif // PACKED_INTAKE_RAISE_H
