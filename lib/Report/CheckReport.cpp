//===- CheckReport.cpp - Verdicts and what explains them ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Report/CheckReport.h"
#include "packed/Analysis/BufferLabels.h"
#include "packed/Analysis/Witness.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

StringRef mlir::packed::getVerdictName(Verdict verdict) {
  switch (verdict) {
  case Verdict::Proved:
    return "proved";
  case Verdict::Refuted:
    return "refuted";
  case Verdict::Unknown:
    return "unknown";
  }
  llvm_unreachable("unknown verdict");
}

StringRef mlir::packed::getEvidenceName(Evidence evidence) {
  switch (evidence) {
  case Evidence::NormalForm:
    return "normal form";
  case Evidence::Range:
    return "range";
  case Evidence::Remainder:
    return "remainder";
  case Evidence::Facts:
    return "facts";
  case Evidence::Solver:
    return "solver";
  }
  llvm_unreachable("unknown evidence");
}

const Explanation &RuleReport::explain() const {
  static const Explanation nothing;
  return explanation ? *explanation : nothing;
}

bool mlir::packed::isReported(const RuleReport &rule) {
  return rule.verdict == Verdict::Refuted ||
         (rule.verdict == Verdict::Unknown &&
          rule.rule->severity == RuleSeverity::Error);
}

bool mlir::packed::isTakenForGranted(const RuleReport &rule) {
  return rule.verdict == Verdict::Unknown && rule.rule == &kSizeOverflowRule;
}

void CheckReport::add(OpReport op) {
  ++counts.ops;
  for (const RuleReport &rule : op.rules) {
    bool isWarning = rule.rule->severity == RuleSeverity::Warning;
    counts.proved += rule.verdict == Verdict::Proved;
    counts.refuted += rule.verdict == Verdict::Refuted && !isWarning;
    counts.warnings += rule.verdict == Verdict::Refuted && isWarning;
    bool isAssumed = isTakenForGranted(rule);
    counts.assumed += isAssumed;
    counts.unknown +=
        rule.verdict == Verdict::Unknown && !isWarning && !isAssumed;
  }
  ops.push_back(std::move(op));
}

//===----------------------------------------------------------------------===//
// Explanations
//===----------------------------------------------------------------------===//

namespace {
/// Explains one rule while what it was proved with is at hand.
class Explainer {
public:
  Explainer(const ProvedOp &proved, ValueNames &names)
      : proved(proved), names(names) {}

  /// What is known of the sizes at the op.
  void explainSources(SizeCond cond, Verdict verdict, Explanation &why);
  /// The message, and examples: sizes that keep all facts and the `granted`
  /// rules, which the scope assumes, and break or keep this one.
  void explain(const RuleVerdict &verdict, ArrayRef<SizeCond> granted,
               Explanation &why);

private:
  std::optional<int64_t> getConstant(const SizeSource &source) {
    return resolve(source).getConstant();
  }
  Polynomial resolve(const SizeSource &source) {
    return proved.scope.resolve(proved.values.of(source));
  }
  void describe(const SizeSource &source, Explanation &why);
  void describeRange(const std::string &name, const Polynomial &value,
                     SmallVectorImpl<std::string> &texts);
  void explainComparison(SizeCond broken, Explanation &why);
  void explainOperation(Operation *op, Explanation &why);
  std::string print(const Witness &witness, SizeCond cond);

  const ProvedOp &proved;
  ValueNames &names;
};
} // namespace

void Explainer::describeRange(const std::string &name, const Polynomial &value,
                              SmallVectorImpl<std::string> &texts) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Interval range = proved.scope.rangeOf(value);
  bool hasLo = Interval::ofWidth(64).contains(range.lo);
  bool hasHi = Interval::ofWidth(64).contains(range.hi);
  auto lo = static_cast<int64_t>(range.lo), hi = static_cast<int64_t>(range.hi);
  if (hasLo && hasHi)
    os << name << " in [" << lo << ", " << hi << "]";
  else if (hasLo)
    os << name << " >= " << lo;
  else if (hasHi)
    os << name << " <= " << hi;
  if (!text.empty())
    texts.push_back(text);
  Congruence congruence = proved.scope.congruenceOf(value);
  if (congruence.modulus > 1) {
    std::string remainder = name + " mod " +
                            std::to_string(congruence.modulus) + " = " +
                            std::to_string(congruence.residue);
    texts.push_back(congruence.residue == 0
                        ? name + " is a multiple of " +
                              std::to_string(congruence.modulus)
                        : remainder);
  }
}

void Explainer::describe(const SizeSource &source, Explanation &why) {
  std::string name = names.getDocumented(source);
  Polynomial value = resolve(source);
  SmallVector<std::string> texts;
  if (std::optional<int64_t> constant = value.getConstant()) {
    texts.push_back(name + " = " + std::to_string(*constant) +
                    " comes from here");
  } else {
    std::string form = names.print(value, proved.scope.getSymbols());
    if (form != name)
      texts.push_back(name + " = " + form);
    describeRange(name, value, texts);
  }
  for (std::string &text : texts)
    why.facts.push_back({source.value.getLoc(), std::move(text)});
}

void Explainer::explainOperation(Operation *op, Explanation &why) {
  Value result = op->getResult(0);
  why.assumptions.push_back(
      {op->getLoc(), llvm::formatv("assuming that {0} stays within {1} bits",
                                   names.print(proved.values.of(result),
                                               proved.scope.getSymbols()),
                                   getIntegerWidth(result.getType()))});
}

/// A message has no numbers for sizes that are unknown: both sides of what
/// never holds, `24 * frames + 24 > 24 * frames`.
void Explainer::explainComparison(SizeCond broken, Explanation &why) {
  StringRef relation = broken.getKind() == SizeCond::Kind::Le   ? " > "
                       : broken.getKind() == SizeCond::Kind::Lt ? " >= "
                       : broken.getKind() == SizeCond::Kind::Eq ? " != "
                                                                : "";
  // Of a remainder the facts say enough.
  if (relation.empty() || broken.getLhs().getKind() == SizeExpr::Kind::Mod)
    return;
  auto lhs = proved.prover.evaluate(broken.getLhs());
  auto rhs = proved.prover.evaluate(broken.getRhs());
  if (!lhs || !rhs || (lhs->value.isConstant() && rhs->value.isConstant()))
    return;
  const packed::SymbolTable &symbols = proved.scope.getSymbols();
  why.facts.push_back({proved.op->getLoc(),
                       "whatever the sizes, " +
                           names.print(lhs->value, symbols) + relation.str() +
                           names.print(rhs->value, symbols)});
}

void Explainer::explainSources(SizeCond cond, Verdict verdict,
                               Explanation &why) {
  SmallVector<SizeSource> seen;
  llvm::SetVector<Operation *> assumed;
  cond.walkSources([&](const SizeSource &source) {
    if (llvm::any_of(seen, [&](const SizeSource &other) {
          return other.isSameAs(source);
        }))
      return;
    seen.push_back(source);
    describe(source, why);
    if (verdict != Verdict::Unknown)
      proved.assumed.collect(source, assumed);
  });
  for (Operation *op : assumed)
    explainOperation(op, why);
}

std::string Explainer::print(const Witness &witness, SizeCond cond) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(witness, os, [&](const auto &size) {
    // A size that the rule itself reads goes by its documented name.
    std::string name = names.get(size.first);
    cond.walkSources([&](const SizeSource &source) {
      if (source.isSameAs(size.first))
        name = names.getDocumented(source);
    });
    os << name << " = " << size.second;
  });
  return text;
}

void Explainer::explain(const RuleVerdict &verdict, ArrayRef<SizeCond> granted,
                        Explanation &why) {
  const RuleStatement &statement = *verdict.statement;
  auto known = [&](const SizeSource &source) {
    std::optional<int64_t> constant = getConstant(source);
    if (constant)
      why.constants.push_back({source, *constant});
    return constant;
  };
  RuleStatement computed = statement;
  computed.holds = statement.holds.substitute(known);
  why.message = computed.formatReport(known);
  if (verdict.verdict == Verdict::Refuted) {
    Location loc = proved.op->getLoc();
    for (const Message &note : statement.notes)
      why.notes.push_back({loc, note.format(known)});
    explainComparison(statement.holds, why);
  }
  // No example is small where 64 bits are not enough.
  if (verdict.verdict == Verdict::Proved ||
      statement.rule == &kSizeOverflowRule)
    return;
  auto describeWitness = [&](bool wanted) {
    auto witness = findWitness(statement.holds, wanted, granted, proved.values,
                               proved.scope);
    return witness ? print(*witness, statement.holds) : "";
  };
  why.breaksFor = describeWitness(/*wanted=*/false);
  if (verdict.verdict == Verdict::Unknown)
    why.holdsFor = describeWitness(/*wanted=*/true);
}

//===----------------------------------------------------------------------===//
// The report of a module
//===----------------------------------------------------------------------===//

namespace {
class ReportVisitor : public ProverVisitor {
public:
  ReportVisitor(const ReportOptions &options, ValueNames &names)
      : options(options), names(names) {}

  void visit(const ProvedOp &proved) override;
  std::vector<OpReport> ops;

private:
  bool isExplained(const RuleVerdict &verdict) const;
  void explain(const ProvedOp &proved, OpReport &report);

  const ReportOptions &options;
  ValueNames &names;
};
} // namespace

static bool isError(const RuleVerdict &verdict) {
  return verdict.statement->rule->severity == RuleSeverity::Error;
}

bool ReportVisitor::isExplained(const RuleVerdict &verdict) const {
  switch (verdict.verdict) {
  case Verdict::Refuted:
    return true;
  case Verdict::Unknown:
    return isError(verdict) && (options.explainAll || options.explainUnknown);
  case Verdict::Proved:
    return options.explainAll;
  }
  llvm_unreachable("unknown verdict");
}

void ReportVisitor::visit(const ProvedOp &proved) {
  OpReport report{proved.op, {}};
  report.rules.reserve(proved.verdicts.size());
  bool isAnyExplained = false;
  for (auto [index, verdict] : llvm::enumerate(proved.verdicts)) {
    const RuleInfo *rule = verdict.statement->rule;
    if (!isError(verdict) && options.disabled.contains(rule->id))
      continue;
    RuleReport &entry = report.rules.emplace_back();
    entry.rule = rule;
    entry.index = index;
    entry.verdict = verdict.verdict;
    entry.evidence = verdict.evidence;
    isAnyExplained |= isExplained(verdict);
  }
  if (isAnyExplained)
    explain(proved, report);
  ops.push_back(std::move(report));
  options.onOp();
}

void ReportVisitor::explain(const ProvedOp &proved, OpReport &report) {
  Explainer explainer(proved, names);
  for (RuleReport &entry : report.rules) {
    const RuleVerdict &verdict = proved.verdicts[*entry.index];
    if (!isExplained(verdict))
      continue;
    entry.explanation = std::make_unique<Explanation>();
    explainer.explainSources(verdict.statement->holds, verdict.verdict,
                             *entry.explanation);
  }
  // The numbers of a message may follow from the rules before it.
  auto entry = report.rules.begin();
  proved.prover.walk(proved.verdicts, [&](const RuleVerdict &verdict,
                                          ArrayRef<SizeCond> granted) {
    size_t index = &verdict - proved.verdicts.data();
    if (entry == report.rules.end() || entry->index != index)
      return;
    if (entry->explanation)
      explainer.explain(verdict, granted, *entry->explanation);
    ++entry;
  });
}

/// What ops say about buffers that others use too.
static RuleReport makeReport(const LabelVerdict &verdict, ValueNames &names) {
  RuleReport report;
  report.rule = verdict.label.rule;
  report.verdict = !verdict.other   ? Verdict::Proved
                   : verdict.isSure ? Verdict::Refuted
                                    : Verdict::Unknown;
  report.evidence = Evidence::Facts;
  if (!verdict.other)
    return report;
  auto nothing = [](const SizeSource &) { return std::nullopt; };
  report.explanation = std::make_unique<Explanation>();
  report.explanation->message = Message{
      verdict.label.rule->text,
      {verdict.label.name,
       verdict.otherLabel.name}}.format(nothing);
  std::string buffer = names.get(verdict.otherLabel.buffer);
  report.explanation->facts.push_back(
      {verdict.other->getLoc(), "the other op is here, on '" + buffer + "'"});
  report.explanation->facts.push_back(
      {verdict.label.buffer.getLoc(),
       "'" + names.get(verdict.label.buffer) + "' comes from here"});
  if (!verdict.isSure)
    report.explanation->facts.push_back(
        {verdict.op->getLoc(),
         "a run may or may not take one and the same buffer to both"});
  return report;
}

LogicalResult mlir::packed::makeReport(Operation *root, SmtProver *solver,
                                       const ReportOptions &options,
                                       ValueNames &names, CheckReport &report) {
  SmallVector<std::unique_ptr<ProverVisitor>> units;
  auto make = [&] { return std::make_unique<ReportVisitor>(options, names); };
  if (failed(proveModule(root, solver, make, units)))
    return failure();
  llvm::DenseMap<Operation *, std::vector<RuleReport>> shared;
  for (const LabelVerdict &verdict : compareLabels(root))
    shared[verdict.op].push_back(::makeReport(verdict, names));
  for (std::unique_ptr<ProverVisitor> &unit : units)
    for (OpReport &op : static_cast<ReportVisitor &>(*unit).ops) {
      auto it = shared.find(op.op);
      if (it != shared.end())
        llvm::move(it->second, std::back_inserter(op.rules));
      report.add(std::move(op));
    }
  return success();
}

OpReport mlir::packed::makeStaticReport(RuleOpInterface op) {
  RuleSet rules(op, RuleSet::Keep::All);
  op.stateRules(rules);
  auto nothing = [](const SizeSource &) { return std::nullopt; };
  OpReport report{op, {}};
  for (auto [index, statement] : llvm::enumerate(rules.getStatements())) {
    RuleReport &entry = report.rules.emplace_back();
    entry.rule = statement.rule;
    entry.index = index;
    entry.evidence = Evidence::NormalForm;
    entry.verdict = !statement.holds.isDecided() ? Verdict::Unknown
                    : statement.holds.isTrue()   ? Verdict::Proved
                                                 : Verdict::Refuted;
    if (entry.verdict == Verdict::Proved)
      continue;
    entry.explanation = std::make_unique<Explanation>();
    entry.explanation->message = statement.message.format(nothing);
    if (entry.verdict == Verdict::Refuted)
      for (const Message &note : statement.notes)
        entry.explanation->notes.push_back({op.getLoc(), note.format(nothing)});
  }
  return report;
}
