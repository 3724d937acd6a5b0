//===- Assumption.cpp - Facts that users state ----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/Assumption.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::packed;

#include "packed/Rules/AssumptionOpInterface.cpp.inc"

Assumption mlir::packed::getAssumption(BlockArgument argument) {
  Assumption result;
  Block *block = argument.getOwner();
  auto function = dyn_cast_or_null<FunctionOpInterface>(block->getParentOp());
  if (!function || !block->isEntryBlock())
    return result;
  unsigned index = argument.getArgNumber();
  if (auto range =
          function.getArgAttrOfType<DenseI64ArrayAttr>(index, kRangeAttrName))
    if (range.size() == 2) {
      result.min = range[0];
      result.max = range[1];
    }
  if (auto multiple =
          function.getArgAttrOfType<IntegerAttr>(index, kMultipleOfAttrName))
    if (multiple.getInt() > 0)
      result.multiple = multiple.getInt();
  return result;
}
