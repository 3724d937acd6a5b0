//===- AssumeOps.cpp - Facts that users state -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"

using namespace mlir;
using namespace mlir::packed;

/// Says what is wrong with a stated fact; nothing where it is fine.
static StringRef findFault(std::optional<ArrayRef<int64_t>> range,
                           std::optional<int64_t> multiple) {
  if (range && (range->size() != 2 || (*range)[0] > (*range)[1]))
    return "range must be two numbers, the smaller one first";
  if (multiple && *multiple <= 0)
    return "multiple_of must be positive";
  return {};
}

LogicalResult AssumeOp::verify() {
  StringRef fault = findFault(getRange(), getMultipleOf());
  return fault.empty() ? success() : emitOpError(fault);
}

Assumption AssumeOp::getAssumption() {
  Assumption result;
  if (std::optional<ArrayRef<int64_t>> range = getRange()) {
    result.min = (*range)[0];
    result.max = (*range)[1];
  }
  result.multiple = getMultipleOf().value_or(1);
  return result;
}

void AssumeOp::inferResultRanges(ArrayRef<ConstantIntRanges> operands,
                                 SetIntRangeFn setResultRange) {
  ConstantIntRanges range = operands[0];
  unsigned width = range.smin().getBitWidth();
  Assumption stated = getAssumption();
  // A bound that the type can't hold says nothing.
  auto fits = [&](int64_t end) { return llvm::isIntN(width, end); };
  if (getRange() && fits(stated.min) && fits(stated.max)) {
    auto bits = [&](int64_t end) {
      return APInt(width, static_cast<uint64_t>(end), /*isSigned=*/true);
    };
    ConstantIntRanges both = range.intersection(
        ConstantIntRanges::fromSigned(bits(stated.min), bits(stated.max)));
    // Where no value meets the statement, no run gets here. Transfer functions
    // of other ops don't expect an empty range.
    if (both.smin().sle(both.smax()) && both.umin().ule(both.umax()))
      range = both;
  }
  setResultRange(getResult(), range);
}

LogicalResult PackedDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned argIndex,
                                                      NamedAttribute attr) {
  auto fail = [&](StringRef fault) {
    return op->emitOpError() << "argument " << argIndex << ": '"
                             << attr.getName().getValue() << "': " << fault;
  };
  if (attr.getName() == kRangeAttrName) {
    auto range = dyn_cast<DenseI64ArrayAttr>(attr.getValue());
    if (!range)
      return fail("must be an array<i64: ...>");
    StringRef fault = findFault(range.asArrayRef(), std::nullopt);
    return fault.empty() ? success() : fail(fault);
  }
  if (attr.getName() == kMultipleOfAttrName) {
    auto multiple = dyn_cast<IntegerAttr>(attr.getValue());
    if (!multiple || !multiple.getType().isSignlessInteger(64))
      return fail("must be an i64");
    StringRef fault = findFault(std::nullopt, multiple.getInt());
    return fault.empty() ? success() : fail(fault);
  }
  return success();
}
