//===- Evaluator.h - Layout formulas over numbers ---------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One of the two machines on which the formulas of this folder run: it computes
// a layout whose sizes are all constants. Its twin, the Emitter, has the same
// members and writes IR instead.
//
// The formulas promise their last bit, so this code must not be compiled with
// contraction of floating-point operations (see lib/Layout/CMakeLists.txt).
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LAYOUT_EVALUATOR_H
#define PACKED_LAYOUT_EVALUATOR_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "packed/Layout/LayoutRegion.h"
#include <array>
#include <cmath>
#include <vector>

namespace mlir::packed {

class Evaluator {
public:
  using Int = int64_t;
  using Real = double;
  using Single = float;
  using Table = std::vector<double>;

  /// A result under construction.
  class Buffer {
  public:
    /// `type` has a static shape and elements i1, i32, i64, f32 or f64.
    explicit Buffer(RankedTensorType type);
    DenseElementsAttr getAttr() const;

    template <typename T>
    void store(int64_t position, T value) {
      if (elementType.isInteger(1))
        bits[position] = value != T(0);
      else if (elementType.isInteger(32))
        storeAs<int32_t>(position, value);
      else if (elementType.isInteger(64))
        storeAs<int64_t>(position, value);
      else if (elementType.isF32())
        storeAs<float>(position, value);
      else
        storeAs<double>(position, value);
    }
    ArrayRef<int64_t> getShape() const { return type.getShape(); }

  private:
    template <typename As, typename T>
    void storeAs(int64_t position, T value) {
      As converted = static_cast<As>(value);
      std::memcpy(bytes.data() + position * sizeof(As), &converted, sizeof(As));
    }

    RankedTensorType type;
    Type elementType;
    std::vector<char> bytes;
    SmallVector<bool, 0> bits; // i1: DenseElementsAttr packs these itself
  };

  //===--- Numbers --------------------------------------------------------===//

  Int size(SizeExpr expr) { return *expr.getConstant(); }
  Int integer(int64_t value) { return value; }
  Real real(double value) { return value; }
  Single single(float value) { return value; }
  Real toReal(Int value) { return static_cast<double>(value); }
  Single toSingle(Int value) { return static_cast<float>(value); }
  Real sqrt(Real value) { return std::sqrt(value); }
  template <typename T>
  T select(bool condition, T yes, T no) {
    return condition ? yes : no;
  }

  //===--- Control --------------------------------------------------------===//

  /// Runs `body(i, carried)`, which gives the next carried values, for each i
  /// in [0, count).
  template <size_t N, typename Body>
  std::array<Real, N> loop(Int count, std::array<Real, N> carried, Body body) {
    for (Int i = 0; i < count; ++i)
      carried = body(i, carried);
    return carried;
  }

  /// A table of `count` entries. `body(i, carried)` gives entry i and the next
  /// carried value.
  template <typename Body>
  Table table(SizeExpr count, Real carried, Body body) {
    Table entries(size(count));
    for (auto [i, entry] : llvm::enumerate(entries))
      std::tie(entry, carried) = body(static_cast<Int>(i), carried);
    return entries;
  }
  Real at(const Table &table, Int position) { return table[position]; }

  template <typename Then, typename Else>
  Real branch(bool condition, Then thenBody, Else elseBody) {
    return condition ? thenBody() : elseBody();
  }

  /// Calls a function that may call itself: `body(self, arguments)`, where
  /// `self(arguments)` is the recursive call.
  template <size_t N, typename Body>
  Real call(StringRef name, std::array<Int, N> arguments, Body body) {
    auto self = [&](std::array<Int, N> inner) {
      return call(name, inner, body);
    };
    return body(self, arguments);
  }

  /// Writes `body(indices)` to every element of a region.
  template <typename Body>
  void fill(Buffer &buffer, const LayoutRegion &region, Body body) {
    SmallVector<int64_t> extents, position;
    for (SizeExpr extent : region.getExtents(buffer.getShape()))
      extents.push_back(size(extent));
    if (llvm::is_contained(extents, 0))
      return;
    position.assign(extents.size(), 0);
    do
      buffer.store(linearize(buffer, region, extents, position),
                   body(ArrayRef<Int>(position)));
    while (advance(extents, position));
  }

private:
  int64_t linearize(const Buffer &buffer, const LayoutRegion &region,
                    ArrayRef<int64_t> extents, ArrayRef<int64_t> position);
  /// Steps to the next position in row-major order; false after the last.
  static bool advance(ArrayRef<int64_t> extents,
                      MutableArrayRef<int64_t> position);
};

} // namespace mlir::packed

#endif // PACKED_LAYOUT_EVALUATOR_H
