// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Lengths of packed sequences next to a batch that was not flattened.

// -----

// Two rows of 8 tokens.
// expected-note@below {{'q' is block argument 0 of type 'memref<2x8x2x16xf32>'}}
func.func @recurrent(%q: memref<2x8x2x16xf32>,
    %k: memref<2x8x2x16xf32>,
    %v: memref<2x8x2x8xf32>,
    %g: memref<2x8x2xf32>,
    %beta: memref<2x8x2xf32>,
    %out: memref<2x8x2x8xf32>,
    // expected-note@below {{'cu_seqlens' is block argument 6 of type 'memref<3xi32>'}}
    %cu: memref<3xi32>) {
  // expected-error@below {{'packed.gdn_recurrent' op The batch size is expected to be 1 rather than 2 when using `cu_seqlens`.Please flatten variable-length inputs before processing.}}
  // expected-note@below {{flatten [B, T, ...] to [1, B*T, ...] [packed.gdn_recurrent.cu-seqlens-batch]}}
  packed.gdn_recurrent q(%q : memref<2x8x2x16xf32>)
      k(%k : memref<2x8x2x16xf32>) v(%v : memref<2x8x2x8xf32>)
      gates(%g, %beta : memref<2x8x2xf32>, memref<2x8x2xf32>)
      cu_seqlens(%cu : memref<3xi32>)
      out(%out : memref<2x8x2x8xf32>)
  return
}

// -----

// One row of 16 tokens.
func.func @recurrent(%q: memref<1x16x2x16xf32>,
    %k: memref<1x16x2x16xf32>,
    %v: memref<1x16x2x8xf32>,
    %g: memref<1x16x2xf32>,
    %beta: memref<1x16x2xf32>,
    %out: memref<1x16x2x8xf32>,
    %cu: memref<3xi32>) {
  packed.gdn_recurrent q(%q : memref<1x16x2x16xf32>)
      k(%k : memref<1x16x2x16xf32>) v(%v : memref<1x16x2x8xf32>)
      gates(%g, %beta : memref<1x16x2xf32>, memref<1x16x2xf32>)
      cu_seqlens(%cu : memref<3xi32>)
      out(%out : memref<1x16x2x8xf32>)
  return
}
