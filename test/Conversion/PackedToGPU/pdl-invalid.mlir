// RUN: packed-opt %s --convert-packed-to-gpu='pdl=true chip=sm_80' --verify-diagnostics

func.func @old_chip(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op has a schedule with pdl, which needs sm_90 or newer (got sm_80)}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>)
  return
}
