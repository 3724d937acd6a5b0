// RUN: packed-opt %s --convert-packed-to-gpu --split-input-file --verify-diagnostics

// A schedule that can't serve a shape says why. The twin that is served stands
// in gdn-decode.mlir.

func.func @key_tile(
    %qkv: memref<4x20480xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x512xf32>) {
  // expected-error@below {{'packed.gdn_decode' op Packed decode kernel only supports NK=1 (got K=512, BK=256).}}
  packed.gdn_decode qkv(%qkv : memref<4x20480xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x512xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {packed.schedule =
      #packed.schedule<warps = 4, rows_per_warp = 4, lanes_per_row = 8>}
  return
}

// -----

func.func @lanes(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op lanes_per_row must be a power of two up to 32 (got 12)}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {packed.schedule =
      #packed.schedule<warps = 4, rows_per_warp = 4, lanes_per_row = 12>}
  return
}

// -----

func.func @rows(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op rows_per_warp must be a multiple of the 4 rows that 8 lanes per row take at once (got 6)}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {packed.schedule =
      #packed.schedule<warps = 4, rows_per_warp = 6, lanes_per_row = 8>}
  return
}

// -----

func.func @threads(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op a block has 1 to 1024 threads (got 64 warps of 32)}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {packed.schedule =
      #packed.schedule<warps = 64, rows_per_warp = 4, lanes_per_row = 8>}
  return
}

// -----

func.func @registers(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op the tile needs about 344 registers a thread, a thread has 255}}
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {packed.schedule =
      #packed.schedule<warps = 4, rows_per_warp = 64, lanes_per_row = 8>}
  return
}

// -----

func.func @tensors(
    %qkv: tensor<4x8192xbf16>, %a: tensor<4x32xbf16>, %b: tensor<4x32xbf16>,
    %A_log: tensor<32xf32>, %dt_bias: tensor<32xf32>, %slots: tensor<4xi32>,
    %out: tensor<4x1x32x128xbf16>, %pool: tensor<64x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op needs memrefs to become GPU code; bufferize first (got 'tensor<4x8192xbf16>')}}
  %r:2 = packed.gdn_decode qkv(%qkv : tensor<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<4x32xbf16>, tensor<4x32xbf16>,
            tensor<32xf32>, tensor<32xf32>)
      state(%pool[%slots] : tensor<64x32x128x128xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x32x128xbf16>)
  return
}
