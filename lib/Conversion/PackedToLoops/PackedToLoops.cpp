//===- PackedToLoops.cpp - Decode and recurrence to loops -----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gated delta rule as the reference states it (sglang,
// kernels/ops/attention/fla/fused_recurrent.py): all in f32, sums over K in
// order, a state touched only by its own request.
//
//===----------------------------------------------------------------------===//

#include "packed/Conversion/PackedToLoops/PackedToLoops.h"
#include "LoopEmitter.h"
#include "packed/IR/PackedOps.h"

namespace mlir::packed {
#define GEN_PASS_DEF_CONVERTPACKEDTOLOOPS
#include "packed/Conversion/PackedToLoops/Passes.h.inc"
} // namespace mlir::packed

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Parts that decode and recurrence share
//===----------------------------------------------------------------------===//

/// What a vector is multiplied by: one over its norm, or one.
template <typename Element>
static Number getNormFactor(LoopEmitter &m, bool normalize, Number count,
                            Element element) {
  if (!normalize)
    return m.single(1);
  Number squares = m.sum(count, [&](Number i) {
    Number x = element(i);
    return x * x;
  });
  return m.single(1) / m.sqrt(squares + m.single(1e-6f));
}

static Number getScale(LoopEmitter &m, std::optional<APFloat> scale,
                       Number keyDim) {
  if (scale)
    return m.single(scale->convertToFloat());
  return m.single(1) / m.sqrt(m.toSingle(keyDim));
}

/// One row of a state, its index in V fixed, as functions of the index in K.
struct StateRow {
  function_ref<Number(Number)> load;
  function_ref<void(Number, Number)> store;
};

/// What one token does to a row.
struct TokenStep {
  function_ref<Number(Number)> query, key, decay;
  Number value, beta;
};

/// S = S * decay; d = (v - S k) * beta; S = S + d k; the result is S q.
static Number updateRow(LoopEmitter &m, Number keyDim, StateRow row,
                        const TokenStep &token) {
  auto decayed = [&](Number k) { return row.load(k) * token.decay(k); };
  Number predicted =
      m.sum(keyDim, [&](Number k) { return decayed(k) * token.key(k); });
  Number delta = (token.value - predicted) * token.beta;
  return m.sum(keyDim, [&](Number k) {
    Number updated = decayed(k) + delta * token.key(k);
    row.store(k, updated);
    return updated * token.query(k);
  });
}

//===----------------------------------------------------------------------===//
// Decode
//===----------------------------------------------------------------------===//

namespace {

/// Lowers one decode op. Per request and value head, q, k and the decay are
/// brought into scratch memory first, in f32.
template <typename OpTy>
class DecodeLowering {
  using Indices = LoopEmitter::Indices;

public:
  DecodeLowering(OpTy op, OpBuilder &builder)
      : op(op), m(builder, op), pool(op.getInitialState()),
        isKV(op.getStateOrder() == StateOrder::KV), heads(m.dim(pool, 1)),
        valueDim(m.dim(pool, isKV ? 3 : 2)), keyDim(m.dim(pool, isKV ? 2 : 3)) {
    Number width = m.dim(op.getMixedQkv(), 1);
    queryWidth = (width - heads * valueDim) / m.integer(2);
    headsPerQuery = heads / (queryWidth / keyDim);
  }

  void run() {
    Number batch = m.dim(op.getMixedQkv(), 0);
    m.parallel({batch, heads}, [&](Indices at) {
      Number request = at[0], head = at[1];
      Number slot = m.loadIndex(op.getSsmStateIndices(), {request});
      m.ifElse(
          slot < m.integer(0), [&] { clearOutput(request, head); },
          [&] {
            m.withScratch(/*rows=*/3, keyDim, [&](Value scratch) {
              lowerHead(request, head, slot, scratch);
            });
          });
    });
  }

private:
  enum ScratchRow { Query, Key, Decay };

  void storeOutput(Number request, Number head, Number v, Number value) {
    m.store(op.getOut(), {request, m.integer(0), head, v}, value);
  }

  void clearOutput(Number request, Number head) {
    m.forEach(m.integer(0), valueDim,
              [&](Number v) { storeOutput(request, head, v, m.single(0)); });
  }

  void lowerHead(Number request, Number head, Number slot, Value scratch) {
    Number offset = head / headsPerQuery * keyDim;
    loadVector(scratch, Query, request, offset,
               getScale(m, op.getScale(), keyDim));
    loadVector(scratch, Key, request, queryWidth + offset, m.single(1));
    loadDecay(scratch, request, head);
    Number beta = m.sigmoid(m.load(op.getB(), {request, head}));
    Number values = m.integer(2) * queryWidth + head * valueDim;
    m.forEach(m.integer(0), valueDim, [&](Number v) {
      Number value = m.load(op.getMixedQkv(), {request, values + v});
      Number result = lowerRow(slot, head, v, value, beta, scratch);
      storeOutput(request, head, v, result);
    });
  }

  /// Brings q or k, which starts at column `offset`, into scratch memory.
  void loadVector(Value scratch, ScratchRow row, Number request, Number offset,
                  Number scale) {
    auto element = [&](Number k) {
      return m.load(op.getMixedQkv(), {request, offset + k});
    };
    Number factor =
        getNormFactor(m, op.getUseQkL2norm(), keyDim, element) * scale;
    m.forEach(m.integer(0), keyDim, [&](Number k) {
      m.store(scratch, {m.integer(row), k}, element(k) * factor);
    });
  }

  /// GDN has one decay per head, KDA one per head and key channel.
  void loadDecay(Value scratch, Number request, Number head) {
    Number rate = m.exp(m.load(op.getALog(), {head}));
    if constexpr (std::is_same_v<OpTy, GdnDecodeOp>) {
      Number decay = getDecay(request, head, rate);
      m.forEach(m.integer(0), keyDim, [&](Number k) {
        m.store(scratch, {m.integer(Decay), k}, decay);
      });
    } else {
      m.forEach(m.integer(0), keyDim, [&](Number k) {
        m.store(scratch, {m.integer(Decay), k},
                getDecay(request, head * keyDim + k, rate));
      });
    }
  }

  Number getDecay(Number request, Number column, Number rate) {
    Number x =
        m.load(op.getA(), {request, column}) + m.load(op.getDtBias(), {column});
    return m.exp(getLogDecay(x, rate));
  }

  Number getLogDecay(Number x, Number rate) {
    if constexpr (std::is_same_v<OpTy, KdaDecodeOp>)
      if (std::optional<APFloat> bound = op.getLowerBound())
        return m.single(bound->convertToFloat()) * m.sigmoid(rate * x);
    return m.single(0) - rate * m.softplus(x);
  }

  Number lowerRow(Number slot, Number head, Number v, Number value, Number beta,
                  Value scratch) {
    auto position = [&](Number k) {
      return std::array<Number, 4>{slot, head, isKV ? k : v, isKV ? v : k};
    };
    auto load = [&](Number k) { return m.load(pool, position(k)); };
    auto store = [&](Number k, Number state) {
      m.store(pool, position(k), state);
    };
    auto query = [&](Number k) {
      return m.load(scratch, {m.integer(Query), k});
    };
    auto key = [&](Number k) { return m.load(scratch, {m.integer(Key), k}); };
    auto decay = [&](Number k) {
      return m.load(scratch, {m.integer(Decay), k});
    };
    return updateRow(m, keyDim, {load, store},
                     {query, key, decay, value, beta});
  }

  OpTy op;
  LoopEmitter m;
  Value pool;
  bool isKV;
  Number heads, valueDim, keyDim, queryWidth, headsPerQuery;
};

//===----------------------------------------------------------------------===//
// Recurrence
//===----------------------------------------------------------------------===//

/// Lowers the recurrence. Each row of each state is independent of the others,
/// so a row is the unit of work and lives in scratch memory over all tokens.
class RecurrentLowering {
  using Indices = LoopEmitter::Indices;

public:
  RecurrentLowering(GdnRecurrentOp op, OpBuilder &builder)
      : op(op), m(builder, op), cuSeqlens(op.getCuSeqlens()),
        heads(m.dim(op.getV(), 2)), valueDim(m.dim(op.getV(), 3)),
        keyDim(m.dim(op.getK(), 3)), scale(getScale(m, op.getScale(), keyDim)),
        headsPerQuery(heads / m.dim(op.getQ(), 2)) {}

  void run() {
    Number sequences =
        cuSeqlens ? m.dim(cuSeqlens, 0) - m.integer(1) : m.dim(op.getQ(), 0);
    m.parallel({sequences, heads, valueDim}, [&](Indices at) {
      m.withScratch(/*rows=*/1, keyDim,
                    [&](Value state) { lowerRow(at[0], at[1], at[2], state); });
    });
  }

private:
  void lowerRow(Number sequence, Number head, Number v, Value state) {
    Number zero = m.integer(0);
    Value initial = op.getInitialState(), final = op.getFinalState();
    m.forEach(zero, keyDim, [&](Number k) {
      m.store(state, {zero, k},
              initial ? m.load(initial, {sequence, head, v, k}) : m.single(0));
    });
    Number batch = cuSeqlens ? zero : sequence;
    Number first = cuSeqlens ? m.loadIndex(cuSeqlens, {sequence}) : zero;
    Number end = cuSeqlens ? m.loadIndex(cuSeqlens, {sequence + m.integer(1)})
                           : m.dim(op.getQ(), 1);
    m.forEach(first, end,
              [&](Number token) { lowerToken(batch, token, head, v, state); });
    if (!final)
      return;
    m.forEach(zero, keyDim, [&](Number k) {
      m.store(final, {sequence, head, v, k}, m.load(state, {zero, k}));
    });
  }

  void lowerToken(Number batch, Number token, Number head, Number v,
                  Value state) {
    Number zero = m.integer(0), queryHead = head / headsPerQuery;
    auto rawQuery = [&](Number k) {
      return m.load(op.getQ(), {batch, token, queryHead, k});
    };
    auto rawKey = [&](Number k) {
      return m.load(op.getK(), {batch, token, queryHead, k});
    };
    bool normalize = op.getUseQkL2norm();
    Number queryFactor = getNormFactor(m, normalize, keyDim, rawQuery) * scale;
    Number keyFactor = getNormFactor(m, normalize, keyDim, rawKey);
    Number factor = m.exp(m.load(op.getG(), {batch, token, head}));

    auto query = [&](Number k) { return rawQuery(k) * queryFactor; };
    auto key = [&](Number k) { return rawKey(k) * keyFactor; };
    auto decay = [&](Number) { return factor; };
    auto load = [&](Number k) { return m.load(state, {zero, k}); };
    auto store = [&](Number k, Number value) {
      m.store(state, {zero, k}, value);
    };
    Number value = m.load(op.getV(), {batch, token, head, v});
    Number result =
        updateRow(m, keyDim, {load, store},
                  {query, key, decay, value, getBeta(batch, token, head, v)});
    m.store(op.getOut(), {batch, token, head, v}, result);
  }

  Number getBeta(Number batch, Number token, Number head, Number v) {
    SmallVector<Number> at = {batch, token, head};
    if (cast<ShapedType>(op.getBeta().getType()).getRank() == 4)
      at.push_back(v);
    return m.load(op.getBeta(), at);
  }

  GdnRecurrentOp op;
  LoopEmitter m;
  Value cuSeqlens;
  Number heads, valueDim, keyDim, scale, headsPerQuery;
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct ConvertPackedToLoops
    : public packed::impl::ConvertPackedToLoopsBase<ConvertPackedToLoops> {
  using ConvertPackedToLoopsBase::ConvertPackedToLoopsBase;

  void runOnOperation() override {
    getOperation()->walk([&](DestinationStyleOpInterface op) {
      if (op.hasPureBufferSemantics())
        lower(op);
    });
  }

  void lower(Operation *op) {
    OpBuilder builder(op);
    if (auto gdn = dyn_cast<GdnDecodeOp>(op))
      DecodeLowering<GdnDecodeOp>(gdn, builder).run();
    else if (auto kda = dyn_cast<KdaDecodeOp>(op))
      DecodeLowering<KdaDecodeOp>(kda, builder).run();
    else if (auto recurrent = dyn_cast<GdnRecurrentOp>(op))
      RecurrentLowering(recurrent, builder).run();
    else
      return;
    op->erase();
    ++numLowered;
  }
};

} // namespace
