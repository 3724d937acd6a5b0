//===- SizeExprTest.cpp - Arithmetic of sizes -----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes are mathematical integers: they round toward minus infinity, and what
// leaves 64 bits is undefined, never wrapped.
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/SizeExpr.h"
#include "gtest/gtest.h"

using namespace mlir::packed;

namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

TEST(SizeExpr, DivisionRoundsDown) {
  EXPECT_EQ(floorDiv(SizeExpr(7), 2).getConstant(), 3);
  EXPECT_EQ(floorDiv(SizeExpr(-7), 2).getConstant(), -4);
  EXPECT_EQ(ceilDiv(SizeExpr(7), 2).getConstant(), 4);
  EXPECT_EQ(ceilDiv(SizeExpr(-7), 2).getConstant(), -3);
  EXPECT_EQ((SizeExpr(-7) % 4).getConstant(), 1);
}

TEST(SizeExpr, LeavingSixtyFourBitsIsUndefined) {
  for (SizeExpr expr : {SizeExpr(kMax) + 1, SizeExpr(kMin) - 1,
                        SizeExpr(kMax) * 2, SizeExpr(-1) * kMin}) {
    EXPECT_EQ(expr.getUndefined(), SizeUndefined::Overflow);
    EXPECT_FALSE(expr.getConstant());
    EXPECT_EQ((expr == 0).getKind(), SizeCond::Kind::Undefined);
  }
  EXPECT_EQ((SizeExpr(kMax - 1) + 1).getConstant(), kMax);
}

TEST(SizeExpr, DivisorsArePositive) {
  EXPECT_EQ((SizeExpr(4) % 0).getUndefined(), SizeUndefined::DivisionByZero);
  EXPECT_EQ(floorDiv(SizeExpr(4), -2).getUndefined(),
            SizeUndefined::DivisionByZero);
}

TEST(SizeExpr, WhatDecidesAloneDecides) {
  SizeCond undefined = SizeExpr(kMax) + 1 == 0;
  EXPECT_TRUE((undefined && false).isFalse());
  EXPECT_TRUE((undefined || true).isTrue());
  EXPECT_EQ((undefined && true).getKind(), SizeCond::Kind::Undefined);
}

TEST(SizeExpr, SubstitutionFolds) {
  SizeArena arena;
  SizeExpr frames =
      SizeExpr::source(arena, {SizeSource::Kind::Value, {}, 0, "frames"});
  SizeExpr rows = frames * 240 + 16;
  EXPECT_FALSE(rows.isConstant());
  auto seven = [](const SizeSource &) { return std::optional<int64_t>(7); };
  EXPECT_EQ(rows.substitute(seven).getConstant(), 1696);
  EXPECT_TRUE(isMultipleOf(rows, 16).substitute(seven).isTrue());
  EXPECT_TRUE((!isMultipleOf(rows, 16)).substitute(seven).isFalse());
}

} // namespace
