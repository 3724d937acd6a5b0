//===- Ptxas.h - What NVIDIA's assembler says of kernels --------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TARGET_PTXAS_H
#define PACKED_TARGET_PTXAS_H

#include "llvm/ADT/StringMap.h"

namespace mlir::packed {

/// The path of `ptxas`: in `toolkit`/bin, else in the folder that CUDA_HOME,
/// CUDA_PATH or CUDA_ROOT names, else in PATH. Empty where there is none.
std::string findPtxas(llvm::StringRef toolkit);

/// The registers that a thread of each kernel takes, by the name of its entry.
/// Empty where the assembler does not take the PTX.
llvm::StringMap<unsigned> countRegisters(llvm::StringRef ptxas,
                                         llvm::StringRef ptx,
                                         llvm::StringRef chip);

} // namespace mlir::packed

#endif // PACKED_TARGET_PTXAS_H
