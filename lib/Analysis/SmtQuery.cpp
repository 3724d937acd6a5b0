//===- SmtQuery.cpp - Rules and facts in the smt dialect ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SMT/IR/SMTDialect.h"
#include "mlir/Dialect/SMT/IR/SMTOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/SMTLIB/ExportSMTLIB.h"
#include "packed/Analysis/SmtProver.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// Builds the body of one query. Facts are asserted as they come up.
class QueryBuilder {
public:
  QueryBuilder(OpBuilder &builder, SourceValues &values, FactScope &scope)
      : builder(builder), loc(builder.getUnknownLoc()),
        intType(smt::IntType::get(builder.getContext())), values(values),
        scope(scope) {}

  void assertFacts();
  void assertTrue(Value condition) {
    smt::AssertOp::create(builder, loc, condition);
  }
  Value translate(SizeCond cond);

private:
  /// A number, its bounds, and the conditions under which it exists.
  struct Number {
    Value value;
    Interval range;
    SmallVector<Value> defined;
  };
  Number translate(SizeExpr expr);
  Number translateBinary(SizeExpr expr);
  Value translate(const Polynomial &polynomial);
  Value translateSymbol(SymbolId id);
  Value makeLeaf(const Symbol &symbol);
  Value makeCompound(const Symbol &symbol);

  Value constant(WideInt value);
  Value compare(smt::IntPredicate predicate, Value lhs, Value rhs) {
    return smt::IntCmpOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value atLeast(Value value, WideInt bound) {
    return compare(smt::IntPredicate::ge, value, constant(bound));
  }
  Value isWithin(Value value, const Interval &range);
  Value conjunction(ArrayRef<Value> parts);
  Value negated(Value value) {
    return smt::IntSubOp::create(builder, loc, constant(0), value);
  }

  OpBuilder &builder;
  Location loc;
  Type intType;
  SourceValues &values;
  FactScope &scope;
  llvm::DenseMap<SymbolId, Value> known;
};
} // namespace

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value QueryBuilder::constant(WideInt value) {
  // Two words hold what an interval can.
  uint64_t words[] = {static_cast<uint64_t>(value),
                      static_cast<uint64_t>(value >> 64)};
  llvm::APSInt bits(llvm::APInt(128, words), /*isUnsigned=*/false);
  return smt::IntConstantOp::create(
      builder, loc, IntegerAttr::get(builder.getContext(), bits));
}

Value QueryBuilder::conjunction(ArrayRef<Value> parts) {
  if (parts.empty())
    return smt::BoolConstantOp::create(builder, loc, true);
  if (parts.size() == 1)
    return parts[0];
  return smt::AndOp::create(builder, loc, ValueRange(parts));
}

Value QueryBuilder::isWithin(Value value, const Interval &range) {
  SmallVector<Value> parts;
  if (range.hasLo())
    parts.push_back(compare(smt::IntPredicate::ge, value, constant(range.lo)));
  if (range.hasHi())
    parts.push_back(compare(smt::IntPredicate::le, value, constant(range.hi)));
  return conjunction(parts);
}

Value QueryBuilder::translate(const Polynomial &polynomial) {
  SmallVector<Value> sum;
  for (const Polynomial::Term &term : polynomial.getTerms()) {
    SmallVector<Value> product;
    if (term.factor != 1 || term.symbols.empty())
      product.push_back(constant(term.factor));
    for (SymbolId id : term.symbols)
      product.push_back(translateSymbol(id));
    sum.push_back(product.size() == 1
                      ? product[0]
                      : smt::IntMulOp::create(builder, loc, intType, product)
                            .getResult());
  }
  if (sum.empty())
    return constant(0);
  return sum.size() == 1
             ? sum[0]
             : smt::IntAddOp::create(builder, loc, intType, sum).getResult();
}

Value QueryBuilder::translateSymbol(SymbolId id) {
  if (Value value = known.lookup(id))
    return value;
  const Symbol &symbol = scope.getSymbols()[id];
  Value value = symbol.kind == Symbol::Kind::Leaf ? makeLeaf(symbol)
                                                  : makeCompound(symbol);
  known[id] = value;
  for (const Polynomial &fact : symbol.nonNegative)
    assertTrue(atLeast(translate(fact), 0));
  return value;
}

Value QueryBuilder::makeLeaf(const Symbol &symbol) {
  Value value = smt::DeclareFunOp::create(builder, loc, intType);
  // Whatever the program holds fits in 64 bits.
  Interval all = Interval::ofWidth(64);
  Interval source = symbol.range * Interval::exactly(symbol.scale) +
                    Interval::exactly(symbol.offset);
  if (symbol.range.hasLo() || symbol.range.hasHi())
    assertTrue(isWithin(value, symbol.range));
  if (!source.isWithin(all)) {
    Value scaled = smt::IntMulOp::create(
        builder, loc, intType, ValueRange{constant(symbol.scale), value});
    Value whole = smt::IntAddOp::create(
        builder, loc, intType, ValueRange{scaled, constant(symbol.offset)});
    assertTrue(isWithin(whole, all));
  }
  return value;
}

Value QueryBuilder::makeCompound(const Symbol &symbol) {
  Value lhs = translate(symbol.lhs), rhs = translate(symbol.rhs);
  if (symbol.kind == Symbol::Kind::Min || symbol.kind == Symbol::Kind::Max) {
    Value isLess = compare(smt::IntPredicate::le, lhs, rhs);
    bool isMin = symbol.kind == Symbol::Kind::Min;
    return smt::IteOp::create(builder, loc, isLess, isMin ? lhs : rhs,
                              isMin ? rhs : lhs);
  }
  // The solver's own division agrees with ours where the divisor is positive;
  // elsewhere the result is left open.
  Value value = smt::DeclareFunOp::create(builder, loc, intType);
  SmallVector<Value> given{atLeast(rhs, 1)};
  Value result;
  switch (symbol.kind) {
  case Symbol::Kind::FloorDiv:
    result = smt::IntDivOp::create(builder, loc, intType, lhs, rhs);
    break;
  case Symbol::Kind::TruncDiv: {
    Value positive = smt::IntDivOp::create(builder, loc, intType, lhs, rhs);
    Value negative = negated(
        smt::IntDivOp::create(builder, loc, intType, negated(lhs), rhs));
    result =
        smt::IteOp::create(builder, loc, atLeast(lhs, 0), positive, negative);
    break;
  }
  case Symbol::Kind::UnsignedDiv:
    given.push_back(atLeast(lhs, 0));
    result = smt::IntDivOp::create(builder, loc, intType, lhs, rhs);
    break;
  default:
    given.push_back(atLeast(lhs, 0));
    result = smt::IntModOp::create(builder, loc, intType, lhs, rhs);
    break;
  }
  Value isResult = smt::EqOp::create(builder, loc, value, result);
  assertTrue(
      smt::ImpliesOp::create(builder, loc, conjunction(given), isResult));
  return value;
}

//===----------------------------------------------------------------------===//
// Facts and conditions
//===----------------------------------------------------------------------===//

void QueryBuilder::assertFacts() {
  for (const Polynomial &fact : scope.getNonNegative().getAll())
    assertTrue(atLeast(translate(fact), 0));
  for (const Polynomial &fact : scope.getZero().getAll())
    assertTrue(smt::EqOp::create(builder, loc, translate(fact), constant(0)));
  for (const Polynomial &fact : scope.getNonZero().getAll()) {
    Value isZero =
        smt::EqOp::create(builder, loc, translate(fact), constant(0));
    assertTrue(smt::NotOp::create(builder, loc, isZero));
  }
}

QueryBuilder::Number QueryBuilder::translate(SizeExpr expr) {
  switch (expr.getKind()) {
  case SizeExpr::Kind::Constant:
    return {constant(*expr.getConstant()),
            Interval::exactly(*expr.getConstant()),
            {}};
  case SizeExpr::Kind::Undefined:
    return {
        constant(0), {}, {smt::BoolConstantOp::create(builder, loc, false)}};
  case SizeExpr::Kind::Source: {
    Polynomial source = scope.resolve(values.of(expr.getSource()));
    Value value = translate(source);
    assertTrue(isWithin(value, Interval::ofWidth(64)));
    return {value, scope.rangeOf(source), {}};
  }
  default:
    return translateBinary(expr);
  }
}

QueryBuilder::Number QueryBuilder::translateBinary(SizeExpr expr) {
  Number lhs = translate(expr.getLhs()), rhs = translate(expr.getRhs());
  Number result{Value(), {}, lhs.defined};
  result.defined.append(rhs.defined);
  switch (expr.getKind()) {
  case SizeExpr::Kind::Add:
    result.value = smt::IntAddOp::create(builder, loc, intType,
                                         ValueRange{lhs.value, rhs.value});
    result.range = lhs.range + rhs.range;
    break;
  case SizeExpr::Kind::Mul:
    result.value = smt::IntMulOp::create(builder, loc, intType,
                                         ValueRange{lhs.value, rhs.value});
    result.range = lhs.range * rhs.range;
    break;
  case SizeExpr::Kind::FloorDiv:
    result.value =
        smt::IntDivOp::create(builder, loc, intType, lhs.value, rhs.value);
    result.range = floorDiv(lhs.range, rhs.range);
    result.defined.push_back(atLeast(rhs.value, 1));
    return result;
  default:
    result.value =
        smt::IntModOp::create(builder, loc, intType, lhs.value, rhs.value);
    result.range = {0,
                    rhs.range.hasHi() ? rhs.range.hi - 1 : Interval::kInfinity};
    result.defined.push_back(atLeast(rhs.value, 1));
    return result;
  }
  // Taken for granted where nothing is known, in question where bounds are.
  Value fits = isWithin(result.value, Interval::ofWidth(64));
  if (knownToLeaveWidth(result.range.forgetWidth(64), 64))
    result.defined.push_back(fits);
  else
    assertTrue(fits);
  return result;
}

Value QueryBuilder::translate(SizeCond cond) {
  if (cond.isDecided())
    return smt::BoolConstantOp::create(builder, loc, cond.isTrue());
  if (!cond.isComparison()) {
    Value parts[] = {translate(cond.getFirst()), translate(cond.getSecond())};
    if (cond.getKind() == SizeCond::Kind::And)
      return smt::AndOp::create(builder, loc, ValueRange(parts));
    return smt::OrOp::create(builder, loc, ValueRange(parts));
  }
  Number lhs = translate(cond.getLhs()), rhs = translate(cond.getRhs());
  SmallVector<Value> parts = lhs.defined;
  parts.append(rhs.defined);
  switch (cond.getKind()) {
  case SizeCond::Kind::Eq:
    parts.push_back(smt::EqOp::create(builder, loc, lhs.value, rhs.value));
    break;
  case SizeCond::Kind::Ne:
    parts.push_back(
        smt::DistinctOp::create(builder, loc, lhs.value, rhs.value));
    break;
  case SizeCond::Kind::Le:
    parts.push_back(compare(smt::IntPredicate::le, lhs.value, rhs.value));
    break;
  default:
    parts.push_back(compare(smt::IntPredicate::lt, lhs.value, rhs.value));
    break;
  }
  return conjunction(parts);
}

//===----------------------------------------------------------------------===//
// The script
//===----------------------------------------------------------------------===//

/// Asks whether `condition` can be true.
static void check(OpBuilder &builder, Location loc, Value condition) {
  smt::PushOp::create(builder, loc, 1);
  smt::AssertOp::create(builder, loc, condition);
  auto check = smt::CheckOp::create(builder, loc, TypeRange());
  OpBuilder::InsertionGuard guard(builder);
  for (Region &region : check->getRegions()) {
    builder.createBlock(&region);
    smt::YieldOp::create(builder, loc);
  }
  builder.setInsertionPointAfter(check);
  smt::PopOp::create(builder, loc, 1);
}

std::string mlir::packed::writeSmtQuery(MLIRContext *context, SizeCond cond,
                                        ArrayRef<SizeCond> held,
                                        SourceValues &values,
                                        FactScope &scope) {
  OpBuilder builder(context);
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToStart(module->getBody());
  auto solver = smt::SolverOp::create(builder, loc, TypeRange(), ValueRange());
  builder.createBlock(&solver.getBodyRegion());
  QueryBuilder query(builder, values, scope);
  query.assertFacts();
  for (SizeCond fact : held)
    query.assertTrue(query.translate(fact));
  Value holds = query.translate(cond);
  Value fails = smt::NotOp::create(builder, loc, holds);
  check(builder, loc, fails);
  check(builder, loc, holds);
  smt::YieldOp::create(builder, loc);

  std::string script;
  llvm::raw_string_ostream os(script);
  if (failed(smt::exportSMTLIB(*module, os)))
    return {};
  return script;
}
