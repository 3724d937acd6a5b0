//===- DecodeOps.td - Gated delta rule: decode and recurrence --*- tablegen -*-===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fused recurrent gated delta rule over a pool of states: one packed token
// a request (GDN and KDA decode), or many tokens a sequence (recurrence).
// Shapes: B batch, T tokens, H query/key heads, HV value heads, K/V head dims.
//
//===----------------------------------------------------------------------===//

#ifndef PACKED_IR_DECODEOPS_TD
#define PACKED_IR_DECODEOPS_TD

include "packed/IR/PackedBase.td"
include "packed/Rules/LabeledBufferOpInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

// Destination style on tensors (results: the inits, updated) or on memrefs (no
// results, the inits are written in place).
class Packed_DeltaRuleOp<string mnemonic, list<Trait> traits = []>
    : Packed_RuleOp<mnemonic, traits # [
          DestinationStyleOpInterface,
          DeclareOpInterfaceMethods<InferTypeOpInterface>,
          DeclareOpInterfaceMethods<ReifyRankedShapedTypeOpInterface,
                                    ["reifyResultShapes"]>,
          DeclareOpInterfaceMethods<LabeledBufferOpInterface>,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
}

class Packed_DecodeOp<string mnemonic, dag extraAttributes>
    : Packed_DeltaRuleOp<mnemonic> {
  let arguments = !con((ins
    Packed_Buffer:$mixed_qkv,
    Packed_Buffer:$a,
    Packed_Buffer:$b,
    Packed_Buffer:$A_log,
    Packed_Buffer:$dt_bias,
    Packed_Buffer:$ssm_state_indices,
    Packed_Buffer:$out,
    Packed_Buffer:$initial_state,
    OptionalAttr<F32Attr>:$scale,
    UnitAttr:$use_qk_l2norm,
    DefaultValuedAttr<Packed_StateOrderAttr,
                      "::mlir::packed::StateOrder::VK">:$state_order,
    OptionalAttr<I64Attr>:$num_q_heads), extraAttributes);

  let assemblyFormat = [{
    `qkv` `(` $mixed_qkv `:` type($mixed_qkv) `)`
    `gates` `(` $a `,` $b `,` $A_log `,` $dt_bias `:` type($a) `,` type($b) `,`
                type($A_log) `,` type($dt_bias) `)`
    `state` `(` $initial_state `[` $ssm_state_indices `]` `:`
                type($initial_state) `,` type($ssm_state_indices) `)`
    `out` `(` $out `:` type($out) `)` attr-dict
  }];

  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return ::mlir::MutableOperandRange(getOperation(), /*start=*/6,
                                         /*length=*/2);
    }
    /// The factor on q: the attribute, or K^-1/2 where K is static; none where
    /// neither is known.
    std::optional<float> getStaticScale();
  }];
}

defvar decodeSemantics = [{
    For request n with slot `s = ssm_state_indices[n]`: a negative slot gives a
    zero row of `out` and touches no state. Otherwise, per value head hv and
    query head `h = hv / (HV / H)`, in f32 whatever the storage:

    ```
    q, k = divided by sqrt(sum(x*x) + 1e-6) when use_qk_l2norm; q *= scale
    beta = sigmoid(b)
    S    = S * exp(g);  d = (v - S k) * beta;  S = S + d k^T;  out = S q
    ```

    The state goes back to its slot in the pool's own element type. `scale`
    defaults to `K^-1/2`. `state_order` says whether a state is stored with rows
    V and columns K (`vk`, the default) or the other way round (`kv`).
    `num_q_heads` declares H, which the width of `mixed_qkv` alone leaves open.
    On tensors the results are the updated `out` and pool, in this order.
}];

def Packed_GdnDecodeOp : Packed_DecodeOp<"gdn_decode", (ins)> {
  let summary = "One packed decode token of the gated delta net (GDN)";
  let description = [{
    One decay per value head: `x = a + dt_bias`,
    `softplus(x) = x > 20 ? x : log(1 + exp(x))`,
    `g = -exp(A_log) * softplus(x)`.

    | operand | shape | element |
    |---|---|---|
    | `mixed_qkv` | `[B, 2*H*K + HV*V]` | bf16, f16, f32 |
    | `a`, `b` | `[B, HV]` | float |
    | `A_log`, `dt_bias` | `[HV]` | float |
    | `ssm_state_indices` | `[B]` | i32, i64 |
    | `out` | `[B, 1, HV, V]` | float |
    | `initial_state` | `[slots, HV, V, K]` | f32, bf16, f16 |
  }] # decodeSemantics # [{
    ```mlir
    packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
        gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
              memref<32xf32>, memref<32xf32>)
        state(%pool[%slots] : memref<1024x32x128x128xf32>, memref<4xi32>)
        out(%out : memref<4x1x32x128xbf16>) {use_qk_l2norm}
    ```
  }];
}

def Packed_KdaDecodeOp : Packed_DecodeOp<"kda_decode",
    (ins OptionalAttr<F32Attr>:$lower_bound)> {
  let summary = "One packed decode token of Kimi delta attention (KDA)";
  let description = [{
    One decay per value head and key channel: with `x = a + dt_bias`,
    `g = -exp(A_log) * softplus(x)`, or with `lower_bound`
    `g = lower_bound * sigmoid(exp(A_log) * x)`.

    | operand | shape | element |
    |---|---|---|
    | `mixed_qkv` | `[B, 2*H*K + HV*V]` | bf16, f16, f32 |
    | `a` | `[B, HV*K]` | float |
    | `b` | `[B, HV]` | float |
    | `A_log` | `[HV]` | float |
    | `dt_bias` | `[HV*K]` | float |
    | `ssm_state_indices` | `[B]` | i32, i64 |
    | `out` | `[B, 1, HV, V]` | float |
    | `initial_state` | `[slots, HV, V, K]` | f32, bf16, f16 |
  }] # decodeSemantics;
}

// With segments an operand that is not optional could be there twice or not at
// all, which MLIR does not test.
def Packed_RecurrentSegments : PredOpTrait<
    "each operand that is not optional must be given once",
    CPred<"::llvm::all_of(::llvm::ArrayRef<unsigned>({0, 1, 2, 3, 4, 7}), "
          "[&](unsigned group) { "
          "return getODSOperandIndexAndLength(group).second == 1; })">>;

def Packed_GdnRecurrentOp : Packed_DeltaRuleOp<"gdn_recurrent",
    [AttrSizedOperandSegments, Packed_RecurrentSegments]> {
  let summary = "The gated delta rule over many tokens";
  let description = [{
    Per token, with g the log decay: `S *= exp(g); d = (v - S k) * beta;
    S += d k^T; out = S q * scale`.

    | operand | shape | element |
    |---|---|---|
    | `q`, `k` | `[B, T, H, K]` | float |
    | `v` | `[B, T, HV, V]` | float |
    | `g` | `[B, T, HV]` | float |
    | `beta` | `[B, T, HV]` or `[B, T, HV, V]` | float |
    | `cu_seqlens` (optional) | `[N+1]`; then B = 1, sequence n is tokens cu[n] to cu[n+1] | i32, i64 |
    | `initial_state` (optional) | `[N, HV, V, K]` | float |
    | `out` | `[B, T, HV, V]` | float |
    | `final_state` (optional) | `[N, HV, V, K]` | f32 |

    Without `cu_seqlens` there are N = B sequences. `scale` defaults to
    `K^-1/2`. On tensors the results are the updated `out` and `final_state`.

    ```mlir
    %o = packed.gdn_recurrent q(%q : tensor<2x4x2x8xf32>)
        k(%k : tensor<2x4x2x8xf32>) v(%v : tensor<2x4x2x8xf32>)
        gates(%g, %beta : tensor<2x4x2xf32>, tensor<2x4x2xf32>)
        out(%init : tensor<2x4x2x8xf32>)
    ```
  }];
  let arguments = (ins
    Packed_Buffer:$q,
    Packed_Buffer:$k,
    Packed_Buffer:$v,
    Packed_Buffer:$g,
    Packed_Buffer:$beta,
    Optional<Packed_Buffer>:$cu_seqlens,
    Optional<Packed_Buffer>:$initial_state,
    Packed_Buffer:$out,
    Optional<Packed_Buffer>:$final_state,
    OptionalAttr<F32Attr>:$scale,
    UnitAttr:$use_qk_l2norm);
  let assemblyFormat = [{
    `q` `(` $q `:` type($q) `)` `k` `(` $k `:` type($k) `)`
    `v` `(` $v `:` type($v) `)`
    `gates` `(` $g `,` $beta `:` type($g) `,` type($beta) `)`
    (`cu_seqlens` `(` $cu_seqlens^ `:` type($cu_seqlens) `)`)?
    (`initial_state` `(` $initial_state^ `:` type($initial_state) `)`)?
    `out` `(` $out `:` type($out) `)`
    (`final_state` `(` $final_state^ `:` type($final_state) `)`)? attr-dict
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      auto [start, length] = getODSOperandIndexAndLength(7);
      return ::mlir::MutableOperandRange(
          getOperation(), start, getOperation()->getNumOperands() - start);
    }
  }];
}

#endif // PACKED_IR_DECODEOPS_TD
