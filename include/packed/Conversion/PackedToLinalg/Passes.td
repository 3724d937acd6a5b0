//===- Passes.td - The pass convert-packed-to-linalg -----------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOLINALG_PASSES_TD
#define PACKED_CONVERSION_PACKEDTOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPackedToLinalg : Pass<"convert-packed-to-linalg", "ModuleOp"> {
  let summary = "Lower layout ops on tensors to linalg";
  let description = [{
    Lowers `packed.sequence`, `packed.memory_rope` and
    `packed.memory_rope_audio`, with static or dynamic sizes, to tensors. Each
    block of a layout (the text, one reference, the target video, ...) becomes a
    `linalg.generic` with parallel iterators on its slice of each result, so the
    upstream passes take it to loops, to parallel loops, or to a GPU. Sums that
    must be formed in order become `scf.for`.

    Position ids and coordinates are exact to the last bit. No operation carries
    a fast-math flag; a later pass must not add any.

    Example: `test/Conversion/PackedToLinalg/sequence.mlir`.
  }];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Number of layout ops lowered">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "func::FuncDialect", "linalg::LinalgDialect",
    "math::MathDialect", "scf::SCFDialect", "tensor::TensorDialect"
  ];
}

#endif // PACKED_CONVERSION_PACKEDTOLINALG_PASSES_TD
