// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A pool whose slots and heads were swapped by a view: slot 0, head 1 is where
// slot 1, head 0 should be. The reference tests the last dim alone.

// -----

// Permuted.
func.func @decode(%qkv: memref<2x352xbf16>,
    %a: memref<2x2xbf16>,
    %b: memref<2x2xbf16>,
    %A_log: memref<2xf32>,
    %dt_bias: memref<2xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<2x2x96x80xf32, strided<[7680, 15360, 80, 1]>>'}}
    %pool: memref<2x2x96x80xf32, strided<[7680, 15360, 80, 1]>>,
    %slots: memref<2xi32>,
    %out: memref<2x1x2x96xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must be dense inside a slot: expected a stride of 7680 between heads, got 15360}}
  // expected-note@below {{permute by a copy, not by a view [packed.decode.state-inner-strides]}}
  packed.gdn_decode qkv(%qkv : memref<2x352xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x2xbf16>, memref<2x2xbf16>,
            memref<2xf32>, memref<2xf32>)
      state(%pool[%slots] : memref<2x2x96x80xf32, strided<[7680, 15360, 80, 1]>>, memref<2xi32>)
      out(%out : memref<2x1x2x96xbf16>)
  return
}

// -----

// In order.
func.func @decode(%qkv: memref<2x352xbf16>,
    %a: memref<2x2xbf16>,
    %b: memref<2x2xbf16>,
    %A_log: memref<2xf32>,
    %dt_bias: memref<2xf32>,
    %pool: memref<2x2x96x80xf32, strided<[15360, 7680, 80, 1]>>,
    %slots: memref<2xi32>,
    %out: memref<2x1x2x96xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<2x352xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x2xbf16>, memref<2x2xbf16>,
            memref<2xf32>, memref<2xf32>)
      state(%pool[%slots] : memref<2x2x96x80xf32, strided<[15360, 7680, 80, 1]>>, memref<2xi32>)
      out(%out : memref<2x1x2x96xbf16>)
  return
}

// -----

// In order, with a padded pitch between slots.
func.func @decode(%qkv: memref<2x352xbf16>,
    %a: memref<2x2xbf16>,
    %b: memref<2x2xbf16>,
    %A_log: memref<2xf32>,
    %dt_bias: memref<2xf32>,
    %pool: memref<2x2x96x80xf32, strided<[20000, 7680, 80, 1]>>,
    %slots: memref<2xi32>,
    %out: memref<2x1x2x96xbf16>) {
  packed.gdn_decode qkv(%qkv : memref<2x352xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<2x2xbf16>, memref<2x2xbf16>,
            memref<2xf32>, memref<2xf32>)
      state(%pool[%slots] : memref<2x2x96x80xf32, strided<[20000, 7680, 80, 1]>>, memref<2xi32>)
      out(%out : memref<2x1x2x96xbf16>)
  return
}
