//===- BytecodeRanges.h - The bytes of a file that we read ------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sections, operations, operands and uses of a bytecode file are upstream's to
// read, and its reader takes most of what they say on trust: random bytes there
// end in upstream's code before they reach ours. A dialect reads its version,
// the properties of its ops, and attributes that are written as text.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_FUZZ_BYTECODERANGES_H
#define PACKED_TEST_FUZZ_BYTECODERANGES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::packed::fuzz {

/// The parts of `bytes`, none of them empty, that dialects read. None for what
/// is no bytecode.
/// Source of the format: mlir.llvm.org/docs/BytecodeFormat.
llvm::SmallVector<llvm::MutableArrayRef<uint8_t>>
findDialectRanges(llvm::MutableArrayRef<uint8_t> bytes);

} // namespace mlir::packed::fuzz

#endif // PACKED_TEST_FUZZ_BYTECODERANGES_H
