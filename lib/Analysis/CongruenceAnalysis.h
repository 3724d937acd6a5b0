//===- CongruenceAnalysis.h - Divisibility of SSA values --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sparse forward dataflow analysis over the domain of congruences.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_LIB_ANALYSIS_CONGRUENCEANALYSIS_H
#define PACKED_LIB_ANALYSIS_CONGRUENCEANALYSIS_H

#include "IntegerLattices.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "packed/Analysis/Congruence.h"
#include "packed/Analysis/Interval.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace mlir::packed {

/// A congruence, or nothing yet.
struct CongruenceState {
  std::optional<Congruence> value;

  static CongruenceState join(const CongruenceState &lhs,
                              const CongruenceState &rhs);
  bool operator==(const CongruenceState &other) const {
    return value == other.value;
  }
  void print(raw_ostream &os) const;
};

using CongruenceLattice = dataflow::Lattice<CongruenceState>;

class CongruenceAnalysis
    : public SharesFloats<
          dataflow::SparseForwardDataFlowAnalysis<CongruenceLattice>,
          CongruenceLattice> {
public:
  using SharesFloats::SharesFloats;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const CongruenceLattice *> operands,
                               ArrayRef<CongruenceLattice *> results) override;
  void setToEntryState(CongruenceLattice *lattice) override;
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<CongruenceLattice *> arguments,
                                    unsigned firstIndex) override;

private:
  void set(CongruenceLattice *lattice, const Congruence &value);
  Interval getRange(Operation *user, Value value);
  Congruence getCongruence(Operation *user, OpFoldResult value);
  Congruence transfer(Operation *op, ArrayRef<Congruence> operands);
};

} // namespace mlir::packed

#endif // PACKED_LIB_ANALYSIS_CONGRUENCEANALYSIS_H
