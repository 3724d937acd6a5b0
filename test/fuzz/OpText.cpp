//===- OpText.cpp - One op, in generic form -------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpText.h"

using namespace mlir::packed::fuzz;

std::string mlir::packed::fuzz::join(const Strings &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string OpText::str() const {
  Strings names, types;
  for (const TypedValue &operand : operands) {
    names.push_back(operand.name);
    types.push_back(operand.type);
  }
  return "\"" + name + "\"(" + join(names) + ") <{" + join(properties) +
         "}> {" + join(attributes) + "} : (" + join(types) + ") -> (" +
         join(resultTypes) + ")";
}

/// An attribute of any kind, for a name that wants another.
static std::string strangeAttribute(Random &random) {
  static const Strings attributes = {
      "unit",
      "-1 : i64",
      "0 : i64",
      "9223372036854775807 : i64",
      "1 : i32",
      "1 : index",
      "0x7FC00000 : f32",
      "0.5 : f64",
      "\"\"",
      "\"prefix_continuous\"",
      "[]",
      "[1]",
      "[#packed.ref_block<image(latent_h = ?)>]",
      "[#packed.ref_block<\"\"()>, #packed.ref_block<audio(ref_audio_t = ?)>]",
      "array<i64>",
      "array<i64: 1, -9223372036854775808, -9223372036854775807>",
      "array<i32: 1, 1, 1, 1, 1, 0, 0, 1, 0>",
      "dense<1> : tensor<2xi64>",
      "#packed.task<ref2va>",
      "#packed.state_order<kv>",
      "index"};
  return random.pick(attributes);
}

template <typename T>
static void dropOrDouble(std::vector<T> &items, Random &random) {
  if (items.empty())
    return;
  size_t index = random.below(items.size());
  if (random.chance(50))
    items.erase(items.begin() + index);
  else
    items.push_back(T(items[index]));
}

void OpText::spoil(Random &random) {
  unsigned dice = random.below(10);
  if (dice < 2)
    return dropOrDouble(operands, random);
  if (dice < 3)
    return dropOrDouble(resultTypes, random);
  if (properties.empty())
    return;
  size_t index = random.below(properties.size());
  if (dice < 5)
    properties.erase(properties.begin() + index);
  else
    properties[index] =
        properties[index].substr(0, properties[index].find(" = ")) + " = " +
        strangeAttribute(random);
}
