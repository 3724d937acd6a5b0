//===- SmtProver.h - Rules decided by an SMT solver -------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of the prover: a rule and the facts around it go through MLIR's
// smt dialect to Z3. The library is looked for at run time; without it nothing
// is decided here.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_SMTPROVER_H
#define PACKED_ANALYSIS_SMTPROVER_H

#include "packed/Analysis/SymbolicValues.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <mutex>
#include <string>

namespace mlir::packed {

/// Runs SMT-LIB scripts.
class SmtSolver {
public:
  virtual ~SmtSolver() = default;
  /// What the solver prints, empty where it gives up.
  virtual std::string run(StringRef script) = 0;

  /// Z3, with a limit for each run; null where it is not installed.
  static std::unique_ptr<SmtSolver> loadZ3(unsigned timeLimitMs);
};

/// Asks a solver about conditions and keeps its answers. Several threads may
/// ask at a time.
class SmtProver {
public:
  /// Loads the dialects that a query is written in; call before threads start.
  SmtProver(MLIRContext *context, SmtSolver &solver);

  /// Decides `cond` by the facts of the scope and the conditions that hold.
  Truth decide(SizeCond cond, ArrayRef<SizeCond> held, SourceValues &values,
               FactScope &scope);

private:
  MLIRContext *context;
  SmtSolver &solver;
  /// Answers by script: models repeat the same op many times.
  llvm::StringMap<Truth> answers;
  std::mutex mutex;
};

/// The script that asks whether `cond` can fail, then whether it can hold.
std::string writeSmtQuery(MLIRContext *context, SizeCond cond,
                          ArrayRef<SizeCond> held, SourceValues &values,
                          FactScope &scope);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_SMTPROVER_H
