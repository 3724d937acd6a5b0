//===- Functions.cpp - Functions that became ours -------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks first, then changes.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/Functions.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "packed/Intake/Bridge.h"

using namespace mlir;
using namespace mlir::packed;

/// Whether `type` is a front end's tensor.
static bool isForeign(Type type) {
  Type builtin = getBufferType(type);
  return builtin && builtin != type;
}

/// A cast between a tensor of a front end and the builtin one.
static bool isBridge(Operation *op) {
  auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
  return cast && cast.getNumOperands() == 1 && cast.getNumResults() == 1 &&
         getBufferType(cast.getOperand(0).getType()) ==
             getBufferType(cast.getType(0));
}

/// What only describes shapes, and has been read.
static bool isDescription(Operation *op) {
  return op->getName().getStringRef() == "torch.bind_symbolic_shape";
}

/// Whether `value` goes nowhere but to casts, descriptions and returns.
static bool isOnlyBridged(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    return isBridge(user) || isDescription(user) || isa<func::ReturnOp>(user);
  });
}

static bool isConvertible(func::FuncOp function, Operation *root) {
  if (function.isExternal() ||
      !SymbolTable::symbolKnownUseEmpty(function, root))
    return false;
  if (!llvm::any_of(function.getArgumentTypes(), isForeign))
    return false;
  for (BlockArgument argument : function.getArguments())
    if (isForeign(argument.getType()) && !isOnlyBridged(argument))
      return false;
  auto isReturnable = [&](Value value) {
    if (!isForeign(value.getType()))
      return true;
    if (Operation *definition = value.getDefiningOp())
      return isBridge(definition) && isOnlyBridged(value);
    return llvm::is_contained(function.getArguments(), value);
  };
  return !function
              .walk([&](func::ReturnOp op) {
                return llvm::all_of(op.getOperands(), isReturnable)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Replaces a bridge by what is on its other side.
static void dissolve(Operation *bridge) {
  Value other = bridge->getOperand(0);
  for (Operation *user :
       llvm::make_early_inc_range(bridge->getResult(0).getUsers()))
    if (isDescription(user))
      eraseWithFeeders(user);
  bridge->getResult(0).replaceAllUsesWith(other);
  bridge->erase();
}

static void convert(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    if (!isForeign(argument.getType()))
      continue;
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      if (isDescription(user))
        eraseWithFeeders(user);
    argument.setType(getBufferType(argument.getType()));
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers()))
      if (isBridge(user))
        dissolve(user);
  }
  function.walk([](func::ReturnOp op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isForeign(operand.get().getType()))
        dissolve(operand.get().getDefiningOp());
  });
  auto convertAll = [](ArrayRef<Type> types) {
    return llvm::map_to_vector(types, [](Type type) {
      return isForeign(type) ? getBufferType(type) : type;
    });
  };
  FunctionType type = function.getFunctionType();
  function.setType(FunctionType::get(function.getContext(),
                                     convertAll(type.getInputs()),
                                     convertAll(type.getResults())));
}

void mlir::packed::convertFunctionTypes(Operation *root) {
  root->walk([&](func::FuncOp function) {
    if (isConvertible(function, root))
      convert(function);
  });
}
