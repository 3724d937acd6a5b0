//===- BuildCall.cpp - The op that a call by name asks for ----------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands, attributes and results by the signature alone: no op of ours is
// named here.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/BuildCall.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::packed;

namespace {
/// Collects the parts of one op.
class CallBuilder {
public:
  CallBuilder(const BoundCall &bound, Bridge &bridge)
      : bound(bound), signature(*bound.call.signature), bridge(bridge),
        builder(bound.call.op), loc(bound.call.op->getLoc()),
        state(loc, ("packed." + signature.mnemonic).str()),
        integers(builder, loc, bridge) {}

  FailureOr<SmallVector<Value>> build();

private:
  InFlightDiagnostic error() { return emitCallError(bound.call); }
  FailureOr<Value> getOperand(const Param &param);
  LogicalResult makeInits();
  FailureOr<Value> makeInit(const Init &init, Type declared);
  FailureOr<OpFoldResult> getDim(const Init &init, RankedTensorType type,
                                 unsigned dim);
  FailureOr<bool> isSwitchedOff(const Init &init);
  LogicalResult addOperands();
  FailureOr<OpFoldResult> getSize(const Param &param);
  LogicalResult addSizes();
  LogicalResult addAttributes();
  LogicalResult addResultTypes();
  LogicalResult checkAliases();
  FailureOr<SmallVector<Value>> convertResults(Operation *op);

  const BoundCall &bound;
  const Signature &signature;
  Bridge &bridge;
  OpBuilder builder;
  Location loc;
  OperationState state;
  IntegerReader integers;
  /// One per init; null for one that the call does without.
  SmallVector<Value> inits;
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The buffer that the call passes; null where it passes none.
FailureOr<Value> CallBuilder::getOperand(const Param &param) {
  Value value = bound.get(param).value;
  if (!value)
    return Value();
  if (Value buffer = bridge.getBuffer(value))
    return buffer;
  error() << "argument '" << param.name
          << "' must be a tensor with a known rank or a memref, got "
          << value.getType();
  return failure();
}

/// Dim `dim` of an init that the call leaves out, from another argument.
FailureOr<OpFoldResult>
CallBuilder::getDim(const Init &init, RankedTensorType type, unsigned dim) {
  if (!type.isDynamicDim(dim))
    return OpFoldResult(builder.getIndexAttr(type.getDimSize(dim)));
  // Of a wrong rank: which dim it is can't be told.
  bool isKnown = type.getRank() == static_cast<int64_t>(init.dims.size());
  DimSource source = isKnown ? init.dims[dim] : DimSource();
  if (const Param *param = signature.lookup(source.param)) {
    FailureOr<Value> value = getOperand(*param);
    if (failed(value))
      return failure();
    auto shaped = *value ? dyn_cast<RankedTensorType>((*value).getType())
                         : RankedTensorType();
    if (shaped && source.dim < shaped.getRank())
      return tensor::getMixedSize(builder, loc, *value, source.dim);
  }
  error() << "result '" << init.param << "' has an unknown dim " << dim
          << ": pass a tensor for it as argument '" << init.param << "'";
  return failure();
}

/// An empty tensor for what the call returns but does not pass. Where the size
/// of a dynamic dim turns out to be a constant, the rules see the constant.
FailureOr<Value> CallBuilder::makeInit(const Init &init, Type declared) {
  auto type = dyn_cast_or_null<RankedTensorType>(getBufferType(declared));
  if (!type) {
    error() << "result '" << init.param
            << "' must be a tensor with a known rank, got " << declared;
    return failure();
  }
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    FailureOr<OpFoldResult> size = getDim(init, type, dim);
    if (failed(size))
      return failure();
    sizes.push_back(*size);
  }
  return tensor::EmptyOp::create(builder, loc, sizes, type.getElementType())
      .getResult();
}

/// Whether a flag of the call says that it does without `init`.
FailureOr<bool> CallBuilder::isSwitchedOff(const Init &init) {
  const Param *flag = signature.lookup(init.flag);
  if (!flag)
    return false;
  FailureOr<Attribute> value = convertConstant(bound, *flag);
  if (failed(value))
    return failure();
  auto given = dyn_cast_or_null<BoolAttr>(*value);
  return given && !given.getValue();
}

/// Finds or makes the buffers that the op writes.
LogicalResult CallBuilder::makeInits() {
  ArrayRef<Type> declared = bound.call.resultTypes;
  for (const Init &init : signature.inits) {
    FailureOr<Value> value = getOperand(*signature.lookup(init.param));
    FailureOr<bool> isOff = isSwitchedOff(init);
    if (failed(value) || failed(isOff))
      return failure();
    size_t position = llvm::count_if(inits, [](Value v) { return v; });
    if (!*value && !*isOff && position < declared.size())
      value = makeInit(init, declared[position]);
    if (failed(value))
      return failure();
    if (!*value && init.flag.empty())
      return error() << "argument '" << init.param << "' is missing";
    inits.push_back(*value);
  }
  return success();
}

LogicalResult CallBuilder::addOperands() {
  if (failed(makeInits()))
    return failure();
  SmallVector<std::pair<unsigned, Value>> operands;
  for (const Param &param : signature.params) {
    if (param.kind != ParamKind::Buffer)
      continue;
    const auto *init = llvm::find_if(signature.inits, [&](const Init &init) {
      return init.param == param.name;
    });
    FailureOr<Value> value = init == signature.inits.end()
                                 ? getOperand(param)
                                 : inits[init - signature.inits.begin()];
    if (failed(value))
      return failure();
    if (*value)
      operands.push_back({param.group, *value});
  }
  llvm::sort(operands, llvm::less_first());
  SmallVector<int32_t> segments(signature.numSegments, 0);
  for (auto [group, value] : operands) {
    state.addOperands(value);
    if (signature.numSegments)
      segments[group] = 1;
  }
  if (signature.numSegments)
    state.addAttribute("operandSegmentSizes",
                       builder.getDenseI32ArrayAttr(segments));
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes and attributes
//===----------------------------------------------------------------------===//

/// The size that the call gives: a number, or a value computed by it.
FailureOr<OpFoldResult> CallBuilder::getSize(const Param &param) {
  const Argument &argument = bound.get(param);
  if (argument.constant) {
    FailureOr<Attribute> constant = convertConstant(bound, param);
    if (failed(constant))
      return failure();
    return OpFoldResult(*constant);
  }
  if (OpFoldResult size = integers.getIndex(argument.value))
    return size;
  InFlightDiagnostic diag = error() << "argument '" << param.name
                                    << "' must be an integer, got "
                                    << argument.value.getType();
  diag.attachNote(argument.value.getLoc()) << "it is made here";
  return failure();
}

LogicalResult CallBuilder::addSizes() {
  if (!signature.getSizeSpecs)
    return success();
  SmallVector<OpFoldResult> sizes;
  for (const SizeSpec &spec : signature.getSizeSpecs()) {
    OpFoldResult &size = sizes.emplace_back();
    const Param *param = signature.lookup(spec.name);
    if (param && bound.get(*param).isGiven()) {
      FailureOr<OpFoldResult> given = getSize(*param);
      if (failed(given))
        return failure();
      size = *given;
    } else if (spec.fallback && *spec.fallback != kAbsentSize) {
      size = builder.getIndexAttr(*spec.fallback);
    }
    // The storage gives some numbers another meaning.
    std::optional<int64_t> number;
    if (size)
      number = getConstantIntValue(size);
    if (number && *number <= kAbsentSize)
      return error() << "argument '" << spec.name << "' is out of range";
  }
  SmallVector<int64_t> numbers;
  SmallVector<Value> operands;
  dispatchMixedSizes(sizes, numbers, operands);
  state.addOperands(operands);
  state.addAttribute("static_sizes", builder.getDenseI64ArrayAttr(numbers));
  return success();
}

LogicalResult CallBuilder::addAttributes() {
  for (const Param &param : signature.params) {
    if (!param.isAttribute() || param.kind == ParamKind::Switch)
      continue;
    FailureOr<Attribute> value = convertConstant(bound, param);
    if (failed(value))
      return failure();
    if (!*value)
      continue;
    if (auto flag = dyn_cast<BoolAttr>(*value)) {
      if (flag.getValue())
        state.addAttribute(param.getTarget(), builder.getUnitAttr());
      continue;
    }
    state.addAttribute(param.getTarget(), *value);
  }
  if (signature.task)
    state.addAttribute("task",
                       TaskAttr::get(builder.getContext(), *signature.task));
  for (NamedAttribute attribute : bound.call.passedOn)
    state.addAttribute(attribute.getName(), attribute.getValue());
  return success();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// An op that makes its results takes the types that the call declares: a rule
/// compares them with the sizes. The others have the types of their inits.
LogicalResult CallBuilder::addResultTypes() {
  ArrayRef<Type> declared = bound.call.resultTypes;
  if (signature.inits.empty()) {
    if (declared.size() != signature.numResults)
      return error() << "the number of results must be " << signature.numResults
                     << ", is " << declared.size();
    for (Type type : declared) {
      auto tensor = dyn_cast_or_null<RankedTensorType>(getBufferType(type));
      if (!tensor)
        return error() << "results must be tensors with a known rank, got "
                       << type;
      state.addTypes(tensor);
    }
    return success();
  }
  std::string names;
  for (auto [init, value] : llvm::zip_equal(signature.inits, inits))
    if (value && isa<RankedTensorType>(value.getType())) {
      state.addTypes(value.getType());
      names += (names.empty() ? "" : ", ") + init.param.str();
    }
  if (declared.size() != state.types.size())
    return error() << "the number of results must be " << state.types.size()
                   << (names.empty() ? "" : ", of the updated ") << names
                   << ", is " << declared.size();
  return success();
}

/// An alias says what the op does anyway, or it is wrong.
LogicalResult CallBuilder::checkAliases() {
  OperandRange operands = bound.call.op->getOperands();
  for (const OutputAlias &alias : bound.call.aliases) {
    if (alias.operand >= operands.size() ||
        alias.result >= bound.call.resultTypes.size())
      return error() << "output_operand_aliases ties result " << alias.result
                     << " to operand " << alias.operand << ", of "
                     << bound.call.resultTypes.size() << " results and "
                     << operands.size() << " operands";
    if (alias.result >= signature.inits.size())
      return error() << "output_operand_aliases ties result " << alias.result
                     << " to an operand, but the op writes to none";
    const Init &init = signature.inits[alias.result];
    if (bound.get(init.param).value == operands[alias.operand])
      continue;
    InFlightDiagnostic diag = error();
    diag << "output_operand_aliases ties result " << alias.result
         << ", the updated '" << init.param << "', to operand "
         << alias.operand;
    for (const Param &param : signature.params)
      if (bound.get(param).value == operands[alias.operand])
        diag << ", which is '" << param.name << "'";
    return diag;
  }
  return success();
}

/// The op's results in the types that the call's users expect.
FailureOr<SmallVector<Value>> CallBuilder::convertResults(Operation *op) {
  SmallVector<Value> results;
  for (auto [index, result, declared] :
       llvm::enumerate(op->getResults(), bound.call.resultTypes)) {
    Value value = result;
    Type type = getBufferType(declared);
    if (value.getType() != type) {
      if (!type || !tensor::CastOp::areCastCompatible(value.getType(), type)) {
        error() << "result " << index << " is declared as " << declared
                << ", but '" << signature.inits[index].param << "' is "
                << value.getType();
        return failure();
      }
      value = tensor::CastOp::create(builder, loc, type, value);
    }
    if (type != declared)
      value = UnrealizedConversionCastOp::create(builder, loc, declared, value)
                  .getResult(0);
    results.push_back(value);
  }
  return results;
}

FailureOr<SmallVector<Value>> CallBuilder::build() {
  if (failed(checkAliases()) || failed(addOperands()) || failed(addSizes()) ||
      failed(addAttributes()) || failed(addResultTypes()))
    return failure();
  return convertResults(builder.create(state));
}

FailureOr<SmallVector<Value>> mlir::packed::buildCall(const BoundCall &call,
                                                      Bridge &bridge) {
  return CallBuilder(call, bridge).build();
}
