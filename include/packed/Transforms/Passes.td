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

    Example: `test/Check/verdicts.mlir`.
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
    Statistic<"numAssumed", "assumed",
              "Number of rules taken to hold, as sizes stay within 64 bits">,
    Statistic<"numWarnings", "warnings", "Number of warnings">
  ];
  let dependentDialects = ["::mlir::smt::SMTDialect"];
}

def PackedInsertGuardsPass : Pass<"packed-insert-guards"> {
  let summary = "Assert the open rules of ops that a device runs";
  let description = [{
    Emits a `cf.assert` in front of each op for every rule that is neither
    decided by types nor proved by `packed-check`, as
    `--generate-runtime-verification` does, but for rules that read elements of
    a buffer: the host must not touch memory of a device. What such a rule asks
    (slots that lie within the pool) is left to the caller.

    Example: `test/Transforms/insert-guards.mlir`.
  }];
  let statistics = [
    Statistic<"numGuards", "guards", "Number of assertions emitted">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PackedRefineShapesPass : Pass<"packed-refine-shapes"> {
  let summary = "Write sizes that proved rules imply into types";
  let description = [{
    Where the rules that are proved of an op leave only one value for a size
    that its types or operands leave open, the op gets that value: a dynamic dim
    of a tensor operand becomes static behind a `tensor.cast`, an `index`
    operand becomes a constant. Results that hand on a destination follow it and
    are cast back for their users. Run `canonicalize` afterwards: it folds the
    casts away wherever the static type was known all along, and infers the
    result types of ops whose sizes have become constants.

    A rule that is not proved implies nothing, whether or not a guard will test
    it. Signatures of functions, the types that loops and branches carry, and
    memrefs stay as they are. Ops of other dialects take part through
    `RuleOpInterface`; their operands may be more static than their results,
    unless these are tied by `DestinationStyleOpInterface`.

    Example: `test/Transforms/refine-shapes.mlir`.
  }];
  let options = [
    Option<"solver", "solver", "bool", "true",
           "Ask Z3 about what stays unknown, where it is installed">,
    Option<"solverTimeLimit", "solver-time-limit", "unsigned", "200",
           "Milliseconds that the solver may take for one rule">
  ];
  let statistics = [
    Statistic<"numOps", "ops", "Number of ops refined">,
    Statistic<"numSizes", "sizes", "Number of sizes found constant">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::smt::SMTDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PackedAnnotateStreamLayoutPass : Pass<"packed-annotate-stream-layout"> {
  let summary = "Attach the stream layout to packed sequences";
  let description = [{
    Writes what a block-sparse attention backend asks of a layout besides the
    rows as the attribute `packed.stream_layout` of each `packed.sequence`: the
    shape of the target in patches, per conditioning stream its shape and role,
    the order of the streams, and the rows of the audio streams.

    Example: `test/Transforms/stream-layout.mlir`.
  }];
  let statistics = [
    Statistic<"numAnnotated", "annotated", "Number of sequences annotated">
  ];
}

def PackedFoldLayoutsPass : Pass<"packed-fold-layouts"> {
  let summary = "Compute layouts with constant sizes at compile time";
  let description = [{
    Replaces `packed.sequence`, `packed.memory_rope` and
    `packed.memory_rope_audio` whose sizes are all constants by constants. A
    server builds the same layout for every step of a request, so it is worth
    building it once.

    A layout with more than `max-elements` elements over all its results is left
    alone: constants of that size make the program large.

    Example: `test/Transforms/fold-layouts.mlir`.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"1048576",
           "Leave layouts with more elements than this alone">
  ];
  let statistics = [
    Statistic<"numFolded", "folded", "Number of layouts folded">,
    Statistic<"numTooLarge", "too-large",
              "Number of constant layouts left alone for their size">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // PACKED_TRANSFORMS_PASSES_TD
