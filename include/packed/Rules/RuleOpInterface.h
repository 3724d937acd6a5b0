//===- RuleOpInterface.h - An op that states its shape rules ----*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rule interface and its two readers that need no analysis: verify, guard.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_RULEOPINTERFACE_H
#define PACKED_RULES_RULEOPINTERFACE_H

#include "packed/Rules/RuleSet.h"

namespace mlir::packed {
class RuleOpInterface;

/// The *verify* reading: the first rule that the op's own static facts break is
/// an error of the op, further ones follow as notes.
LogicalResult verifyRules(RuleOpInterface op);

/// The discardable attribute that lists the ids of rules known to hold, so that
/// no guard is emitted for them: an array of strings.
inline constexpr llvm::StringLiteral kProvedRulesAttrName =
    "packed.proved_rules";

/// Which of the open rules get a guard: all, or those that read sizes and
/// strides only, as code beside a device must.
enum class GuardedRules : uint8_t { All, WithoutElements };

/// The *guard* reading: emits a `cf.assert` before the op for every rule that
/// static facts leave open and that is not listed as proved, and returns how
/// many. The body of
/// `RuntimeVerifiableOpInterface::generateRuntimeVerification`.
unsigned emitGuards(RuleOpInterface op, OpBuilder &builder, Location loc,
                    function_ref<std::string(Operation *, StringRef)> describe,
                    GuardedRules which = GuardedRules::All);

} // namespace mlir::packed

#include "packed/Rules/RuleOpInterface.h.inc"

#endif // PACKED_RULES_RULEOPINTERFACE_H
