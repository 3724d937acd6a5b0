//===- Torch.cpp - Calls in torch-mlir and ONNX ---------------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `torch.operator`, which torch-mlir's importers write for every op that they
// don't know, PyTorch's or ONNX's, and onnx-mlir's `onnx.Custom`.
//
//===----------------------------------------------------------------------===//

#include "packed/Intake/NamedCall.h"

using namespace mlir;
using namespace mlir::packed;

/// Every operand, in the order of the schema.
static void readOperands(NamedCall &call) {
  for (Value operand : call.op->getOperands()) {
    bool isNone = isa_and_nonnull<UnitAttr>(foldConstant(operand));
    call.positional.push_back(isNone ? Argument() : Argument{operand, {}});
  }
}

/// Attributes whose names start with `prefix`, less those that say something
/// about the op instead of being an argument.
static LogicalResult readAttributes(NamedCall &call, StringRef prefix,
                                    ArrayRef<StringRef> others) {
  NamedAttrList named;
  for (NamedAttribute entry : call.op->getAttrDictionary()) {
    StringRef name = entry.getName();
    if (name.consume_front(prefix) && !llvm::is_contained(others, name))
      named.set(name, entry.getValue());
  }
  return addNamed(call, named.getDictionary(call.op->getContext()));
}

static MaybeCall readOperator(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("name");
  if (!name)
    return op->emitOpError("has no name of what it calls: a tool that does not "
                           "know torch-mlir has dropped its properties");
  StringRef text = name.getValue();
  bool isOnnx = text.consume_front("onnx.");
  if (!isOnnx)
    text.consume_front("torch.");
  MaybeCall call = startCall(op, text);
  if (failed(call) || !*call)
    return call;
  readOperands(**call);
  // ONNX tells tensors from attributes; a PyTorch schema does not.
  (*call)->onlyValues = isOnnx;
  if (isOnnx && failed(readAttributes(**call, "torch.onnx.", {})))
    return failure();
  return call;
}

static MaybeCall readOnnxCustom(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>("function_name");
  if (!name)
    return std::optional<NamedCall>();
  std::string full = name.str();
  if (auto domain = op->getAttrOfType<StringAttr>("domain_name");
      domain && !domain.getValue().empty())
    full = (domain.getValue() + "." + full).str();
  MaybeCall call = startCall(op, full);
  if (failed(call) || !*call)
    return call;
  readOperands(**call);
  (*call)->onlyValues = true;
  if (failed(readAttributes(**call, "",
                            {"function_name", "domain_name", "onnx_node_name",
                             "inputs_for_infer", "output_element_type",
                             "shape_infer_pattern"})))
    return failure();
  return call;
}

MaybeCall mlir::packed::readTorchCall(Operation *op) {
  return op->getName().getStringRef() == "torch.operator" ? readOperator(op)
                                                          : readOnnxCustom(op);
}
