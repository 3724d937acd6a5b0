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
  };

  /// Rows whose sums are taken together, at most one per lane: each lane works
  /// out the update and the output of one of them.
  struct Team {
    unsigned first, count;
    /// Lanes that work out the same row.
    unsigned lanesPerMember;
    /// The row of this lane, whether it is this lane that stores its output,
    /// and its v.
    Value index, stores, v;
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
  void emitTeams();
  void emitToken();
  void emitFactors();
  void emitDecays();
  void emitStep();
  void emitZeroRows();
  void loadStates();
  void updateTeam(const Team &team);
  Value sumTeam(const Team &team, ArrayRef<Value> vector);
  void storeState(const Row &row, Value delta);
  void storeOut(const Team &team, Value out);

  Value getChunkAddress(Operand operand, Value base, unsigned chunk);
  /// Zero for the keys that this lane does not have.
  Value maskChunk(unsigned chunk, Value value);
  Chunks loadChunks(Operand operand, Value base);
  Value dotInLane(ArrayRef<Value> lhs, ArrayRef<Value> rhs);
  Value dot(ArrayRef<Value> lhs, ArrayRef<Value> rhs);
  Value getRowAddress(const Row &row);

  KernelBuilder &b;
  const Schedule &schedule;
  const DecodeDesc &desc;
  const unsigned length, numChunks, numSteps;

  KernelPosition at;
  Value stateAddress, outAddress;
  /// The lane's first row, which may lie beyond the last one there is.
  Value firstRow;
  /// Whether the request has a state.
  Value isLive;
  /// First element of this lane in each chunk.
  SmallVector<Value> chunkOffsets;
  /// Whether this lane has elements in the last chunk; null when all have.
  Value inLastChunk;
  SmallVector<Row> rows;
  SmallVector<Team> teams;
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
  emitTeams();
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
  firstRow = b.add(b.mul(at.rowTile, b.i32(schedule.getRowsPerBlock())),
                   b.mul(at.warp, b.i32(schedule.rowsPerWarp)));
  firstRow = b.add(firstRow, at.rowOfWarp);
  bool isRagged = desc.valueDim % schedule.getRowsPerBlock() != 0;
  for (unsigned step = 0; step < numSteps; ++step) {
    Row row;
    row.index = b.add(firstRow, b.i32(step * schedule.getRowsAtOnce()));
    if (isRagged) {
      row.exists = b.ult(row.index, b.i32(desc.valueDim));
      row.index = arith::SelectOp::create(b, row.exists, row.index,
                                          b.i32(desc.valueDim - 1));
    }
    rows.push_back(row);
  }
}

void TileEmitter::emitTeams() {
  for (unsigned first = 0; first < numSteps; first += schedule.lanesPerRow) {
    Team team;
    team.first = first;
    team.count = std::min(numSteps - first, schedule.lanesPerRow);
    team.lanesPerMember = schedule.lanesPerRow / llvm::PowerOf2Ceil(team.count);
    Value lanes = b.i32(team.lanesPerMember);
    Value member = b.divu(at.laneOfRow, lanes);
    Value step = b.add(member, b.i32(first));
    team.index = b.add(firstRow, b.mul(step, b.i32(schedule.getRowsAtOnce())));
    Value limit = b.i32(desc.valueDim);
    Value exists = b.ult(team.index, limit);
    team.index = arith::SelectOp::create(b, exists, team.index,
                                         b.i32(desc.valueDim - 1));
    Value isFirstLane = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, b.remu(at.laneOfRow, lanes), b.i32(0));
    Value isMember = b.ult(member, b.i32(team.count));
    team.stores = arith::AndIOp::create(
        b, exists, arith::AndIOp::create(b, isFirstLane, isMember));
    teams.push_back(team);
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
  for (Team &team : teams)
    team.v = b.load(Operand::MixedQkv,
                    b.advance(packed.value, Operand::MixedQkv, team.index));
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

Value TileEmitter::dotInLane(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  Value sum;
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    sum = b.fma(left, right, sum);
  return b.sumElements(sum);
}

Value TileEmitter::dot(ArrayRef<Value> lhs, ArrayRef<Value> rhs) {
  return b.sumLanes(dotInLane(lhs, rhs), schedule.lanesPerRow);
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

/// The dot products of the team's rows with `vector`, each in its lanes.
Value TileEmitter::sumTeam(const Team &team, ArrayRef<Value> vector) {
  SmallVector<Value> sums;
  for (const Row &row : ArrayRef(rows).slice(team.first, team.count))
    sums.push_back(dotInLane(row.state, vector));
  sums.resize(schedule.lanesPerRow / team.lanesPerMember, b.f32(0.0));
  return b.sumLanesScattered(std::move(sums), schedule.lanesPerRow,
                             at.laneOfRow);
}

void TileEmitter::updateTeam(const Team &team) {
  MutableArrayRef<Row> members =
      MutableArrayRef(rows).slice(team.first, team.count);
  for (Row &row : members)
    for (auto [chunk, decay] : llvm::zip(row.state, factors.channelDecay))
      chunk = b.fmul(chunk, decay);
  Value stateKey = sumTeam(team, token.key);
  Value stateQuery = sumTeam(team, token.query);
  if (factors.decay) {
    stateKey = b.fmul(stateKey, factors.decay);
    stateQuery = b.fmul(stateQuery, factors.decay);
  }
  if (factors.key)
    stateKey = b.fmul(stateKey, factors.key);
  Value delta =
      b.fmul(b.fadd(team.v, b.fmul(stateKey, b.f32(-1.0))), token.beta);
  Value out = b.fma(delta, factors.keyQuery, b.fmul(stateQuery, factors.query));

  Value firstLane = b.mul(at.rowOfWarp, b.i32(schedule.lanesPerRow));
  for (auto [i, row] : llvm::enumerate(members)) {
    Value source = b.add(firstLane, b.i32(i * team.lanesPerMember));
    storeState(row, b.readLane(delta, source));
  }
  storeOut(team, out);
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

void TileEmitter::storeOut(const Team &team, Value out) {
  b.ifThen(team.stores, [&] {
    b.store(Operand::Out, b.advance(outAddress, Operand::Out, team.index), out);
  });
}

void TileEmitter::emitZeroRows() {
  for (const Team &team : teams)
    storeOut(team, b.f32(0.0));
}

void TileEmitter::emitStep() {
  emitFactors();
  for (const Team &team : teams)
    updateTeam(team);
}

void mlir::packed::emitTileForm(KernelBuilder &b, const Schedule &schedule) {
  TileEmitter(b, schedule).emit();
}
