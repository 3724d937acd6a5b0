//===- FuncCall.cpp - Calls of declared functions -------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A declaration says which op it stands for:
//
//   func.func private @decode(tensor<4x1024xbf16>, ...)
//       attributes {packed.op = "packed.gdn_decode",
//                   packed.args = {use_qk_l2norm = true}}
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "packed/Intake/NamedCall.h"

using namespace mlir;
using namespace mlir::packed;

/// What an op is, and arguments by name, on the declaration or on the call.
static constexpr llvm::StringLiteral kOpAttrName = "packed.op";
static constexpr llvm::StringLiteral kArgsAttrName = "packed.args";

static LogicalResult readArgs(NamedCall &call, Operation *holder) {
  Attribute attribute = holder->getAttr(kArgsAttrName);
  if (!attribute)
    return success();
  auto dictionary = dyn_cast<DictionaryAttr>(attribute);
  if (!dictionary)
    return emitCallError(call) << "'" << kArgsAttrName
                               << "' must be a dictionary, got " << attribute;
  return addNamed(call, dictionary);
}

MaybeCall mlir::packed::readFuncCall(Operation *op) {
  // IR that is not verified yet may lack it.
  FlatSymbolRefAttr symbol = cast<func::CallOp>(op).getCalleeAttr();
  auto callee =
      symbol ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, symbol)
             : func::FuncOp();
  Attribute mark = callee ? callee->getAttr(kOpAttrName) : Attribute();
  if (!mark)
    return std::optional<NamedCall>();
  auto name = dyn_cast<StringAttr>(mark);
  if (!name || !lookupSignature(name).signature) {
    InFlightDiagnostic diag = callee.emitOpError("'")
                              << kOpAttrName << "' must name an op, got "
                              << mark;
    diag.attachNote() << "there are " << listCallableNames();
    return failure();
  }
  MaybeCall call = startCall(op, name);
  for (Value operand : op->getOperands())
    (*call)->positional.push_back({operand, {}});
  // Where all operands are tensors, the rest of the arguments has names.
  (*call)->onlyValues =
      llvm::all_of(op->getOperandTypes(), llvm::IsaPred<ShapedType>);
  if (failed(readArgs(**call, callee)) || failed(readArgs(**call, op)))
    return failure();
  return call;
}
