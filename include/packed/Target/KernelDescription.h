//===- KernelDescription.h - Kernels as text and JSON -----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a launcher needs beside host code of ours: the assembly of the kernels
// and a JSON description of how to call them.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TARGET_KERNELDESCRIPTION_H
#define PACKED_TARGET_KERNELDESCRIPTION_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/JSON.h"

namespace mlir::packed {

/// Raised whenever a reader of the old form would misread the new one.
constexpr int64_t kDescriptionVersion = 1;

/// The `packed.kernel` attributes of all GPU functions of `module`, which must
/// still have its GPU modules. `artifact` names the file of the assembly.
llvm::json::Object describeKernels(ModuleOp module, StringRef chip,
                                   StringRef artifact);

/// The assembly in the only GPU binary of `module`. Emits an error where there
/// is none, more than one, or one in another form.
FailureOr<std::string> getAssembly(ModuleOp module);

} // namespace mlir::packed

#endif // PACKED_TARGET_KERNELDESCRIPTION_H
