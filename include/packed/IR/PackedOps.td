//===- PackedOps.td - All ops of the packed dialect ------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The umbrella over the op families, one file each.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_PACKEDOPS_TD
#define PACKED_IR_PACKEDOPS_TD

include "packed/IR/ScheduleAttr.td"
include "packed/IR/SequenceOps.td"
include "packed/IR/MemoryRopeOps.td"
include "packed/IR/DecodeOps.td"
include "packed/IR/AssumeOps.td"

#endif // PACKED_IR_PACKEDOPS_TD
