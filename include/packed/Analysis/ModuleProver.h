//===- ModuleProver.h - All rules of a module -------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proves the rules of every op within a root, functions in parallel.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_MODULEPROVER_H
#define PACKED_ANALYSIS_MODULEPROVER_H

#include "packed/Analysis/AssumedOps.h"
#include "packed/Analysis/RuleProver.h"

namespace mlir::packed {

/// An op just proved, and what it was proved with: all good for more questions
/// about this op until the visitor returns.
struct ProvedOp {
  RuleOpInterface op;
  const RuleSet &rules;
  ArrayRef<RuleVerdict> verdicts;
  SymbolicValues &values;
  FactScope &scope;
  RuleProver &prover;
  AssumedOps &assumed;
};

/// Does all that is wanted of the ops of one function, or of those that are in
/// none, in order.
class ProverVisitor {
public:
  virtual ~ProverVisitor() = default;
  virtual void visit(const ProvedOp &proved) = 0;
};

/// Proves everything within `root`. `units` gets one visitor, made by `make`,
/// for each function in the order of the module, and where functions are not
/// all there is, one more for the rest; `solver` may be null. Fails where the
/// dataflow analysis does.
LogicalResult
proveModule(Operation *root, SmtProver *solver,
            function_ref<std::unique_ptr<ProverVisitor>()> make,
            SmallVectorImpl<std::unique_ptr<ProverVisitor>> &units);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_MODULEPROVER_H
