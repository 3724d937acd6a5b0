//===- CompileKernels.h - A module to PTX and its description ---*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What packed-compile and the bindings offer: all that a launcher needs, from
// one module.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_PIPELINES_COMPILEKERNELS_H
#define PACKED_PIPELINES_COMPILEKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "packed/Pipelines/PackedToNVVM.h"
#include "llvm/Support/JSON.h"

namespace mlir::packed {

struct CompiledKernels {
  /// The PTX.
  std::string assembly;
  /// How to launch it; docs/KernelDescription.md has the form.
  llvm::json::Object description;
};

/// Adds what `compileKernels` needs beside the dialects of the module.
void registerKernelTargets(DialectRegistry &registry);

/// Compiles the decode ops of `module`, which is used up by it. `artifact` is
/// the name under which the description speaks of the PTX. Emits errors where
/// it fails.
FailureOr<CompiledKernels> compileKernels(ModuleOp module,
                                          const PackedToNVVMOptions &options,
                                          StringRef artifact);

} // namespace mlir::packed

#endif // PACKED_PIPELINES_COMPILEKERNELS_H
