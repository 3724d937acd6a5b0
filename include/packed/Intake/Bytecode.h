//===- Bytecode.h - Bytecode that can't be trusted --------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_BYTECODE_H
#define PACKED_INTAKE_BYTECODE_H

#include "mlir/IR/DialectRegistry.h"

namespace llvm {
class MemoryBufferRef;
class raw_ostream;
} // namespace llvm

namespace mlir::packed {

/// Fails, and says why on `errors`, for bytecode that the reader crashes on,
/// and for ops that nobody here has registered: MLIR reads these without their
/// properties, and does not say so. Text is fine.
LogicalResult refuseBadBytecode(llvm::MemoryBufferRef buffer,
                                const DialectRegistry &registry,
                                llvm::raw_ostream &errors);

} // namespace mlir::packed

#endif // PACKED_INTAKE_BYTECODE_H
