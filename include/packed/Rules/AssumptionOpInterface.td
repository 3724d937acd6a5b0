//===- AssumptionOpInterface.td - What users state ------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of ops by which users state facts about a value.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_ASSUMPTIONOPINTERFACE_TD
#define PACKED_RULES_ASSUMPTIONOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def AssumptionOpInterface : OpInterface<"AssumptionOpInterface"> {
  let cppNamespace = "::mlir::packed";
  let description = [{
    An op whose only result is its only operand, and by which the user states
    what that value can be. Analyses take the statement for granted wherever the
    op dominates.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/"What is stated about the operand and result.",
      /*retTy=*/"::mlir::packed::Assumption",
      /*methodName=*/"getAssumption">
  ];
}

#endif // PACKED_RULES_ASSUMPTIONOPINTERFACE_TD
