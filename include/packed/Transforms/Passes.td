//===- Passes.td - Passes from packed to packed ---------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TRANSFORMS_PASSES_TD
#define PACKED_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PackedCheckPass : Pass<"packed-check"> {
  let summary = "Prove or refute the shape rules of ops";
  let description = [{
    Decides every rule that an op states through `RuleOpInterface` by what
    dataflow knows of the sizes: constants, ranges, divisibility, sums and
    products of symbols, equal dims, call arguments, asserted conditions, and
    what the user states with `packed.assume` or attributes of function
    arguments. What these leave open goes to Z3 where that is installed.

    A refuted rule is an error of the op, with the facts as notes. A rule that
    is neither proved nor refuted is silent unless `unknown` says otherwise.
    Rules that are proved are listed in the attribute `packed.proved_rules` of
    their op, and `--generate-runtime-verification` emits no guard for them.

    Example: `test/Check/memory-rope.mlir`.
  }];
  let options = [
    Option<"unknown", "unknown", "::mlir::packed::UnknownHandling",
           "::mlir::packed::UnknownHandling::Silent",
           "What becomes of rules that stay unknown",
           [{::llvm::cl::values(
             clEnumValN(::mlir::packed::UnknownHandling::Silent, "silent",
                        "say nothing"),
             clEnumValN(::mlir::packed::UnknownHandling::List, "list",
                        "emit a remark"),
             clEnumValN(::mlir::packed::UnknownHandling::Error, "error",
                        "emit an error"))}]>,
    Option<"solver", "solver", "bool", "true",
           "Ask Z3 about what stays unknown, where it is installed">,
    Option<"solverTimeLimit", "solver-time-limit", "unsigned", "200",
           "Milliseconds that the solver may take for one rule">,
    ListOption<"disableWarnings", "disable-warnings", "std::string",
               "Ids of warnings that are not wanted">,
    Option<"report", "report", "bool", "false",
           "Print the table of all rules to the standard error stream">,
    Option<"remarks", "remarks", "bool", "false",
           "Report every rule as an optimization remark as well">
  ];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops with rules">,
    Statistic<"numProved", "proved", "Number of rules proved">,
    Statistic<"numRefuted", "refuted", "Number of rules refuted">,
    Statistic<"numUnknown", "unknown", "Number of rules left unknown">,
    Statistic<"numWarnings", "warnings", "Number of warnings">
  ];
  let dependentDialects = ["::mlir::smt::SMTDialect"];
}

#endif // PACKED_TRANSFORMS_PASSES_TD
