//===- Functions.h - Functions that became ours -----------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of functions, once all within is raised.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_FUNCTIONS_H
#define PACKED_INTAKE_FUNCTIONS_H

#include "mlir/IR/Operation.h"

namespace mlir::packed {

/// Gives a function builtin tensors for a front end's where raised ops alone
/// use its arguments and make its results: it has nothing left of the front end
/// then, and lowers like any other. Functions that are called, or that other
/// ops of the front end share, keep their types.
void convertFunctionTypes(Operation *root);

} // namespace mlir::packed

#endif // PACKED_INTAKE_FUNCTIONS_H
