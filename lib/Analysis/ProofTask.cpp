//===- ProofTask.cpp - What there is to prove of one op -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/ProofTask.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

ProofTask::ProofTask(const RuleSet &rules, SourceValues &values,
                     FactScope &scope)
    : rules(rules), values(values), scope(scope) {
  // Where one list ends and the next begins follows from what is written, so
  // that different tasks never read alike.
  words.push_back(rules.getStatements().size());
  for (const RuleStatement &statement : rules.getStatements()) {
    // What the prover asks of a rule besides its condition.
    words.push_back(statement.rule->severity == RuleSeverity::Error);
    words.push_back(statement.rule == &kSizeOverflowRule);
    write(statement.holds);
  }
  for (const Polynomial &source : sources)
    write(source);
  writeSymbols();
  writeFacts();
}

void ProofTask::write(SizeCond cond) {
  words.push_back(static_cast<int64_t>(cond.getKind()));
  if (cond.isDecided())
    return;
  if (cond.isComparison()) {
    write(cond.getLhs());
    return write(cond.getRhs());
  }
  write(cond.getFirst());
  write(cond.getSecond());
}

void ProofTask::write(SizeExpr expr) {
  words.push_back(static_cast<int64_t>(expr.getKind()));
  switch (expr.getKind()) {
  case SizeExpr::Kind::Constant:
    words.push_back(*expr.getConstant());
    return;
  case SizeExpr::Kind::Undefined:
    return;
  case SizeExpr::Kind::Source:
    return write(expr.getSource());
  default:
    write(expr.getLhs());
    return write(expr.getRhs());
  }
}

ProofTask::SourceKey ProofTask::getKey(const SizeSource &source) {
  return {
      {static_cast<unsigned>(source.kind), source.value.getAsOpaquePointer()},
      source.position};
}

void ProofTask::write(const SizeSource &source) {
  auto [it, isNew] =
      sourceNumbers.try_emplace(getKey(source), sourceNumbers.size());
  if (isNew)
    sources.push_back(scope.resolve(values.of(source)));
  words.push_back(it->second);
}

void ProofTask::write(const Polynomial &polynomial) {
  words.push_back(polynomial.getTerms().size());
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    words.push_back(term.factor);
    words.push_back(term.symbols.size());
    for (SymbolId id : term.symbols) {
      auto [it, isNew] = symbolNumbers.try_emplace(id, symbolNumbers.size());
      if (isNew)
        symbols.push_back(id);
      words.push_back(it->second);
    }
  }
}

void ProofTask::write(const Interval &range) {
  for (WideInt end : {range.lo, range.hi}) {
    words.push_back(static_cast<int64_t>(end));
    words.push_back(static_cast<int64_t>(end >> 64));
  }
}

void ProofTask::writeSymbol(SymbolId id) {
  const Symbol &symbol = scope.getSymbols()[id];
  words.push_back(static_cast<int64_t>(symbol.kind));
  if (symbol.kind != Symbol::Kind::Leaf) {
    write(symbol.lhs);
    return write(symbol.rhs);
  }
  words.push_back(symbol.scale);
  words.push_back(symbol.offset);
  write(symbol.range);
  words.push_back(symbol.nonNegative.size());
  for (const Polynomial &fact : symbol.nonNegative)
    write(fact);
}

void ProofTask::writeSymbols() {
  // A symbol may bring in others.
  while (numWritten < symbols.size())
    writeSymbol(symbols[numWritten++]);
}

bool ProofTask::isOfUse(const Polynomial &fact) const {
  // What is known of a symbol that has a value was stated of the value too.
  // The fact that gives it the value says nothing to those without it.
  return llvm::all_of(fact.getSymbols(), [&](SymbolId id) {
    return symbolNumbers.contains(id) || !scope.isEliminated(id);
  });
}

void ProofTask::writeFacts() {
  // A fact may bring in symbols, and these further facts.
  llvm::DenseSet<const Polynomial *> written;
  for (size_t i = 0; i < symbols.size(); ++i) {
    auto writeAll = [&](Fact kind, const FactStack &stack) {
      for (unsigned place : stack.about(symbols[i])) {
        const Polynomial &fact = stack[place];
        if (isOfUse(fact) && written.insert(&fact).second)
          writeFact({kind, &fact});
      }
    };
    writeAll(Fact::Zero, scope.getZero());
    writeAll(Fact::NonNegative, scope.getNonNegative());
    writeAll(Fact::NonZero, scope.getNonZero());
  }
}

void ProofTask::writeFact(const Statement &fact) {
  words.push_back(static_cast<int64_t>(fact.kind));
  write(*fact.polynomial);
  writeSymbols();
  facts.push_back(fact);
}

//===----------------------------------------------------------------------===//
// Proving
//===----------------------------------------------------------------------===//

namespace mlir::packed {
/// The sizes of a task over symbols of their own.
class TaskValues : public SourceValues {
public:
  TaskValues(const ProofTask &task, FactScope &scope);

  Polynomial of(const SizeSource &source) override {
    return sources[task.sourceNumbers.lookup(ProofTask::getKey(source))];
  }

private:
  Polynomial translate(const Polynomial &polynomial);
  Polynomial translate(SymbolId id);

  const ProofTask &task;
  FactScope &scope;
  llvm::DenseMap<SymbolId, Polynomial> known;
  SmallVector<Polynomial> sources;
};
} // namespace mlir::packed

TaskValues::TaskValues(const ProofTask &task, FactScope &scope)
    : task(task), scope(scope) {
  for (SymbolId id : task.symbols)
    translate(id);
  for (SymbolId id : task.symbols)
    for (const Polynomial &fact : task.scope.getSymbols()[id].nonNegative)
      scope.getSymbols().addNonNegative(known[id].getTerms()[0].symbols[0],
                                        translate(fact));
  for (const Polynomial &source : task.sources)
    sources.push_back(translate(source));
  for (const ProofTask::Statement &fact : task.facts) {
    Polynomial polynomial = translate(*fact.polynomial);
    switch (fact.kind) {
    case ProofTask::Fact::NonNegative:
      scope.assumeNonNegative(std::move(polynomial));
      break;
    case ProofTask::Fact::Zero:
      scope.assumeZero(std::move(polynomial));
      break;
    case ProofTask::Fact::NonZero:
      scope.assumeNonZero(std::move(polynomial));
      break;
    }
  }
}

Polynomial TaskValues::translate(SymbolId id) {
  auto it = known.find(id);
  if (it != known.end())
    return it->second;
  const Symbol &symbol = task.scope.getSymbols()[id];
  packed::SymbolTable &table = scope.getSymbols();
  Polynomial result =
      symbol.kind == Symbol::Kind::Leaf
          ? table.copyLeaf(symbol)
          : table.getCompound(symbol.kind, translate(symbol.lhs),
                              translate(symbol.rhs));
  known.try_emplace(id, result);
  return result;
}

Polynomial TaskValues::translate(const Polynomial &polynomial) {
  // One symbol for one: nothing grows, so everything exists.
  Polynomial result;
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    Polynomial product = term.factor;
    for (SymbolId id : term.symbols)
      product = *Polynomial::mul(product, translate(id));
    result = *Polynomial::add(result, product);
  }
  return result;
}

SmallVector<RuleVerdict> ProofTask::prove(SmtProver *solver) const {
  packed::SymbolTable table;
  FactScope taskScope(table);
  TaskValues taskValues(*this, taskScope);
  return RuleProver(taskValues, taskScope, solver).prove(rules);
}
