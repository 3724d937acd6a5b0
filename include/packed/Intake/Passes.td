//===- Passes.td - From front ends' IR to packed ops -------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_PASSES_TD
#define PACKED_INTAKE_PASSES_TD

include "mlir/Pass/PassBase.td"

def PackedRaisePass : Pass<"packed-raise", "::mlir::ModuleOp"> {
  let summary = "Turn calls that front ends emit into packed ops";
  let description = [{
    Replaces calls by name, of `packed.gdn_decode` and the like or of the
    serving engine's functions (`fused_recurrent_gated_delta_rule_packed_decode`
    ...), by the op of the `packed` dialect:

    - `stablehlo.custom_call` and `stablehlo.composite` (JAX);
    - `torch.operator` (torch-mlir, for PyTorch's and ONNX's ops);
    - `onnx.Custom` (onnx-mlir);
    - `func.call` of a declaration that is marked `packed.op`.

    What the front end says about sizes comes along as `packed.assume` and
    `cf.assert`. Ops and tensors keep their locations. Front ends' types are
    bridged by `builtin.unrealized_conversion_cast`, one per value; a function
    of raised ops alone gets builtin types.

    An argument that is unknown, missing, given twice or not constant where it
    must be is an error of the call; anything else is left as it is.

    Front ends' ops are read by name, in generic form, so their dialects need
    not be linked; see docs/FrontEnds.md.

    Example: `test/Intake/stablehlo.mlir`.
  }];
  let statistics = [
    Statistic<"numRaised", "raised", "Number of calls raised">,
    Statistic<"numFacts", "facts", "Number of facts about sizes read">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::packed::PackedDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // PACKED_INTAKE_PASSES_TD
