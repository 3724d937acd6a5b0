//===- NamedCall.h - A call by name, whoever wrote it -----------*- C++ -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the forms of intake have in common. An adapter per form reads a front
// end's op into a `NamedCall`; one builder makes the packed op of it.
//
//   adapter ──> NamedCall ──(bindArguments)──> BoundCall ──(buildCall)──> op
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_INTAKE_NAMEDCALL_H
#define PACKED_INTAKE_NAMEDCALL_H

#include "mlir/IR/Builders.h"
#include "packed/Intake/Signature.h"

namespace mlir::packed {

/// A value or a constant; neither where the argument is left out (`None`).
struct Argument {
  Value value;
  Attribute constant;

  bool isGiven() const { return value || constant; }
};

/// An argument by name.
struct NamedArgument {
  StringRef name;
  Argument argument;
};

/// Result `result` is operand `operand`, updated in place.
struct OutputAlias {
  unsigned result;
  unsigned operand;
};

/// What a front end's op asks for.
struct NamedCall {
  Operation *op;
  /// The name, as it stands in the IR.
  StringRef name;
  const Signature *signature;
  /// Fill, in order, the arguments that have no name.
  SmallVector<Argument, 0> positional = {};
  /// Positional arguments are buffers and sizes only; the rest has names.
  bool onlyValues = false;
  SmallVector<NamedArgument, 0> named = {};
  SmallVector<OutputAlias, 0> aliases = {};
  /// Attributes of other dialects, such as shardings, which the op keeps.
  SmallVector<NamedAttribute, 0> passedOn = {};
  /// The results, one by one: a tuple is taken apart.
  SmallVector<Type, 2> resultTypes = {};
};

/// A call whose arguments are matched with the signature's.
struct BoundCall {
  NamedCall call;
  /// One per parameter.
  SmallVector<Argument, 0> arguments = {};

  const Argument &get(const Param &param) const;
  /// The argument of this name; not given where there is no such parameter.
  Argument get(StringRef name) const;
};

/// Starts "'stablehlo.custom_call' op calls packed.gdn_decode: ".
InFlightDiagnostic emitCallError(const NamedCall &call);

/// Matches arguments by name and position. An error says which argument is
/// unknown, given twice, too many or missing.
FailureOr<BoundCall> bindArguments(NamedCall call);

/// The value of an argument as the attribute that its kind asks for (a
/// `BoolAttr` for flags); null where it is left out.
FailureOr<Attribute> convertConstant(const BoundCall &call, const Param &param);

/// The constant that `value` is, in any front end's IR: numbers, strings and
/// lists of them; a `UnitAttr` for None; null where it is no constant.
Attribute foldConstant(Value value);

/// JSON as attributes; null where `text` is no JSON.
Attribute parseJson(MLIRContext *context, StringRef text);

//===----------------------------------------------------------------------===//
// Adapters. Each gives nothing where the op is not for us, and fails, with an
// error of the op, where it is but can't be read.
//===----------------------------------------------------------------------===//

using MaybeCall = FailureOr<std::optional<NamedCall>>;

/// `stablehlo.custom_call` and `stablehlo.composite`.
MaybeCall readStableHLOCall(Operation *op);
/// `torch.operator`, for PyTorch's and for ONNX's ops, and `onnx.Custom`.
MaybeCall readTorchCall(Operation *op);
/// `func.call` of a declaration that is marked `packed.op`.
MaybeCall readFuncCall(Operation *op);

/// Names the call, or says that the name is in our namespace but unknown.
MaybeCall startCall(Operation *op, StringRef name);

/// Adds a dictionary's entries as named arguments. `operand_names`, a list or a
/// string with commas, names the positional ones.
LogicalResult addNamed(NamedCall &call, DictionaryAttr dictionary);

} // namespace mlir::packed

#endif // PACKED_INTAKE_NAMEDCALL_H
