//===- NamedCall.cpp - A call by name, whoever wrote it -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches what a front end wrote with the arguments of the signature.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/NamedCall.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::packed;

InFlightDiagnostic mlir::packed::emitCallError(const NamedCall &call) {
  return call.op->emitOpError("calls packed.")
         << call.signature->mnemonic << ": ";
}

const Argument &BoundCall::get(const Param &param) const {
  return arguments[&param - call.signature->params.data()];
}

Argument BoundCall::get(StringRef name) const {
  const Param *param = call.signature->lookup(name);
  return param ? get(*param) : Argument();
}

MaybeCall mlir::packed::startCall(Operation *op, StringRef name) {
  NameMatch match = lookupSignature(name);
  if (!match.isOurs)
    return std::optional<NamedCall>();
  if (!match.signature) {
    InFlightDiagnostic diag = op->emitOpError("calls '")
                              << name << "', which packed-mlir does not have";
    diag.attachNote() << "it has " << listCallableNames();
    return failure();
  }
  NamedCall call{op, name, match.signature};
  llvm::append_range(call.resultTypes, op->getResultTypes());
  return std::optional<NamedCall>(std::move(call));
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The names in `operand_names`; fails where it is something else.
static FailureOr<SmallVector<StringRef>> readNames(Attribute attribute) {
  SmallVector<StringRef> names;
  if (auto text = dyn_cast<StringAttr>(attribute)) {
    for (StringRef name : llvm::split(text.getValue(), ','))
      names.push_back(name.trim());
    return names;
  }
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list || !llvm::all_of(list, llvm::IsaPred<StringAttr>))
    return failure();
  for (auto name : list.getAsValueRange<StringAttr>())
    names.push_back(name);
  return names;
}

static LogicalResult nameOperands(NamedCall &call, Attribute attribute) {
  FailureOr<SmallVector<StringRef>> names = readNames(attribute);
  if (failed(names))
    return emitCallError(call) << "'operand_names' must be a list of names, "
                                  "got "
                               << attribute;
  if (names->size() != call.positional.size())
    return emitCallError(call)
           << "'operand_names' names " << names->size()
           << " operands, the call has " << call.positional.size();
  for (auto [name, argument] : llvm::zip_equal(*names, call.positional))
    call.named.push_back({name, argument});
  call.positional.clear();
  return success();
}

LogicalResult mlir::packed::addNamed(NamedCall &call,
                                     DictionaryAttr dictionary) {
  for (NamedAttribute entry : dictionary) {
    if (entry.getName() == "operand_names") {
      if (failed(nameOperands(call, entry.getValue())))
        return failure();
      continue;
    }
    call.named.push_back({entry.getName(), {Value(), entry.getValue()}});
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Binding
//===----------------------------------------------------------------------===//

static std::string listParams(const Signature &signature) {
  return llvm::join(
      llvm::map_range(signature.params,
                      [](const Param &param) { return param.name; }),
      ", ");
}

static LogicalResult bindNamed(BoundCall &bound, SmallVectorImpl<bool> &taken) {
  const NamedCall &call = bound.call;
  for (const NamedArgument &given : call.named) {
    const Param *param = call.signature->lookup(given.name);
    if (!param) {
      InFlightDiagnostic diag = emitCallError(call)
                                << "unknown argument '" << given.name << "'";
      diag.attachNote() << "the arguments are " << listParams(*call.signature);
      return diag;
    }
    size_t index = param - call.signature->params.data();
    if (taken[index])
      return emitCallError(call)
             << "argument '" << param->name << "' is given twice";
    taken[index] = true;
    bound.arguments[index] = given.argument;
  }
  return success();
}

/// The parameters that positional arguments fill.
static FailureOr<SmallVector<size_t>> getOpenParams(const NamedCall &call,
                                                    ArrayRef<bool> taken) {
  SmallVector<size_t> all, required;
  for (auto [index, param] : llvm::enumerate(call.signature->params)) {
    if (taken[index] || (call.onlyValues && param.isAttribute()))
      continue;
    all.push_back(index);
    if (param.isRequired)
      required.push_back(index);
  }
  size_t count = call.positional.size();
  // An op without values for None leaves operands out in the middle, so only
  // all of them or just the required ones are clear.
  if (call.onlyValues && count == required.size())
    return required;
  if (count > all.size()) {
    emitCallError(call) << "has " << count << " operands without a name, but "
                        << all.size() << " arguments are left";
    return failure();
  }
  if (call.onlyValues && count > required.size() && count < all.size()) {
    InFlightDiagnostic diag = emitCallError(call)
                              << count << " operands can be matched with "
                              << all.size() << " arguments in several ways";
    diag.attachNote() << "name them: operand_names = \"...\", of "
                      << listParams(*call.signature);
    return failure();
  }
  return all;
}

FailureOr<BoundCall> mlir::packed::bindArguments(NamedCall call) {
  ArrayRef<Param> params = call.signature->params;
  BoundCall bound{std::move(call), {}};
  bound.arguments.resize(params.size());
  SmallVector<bool> taken(params.size(), false);
  if (failed(bindNamed(bound, taken)))
    return failure();
  FailureOr<SmallVector<size_t>> open = getOpenParams(bound.call, taken);
  if (failed(open))
    return failure();
  for (auto [index, argument] : llvm::zip(*open, bound.call.positional))
    bound.arguments[index] = argument;

  for (auto [param, argument] : llvm::zip_equal(params, bound.arguments)) {
    if (param.isRequired && !argument.isGiven())
      return emitCallError(bound.call)
             << "argument '" << param.name << "' is missing";
    if (param.kind == ParamKind::Buffer && argument.constant)
      return emitCallError(bound.call)
             << "argument '" << param.name << "' must be a tensor, got "
             << argument.constant;
  }
  return bound;
}
