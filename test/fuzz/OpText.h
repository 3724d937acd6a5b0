//===- OpText.h - One op, in generic form -----------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_FUZZ_OPTEXT_H
#define PACKED_TEST_FUZZ_OPTEXT_H

#include "Random.h"
#include <string>

namespace mlir::packed::fuzz {

using Strings = std::vector<std::string>;

/// `a, b, c`.
std::string join(const Strings &parts);

struct TypedValue {
  std::string name, type;
};

/// An op as the parser reads it where no custom form is in the way, so that
/// nothing about it need be right.
struct OpText {
  std::string name;
  std::vector<TypedValue> operands;
  Strings properties, attributes, resultTypes;

  std::string str() const;
  /// Drops, doubles or replaces an operand, a property or a result.
  void spoil(Random &random);
};

} // namespace mlir::packed::fuzz

#endif // PACKED_TEST_FUZZ_OPTEXT_H
