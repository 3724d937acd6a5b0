//===- SequenceFormulas.h - Positions in a packed sequence ------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of position ids, f64 and exact to the last bit (sglang,
// minimax_h3/packed_sequence.py). `M` is the Evaluator or the Emitter.
//
// The reference adds up the same spans in three ways, which differ in the last
// bit: one by one for the time of a frame (getFrameTimes), with Python's `sum`
// for the cursor (sumSpansCompensated), and with NumPy's for the last keyframe
// (sumSpansPairwise). Python's `sum` of floats compensates from 3.12 on; this
// is the version to match.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_LAYOUT_SEQUENCEFORMULAS_H
#define PACKED_LIB_LAYOUT_SEQUENCEFORMULAS_H

#include "packed/Layout/SequenceRows.h"
#include <array>

namespace mlir::packed {

//===----------------------------------------------------------------------===//
// Space
//===----------------------------------------------------------------------===//

/// The positions of the patches along one side of a latent: an arithmetic
/// progression.
template <typename M>
struct AxisGrid {
  typename M::Real left, step;
  typename M::Int points;

  /// Position of patch `index`. The scale comes last, as in the reference: it
  /// may not be folded into `left` and `step`.
  typename M::Real at(M &m, typename M::Int index) const {
    return (m.toReal(index) * step + left) * m.real(32.0);
  }
};

/// The grid along `side`, one of the sides of a latent of `height` by `width`.
template <typename M>
AxisGrid<M> getAxisGrid(M &m, SizeExpr height, SizeExpr width, SizeExpr side) {
  using Real = typename M::Real;
  Real ratio =
      m.toReal(m.size(side)) / m.sqrt(m.toReal(m.size(height * width)));
  Real left = (m.real(1.0) - ratio) / m.real(2.0);
  Real right = left + ratio;
  typename M::Int points = m.size(getPatches(side));
  return {left, (right - left) / m.toReal(points), points};
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

/// How long latent frame `index` lasts: one frame, then four of four, in turn.
template <typename M>
typename M::Real getSpan(M &m, typename M::Int index) {
  auto isSingle = index % m.integer(5) == m.integer(0);
  return m.real(5.0 / 3.0) * m.select(isSingle, m.real(1.0), m.real(4.0));
}

/// The start of each of `frames` frames from `origin` on.
template <typename M>
typename M::Table getFrameTimes(M &m, typename M::Real origin,
                                SizeExpr frames) {
  using Real = typename M::Real;
  return m.table(frames, m.real(0.0), [&](typename M::Int i, Real elapsed) {
    return std::pair<Real, Real>(origin + elapsed, elapsed + getSpan(m, i));
  });
}

/// The sum of the first spans as Python's `sum` forms it (Neumaier).
template <typename M>
typename M::Real sumSpansCompensated(M &m, typename M::Int frames) {
  using Real = typename M::Real;
  std::array<Real, 2> zero = {m.real(0.0), m.real(0.0)};
  // Spans and sums are positive, so no absolute values are needed.
  auto add = [&](typename M::Int i, std::array<Real, 2> carried) {
    auto [sum, correction] = carried;
    Real span = getSpan(m, i);
    Real next = sum + span;
    Real lost = m.select(sum >= span, (sum - next) + span, (span - next) + sum);
    return std::array<Real, 2>{next, correction + lost};
  };
  auto [sum, correction] = m.template loop<2>(frames, zero, add);
  return sum + correction;
}

/// `carried` plus the spans [first, first + count), one by one.
template <typename M>
typename M::Real addSpans(M &m, typename M::Real carried, typename M::Int first,
                          typename M::Int count) {
  using Real = typename M::Real;
  return m.template loop<1>(
      count, {carried},
      [&](typename M::Int i, std::array<Real, 1> sum) -> std::array<Real, 1> {
        return {sum[0] + getSpan(m, first + i)};
      })[0];
}

/// The spans [first, first + count), 8 <= count, as eight interleaved sums and
/// a rest: the leaf of NumPy's pairwise rule.
template <typename M>
typename M::Real sumSpansUnrolled(M &m, typename M::Int first,
                                  typename M::Int count) {
  using Int = typename M::Int;
  using Sums = std::array<typename M::Real, 8>;
  Int eight = m.integer(8);
  auto spanAt = [&](Int block, unsigned lane) {
    return getSpan(m, first + block * eight + m.integer(lane));
  };
  Sums sums;
  for (unsigned lane = 0; lane < 8; ++lane)
    sums[lane] = spanAt(m.integer(0), lane);
  Int blocks = count / eight;
  sums = m.template loop<8>(blocks - m.integer(1), sums, [&](Int i, Sums sums) {
    for (unsigned lane = 0; lane < 8; ++lane)
      sums[lane] = sums[lane] + spanAt(i + m.integer(1), lane);
    return sums;
  });
  auto combined = ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
                  ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  return addSpans(m, combined, first + blocks * eight, count % eight);
}

/// The sum of the first spans as NumPy's `sum` forms it (pairwise summation,
/// numpy/_core/src/umath/loops_utils.h.src).
template <typename M>
typename M::Real sumSpansPairwise(M &m, typename M::Int frames) {
  using Int = typename M::Int;
  auto body = [&](auto self, std::array<Int, 2> range) {
    Int first = range[0], count = range[1];
    auto few = [&] { return addSpans(m, m.real(0.0), first, count); };
    auto leaf = [&] { return sumSpansUnrolled(m, first, count); };
    auto halves = [&] {
      Int half = count / m.integer(2);
      half = half - half % m.integer(8);
      auto left = self(std::array<Int, 2>{first, half});
      return left + self(std::array<Int, 2>{first + half, count - half});
    };
    return m.branch(count < m.integer(8), few, [&] {
      return m.branch(count <= m.integer(128), leaf, halves);
    });
  };
  return m.template call<2>("packed_sum_spans_pairwise", {m.integer(0), frames},
                            body);
}

} // namespace mlir::packed

#endif // PACKED_LIB_LAYOUT_SEQUENCEFORMULAS_H
