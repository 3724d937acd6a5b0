// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A pool of more than 2^31 elements: addresses are 64-bit numbers.

// -----

// 2^31 + 2^19 elements.
func.func @decode(%qkv: memref<4x8192xbf16>,
    %a: memref<4x32xbf16>,
    %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>,
    %dt_bias: memref<32xf32>,
    %pool: memref<4097x32x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<4097x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>)
  return
}

// -----

// 2^31 elements.
func.func @decode(%qkv: memref<4x8192xbf16>,
    %a: memref<4x32xbf16>,
    %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>,
    %dt_bias: memref<32xf32>,
    %pool: memref<4096x32x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<4096x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>)
  return
}

// -----

// The heads of such a pool are dense all the same.
func.func @decode(%qkv: memref<4x8192xbf16>,
    %a: memref<4x32xbf16>,
    %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>,
    %dt_bias: memref<32xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<4097x32x128x128xf32, strided<[524288, 16385, 128, 1]>>'}}
    %pool: memref<4097x32x128x128xf32, strided<[524288, 16385, 128, 1]>>,
    %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must be dense inside a slot: expected a stride of 16384 between heads, got 16385}}
  // expected-note@below {{permute by a copy, not by a view [packed.decode.state-inner-strides]}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<4097x32x128x128xf32, strided<[524288, 16385, 128, 1]>>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>)
  return
}
