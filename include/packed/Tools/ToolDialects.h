//===- ToolDialects.h - What every tool reads -------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TOOLS_TOOLDIALECTS_H
#define PACKED_TOOLS_TOOLDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::packed {

/// Adds all that a program of its own reads: the dialects and extensions of
/// MLIR, ours, and the stand-ins for those of front ends. A compiler that has
/// such a front end's real dialect takes `registerAllDialects` instead.
void registerToolDialects(DialectRegistry &registry);

} // namespace mlir::packed

#endif // PACKED_TOOLS_TOOLDIALECTS_H
