//===- RuleTest.td - A foreign dialect with rules --------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a user of the rule interface writes: an op of a dialect that packed-mlir
// has never heard of.
//
//===----------------------------------------------------------------------===//

#ifndef RULETEST_TD
#define RULETEST_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/RuntimeVerifiableOpInterface.td"
include "packed/Rules/RuleOpInterface.td"

def RuleTest_Dialect : Dialect {
  let name = "rule_test";
  let cppNamespace = "::mlir::rule_test";
}

def RuleTest_SplitOp : Op<RuleTest_Dialect, "split",
    [DeclareOpInterfaceMethods<RuleOpInterface>,
     DeclareOpInterfaceMethods<RuntimeVerifiableOpInterface>]> {
  let summary = "Splits the rows of a tensor into parts of one size";
  let arguments = (ins AnyRankedTensor:$source, Optional<Index>:$parts,
                       OptionalAttr<I64Attr>:$static_parts);
  let assemblyFormat = [{
    $source (`by` $parts^)? attr-dict `:` type($source)
  }];
}

#endif // RULETEST_TD
