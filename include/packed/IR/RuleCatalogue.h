//===- RuleCatalogue.h - Rules of the packed ops ----------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares one `rule::Name` for each entry of the catalogue files (*.def).
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_RULECATALOGUE_H
#define PACKED_IR_RULECATALOGUE_H

#include "packed/Rules/Rule.h"

namespace mlir::packed {
namespace rule {
#define PACKED_RULE(name, ...) extern const RuleInfo name;
#include "packed/IR/Catalogue.def"
} // namespace rule

/// Adds the rules of the packed dialect to a catalogue.
void registerPackedRules(RuleCatalogue &catalogue);

} // namespace mlir::packed

#endif // PACKED_IR_RULECATALOGUE_H
