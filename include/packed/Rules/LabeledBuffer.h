//===- LabeledBuffer.h - Buffers that ops must agree about ------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ops must say alike about a buffer that passes from one to the other.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_LABELEDBUFFER_H
#define PACKED_RULES_LABELEDBUFFER_H

#include "mlir/IR/OpDefinition.h"
#include "packed/Rules/Rule.h"

namespace mlir::packed {

/// One op's word on one buffer.
struct BufferLabel {
  /// Broken where two ops differ. Its text takes the label here and there.
  const RuleInfo *rule;
  Value buffer;
  /// An attribute, or a value such that equal values are equal labels.
  PointerUnion<Attribute, Value> label;
  /// How messages name the label.
  StringRef name;
  /// Whether the label of a buffer is that of each part of it.
  bool holdsForParts = false;
};

} // namespace mlir::packed

#include "packed/Rules/LabeledBufferOpInterface.h.inc"

#endif // PACKED_RULES_LABELEDBUFFER_H
