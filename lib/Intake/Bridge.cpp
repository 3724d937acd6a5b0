//===- Bridge.cpp - From front ends' values to ours -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and casts. See Integers.cpp for scalars.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/Bridge.h"
#include "ForeignText.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The dims in `[2,?]`, taken from the front of `text`.
static std::optional<SmallVector<int64_t>> readDims(StringRef &text) {
  if (!text.consume_front("["))
    return std::nullopt;
  SmallVector<int64_t> dims;
  while (!text.consume_front("]")) {
    text = text.ltrim(", ");
    int64_t dim = ShapedType::kDynamic;
    if (!text.consume_front("?") && (text.consumeInteger(10, dim) || dim < 0))
      return std::nullopt;
    dims.push_back(dim);
  }
  return dims;
}

/// `!torch.vtensor<[2,?],si32>`. Signs go: builtin arithmetic has them in its
/// ops.
static Type readVTensor(Type type) {
  std::string printed = getForeignText(type, "torch");
  StringRef text = printed;
  if (!text.consume_front("vtensor<"))
    return {};
  std::optional<SmallVector<int64_t>> dims = readDims(text);
  if (!dims || !text.consume_front(",") || !text.consume_back(">"))
    return {};
  text = text.trim();
  // Not a type: torch's own, such as !torch.qint8, or an encoding behind it.
  ScopedDiagnosticHandler quiet(type.getContext(), [](Diagnostic &) {});
  Type element = parseType(text, type.getContext());
  if (!element || !RankedTensorType::isValidElementType(element))
    return {};
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(type.getContext(), integer.getWidth());
  return RankedTensorType::get(*dims, element);
}

Type mlir::packed::getBufferType(Type type) {
  if (isa<RankedTensorType, MemRefType>(type))
    return type;
  return readVTensor(type);
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// The value of `type` that a cast made `value` of.
static Value lookThrough(Value value, Type type) {
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  return cast && cast.getNumOperands() == 1 && cast.getNumResults() == 1 &&
                 cast.getOperand(0).getType() == type
             ? cast.getOperand(0)
             : Value();
}

Value Bridge::findBuffer(Value value) const {
  Type type = getBufferType(value.getType());
  if (!type || type == value.getType())
    return type ? value : Value();
  if (Value origin = lookThrough(value, type))
    return origin;
  return casts.lookup(value);
}

Value Bridge::getBuffer(Value value) {
  if (Value found = findBuffer(value))
    return found;
  Type type = getBufferType(value.getType());
  if (!type)
    return {};
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  Value cast =
      UnrealizedConversionCastOp::create(builder, value.getLoc(), type, value)
          .getResult(0);
  casts[value] = cast;
  return cast;
}
