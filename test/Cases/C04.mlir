// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A final state for each token, where each sequence has one.

// -----

// A row a token, rows and columns swapped as well.
func.func @recurrent(%q: memref<2x4x2x16xf32>,
    %k: memref<2x4x2x16xf32>,
    %v: memref<2x4x2x8xf32>,
    %g: memref<2x4x2xf32>,
    %beta: memref<2x4x2xf32>,
    %out: memref<2x4x2x8xf32>,
    // expected-note@below {{'final_state' is block argument 6 of type 'memref<4x2x16x8xf32>'}}
    %final: memref<4x2x16x8xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `final_state` must have shape (2, 2, 8, 16) (got (4, 2, 16, 8))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x4x2x16xf32>)
      k(%k : memref<2x4x2x16xf32>) v(%v : memref<2x4x2x8xf32>)
      gates(%g, %beta : memref<2x4x2xf32>, memref<2x4x2xf32>)
      out(%out : memref<2x4x2x8xf32>)
      final_state(%final : memref<4x2x16x8xf32>)
  return
}

// -----

// A row a token.
func.func @recurrent(%q: memref<2x4x2x16xf32>,
    %k: memref<2x4x2x16xf32>,
    %v: memref<2x4x2x8xf32>,
    %g: memref<2x4x2xf32>,
    %beta: memref<2x4x2xf32>,
    %out: memref<2x4x2x8xf32>,
    // expected-note@below {{'final_state' is block argument 6 of type 'memref<4x2x8x16xf32>'}}
    %final: memref<4x2x8x16xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `final_state` must have shape (2, 2, 8, 16) (got (4, 2, 8, 16))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x4x2x16xf32>)
      k(%k : memref<2x4x2x16xf32>) v(%v : memref<2x4x2x8xf32>)
      gates(%g, %beta : memref<2x4x2xf32>, memref<2x4x2xf32>)
      out(%out : memref<2x4x2x8xf32>)
      final_state(%final : memref<4x2x8x16xf32>)
  return
}

// -----

// A row a sequence.
func.func @recurrent(%q: memref<2x4x2x16xf32>,
    %k: memref<2x4x2x16xf32>,
    %v: memref<2x4x2x8xf32>,
    %g: memref<2x4x2xf32>,
    %beta: memref<2x4x2xf32>,
    %out: memref<2x4x2x8xf32>,
    %final: memref<2x2x8x16xf32>) {
  packed.gdn_recurrent q(%q : memref<2x4x2x16xf32>)
      k(%k : memref<2x4x2x16xf32>) v(%v : memref<2x4x2x8xf32>)
      gates(%g, %beta : memref<2x4x2xf32>, memref<2x4x2xf32>)
      out(%out : memref<2x4x2x8xf32>)
      final_state(%final : memref<2x2x8x16xf32>)
  return
}
