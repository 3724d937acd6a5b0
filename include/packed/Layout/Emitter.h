//===- Emitter.h - Layout formulas as IR ------------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One of the two machines on which the formulas of this folder run: it writes
// IR that computes a layout. Its twin, the Evaluator, has the same members and
// computes at once.
//
// Regions become `linalg.generic`, tables and sums `scf.for`. No operation gets
// a fast-math flag, so nothing is contracted or reassociated further down.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LAYOUT_EMITTER_H
#define PACKED_LAYOUT_EMITTER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "packed/Layout/LayoutRegion.h"
#include "packed/Rules/SizeExpander.h"
#include <array>

namespace mlir::packed {

class Emitter;

/// An SSA value (index, f64, f32 or i1) with the operators of a number.
class Number {
public:
  Number() = default;
  Number(Emitter &emitter, Value value) : emitter(&emitter), value(value) {}
  Value getValue() const { return value; }

  Number operator+(Number rhs) const;
  Number operator-(Number rhs) const;
  Number operator*(Number rhs) const;
  /// Indices here are never negative: both roundings agree.
  Number operator/(Number rhs) const;
  Number operator%(Number rhs) const;
  Number operator==(Number rhs) const;
  Number operator<(Number rhs) const;
  Number operator<=(Number rhs) const;
  Number operator>(Number rhs) const { return rhs < *this; }
  Number operator>=(Number rhs) const { return rhs <= *this; }

private:
  template <typename IntOp, typename FloatOp>
  Number apply(Number rhs) const;
  Number compare(arith::CmpIPredicate intPredicate,
                 arith::CmpFPredicate floatPredicate, Number rhs) const;

  Emitter *emitter = nullptr;
  Value value;
};

class Emitter {
public:
  using Int = Number;
  using Real = Number;
  using Single = Number;

  /// Allocates a buffer.
  using Allocate = function_ref<Value(MemRefType, ValueRange dynamicSizes)>;

  /// Emits at the insertion point of `builder`. Functions go to the symbol
  /// table around `op`. Results are tensors, or with `allocate` buffers.
  Emitter(OpBuilder &builder, Operation *op, Allocate allocate = nullptr);

  /// A one-dimensional tensor or buffer of f64.
  struct Table {
    Value storage;
  };

  /// A result under construction.
  struct Buffer {
    SmallVector<SizeExpr, 4> shape;
    /// The buffer, or the tensor that holds what has been filled so far.
    Value value;
  };
  Buffer createBuffer(ArrayRef<SizeExpr> shape, Type elementType);

  //===--- Numbers --------------------------------------------------------===//

  /// Call it outside of bodies only: equal expressions share their value.
  Int size(SizeExpr expr);
  Int integer(int64_t value);
  Real real(double value);
  Single single(float value);
  Real toReal(Int value) { return toFloat(value, builder.getF64Type()); }
  Single toSingle(Int value) { return toFloat(value, builder.getF32Type()); }
  Real sqrt(Real value);
  Number select(Number condition, Number yes, Number no);

  //===--- Control --------------------------------------------------------===//

  template <size_t N, typename Body>
  std::array<Real, N> loop(Int count, std::array<Real, N> carried, Body body) {
    auto emitBody = [&](Int i, ArrayRef<Number> values) {
      std::array<Number, N> inner;
      llvm::copy(values, inner.begin());
      return llvm::to_vector(body(i, inner));
    };
    llvm::copy(emitLoop(count, carried, emitBody), carried.begin());
    return carried;
  }

  template <typename Body>
  Table table(SizeExpr count, Real carried, Body body) {
    return emitTable(count, carried, [&](Int i, Number value) {
      return std::pair<Number, Number>(body(i, value));
    });
  }
  Real at(const Table &table, Int position);

  template <typename Then, typename Else>
  Real branch(Number condition, Then thenBody, Else elseBody) {
    return emitBranch(
        condition, [&] { return Number(thenBody()); },
        [&] { return Number(elseBody()); });
  }

  template <size_t N, typename Body>
  Real call(StringRef name, std::array<Int, N> arguments, Body body) {
    auto self = [&](std::array<Int, N> inner) { return emitCall(name, inner); };
    defineFunction(name, N, [&](ArrayRef<Number> values) {
      std::array<Int, N> inner;
      llvm::copy(values, inner.begin());
      return Number(body(self, inner));
    });
    return emitCall(name, arguments);
  }

  template <typename Body>
  void fill(Buffer &buffer, const LayoutRegion &region, Body body) {
    emitFill(buffer, region,
             [&](ArrayRef<Int> at) { return Number(body(at)); });
  }

private:
  friend class Number;
  using LoopBody =
      function_ref<SmallVector<Number>(Int, ArrayRef<Number> carried)>;
  using TableBody =
      function_ref<std::pair<Number, Number>(Int, Number carried)>;
  using ElementBody = function_ref<Number(ArrayRef<Int>)>;

  SmallVector<Number> emitLoop(Int count, ArrayRef<Number> init, LoopBody body);
  Table emitTable(SizeExpr count, Number init, TableBody body);
  Number emitBranch(Number condition, function_ref<Number()> thenBody,
                    function_ref<Number()> elseBody);
  Number emitCall(StringRef name, ArrayRef<Number> arguments);
  /// Defines `name`, from indices to f64, where the symbol table lacks it.
  void defineFunction(StringRef name, unsigned numArguments, ElementBody body);
  void emitFill(Buffer &buffer, const LayoutRegion &region, ElementBody body);
  Value emitFillOf(Value destination, ElementBody body);
  SmallVector<Number> delinearize(Number index, ArrayRef<Number> domain);
  Value store(Value storage, Number element, Number position);
  Number toFloat(Int value, Type type);
  Value convertElement(Number number, Type type);

  SmallVector<OpFoldResult> expand(ArrayRef<SizeExpr> exprs);

protected:
  SmallVector<Number> wrap(ValueRange values);

  OpBuilder &builder;
  Location loc;

private:
  Operation *symbolTable;
  Allocate allocate;
  SizeExpander expander;
};

} // namespace mlir::packed

#endif // PACKED_LAYOUT_EMITTER_H
