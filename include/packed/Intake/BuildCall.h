//===- BuildCall.h - The op that a call by name asks for --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one builder behind all forms of intake.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_BUILDCALL_H
#define PACKED_INTAKE_BUILDCALL_H

#include "packed/Intake/Bridge.h"
#include "packed/Intake/NamedCall.h"

namespace mlir::packed {

/// Builds the op in front of the call's and gives the values that stand for
/// the call's results, in the types that it declares. The op keeps the call's
/// location. Whether it keeps its rules is for its verifier to say. Where it
/// fails, parts may stay behind: give the module up.
FailureOr<SmallVector<Value>> buildCall(const BoundCall &call, Bridge &bridge);

} // namespace mlir::packed

#endif // PACKED_INTAKE_BUILDCALL_H
