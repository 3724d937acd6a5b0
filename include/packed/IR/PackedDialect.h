//===- PackedDialect.h - The packed dialect ---------------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect and its attributes.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_PACKEDDIALECT_H
#define PACKED_IR_PACKEDDIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"

#include "packed/IR/PackedDialect.h.inc"
#include "packed/IR/PackedEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "packed/IR/PackedAttrs.h.inc"

#endif // PACKED_IR_PACKEDDIALECT_H
