// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A padded row of a captured graph has a negative slot: legal, its row of `out`
// becomes zero and no slot is touched.

// -----

// Slots 3 and 0, and a padded row between.
func.func @decode(%qkv: tensor<3x1024xbf16>,
    %a: tensor<3x8xbf16>,
    %b: tensor<3x8xbf16>,
    %A_log: tensor<8xf32>,
    %dt_bias: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>,
    %out: tensor<3x1x8x64xbf16>) {
  %slots = arith.constant dense<[3, -1, 0]> : tensor<3xi32>
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<3x1024xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<3x8xbf16>, tensor<3x8xbf16>,
            tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<3xi32>)
      out(%out : tensor<3x1x8x64xbf16>)
  return
}

// -----

// As many slots as rows, padded or not.
func.func @decode(%qkv: tensor<3x1024xbf16>,
    %a: tensor<3x8xbf16>,
    %b: tensor<3x8xbf16>,
    %A_log: tensor<8xf32>,
    %dt_bias: tensor<8xf32>,
    %pool: tensor<9x8x64x64xf32>,
    %out: tensor<3x1x8x64xbf16>) {
  // expected-note@below {{'ssm_state_indices' is made here, of type 'tensor<2xi32>'}}
  %slots = arith.constant dense<[3, 0]> : tensor<2xi32>
  // expected-error@below {{'packed.gdn_decode' op `ssm_state_indices` must have shape [B] (got (2,); expected (3,)).}}
  // expected-note@below {{pass one slot a request [packed.decode.indices-shape]}}
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<3x1024xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<3x8xbf16>, tensor<3x8xbf16>,
            tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<2xi32>)
      out(%out : tensor<3x1x8x64xbf16>)
  return
}
