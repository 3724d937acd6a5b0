// The decode step of a Qwen3-Next layer on one of four ranks, with a planted
// error: the states were split among two ranks, so the pool has 16 value heads,
// and the projection among four, so the row has 2048 columns. v alone would take
// all of them.
//
// Caught: Invalid packed `mixed_qkv` last dim=2048 for HV=16, V=128.

func.func @decode_layer(%hidden: tensor<?x2048xbf16>, %w_qkv: tensor<2048x2048xbf16>,
    %a: tensor<?x16xbf16>, %b: tensor<?x16xbf16>, %A_log: tensor<16xf32>, %dt_bias: tensor<16xf32>,
    %pool: tensor<1024x16x128x128xf32>, %slots: tensor<?xi32>)
    -> (tensor<?x1x16x128xbf16>, tensor<1024x16x128x128xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %batch = tensor.dim %hidden, %c0 : tensor<?x2048xbf16>

  %qkv_init = tensor.empty(%batch) : tensor<?x2048xbf16>
  %qkv_zero = linalg.fill ins(%zero : bf16) outs(%qkv_init : tensor<?x2048xbf16>) -> tensor<?x2048xbf16>
  %qkv = linalg.matmul ins(%hidden, %w_qkv : tensor<?x2048xbf16>, tensor<2048x2048xbf16>)
                       outs(%qkv_zero : tensor<?x2048xbf16>) -> tensor<?x2048xbf16>

  %out_init = tensor.empty(%batch) : tensor<?x1x16x128xbf16>
  %out, %states = packed.gdn_decode qkv(%qkv : tensor<?x2048xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<?x16xbf16>, tensor<?x16xbf16>, tensor<16xf32>, tensor<16xf32>)
      state(%pool[%slots] : tensor<1024x16x128x128xf32>, tensor<?xi32>)
      out(%out_init : tensor<?x1x16x128xbf16>) {num_q_heads = 4 : i64, use_qk_l2norm}
  return %out, %states : tensor<?x1x16x128xbf16>, tensor<1024x16x128x128xf32>
}
