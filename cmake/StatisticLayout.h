//===- StatisticLayout.h - Statistics as the library has them ---*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comes before everything in files with passes, where MLIR was built without
// assertions. There a pass's statistic counts nothing and has no counter, and
// its constructor, which is the library's, sets none. We build with assertions,
// for which the header would declare the counter that nobody has set.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_STATISTICLAYOUT_H
#define PACKED_STATISTICLAYOUT_H

#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#include <cassert> // that of above had no effect

#endif // PACKED_STATISTICLAYOUT_H
