//===- PackedToNVVM.h - From packed ops to PTX ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The named pipeline, in the two halves that packed-compile reads kernels'
// descriptions between.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_PIPELINES_PACKEDTONVVM_H
#define PACKED_PIPELINES_PACKEDTONVVM_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::packed {

/// What becomes of rules that nothing decides before the program runs: an
/// assertion in the host code, an error, or trust in the caller.
enum class UnknownRules : uint8_t { Guard, Error, Trust };

/// The values of an option of this type.
inline llvm::cl::ValuesClass getUnknownRulesValues() {
  return llvm::cl::values(
      clEnumValN(UnknownRules::Guard, "guard", "assert them in the host code"),
      clEnumValN(UnknownRules::Error, "error", "emit an error"),
      clEnumValN(UnknownRules::Trust, "trust", "say nothing"));
}

struct PackedToNVVMOptions : PassPipelineOptions<PackedToNVVMOptions> {
  Option<std::string> chip{*this, "chip", llvm::cl::desc("Target chip"),
                           llvm::cl::init("sm_90")};
  Option<std::string> features{
      *this, "features",
      llvm::cl::desc("PTX version, as +ptx80; the oldest that the chip has"),
      llvm::cl::init("")};
  Option<std::string> format{
      *this, "format",
      llvm::cl::desc("What the GPU binary holds: isa, bin or fatbin"),
      llvm::cl::init("isa")};
  Option<std::string> toolkit{*this, "toolkit",
                              llvm::cl::desc("Folder of the CUDA toolkit"),
                              llvm::cl::init("")};
  Option<unsigned> optLevel{*this, "opt-level",
                            llvm::cl::desc("Optimization level"),
                            llvm::cl::init(3)};
  Option<unsigned> multiprocessors{
      *this, "multiprocessors", llvm::cl::desc("Multiprocessors of the chip"),
      llvm::cl::init(132)};
  Option<bool> pdl{*this, "pdl",
                   llvm::cl::desc("Use programmatic dependent launch"),
                   llvm::cl::init(false)};
  Option<UnknownRules> unknownRules{
      *this, "unknown-rules",
      llvm::cl::desc("What becomes of rules that stay unknown"),
      llvm::cl::init(UnknownRules::Guard), getUnknownRulesValues()};
};

/// Tensors or memrefs to kernels and their launches.
void buildPackedToKernels(OpPassManager &manager,
                          const PackedToNVVMOptions &options);

/// Kernels to a GPU binary, host code to the LLVM dialect.
void buildKernelsToBinary(OpPassManager &manager,
                          const PackedToNVVMOptions &options);

/// Registers `packed-to-nvvm`.
void registerPackedToNVVMPipeline();

} // namespace mlir::packed

#endif // PACKED_PIPELINES_PACKEDTONVVM_H
