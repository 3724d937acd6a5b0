//===- RuleCatalogue.cpp - Rules of the packed ops ------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/RuleCatalogue.h"

using namespace mlir;
using namespace mlir::packed;

namespace mlir::packed::rule {
#define PACKED_RULE(name, id, severity, text, meaning, remedy, wrong, right)   \
  const RuleInfo name = {                                                      \
      id, RuleSeverity::severity, text, meaning, remedy, wrong, right};
#include "packed/IR/Catalogue.def"
} // namespace mlir::packed::rule

void mlir::packed::registerPackedRules(RuleCatalogue &catalogue) {
  static const RuleInfo *const rules[] = {
      &kSizeOverflowRule,
#define PACKED_RULE(name, ...) &rule::name,
#include "packed/IR/Catalogue.def"
  };
  catalogue.add(rules);
}
