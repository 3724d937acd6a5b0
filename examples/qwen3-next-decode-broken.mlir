// One decode step of a Qwen3-Next layer, with a planted error: 64 columns of
// gates are projected together with q, k and v and left behind them, so the
// width is 8256 where it was 8192.
//
// Caught: Invalid packed Q size 2080: must be divisible by K=128.

func.func @decode_layer(%hidden: tensor<?x2048xbf16>, %w_qkv: tensor<2048x8256xbf16>,
    %a: tensor<?x32xbf16>, %b: tensor<?x32xbf16>, %A_log: tensor<32xf32>, %dt_bias: tensor<32xf32>,
    %pool: tensor<1024x32x128x128xf32>, %slots: tensor<?xi32>)
    -> (tensor<?x1x32x128xbf16>, tensor<1024x32x128x128xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %batch = tensor.dim %hidden, %c0 : tensor<?x2048xbf16>

  %qkv_init = tensor.empty(%batch) : tensor<?x8256xbf16>
  %qkv_zero = linalg.fill ins(%zero : bf16) outs(%qkv_init : tensor<?x8256xbf16>) -> tensor<?x8256xbf16>
  %qkv = linalg.matmul ins(%hidden, %w_qkv : tensor<?x2048xbf16>, tensor<2048x8256xbf16>)
                       outs(%qkv_zero : tensor<?x8256xbf16>) -> tensor<?x8256xbf16>

  %out_init = tensor.empty(%batch) : tensor<?x1x32x128xbf16>
  %out, %states = packed.gdn_decode qkv(%qkv : tensor<?x8256xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<?x32xbf16>, tensor<?x32xbf16>, tensor<32xf32>, tensor<32xf32>)
      state(%pool[%slots] : tensor<1024x32x128x128xf32>, tensor<?xi32>)
      out(%out_init : tensor<?x1x32x128xbf16>) {num_q_heads = 16 : i64, use_qk_l2norm}
  return %out, %states : tensor<?x1x32x128xbf16>, tensor<1024x32x128x128xf32>
}
