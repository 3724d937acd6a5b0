//===- DecodeRules.cpp - Rules of packed decode ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the order of sglang's fla/fused_recurrent.py, which GDN and KDA share but
// for the shapes of the gates; our own rules follow.
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"
#include "packed/IR/RuleCatalogue.h"
#include "packed/IR/RuleHelpers.h"
#include "packed/Rules/StridedLayout.h"

using namespace mlir;
using namespace mlir::packed;

namespace {

/// Names of the operands of a decode op, in order.
constexpr llvm::StringLiteral kOperandNames[] = {
    "mixed_qkv",    "a", "b", "A_log", "dt_bias", "ssm_state_indices", "out",
    "initial_state"};

/// States the rules of one decode op. `OpTy` is GdnDecodeOp or KdaDecodeOp.
template <typename OpTy>
class DecodeRules {
public:
  DecodeRules(OpTy op, RuleSet &rules) : op(op), rules(rules) {}

  void state() {
    // Rules about dims need the rank, so a wrong rank ends the list.
    requireBuffers();
    if (requireOperandRanks() && requireStateRank())
      requireShapes();
  }

private:
  static constexpr bool isKda = std::is_same_v<OpTy, KdaDecodeOp>;

  static int64_t rank(Value value) { return getRankOf(value); }

  bool requireOperandRanks();
  bool requireStateRank();
  void requireBuffers();
  void requireDevices();
  void requireShapes();
  void requireGates();
  void requireParams();
  void requireHeads();
  void requireInnerStrides();
  void requireElements();

  SizeExpr dim(StringRef name, Value value, unsigned index) {
    return rules.dim(name, value, index);
  }

  OpTy op;
  RuleSet &rules;
  // Of the pool.
  SizeExpr batch, slots, valueHeads, valueDim, keyDim;
};

} // namespace

template <typename OpTy>
void DecodeRules<OpTy>::requireBuffers() {
  bool isTensor = isa<RankedTensorType>(op.getOut().getType());
  for (OpOperand &operand : op->getOpOperands())
    rules.require(rule::MixedBuffers,
                  isa<RankedTensorType>(operand.get().getType()) == isTensor,
                  {kOperandNames[operand.getOperandNumber()]});
}

template <typename OpTy>
bool DecodeRules<OpTy>::requireOperandRanks() {
  Value qkv = op.getMixedQkv(), a = op.getA(), b = op.getB();
  Value aLog = op.getALog(), dtBias = op.getDtBias();
  Value indices = op.getSsmStateIndices();

  SizeExpr qkvRank = rules.rank("mixed_qkv", qkv);
  rules.require(rule::MixedQkvRank, qkvRank == 2, {qkvRank})
      .operand("mixed_qkv", qkv);
  if (rank(qkv) != 2)
    return false;
  rules.require(rule::MixedQkvDense, isLastDimDense(rules, "mixed_qkv", qkv))
      .operand("mixed_qkv", qkv);

  SizeExpr aRank = rules.rank("a", a), bRank = rules.rank("b", b);
  rules.require(rule::GatesRank, aRank == 2 && bRank == 2, {aRank, bRank})
      .operand("a", a)
      .operand("b", b);
  if (rank(a) != 2 || rank(b) != 2)
    return false;
  rules
      .require(rule::GatesDense,
               isLastDimDense(rules, "a", a) && isLastDimDense(rules, "b", b))
      .operand("a", a)
      .operand("b", b);

  rules
      .require(rule::ParamsRank, rules.rank("A_log", aLog) == 1 &&
                                     rules.rank("dt_bias", dtBias) == 1)
      .operand("A_log", aLog)
      .operand("dt_bias", dtBias);
  if (rank(aLog) != 1 || rank(dtBias) != 1)
    return false;
  rules
      .require(rule::ParamsDense, isContiguous(rules, "A_log", aLog) &&
                                      isContiguous(rules, "dt_bias", dtBias))
      .operand("A_log", aLog)
      .operand("dt_bias", dtBias);

  SizeExpr indicesRank = rules.rank("ssm_state_indices", indices);
  rules.require(rule::IndicesRank, indicesRank == 1, {indicesRank})
      .operand("ssm_state_indices", indices);
  if (rank(indices) != 1)
    return false;
  rules.require(rule::OutDense, isContiguous(rules, "out", op.getOut()))
      .operand("out", op.getOut());
  requireDevices();
  return true;
}

template <typename OpTy>
void DecodeRules<OpTy>::requireDevices() {
  Value first = op.getMixedQkv();
  SizeCond isSame = true;
  OpOperand *other = nullptr;
  for (OpOperand &operand : op->getOpOperands().drop_front()) {
    StringRef name = kOperandNames[operand.getOperandNumber()];
    SizeCond shared =
        rules.shareMemorySpace(name, operand.get(), "mixed_qkv", first);
    if (shared.isFalse() && !other)
      other = &operand;
    isSame = isSame && shared;
  }
  RuleSet::Statement statement = rules.require(rule::SameDevice, isSame);
  if (other)
    statement.operand("mixed_qkv", first)
        .operand(kOperandNames[other->getOperandNumber()], other->get());
}

template <typename OpTy>
bool DecodeRules<OpTy>::requireStateRank() {
  Value qkv = op.getMixedQkv(), indices = op.getSsmStateIndices();
  Value pool = op.getInitialState();
  SizeExpr rows[] = {dim("mixed_qkv", qkv, 0), dim("a", op.getA(), 0),
                     dim("b", op.getB(), 0)};
  // Whichever is known tells most about the others.
  const SizeExpr *known =
      llvm::find_if(rows, [](SizeExpr size) { return size.isConstant(); });
  batch = known == std::end(rows) ? rows[0] : *known;
  SizeCond isBatch = true;
  for (SizeExpr size : rows)
    if (size.isConstant() || size.getKey() != batch.getKey())
      isBatch = isBatch && size == batch;

  rules.require(rule::BatchMismatch, isBatch, {rows[0], rows[1], rows[2]})
      .operand("mixed_qkv", qkv)
      .operand("a", op.getA())
      .operand("b", op.getB());
  rules
      .require(rule::IndicesShape,
               dim("ssm_state_indices", indices, 0) == batch,
               {indices, MessageArg::Tuple{batch}})
      .operand("ssm_state_indices", indices);
  SizeExpr poolRank = rules.rank("initial_state", pool);
  rules.require(rule::StateRank, poolRank == 4, {poolRank})
      .operand("initial_state", pool);
  if (rank(pool) != 4)
    return false;
  rules.require(rule::StateDense, isLastDimDense(rules, "initial_state", pool))
      .operand("initial_state", pool);

  bool isVK = op.getStateOrder() == StateOrder::VK;
  slots = dim("initial_state", pool, 0);
  valueHeads = dim("initial_state", pool, 1);
  valueDim = dim("initial_state", pool, isVK ? 2 : 3);
  keyDim = dim("initial_state", pool, isVK ? 3 : 2);
  return true;
}

template <typename OpTy>
void DecodeRules<OpTy>::requireShapes() {
  requireGates();
  requireParams();
  MessageArg::Tuple shape = {batch, 1, valueHeads, valueDim};
  rules
      .require(rule::OutShape, hasShape(rules, "out", op.getOut(), shape),
               {shape, op.getOut()})
      .operand("out", op.getOut());
  requireHeads();
  requireInnerStrides();
  rules
      .require(rule::StatePositive,
               valueHeads > 0 && valueDim > 0 && keyDim > 0,
               {valueHeads, valueDim, keyDim})
      .operand("initial_state", op.getInitialState());
  requireElements();
}

template <typename OpTy>
void DecodeRules<OpTy>::requireGates() {
  Value a = op.getA(), b = op.getB();
  SizeCond fitsB = hasShape(rules, "b", b, {batch, valueHeads});
  if constexpr (isKda) {
    rules
        .require(rule::KdaAShape,
                 hasShape(rules, "a", a, {batch, valueHeads * keyDim}),
                 {valueHeads, keyDim, a})
        .operand("a", a)
        .operand("initial_state", op.getInitialState());
    rules.require(rule::KdaBShape, fitsB, {valueHeads, b})
        .operand("b", b)
        .operand("initial_state", op.getInitialState());
  } else {
    rules
        .require(rule::GdnGatesShape,
                 hasShape(rules, "a", a, {batch, valueHeads}) && fitsB,
                 {valueHeads, a, b})
        .operand("a", a)
        .operand("b", b)
        .operand("initial_state", op.getInitialState());
  }
}

template <typename OpTy>
void DecodeRules<OpTy>::requireParams() {
  Value aLog = op.getALog(), dtBias = op.getDtBias();
  SizeExpr aLogSize = dim("A_log", aLog, 0);
  SizeExpr dtBiasSize = dim("dt_bias", dtBias, 0);
  if constexpr (isKda) {
    rules.require(rule::KdaALog, aLogSize == valueHeads, {valueHeads, aLogSize})
        .operand("A_log", aLog);
    rules
        .require(rule::KdaDtBias, dtBiasSize == valueHeads * keyDim,
                 {valueHeads * keyDim, dtBiasSize})
        .operand("dt_bias", dtBias);
  } else {
    rules
        .require(rule::GdnParams,
                 aLogSize == valueHeads && dtBiasSize == valueHeads,
                 {valueHeads, aLogSize, dtBiasSize})
        .operand("A_log", aLog)
        .operand("dt_bias", dtBias);
  }
}

template <typename OpTy>
void DecodeRules<OpTy>::requireHeads() {
  Value qkv = op.getMixedQkv(), pool = op.getInitialState();
  SizeExpr width = dim("mixed_qkv", qkv, 1);
  SizeExpr qkWidth = width - valueHeads * valueDim;
  rules
      .require(rule::PackedWidth, qkWidth > 0 && isMultipleOf(qkWidth, 2),
               {width, valueHeads, valueDim})
      .note("v takes HV*V = {0} of the {1} columns, which leaves {2} for q and "
            "k",
            {valueHeads * valueDim, width, qkWidth})
      .operand("mixed_qkv", qkv)
      .operand("initial_state", pool);

  SizeExpr qSize = floorDiv(qkWidth, 2);
  rules
      .require(rule::PackedQSize, isMultipleOf(qSize, keyDim),
               {qSize, keyDim,
                isKda ? " KDA packed decode requires num_q_heads == "
                        "num_k_heads and head_q_dim == head_k_dim."
                      : ""})
      .note("Q size {0} = (mixed_qkv.shape[1] {1} - HV*V {2}) / 2",
            {qSize, width, valueHeads * valueDim})
      .operand("mixed_qkv", qkv)
      .operand("initial_state", pool);

  SizeExpr heads = floorDiv(qSize, keyDim);
  rules
      .require(rule::HeadConfig, heads > 0 && isMultipleOf(valueHeads, heads),
               {heads, valueHeads})
      .note("H {0} = Q size {1} / K {2}", {heads, qSize, keyDim})
      .operand("mixed_qkv", qkv)
      .operand("initial_state", pool);
  SizeExpr declared = rules.size("num_q_heads", op.getNumQHeadsAttr());
  rules.require(rule::DeclaredHeads, heads == declared, {declared, heads})
      .operand("mixed_qkv", qkv)
      .operand("initial_state", pool);
}

template <typename OpTy>
void DecodeRules<OpTy>::requireInnerStrides() {
  Value pool = op.getInitialState();
  if (rules.isDense(pool))
    return;
  SizeExpr rows = dim("initial_state", pool, 2);
  SizeExpr columns = dim("initial_state", pool, 3);
  SizeExpr headStride = rules.stride("initial_state", pool, 1);
  SizeExpr rowStride = rules.stride("initial_state", pool, 2);
  // A stride that no step uses is free.
  rules
      .require(rule::StateInner,
               valueHeads == 1 || headStride == rows * columns,
               {rows * columns, "heads", headStride})
      .operand("initial_state", pool);
  rules
      .require(rule::StateInner, rows == 1 || rowStride == columns,
               {columns, "rows", rowStride})
      .operand("initial_state", pool);
}

template <typename OpTy>
void DecodeRules<OpTy>::requireElements() {
  Builder b(op.getContext());
  Type floats[] = {b.getBF16Type(), b.getF16Type(), b.getF32Type()};
  Type integers[] = {b.getI32Type(), b.getI64Type()};
  for (OpOperand &operand : op->getOpOperands()) {
    StringRef name = kOperandNames[operand.getOperandNumber()];
    Value value = operand.get();
    bool isIndices = name == "ssm_state_indices";
    rules
        .require(rule::DecodeElement,
                 rules.hasElementType(name, value,
                                      isIndices ? ArrayRef<Type>(integers)
                                                : ArrayRef<Type>(floats)),
                 {name, isIndices ? "i32 or i64" : "bf16, f16 or f32",
                  rules.elementType(name, value)})
        .operand(name, value);
  }
  Value indices = op.getSsmStateIndices();
  if (!rules.keepsAll() || rules.isBroken())
    return;
  SizeExpr last =
      rules.element("ssm_state_indices", indices, SizeSource::Kind::MaxElement);
  rules.require(rule::IndexInPool, last < slots, {last, slots})
      .operand("ssm_state_indices", indices)
      .operand("initial_state", op.getInitialState());
}

void GdnDecodeOp::stateRules(RuleSet &rules) {
  DecodeRules<GdnDecodeOp>(*this, rules).state();
}
void KdaDecodeOp::stateRules(RuleSet &rules) {
  DecodeRules<KdaDecodeOp>(*this, rules).state();
}
