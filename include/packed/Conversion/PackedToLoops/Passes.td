//===- Passes.td - The pass convert-packed-to-loops ------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOLOOPS_PASSES_TD
#define PACKED_CONVERSION_PACKEDTOLOOPS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPackedToLoops : Pass<"convert-packed-to-loops"> {
  let summary = "Lower decode and recurrence on buffers to loops";
  let description = [{
    Lowers `packed.gdn_decode`, `packed.kda_decode` and `packed.gdn_recurrent`,
    with static or dynamic sizes and any strides the ops allow, to loops over
    memrefs. Requests (or sequences) and value heads run in an `scf.parallel`;
    what a head does is sequential. All arithmetic is f32.

    Ops on tensors are left alone: bufferize them first, which updates `out` and
    the pool in place.

    Example: `test/Conversion/PackedToLoops/decode.mlir`.
  }];
  let statistics = [
    Statistic<"numLowered", "num-lowered", "Number of ops lowered">
  ];
  let dependentDialects = [
    "arith::ArithDialect", "math::MathDialect", "memref::MemRefDialect",
    "scf::SCFDialect"
  ];
}

#endif // PACKED_CONVERSION_PACKEDTOLOOPS_PASSES_TD
