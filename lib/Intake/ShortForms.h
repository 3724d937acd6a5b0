//===- ShortForms.h - How front ends print their ops ------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_INTAKE_SHORTFORMS_H
#define PACKED_LIB_INTAKE_SHORTFORMS_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::packed {

/// Parse what stands behind the op's name into generic operands, attributes and
/// types, named as in the generic form.
ParseResult parseStableHLO(OpAsmParser &parser, OperationState &result);
ParseResult parseTorch(OpAsmParser &parser, OperationState &result);
ParseResult parseUtil(OpAsmParser &parser, OperationState &result);

} // namespace mlir::packed

#endif // PACKED_LIB_INTAKE_SHORTFORMS_H
