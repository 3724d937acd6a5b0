//===- Models.h - External models of upstream interfaces --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One registration function per interface.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_MODELS_MODELS_H
#define PACKED_MODELS_MODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::packed {

/// BufferizableOpInterface for all ops: layouts are written to fresh buffers,
/// decode and recurrence update theirs in place.
void registerBufferizationModels(DialectRegistry &registry);

} // namespace mlir::packed

#endif // PACKED_MODELS_MODELS_H
