// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// 8192 columns at K = V = 128 fit 16 and 32 heads, 8 and 48, 4 and 56, and more:
// the width alone can't tell that the pool is that of another model.

// -----

// A pool of 48 heads, where 16 query heads were declared.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<4x8192xbf16>'}}
func.func @decode(%qkv: memref<4x8192xbf16>,
    %a: memref<4x48xbf16>,
    %b: memref<4x48xbf16>,
    %A_log: memref<48xf32>,
    %dt_bias: memref<48xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<1024x48x128x128xf32>'}}
    %pool: memref<1024x48x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x48x128xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op declared 16 query heads, the width gives 8}}
  // expected-note@below {{pass the pool of the declared configuration, or mend num_q_heads [packed.decode.declared-heads]}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x48xbf16>, memref<4x48xbf16>,
            memref<48xf32>, memref<48xf32>)
      state(%pool[%slots] : memref<1024x48x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x48x128xbf16>) {num_q_heads = 16 : i64}
  return
}

// -----

// A pool of 32 heads.
func.func @decode(%qkv: memref<4x8192xbf16>,
    %a: memref<4x32xbf16>,
    %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>,
    %dt_bias: memref<32xf32>,
    %pool: memref<1024x32x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<1024x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {num_q_heads = 16 : i64}
  return
}

// -----

// Nothing declared, nothing to compare with.
func.func @decode(%qkv: memref<4x8192xbf16>,
    %a: memref<4x48xbf16>,
    %b: memref<4x48xbf16>,
    %A_log: memref<48xf32>,
    %dt_bias: memref<48xf32>,
    %pool: memref<1024x48x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x48x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x48xbf16>, memref<4x48xbf16>,
            memref<48xf32>, memref<48xf32>)
      state(%pool[%slots] : memref<1024x48x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x48x128xbf16>)
  return
}
