// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A block of gate columns behind those of v.

// -----

// Eight columns too many: half of 1032 - 512 is no number of heads.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<4x1032xbf16>'}}
func.func @decode(%qkv: memref<4x1032xbf16>,
    %a: memref<4x8xbf16>,
    %b: memref<4x8xbf16>,
    %A_log: memref<8xf32>,
    %dt_bias: memref<8xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<9x8x64x64xf32>'}}
    %pool: memref<9x8x64x64xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x8x64xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid packed Q size 260: must be divisible by K=64.}}
  // expected-note@below {{Q size 260 = (mixed_qkv.shape[1] 1032 - HV*V 512) / 2}}
  // expected-note@below {{look for columns that don't belong to q, k or v, or for a pool of other heads [packed.decode.q-size]}}
  packed.gdn_decode qkv(%qkv : memref<4x1032xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x8xbf16>, memref<4x8xbf16>,
            memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xbf16>)
  return
}

// -----

// q, k and v alone.
func.func @decode(%qkv: memref<4x1024xbf16>,
    %a: memref<4x8xbf16>,
    %b: memref<4x8xbf16>,
    %A_log: memref<8xf32>,
    %dt_bias: memref<8xf32>,
    %pool: memref<9x8x64x64xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x8x64xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x1024xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x8xbf16>, memref<4x8xbf16>,
            memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xbf16>)
  return
}
