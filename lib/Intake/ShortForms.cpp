//===- ShortForms.cpp - How front ends print their ops --------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls by name, constants, and what computes sizes. The many ops that print
// just operands, attributes and types are read as well. For any other form the
// error says to print the module in generic form.
//
//===----------------------------------------------------------------------===//

#include "ShortForms.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// One op behind its name.
class ShortForm {
public:
  ShortForm(OpAsmParser &parser, OperationState &result)
      : parser(parser), result(result), builder(parser.getBuilder()),
        loc(parser.getCurrentLocation()) {}

  ParseResult parseStableHLO();
  ParseResult parseTorch();
  ParseResult parseUtil();

private:
  ParseResult parseCustomCall();
  ParseResult parseConstant();
  ParseResult parseDim(StringRef attribute);
  ParseResult parseCompare();
  ParseResult parseDims(StringRef attribute);
  ParseResult parseSlice();
  ParseResult parseDotGeneral();
  ParseResult parseTupleElement();
  ParseResult parseTorchConstant(StringRef kind);
  ParseResult parseSymbolicInt();
  ParseResult parseSymbolicShape();
  ParseResult parseLiteral();
  ParseResult parseAssumption(Attribute &assumption);
  ParseResult parseAssumeInt();

  /// `%a, %b`, maybe none.
  ParseResult parseOperands();
  /// `"text"` or `@symbol` as an attribute.
  ParseResult parseName(StringRef attribute);
  /// `[0, 1]`
  ParseResult parseNumbers(SmallVectorImpl<int64_t> &numbers) {
    return parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(numbers.emplace_back());
    });
  }
  /// `#stablehlo<text>` or `#stablehlo.text`, as the generic form has it.
  Attribute getOpaque(const Twine &text) {
    return OpaqueAttr::get(builder.getStringAttr("stablehlo"), text.str(),
                           builder.getNoneType());
  }
  /// `{...} : types`, with operands of these types.
  ParseResult parseTail();
  ParseResult parseTypes();
  FailureOr<bool> parseTypeList(SmallVectorImpl<Type> &types);
  ParseResult resolve(TypeRange types) {
    return parser.resolveOperands(operands, types, loc, result.operands);
  }
  Type getTorchType(StringRef name) {
    return OpaqueType::get(builder.getStringAttr("torch"), name);
  }
  ParseResult refuse() {
    return parser.emitError(loc,
                            "has a short form that is not read here: print "
                            "the module in generic form");
  }

  OpAsmParser &parser;
  OperationState &result;
  Builder builder;
  SMLoc loc;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
};
} // namespace

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

ParseResult ShortForm::parseOperands() {
  do {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      return success();
    if (failed(*parsed))
      return failure();
    operands.push_back(operand);
  } while (succeeded(parser.parseOptionalComma()));
  return success();
}

ParseResult ShortForm::parseName(StringRef attribute) {
  StringAttr name;
  if (succeeded(parser.parseOptionalSymbolName(name))) {
    result.addAttribute(attribute, name);
    return success();
  }
  std::string text;
  if (failed(parser.parseOptionalString(&text)))
    return refuse();
  result.addAttribute(attribute, builder.getStringAttr(text));
  return success();
}

/// `A, B` or `(A, B)`. Whether there were parentheses.
FailureOr<bool> ShortForm::parseTypeList(SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalLParen())) {
    if (parser.parseTypeList(types))
      return failure();
    return false;
  }
  if (succeeded(parser.parseOptionalRParen()))
    return true;
  if (parser.parseTypeList(types) || parser.parseRParen())
    return failure();
  return true;
}

/// `(A, B) -> C`, `A, B -> C, D`, or one type for all operands and results.
ParseResult ShortForm::parseTypes() {
  SmallVector<Type> types;
  FailureOr<bool> isFunction = parseTypeList(types);
  if (failed(isFunction))
    return failure();
  if (succeeded(parser.parseOptionalArrow()))
    return failure(failed(parseTypeList(result.types)) || resolve(types));
  if (parser.getNumResults() == 0)
    return resolve(types);
  if (*isFunction || types.size() != 1)
    return refuse();
  result.types.assign(parser.getNumResults(), types.front());
  return resolve(SmallVector<Type>(operands.size(), types.front()));
}

ParseResult ShortForm::parseTail() {
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  return failed(parser.parseOptionalColon()) ? refuse() : parseTypes();
}

//===----------------------------------------------------------------------===//
// StableHLO
//===----------------------------------------------------------------------===//

/// `@name(%a, %b) {...} : (...) -> ...`
ParseResult ShortForm::parseCustomCall() {
  if (parseName("call_target_name") || parser.parseLParen() ||
      parseOperands() || parser.parseRParen())
    return failure();
  return parseTail();
}

/// `dense<1> : tensor<i32>`
ParseResult ShortForm::parseConstant() {
  Attribute value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed)
    return refuse();
  result.addTypes(typed.getType());
  return success();
}

/// `%a, %b, dim = 0 : (...) -> ...`
ParseResult ShortForm::parseDim(StringRef attribute) {
  int64_t dim;
  if (parseOperands() || parser.parseKeyword("dim") || parser.parseEqual() ||
      parser.parseInteger(dim))
    return failure();
  result.addAttribute(attribute, builder.getI64IntegerAttr(dim));
  return parseTail();
}

/// `GE, %a, %b, SIGNED : (...) -> ...`
ParseResult ShortForm::parseCompare() {
  StringRef direction, type;
  if (parser.parseKeyword(&direction) || parser.parseComma() || parseOperands())
    return failure();
  result.addAttribute("comparison_direction",
                      getOpaque("comparison_direction " + direction));
  if (succeeded(parser.parseOptionalKeyword(&type)))
    result.addAttribute("compare_type", getOpaque("comparison_type " + type));
  return parseTail();
}

/// `%a, dims = [0, 1] : (...) -> ...`
ParseResult ShortForm::parseDims(StringRef attribute) {
  SmallVector<int64_t> dims;
  if (parseOperands() || parser.parseKeyword("dims") || parser.parseEqual() ||
      parseNumbers(dims))
    return failure();
  result.addAttribute(attribute, builder.getDenseI64ArrayAttr(dims));
  return parseTail();
}

/// `%a [0:4, 0:8:2] : (...) -> ...`
ParseResult ShortForm::parseSlice() {
  SmallVector<int64_t> starts, limits, strides;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(starts.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limits.emplace_back()))
      return failure();
    strides.push_back(1);
    return succeeded(parser.parseOptionalColon())
               ? parser.parseInteger(strides.back())
               : success();
  };
  if (parseOperands() || parser.parseCommaSeparatedList(
                             OpAsmParser::Delimiter::Square, parseRange))
    return failure();
  result.addAttribute("start_indices", builder.getDenseI64ArrayAttr(starts));
  result.addAttribute("limit_indices", builder.getDenseI64ArrayAttr(limits));
  result.addAttribute("strides", builder.getDenseI64ArrayAttr(strides));
  return parseTail();
}

/// `%a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1],
/// precision = [DEFAULT, DEFAULT] : (...) -> ...`
ParseResult ShortForm::parseDotGeneral() {
  std::string numbers;
  SmallVector<Attribute> precisions;
  auto addDims = [&](StringRef name, ArrayRef<int64_t> dims) {
    llvm::raw_string_ostream os(numbers);
    os << (numbers.empty() ? "" : ", ") << name << " = [";
    llvm::interleaveComma(dims, os);
    os << "]";
  };
  auto parseDimPair = [&](StringRef kind) -> ParseResult {
    SmallVector<int64_t> lhs, rhs;
    if (parser.parseEqual() || parseNumbers(lhs) || parser.parseKeyword("x") ||
        parseNumbers(rhs))
      return failure();
    addDims(("lhs_" + kind).str(), lhs);
    addDims(("rhs_" + kind).str(), rhs);
    return success();
  };
  auto parsePrecision = [&]() -> ParseResult {
    StringRef precision;
    if (parser.parseKeyword(&precision))
      return failure();
    precisions.push_back(getOpaque("precision " + precision));
    return success();
  };
  if (parseOperands())
    return failure();
  do {
    StringRef key;
    if (failed(parser.parseOptionalKeyword(&key)))
      return refuse();
    if (key == "batching_dims" || key == "contracting_dims") {
      bool isBatch = key == "batching_dims";
      if (parseDimPair(isBatch ? "batching_dimensions"
                               : "contracting_dimensions"))
        return failure();
    } else if (key == "precision") {
      if (parser.parseEqual() ||
          parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                         parsePrecision))
        return failure();
    } else {
      return refuse();
    }
  } while (succeeded(parser.parseOptionalComma()));
  result.addAttribute("dot_dimension_numbers",
                      getOpaque("dot<" + numbers + ">"));
  if (!precisions.empty())
    result.addAttribute("precision_config", builder.getArrayAttr(precisions));
  return parseTail();
}

/// `%tuple[0] : (tuple<...>) -> ...`
ParseResult ShortForm::parseTupleElement() {
  int32_t index;
  if (parseOperands() || parser.parseLSquare() || parser.parseInteger(index) ||
      parser.parseRSquare())
    return failure();
  result.addAttribute("index", builder.getI32IntegerAttr(index));
  return parseTail();
}

ParseResult ShortForm::parseStableHLO() {
  StringRef name = result.name.getStringRef();
  if (name == "stablehlo.custom_call")
    return parseCustomCall();
  if (name == "stablehlo.composite")
    return failure(parseName("name") || parseOperands() || parseTail());
  if (name == "stablehlo.constant")
    return parseConstant();
  if (name == "stablehlo.get_dimension_size" || name == "stablehlo.concatenate")
    return parseDim("dimension");
  if (name == "stablehlo.broadcast_in_dim")
    return parseDims("broadcast_dimensions");
  if (name == "stablehlo.transpose")
    return parseDims("permutation");
  if (name == "stablehlo.slice")
    return parseSlice();
  if (name == "stablehlo.dot_general")
    return parseDotGeneral();
  if (name == "stablehlo.compare")
    return parseCompare();
  if (name == "stablehlo.get_tuple_element")
    return parseTupleElement();
  return failure(parseOperands() || parseTail());
}

//===----------------------------------------------------------------------===//
// torch-mlir
//===----------------------------------------------------------------------===//

/// `1`, `1.0`, `true`, `"text"` or nothing
ParseResult ShortForm::parseTorchConstant(StringRef kind) {
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  StringRef type = kind;
  Attribute value;
  if (kind == "int") {
    if (parser.parseAttribute(value, builder.getI64Type()))
      return failure();
  } else if (kind == "float") {
    if (parser.parseAttribute(value, builder.getF64Type()))
      return failure();
  } else if (kind == "bool" || kind == "str" || kind == "device") {
    if (parser.parseAttribute(value))
      return failure();
    type = kind == "device" ? "Device" : kind;
  } else if (kind != "none") {
    return refuse();
  }
  if (value)
    result.addAttribute("value", value);
  result.addTypes(getTorchType(type));
  return parser.parseOptionalAttrDict(result.attributes);
}

/// `"s0" {min_val = 2, max_val = 128} : !torch.int`
ParseResult ShortForm::parseSymbolicInt() {
  Type type;
  if (parseName("symbol_name") ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return success();
}

/// `%tensor, [%s0, %s1], affine_map<...> : !torch.vtensor<...>`
ParseResult ShortForm::parseSymbolicShape() {
  Attribute map;
  Type type;
  OpAsmParser::UnresolvedOperand tensor;
  if (parser.parseOperand(tensor) || parser.parseComma() ||
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Square) ||
      parser.parseComma() ||
      parser.parseAttribute(map, "shape_expressions", result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(tensor, type, result.operands))
    return failure();
  return resolve(SmallVector<Type>(operands.size(), getTorchType("int")));
}

/// `(dense<...> : tensor<...>) : !torch.vtensor<...>`
ParseResult ShortForm::parseLiteral() {
  Attribute value;
  Type type;
  if (parser.parseLParen() ||
      parser.parseAttribute(value, "value", result.attributes) ||
      parser.parseRParen() || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  result.addTypes(type);
  return success();
}

ParseResult ShortForm::parseTorch() {
  StringRef name = result.name.getStringRef();
  if (name == "torch.operator") {
    if (parseName("name") || parser.parseLParen() || parseOperands() ||
        parser.parseRParen())
      return failure();
    return parseTail();
  }
  if (name == "torch.symbolic_int")
    return parseSymbolicInt();
  if (name == "torch.bind_symbolic_shape")
    return parseSymbolicShape();
  if (name == "torch.vtensor.literal")
    return parseLiteral();
  if (name.consume_front("torch.constant."))
    return parseTorchConstant(name);
  return failure(parseOperands() || parseTail());
}

//===----------------------------------------------------------------------===//
// IREE
//===----------------------------------------------------------------------===//

/// `<umin = 1, umax = 128>`
ParseResult ShortForm::parseAssumption(Attribute &assumption) {
  std::string text;
  auto parseEntry = [&]() -> ParseResult {
    StringRef key;
    int64_t number;
    if (parser.parseKeyword(&key) || parser.parseEqual() ||
        parser.parseInteger(number))
      return failure();
    text +=
        (text.empty() ? "" : ", ") + key.str() + " = " + std::to_string(number);
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::LessGreater,
                                     parseEntry))
    return failure();
  assumption =
      OpaqueAttr::get(builder.getStringAttr("util"),
                      "int.assumption<" + text + ">", builder.getNoneType());
  return success();
}

/// `%a<...>, %b[<...>, <...>] : index, i32`
ParseResult ShortForm::parseAssumeInt() {
  SmallVector<Attribute> lists;
  auto parseOne = [&]() -> ParseResult {
    SmallVector<Attribute> alternatives;
    auto parseAlternative = [&]() -> ParseResult {
      return parseAssumption(alternatives.emplace_back());
    };
    if (parser.parseOperand(operands.emplace_back()) ||
        parser.parseCommaSeparatedList(OpAsmParser::Delimiter::OptionalSquare,
                                       parseAlternative))
      return failure();
    if (alternatives.empty() && failed(parseAlternative()))
      return failure();
    lists.push_back(builder.getArrayAttr(alternatives));
    return success();
  };
  SmallVector<Type> types;
  if (parser.parseCommaSeparatedList(parseOne) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonTypeList(types))
    return failure();
  result.addAttribute("assumptions", builder.getArrayAttr(lists));
  result.addTypes(types);
  return resolve(types);
}

ParseResult ShortForm::parseUtil() {
  if (result.name.getStringRef() == "util.assume.int")
    return parseAssumeInt();
  return failure(parseOperands() || parseTail());
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

ParseResult mlir::packed::parseStableHLO(OpAsmParser &parser,
                                         OperationState &result) {
  return ShortForm(parser, result).parseStableHLO();
}
ParseResult mlir::packed::parseTorch(OpAsmParser &parser,
                                     OperationState &result) {
  return ShortForm(parser, result).parseTorch();
}
ParseResult mlir::packed::parseUtil(OpAsmParser &parser,
                                    OperationState &result) {
  return ShortForm(parser, result).parseUtil();
}
