//===- Integers.cpp - Scalar arithmetic of front ends ---------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What JAX and PyTorch compute with dims before they pass them on. Front ends
// mean integers without bound; a dim that needs more than their 32 or 64 bits
// is no dim.
//
//===----------------------------------------------------------------------===//

#include "ForeignText.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "packed/Intake/Bridge.h"
#include "packed/Intake/NamedCall.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::packed;

/// Definitions nested deeper are taken as they are.
static constexpr unsigned kMaxDepth = 64;

namespace {
/// What an op does with its integers.
enum class Arithmetic {
  None,
  Same,
  Add,
  Sub,
  Mul,
  FloorDiv,
  TruncDiv,
  Rem,
  Min,
  Max,
  Neg,
  Dim
};
} // namespace

static Arithmetic classify(Operation *op) {
  return llvm::StringSwitch<Arithmetic>(op->getName().getStringRef())
      .Cases({"stablehlo.convert", "stablehlo.reshape"}, Arithmetic::Same)
      .Cases({"stablehlo.add", "torch.aten.add.int"}, Arithmetic::Add)
      .Cases({"stablehlo.subtract", "torch.aten.sub.int"}, Arithmetic::Sub)
      .Cases({"stablehlo.multiply", "torch.aten.mul.int"}, Arithmetic::Mul)
      .Case("torch.aten.floordiv.int", Arithmetic::FloorDiv)
      .Case("stablehlo.divide", Arithmetic::TruncDiv)
      .Case("stablehlo.remainder", Arithmetic::Rem)
      .Cases({"stablehlo.minimum", "torch.prim.min.int"}, Arithmetic::Min)
      .Cases({"stablehlo.maximum", "torch.prim.max.int"}, Arithmetic::Max)
      .Cases({"stablehlo.negate", "torch.aten.neg.int"}, Arithmetic::Neg)
      .Cases({"stablehlo.get_dimension_size", "torch.aten.size.int"},
             Arithmetic::Dim)
      .Default(Arithmetic::None);
}

/// Whether an op only computes what we read off it.
static bool isFeeder(Operation *op) {
  StringRef name = op->getName().getStringRef();
  return classify(op) != Arithmetic::None ||
         name.starts_with("torch.constant.") ||
         llvm::is_contained({"stablehlo.constant", "stablehlo.compare",
                             "stablehlo.and", "stablehlo.concatenate",
                             "torch.prim.ListConstruct", "torch.symbolic_int",
                             "onnx.Constant", "onnx.NoValue"},
                            name);
}

void mlir::packed::eraseWithFeeders(Operation *op) {
  llvm::SetVector<Operation *> worklist;
  worklist.insert(op);
  while (!worklist.empty()) {
    Operation *unused = worklist.pop_back_val();
    for (Value operand : unused->getOperands())
      if (Operation *feeder = operand.getDefiningOp())
        worklist.insert(feeder);
    unused->erase();
    worklist.remove_if(
        [](Operation *op) { return !op->use_empty() || !isFeeder(op); });
  }
}

static bool isTorchInt(Type type) {
  return getForeignText(type, "torch") == "int";
}

/// Whether `type` holds one integer.
static bool holdsOneInteger(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape() && tensor.getNumElements() == 1 &&
           tensor.getElementType().isIntOrIndex();
  if (isTorchInt(type))
    return true;
  return type.isSignlessIntOrIndex();
}

Value IntegerReader::materialize(OpFoldResult integer) {
  return getValueOrCreateConstantIndexOp(builder, loc, integer);
}

OpFoldResult IntegerReader::getIndex(Value value) {
  auto it = known.find(value);
  if (it != known.end())
    return it->second;
  if (!holdsOneInteger(value.getType()))
    return {};
  // In IR that is not verified yet a value may come from itself: it has no
  // number while it is computed.
  known[value] = OpFoldResult();
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  OpFoldResult result = depth < kMaxDepth ? compute(value) : extract(value);
  known[value] = result;
  return result;
}

OpFoldResult IntegerReader::compute(Value value) {
  if (value.getType().isIndex()) {
    // In IR that is not verified yet a constant may be no number.
    OpFoldResult index = getAsOpFoldResult(value);
    bool isKnown = isa_and_present<IntegerAttr>(dyn_cast<Attribute>(index));
    return isKnown ? index : OpFoldResult(value);
  }
  Attribute constant = foldConstant(value);
  if (auto elements = dyn_cast_or_null<DenseIntElementsAttr>(constant))
    constant = elements.getSplatValue<IntegerAttr>();
  if (auto integer = dyn_cast_or_null<IntegerAttr>(constant);
      integer && integer.getValue().getSignificantBits() <= 64)
    return builder.getIndexAttr(integer.getValue().getSExtValue());
  if (Operation *op = value.getDefiningOp())
    if (OpFoldResult result = computeArithmetic(op))
      return result;
  return extract(value);
}

OpFoldResult IntegerReader::getDim(Operation *op) {
  Value tensor =
      op->getNumOperands() ? bridge.getBuffer(op->getOperand(0)) : Value();
  std::optional<int64_t> dim;
  if (auto attribute = op->getAttrOfType<IntegerAttr>("dimension"))
    dim = attribute.getInt();
  else if (op->getNumOperands() == 2)
    if (OpFoldResult operand = getIndex(op->getOperand(1)))
      dim = getConstantIntValue(operand);
  if (!tensor || !dim)
    return {};
  auto type = cast<ShapedType>(tensor.getType());
  if (*dim < 0)
    *dim += type.getRank();
  if (*dim < 0 || *dim >= type.getRank())
    return {};
  if (!type.isDynamicDim(*dim))
    return builder.getIndexAttr(type.getDimSize(*dim));
  return tensor::DimOp::create(builder, loc, tensor, *dim).getResult();
}

template <typename Op>
static OpFoldResult create(OpBuilder &builder, Location loc, Value lhs,
                           Value rhs) {
  return builder.createOrFold<Op>(loc, lhs, rhs);
}

OpFoldResult IntegerReader::computeArithmetic(Operation *op) {
  Arithmetic kind = classify(op);
  if (kind == Arithmetic::None)
    return {};
  if (kind == Arithmetic::Dim)
    return getDim(op);
  SmallVector<OpFoldResult> operands;
  for (Value operand : op->getOperands())
    if (!operands.emplace_back(getIndex(operand)))
      return {};
  bool isUnary = kind == Arithmetic::Same || kind == Arithmetic::Neg;
  if (operands.size() != (isUnary ? 1 : 2))
    return {};
  if (kind == Arithmetic::Same)
    return operands[0];
  if (kind == Arithmetic::Neg)
    operands.insert(operands.begin(), builder.getIndexAttr(0));
  Value lhs = materialize(operands[0]), rhs = materialize(operands[1]);
  switch (kind) {
  case Arithmetic::Add:
    return create<arith::AddIOp>(builder, loc, lhs, rhs);
  case Arithmetic::Neg:
  case Arithmetic::Sub:
    return create<arith::SubIOp>(builder, loc, lhs, rhs);
  case Arithmetic::Mul:
    return create<arith::MulIOp>(builder, loc, lhs, rhs);
  case Arithmetic::FloorDiv:
    return create<arith::FloorDivSIOp>(builder, loc, lhs, rhs);
  case Arithmetic::TruncDiv:
    return create<arith::DivSIOp>(builder, loc, lhs, rhs);
  case Arithmetic::Rem:
    return create<arith::RemSIOp>(builder, loc, lhs, rhs);
  case Arithmetic::Min:
    return create<arith::MinSIOp>(builder, loc, lhs, rhs);
  case Arithmetic::Max:
    return create<arith::MaxSIOp>(builder, loc, lhs, rhs);
  default:
    llvm_unreachable("handled above");
  }
}

/// A scalar that arithmetic does not explain.
OpFoldResult IntegerReader::extract(Value value) {
  Value scalar = value;
  if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
    if (!type.getElementType().isSignlessIntOrIndex())
      return {};
    Value zero = materialize(builder.getIndexAttr(0));
    SmallVector<Value> position(type.getRank(), zero);
    scalar = tensor::ExtractOp::create(builder, loc, value, position);
  } else if (isTorchInt(value.getType())) {
    scalar = UnrealizedConversionCastOp::create(builder, loc,
                                                builder.getI64Type(), value)
                 .getResult(0);
  }
  if (scalar.getType().isIndex())
    return scalar;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    scalar)
      .getResult();
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// `#stablehlo<comparison_direction GE>`
static std::optional<arith::CmpIPredicate> readPredicate(Attribute direction) {
  std::string printed = getForeignText(direction, "stablehlo");
  StringRef text = printed;
  if (!text.consume_front("comparison_direction "))
    return std::nullopt;
  using Predicate = arith::CmpIPredicate;
  return llvm::StringSwitch<std::optional<Predicate>>(text)
      .Case("EQ", Predicate::eq)
      .Case("NE", Predicate::ne)
      .Case("GE", Predicate::sge)
      .Case("GT", Predicate::sgt)
      .Case("LE", Predicate::sle)
      .Case("LT", Predicate::slt)
      .Default(std::nullopt);
}

Value IntegerReader::getCondition(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || depth >= kMaxDepth)
    return {};
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  if (op->getName().getStringRef() == "stablehlo.and") {
    Value lhs = getCondition(op->getOperand(0));
    Value rhs = lhs ? getCondition(op->getOperand(1)) : Value();
    return rhs ? builder.createOrFold<arith::AndIOp>(loc, lhs, rhs) : Value();
  }
  if (op->getName().getStringRef() != "stablehlo.compare")
    return {};
  std::optional<arith::CmpIPredicate> predicate =
      readPredicate(op->getAttr("comparison_direction"));
  OpFoldResult lhs = getIndex(op->getOperand(0));
  OpFoldResult rhs = getIndex(op->getOperand(1));
  if (!predicate || !lhs || !rhs)
    return {};
  return arith::CmpIOp::create(builder, loc, *predicate, materialize(lhs),
                               materialize(rhs));
}
