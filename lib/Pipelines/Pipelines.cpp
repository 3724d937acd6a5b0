//===- Pipelines.cpp - Named pass pipelines -------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our conversions among upstream passes.
//
//===----------------------------------------------------------------------===//

#include "packed/Pipelines/Pipelines.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "packed/Conversion/PackedToLinalg/PackedToLinalg.h"
#include "packed/Conversion/PackedToLoops/PackedToLoops.h"
#include "packed/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::packed;

static void addCleanup(OpPassManager &manager) {
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

static void addBufferization(OpPassManager &manager) {
  manager.addPass(bufferization::createEmptyTensorEliminationPass());
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  // A private function need not return a pool that it got and updated in place.
  manager.addPass(bufferization::createDropEquivalentBufferResultsPass());
  // Slices are taken and put back: CSE finds that both are the same memory, and
  // canonicalization then drops the copy.
  addCleanup(manager);
  manager.addPass(createCanonicalizerPass());
}

static void addLoopsToLLVM(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  addCleanup(manager);
  manager.addPass(createSCFToControlFlowPass());
  // The CPU has no conversion between f32 and bf16 of its own.
  arith::ArithExpandOpsPassOptions expandOptions;
  expandOptions.includeBf16 = true;
  manager.addPass(arith::createArithExpandOpsPass(expandOptions));
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  addCleanup(manager);
}

void mlir::packed::buildPackedToLLVMPipeline(
    OpPassManager &manager, const PackedToLLVMOptions &options) {
  addCleanup(manager);
  if (options.runtimeVerification)
    manager.addPass(createGenerateRuntimeVerificationPass());
  if (options.foldLayouts) {
    PackedFoldLayoutsPassOptions foldOptions;
    foldOptions.maxElements = options.maxElements;
    manager.addPass(createPackedFoldLayoutsPass(foldOptions));
  }
  manager.addPass(createConvertPackedToLinalg());
  addCleanup(manager);
  addBufferization(manager);
  bufferization::buildBufferDeallocationPipeline(
      manager, bufferization::BufferDeallocationPipelineOptions());
  // A constant that is returned is cloned, so that the caller may free it.
  manager.addPass(createConvertBufferizationToMemRefPass());
  // It allocates and frees scratch memory, which deallocation won't see twice.
  manager.addPass(createConvertPackedToLoops());
  if (options.emitCInterface)
    manager.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  addLoopsToLLVM(manager);
}

void mlir::packed::registerPackedPipelines() {
  PassPipelineRegistration<PackedToLLVMOptions>(
      "packed-to-llvm", "Lower packed ops to the LLVM dialect, for a CPU",
      buildPackedToLLVMPipeline);
}
