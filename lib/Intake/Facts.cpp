//===- Facts.cpp - What front ends know of sizes --------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per op that states something.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/Facts.h"
#include "ForeignText.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "packed/IR/PackedOps.h"
#include <numeric>

using namespace mlir;
using namespace mlir::packed;

namespace {
/// The walk over a module.
class FactReader {
public:
  explicit FactReader(Bridge &bridge) : bridge(bridge) {}

  unsigned read(Operation *root);

private:
  bool readShapeAssertion(Operation *op);
  bool readSymbolicShape(Operation *op);
  bool readAssumeInt(Operation *op);
  void bindDim(OpBuilder &builder, Operation *op, int64_t number, Value dim,
               AffineExpr expr);

  Value getSymbolValue(Value symbol, Operation *op) const;

  Bridge &bridge;
  /// The index that a torch.symbolic_int is, as far as the walk has come.
  llvm::DenseMap<Value, Value> symbolValues;
};
} // namespace

//===----------------------------------------------------------------------===//
// JAX
//===----------------------------------------------------------------------===//

/// `stablehlo.custom_call @shape_assertion(%holds, ...) {error_message = ...}`
bool FactReader::readShapeAssertion(Operation *op) {
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  if (!target || target.getValue() != "shape_assertion" ||
      op->getNumOperands() == 0)
    return false;
  OpBuilder builder(op);
  Value holds = IntegerReader(builder, op->getLoc(), bridge)
                    .getCondition(op->getOperand(0));
  if (!holds)
    return false;
  auto message = op->getAttrOfType<StringAttr>("error_message");
  cf::AssertOp::create(builder, op->getLoc(), holds,
                       message ? message.getValue() : "shape_assertion");
  eraseWithFeeders(op);
  return true;
}

//===----------------------------------------------------------------------===//
// PyTorch
//===----------------------------------------------------------------------===//

/// `torch.symbolic_int "s0" {min_val = 2, max_val = 128}`
static DenseI64ArrayAttr readRange(Value value) {
  Operation *symbol = value.getDefiningOp();
  if (!symbol)
    return {};
  auto min = symbol->getAttrOfType<IntegerAttr>("min_val");
  auto max = symbol->getAttrOfType<IntegerAttr>("max_val");
  if (!min || !max || min.getInt() > max.getInt())
    return {};
  return DenseI64ArrayAttr::get(symbol->getContext(),
                                {min.getInt(), max.getInt()});
}

/// What `symbol` is at `op`; null where nothing in front of it says so.
Value FactReader::getSymbolValue(Value symbol, Operation *op) const {
  Value value = symbolValues.lookup(symbol);
  // The walk goes in order, so an entry block around `op` is enough.
  Block *block = value ? value.getParentBlock() : nullptr;
  return block && block->isEntryBlock() &&
                 block->getParent()->isAncestor(op->getParentRegion())
             ? value
             : Value();
}

/// States that dim `number`, which is `dim`, is what `expr` says of the
/// symbols.
void FactReader::bindDim(OpBuilder &builder, Operation *op, int64_t number,
                         Value dim, AffineExpr expr) {
  Location loc = op->getLoc();
  ValueRange symbols = op->getOperands().drop_front();
  // The first dim that is a symbol alone stands for it from here on.
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    Value name = symbols[symbol.getPosition()];
    if (!getSymbolValue(name, op)) {
      DenseI64ArrayAttr range = readRange(name);
      symbolValues[name] =
          range ? AssumeOp::create(builder, loc, dim, range, IntegerAttr())
                : dim;
      return;
    }
  }
  SmallVector<Value> known;
  for (Value symbol : symbols)
    known.push_back(getSymbolValue(symbol, op));
  bool isKnown = true;
  for (auto [position, value] : llvm::enumerate(known)) {
    isKnown &= value || !expr.isFunctionOfSymbol(position);
    // Any value will do for a symbol that the expression does without.
    if (!value)
      value = dim;
  }
  if (!isKnown) {
    // Such as s0 * 32 where no dim is s0.
    int64_t divisor = expr.getLargestKnownDivisor();
    if (divisor > 1)
      AssumeOp::create(builder, loc, dim, DenseI64ArrayAttr(),
                       builder.getI64IntegerAttr(divisor));
    return;
  }
  AffineMap map = AffineMap::get(0, symbols.size(), expr, op->getContext());
  Value expected = getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(builder, loc, map,
                                            getAsOpFoldResult(known)));
  Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      dim, expected);
  cf::AssertOp::create(builder, loc, holds,
                       "dim " + std::to_string(number) +
                           " is not what the exported program says it is");
}

/// `torch.bind_symbolic_shape %tensor, [%s0], affine_map<()[s0] -> (s0, 4)>`
bool FactReader::readSymbolicShape(Operation *op) {
  auto map = op->getAttrOfType<AffineMapAttr>("shape_expressions");
  if (!map || op->getNumOperands() == 0)
    return false;
  Value tensor = bridge.findBuffer(op->getOperand(0));
  auto type = tensor ? dyn_cast<RankedTensorType>(tensor.getType()) : nullptr;
  if (!type || map.getValue().getNumDims() != 0 ||
      map.getValue().getNumSymbols() != op->getNumOperands() - 1 ||
      static_cast<int64_t>(map.getValue().getNumResults()) != type.getRank())
    return false;
  OpBuilder builder(op);
  for (auto [dim, expr] : llvm::enumerate(map.getValue().getResults())) {
    if (!type.isDynamicDim(dim))
      continue;
    Value size = tensor::DimOp::create(builder, op->getLoc(), tensor, dim);
    bindDim(builder, op, dim, size, expr);
  }
  return !type.hasStaticShape();
}

//===----------------------------------------------------------------------===//
// IREE
//===----------------------------------------------------------------------===//

/// `#util.int.assumption<umin = 1, umax = 128, udiv = 16>`
static std::optional<Assumption> readAssumption(Attribute attribute) {
  std::string printed = getForeignText(attribute, "util");
  StringRef text = printed;
  if (!text.consume_front("int.assumption<") || !text.consume_back(">"))
    return std::nullopt;
  Assumption result;
  result.min = 0;
  for (StringRef entry : llvm::split(text, ',')) {
    auto [key, number] = entry.split('=');
    int64_t value;
    if (number.trim().getAsInteger(10, value))
      return std::nullopt;
    if (key.trim() == "umin")
      result.min = value;
    else if (key.trim() == "umax")
      result.max = value;
    else if (key.trim() == "udiv" && value > 0)
      result.multiple = value;
    else
      return std::nullopt;
  }
  return result;
}

/// One operand may have several assumptions, of which one holds.
static std::optional<Assumption> readAlternatives(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  std::optional<Assumption> all;
  for (Attribute item : list ? list.getValue() : ArrayRef<Attribute>()) {
    std::optional<Assumption> one = readAssumption(item);
    if (!one)
      return std::nullopt;
    if (!all)
      all = one;
    all->min = std::min(all->min, one->min);
    all->max = std::max(all->max, one->max);
    all->multiple = std::gcd(all->multiple, one->multiple);
  }
  return all && all->min <= all->max ? all : std::nullopt;
}

/// `util.assume.int %n<umin = 1, umax = 128> : index`
bool FactReader::readAssumeInt(Operation *op) {
  auto lists = op->getAttrOfType<ArrayAttr>("assumptions");
  if (!lists || lists.size() != op->getNumOperands() ||
      op->getNumOperands() != op->getNumResults() ||
      op->getOperandTypes() != op->getResultTypes() ||
      !llvm::all_of(op->getOperandTypes(),
                    [](Type type) { return type.isSignlessIntOrIndex(); }))
    return false;
  OpBuilder builder(op);
  SmallVector<Value> results;
  for (auto [operand, list] : llvm::zip_equal(op->getOperands(), lists)) {
    std::optional<Assumption> stated = readAlternatives(list);
    if (!stated)
      return false;
    results.push_back(AssumeOp::create(
        builder, op->getLoc(), operand,
        builder.getDenseI64ArrayAttr({stated->min, stated->max}),
        builder.getI64IntegerAttr(stated->multiple)));
  }
  op->replaceAllUsesWith(results);
  op->erase();
  return true;
}

unsigned FactReader::read(Operation *root) {
  // What an op is read for, by name. No fact feeds another, so that none is
  // gone when its turn comes.
  SmallVector<std::pair<Operation *, bool (FactReader::*)(Operation *)>> facts;
  root->walk([&](Operation *op) {
    StringRef name = op->getName().getStringRef();
    if (name == "stablehlo.custom_call")
      facts.push_back({op, &FactReader::readShapeAssertion});
    else if (name == "torch.bind_symbolic_shape")
      facts.push_back({op, &FactReader::readSymbolicShape});
    else if (name == "util.assume.int")
      facts.push_back({op, &FactReader::readAssumeInt});
  });
  return llvm::count_if(
      facts, [&](auto &fact) { return (this->*fact.second)(fact.first); });
}

unsigned mlir::packed::raiseFacts(Operation *root, Bridge &bridge) {
  return FactReader(bridge).read(root);
}
