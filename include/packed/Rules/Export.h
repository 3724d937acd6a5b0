//===- Export.h - The rules of an op as data --------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The *export* reading: rules for programs that have no MLIR, such as the
// launcher of a compiled kernel. docs/KernelDescription.md has the form.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_EXPORT_H
#define PACKED_RULES_EXPORT_H

#include "packed/Rules/RuleOpInterface.h"
#include "llvm/Support/JSON.h"

namespace mlir::packed {

/// The rules of `op`, which verifies, for operands of any type, in the order in
/// which they are to be tested: the first that does not hold is the error. Left
/// out are rules that hold for the op whatever its operands, advice, and rules
/// about the elements of buffers, which a launcher can't read without waiting
/// for them.
llvm::json::Array exportRules(RuleOpInterface op);

} // namespace mlir::packed

#endif // PACKED_RULES_EXPORT_H
