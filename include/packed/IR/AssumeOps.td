//===- AssumeOps.td - Facts that users state -------------------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_ASSUMEOPS_TD
#define PACKED_IR_ASSUMEOPS_TD

include "packed/IR/PackedBase.td"
include "packed/Rules/AssumptionOpInterface.td"
include "mlir/Interfaces/InferIntRangeInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Packed_AssumeOp : Op<Packed_Dialect, "assume",
    [Pure, AllTypesMatch<["value", "result"]>,
     DeclareOpInterfaceMethods<AssumptionOpInterface>,
     DeclareOpInterfaceMethods<InferIntRangeInterface,
                               ["inferResultRanges"]>]> {
  let summary = "States the range or a divisor of a size";
  let description = [{
    Gives back its operand. Wherever the op dominates, the check pass takes for
    granted that the operand lies in `range` (both ends belong to it) and is a
    multiple of `multiple_of`. A value outside is undefined behaviour: state
    what the caller promises, and use `cf.assert` for what is to be tested.

    ```mlir
    %frames = packed.assume %n range [1, 128] multiple_of 4 : index
    ```

    An argument of a function can carry the same as attributes:
    `%n: index {packed.range = array<i64: 1, 128>, packed.multiple_of = 4}`.
  }];
  let arguments = (ins AnySignlessIntegerOrIndex:$value,
                       OptionalAttr<DenseI64ArrayAttr>:$range,
                       OptionalAttr<I64Attr>:$multiple_of);
  let results = (outs AnySignlessIntegerOrIndex:$result);
  let assemblyFormat = [{
    $value (`range` $range^)? (`multiple_of` $multiple_of^)? attr-dict `:`
    type($result)
  }];
  let hasVerifier = 1;
}

#endif // PACKED_IR_ASSUMEOPS_TD
