//===- Constants.cpp - Constants of front ends ----------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What front ends write where an op of ours has an attribute.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Matchers.h"
#include "packed/IR/PackedDialect.h"
#include "packed/Intake/NamedCall.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The element of a constant of one element; other attributes as they are.
static Attribute unwrapScalar(Attribute attribute) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(attribute);
  if (elements && elements.getNumElements() == 1 &&
      elements.getType().getRank() == 0)
    return elements.getSplatValue<Attribute>();
  return attribute;
}

static Attribute foldScalar(Value value);

/// `torch.prim.ListConstruct` of constants that are no lists.
static Attribute foldList(Operation *op) {
  SmallVector<Attribute> items;
  for (Value operand : op->getOperands()) {
    Attribute item = foldScalar(operand);
    if (!item)
      return {};
    items.push_back(item);
  }
  return ArrayAttr::get(op->getContext(), items);
}

Attribute mlir::packed::foldConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->getName().getStringRef() == "torch.prim.ListConstruct"
             ? foldList(op)
             : foldScalar(value);
}

static Attribute foldScalar(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  StringRef name = op->getName().getStringRef();
  if (name == "torch.constant.none" || name == "onnx.NoValue")
    return UnitAttr::get(op->getContext());
  if (name.starts_with("torch.constant.") || name == "stablehlo.constant" ||
      name == "onnx.Constant")
    return unwrapScalar(op->getAttr("value"));
  if (name == "torch.operator" && op->getNumOperands() == 0)
    return unwrapScalar(op->getAttr("torch.onnx.value"));
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return unwrapScalar(constant);
  return {};
}

static std::optional<int64_t> readInteger(Attribute attribute) {
  auto integer = dyn_cast_or_null<IntegerAttr>(unwrapScalar(attribute));
  if (!integer || integer.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return integer.getType().isUnsignedInteger() || integer.getType().isInteger(1)
             ? static_cast<int64_t>(integer.getValue().getZExtValue())
             : integer.getValue().getSExtValue();
}

static std::optional<double> readNumber(Attribute attribute) {
  if (auto number = dyn_cast_or_null<FloatAttr>(unwrapScalar(attribute)))
    return number.getValueAsDouble();
  if (std::optional<int64_t> integer = readInteger(attribute))
    return *integer;
  return std::nullopt;
}

static std::optional<bool> readFlag(Attribute attribute) {
  if (isa<UnitAttr>(attribute))
    return true;
  std::optional<int64_t> integer = readInteger(attribute);
  return integer && (*integer == 0 || *integer == 1)
             ? std::optional(*integer == 1)
             : std::nullopt;
}

static std::optional<SmallVector<int64_t>> readIntegers(Attribute attribute) {
  SmallVector<int64_t> result;
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute))
    return llvm::to_vector(array.asArrayRef());
  if (auto array = dyn_cast<DenseI32ArrayAttr>(attribute))
    return SmallVector<int64_t>(array.asArrayRef());
  if (auto elements = dyn_cast<DenseIntElementsAttr>(attribute);
      elements && elements.getElementType().getIntOrFloatBitWidth() <= 64) {
    for (const APInt &item : elements)
      result.push_back(item.getSExtValue());
    return result;
  }
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list)
    return std::nullopt;
  for (Attribute item : list) {
    std::optional<int64_t> integer = readInteger(item);
    if (!integer)
      return std::nullopt;
    result.push_back(*integer);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reference blocks
//===----------------------------------------------------------------------===//

/// A dictionary of a request: null where an entry is no size.
static Attribute readRefBlock(DictionaryAttr block) {
  std::string kind;
  SmallVector<int64_t, 4> sizes(RefBlockAttr::getSizeNames().size(),
                                kAbsentSize);
  for (NamedAttribute entry : block) {
    if (auto text = dyn_cast<StringAttr>(entry.getValue());
        text && entry.getName() == "kind") {
      kind = text.getValue();
      continue;
    }
    const auto *name =
        llvm::find(RefBlockAttr::getSizeNames(), entry.getName().getValue());
    std::optional<int64_t> size = readInteger(entry.getValue());
    if (name == RefBlockAttr::getSizeNames().end() || !size ||
        *size <= kAbsentSize)
      return {};
    sizes[name - RefBlockAttr::getSizeNames().begin()] = *size;
  }
  return RefBlockAttr::get(block.getContext(), kind, sizes);
}

/// JSON as attributes; null, which stands for nothing given, has none.
static Attribute fromJson(MLIRContext *context, const llvm::json::Value &json) {
  Builder builder(context);
  if (auto text = json.getAsString())
    return builder.getStringAttr(*text);
  if (auto integer = json.getAsInteger())
    return builder.getI64IntegerAttr(*integer);
  if (auto number = json.getAsNumber())
    return builder.getF64FloatAttr(*number);
  if (auto flag = json.getAsBoolean())
    return builder.getBoolAttr(*flag);
  if (const llvm::json::Array *array = json.getAsArray()) {
    SmallVector<Attribute> items;
    for (const llvm::json::Value &item : *array)
      if (Attribute attribute = fromJson(context, item))
        items.push_back(attribute);
    return builder.getArrayAttr(items);
  }
  const llvm::json::Object *object = json.getAsObject();
  if (!object)
    return {};
  NamedAttrList entries;
  for (const auto &[key, value] : *object)
    if (Attribute attribute = fromJson(context, value))
      entries.set(StringRef(key), attribute);
  return entries.getDictionary(context);
}

Attribute mlir::packed::parseJson(MLIRContext *context, StringRef text) {
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json) {
    llvm::consumeError(json.takeError());
    return {};
  }
  return fromJson(context, *json);
}

/// A list of dictionaries, or JSON for one.
static Attribute readRefBlocks(Attribute attribute) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    attribute = parseJson(text.getContext(), text.getValue());
  auto list = dyn_cast_or_null<ArrayAttr>(attribute);
  if (!list)
    return {};
  SmallVector<Attribute> blocks;
  for (Attribute item : list) {
    auto dictionary = dyn_cast<DictionaryAttr>(item);
    Attribute block = dictionary ? readRefBlock(dictionary) : Attribute();
    if (!block)
      return {};
    blocks.push_back(block);
  }
  return ArrayAttr::get(list.getContext(), blocks);
}

//===----------------------------------------------------------------------===//
// Converting
//===----------------------------------------------------------------------===//

/// The kind in words.
static StringRef describe(ParamKind kind) {
  switch (kind) {
  case ParamKind::Buffer:
    return "a tensor";
  case ParamKind::Size:
  case ParamKind::Integer:
    return "an integer";
  case ParamKind::Float:
    return "a number";
  case ParamKind::Flag:
  case ParamKind::Switch:
  case ParamKind::Keyframes:
    return "true or false";
  case ParamKind::Integers:
    return "a list of integers";
  case ParamKind::Text:
    return "a string";
  case ParamKind::Task:
    return "t2va, fl2va or ref2va";
  case ParamKind::StateOrder:
    return "vk or kv";
  case ParamKind::RefBlocks:
    return "a list of dictionaries with 'kind' and sizes";
  }
  llvm_unreachable("all kinds are handled");
}

/// Null where `value` is not of this kind.
static Attribute convert(ParamKind kind, Attribute value) {
  Builder builder(value.getContext());
  auto text = dyn_cast<StringAttr>(value);
  switch (kind) {
  case ParamKind::Buffer:
    return {};
  case ParamKind::Size:
    if (auto integer = readInteger(value))
      return builder.getIndexAttr(*integer);
    return {};
  case ParamKind::Integer:
    if (auto integer = readInteger(value))
      return builder.getI64IntegerAttr(*integer);
    return {};
  case ParamKind::Float:
    if (auto number = readNumber(value))
      return builder.getF32FloatAttr(*number);
    return {};
  case ParamKind::Flag:
  case ParamKind::Switch:
    if (auto flag = readFlag(value))
      return builder.getBoolAttr(*flag);
    return {};
  case ParamKind::Keyframes:
    if (auto flag = readFlag(value))
      return TaskAttr::get(value.getContext(),
                           *flag ? Task::FL2VA : Task::T2VA);
    return {};
  case ParamKind::Integers:
    if (auto integers = readIntegers(value))
      return builder.getDenseI64ArrayAttr(*integers);
    return {};
  case ParamKind::Text:
    return text ? builder.getStringAttr(text.getValue()) : Attribute();
  case ParamKind::Task:
    if (auto task = text ? symbolizeTask(text.getValue()) : std::nullopt)
      return TaskAttr::get(value.getContext(), *task);
    return {};
  case ParamKind::StateOrder:
    if (auto order = text ? symbolizeStateOrder(text.getValue()) : std::nullopt)
      return StateOrderAttr::get(value.getContext(), *order);
    return {};
  case ParamKind::RefBlocks:
    return readRefBlocks(value);
  }
  llvm_unreachable("all kinds are handled");
}

FailureOr<Attribute> mlir::packed::convertConstant(const BoundCall &call,
                                                   const Param &param) {
  const Argument &argument = call.get(param);
  if (!argument.isGiven())
    return Attribute();
  Attribute constant = argument.constant;
  if (!constant)
    constant = foldConstant(argument.value);
  if (!constant) {
    InFlightDiagnostic diag = emitCallError(call.call)
                              << "argument '" << param.name
                              << "' must be a constant";
    diag.attachNote(argument.value.getLoc()) << "it is computed here";
    return failure();
  }
  if (Attribute result = convert(param.kind, constant))
    return result;
  emitCallError(call.call) << "argument '" << param.name << "' must be "
                           << describe(param.kind) << ", got " << constant;
  return failure();
}
