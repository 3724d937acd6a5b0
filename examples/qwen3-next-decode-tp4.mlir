// The decode step of a Qwen3-Next layer on one of four ranks of tensor
// parallelism: 4 query heads, 8 value heads, 2048 columns.

func.func @decode_layer(%hidden: tensor<?x2048xbf16>, %w_qkv: tensor<2048x2048xbf16>,
    %a: tensor<?x8xbf16>, %b: tensor<?x8xbf16>, %A_log: tensor<8xf32>, %dt_bias: tensor<8xf32>,
    %pool: tensor<1024x8x128x128xf32>, %slots: tensor<?xi32>)
    -> (tensor<?x1x8x128xbf16>, tensor<1024x8x128x128xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %batch = tensor.dim %hidden, %c0 : tensor<?x2048xbf16>

  %qkv_init = tensor.empty(%batch) : tensor<?x2048xbf16>
  %qkv_zero = linalg.fill ins(%zero : bf16) outs(%qkv_init : tensor<?x2048xbf16>) -> tensor<?x2048xbf16>
  %qkv = linalg.matmul ins(%hidden, %w_qkv : tensor<?x2048xbf16>, tensor<2048x2048xbf16>)
                       outs(%qkv_zero : tensor<?x2048xbf16>) -> tensor<?x2048xbf16>

  %out_init = tensor.empty(%batch) : tensor<?x1x8x128xbf16>
  %out, %states = packed.gdn_decode qkv(%qkv : tensor<?x2048xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<?x8xbf16>, tensor<?x8xbf16>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<1024x8x128x128xf32>, tensor<?xi32>)
      out(%out_init : tensor<?x1x8x128xbf16>) {num_q_heads = 4 : i64, use_qk_l2norm}
  return %out, %states : tensor<?x1x8x128xbf16>, tensor<1024x8x128x128xf32>
}
