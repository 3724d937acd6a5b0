//===- PackedBytecode.h - Versions of the dialect in bytecode ---*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which version of the dialect a bytecode file speaks. docs/Compatibility.md
// has the policy.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_PACKEDBYTECODE_H
#define PACKED_IR_PACKEDBYTECODE_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace mlir::packed {

class PackedDialect;

/// A version of the dialect: it counts changes that a reader of older files
/// has to know of.
struct PackedVersion : public DialectVersion {
  /// What this library writes, and the newest that it reads.
  static constexpr uint64_t kCurrent = 1;

  explicit PackedVersion(uint64_t number = kCurrent) : number(number) {}

  uint64_t number;
};

/// Makes the dialect write its version, and refuse a newer one with an error.
/// A file without a version is older than the first and read as it.
void addBytecodeVersion(PackedDialect &dialect);

} // namespace mlir::packed

#endif // PACKED_IR_PACKEDBYTECODE_H
