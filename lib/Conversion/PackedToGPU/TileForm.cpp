//===- TileForm.cpp - The register tile form of the kernel ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each lane holds its slice of a few state rows in registers: loaded once,
// stored once, in vectors. The K values of a row lie over `lanes_per_row` lanes
// in chunks: lane l holds elements (c * lanes + l) * length ... + length of
// chunk c, so that neighbouring lanes touch neighbouring addresses.
//
// One pass over the state: with S the decayed old state, S.k and S.q are
// reduced together, then d = (v - S.k) * beta and out = S.q + d * (k.q). The
// norms of q and k, and a decay that is the same for all keys, are factors on
// these sums, so no reduction waits for another or for a gate.
//
// Order: all loads, then the branch away for padding, then arithmetic. What
// does not hang on the slot goes out together with the slot and has arrived
// when the state is asked for. The branch keeps ptxas from moving gate
// arithmetic, and its waiting, before the loads of the state; so these run
// under a predicate. With a dependent launch only the slot and the state may be
// read early.
//
// No lane leaves early and loads are never branched around: a lane beyond the
// last row or key reads a place inside the state, and only its stores are
// switched off.
//
//===----------------------------------------------------------------------===//

#include "KernelForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::packed;

using Operand = DecodeOperand;

namespace {

class TileEmitter {
public:
  TileEmitter(KernelBuilder &b, const Schedule &schedule)
      : b(b), schedule(schedule), desc(b.getDesc()),
        length(getVectorLength(desc.getScheduleProblem())),
        numChunks(llvm::divideCeil(desc.keyDim, length * schedule.lanesPerRow)),
        numSteps(schedule.rowsPerWarp / schedule.getRowsAtOnce()) {}

  void emit();

private:
  /// A lane's slice of one row of keys: a vector per chunk.
  using Chunks = SmallVector<Value>;

  /// A state row that this lane takes part in.
  struct Row {
    Value index;
    /// Null where every row exists.
    Value exists;
    Chunks state;
    Value v;
    /// S.k and S.q of the decayed state, without the factors on q and k.
    Value stateKey, stateQuery;
  };

  /// What the token brings, as read.
  struct Token {
    Chunks query, key;
    Value beta, a, bias, rate;
    Chunks channelA, channelBias;
  };

  /// What is computed from the token alone.
  struct Factors {
    /// On q (norm and scale), on k (norm; null for one), k.q with both.
    Value query, key, keyQuery;
    /// exp(g), per head or per channel.
    Value decay;
    Chunks channelDecay;
  };

  void emitLanes();
  void emitRows();
  void emitToken();
  void emitFactors();
  void emitDecays();
  void emitStep();
  void emitZeroRows();
  void loadStates();
  void emitSums(Row &row);
  Value emitDelta(const Row &row);
  void storeState(const Row &row, Value delta);
  void storeOuts(ArrayRef<Value> outs);

  Value getChunkAddress(Operand operand, Value base, unsigned chunk);
  /// Zero for the keys that this lane does not have.
  Value maskChunk(unsigned chunk, Value value);
  Chunks loadChunks(Operand operand, Value base);
  Value dot(ArrayRef<Value> lhs, ArrayRef<Value> rhs);
  Value getRowAddress(const Row &row);

  KernelBuilder &b;
  const Schedule &schedule;
  const DecodeDesc &desc;
  const unsigned length, numChunks, numSteps;

  KernelPosition at;
  Value stateAddress, outAddress;
  /// Whether the request has a state.
  Value isLive;
  /// First element of this lane in each chunk.
  SmallVector<Value> chunkOffsets;
  /// Whether this lane has elements in the last chunk; null when all have.
  Value inLastChunk;
  SmallVector<Row> rows;
  Token token;
  Factors factors;
};

} // namespace

void TileEmitter::emit() {
  if (schedule.pdl)
    b.launchDependents();
  at = emitPosition(b, schedule);
  outAddress = emitOutAddress(b, at);
  emitLanes();
  emitRows();
  isLive =
      arith::CmpIOp::create(b, arith::CmpIPredicate::sge, at.slot, b.i64(0));
  if (schedule.pdl) {
    loadStates();
    // The predecessors may still run. So far only the state and its slot have
    // been read, which the caller promises that nothing in flight writes.
    b.waitForPrerequisites();
    emitToken();
  } else {
    emitToken();
    loadStates();
  }
  b.pinLoads();
  b.ifThenElse(isLive, [&] { emitStep(); }, [&] { emitZeroRows(); });
}

//===----------------------------------------------------------------------===//
// Geometry
//===----------------------------------------------------------------------===//

void TileEmitter::emitLanes() {
  Value first = b.mul(at.laneOfRow, b.i32(length));
  for (unsigned chunk = 0; chunk < numChunks; ++chunk)
    chunkOffsets.push_back(
        b.add(first, b.i32(chunk * schedule.lanesPerRow * length)));
  if (desc.keyDim % (length * schedule.lanesPerRow) == 0)
    return;
  inLastChunk = b.ult(chunkOffsets.back(), b.i32(desc.keyDim));
  chunkOffsets.back() =
      arith::SelectOp::create(b, inLastChunk, chunkOffsets.back(), b.i32(0));
}

void TileEmitter::emitRows() {
  Value first = b.add(b.mul(at.rowTile, b.i32(schedule.getRowsPerBlock())),
                      b.mul(at.warp, b.i32(schedule.rowsPerWarp)));
  first = b.add(first, at.rowOfWarp);
  bool isRagged = desc.valueDim % schedule.getRowsPerBlock() != 0;
  for (unsigned step = 0; step < numSteps; ++step) {
    Row row;
    row.index = b.add(first, b.i32(step * schedule.getRowsAtOnce()));
    if (isRagged) {
      row.exists = b.ult(row.index, b.i32(desc.valueDim));
      row.index = arith::SelectOp::create(b, row.exists, row.index,
                                          b.i32(desc.valueDim - 1));
    }
    rows.push_back(row);
  }
}

Value TileEmitter::getRowAddress(const Row &row) {
  return b.advance(stateAddress, Operand::State,
                   b.mul(row.index, b.i32(desc.keyDim)));
}

Value TileEmitter::getChunkAddress(Operand operand, Value base,
                                   unsigned chunk) {
  return b.advance(base, operand, chunkOffsets[chunk]);
}

Value TileEmitter::maskChunk(unsigned chunk, Value value) {
  return b.keepIf(chunk + 1 == numChunks ? inLastChunk : Value(), value);
}

TileEmitter::Chunks TileEmitter::loadChunks(Operand operand, Value base) {
  Chunks chunks;
  for (unsigned chunk = 0; chunk < numChunks; ++chunk)
    chunks.push_back(maskChunk(
        chunk, b.load(operand, getChunkAddress(operand, base, chunk), length)));
  return chunks;
}

//===----------------------------------------------------------------------===//
// The token
//===----------------------------------------------------------------------===//

void TileEmitter::emitToken() {
  PackedRow packed = emitPackedRow(b, at);
  token.query = loadChunks(Operand::MixedQkv, packed.query);
  token.key = loadChunks(Operand::MixedQkv, packed.key);
  for (Row &row : rows)
    row.v = b.load(Operand::MixedQkv,
                   b.advance(packed.value, Operand::MixedQkv, row.index));
  token.beta = emitBetaLogit(b, at);
  token.rate = emitLogRate(b, at);
  if (desc.perChannelDecay) {
    ChannelGates gates = emitChannelGates(b, at);
    token.channelA = loadChunks(Operand::A, gates.a);
    token.channelBias = loadChunks(Operand::DtBias, gates.bias);
    return;
  }
  HeadGates gates = emitHeadGates(b, at);
  token.a = gates.a;
  token.bias = gates.bias;
}

Value TileEmitter::dot(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  Value sum;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    sum = b.fma(left, right, sum);
  return b.sumLanes(b.sumElements(sum), schedule.lanesPerRow);
}

void TileEmitter::emitDecays() {
  Value rate = b.exp(token.rate);
  if (!desc.perChannelDecay) {
    factors.decay = emitDecay(b, rate, token.a, token.bias);
    return;
  }
  for (auto [a, bias] : llvm::zip_equal(token.channelA, token.channelBias))
    factors.channelDecay.push_back(emitDecay(b, rate, a, bias));
}

void TileEmitter::emitFactors() {
  emitDecays();
  token.beta = emitSigmoid(b, token.beta);
  factors.query = emitScale(b);
  factors.keyQuery = dot(token.key, token.query);
  if (desc.useQkL2norm) {
    Value queryNorm = emitNormFactor(b, dot(token.query, token.query));
    factors.query = b.fmul(factors.query, queryNorm);
    factors.key = emitNormFactor(b, dot(token.key, token.key));
    factors.keyQuery = b.fmul(factors.keyQuery, factors.key);
  }
  factors.keyQuery = b.fmul(factors.keyQuery, factors.query);
}

//===----------------------------------------------------------------------===//
// The state
//===----------------------------------------------------------------------===//

void TileEmitter::loadStates() {
  stateAddress = emitStateAddress(b, at);
  for (Row &row : rows) {
    Value address = getRowAddress(row);
    for (unsigned chunk = 0; chunk < numChunks; ++chunk)
      row.state.push_back(maskChunk(
          chunk, b.loadIf(isLive, Operand::State,
                          getChunkAddress(Operand::State, address, chunk),
                          length, schedule.streaming)));
  }
}

void TileEmitter::emitSums(Row &row) {
  for (auto [chunk, decay] : llvm::zip(row.state, factors.channelDecay))
    chunk = b.fmul(chunk, decay);
  row.stateKey = dot(row.state, token.key);
  row.stateQuery = dot(row.state, token.query);
  if (!factors.decay)
    return;
  row.stateKey = b.fmul(row.stateKey, factors.decay);
  row.stateQuery = b.fmul(row.stateQuery, factors.decay);
}

/// (v - S.k) * beta.
Value TileEmitter::emitDelta(const Row &row) {
  Value stateKey = row.stateKey;
  if (factors.key)
    stateKey = b.fmul(stateKey, factors.key);
  return b.fmul(b.fadd(row.v, b.fmul(stateKey, b.f32(-1.0))), token.beta);
}

void TileEmitter::storeState(const Row &row, Value delta) {
  Value address = getRowAddress(row);
  Value scale = factors.key ? b.fmul(delta, factors.key) : delta;
  auto storeChunk = [&](unsigned chunk) {
    Value state = row.state[chunk], key = token.key[chunk];
    if (factors.decay)
      state = b.fmul(state, b.broadcast(factors.decay, state.getType()));
    Value next = b.fma(key, b.broadcast(scale, key.getType()), state);
    b.store(Operand::State, getChunkAddress(Operand::State, address, chunk),
            next, schedule.streaming);
  };
  b.ifThen(row.exists, [&] {
    for (unsigned chunk = 0; chunk + 1 < numChunks; ++chunk)
      storeChunk(chunk);
    b.ifThen(inLastChunk, [&] { storeChunk(numChunks - 1); });
  });
}

//===----------------------------------------------------------------------===//
// The output
//===----------------------------------------------------------------------===//

/// Stores one value per row of this lane group. All lanes of the group hold all
/// of them, so lane i stores row i: one store instead of one per row.
void TileEmitter::storeOuts(ArrayRef<Value> outs) {
  for (unsigned first = 0; first < numSteps; first += schedule.lanesPerRow) {
    unsigned count = std::min(numSteps - first, schedule.lanesPerRow);
    Row mine = rows[first];
    Value out = outs[first];
    for (unsigned i = 1; i < count; ++i) {
      Value isMine = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                           at.laneOfRow, b.i32(i));
      auto choose = [&](Value value, Value otherwise) -> Value {
        return arith::SelectOp::create(b, isMine, value, otherwise);
      };
      const Row &row = rows[first + i];
      mine.index = choose(row.index, mine.index);
      out = choose(outs[first + i], out);
      if (row.exists)
        mine.exists = choose(row.exists, mine.exists);
    }
    Value stores = b.ult(at.laneOfRow, b.i32(count));
    if (mine.exists)
      stores = arith::AndIOp::create(b, stores, mine.exists);
    b.ifThen(stores, [&] {
      b.store(Operand::Out, b.advance(outAddress, Operand::Out, mine.index),
              out);
    });
  }
}

void TileEmitter::emitZeroRows() {
  storeOuts(SmallVector<Value>(numSteps, b.f32(0.0)));
}

void TileEmitter::emitStep() {
  emitFactors();
  for (Row &row : rows)
    emitSums(row);
  SmallVector<Value> outs;
  for (const Row &row : rows) {
    Value delta = emitDelta(row);
    outs.push_back(
        b.fma(delta, factors.keyQuery, b.fmul(row.stateQuery, factors.query)));
    storeState(row, delta);
  }
  storeOuts(outs);
}

void mlir::packed::emitTileForm(KernelBuilder &b, const Schedule &schedule) {
  TileEmitter(b, schedule).emit();
}
