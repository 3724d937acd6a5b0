// One decode step of a Qwen3-Next linear-attention layer: 16 query heads, 32
// value heads, K = V = 128, a pool of 1024 states.
//
// The projection makes q (16 x 128 columns), k (16 x 128) and v (32 x 128) side
// by side: 8192 columns.

func.func @decode_layer(%hidden: tensor<?x2048xbf16>, %w_qkv: tensor<2048x8192xbf16>,
    %a: tensor<?x32xbf16>, %b: tensor<?x32xbf16>, %A_log: tensor<32xf32>, %dt_bias: tensor<32xf32>,
    %pool: tensor<1024x32x128x128xf32>, %slots: tensor<?xi32>)
    -> (tensor<?x1x32x128xbf16>, tensor<1024x32x128x128xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %batch = tensor.dim %hidden, %c0 : tensor<?x2048xbf16>

  %qkv_init = tensor.empty(%batch) : tensor<?x8192xbf16>
  %qkv_zero = linalg.fill ins(%zero : bf16) outs(%qkv_init : tensor<?x8192xbf16>) -> tensor<?x8192xbf16>
  %qkv = linalg.matmul ins(%hidden, %w_qkv : tensor<?x2048xbf16>, tensor<2048x8192xbf16>)
                       outs(%qkv_zero : tensor<?x8192xbf16>) -> tensor<?x8192xbf16>

  %out_init = tensor.empty(%batch) : tensor<?x1x32x128xbf16>
  %out, %states = packed.gdn_decode qkv(%qkv : tensor<?x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<?x32xbf16>, tensor<?x32xbf16>, tensor<32xf32>, tensor<32xf32>)
      state(%pool[%slots] : tensor<1024x32x128x128xf32>, tensor<?xi32>)
      out(%out_init : tensor<?x1x32x128xbf16>) {num_q_heads = 16 : i64, use_qk_l2norm}
  return %out, %states : tensor<?x1x32x128xbf16>, tensor<1024x32x128x128xf32>
}
