//===- BufferLabels.cpp - Ops that disagree about a buffer ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/Analysis/BufferLabels.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// Values that stand for one buffer, by union of neighbours.
class BufferClasses {
public:
  explicit BufferClasses(Operation *root) {
    root->walk([&](Operation *op) { visit(op); });
  }

  /// The same for all values of a class.
  const void *get(Value value) {
    return classes.getOrInsertLeaderValue(value.getAsOpaquePointer());
  }

private:
  void unite(Value lhs, Value rhs) {
    if (isa<ShapedType>(lhs.getType()) && isa<ShapedType>(rhs.getType()))
      classes.unionSets(lhs.getAsOpaquePointer(), rhs.getAsOpaquePointer());
  }
  template <typename Range, typename Other>
  void uniteAll(Range &&lhs, Other &&rhs) {
    for (auto [left, right] : llvm::zip(lhs, rhs))
      unite(left, right);
  }
  void visit(Operation *op);
  void visitLoop(LoopLikeOpInterface loop);
  void visitBranch(BranchOpInterface branch);
  void visitCall(CallOpInterface call);

  llvm::EquivalenceClasses<const void *> classes;
  SymbolTableCollection symbolTables;
};
} // namespace

void BufferClasses::visit(Operation *op) {
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    for (OpOperand &init : style.getDpsInitsMutable())
      if (op->getNumResults() > 0)
        if (OpResult result = style.getTiedOpResult(&init))
          unite(init.get(), result);
  if (isa<ViewLikeOpInterface, CastOpInterface, tensor::ExtractSliceOp>(op) &&
      op->getNumOperands() > 0 && op->getNumResults() == 1)
    unite(op->getOperand(0), op->getResult(0));
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    unite(insert.getDest(), insert.getResult());
    unite(insert.getSource(), insert.getResult());
  }
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    visitLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    if (op->getNumResults() > 0) {
      uniteAll(branch.thenYield().getOperands(), op->getResults());
      uniteAll(branch.elseYield().getOperands(), op->getResults());
    }
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    visitBranch(branch);
  if (auto call = dyn_cast<CallOpInterface>(op))
    visitCall(call);
}

void BufferClasses::visitLoop(LoopLikeOpInterface loop) {
  for (auto [init, argument] :
       llvm::zip(loop.getInits(), loop.getRegionIterArgs()))
    unite(init, argument);
  // Loops such as scf.while hand on what they yield elsewhere.
  if (!loop.getLoopInductionVars())
    return;
  uniteAll(loop.getYieldedValues(), loop.getRegionIterArgs());
  if (std::optional<ResultRange> results = loop.getLoopResults())
    uniteAll(*results, loop.getRegionIterArgs());
}

void BufferClasses::visitBranch(BranchOpInterface branch) {
  for (auto [index, successor] : llvm::enumerate(branch->getSuccessors())) {
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    for (auto [number, argument] : llvm::enumerate(successor->getArguments()))
      if (!operands.isOperandProduced(number))
        unite(operands[number], argument);
  }
}

void BufferClasses::visitCall(CallOpInterface call) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  if (!callee || callee.isExternal())
    return;
  Region &body = callee.getFunctionBody();
  uniteAll(call.getArgOperands(), body.getArguments());
  for (Block &block : body)
    if (block.mightHaveTerminator() &&
        block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
      uniteAll(block.getTerminator()->getOperands(), call->getResults());
}

SmallVector<LabelVerdict, 0> mlir::packed::compareLabels(Operation *root) {
  SmallVector<std::pair<Operation *, BufferLabel>> labels;
  root->walk([&](LabeledBufferOpInterface op) {
    SmallVector<BufferLabel> ofOp;
    op.getBufferLabels(ofOp);
    for (const BufferLabel &label : ofOp)
      labels.push_back({op, label});
  });
  if (labels.empty())
    return {};

  BufferClasses classes(root);
  auto getLabel = [&](const BufferLabel &label) -> const void * {
    if (auto value = dyn_cast<Value>(label.label))
      return classes.get(value);
    return cast<Attribute>(label.label).getAsOpaquePointer();
  };
  // The first op that says anything about a buffer sets the label.
  using Key = std::pair<const RuleInfo *, const void *>;
  llvm::DenseMap<Key, std::pair<Operation *, BufferLabel>> first;
  llvm::MapVector<std::pair<Operation *, const RuleInfo *>, LabelVerdict>
      verdicts;
  for (auto &[op, label] : labels) {
    Key key{label.rule, classes.get(label.buffer)};
    auto [it, isFirst] = first.try_emplace(key, op, label);
    LabelVerdict &verdict =
        verdicts.insert({{op, label.rule}, {op, label, nullptr, label}})
            .first->second;
    if (!verdict.other && getLabel(it->second.second) != getLabel(label))
      verdict = {op, label, it->second.first, it->second.second};
  }
  SmallVector<LabelVerdict, 0> result;
  for (auto &[key, verdict] : verdicts)
    result.push_back(verdict);
  return result;
}
