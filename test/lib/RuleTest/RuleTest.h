//===- RuleTest.h - A foreign dialect with rules ----------------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef RULETEST_H
#define RULETEST_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "packed/Rules/RuleOpInterface.h"

#include "RuleTestDialect.h.inc"

#define GET_OP_CLASSES
#include "RuleTestOps.h.inc"

#endif // RULETEST_H
