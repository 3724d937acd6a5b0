//===- Pipelines.h - Named pass pipelines -----------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pipelines that tools offer by name.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_PIPELINES_PIPELINES_H
#define PACKED_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::packed {

struct PackedToLLVMOptions : public PassPipelineOptions<PackedToLLVMOptions> {
  Option<bool> runtimeVerification{
      *this, "runtime-verification",
      llvm::cl::desc("Emit assertions for rules that depend on run-time sizes"),
      llvm::cl::init(false)};
  Option<bool> foldLayouts{
      *this, "fold-layouts",
      llvm::cl::desc("Compute layouts with constant sizes at compile time"),
      llvm::cl::init(false)};
  Option<int64_t> maxElements{
      *this, "max-elements",
      llvm::cl::desc("Largest layout, in elements, that fold-layouts takes"),
      llvm::cl::init(1048576)};
  Option<bool> emitCInterface{
      *this, "emit-c-interface",
      llvm::cl::desc("Give every public function a C wrapper"),
      llvm::cl::init(false)};
};

/// From packed ops on tensors or buffers to the LLVM dialect, for a CPU.
void buildPackedToLLVMPipeline(OpPassManager &manager,
                               const PackedToLLVMOptions &options);

/// Makes the pipelines known under their names.
void registerPackedPipelines();

} // namespace mlir::packed

#endif // PACKED_PIPELINES_PIPELINES_H
