//===- Interpreter.cpp - Runs small programs ------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "packed/Rules/Assumption.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::packed;

static constexpr unsigned kMaxSteps = 2000;

bool Interpreter::meets(int64_t value, int64_t min, int64_t max,
                        int64_t multiple) {
  return min <= value && value <= max && value % multiple == 0;
}

std::optional<int64_t> Interpreter::get(Value value) const {
  auto it = values.find(value);
  return it == values.end() ? std::nullopt : std::optional(it->second);
}

void Interpreter::run(func::FuncOp function, ArrayRef<int64_t> arguments) {
  values.clear();
  wrapped.clear();
  steps = 0;
  for (auto [argument, value] :
       llvm::zip_equal(function.getArguments(), arguments)) {
    Assumption stated = getAssumption(argument);
    if (!meets(value, stated.min, stated.max, stated.multiple))
      return;
  }
  runFunction(function, arguments);
}

bool Interpreter::runFunction(func::FuncOp function,
                              ArrayRef<int64_t> arguments) {
  for (auto [argument, value] :
       llvm::zip_equal(function.getArguments(), arguments))
    values[argument] = value;
  return runBlock(function.getBody().front());
}

bool Interpreter::runBlock(Block &block) {
  for (Operation &op : block)
    if (++steps > kMaxSteps || !runOp(op))
      return false;
  return true;
}

bool Interpreter::runOp(Operation &op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    values[constant] = cast<IntegerAttr>(constant.getValue()).getInt();
    return true;
  }
  if (auto ruled = dyn_cast<RuleOpInterface>(op)) {
    observer(ruled);
    return true;
  }
  if (auto assumption = dyn_cast<AssumptionOpInterface>(op)) {
    Assumption stated = assumption.getAssumption();
    int64_t value = values[op.getOperand(0)];
    values[op.getResult(0)] = value;
    return meets(value, stated.min, stated.max, stated.multiple);
  }
  if (auto check = dyn_cast<cf::AssertOp>(op))
    return values[check.getArg()];
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Region &region = values[branch.getCondition()] ? branch.getThenRegion()
                                                   : branch.getElseRegion();
    if (!runBlock(region.front()))
      return false;
    Operation *yield = region.front().getTerminator();
    for (auto [result, value] :
         llvm::zip_equal(op.getResults(), yield->getOperands()))
      values[result] = values[value];
    return true;
  }
  if (isa<scf::ForOp>(op))
    return runLoop(op);
  if (auto call = dyn_cast<func::CallOp>(op)) {
    SmallVector<int64_t> arguments;
    for (Value operand : call.getOperands())
      arguments.push_back(values[operand]);
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    if (!runFunction(callee, arguments))
      return false;
    for (auto [result, value] : llvm::zip_equal(call.getResults(), returned))
      values[result] = value;
    return true;
  }
  if (isa<func::ReturnOp>(op)) {
    returned.clear();
    for (Value operand : op.getOperands())
      returned.push_back(values[operand]);
    return true;
  }
  if (isa<scf::YieldOp>(op))
    return true;
  return runBinary(op);
}

bool Interpreter::runLoop(Operation &op) {
  // An unsigned bound may be a negative number, and so without end.
  constexpr unsigned maxRounds = 1000;
  auto loop = cast<scf::ForOp>(op);
  int64_t step = values[loop.getStep()], end = values[loop.getUpperBound()];
  SmallVector<int64_t> carried;
  for (Value init : loop.getInitArgs())
    carried.push_back(values[init]);
  unsigned rounds = 0;
  auto goesOn = [&](int64_t i) {
    return loop.getUnsignedCmp()
               ? static_cast<uint64_t>(i) < static_cast<uint64_t>(end)
               : i < end;
  };
  for (int64_t i = values[loop.getLowerBound()]; goesOn(i); i += step) {
    if (++rounds > maxRounds)
      return false;
    values[loop.getInductionVar()] = i;
    for (auto [argument, value] :
         llvm::zip_equal(loop.getRegionIterArgs(), carried))
      values[argument] = value;
    if (!runBlock(*loop.getBody()))
      return false;
    for (auto [value, yielded] :
         llvm::zip_equal(carried, loop.getYieldedValues()))
      value = values[yielded];
  }
  for (auto [result, value] : llvm::zip_equal(loop.getResults(), carried))
    values[result] = value;
  return true;
}

bool Interpreter::runBinary(Operation &op) {
  int64_t lhs = values[op.getOperand(0)], rhs = values[op.getOperand(1)];
  auto unsignedLhs = static_cast<uint64_t>(lhs);
  auto unsignedRhs = static_cast<uint64_t>(rhs);
  int64_t &result = values[op.getResult(0)];
  bool overflows = false;
  if (isa<arith::AddIOp>(op))
    overflows = __builtin_add_overflow(lhs, rhs, &result);
  else if (isa<arith::SubIOp>(op))
    overflows = __builtin_sub_overflow(lhs, rhs, &result);
  else if (isa<arith::MulIOp>(op))
    overflows = __builtin_mul_overflow(lhs, rhs, &result);
  else if (isa<arith::AndIOp>(op))
    result = lhs & rhs;
  else if (isa<arith::ShLIOp>(op)) {
    result = static_cast<int64_t>(unsignedLhs << rhs);
    overflows = result >> rhs != lhs;
  } else if (isa<arith::MinSIOp>(op))
    result = std::min(lhs, rhs);
  else if (isa<arith::MaxSIOp>(op))
    result = std::max(lhs, rhs);
  else if (auto compare = dyn_cast<arith::CmpIOp>(op))
    result = arith::applyCmpPredicate(
        compare.getPredicate(), APInt(64, unsignedLhs), APInt(64, unsignedRhs));
  else {
    // Division by zero and the one quotient that overflows are undefined.
    if (rhs == 0 || (rhs == -1 && lhs == std::numeric_limits<int64_t>::min()))
      return false;
    bool isInexact = lhs % rhs != 0, differ = (lhs < 0) != (rhs < 0);
    if (isa<arith::DivSIOp>(op))
      result = lhs / rhs;
    else if (isa<arith::RemSIOp>(op))
      result = lhs % rhs;
    else if (isa<arith::DivUIOp>(op))
      result = static_cast<int64_t>(unsignedLhs / unsignedRhs);
    else if (isa<arith::RemUIOp>(op))
      result = static_cast<int64_t>(unsignedLhs % unsignedRhs);
    else if (isa<arith::FloorDivSIOp>(op))
      result = lhs / rhs - (isInexact && differ);
    else if (isa<arith::CeilDivSIOp>(op))
      result = lhs / rhs + (isInexact && !differ);
    else
      llvm::report_fatal_error("the generator writes no such op");
  }
  if (overflows)
    wrapped.push_back(&op);
  return true;
}
