//===- SymbolicValues.h - SSA values as polynomials -------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows integer values and dims of shaped values back to where they come
// from, and writes them as polynomials.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_SYMBOLICVALUES_H
#define PACKED_ANALYSIS_SYMBOLICVALUES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include "packed/Analysis/DataFlowFacts.h"
#include "packed/Analysis/FactScope.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::packed {

/// The values of sizes, as a prover reads them.
class SourceValues {
public:
  virtual ~SourceValues() = default;
  virtual Polynomial of(const SizeSource &source) = 0;
};

/// Values and sizes of a program as polynomials over `symbols`, by following
/// their definitions. Each is computed once and kept.
class SymbolicValues : public SourceValues {
public:
  SymbolicValues(const DataFlowFacts &facts, SymbolTable &symbols)
      : facts(facts), symbols(symbols), plain(symbols) {}

  /// The value of an integer or index, read as signed.
  Polynomial of(Value value);
  Polynomial of(OpFoldResult value);
  Polynomial of(const SizeSource &source) override;
  Polynomial ofDim(Value shaped, int64_t dim);
  /// The stride of a strided memref, in elements.
  Polynomial ofStride(Value memref, int64_t dim);

  /// Whether the operation is taken not to overflow, as nothing is known that
  /// would keep it from it.
  bool isAssumed(Operation *op);

private:
  Polynomial compute(Value value);
  Polynomial computeArgument(BlockArgument argument);
  Polynomial computeResult(Operation *op, Value value);
  Polynomial arithmetic(Operation *op, Value value);
  Polynomial bits(Operation *op, Value value);
  Polynomial quotient(Operation *op, Value value);
  Polynomial affine(AffineExpr expr, llvm::ArrayRef<Polynomial> dims,
                    llvm::ArrayRef<Polynomial> symbolValues, Value value);
  Polynomial ofLoop(BlockArgument argument);
  Polynomial computeDim(Value shaped, int64_t dim);
  Polynomial boundOfDim(Value shaped, int64_t dim);
  Polynomial element(const SizeSource &source);
  Polynomial leaf(Value value);
  Polynomial leafDim(Value shaped, int64_t dim);
  Polynomial leafStride(Value memref, int64_t dim);

  const DataFlowFacts &facts;
  SymbolTable &symbols;
  /// No facts but the symbols' own: what is simplified here holds everywhere.
  FactScope plain;
  llvm::DenseMap<Value, Polynomial> values;
  llvm::DenseMap<std::pair<Value, int64_t>, Polynomial> dims;
  llvm::DenseSet<Operation *> assumed;
  unsigned depth = 0;
};

/// Follows a shaped value through casts, destination-style ops, loops and calls
/// to the value that has the same dims (but for static ones on the way).
Value traceShape(Value shaped, const DataFlowFacts &facts);

/// Follows a buffer or tensor through casts and calls, which keep its contents
/// and its layout as well.
Value traceBuffer(Value buffer, const DataFlowFacts &facts);

/// The constant that fills an integer buffer; null where it is not known.
DenseIntElementsAttr getConstantBuffer(Value buffer,
                                       const DataFlowFacts &facts);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_SYMBOLICVALUES_H
