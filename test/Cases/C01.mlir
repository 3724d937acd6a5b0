// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// `a` and `b` as the even and odd columns of one interleaved buffer: every other
// element belongs to the other gate.

// -----

// Column views.
func.func @decode(%qkv: memref<4x6144xbf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<4x16xbf16, strided<[32, 2]>>'}}
    %a: memref<4x16xbf16, strided<[32, 2]>>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<4x16xbf16, strided<[32, 2], offset: 1>>'}}
    %b: memref<4x16xbf16, strided<[32, 2], offset: 1>>,
    %A_log: memref<16xf32>,
    %dt_bias: memref<16xf32>,
    %pool: memref<9x16x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x16x128xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op `a`/`b` must be contiguous in the last dim.}}
  // expected-note@below {{split the buffer into two dense halves, or copy the views [packed.decode.gates-contiguous]}}
  packed.gdn_decode qkv(%qkv : memref<4x6144xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x16xbf16, strided<[32, 2]>>, memref<4x16xbf16, strided<[32, 2], offset: 1>>,
            memref<16xf32>, memref<16xf32>)
      state(%pool[%slots] : memref<9x16x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x16x128xbf16>)
  return
}

// -----

// Two halves of each row: the stride between rows is free.
func.func @decode(%qkv: memref<4x6144xbf16>,
    %a: memref<4x16xbf16, strided<[32, 1]>>,
    %b: memref<4x16xbf16, strided<[32, 1], offset: 16>>,
    %A_log: memref<16xf32>,
    %dt_bias: memref<16xf32>,
    %pool: memref<9x16x128x128xf32>,
    %slots: memref<4xi32>,
    %out: memref<4x1x16x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<4x6144xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x16xbf16, strided<[32, 1]>>, memref<4x16xbf16, strided<[32, 1], offset: 16>>,
            memref<16xf32>, memref<16xf32>)
      state(%pool[%slots] : memref<9x16x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x16x128xbf16>)
  return
}
