// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Twice the value heads, and the projection of before.

// -----

// v alone would take all 1024 columns.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<4x1024xbf16>'}}
func.func @decode(%qkv: memref<4x1024xbf16>,
    %a: memref<4x16xbf16>,
    %b: memref<4x16xbf16>,
    %A_log: memref<16xf32>,
    %dt_bias: memref<16xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<9x16x64x64xf32>'}}
    %pool: memref<9x16x64x64xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x16x64xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid packed `mixed_qkv` last dim=1024 for HV=16, V=64.}}
  // expected-note@below {{v takes HV*V = 1024 of the 1024 columns, which leaves 0 for q and k}}
  // expected-note@below {{also broken: Invalid head config inferred from mixed_qkv: H=0, HV=16. [packed.decode.head-config]}}
  // expected-note@below {{make the width 2*H*K + HV*V for the heads of the pool [packed.decode.mixed-qkv-width]}}
  packed.gdn_decode qkv(%qkv : memref<4x1024xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x16xbf16>, memref<4x16xbf16>,
            memref<16xf32>, memref<16xf32>)
      state(%pool[%slots] : memref<9x16x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x16x64xbf16>)
  return
}

// -----

// A projection to 1536 columns.
func.func @decode(%qkv: memref<4x1536xbf16>,
    %a: memref<4x16xbf16>,
    %b: memref<4x16xbf16>,
    %A_log: memref<16xf32>,
    %dt_bias: memref<16xf32>,
    %pool: memref<9x16x64x64xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x16x64xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x1536xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x16xbf16>, memref<4x16xbf16>,
            memref<16xf32>, memref<16xf32>)
      state(%pool[%slots] : memref<9x16x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x16x64xbf16>)
  return
}
