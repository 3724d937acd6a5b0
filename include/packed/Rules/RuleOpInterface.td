//===- RuleOpInterface.td - An op that states its shape rules --*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface through which an op states its rules once. Verifier, prover
// and run-time guards are readings of that one statement.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_RULES_RULEOPINTERFACE_TD
#define PACKED_RULES_RULEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def RuleOpInterface : OpInterface<"RuleOpInterface"> {
  let cppNamespace = "::mlir::packed";
  let description = [{
    An op of this interface states its rules over its sizes in `stateRules`.
    The statement is read four ways:

    - *verify*: a rule that the op's own static facts break is an error. The
      interface's own verifier does this, so the op needs no `verify()` of its
      own.
    - *prove*: a static analysis proves or refutes what depends on SSA values.
    - *guard*: `emitGuards` turns what is still open into run-time assertions;
      an op that also implements `RuntimeVerifiableOpInterface` calls it from
      there.
    - *export*: `exportRules` writes them as data, for programs without MLIR.

    Rules are stated in the order in which they are checked. A rule may take
    for granted that all rules stated before it hold.
  }];

  let methods = [
    InterfaceMethod<
      /*desc=*/"State the rules of this op, in the order of the checks.",
      /*retTy=*/"void",
      /*methodName=*/"stateRules",
      /*args=*/(ins "::mlir::packed::RuleSet &":$rules)>
  ];

  let verify = [{
    return ::mlir::packed::verifyRules(
        ::llvm::cast<::mlir::packed::RuleOpInterface>($_op));
  }];
  let verifyWithRegions = 0;
}

#endif // PACKED_RULES_RULEOPINTERFACE_TD
