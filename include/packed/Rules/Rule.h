//===- Rule.h - A rule and its catalogue entry ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of a rule apart from any op: its id, its documented text, what
// it means and how to mend a breach. Messages, guards, reports, `--explain`
// and the reference page all come from this entry.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_RULE_H
#define PACKED_RULES_RULE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::packed {

enum class RuleSeverity : uint8_t {
  Error,  // verified, proved and guarded
  Warning // an advice of the check pass, never an error
};

/// `error` or `warning`, as in all formats.
llvm::StringRef getSeverityName(RuleSeverity severity);

/// One entry of the rule catalogue. Entries have static storage.
struct RuleInfo {
  /// Stable, dotted, unique: `packed.sequence.seq-len`.
  llvm::StringLiteral id;
  RuleSeverity severity;
  /// The documented message; `{0}`, `{1}` stand for its arguments.
  llvm::StringLiteral text;
  /// A paragraph on what the rule means.
  llvm::StringLiteral meaning;
  /// How to mend a breach.
  llvm::StringLiteral remedy;
  /// The smallest IR that breaks the rule, and its mended twin. A wrong example
  /// in which the check pass, not the verifier, finds the breach is fine.
  llvm::StringLiteral wrong;
  llvm::StringLiteral right;
};

/// A rule that every op has: sizes must not leave 64 bits.
extern const RuleInfo kSizeOverflowRule;

/// The rules that tools explain. Dialects add theirs; the order is kept.
class RuleCatalogue {
public:
  void add(llvm::ArrayRef<const RuleInfo *> rules) {
    entries.append(rules.begin(), rules.end());
  }
  llvm::ArrayRef<const RuleInfo *> getRules() const { return entries; }
  /// Null where no rule has this id.
  const RuleInfo *lookup(llvm::StringRef id) const;

private:
  llvm::SmallVector<const RuleInfo *, 0> entries;
};

/// Prints one entry for people, in Markdown.
void printExplanation(const RuleInfo &rule, llvm::raw_ostream &os);

/// Prints the reference page over all rules, in Markdown.
void printReference(const RuleCatalogue &catalogue, llvm::raw_ostream &os);

} // namespace mlir::packed

#endif // PACKED_RULES_RULE_H
