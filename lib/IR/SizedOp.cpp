//===- SizedOp.cpp - Named sizes, static or dynamic -----------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "packed/IR/SizedOp.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "packed/Rules/RuleOpInterface.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::packed;

//===----------------------------------------------------------------------===//
// Verification and access
//===----------------------------------------------------------------------===//

LogicalResult packed::detail::verifySizedOp(Operation *op,
                                            ArrayRef<SizeSpec> specs,
                                            ArrayRef<int64_t> staticSizes,
                                            unsigned numOperands,
                                            unsigned numExtraOperands) {
  if (staticSizes.size() != specs.size())
    return op->emitOpError("expects ")
           << specs.size() << " entries in static_sizes, got "
           << staticSizes.size();
  for (auto [spec, size] : llvm::zip_equal(specs, staticSizes))
    if (size == kAbsentSize && spec.fallback != kAbsentSize)
      return op->emitOpError("misses the size '") << spec.name << "'";
  unsigned numDynamic =
      llvm::count(staticSizes, ShapedType::kDynamic) + numExtraOperands;
  if (numDynamic != numOperands)
    return op->emitOpError("has ") << numDynamic << " dynamic sizes but "
                                   << numOperands << " size operands";
  return success();
}

OpFoldResult mlir::packed::getMixedSize(MLIRContext *context,
                                        ArrayRef<int64_t> staticSizes,
                                        ValueRange operands, unsigned index) {
  if (index >= staticSizes.size() || staticSizes[index] == kAbsentSize)
    return OpFoldResult();
  if (ShapedType::isStatic(staticSizes[index]))
    return IntegerAttr::get(IndexType::get(context), staticSizes[index]);
  size_t position =
      llvm::count(staticSizes.take_front(index), ShapedType::kDynamic);
  return position < operands.size() ? OpFoldResult(operands[position])
                                    : OpFoldResult();
}

SmallVector<SizeExpr, 8>
mlir::packed::getSizeExprs(SizeArena &arena, ArrayRef<SizeSpec> specs,
                           ArrayRef<int64_t> staticSizes, ValueRange operands) {
  SizeExpr absent = SizeExpr::undefined(SizeUndefined::Absent);
  SmallVector<SizeExpr, 8> sizes(specs.size(), absent);
  unsigned position = 0;
  for (auto [spec, number, size] : llvm::zip(specs, staticSizes, sizes)) {
    if (number == kAbsentSize)
      continue;
    if (ShapedType::isStatic(number))
      size = number;
    else if (position < operands.size())
      size = SizeExpr::get(arena, spec.name, operands[position++]);
  }
  return sizes;
}

LogicalResult mlir::packed::reifyShape(OpBuilder &builder, Operation *op,
                                       unsigned index, ArrayRef<SizeExpr> shape,
                                       SizeExpander &expander,
                                       ReifiedRankedShapedTypeDims &reified) {
  auto type = cast<RankedTensorType>(op->getResult(index).getType());
  auto &dims = reified.emplace_back();
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (!type.isDynamicDim(dim)) {
      dims.push_back(builder.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    OpFoldResult value = expander.expand(size);
    if (!value)
      return failure();
    dims.push_back(
        getValueOrCreateConstantIndexOp(builder, op->getLoc(), value));
  }
  return success();
}

int64_t mlir::packed::getStaticDim(std::optional<int64_t> size) {
  return size && *size >= 0 ? *size : ShapedType::kDynamic;
}

bool mlir::packed::areRankedTensors(TypeRange inferred, TypeRange actual) {
  return inferred.size() == actual.size() &&
         llvm::all_of(actual, llvm::IsaPred<RankedTensorType>);
}

void mlir::packed::dispatchMixedSizes(ArrayRef<OpFoldResult> sizes,
                                      SmallVectorImpl<int64_t> &staticSizes,
                                      SmallVectorImpl<Value> &operands) {
  for (OpFoldResult size : sizes) {
    if (!size) {
      staticSizes.push_back(kAbsentSize);
    } else if (auto attr = dyn_cast<Attribute>(size)) {
      staticSizes.push_back(cast<IntegerAttr>(attr).getInt());
    } else {
      staticSizes.push_back(ShapedType::kDynamic);
      operands.push_back(cast<Value>(size));
    }
  }
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

ParseResult mlir::packed::parseNamedSizes(OpAsmParser &parser,
                                          ArrayRef<SizeSpec> specs,
                                          SmallVectorImpl<int64_t> &staticSizes,
                                          UnresolvedOperands &operands) {
  struct Given {
    std::optional<int64_t> number;
    std::optional<OpAsmParser::UnresolvedOperand> operand;
  };
  SmallVector<Given, 8> given(specs.size());

  auto parseSize = [&]() -> ParseResult {
    StringRef name;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    const auto *spec = llvm::find_if(
        specs, [&](const SizeSpec &spec) { return spec.name == name; });
    if (spec == specs.end())
      return parser.emitError(loc, "unknown size '") << name << "'";
    Given &entry = given[spec - specs.begin()];
    if (entry.number || entry.operand)
      return parser.emitError(loc, "size '") << name << "' is given twice";
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult dynamic = parser.parseOptionalOperand(operand);
    if (dynamic.has_value()) {
      entry.operand = operand;
      return *dynamic;
    }
    SMLoc numberLoc = parser.getCurrentLocation();
    if (parser.parseInteger(entry.number.emplace()))
      return failure();
    if (*entry.number <= kAbsentSize)
      return parser.emitError(numberLoc, "size '")
             << name << "' is out of range";
    return success();
  };
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, parseSize))
    return failure();

  for (auto [spec, entry] : llvm::zip_equal(specs, given)) {
    if (entry.operand) {
      staticSizes.push_back(ShapedType::kDynamic);
      operands.push_back(*entry.operand);
    } else if (entry.number || spec.fallback) {
      staticSizes.push_back(entry.number ? *entry.number : *spec.fallback);
    } else {
      return parser.emitError(start, "misses the size '") << spec.name << "'";
    }
  }
  return success();
}

void mlir::packed::printNamedSizes(OpAsmPrinter &printer,
                                   ArrayRef<SizeSpec> specs,
                                   ArrayRef<int64_t> staticSizes,
                                   OperandRange &operands) {
  llvm::ListSeparator separator;
  printer << '(';
  for (auto [spec, size] : llvm::zip_equal(specs, staticSizes)) {
    if (size == spec.fallback)
      continue;
    printer << StringRef(separator) << spec.name << " = ";
    if (ShapedType::isStatic(size)) {
      printer << size;
    } else {
      printer << operands.front();
      operands = operands.drop_front();
    }
  }
  printer << ')';
}

ParseResult packed::detail::parseInherentAttrs(OpAsmParser &parser,
                                               OperationState &result,
                                               const NamedAttrList &inherent) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  for (NamedAttribute attribute : inherent)
    if (result.attributes.set(attribute.getName(), attribute.getValue()))
      return parser.emitError(loc, "'")
             << attribute.getName().getValue()
             << "' is written in front of the dictionary already";
  RegisteredOperationName name = *result.name.getRegisteredInfo();
  return name.verifyInherentAttrs(result.attributes, [&]() {
    return parser.emitError(loc) << "'" << name.getStringRef() << "' op ";
  });
}

ParseResult packed::detail::parseOrInferTypes(OpAsmParser &parser,
                                              OperationState &result) {
  if (succeeded(parser.parseOptionalArrow()))
    return parser.parseTypeList(result.types);
  MLIRContext *context = parser.getContext();
  auto *interface =
      result.name.getRegisteredInfo()->getInterface<InferTypeOpInterface>();
  SmallVector<Type> types;
  if (failed(interface->inferReturnTypes(
          context, result.location, result.operands,
          result.attributes.getDictionary(context), result.getRawProperties(),
          RegionRange(), types)))
    return failure();
  result.addTypes(types);
  return success();
}

void mlir::packed::printSizedOpTail(OpAsmPrinter &printer, Operation *op,
                                    ArrayRef<NamedAttribute> inherent) {
  SmallVector<NamedAttribute> attrs(inherent);
  llvm::append_range(attrs, op->getDiscardableAttrs());
  printer.printOptionalAttrDict(attrs);
  SmallVector<Type> inferred;
  auto interface = cast<InferTypeOpInterface>(op);
  bool isInferable = succeeded(interface.inferReturnTypes(
      op->getContext(), std::nullopt, op->getOperands(),
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      op->getRegions(), inferred));
  if (isInferable && TypeRange(inferred) == op->getResultTypes())
    return;
  printer << " -> ";
  llvm::interleaveComma(op->getResultTypes(), printer);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

bool mlir::packed::foldConstantSizes(MutableArrayRef<int64_t> numbers,
                                     ValueRange &remaining,
                                     SmallVectorImpl<Value> &kept) {
  bool changed = false;
  for (int64_t &number : numbers) {
    if (!ShapedType::isDynamic(number))
      continue;
    Value operand = remaining.front();
    remaining = remaining.drop_front();
    APInt constant;
    if (matchPattern(operand, m_ConstantInt(&constant)) &&
        constant.getSExtValue() > kAbsentSize) {
      number = constant.getSExtValue();
      changed = true;
    } else {
      kept.push_back(operand);
    }
  }
  return changed;
}

/// What `old` knows of each dim, or else `inferred`.
static Type refineShape(Type inferred, Type old) {
  auto type = cast<RankedTensorType>(inferred);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [dim, known] :
       llvm::zip_equal(shape, cast<RankedTensorType>(old).getShape()))
    if (ShapedType::isStatic(known))
      dim = known;
  return type.clone(shape);
}

static bool breaksRules(Operation *op) {
  RuleSet rules(op, RuleSet::Keep::Broken);
  cast<RuleOpInterface>(op).stateRules(rules);
  return rules.isBroken();
}

LogicalResult packed::detail::replaceSizedOp(PatternRewriter &rewriter,
                                             Operation *op,
                                             OperationState &state) {
  SmallVector<Type> inferred;
  auto interface = cast<InferTypeOpInterface>(op);
  if (failed(interface.inferReturnTypes(
          op->getContext(), op->getLoc(), state.operands,
          state.attributes.getDictionary(op->getContext()),
          state.getRawProperties(), RegionRange(), inferred)))
    return failure();
  for (auto [type, old] : llvm::zip_equal(inferred, op->getResultTypes()))
    state.types.push_back(refineShape(type, old));

  // A size that breaks a rule stays an operand: code that never runs must not
  // become an error here. The check pass finds what does run.
  Operation *replacement = Operation::create(state);
  if (breaksRules(replacement)) {
    replacement->destroy();
    return rewriter.notifyMatchFailure(op, "a constant size breaks a rule");
  }
  rewriter.insert(replacement);

  SmallVector<Value> results;
  for (auto [result, old] :
       llvm::zip_equal(replacement->getResults(), op->getResultTypes()))
    results.push_back(
        result.getType() == old
            ? Value(result)
            : tensor::CastOp::create(rewriter, op->getLoc(), old, result));
  rewriter.replaceOp(op, results);
  return success();
}
