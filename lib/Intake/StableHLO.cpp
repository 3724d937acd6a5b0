//===- StableHLO.cpp - Calls in StableHLO ---------------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `stablehlo.custom_call` and `stablehlo.composite`, as JAX writes them. The
// ops are read by name: StableHLO is not linked here.
//
//===----------------------------------------------------------------------===//

#include "ForeignText.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "packed/Intake/NamedCall.h"

using namespace mlir;
using namespace mlir::packed;

/// Where JAX puts the attributes of a foreign function.
static constexpr StringRef kMhloConfigName = "mhlo.backend_config";

//===----------------------------------------------------------------------===//
// Configuration
//===----------------------------------------------------------------------===//

/// A legacy `backend_config`: a dictionary of attributes or JSON in a string.
static DictionaryAttr readConfigText(StringAttr text) {
  MLIRContext *context = text.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) {});
  StringRef content = text.getValue().trim();
  if (auto dictionary =
          dyn_cast_or_null<DictionaryAttr>(parseAttribute(content, context)))
    return dictionary;
  return dyn_cast_or_null<DictionaryAttr>(parseJson(context, content));
}

/// Reads the arguments that a custom call carries as attributes.
static LogicalResult readConfig(NamedCall &call) {
  for (StringRef name : {StringRef("backend_config"), kMhloConfigName}) {
    Attribute config = call.op->getAttr(name);
    auto text = dyn_cast_or_null<StringAttr>(config);
    if (!config || (text && text.getValue().trim().empty()))
      continue;
    auto dictionary =
        text ? readConfigText(text) : dyn_cast<DictionaryAttr>(config);
    if (!dictionary)
      return emitCallError(call)
             << "'" << name
             << "' must be a dictionary, or a string with one or with a JSON "
                "object, got "
             << config;
    if (failed(addNamed(call, dictionary)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

/// The numbers in `key = [0, 1]`, which stands in front of `text`.
static bool readIndices(StringRef &text, StringRef key,
                        SmallVectorImpl<unsigned> &indices) {
  text = text.ltrim(", ");
  if (!text.consume_front(key) || !(text = text.ltrim()).consume_front("=") ||
      !(text = text.ltrim()).consume_front("["))
    return false;
  while (!text.consume_front("]")) {
    text = text.ltrim(", ");
    if (text.consumeInteger(10, indices.emplace_back()))
      return false;
  }
  return true;
}

/// `#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index =
/// 6, operand_tuple_indices = []>`
static std::optional<OutputAlias> readAlias(Attribute attribute) {
  std::string printed = getForeignText(attribute, "stablehlo");
  StringRef text = printed;
  SmallVector<unsigned> result, operandTuple;
  OutputAlias alias{0, 0};
  if (!text.consume_front("output_operand_alias<") ||
      !readIndices(text, "output_tuple_indices", result))
    return std::nullopt;
  text = text.ltrim(", ");
  if (!text.consume_front("operand_index") ||
      !(text = text.ltrim()).consume_front("="))
    return std::nullopt;
  text = text.ltrim();
  if (text.consumeInteger(10, alias.operand) ||
      !readIndices(text, "operand_tuple_indices", operandTuple) ||
      text.trim() != ">" || result.size() > 1 || !operandTuple.empty())
    return std::nullopt;
  if (!result.empty())
    alias.result = result.front();
  return alias;
}

static LogicalResult readAliases(NamedCall &call) {
  auto aliases = call.op->getAttrOfType<ArrayAttr>("output_operand_aliases");
  if (!aliases)
    return success();
  for (Attribute attribute : aliases) {
    std::optional<OutputAlias> alias = readAlias(attribute);
    if (!alias)
      return emitCallError(call)
             << "can't read " << attribute
             << " of output_operand_aliases: expected one result and one "
                "operand that is no tuple";
    call.aliases.push_back(*alias);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Results that come as one tuple are taken apart, for which its users must do
/// the same.
static LogicalResult readTuple(NamedCall &call) {
  if (call.resultTypes.size() != 1 || !isa<TupleType>(call.resultTypes[0]))
    return success();
  auto tuple = cast<TupleType>(call.resultTypes[0]);
  for (Operation *user : call.op->getUsers()) {
    auto index = user->getAttrOfType<IntegerAttr>("index");
    if (user->getName().getStringRef() != "stablehlo.get_tuple_element" ||
        !index || index.getInt() < 0 ||
        index.getInt() >= static_cast<int64_t>(tuple.size()) ||
        user->getResultTypes() != TypeRange(tuple.getType(index.getInt()))) {
      InFlightDiagnostic diag =
          emitCallError(call) << "the tuple of its results may only be used by "
                                 "stablehlo.get_tuple_element";
      diag.attachNote(user->getLoc()) << "it is used here";
      return diag;
    }
  }
  call.resultTypes.assign(tuple.begin(), tuple.end());
  return success();
}

/// Operands that only carry the shape of a result.
static SmallVector<int64_t> getShapeOperands(Operation *op) {
  SmallVector<int64_t> result;
  if (auto indices =
          op->getAttrOfType<DenseIntElementsAttr>("indices_of_shape_operands"))
    for (const APInt &index : indices)
      result.push_back(index.getSExtValue());
  return result;
}

static LogicalResult readOperands(NamedCall &call) {
  SmallVector<int64_t> shapes = getShapeOperands(call.op);
  call.onlyValues = true;
  for (auto [index, operand] : llvm::enumerate(call.op->getOperands())) {
    if (isa<TupleType>(operand.getType()))
      return emitCallError(call) << "operand " << index
                                 << " is a tuple; pass its elements one by one";
    if (!llvm::is_contained(shapes, static_cast<int64_t>(index)))
      call.positional.push_back({operand, {}});
  }
  return success();
}

/// A layout says how dims lie in memory, the innermost first. Ops here have
/// tensors in row-major order.
static LogicalResult checkLayouts(const NamedCall &call, StringRef name) {
  auto layouts = call.op->getAttrOfType<ArrayAttr>(name);
  if (!layouts)
    return success();
  for (auto [index, attribute] : llvm::enumerate(layouts)) {
    auto layout = dyn_cast<DenseIntElementsAttr>(attribute);
    int64_t expected = layout ? layout.getNumElements() : 0;
    bool isRowMajor =
        layout &&
        llvm::all_of(layout.getValues<APInt>(), [&](const APInt &dim) {
          return dim == static_cast<uint64_t>(--expected);
        });
    if (!isRowMajor)
      return emitCallError(call) << "entry " << index << " of " << name
                                 << " must be row-major, got " << attribute;
  }
  return success();
}

/// What other tools have attached, such as `sdy.sharding`.
static void passOnAttributes(NamedCall &call) {
  for (NamedAttribute attribute : call.op->getAttrDictionary())
    if (attribute.getName().getValue().contains('.') &&
        attribute.getName() != kMhloConfigName)
      call.passedOn.push_back(attribute);
}

static LogicalResult readCustomCall(NamedCall &call) {
  return success(succeeded(readOperands(call)) && succeeded(readConfig(call)) &&
                 succeeded(checkLayouts(call, "operand_layouts")) &&
                 succeeded(checkLayouts(call, "result_layouts")) &&
                 succeeded(readAliases(call)) && succeeded(readTuple(call)));
}

static LogicalResult readComposite(NamedCall &call) {
  if (failed(readOperands(call)))
    return failure();
  auto attributes =
      call.op->getAttrOfType<DictionaryAttr>("composite_attributes");
  return attributes ? addNamed(call, attributes) : success();
}

MaybeCall mlir::packed::readStableHLOCall(Operation *op) {
  bool isCustomCall = op->getName().getStringRef() == "stablehlo.custom_call";
  auto name =
      op->getAttrOfType<StringAttr>(isCustomCall ? "call_target_name" : "name");
  if (!name)
    return op->emitOpError("has no name of what it calls: a tool that does not "
                           "know StableHLO has dropped its properties");
  MaybeCall call = startCall(op, name);
  if (failed(call) || !*call)
    return call;
  if (failed(isCustomCall ? readCustomCall(**call) : readComposite(**call)))
    return failure();
  passOnAttributes(**call);
  return call;
}
