//===- RangeAnalysis.h - Upstream's ranges plus stated ones -----*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's integer range analysis, told what attributes of function arguments
// state.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_ANALYSIS_RANGEANALYSIS_H
#define PACKED_LIB_ANALYSIS_RANGEANALYSIS_H

#include "IntegerLattices.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "packed/Analysis/Interval.h"

namespace mlir::packed {

class RangeAnalysis : public SharesFloats<dataflow::IntegerRangeAnalysis,
                                          dataflow::IntegerValueRangeLattice> {
public:
  using SharesFloats::SharesFloats;
  LogicalResult initialize(Operation *top) override;
  void setToEntryState(dataflow::IntegerValueRangeLattice *lattice) override;
  void visitNonControlFlowArguments(
      Operation *op, const RegionSuccessor &successor,
      ArrayRef<dataflow::IntegerValueRangeLattice *> arguments,
      unsigned firstIndex) override;
};

/// Whether the signed bounds of a loop are known to bound its variables: not
/// where they are compared as unsigned numbers, or where affine maps hold them.
bool hasSignedBounds(LoopLikeOpInterface loop);

/// The signed interval of a lattice element; everything where it is not set, or
/// where the type has more than 64 bits and so a `width` of 0.
Interval getInterval(const dataflow::IntegerValueRangeLattice *lattice,
                     unsigned width);

} // namespace mlir::packed

#endif // PACKED_LIB_ANALYSIS_RANGEANALYSIS_H
