//===- SizeExpr.cpp - Expressions and conditions over sizes ---------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Construction and folding.
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/SizeExpr.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::packed;

namespace mlir::packed {

struct SizeExprNode {
  SizeArena *arena;
  SizeExpr::Kind kind;
  SizeSource source; // Source
  SizeExpr lhs, rhs; // the rest
};

struct SizeCondNode {
  SizeArena *arena;
  // Comparisons use the expressions, And and Or the conditions.
  SizeExpr lhs, rhs;
  SizeCond first = true, second = true;
};

} // namespace mlir::packed

//===----------------------------------------------------------------------===//
// SizeExpr
//===----------------------------------------------------------------------===//

SizeExpr SizeExpr::undefined(SizeUndefined why) {
  SizeExpr expr;
  expr.why = why;
  return expr;
}

SizeExpr SizeExpr::source(SizeArena &arena, const SizeSource &source) {
  return SizeExpr(*new (arena.Allocate<SizeExprNode>())
                      SizeExprNode{&arena, Kind::Source, source, {}, {}});
}

SizeExpr SizeExpr::get(SizeArena &arena, StringRef name, OpFoldResult value) {
  if (!value)
    return undefined(SizeUndefined::Absent);
  if (auto attr = dyn_cast<Attribute>(value))
    return cast<IntegerAttr>(attr).getInt();
  return source(arena, {SizeSource::Kind::Value, cast<Value>(value), 0, name});
}

SizeExpr::Kind SizeExpr::getKind() const {
  if (node)
    return node->kind;
  return why == SizeUndefined::No ? Kind::Constant : Kind::Undefined;
}

const SizeSource &SizeExpr::getSource() const {
  assert(getKind() == Kind::Source && "not a source");
  return node->source;
}

SizeExpr SizeExpr::getLhs() const {
  assert(getKind() >= Kind::Add && "not a binary expression");
  return node->lhs;
}

SizeExpr SizeExpr::getRhs() const {
  assert(getKind() >= Kind::Add && "not a binary expression");
  return node->rhs;
}

/// Folds `kind(lhs, rhs)` over constants; undefined where it leaves 64 bits.
static SizeExpr foldConstants(SizeExpr::Kind kind, int64_t lhs, int64_t rhs) {
  int64_t result = 0;
  bool overflows = false;
  switch (kind) {
  case SizeExpr::Kind::Add:
    overflows = llvm::AddOverflow(lhs, rhs, result);
    break;
  case SizeExpr::Kind::Mul:
    overflows = llvm::MulOverflow(lhs, rhs, result);
    break;
  case SizeExpr::Kind::FloorDiv:
    result = llvm::divideFloorSigned(lhs, rhs);
    break;
  case SizeExpr::Kind::Mod:
    result = llvm::mod(lhs, rhs);
    break;
  default:
    llvm_unreachable("not a binary expression");
  }
  return overflows ? SizeExpr::undefined(SizeUndefined::Overflow)
                   : SizeExpr(result);
}

SizeExpr SizeExpr::binary(Kind kind, SizeExpr lhs, SizeExpr rhs) {
  if (lhs.why != SizeUndefined::No)
    return lhs;
  if (rhs.why != SizeUndefined::No)
    return rhs;
  bool isDivision = kind == Kind::FloorDiv || kind == Kind::Mod;
  std::optional<int64_t> lhsConstant = lhs.getConstant();
  std::optional<int64_t> rhsConstant = rhs.getConstant();
  if (isDivision && rhsConstant && *rhsConstant <= 0)
    return undefined(SizeUndefined::DivisionByZero);
  if (lhsConstant && rhsConstant)
    return foldConstants(kind, *lhsConstant, *rhsConstant);

  // Neutral elements. A product with zero is kept: its other side could be
  // undefined, and then the product is.
  if (rhsConstant) {
    if (kind == Kind::Add && *rhsConstant == 0)
      return lhs;
    if ((kind == Kind::Mul || kind == Kind::FloorDiv) && *rhsConstant == 1)
      return lhs;
  }
  if (lhsConstant && ((kind == Kind::Add && *lhsConstant == 0) ||
                      (kind == Kind::Mul && *lhsConstant == 1)))
    return rhs;

  SizeArena *arena = lhs.node ? lhs.node->arena : rhs.node->arena;
  return SizeExpr(*new (arena->Allocate<SizeExprNode>())
                      SizeExprNode{arena, kind, {}, lhs, rhs});
}

namespace mlir::packed {
SizeExpr operator+(SizeExpr lhs, SizeExpr rhs) {
  return SizeExpr::binary(SizeExpr::Kind::Add, lhs, rhs);
}
SizeExpr operator-(SizeExpr lhs, SizeExpr rhs) {
  return lhs + SizeExpr(-1) * rhs;
}
SizeExpr operator*(SizeExpr lhs, SizeExpr rhs) {
  return SizeExpr::binary(SizeExpr::Kind::Mul, lhs, rhs);
}
SizeExpr operator%(SizeExpr lhs, SizeExpr rhs) {
  return SizeExpr::binary(SizeExpr::Kind::Mod, lhs, rhs);
}
SizeExpr floorDiv(SizeExpr lhs, SizeExpr rhs) {
  return SizeExpr::binary(SizeExpr::Kind::FloorDiv, lhs, rhs);
}
SizeExpr ceilDiv(SizeExpr lhs, SizeExpr rhs) {
  return SizeExpr(-1) * floorDiv(SizeExpr(-1) * lhs, rhs);
}
} // namespace mlir::packed

void SizeExpr::walkSources(function_ref<void(const SizeSource &)> visit) const {
  if (!node)
    return;
  if (node->kind == Kind::Source)
    return visit(node->source);
  node->lhs.walkSources(visit);
  node->rhs.walkSources(visit);
}

void SizeExpr::walkConstants(function_ref<void(int64_t)> visit) const {
  if (isConstant())
    return visit(value);
  if (!node || node->kind == Kind::Source)
    return;
  node->lhs.walkConstants(visit);
  node->rhs.walkConstants(visit);
}

SizeExpr SizeExpr::substitute(
    function_ref<std::optional<int64_t>(const SizeSource &)> known) const {
  if (!node)
    return *this;
  if (node->kind != Kind::Source)
    return binary(node->kind, node->lhs.substitute(known),
                  node->rhs.substitute(known));
  if (std::optional<int64_t> constant = known(node->source))
    return *constant;
  return *this;
}

//===----------------------------------------------------------------------===//
// SizeCond
//===----------------------------------------------------------------------===//

SizeCond SizeCond::undefined(SizeUndefined why) {
  SizeCond cond(Kind::Undefined, nullptr);
  cond.why = why;
  return cond;
}

SizeExpr SizeCond::getLhs() const {
  assert(isComparison() && "not a comparison");
  return node->lhs;
}

SizeExpr SizeCond::getRhs() const {
  assert(isComparison() && "not a comparison");
  return node->rhs;
}

SizeCond SizeCond::getFirst() const {
  assert(kind >= Kind::And && "neither And nor Or");
  return node->first;
}

SizeCond SizeCond::getSecond() const {
  assert(kind >= Kind::And && "neither And nor Or");
  return node->second;
}

static bool foldComparison(SizeCond::Kind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case SizeCond::Kind::Eq:
    return lhs == rhs;
  case SizeCond::Kind::Ne:
    return lhs != rhs;
  case SizeCond::Kind::Le:
    return lhs <= rhs;
  case SizeCond::Kind::Lt:
    return lhs < rhs;
  default:
    llvm_unreachable("not a comparison");
  }
}

SizeCond SizeCond::compare(Kind kind, SizeExpr lhs, SizeExpr rhs) {
  for (SizeExpr side : {lhs, rhs})
    if (side.getUndefined() != SizeUndefined::No)
      return undefined(side.getUndefined());
  if (lhs.isConstant() && rhs.isConstant())
    return foldComparison(kind, *lhs.getConstant(), *rhs.getConstant());
  const SizeExprNode *key = static_cast<const SizeExprNode *>(
      lhs.getKey() ? lhs.getKey() : rhs.getKey());
  return SizeCond(kind, new (key->arena->Allocate<SizeCondNode>())
                            SizeCondNode{key->arena, lhs, rhs});
}

SizeCond SizeCond::combine(Kind kind, SizeCond lhs, SizeCond rhs) {
  // What decides alone, whatever the other side is.
  Kind absorbing = kind == Kind::And ? Kind::False : Kind::True;
  Kind neutral = kind == Kind::And ? Kind::True : Kind::False;
  if (lhs.kind == absorbing || rhs.kind == neutral)
    return lhs;
  if (rhs.kind == absorbing || lhs.kind == neutral)
    return rhs;
  if (!lhs.node || !rhs.node)
    return lhs.node ? rhs : lhs; // one side is undefined
  SizeArena *arena = lhs.node->arena;
  return SizeCond(kind, new (arena->Allocate<SizeCondNode>())
                            SizeCondNode{arena, {}, {}, lhs, rhs});
}

namespace mlir::packed {
SizeCond operator&&(SizeCond lhs, SizeCond rhs) {
  return SizeCond::combine(SizeCond::Kind::And, lhs, rhs);
}
SizeCond operator||(SizeCond lhs, SizeCond rhs) {
  return SizeCond::combine(SizeCond::Kind::Or, lhs, rhs);
}
SizeCond operator!(SizeCond cond) {
  using Kind = SizeCond::Kind;
  switch (cond.kind) {
  case Kind::False:
  case Kind::True:
    return cond.isFalse();
  case Kind::Undefined:
    return cond;
  case Kind::Eq:
    return cond.getLhs() != cond.getRhs();
  case Kind::Ne:
    return cond.getLhs() == cond.getRhs();
  case Kind::Le:
    return cond.getRhs() < cond.getLhs();
  case Kind::Lt:
    return cond.getRhs() <= cond.getLhs();
  case Kind::And:
    return !cond.getFirst() || !cond.getSecond();
  case Kind::Or:
    return !cond.getFirst() && !cond.getSecond();
  }
  llvm_unreachable("unknown condition");
}
} // namespace mlir::packed

void SizeCond::walkSources(function_ref<void(const SizeSource &)> visit) const {
  if (isDecided())
    return;
  if (isComparison()) {
    node->lhs.walkSources(visit);
    return node->rhs.walkSources(visit);
  }
  node->first.walkSources(visit);
  node->second.walkSources(visit);
}

void SizeCond::walkConstants(function_ref<void(int64_t)> visit) const {
  if (isDecided())
    return;
  if (isComparison()) {
    node->lhs.walkConstants(visit);
    return node->rhs.walkConstants(visit);
  }
  node->first.walkConstants(visit);
  node->second.walkConstants(visit);
}

bool SizeCond::readsElements() const {
  bool reads = false;
  walkSources([&](const SizeSource &source) { reads |= source.isElement(); });
  return reads;
}

SizeCond SizeCond::substitute(
    function_ref<std::optional<int64_t>(const SizeSource &)> known) const {
  if (isDecided())
    return *this;
  if (isComparison())
    return compare(kind, node->lhs.substitute(known),
                   node->rhs.substitute(known));
  return combine(kind, node->first.substitute(known),
                 node->second.substitute(known));
}
