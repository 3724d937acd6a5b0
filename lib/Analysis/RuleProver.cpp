//===- RuleProver.cpp - The prove reading of rules ------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/RuleProver.h"
#include "packed/Analysis/SmtProver.h"
#include "packed/Analysis/Witness.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

static Truth conjunction(Truth lhs, Truth rhs) {
  if (lhs == Truth::False || rhs == Truth::False)
    return Truth::False;
  return lhs == Truth::True && rhs == Truth::True ? Truth::True
                                                  : Truth::Unknown;
}

std::optional<RuleProver::Number> RuleProver::evaluate(SizeExpr expr) {
  switch (expr.getKind()) {
  case SizeExpr::Kind::Constant:
    return Number{Polynomial(*expr.getConstant()), Truth::True};
  case SizeExpr::Kind::Undefined:
    return Number{Polynomial(), Truth::False};
  case SizeExpr::Kind::Source:
    return Number{scope.resolve(values.of(expr.getSource())), Truth::True};
  default:
    return evaluateBinary(expr);
  }
}

std::optional<RuleProver::Number> RuleProver::evaluateBinary(SizeExpr expr) {
  std::optional<Number> lhs = evaluate(expr.getLhs());
  std::optional<Number> rhs = evaluate(expr.getRhs());
  if (!lhs || !rhs)
    return std::nullopt;
  Truth isDefined = conjunction(lhs->isDefined, rhs->isDefined);
  std::optional<Polynomial> value;
  switch (expr.getKind()) {
  case SizeExpr::Kind::Add:
    value = Polynomial::add(lhs->value, rhs->value);
    break;
  case SizeExpr::Kind::Mul:
    value = Polynomial::mul(lhs->value, rhs->value);
    break;
  default: {
    std::optional<Polynomial> less =
        Polynomial::add(rhs->value, Polynomial(-1));
    if (!less)
      return std::nullopt;
    isDefined = conjunction(isDefined, scope.isNonNegative(*less));
    value = scope.floorDiv(lhs->value, rhs->value);
    if (expr.getKind() == SizeExpr::Kind::Mod)
      if ((value = Polynomial::mul(*value, rhs->value)))
        value = Polynomial::add(lhs->value, *value, -1);
    // Neither leaves 64 bits where its operands don't.
    return value ? std::optional(Number{*value, isDefined}) : std::nullopt;
  }
  }
  if (!value)
    return std::nullopt;
  // A result that no value keeps within 64 bits does not exist; one that known
  // bounds may take out of them is not sure to.
  Interval range = scope.rangeOf(*value);
  Interval all = Interval::ofWidth(64);
  if (intersect(range, all).isEmpty())
    isDefined = Truth::False;
  else if (knownToLeaveWidth(range.forgetWidth(64), 64))
    isDefined = conjunction(isDefined, Truth::Unknown);
  return Number{*value, isDefined};
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

static Truth negate(Truth truth) {
  if (truth == Truth::Unknown)
    return truth;
  return truth == Truth::True ? Truth::False : Truth::True;
}

Truth RuleProver::decideComparison(SizeCond cond) {
  std::optional<Number> lhs = evaluate(cond.getLhs());
  std::optional<Number> rhs = evaluate(cond.getRhs());
  if (!lhs || !rhs)
    return Truth::Unknown;
  Truth isDefined = conjunction(lhs->isDefined, rhs->isDefined);
  if (isDefined == Truth::False)
    return Truth::False;
  std::optional<Polynomial> difference =
      Polynomial::add(rhs->value, lhs->value, -1);
  if (!difference)
    return Truth::Unknown;
  Truth result = Truth::Unknown;
  switch (cond.getKind()) {
  case SizeCond::Kind::Eq:
    result = scope.isZero(*difference);
    break;
  case SizeCond::Kind::Ne:
    result = negate(scope.isZero(*difference));
    break;
  case SizeCond::Kind::Le:
    result = scope.isNonNegative(*difference);
    break;
  default:
    if (auto less = Polynomial::add(*difference, Polynomial(-1)))
      result = scope.isNonNegative(*less);
    break;
  }
  // What does not exist keeps no rule.
  if (result == Truth::True && isDefined != Truth::True)
    return Truth::Unknown;
  return result;
}

Truth RuleProver::decide(SizeCond cond) {
  if (cond.isDecided())
    return cond.isTrue() ? Truth::True : Truth::False;
  if (cond.isComparison())
    return decideComparison(cond);

  // The second part matters only where the first leaves the question open, so
  // it may take that for granted.
  bool isAnd = cond.getKind() == SizeCond::Kind::And;
  Truth deciding = isAnd ? Truth::False : Truth::True;
  Truth first = decide(cond.getFirst());
  if (first == deciding)
    return deciding;
  FactScope::Mark mark = scope.mark();
  if (first == Truth::Unknown && isAnd)
    assume(cond.getFirst());
  else if (first == Truth::Unknown)
    assumeNot(cond.getFirst());
  Truth second = decide(cond.getSecond());
  scope.rewind(mark);
  if (second == deciding || first == negate(deciding))
    return second;
  return Truth::Unknown;
}

void RuleProver::assumeNot(SizeCond cond) {
  // A comparison of what does not exist is false, and so is its opposite.
  if (cond.isComparison()) {
    std::optional<Number> lhs = evaluate(cond.getLhs());
    std::optional<Number> rhs = evaluate(cond.getRhs());
    if (lhs && rhs && lhs->isDefined == Truth::True &&
        rhs->isDefined == Truth::True)
      assume(!cond);
  } else if (cond.getKind() == SizeCond::Kind::Or) {
    assumeNot(cond.getFirst());
    assumeNot(cond.getSecond());
  }
}

void RuleProver::assume(SizeCond cond) {
  if (cond.isDecided())
    return;
  if (cond.getKind() == SizeCond::Kind::And) {
    assume(cond.getFirst());
    return assume(cond.getSecond());
  }
  if (cond.getKind() == SizeCond::Kind::Or) {
    // A fact only where one side is out of the question.
    if (decide(cond.getFirst()) == Truth::False)
      return assume(cond.getSecond());
    if (decide(cond.getSecond()) == Truth::False)
      return assume(cond.getFirst());
    return;
  }
  std::optional<Number> lhs = evaluate(cond.getLhs());
  std::optional<Number> rhs = evaluate(cond.getRhs());
  std::optional<Polynomial> difference =
      lhs && rhs ? Polynomial::add(rhs->value, lhs->value, -1) : std::nullopt;
  if (!difference)
    return;
  switch (cond.getKind()) {
  case SizeCond::Kind::Eq:
    return scope.assumeZero(*difference);
  case SizeCond::Kind::Ne:
    return scope.assumeNonZero(*difference);
  case SizeCond::Kind::Le:
    return scope.assumeNonNegative(*difference);
  default:
    if (auto less = Polynomial::add(*difference, Polynomial(-1)))
      scope.assumeNonNegative(*less);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

static Verdict getVerdict(Truth truth) {
  switch (truth) {
  case Truth::False:
    return Verdict::Refuted;
  case Truth::True:
    return Verdict::Proved;
  case Truth::Unknown:
    return Verdict::Unknown;
  }
  llvm_unreachable("unknown truth");
}

SmallVector<RuleVerdict> RuleProver::prove(const RuleSet &rules) {
  SmallVector<RuleVerdict> verdicts;
  FactScope::Mark mark = scope.mark();
  // The conditions that the solver may take for granted.
  SmallVector<SizeCond> held;
  for (const RuleStatement &statement : rules.getStatements()) {
    scope.takeEvidence();
    Truth truth = decide(statement.holds);
    // Where sizes are unknown, so is whether they fit 64 bits: no fact that the
    // solver has could tell. Nor can it where examples of both are at hand.
    if (truth == Truth::Unknown && solver &&
        statement.rule != &kSizeOverflowRule &&
        !isContingent(statement.holds, held, values, scope)) {
      truth = solver->decide(statement.holds, held, values, scope);
      if (truth != Truth::Unknown)
        scope.use(Evidence::Solver);
    }
    verdicts.push_back({&statement, getVerdict(truth), scope.takeEvidence()});
    if (!verdicts.back().isGranted())
      continue;
    held.push_back(statement.holds);
    // What follows from the facts adds nothing to them.
    if (truth == Truth::Unknown || verdicts.back().evidence == Evidence::Solver)
      assume(statement.holds);
  }
  scope.rewind(mark);
  return verdicts;
}

void RuleProver::walk(ArrayRef<RuleVerdict> verdicts, VisitVerdict visit) {
  FactScope::Mark mark = scope.mark();
  SmallVector<SizeCond> granted;
  for (const RuleVerdict &verdict : verdicts) {
    visit(verdict, granted);
    if (!verdict.isGranted())
      continue;
    granted.push_back(verdict.statement->holds);
    assume(verdict.statement->holds);
  }
  scope.rewind(mark);
}
