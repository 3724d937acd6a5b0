// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A bias per head where the kernel reads one per channel, and the reverse.

// -----

// Per head, KDA.
func.func @decode(%qkv: memref<2x24576xbf16>,
    %a: memref<2x8192xbf16>,
    %b: memref<2x64xbf16>,
    %A_log: memref<64xf32>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<64xf32>'}}
    %dt_bias: memref<64xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<2xi32>,
    %out: memref<2x1x64x128xbf16>) {
  // expected-error@below {{'packed.kda_decode' op `dt_bias` must have 8192 elements (got 64).}}
  // expected-note@below {{pass the bias per channel; with one bias a head, use gdn_decode [packed.kda_decode.dt-bias-size]}}
  packed.kda_decode qkv(%qkv : memref<2x24576xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x8192xbf16>, memref<2x64xbf16>,
            memref<64xf32>, memref<64xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<2xi32>)
      out(%out : memref<2x1x64x128xbf16>)
  return
}

// -----

// Per channel, KDA.
func.func @decode(%qkv: memref<2x24576xbf16>,
    %a: memref<2x8192xbf16>,
    %b: memref<2x64xbf16>,
    %A_log: memref<64xf32>,
    %dt_bias: memref<8192xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<2xi32>,
    %out: memref<2x1x64x128xbf16>) {
  packed.kda_decode qkv(%qkv : memref<2x24576xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x8192xbf16>, memref<2x64xbf16>,
            memref<64xf32>, memref<8192xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<2xi32>)
      out(%out : memref<2x1x64x128xbf16>)
  return
}

// -----

// Per channel, GDN.
func.func @decode(%qkv: memref<2x24576xbf16>,
    %a: memref<2x64xbf16>,
    %b: memref<2x64xbf16>,
    // expected-note@below {{'A_log' is block argument 3 of type 'memref<64xf32>'}}
    %A_log: memref<64xf32>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<8192xf32>'}}
    %dt_bias: memref<8192xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<2xi32>,
    %out: memref<2x1x64x128xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op `A_log` and `dt_bias` must have 64 elements (got A_log.numel()=64, dt_bias.numel()=8192).}}
  // expected-note@below {{pass per-head parameters; with a bias per channel, use kda_decode [packed.gdn_decode.params-size]}}
  packed.gdn_decode qkv(%qkv : memref<2x24576xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x64xbf16>, memref<2x64xbf16>,
            memref<64xf32>, memref<8192xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<2xi32>)
      out(%out : memref<2x1x64x128xbf16>)
  return
}

// -----

// Per head, GDN.
func.func @decode(%qkv: memref<2x24576xbf16>,
    %a: memref<2x64xbf16>,
    %b: memref<2x64xbf16>,
    %A_log: memref<64xf32>,
    %dt_bias: memref<64xf32>,
    %pool: memref<9x64x128x128xf32>,
    %slots: memref<2xi32>,
    %out: memref<2x1x64x128xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<2x24576xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x64xbf16>, memref<2x64xbf16>,
            memref<64xf32>, memref<64xf32>)
      state(%pool[%slots] : memref<9x64x128x128xf32>, memref<2xi32>)
      out(%out : memref<2x1x64x128xbf16>)
  return
}
