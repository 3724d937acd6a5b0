//===- PackedOps.cpp - Generated parts of the ops -------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/PackedOps.h"

using namespace mlir;
using namespace mlir::packed;

#define GET_OP_CLASSES
#include "packed/IR/PackedOps.cpp.inc"
