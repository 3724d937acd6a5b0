//===- Generator.h - Random small programs ----------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_TEST_PROPERTY_GENERATOR_H
#define PACKED_TEST_PROPERTY_GENERATOR_H

#include "Random.h"
#include <string>

/// A module with a function `main` over a few index arguments: arithmetic,
/// assertions, loops, branches, calls, and packed ops.
std::string generateProgram(Random &random);

#endif // PACKED_TEST_PROPERTY_GENERATOR_H
