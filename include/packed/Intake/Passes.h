//===- Passes.h - From front ends' IR to packed ops -------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_PASSES_H
#define PACKED_INTAKE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "packed/IR/PackedDialect.h"

namespace mlir::packed {

#define GEN_PASS_DECL
#include "packed/Intake/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "packed/Intake/Passes.h.inc"

/// Runs the pass `packed-raise` on a module that need not be valid: where calls
/// become ops, a broken rule is a result of the check, not of this.
LogicalResult raiseModule(ModuleOp module);

} // namespace mlir::packed

#endif // PACKED_INTAKE_PASSES_H
