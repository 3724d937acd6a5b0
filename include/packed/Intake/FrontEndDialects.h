//===- FrontEndDialects.h - Reading front ends' text ------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stand-ins for the dialects of front ends, which are not linked here: they
// hold any op and type of the namespace, and read the short forms in which
// calls by name, and what they need, are printed.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_FRONTENDDIALECTS_H
#define PACKED_INTAKE_FRONTENDDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::packed {

/// Adds stand-ins for `stablehlo`, `torch` and `util`. For tools that link none
/// of these: two dialects can't share a namespace.
void registerFrontEndDialects(DialectRegistry &registry);

} // namespace mlir::packed

#endif // PACKED_INTAKE_FRONTENDDIALECTS_H
