//===- OpGrammar.h - Modules of packed ops, valid or nearly so --*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_FUZZ_OPGRAMMAR_H
#define PACKED_TEST_FUZZ_OPGRAMMAR_H

#include "Random.h"
#include <string>

namespace mlir::packed::fuzz {

/// A function of a few packed ops, or of calls that are raised to them: every
/// op, sizes as numbers and as values, on tensors and memrefs. Some modules
/// have no fault, others a few.
std::string writeModule(Random &random);

} // namespace mlir::packed::fuzz

#endif // PACKED_TEST_FUZZ_OPGRAMMAR_H
