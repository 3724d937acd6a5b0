//===- SmtProver.cpp - Rules decided by an SMT solver ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/SmtProver.h"
#include "mlir/Dialect/SMT/IR/SMTDialect.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::packed;

SmtProver::SmtProver(MLIRContext *context, SmtSolver &solver)
    : context(context), solver(solver) {
  context->loadDialect<smt::SMTDialect>();
}

/// Reads the answers to "can it fail" and "can it hold".
static Truth readAnswer(StringRef output) {
  auto [canFail, rest] = output.split('\n');
  auto [canHold, more] = rest.split('\n');
  if (canFail.trim() == "unsat")
    return Truth::True;
  return canHold.trim() == "unsat" ? Truth::False : Truth::Unknown;
}

Truth SmtProver::decide(SizeCond cond, ArrayRef<SizeCond> held,
                        SourceValues &values, FactScope &scope) {
  std::string script = writeSmtQuery(context, cond, held, values, scope);
  if (script.empty())
    return Truth::Unknown;
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto it = answers.find(script);
    if (it != answers.end())
      return it->second;
  }
  Truth answer = readAnswer(solver.run(script));
  std::lock_guard<std::mutex> lock(mutex);
  answers.try_emplace(script, answer);
  return answer;
}
