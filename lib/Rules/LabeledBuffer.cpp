//===- LabeledBuffer.cpp - Buffers that ops must agree about --------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Rules/LabeledBuffer.h"

using namespace mlir;

#include "packed/Rules/LabeledBufferOpInterface.cpp.inc"
