//===- RecurrentRules.cpp - Rules of the gated delta recurrence -----------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order of sglang's fla/fused_recurrent.py; our own rules follow.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/IR/RuleCatalogue.h"
#include "packed/IR/RuleHelpers.h"
#include "packed/Rules/StridedLayout.h"

using namespace mlir;
using namespace mlir::packed;

namespace {

/// An operand that is there, and what is expected of it.
struct Operand {
  StringRef name;
  Value value;
};

class RecurrentRules {
public:
  RecurrentRules(GdnRecurrentOp op, RuleSet &rules) : op(op), rules(rules) {}

  void state() {
    requireBuffers();
    if (!requireRanks())
      return;
    requireReference();
    requireShapes();
    requireElements();
    if (rules.keepsAll() && !rules.isBroken())
      requireCuSeqlens();
  }

private:
  static int64_t rank(Value value) { return getRankOf(value); }
  SmallVector<Operand> getOperands();
  bool requireRank(Operand operand, int64_t expected);
  void requireBuffers();
  bool requireRanks();
  void requireReference();
  void requireShape(Operand operand, ArrayRef<SizeExpr> expected);
  void requireShapes();
  void requireElements();
  void requireCuSeqlens();

  /// How many sequences there are.
  SizeExpr getNumSequences() {
    if (Value cu = op.getCuSeqlens())
      return rules.dim("cu_seqlens", cu, 0) - 1;
    return rules.dim("q", op.getQ(), 0);
  }

  GdnRecurrentOp op;
  RuleSet &rules;
};

} // namespace

SmallVector<Operand> RecurrentRules::getOperands() {
  SmallVector<Operand> operands = {{"q", op.getQ()},
                                   {"k", op.getK()},
                                   {"v", op.getV()},
                                   {"g", op.getG()},
                                   {"beta", op.getBeta()},
                                   {"cu_seqlens", op.getCuSeqlens()},
                                   {"out", op.getOut()},
                                   {"initial_state", op.getInitialState()},
                                   {"final_state", op.getFinalState()}};
  llvm::erase_if(operands, [](Operand operand) { return !operand.value; });
  return operands;
}

void RecurrentRules::requireBuffers() {
  bool isTensor = isa<RankedTensorType>(op.getOut().getType());
  for (auto [name, value] : getOperands())
    rules.require(rule::RecurrentBuffers,
                  isa<RankedTensorType>(value.getType()) == isTensor, {name});
}

bool RecurrentRules::requireRank(Operand operand, int64_t expected) {
  bool fits = !operand.value || rank(operand.value) == expected;
  if (operand.value)
    rules
        .require(rule::RecurrentRank, fits,
                 {operand.name, expected, operand.value})
        .operand(operand.name, operand.value);
  return fits;
}

bool RecurrentRules::requireRanks() {
  // `beta` has a rank of its own choice.
  int64_t betaRank = rank(op.getBeta()) == 4 ? 4 : 3;
  bool fits = true;
  for (auto [operand, expected] :
       std::initializer_list<std::pair<Operand, int64_t>>{
           {{"q", op.getQ()}, 4},
           {{"k", op.getK()}, 4},
           {{"v", op.getV()}, 4},
           {{"g", op.getG()}, 3},
           {{"beta", op.getBeta()}, betaRank},
           {{"cu_seqlens", op.getCuSeqlens()}, 1},
           {{"initial_state", op.getInitialState()}, 4}})
    fits &= requireRank(operand, expected);
  return fits;
}

void RecurrentRules::requireReference() {
  if (Value cu = op.getCuSeqlens()) {
    SizeExpr batch = rules.dim("q", op.getQ(), 0);
    rules.require(rule::RecurrentBatch, batch == 1, {batch})
        .operand("q", op.getQ())
        .operand("cu_seqlens", cu);
    if (Value states = op.getInitialState()) {
      SizeExpr rows = rules.dim("initial_state", states, 0);
      rules
          .require(rule::RecurrentStates, rows == getNumSequences(),
                   {getNumSequences(), rows})
          .operand("initial_state", states)
          .operand("cu_seqlens", cu);
    }
  }
  if (std::optional<APFloat> scale = op.getScale())
    rules.require(rule::RecurrentScale,
                  !scale->isNegative() && !scale->isZero() && !scale->isNaN());
}

void RecurrentRules::requireShape(Operand operand,
                                  ArrayRef<SizeExpr> expected) {
  if (!operand.value)
    return;
  rules
      .require(rule::RecurrentShape,
               hasShape(rules, operand.name, operand.value, expected),
               {operand.name, MessageArg::Tuple(expected), operand.value})
      .operand(operand.name, operand.value);
}

void RecurrentRules::requireShapes() {
  SmallVector<SizeExpr, 4> q = rules.shape("q", op.getQ());
  SmallVector<SizeExpr, 4> v = rules.shape("v", op.getV());
  SizeExpr batch = q[0], tokens = q[1], heads = q[2], keyDim = q[3];
  SizeExpr valueHeads = v[2], valueDim = v[3];
  SmallVector<SizeExpr, 4> states = {getNumSequences(), valueHeads, valueDim,
                                     keyDim};
  SmallVector<SizeExpr, 4> values = {batch, tokens, valueHeads, valueDim};

  if (Value cu = op.getCuSeqlens()) {
    SizeExpr entries = rules.dim("cu_seqlens", cu, 0);
    rules.require(rule::CuSeqlensEmpty, entries >= 1, {})
        .operand("cu_seqlens", cu);
  }
  requireShape({"k", op.getK()}, q);
  requireShape({"v", op.getV()}, values);
  requireShape({"g", op.getG()}, ArrayRef(values).drop_back());
  requireShape({"beta", op.getBeta()},
               ArrayRef(values).take_front(rank(op.getBeta())));
  requireShape({"out", op.getOut()}, values);
  requireShape({"initial_state", op.getInitialState()}, states);
  requireShape({"final_state", op.getFinalState()}, states);
  rules
      .require(rule::RecurrentHeads,
               heads > 0 && isMultipleOf(valueHeads, heads),
               {heads, valueHeads})
      .operand("q", op.getQ())
      .operand("v", op.getV());
}

void RecurrentRules::requireElements() {
  for (auto [name, value] : getOperands()) {
    Type element = getElementTypeOrSelf(value);
    bool fits = element.isBF16() || element.isF16() || element.isF32();
    StringRef expected = "bf16, f16 or f32";
    if (name == "cu_seqlens") {
      fits = element.isInteger(32) || element.isInteger(64);
      expected = "i32 or i64";
    } else if (name == "final_state") {
      fits = element.isF32();
      expected = "f32";
    }
    rules.require(rule::RecurrentElement, fits, {name, expected, element})
        .operand(name, value);
  }
}

void RecurrentRules::requireCuSeqlens() {
  Value cu = op.getCuSeqlens();
  if (!cu)
    return;
  SizeExpr tokens = rules.dim("q", op.getQ(), 1);
  auto element = [&](SizeSource::Kind kind, int64_t position = 0) {
    return rules.element("cu_seqlens", cu, kind, position);
  };
  SizeExpr first = element(SizeSource::Kind::Element, 0);
  SizeExpr last = element(SizeSource::Kind::Element, -1);
  SizeExpr step = element(SizeSource::Kind::MinStep);
  rules.require(rule::CuSeqlensStart, first == 0, {first})
      .operand("cu_seqlens", cu);
  rules.require(rule::CuSeqlensOrder, step >= 0, {SizeExpr(0) - step})
      .operand("cu_seqlens", cu);
  rules.require(rule::CuSeqlensEnd, last == tokens, {tokens, last})
      .operand("cu_seqlens", cu)
      .operand("q", op.getQ());
}

void GdnRecurrentOp::stateRules(RuleSet &rules) {
  RecurrentRules(*this, rules).state();
}
