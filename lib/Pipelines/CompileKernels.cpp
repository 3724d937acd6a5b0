//===- CompileKernels.cpp - A module to PTX and its description -----------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two halves of the pipeline, and what is read before, between and behind
// them.
//
//===----------------------------------------------------------------------===//

#include "packed/Pipelines/CompileKernels.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "packed/IR/PackedOps.h"
#include "packed/Rules/Export.h"
#include "packed/Target/KernelDescription.h"
#include "packed/Target/Ptxas.h"

using namespace mlir;
using namespace mlir::packed;

void mlir::packed::registerKernelTargets(DialectRegistry &registry) {
  registerAllGPUToLLVMIRTranslations(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

/// The rules of the ops that become kernels: per op and order of its state.
static llvm::json::Object exportKernelRules(ModuleOp module) {
  llvm::json::Object rules;
  auto add = [&](auto op) {
    auto &orders =
        *rules.try_emplace(op->getName().stripDialect(), llvm::json::Object())
             .first->second.getAsObject();
    StringRef order = stringifyStateOrder(op.getStateOrder());
    if (!orders.get(order))
      orders[order] = exportRules(op);
  };
  module.walk([&](GdnDecodeOp op) { add(op); });
  module.walk([&](KdaDecodeOp op) { add(op); });
  return rules;
}

static LogicalResult
runPipeline(ModuleOp module, const PackedToNVVMOptions &options,
            void (*build)(OpPassManager &, const PackedToNVVMOptions &)) {
  PassManager manager(module.getContext());
  build(manager, options);
  return manager.run(module);
}

/// Leaves the kernels only: a model around them needs not become machine code.
static void dropHostCode(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (!isa<gpu::GPUModuleOp>(op))
      op.erase();
}

/// Adds what only the assembler knows, where there is one.
static void describeRegisters(CompiledKernels &kernels,
                              const PackedToNVVMOptions &options) {
  std::string ptxas = findPtxas(options.toolkit);
  if (ptxas.empty())
    return;
  llvm::StringMap<unsigned> registers =
      countRegisters(ptxas, kernels.assembly, options.chip);
  for (llvm::json::Value &value : *kernels.description.getArray("kernels")) {
    llvm::json::Object &kernel = *value.getAsObject();
    auto it = registers.find(*kernel.getString("name"));
    if (it != registers.end())
      kernel["registers"] = it->second;
  }
}

FailureOr<CompiledKernels> mlir::packed::compileKernels(
    ModuleOp module, const PackedToNVVMOptions &options, StringRef artifact) {
  llvm::json::Object rules = exportKernelRules(module);
  if (rules.empty())
    return module.emitError("has no decode op to compile; kernels are made of "
                            "'packed.gdn_decode' and 'packed.kda_decode'");
  if (failed(runPipeline(module, options, buildPackedToKernels)))
    return failure();
  CompiledKernels kernels;
  kernels.description = describeKernels(module, options.chip, artifact);
  kernels.description["rules"] = std::move(rules);
  dropHostCode(module);
  if (failed(runPipeline(module, options, buildKernelsToBinary)))
    return failure();
  FailureOr<std::string> assembly = getAssembly(module);
  if (failed(assembly))
    return failure();
  kernels.assembly = std::move(*assembly);
  describeRegisters(kernels, options);
  return kernels;
}
