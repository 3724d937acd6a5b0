//===- Passes.td - Targets of GPU kernels ----------------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TARGET_PASSES_TD
#define PACKED_TARGET_PASSES_TD

include "mlir/Pass/PassBase.td"

def PackedAttachNVVMTargetPass
    : Pass<"packed-attach-nvvm-target", "::mlir::ModuleOp"> {
  let summary = "Attach a checked NVIDIA target to all GPU modules";
  let description = [{
    Like `nvvm-attach-target`, but what LLVM answers with a fatal error or with
    silence is a located error here: a chip that does not exist or is older than
    sm_80, a PTX version that the chip or LLVM does not have, and a binary format
    where no `ptxas` is found. Without `features` the oldest PTX version that the
    chip has is taken.
  }];
  let options = [
    Option<"chip", "chip", "std::string", "\"sm_90\"", "Target chip">,
    Option<"features", "features", "std::string", "\"\"",
           "PTX version, as +ptx80">,
    Option<"optLevel", "opt-level", "unsigned", "3", "Optimization level">,
    Option<"format", "format", "std::string", "\"isa\"",
           "What will be made of the modules: isa, bin or fatbin">,
    Option<"toolkit", "toolkit", "std::string", "\"\"",
           "Folder of the CUDA toolkit, for ptxas">,
  ];
  let statistics = [
    Statistic<"numModules", "num-modules", "Number of GPU modules">,
  ];
  let dependentDialects = ["::mlir::NVVM::NVVMDialect"];
}

#endif // PACKED_TARGET_PASSES_TD
