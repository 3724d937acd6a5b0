//===- FoldLayouts.td - The pass packed-fold-layouts -----------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TRANSFORMS_FOLDLAYOUTS_TD
#define PACKED_TRANSFORMS_FOLDLAYOUTS_TD

include "mlir/Pass/PassBase.td"

def PackedFoldLayouts : Pass<"packed-fold-layouts"> {
  let summary = "Compute layouts with constant sizes at compile time";
  let description = [{
    Replaces `packed.sequence`, `packed.memory_rope` and
    `packed.memory_rope_audio` whose sizes are all constants by constants. A
    server builds the same layout for every step of a request, so it is worth
    building it once.

    A layout with more than `max-elements` elements over all its results is left
    alone: constants of that size make the program large.

    Example: test/Transforms/fold-layouts.mlir.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"1048576",
           "Leave layouts with more elements than this alone">
  ];
  let statistics = [
    Statistic<"numFolded", "num-folded", "Number of layouts folded">,
    Statistic<"numTooLarge", "num-too-large",
              "Number of constant layouts left alone for their size">
  ];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

#endif // PACKED_TRANSFORMS_FOLDLAYOUTS_TD
