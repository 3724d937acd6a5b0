//===- Explain.h - The --explain option of tools ----------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_EXPLAIN_H
#define PACKED_RULES_EXPLAIN_H

#include "packed/Rules/Rule.h"
#include <optional>

namespace mlir::packed {

/// Serves `--explain=ID` (one rule), `--explain=all` (the reference page) and
/// `--explain=json` (all entries, for programs). Returns the exit status, or
/// none where the command line holds no such option.
std::optional<int> runExplain(const RuleCatalogue &catalogue, int argc,
                              char **argv);

} // namespace mlir::packed

#endif // PACKED_RULES_EXPLAIN_H
