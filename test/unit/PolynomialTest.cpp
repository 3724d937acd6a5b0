//===- PolynomialTest.cpp - Arithmetic at the ends of 64 bits -------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/Polynomial.h"
#include "gtest/gtest.h"
#include <limits>

using namespace mlir::packed;

static constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

TEST(Polynomial, Gcd) {
  EXPECT_EQ(gcd(0, 0), 0);
  EXPECT_EQ(gcd(0, -6), 6);
  EXPECT_EQ(gcd(-12, 18), 6);
  EXPECT_EQ(gcd(kMin, 96), 32);
  EXPECT_EQ(gcd(kMin, kMax), 1);
  // A divisor of both that there is a number for.
  EXPECT_EQ(gcd(kMin, 0), int64_t(1) << 62);
  EXPECT_EQ(gcd(kMin, kMin), int64_t(1) << 62);
}

TEST(Polynomial, ContentOfLeastFactor) {
  auto term = Polynomial::mul(Polynomial::symbol(0), Polynomial(kMin));
  ASSERT_TRUE(term);
  EXPECT_EQ(term->getContent(), int64_t(1) << 62);
  Polynomial divided = term->dividedBy(term->getContent());
  EXPECT_EQ(divided.getFactor({0}), -2);
}
