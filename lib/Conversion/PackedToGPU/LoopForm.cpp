//===- LoopForm.cpp - The scalar loop form of the kernel ------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form that serves every step: head sizes that only run time knows, a pool
// with an odd pitch, keys that fit no register tile, states with rows of K. A
// group of lanes walks a row twice, element by element: once for the sums, once
// to update. A state with rows of K wants one lane a row, so that neighbouring
// lanes touch neighbouring v.
//
//===----------------------------------------------------------------------===//

#include "KernelForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::packed;

using Operand = DecodeOperand;
using Size = KernelArg::Size;

namespace {

class LoopEmitter {
public:
  LoopEmitter(KernelBuilder &b, const Schedule &schedule)
      : b(b), schedule(schedule), desc(b.getDesc()) {}

  void emit();

private:
  /// Sums over the keys of a row, all as read and before any norm.
  enum Sum { StateKey, StateQuery, KeyQuery, QueryQuery, KeyKey, NumSums };

  void emitStep();
  void emitRow(Value row);
  Value getElementAddress(Value row, Value key);
  Value loadDecayed(Value row, Value key);
  Value loadPacked(Value base, Value offset);
  SmallVector<Value> emitSums(Value row);
  void emitUpdate(Value row, Value keyScale);
  void storeOut(Value row, Value value);

  KernelBuilder &b;
  const Schedule &schedule;
  const DecodeDesc &desc;

  KernelPosition at;
  PackedRow packed;
  ChannelGates gates;
  Value keyDim, valueDim, stateAddress, outAddress;
  Value rate, headDecay, beta;
};

} // namespace

void LoopEmitter::emit() {
  if (schedule.pdl) {
    b.launchDependents();
    b.waitForPrerequisites();
  }
  at = emitPosition(b, schedule);
  keyDim = b.getSize(Size::KeyDim);
  valueDim = b.getSize(Size::ValueDim);
  outAddress = emitOutAddress(b, at);
  Value first = b.add(b.mul(at.rowTile, b.i32(schedule.getRowsPerBlock())),
                      b.mul(at.warp, b.i32(schedule.rowsPerWarp)));
  Value row = b.add(first, at.rowOfWarp);
  Value isPadding =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, at.slot, b.i64(0));
  // Rows beyond the last one compute on it and store nothing: lanes of a warp
  // must stay together for the sums.
  b.ifThenElse(
      isPadding, [&] { storeOut(row, b.f32(0.0)); },
      [&] {
        emitStep();
        emitRow(row);
      });
}

void LoopEmitter::emitStep() {
  stateAddress = emitStateAddress(b, at);
  packed = emitPackedRow(b, at);
  beta = emitSigmoid(b, emitBetaLogit(b, at));
  rate = b.exp(emitLogRate(b, at));
  if (desc.perChannelDecay) {
    gates = emitChannelGates(b, at);
    return;
  }
  HeadGates head = emitHeadGates(b, at);
  headDecay = emitDecay(b, rate, head.a, head.bias);
}

void LoopEmitter::storeOut(Value row, Value value) {
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        at.laneOfRow, b.i32(0));
  b.ifThen(arith::AndIOp::create(b, isFirst, b.ult(row, valueDim)), [&] {
    b.store(Operand::Out, b.advance(outAddress, Operand::Out, row), value);
  });
}

Value LoopEmitter::getElementAddress(Value row, Value key) {
  Value offset =
      desc.keyMajorState
          ? b.add(b.mul(b.toI64(key), b.toI64(valueDim)), b.toI64(row))
          : b.add(b.mul(b.toI64(row), b.toI64(keyDim)), b.toI64(key));
  return b.advance(stateAddress, Operand::State, offset);
}

Value LoopEmitter::loadPacked(Value base, Value offset) {
  return b.load(Operand::MixedQkv, b.advance(base, Operand::MixedQkv, offset));
}

Value LoopEmitter::loadDecayed(Value row, Value key) {
  Value state = b.load(Operand::State, getElementAddress(row, key));
  if (!desc.perChannelDecay)
    return b.fmul(state, headDecay);
  Value a = b.load(Operand::A, b.advance(gates.a, Operand::A, key));
  Value bias =
      b.load(Operand::DtBias, b.advance(gates.bias, Operand::DtBias, key));
  return b.fmul(state, emitDecay(b, rate, a, bias));
}

SmallVector<Value> LoopEmitter::emitSums(Value row) {
  SmallVector<Value> zeros(NumSums, b.f32(0.0));
  SmallVector<Value> sums =
      b.forLoop(at.laneOfRow, keyDim, b.i32(schedule.lanesPerRow), zeros,
                [&](Value index, ValueRange sum) -> SmallVector<Value> {
                  Value state = loadDecayed(row, index);
                  Value query = loadPacked(packed.query, index);
                  Value key = loadPacked(packed.key, index);
                  return {b.fma(state, key, sum[StateKey]),
                          b.fma(state, query, sum[StateQuery]),
                          b.fma(key, query, sum[KeyQuery]),
                          b.fma(query, query, sum[QueryQuery]),
                          b.fma(key, key, sum[KeyKey])};
                });
  for (Value &sum : sums)
    sum = b.sumLanes(sum, schedule.lanesPerRow);
  return sums;
}

void LoopEmitter::emitUpdate(Value row, Value keyScale) {
  b.forLoop(at.laneOfRow, keyDim, b.i32(schedule.lanesPerRow), {},
            [&](Value index, ValueRange) -> SmallVector<Value> {
              Value key = loadPacked(packed.key, index);
              b.store(Operand::State, getElementAddress(row, index),
                      b.fma(key, keyScale, loadDecayed(row, index)));
              return {};
            });
}

void LoopEmitter::emitRow(Value row) {
  Value exists = b.ult(row, valueDim);
  Value last = b.add(valueDim, b.i32(-1));
  Value readable = arith::SelectOp::create(b, exists, row, last);
  SmallVector<Value> sums = emitSums(readable);
  Value queryFactor = emitScale(b), keyFactor = b.f32(1.0);
  if (desc.useQkL2norm) {
    queryFactor = b.fmul(queryFactor, emitNormFactor(b, sums[QueryQuery]));
    keyFactor = emitNormFactor(b, sums[KeyKey]);
  }
  Value stateKey = b.fmul(sums[StateKey], keyFactor);
  Value value = loadPacked(packed.value, readable);
  Value delta = b.fmul(b.fadd(value, b.fmul(stateKey, b.f32(-1.0))), beta);
  Value keyQuery = b.fmul(b.fmul(sums[KeyQuery], keyFactor), queryFactor);
  storeOut(row, b.fma(delta, keyQuery, b.fmul(sums[StateQuery], queryFactor)));
  b.ifThen(exists, [&] { emitUpdate(readable, b.fmul(delta, keyFactor)); });
}

void mlir::packed::emitLoopForm(KernelBuilder &b, const Schedule &schedule) {
  LoopEmitter(b, schedule).emit();
}
