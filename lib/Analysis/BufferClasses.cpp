//===- BufferClasses.cpp - Values that stand for one buffer ---------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferClasses.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "packed/Rules/LabeledBuffer.h"
#include "packed/Rules/RuleOpInterface.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Anything that contents can be handed on by, pointers of other dialects too.
static bool isBuffer(Value value) {
  Type type = value.getType();
  return !type.isIntOrIndexOrFloat() &&
         !isa<ComplexType, FunctionType, NoneType>(type);
}

/// Tensors and vectors never change.
static bool isMemory(Value value) {
  return isBuffer(value) && !isa<TensorType, VectorType>(value.getType());
}

/// Whether the result has the contents of the first operand, in their order.
static bool keepsContents(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0)
    return false;
  return isa<CastOpInterface, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
             tensor::ReshapeOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
             memref::ReshapeOp, memref::AssumeAlignmentOp>(op);
}

static bool isSlice(Operation *op) {
  return isa<tensor::ExtractSliceOp, memref::SubViewOp>(op);
}

Value mlir::packed::stripCasts(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!keepsContents(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

static memref::GlobalOp getGlobal(Operation *op) {
  auto get = dyn_cast<memref::GetGlobalOp>(op);
  return get ? mlir::SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
                   get, get.getNameAttr())
             : nullptr;
}

DenseElementsAttr mlir::packed::getConstantContents(Value value) {
  Operation *op = stripCasts(value).getDefiningOp();
  Attribute contents;
  if (!op)
    return nullptr;
  if (memref::GlobalOp global = getGlobal(op)) {
    if (global.getConstant())
      contents = global.getInitialValueAttr();
  } else {
    matchPattern(op, m_Constant(&contents));
  }
  return dyn_cast_or_null<DenseElementsAttr>(contents);
}

bool mlir::packed::isBlank(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && (keepsContents(op) || isSlice(op)))
    op = op->getOperand(0).getDefiningOp();
  if (!op)
    return false;
  if (memref::GlobalOp global = getGlobal(op))
    return global.getConstant();
  return op->hasTrait<OpTrait::ConstantLike>() ||
         isa<tensor::EmptyOp, tensor::SplatOp>(op) ||
         (isa<linalg::FillOp>(op) && op->getNumResults() > 0);
}

//===----------------------------------------------------------------------===//
// Unions
//===----------------------------------------------------------------------===//

static BufferClasses::Node getNode(Value value) {
  return value.getAsOpaquePointer();
}

static BufferClasses::Node
getLeader(const llvm::EquivalenceClasses<BufferClasses::Node> &classes,
          BufferClasses::Node node) {
  auto it = classes.findLeader(node);
  return it == classes.member_end() ? node : *it;
}

BufferClasses::Node BufferClasses::getSame(Value value) const {
  return getLeader(same, getNode(value));
}

BufferClasses::Node BufferClasses::getRelated(Value value) const {
  return getLeader(related, getNode(value));
}

void BufferClasses::relate(Value lhs, Value rhs) {
  if (isBuffer(lhs) && isBuffer(rhs) && !isBlank(lhs) && !isBlank(rhs))
    related.unionSets(getNode(lhs), getNode(rhs));
}

void BufferClasses::unite(Value lhs, Value rhs) {
  if (!isBuffer(lhs) || !isBuffer(rhs) || isBlank(lhs) || isBlank(rhs))
    return;
  same.unionSets(getNode(lhs), getNode(rhs));
  related.unionSets(getNode(lhs), getNode(rhs));
}

void BufferClasses::addPart(Value part, Value whole) {
  if (isBlank(part) || isBlank(whole))
    return;
  relate(part, whole);
  parts.push_back({part, whole});
}

BufferClasses::Merge &BufferClasses::addSource(Value target, Value source) {
  relate(target, source);
  Merge &merge = merges[target];
  merge.sources.push_back(source);
  return merge;
}

/// A value that is handed on from one buffer only, wherever that is, is that
/// buffer.
bool BufferClasses::resolve(Value target, const Merge &merge) {
  Value only;
  bool isAround = !merge.loop;
  for (Value source : merge.sources) {
    isAround = isAround ||
               !merge.loop->isAncestor(source.getParentRegion()->getParentOp());
    if (getSame(source) == getSame(target))
      continue;
    if (isBlank(source) || (only && getSame(only) != getSame(source)))
      return false;
    only = source;
  }
  if (merge.isOpen || !only || !isAround)
    return false;
  unite(only, target);
  return true;
}

void BufferClasses::resolveMerges() {
  bool isChanged = true;
  while (isChanged) {
    isChanged = false;
    for (auto &[target, merge] : merges)
      isChanged |= resolve(target, merge);
  }
}

BufferClasses::BufferClasses(Operation *root, const DataFlowFacts *facts) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (facts && op->getBlock() && facts->isDead(op->getBlock()))
      return WalkResult::skip();
    visit(op);
    collectWrites(op);
    return WalkResult::advance();
  });
  resolveCalls();
  resolveMerges();
  collectPassed();
  for (auto [part, whole] : parts)
    if (getSame(part) != getSame(whole))
      wholes[getSame(part)].insert(getSame(whole));
  // Whoever is called may write to a global.
  for (Value global : globals)
    for (Operation *call : unknownCalls)
      writes.push_back({global, call});
  for (auto [value, op] : writes)
    writers[getRelated(value)].push_back(op);
}

SmallVector<BufferClasses::Node> BufferClasses::getWholes(Node node) const {
  llvm::SmallSetVector<Node, 4> all;
  all.insert(node);
  for (size_t i = 0; i < all.size(); ++i) {
    auto it = wholes.find(all[i]);
    if (it != wholes.end())
      all.insert(it->second.begin(), it->second.end());
  }
  return all.takeVector();
}

ArrayRef<Operation *> BufferClasses::getWriters(Value value) const {
  auto it = writers.find(getRelated(value));
  return it == writers.end() ? ArrayRef<Operation *>() : it->second;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void BufferClasses::visit(Operation *op) {
  // Rules of our own say which buffers their ops update.
  if (isa<RuleOpInterface, LabeledBufferOpInterface>(op))
    return visitLabeled(op);
  if (memref::GlobalOp global = getGlobal(op)) {
    if (!global.getConstant()) {
      globals.push_back(op->getResult(0));
      same.unionSets(getNode(op->getResult(0)), global.getOperation());
      related.unionSets(getNode(op->getResult(0)), global.getOperation());
    }
    return;
  }
  if (visitContents(op) || visitParts(op) || visitComputation(op))
    return;
  if (isa<scf::ForallOp>(op))
    return visitForall(op);
  if (auto branch = dyn_cast<RegionBranchOpInterface>(op))
    return visitRegions(branch);
  if (auto branch = dyn_cast<BranchOpInterface>(op))
    return visitBranch(branch);
  if (auto call = dyn_cast<CallOpInterface>(op))
    if (visitCall(call))
      return;
  if (!op->hasTrait<OpTrait::IsTerminator>())
    visitOther(op);
}

bool BufferClasses::visitContents(Operation *op) {
  if (auto copy = dyn_cast<linalg::CopyOp>(op))
    if (op->getNumResults() == 1) {
      unite(copy.getInputs().front(), op->getResult(0));
      return true;
    }
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    relate(copy.getSource(), copy.getTarget());
    return true;
  }
  if (auto select = dyn_cast<SelectLikeOpInterface>(op)) {
    if (op->getNumResults() == 1 && isBuffer(op->getResult(0))) {
      addSource(op->getResult(0), select.getTrueValue());
      addSource(op->getResult(0), select.getFalseValue());
    }
    return true;
  }
  if (!keepsContents(op))
    return false;
  unite(op->getOperand(0), op->getResult(0));
  return true;
}

/// Whether a slice is all of its source.
static bool isWhole(Operation *slice) {
  auto view = cast<OffsetSizeAndStrideOpInterface>(slice);
  auto source = cast<ShapedType>(slice->getOperand(0).getType());
  return source.hasStaticShape() &&
         view.getStaticSizes() == source.getShape() &&
         llvm::all_of(view.getStaticOffsets(),
                      [](int64_t offset) { return offset == 0; });
}

bool BufferClasses::visitParts(Operation *op) {
  if (isSlice(op)) {
    if (isWhole(op))
      unite(op->getOperand(0), op->getResult(0));
    else
      addPart(op->getResult(0), op->getOperand(0));
    return true;
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    addPart(insert.getSource(), insert.getResult());
    relate(insert.getDest(), insert.getResult());
    return true;
  }
  auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(op);
  if (!insert)
    return false;
  if (OpResult result = insert.getTiedOpResult())
    addPart(insert.getSource(), result);
  return true;
}

/// Whether a structured op computes each element from the one at its place.
static bool isElementByElement(linalg::LinalgOp op) {
  return op.getNumDpsInputs() == 1 && op.getNumDpsInits() == 1 &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isIdentity(); });
}

/// What is computed is a buffer of its own, with an order of its own: only
/// where elements stay in their places it may pass for the old one.
bool BufferClasses::visitComputation(Operation *op) {
  // A transposed view is to its source as a transposed tensor is.
  if (isa<memref::TransposeOp>(op))
    return true;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    for (OpOperand &init : structured.getDpsInitsMutable()) {
      OpResult result =
          op->getNumResults() > 0 ? structured.getTiedOpResult(&init) : nullptr;
      Value target = result ? Value(result) : init.get();
      if (structured.payloadUsesValueFromOperand(&init))
        relate(init.get(), target);
      if (isElementByElement(structured))
        relate(structured.getDpsInputs().front(), target);
    }
    return true;
  }
  if (!op->hasTrait<OpTrait::Elementwise>() || op->getNumResults() != 1)
    return false;
  if (llvm::count_if(op->getOperands(), isBuffer) == 1)
    visitOther(op);
  return true;
}

/// A labeled buffer that is updated keeps its label.
void BufferClasses::visitLabeled(Operation *op) {
  auto labeled = dyn_cast<LabeledBufferOpInterface>(op);
  auto style = dyn_cast<DestinationStyleOpInterface>(op);
  if (!labeled || !style || op->getNumResults() == 0)
    return;
  SmallVector<BufferLabel> labels;
  labeled.getBufferLabels(labels);
  for (OpOperand &init : style.getDpsInitsMutable())
    if (llvm::any_of(labels, [&](const BufferLabel &label) {
          return label.buffer == init.get();
        }))
      unite(init.get(), style.getTiedOpResult(&init));
}

void BufferClasses::visitRegions(RegionBranchOpInterface branch) {
  RegionBranchInverseSuccessorMapping mapping;
  branch.getSuccessorInputOperandMapping(mapping);
  bool isLoop = branch.hasLoop();
  for (auto &[target, operands] : mapping) {
    if (!isBuffer(target))
      continue;
    for (OpOperand *operand : operands) {
      Merge &merge = addSource(target, operand->get());
      if (isLoop && isa<OpResult>(target))
        merge.loop = branch;
    }
  }
}

/// Each thread sees what is shared as it was before; the insertions that make
/// the result are ops of their own.
void BufferClasses::visitForall(Operation *op) {
  auto forall = cast<scf::ForallOp>(op);
  for (auto [init, argument, result] : llvm::zip_equal(
           forall.getOutputs(), forall.getRegionIterArgs(), op->getResults())) {
    unite(init, argument);
    relate(init, result);
  }
}

void BufferClasses::visitBranch(BranchOpInterface branch) {
  for (auto [index, successor] : llvm::enumerate(branch->getSuccessors())) {
    SuccessorOperands operands = branch.getSuccessorOperands(index);
    for (auto [number, argument] : llvm::enumerate(successor->getArguments())) {
      if (!isBuffer(argument))
        continue;
      if (operands.isOperandProduced(number))
        merges[argument].isOpen = true;
      else
        addSource(argument, operands[number]);
    }
  }
}

/// Whether the callee is known, be it declared only.
bool BufferClasses::visitCall(CallOpInterface call) {
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbolTables));
  if (!callee)
    return false;
  if (callee.isExternal())
    return true;
  calls[callee].push_back(call);
  for (auto [argument, parameter] :
       llvm::zip(call.getArgOperands(), callee.getArguments()))
    if (isBuffer(parameter))
      addSource(parameter, argument);
  return true;
}

/// What a function returns is what its call gives, where there is one call.
/// Several calls may each get something else.
void BufferClasses::resolveCalls() {
  for (auto &[callee, known] : calls)
    for (Block &block : cast<FunctionOpInterface>(callee).getFunctionBody()) {
      if (!block.mightHaveTerminator() ||
          !block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
        continue;
      OperandRange returned = block.getTerminator()->getOperands();
      for (CallOpInterface call : known)
        for (auto [value, result] : llvm::zip(returned, call->getResults()))
          if (isBuffer(result))
            addSource(result, value).isOpen |= known.size() > 1;
    }
}

void BufferClasses::collectPassed() {
  for (auto &[callee, known] : calls)
    for (CallOpInterface call : known)
      for (auto [argument, parameter] :
           llvm::zip(call.getArgOperands(),
                     cast<FunctionOpInterface>(callee).getArguments()))
        if (isBuffer(parameter) && getSame(argument) != getSame(parameter))
          passed[getSame(parameter)].push_back({callee, call, argument});
}

static bool mayWrite(Operation *op, Value memory);

/// An op that is not understood may hand on any of its operands.
void BufferClasses::visitOther(Operation *op) {
  SmallVector<Value> values;
  llvm::copy_if(op->getOperands(), std::back_inserter(values), isBuffer);
  bool mayHandOn = llvm::any_of(op->getResults(), isBuffer) ||
                   llvm::any_of(values, [&](Value value) {
                     return isMemory(value) && mayWrite(op, value);
                   });
  llvm::copy_if(op->getResults(), std::back_inserter(values), isBuffer);
  if (!values.empty())
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments()) {
        mayHandOn = true;
        values.push_back(argument);
      }
  llvm::erase_if(values, isBlank);
  if (!mayHandOn || values.empty())
    return;
  for (Value value : llvm::drop_begin(values))
    relate(values.front(), value);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool hasKnownEffects(Operation *op) {
  return isa<MemoryEffectOpInterface>(op) ||
         op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         op->hasTrait<OpTrait::IsTerminator>();
}

static bool mayWrite(Operation *op, Value memory) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return !hasKnownEffects(op);
  return effects.getEffectOnValue<MemoryEffects::Write>(memory).has_value();
}

/// Whether the op puts contents in the place of what was there. Ops with
/// labels update what they read.
static bool mayReplace(Operation *op, Value memory) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  bool isUpdate =
      isa<LabeledBufferOpInterface>(op) && effects &&
      effects.getEffectOnValue<MemoryEffects::Read>(memory).has_value();
  return !isUpdate && mayWrite(op, memory);
}

void BufferClasses::collectWrites(Operation *op) {
  // The writes of a function that is known are within it.
  auto call = dyn_cast<CallOpInterface>(op);
  if (call) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(
        call.resolveCallableInTable(&symbolTables));
    if (callee && !callee.isExternal())
      return;
    unknownCalls.push_back(op);
  }
  for (Value operand : op->getOperands())
    if (isMemory(operand) && (call || mayReplace(op, operand)))
      writes.push_back({operand, op});
}
