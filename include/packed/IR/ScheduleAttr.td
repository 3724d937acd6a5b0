//===- ScheduleAttr.td - How a decode kernel is cut up ---------*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The schedule that a user may fix for the GPU lowering of a decode op.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_SCHEDULEATTR_TD
#define PACKED_IR_SCHEDULEATTR_TD

include "packed/IR/PackedBase.td"

def Packed_CacheHint : I32EnumAttr<
    "CacheHint", "How state accesses treat the caches",
    [I32EnumAttrCase<"None", 0, "none">,
     I32EnumAttrCase<"Streaming", 1, "streaming">  // evict first
    ]> {
  let cppNamespace = "::mlir::packed";
  let genSpecializedAttr = 0;
}

def Packed_ScheduleAttr : Packed_Attr<"Schedule", "schedule"> {
  let summary = "The tile of a GPU kernel for a decode op";
  let description = [{
    A block has `warps` warps; each works on `rows_per_warp` rows of a state (a
    row is the K values at one v) and spreads each row over `lanes_per_row`
    lanes. `cache` is the hint on accesses of the state. With `pdl` the kernel
    is a programmatic dependent launch: it reads slots and state before its
    predecessor has finished, which is right only if nothing earlier in the
    stream's chain of such launches writes them.

    Set as the discardable attribute `packed.schedule` of a decode op; without
    it `convert-packed-to-gpu` chooses.

    Example: `#packed.schedule<warps = 4, rows_per_warp = 8, lanes_per_row = 16,
    cache = streaming>`.
  }];
  let parameters = (ins
    "unsigned":$warps,
    "unsigned":$rows_per_warp,
    "unsigned":$lanes_per_row,
    DefaultValuedParameter<"::mlir::packed::CacheHint",
                           "::mlir::packed::CacheHint::None">:$cache,
    DefaultValuedParameter<"bool", "false">:$pdl);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // PACKED_IR_SCHEDULEATTR_TD
