//===- LabeledBufferOpInterface.td ----------------------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of ops that take a buffer in one of several ways that its shape
// does not tell apart.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_LABELEDBUFFEROPINTERFACE_TD
#define PACKED_RULES_LABELEDBUFFEROPINTERFACE_TD

include "mlir/IR/OpBase.td"

def LabeledBufferOpInterface : OpInterface<"LabeledBufferOpInterface"> {
  let cppNamespace = "::mlir::packed";
  let description = [{
    Such an op says under which label it takes a buffer: the order of the dims
    of a state pool, or the value that says where packed sequences begin. The
    check pass follows the buffer from op to op and compares the labels.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/"Append the labels under which the op takes buffers.",
      /*retTy=*/"void",
      /*methodName=*/"getBufferLabels",
      /*args=*/(ins "::llvm::SmallVectorImpl<::mlir::packed::BufferLabel> &":
                    $labels)>
  ];
}

#endif // PACKED_RULES_LABELEDBUFFEROPINTERFACE_TD
