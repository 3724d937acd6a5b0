//===- RuleTest.cpp - A foreign dialect with rules ------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTest.h"

using namespace mlir;
using namespace mlir::packed;

#include "RuleTestDialect.cpp.inc"

#define GET_OP_CLASSES
#include "RuleTestOps.cpp.inc"

void rule_test::RuleTestDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "RuleTestOps.cpp.inc"
      >();
}

static const RuleInfo kPartsPositive = {"rule_test.split.positive",
                                        RuleSeverity::Error,
                                        "cannot split into {0} parts",
                                        "A split has at least one part.",
                                        "pass a positive number of parts",
                                        "",
                                        ""};

static const RuleInfo kPartsDivide = {
    "rule_test.split.divide",
    RuleSeverity::Error,
    "{0} rows do not split into {1} equal parts",
    "All parts have the same number of rows.",
    "pad the rows",
    "",
    ""};

void rule_test::SplitOp::stateRules(RuleSet &rules) {
  Builder builder(getContext());
  OpFoldResult given = getParts();
  if (std::optional<uint64_t> number = getStaticParts())
    given = builder.getIndexAttr(*number);
  SizeExpr parts = rules.size("parts", given);
  SizeExpr rows = rules.dim("source", getSource(), 0);
  rules.require(kPartsPositive, parts > 0, {parts});
  rules.require(kPartsDivide, isMultipleOf(rows, parts), {rows, parts})
      .note("{0} rows would do", {ceilDiv(rows, parts) * parts})
      .operand("source", getSource());
}

void rule_test::SplitOp::generateRuntimeVerification(
    OpBuilder &builder, Location loc,
    function_ref<std::string(Operation *, StringRef)> describe) {
  emitGuards(*this, builder, loc, describe);
}
