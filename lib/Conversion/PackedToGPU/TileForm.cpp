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
// norms of q and k are factors on these sums, so no reduction waits for
// another.
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
  /// A chunk's vectors, one per chunk.
  using Chunks = SmallVector<Value>;
  /// A row that this lane takes part in.
  struct Row {
    Value index;
    /// Null where every row exists.
    Value exists;
    Chunks state;
    Value v;
  };
  /// The token's q and k as read, and their sums over the lanes of a row.
  struct Token {
    Chunks query, key;
    /// Factors on q (norm and scale) and on k (norm); null for one.
    Value queryFactor, keyFactor;
    /// k.q with both factors.
    Value keyQuery;
  };

  void emitGeometry();
  void emitStep();
  void emitZeroRows();
  Row emitRow(unsigned step);
  Value getChunkAddress(Operand operand, Value base, unsigned chunk);
  Value loadChunk(Operand operand, Value base, unsigned chunk,
                  bool streaming = false);
  Chunks loadChunks(Operand operand, Value base, bool streaming = false);
  Value dot(ArrayRef<Value> lhs, ArrayRef<Value> rhs);
  Token emitToken(const PackedRow &packed);
  void decayRows(MutableArrayRef<Row> rows);
  void updateRow(const Row &row, const Token &token, Value beta);
  Value getRowAddress(const Row &row);
  void storeOut(const Row &row, Value value);

  KernelBuilder &b;
  const Schedule &schedule;
  const DecodeDesc &desc;
  const unsigned length, numChunks, numSteps;

  KernelPosition at;
  Value stateAddress, outAddress;
  /// First element of this lane in each chunk.
  SmallVector<Value> chunkOffsets;
  /// Whether this lane has elements in the last chunk; null when all have.
  Value inLastChunk;
};

} // namespace

void TileEmitter::emit() {
  if (schedule.pdl)
    b.launchDependents();
  at = emitPosition(b, schedule);
  emitGeometry();
  Value isPadding =
      arith::CmpIOp::create(b, arith::CmpIPredicate::slt, at.slot, b.i64(0));
  b.ifThenElse(isPadding, [&] { emitZeroRows(); }, [&] { emitStep(); });
}

void TileEmitter::emitGeometry() {
  outAddress = emitOutAddress(b, at);
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

TileEmitter::Row TileEmitter::emitRow(unsigned step) {
  Value inBlock =
      b.add(b.mul(at.warp, b.i32(schedule.rowsPerWarp)),
            b.add(at.rowOfWarp, b.i32(step * schedule.getRowsAtOnce())));
  Row row;
  row.index =
      b.add(b.mul(at.rowTile, b.i32(schedule.getRowsPerBlock())), inBlock);
  if (desc.valueDim % schedule.getRowsPerBlock() == 0)
    return row;
  row.exists = b.ult(row.index, b.i32(desc.valueDim));
  row.index = arith::SelectOp::create(b, row.exists, row.index,
                                      b.i32(desc.valueDim - 1));
  return row;
}

Value TileEmitter::getRowAddress(const Row &row) {
  return b.advance(stateAddress, Operand::State,
                   b.mul(row.index, b.i32(desc.keyDim)));
}

Value TileEmitter::getChunkAddress(Operand operand, Value base,
                                   unsigned chunk) {
  return b.advance(base, operand, chunkOffsets[chunk]);
}

Value TileEmitter::loadChunk(Operand operand, Value base, unsigned chunk,
                             bool streaming) {
  Value loaded =
      b.load(operand, getChunkAddress(operand, base, chunk), length, streaming);
  return b.keepIf(chunk + 1 == numChunks ? inLastChunk : Value(), loaded);
}

TileEmitter::Chunks TileEmitter::loadChunks(Operand operand, Value base,
                                            bool streaming) {
  Chunks chunks;
  for (unsigned chunk = 0; chunk < numChunks; ++chunk)
    chunks.push_back(loadChunk(operand, base, chunk, streaming));
  return chunks;
}

Value TileEmitter::dot(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  Value sum;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    sum = b.fma(left, right, sum);
  return b.sumLanes(b.sumElements(sum), schedule.lanesPerRow);
}

void TileEmitter::storeOut(const Row &row, Value value) {
  Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq,
                                        at.laneOfRow, b.i32(0));
  if (row.exists)
    isFirst = arith::AndIOp::create(b, isFirst, row.exists);
  b.ifThen(isFirst, [&] {
    b.store(Operand::Out, b.advance(outAddress, Operand::Out, row.index),
            value);
  });
}

void TileEmitter::emitZeroRows() {
  if (schedule.pdl)
    b.waitForPrerequisites();
  for (unsigned step = 0; step < numSteps; ++step)
    storeOut(emitRow(step), b.f32(0.0));
}

/// 1 / sqrt(sum + 1e-6), the factor of an l2 norm.
static Value emitNormFactor(KernelBuilder &b, Value sumOfSquares) {
  return b.rsqrt(b.fadd(sumOfSquares, b.f32(1e-6)));
}

TileEmitter::Token TileEmitter::emitToken(const PackedRow &packed) {
  Token token;
  token.query = loadChunks(Operand::MixedQkv, packed.query);
  token.key = loadChunks(Operand::MixedQkv, packed.key);
  token.queryFactor = emitScale(b);
  token.keyQuery = dot(token.key, token.query);
  if (desc.useQkL2norm) {
    token.queryFactor = b.fmul(
        token.queryFactor, emitNormFactor(b, dot(token.query, token.query)));
    token.keyFactor = emitNormFactor(b, dot(token.key, token.key));
    token.keyQuery = b.fmul(token.keyQuery, token.keyFactor);
  }
  token.keyQuery = b.fmul(token.keyQuery, token.queryFactor);
  return token;
}

void TileEmitter::decayRows(MutableArrayRef<Row> rows) {
  Value rate = emitDecayRate(b, at);
  if (!desc.perChannelDecay) {
    Value decay = emitHeadDecay(b, at, rate);
    for (Row &row : rows)
      for (Value &chunk : row.state)
        chunk = b.fmul(chunk, b.broadcast(decay, chunk.getType()));
    return;
  }
  ChannelGates gates = emitChannelGates(b, at);
  for (unsigned chunk = 0; chunk < numChunks; ++chunk) {
    Value decay = emitDecay(b, rate, loadChunk(Operand::A, gates.a, chunk),
                            loadChunk(Operand::DtBias, gates.bias, chunk));
    for (Row &row : rows)
      row.state[chunk] = b.fmul(row.state[chunk], decay);
  }
}

void TileEmitter::updateRow(const Row &row, const Token &token, Value beta) {
  Value stateKey = dot(row.state, token.key);
  Value stateQuery = dot(row.state, token.query);
  if (token.keyFactor)
    stateKey = b.fmul(stateKey, token.keyFactor);
  Value delta = b.fmul(b.fadd(row.v, b.fmul(stateKey, b.f32(-1.0))), beta);
  Value out =
      b.fma(delta, token.keyQuery, b.fmul(stateQuery, token.queryFactor));
  storeOut(row, out);

  Value keyScale = token.keyFactor ? b.fmul(delta, token.keyFactor) : delta;
  Value address = getRowAddress(row);
  auto storeChunk = [&](unsigned chunk) {
    Value key = token.key[chunk];
    Value next =
        b.fma(key, b.broadcast(keyScale, key.getType()), row.state[chunk]);
    b.store(Operand::State, getChunkAddress(Operand::State, address, chunk),
            next, schedule.streaming);
  };
  b.ifThen(row.exists, [&] {
    for (unsigned chunk = 0; chunk + 1 < numChunks; ++chunk)
      storeChunk(chunk);
    b.ifThen(inLastChunk, [&] { storeChunk(numChunks - 1); });
  });
}

void TileEmitter::emitStep() {
  stateAddress = emitStateAddress(b, at);
  SmallVector<Row> rows;
  for (unsigned step = 0; step < numSteps; ++step) {
    rows.push_back(emitRow(step));
    rows.back().state = loadChunks(Operand::State, getRowAddress(rows.back()),
                                   schedule.streaming);
  }
  // All above reads only the state and its slot: what the caller of a
  // dependent launch promises that no earlier kernel in flight writes.
  if (schedule.pdl)
    b.waitForPrerequisites();
  PackedRow packed = emitPackedRow(b, at);
  for (Row &row : rows)
    row.v = b.load(Operand::MixedQkv,
                   b.advance(packed.value, Operand::MixedQkv, row.index));
  Value beta = emitBeta(b, at);
  Token token = emitToken(packed);
  decayRows(rows);
  for (const Row &row : rows)
    updateRow(row, token, beta);
}

void mlir::packed::emitTileForm(KernelBuilder &b, const Schedule &schedule) {
  TileEmitter(b, schedule).emit();
}
