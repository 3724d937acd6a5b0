//===- Passes.td - Lowering of the packed dialect to GPUs ------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_CONVERSION_PACKEDTOGPU_PASSES_TD
#define PACKED_CONVERSION_PACKEDTOGPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPackedToGPUPass : Pass<"convert-packed-to-gpu", "::mlir::ModuleOp"> {
  let summary = "Lower decode ops on memrefs to GPU kernels and their launches";
  let description = [{
    Replaces each `packed.gdn_decode` and `packed.kda_decode` on memrefs by
    launches of kernels in one `gpu.module`. Where the batch is not static, host
    code picks among a few kernels by the number of states (B * HV); a scalar
    kernel stands behind them for buffers that are not aligned for vector
    accesses, and alone for head sizes that are not static.

    The schedule is the op's `packed.schedule` attribute, or chosen from the
    head sizes, the element types and the number of multiprocessors. A schedule
    that can't serve a shape is an error that says why.

    Each kernel carries its description (arguments, sizes, grid, when it
    applies) as the attribute `packed.kernel`.

    See `test/Conversion/PackedToGPU/gdn-decode.mlir`.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"nvvm\"",
           "Family of intrinsics: nvvm or rocdl">,
    Option<"chip", "chip", "std::string", "\"sm_90\"",
           "Chip that the kernels will run on (checked with target nvvm)">,
    Option<"subgroupSize", "subgroup-size", "unsigned", "0",
           "Lanes of a warp: 32 or 64; 0 takes 32 for nvvm, 64 for rocdl">,
    Option<"multiprocessors", "multiprocessors", "unsigned", "132",
           "Multiprocessors of the chip, which the choice of tiles scales with">,
    Option<"pdl", "pdl", "bool", "false",
           "Use programmatic dependent launch where no schedule is given">,
  ];
  let statistics = [
    Statistic<"numOps", "num-ops", "Number of decode ops lowered">,
    Statistic<"numKernels", "num-kernels", "Number of kernels emitted">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
}

#endif // PACKED_CONVERSION_PACKEDTOGPU_PASSES_TD
