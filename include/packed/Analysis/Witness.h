//===- Witness.h - Sizes that break or keep a rule --------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examples: a search over small sizes, each checked by computing the rule.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_ANALYSIS_WITNESS_H
#define PACKED_ANALYSIS_WITNESS_H

#include "packed/Analysis/SymbolicValues.h"

namespace mlir::packed {

/// The sizes of an example, in the order in which the rule names them.
using Witness = SmallVector<std::pair<SizeSource, int64_t>, 2>;

/// The smallest sizes found that keep all facts of the scope and the conditions
/// that hold, and for which `cond` is `wanted`. Nothing where too many sizes
/// bear on the condition. The scope should assume the conditions that hold:
/// the equalities among them leave fewer sizes free.
std::optional<Witness> findWitness(SizeCond cond, bool wanted,
                                   ArrayRef<SizeCond> held,
                                   SourceValues &values, FactScope &scope);

/// Whether sizes are found, in a few tries, that keep all facts and conditions
/// that hold and break `cond`, and others that keep it: then nothing decides
/// it.
bool isContingent(SizeCond cond, ArrayRef<SizeCond> held, SourceValues &values,
                  FactScope &scope);

/// The value of a polynomial under values of its leaf symbols; nothing where a
/// part is not defined.
std::optional<WideInt>
evaluate(const Polynomial &polynomial, const SymbolTable &symbols,
         function_ref<std::optional<WideInt>(SymbolId)> leaf);

} // namespace mlir::packed

#endif // PACKED_ANALYSIS_WITNESS_H
