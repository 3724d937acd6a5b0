//===- PackedOps.h - Ops of the packed dialect ------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op classes that TableGen makes of the *.td files in this folder.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_PACKEDOPS_H
#define PACKED_IR_PACKEDOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "packed/IR/PackedDialect.h"
#include "packed/IR/SizedOp.h"
#include "packed/Layout/MemoryRopeSizes.h"
#include "packed/Layout/SequenceRows.h"
#include "packed/Rules/Assumption.h"
#include "packed/Rules/LabeledBuffer.h"
#include "packed/Rules/RuleOpInterface.h"
#include "packed/Rules/StridedLayout.h"

#define GET_OP_CLASSES
#include "packed/IR/PackedOps.h.inc"

#endif // PACKED_IR_PACKEDOPS_H
