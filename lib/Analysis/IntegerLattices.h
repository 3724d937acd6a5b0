//===- IntegerLattices.h - Lattices of what can bear on a size --*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most values of a model are floats and buffers of floats. The dataflow
// framework would keep more than a kilobyte for each; here they share one
// lattice element, which stands for any value.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_ANALYSIS_INTEGERLATTICES_H
#define PACKED_LIB_ANALYSIS_INTEGERLATTICES_H

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::packed {

/// Whether a type is of floats: integers don't come from its values, for the
/// dims of buffers are asked for elsewhere.
inline bool isOfFloats(Type type) {
  return isa<FloatType>(getElementTypeOrSelf(type));
}

/// A sparse analysis with one lattice element for all floats.
template <typename AnalysisT, typename LatticeT>
class SharesFloats : public AnalysisT {
public:
  using AnalysisT::AnalysisT;

protected:
  LatticeT *getLatticeElement(Value value) override {
    if (!isOfFloats(value.getType()))
      return AnalysisT::getLatticeElement(value);
    if (!shared) {
      shared = AnalysisT::getLatticeElement(value);
      this->setToEntryState(shared);
    }
    return shared;
  }

private:
  LatticeT *shared = nullptr;
};

/// Constant propagation with one lattice element for all floats but constants.
/// Other analyses ask for it by value, so the values must be known to be
/// equivalent.
class ConstantAnalysis : public dataflow::SparseConstantPropagation {
public:
  using SparseConstantPropagation::SparseConstantPropagation;

  void initializeEquivalentLatticeAnchor(Operation *top) override;
  LogicalResult initialize(Operation *top) override;

private:
  /// One of the values that share an element; null where there is none.
  Value shared;
};

} // namespace mlir::packed

#endif // PACKED_LIB_ANALYSIS_INTEGERLATTICES_H
