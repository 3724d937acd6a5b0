//===- InitAll.h - Registers everything of packed-mlir ----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One entry for tools and embedders.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INITALL_H
#define PACKED_INITALL_H

#include "mlir/IR/Dialect.h"
#include "packed/Conversion/PackedToGPU/Passes.h"
#include "packed/Conversion/PackedToLinalg/PackedToLinalg.h"
#include "packed/Conversion/PackedToLoops/PackedToLoops.h"
#include "packed/IR/PackedDialect.h"
#include "packed/IR/RuleCatalogue.h"
#include "packed/Intake/FrontEndDialects.h"
#include "packed/Intake/Passes.h"
#include "packed/Models/Models.h"
#include "packed/Pipelines/PackedToNVVM.h"
#include "packed/Pipelines/Pipelines.h"
#include "packed/Target/Passes.h"
#include "packed/Transforms/Passes.h"

namespace mlir::packed {

/// Adds the packed dialect and its external models.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<PackedDialect>();
  registerBufferizationModels(registry);
}

/// Adds all passes and pipelines of packed-mlir.
inline void registerAllPasses() {
  registerPackedPasses();
  registerPackedIntakePasses();
  registerPackedToLinalgPasses();
  registerPackedToLoopsPasses();
  registerPackedPipelines();
  registerPackedToGPUPasses();
  registerPackedTargetPasses();
  registerPackedToNVVMPipeline();
}

} // namespace mlir::packed

#endif // PACKED_INITALL_H
