//===- KernelDescription.cpp - Kernels as text and JSON -------------------===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Knows the form of a description, not its entries: these come with the kernels
// as attributes.
//
//===----------------------------------------------------------------------===//

#include "packed/Target/KernelDescription.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::packed;

static llvm::json::Value toJson(Attribute attribute) {
  return llvm::TypeSwitch<Attribute, llvm::json::Value>(attribute)
      .Case([](DictionaryAttr dictionary) {
        llvm::json::Object object;
        for (NamedAttribute entry : dictionary)
          object[entry.getName().getValue()] = toJson(entry.getValue());
        return object;
      })
      .Case([](ArrayAttr array) {
        llvm::json::Array list;
        for (Attribute element : array)
          list.push_back(toJson(element));
        return list;
      })
      .Case([](StringAttr text) { return text.getValue(); })
      .Case([](BoolAttr flag) { return flag.getValue(); })
      .Case([](IntegerAttr number) { return number.getInt(); })
      .Case([](FloatAttr number) { return number.getValueAsDouble(); })
      .Default([](Attribute) { return nullptr; });
}

llvm::json::Object mlir::packed::describeKernels(ModuleOp module,
                                                 StringRef chip,
                                                 StringRef artifact) {
  llvm::json::Array kernels;
  module.walk([&](gpu::GPUFuncOp func) {
    if (auto description = func->getAttrOfType<DictionaryAttr>("packed.kernel"))
      kernels.push_back(toJson(description));
  });
  return llvm::json::Object{{"version", kDescriptionVersion},
                            {"chip", chip},
                            {"artifact", artifact},
                            {"kernels", std::move(kernels)}};
}

FailureOr<std::string> mlir::packed::getAssembly(ModuleOp module) {
  SmallVector<gpu::BinaryOp> binaries(module.getOps<gpu::BinaryOp>());
  if (binaries.size() != 1)
    return module.emitError("expected one GPU binary, got ") << binaries.size();
  ArrayAttr objects = binaries.front().getObjectsAttr();
  auto object = cast<gpu::ObjectAttr>(objects[0]);
  if (object.getFormat() != gpu::CompilationTarget::Assembly)
    return binaries.front().emitError("expected assembly in the GPU binary");
  StringRef text = object.getObject().getValue();
  text.consume_back(StringRef("\0", 1));
  return text.str();
}
