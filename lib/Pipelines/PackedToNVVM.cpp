//===- PackedToNVVM.cpp - From packed ops to PTX --------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Pipelines/PackedToNVVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "packed/Conversion/PackedToGPU/Passes.h"
#include "packed/Target/Passes.h"
#include "packed/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::packed;

/// Proves what can be, so that only the rest is guarded. The solver is asked
/// where a rule that stays unknown would end the compilation.
static void addCheck(OpPassManager &manager, UnknownRules unknownRules) {
  if (unknownRules == UnknownRules::Trust)
    return;
  PackedCheckPassOptions check;
  check.solver = unknownRules == UnknownRules::Error;
  check.unknown = unknownRules == UnknownRules::Error ? UnknownHandling::Error
                                                      : UnknownHandling::Silent;
  manager.addPass(createPackedCheckPass(check));
}

void mlir::packed::buildPackedToKernels(OpPassManager &manager,
                                        const PackedToNVVMOptions &options) {
  addCheck(manager, options.unknownRules);
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  manager.addPass(bufferization::createOneShotBufferizePass(bufferize));
  manager.addPass(createCanonicalizerPass());
  if (options.unknownRules == UnknownRules::Guard)
    manager.addPass(createPackedInsertGuardsPass());

  ConvertPackedToGPUPassOptions convert;
  convert.chip = options.chip;
  convert.multiprocessors = options.multiprocessors;
  convert.pdl = options.pdl;
  manager.addPass(createConvertPackedToGPUPass(convert));
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
}

/// The kernels to NVVM.
static void buildDevicePasses(OpPassManager &manager) {
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

void mlir::packed::buildKernelsToBinary(OpPassManager &manager,
                                        const PackedToNVVMOptions &options) {
  PackedAttachNVVMTargetPassOptions attach;
  attach.chip = options.chip;
  attach.features = options.features;
  attach.optLevel = options.optLevel;
  attach.format = options.format;
  attach.toolkit = options.toolkit;
  manager.addPass(createPackedAttachNVVMTargetPass(attach));
  buildDevicePasses(manager);

  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createGpuToLLVMConversionPass());
  GpuModuleToBinaryPassOptions binary;
  binary.compilationTarget = options.format;
  binary.toolkitPath = options.toolkit;
  manager.addPass(createGpuModuleToBinaryPass(binary));
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
}

void mlir::packed::registerPackedToNVVMPipeline() {
  PassPipelineRegistration<PackedToNVVMOptions>(
      "packed-to-nvvm",
      "Lower packed decode ops on tensors or memrefs to a GPU binary and host "
      "code that launches it",
      [](OpPassManager &manager, const PackedToNVVMOptions &options) {
        buildPackedToKernels(manager, options);
        buildKernelsToBinary(manager, options);
      });
}
