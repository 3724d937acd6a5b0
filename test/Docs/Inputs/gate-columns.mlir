// A tensor-parallel rank with 4 query heads, 8 value heads, K = V = 64, whose
// rows hold q, k, v (1024 columns) and, by mistake, the 8 gates behind them.
func.func @decode(%qkv: tensor<4x1032xbf16>, %a: tensor<4x8xbf16>,
    %b: tensor<4x8xbf16>, %A_log: tensor<8xf32>, %dt_bias: tensor<8xf32>,
    %states: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>)
    -> (tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>) {
  %init = tensor.empty() : tensor<4x1x8x64xbf16>
  %out, %pool = packed.gdn_decode qkv(%qkv : tensor<4x1032xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<4x8xbf16>, tensor<4x8xbf16>,
            tensor<8xf32>, tensor<8xf32>)
      state(%states[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%init : tensor<4x1x8x64xbf16>) {use_qk_l2norm}
  return %out, %pool : tensor<4x1x8x64xbf16>, tensor<9x8x64x64xf32>
}
