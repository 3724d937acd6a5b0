//===- CheckMain.h - The packed-check command -------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command for any set of dialects whose ops state rules.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TOOLS_CHECKMAIN_H
#define PACKED_TOOLS_CHECKMAIN_H

#include "mlir/IR/DialectRegistry.h"
#include "packed/Rules/Rule.h"

namespace mlir::packed {

/// Checks the files named on the command line. Returns the exit status: 0
/// clean, 1 a rule is refuted (or unknown, where strict), 2 could not read.
int checkMain(int argc, char **argv, DialectRegistry &registry,
              const RuleCatalogue &catalogue);

} // namespace mlir::packed

#endif // PACKED_TOOLS_CHECKMAIN_H
