//===- LoopEmitter.h - Loops over memrefs -----------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the delta rule needs beyond the Emitter: memory, parallel loops, exp.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_CONVERSION_PACKEDTOLOOPS_LOOPEMITTER_H
#define PACKED_LIB_CONVERSION_PACKEDTOLOOPS_LOOPEMITTER_H

#include "packed/Layout/Emitter.h"

namespace mlir::packed {

class LoopEmitter : public Emitter {
public:
  using Emitter::Emitter;
  using Indices = ArrayRef<Number>;

  //===--- Memory ---------------------------------------------------------===//

  Number dim(Value memref, unsigned index);
  /// An element of any float type, as f32.
  Number load(Value memref, Indices indices);
  /// An element of any integer type, as an index.
  Number loadIndex(Value memref, Indices indices);
  /// Stores an f32 in the element type of `memref`.
  void store(Value memref, Indices indices, Number value);
  /// Runs `body(scratch)` with uninitialized f32 memory, `rows` by `count`, that
  /// lives as long as the body. From the heap: a stack allocation in a loop is
  /// only given back at the end of the function.
  void withScratch(unsigned rows, Number count, function_ref<void(Value)> body);

  //===--- Control --------------------------------------------------------===//

  /// Runs `body` for all indices below `extents`, in any order.
  void parallel(Indices extents, function_ref<void(Indices)> body);
  /// Runs `body` for all indices in [first, end), in order.
  void forEach(Number first, Number end, function_ref<void(Number)> body);
  /// The sum of `term(i)` for i below `count`, in order.
  Number sum(Number count, function_ref<Number(Number)> term);
  void ifElse(Number condition, function_ref<void()> thenBody,
              function_ref<void()> elseBody);

  //===--- Math -----------------------------------------------------------===//

  Number exp(Number value);
  Number log(Number value);
  Number sigmoid(Number value);
  /// Exact for what is above 20 in f32.
  Number softplus(Number value);

private:
  SmallVector<Value> unwrap(Indices numbers);
};

} // namespace mlir::packed

#endif // PACKED_LIB_CONVERSION_PACKEDTOLOOPS_LOOPEMITTER_H
