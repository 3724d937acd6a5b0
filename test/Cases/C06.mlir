// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// 65536 and 65472 blocks: more value heads in a batch than the second axis of a
// GPU grid takes is no fault of the shapes.

// -----

// B = 1024, HV = 64.
func.func @decode(%qkv: memref<1024x16384xbf16>,
    %a: memref<1024x64xbf16>,
    %b: memref<1024x64xbf16>,
    %A_log: memref<64xf32>,
    %dt_bias: memref<64xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<1024xi32>,
    %out: memref<1024x1x64x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<1024x16384xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<1024x64xbf16>, memref<1024x64xbf16>,
            memref<64xf32>, memref<64xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<1024xi32>)
      out(%out : memref<1024x1x64x128xbf16>)
  return
}

// -----

// B = 1023, HV = 64.
func.func @decode(%qkv: memref<1023x16384xbf16>,
    %a: memref<1023x64xbf16>,
    %b: memref<1023x64xbf16>,
    %A_log: memref<64xf32>,
    %dt_bias: memref<64xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<1023xi32>,
    %out: memref<1023x1x64x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<1023x16384xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<1023x64xbf16>, memref<1023x64xbf16>,
            memref<64xf32>, memref<64xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<1023xi32>)
      out(%out : memref<1023x1x64x128xbf16>)
  return
}

// -----

// One row too few of the same.
func.func @decode(%qkv: memref<1024x16384xbf16>,
    %a: memref<1024x64xbf16>,
    %b: memref<1024x64xbf16>,
    %A_log: memref<64xf32>,
    %dt_bias: memref<64xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<1024xi32>,
    // expected-note@below {{'out' is block argument 7 of type 'memref<1023x1x64x128xbf16>'}}
    %out: memref<1023x1x64x128xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op `out` must have shape (1024, 1, 64, 128) (got out.shape=(1023, 1, 64, 128)).}}
  // expected-note@below {{allocate `out` as [B, 1, HV, V] [packed.decode.out-shape]}}
  packed.gdn_decode qkv(%qkv : memref<1024x16384xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<1024x64xbf16>, memref<1024x64xbf16>,
            memref<64xf32>, memref<64xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<1024xi32>)
      out(%out : memref<1023x1x64x128xbf16>)
  return
}
