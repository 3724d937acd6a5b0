// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Rules of packed.gdn_recurrent that its types decide.
// 
// -----

// broken: packed.gdn_recurrent.cu-seqlens-batch
// expected-note@below {{'q' is block argument 0 of type 'memref<2x7x2x24xbf16>'}}
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    // expected-note@below {{'cu_seqlens' is block argument 6 of type 'memref<3xi64>'}}
    %cu: memref<3xi64>) {
  // expected-error@below {{'packed.gdn_recurrent' op The batch size is expected to be 1 rather than 2 when using `cu_seqlens`.Please flatten variable-length inputs before processing.}}
  // expected-note@below {{flatten [B, T, ...] to [1, B*T, ...] [packed.gdn_recurrent.cu-seqlens-batch]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      cu_seqlens(%cu : memref<3xi64>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.cu-seqlens-batch
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    %cu: memref<3xi64>) {
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<3xi64>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.initial-states
// The reference tests the number alone, and with cu_seqlens alone.
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    // expected-note@below {{'cu_seqlens' is block argument 6 of type 'memref<4xi32>'}}
    %cu: memref<4xi32>,
    // expected-note@below {{'initial_state' is block argument 7 of type 'memref<2x4x40x24xf32>'}}
    %states: memref<2x4x40x24xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op The number of initial states is expected to be equal to the number of input sequences, i.e., 3 rather than 2.}}
  // expected-note@below {{also broken: `initial_state` must have shape (3, 4, 40, 24) (got (2, 4, 40, 24)) [packed.gdn_recurrent.shape]}}
  // expected-note@below {{pass one state a sequence [packed.gdn_recurrent.initial-states]}}
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<4xi32>)
      initial_state(%states : memref<2x4x40x24xf32>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.initial-states
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    %cu: memref<4xi32>,
    %states: memref<3x4x40x24xf32>) {
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<4xi32>)
      initial_state(%states : memref<3x4x40x24xf32>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.scale
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op scale must be positive}}
  // expected-note@below {{leave scale out, or pass a positive number [packed.gdn_recurrent.scale]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>) {scale = -0.125 : f32}
  return
}

// -----

// kept: packed.gdn_recurrent.scale
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>) {scale = 0.125 : f32}
  return
}

// -----

// broken: packed.gdn_recurrent.scale
// Not a number is not positive.
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op scale must be positive}}
  // expected-note@below {{leave scale out, or pass a positive number [packed.gdn_recurrent.scale]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>) {scale = 0x7FC00000 : f32}
  return
}

// -----

// kept: packed.gdn_recurrent.scale
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.rank
// expected-note@below {{'q' is block argument 0 of type 'memref<14x2x24xbf16>'}}
func.func @recurrent(%q: memref<14x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `q` must have 4 dims (got shape (14, 2, 24))}}
  // expected-note@below {{expand or collapse the operand [packed.gdn_recurrent.rank]}}
  packed.gdn_recurrent q(%q : memref<14x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.rank
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.rank
// `beta` has one factor a head, or one a channel.
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    // expected-note@below {{'beta' is block argument 4 of type 'memref<2x7xbf16>'}}
    %beta: memref<2x7xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `beta` must have 3 dims (got shape (2, 7))}}
  // expected-note@below {{expand or collapse the operand [packed.gdn_recurrent.rank]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.rank
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.rank
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4x40xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4x40xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.rank
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    // expected-note@below {{'cu_seqlens' is block argument 6 of type 'memref<1x3xi32>'}}
    %cu: memref<1x3xi32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `cu_seqlens` must have 1 dims (got shape (1, 3))}}
  // expected-note@below {{expand or collapse the operand [packed.gdn_recurrent.rank]}}
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<1x3xi32>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.rank
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    %cu: memref<3xi32>) {
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<3xi32>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    // expected-note@below {{'k' is block argument 1 of type 'memref<2x7x1x24xbf16>'}}
    %k: memref<2x7x1x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `k` must have shape (2, 7, 2, 24) (got (2, 7, 1, 24))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x1x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    // expected-note@below {{'v' is block argument 2 of type 'memref<2x6x4x40xbf16>'}}
    %v: memref<2x6x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `v` must have shape (2, 7, 4, 40) (got (2, 6, 4, 40))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x6x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x?x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x?x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    // expected-note@below {{'g' is block argument 3 of type 'memref<2x7x2xf32>'}}
    %g: memref<2x7x2xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `g` must have shape (2, 7, 4) (got (2, 7, 2))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x2xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    // expected-note@below {{'beta' is block argument 4 of type 'memref<2x7x4x24xbf16>'}}
    %beta: memref<2x7x4x24xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `beta` must have shape (2, 7, 4, 40) (got (2, 7, 4, 24))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4x24xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4x40xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4x40xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    // expected-note@below {{'out' is block argument 5 of type 'memref<2x7x4x24xbf16>'}}
    %out: memref<2x7x4x24xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `out` must have shape (2, 7, 4, 40) (got (2, 7, 4, 24))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x24xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
// Without cu_seqlens there is a state for each row of the batch.
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    // expected-note@below {{'initial_state' is block argument 6 of type 'memref<3x4x40x24xf32>'}}
    %states: memref<3x4x40x24xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `initial_state` must have shape (2, 4, 40, 24) (got (3, 4, 40, 24))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      initial_state(%states : memref<3x4x40x24xf32>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    %states: memref<2x4x40x24xf32>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      initial_state(%states : memref<2x4x40x24xf32>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
// Rows are V, columns are K.
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    // expected-note@below {{'final_state' is block argument 6 of type 'memref<2x4x24x40xf32>'}}
    %final: memref<2x4x24x40xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `final_state` must have shape (2, 4, 40, 24) (got (2, 4, 24, 40))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
      final_state(%final : memref<2x4x24x40xf32>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    %final: memref<2x4x40x24xf32>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
      final_state(%final : memref<2x4x40x24xf32>)
  return
}

// -----

// broken: packed.gdn_recurrent.shape
// Tensors keep the same rules.
func.func @recurrent(%q: tensor<2x7x2x24xbf16>,
    %k: tensor<2x7x2x24xbf16>,
    %v: tensor<2x7x4x40xbf16>,
    %g: tensor<2x7x4xf32>,
    %beta: tensor<2x7x4xbf16>,
    %out: tensor<2x7x4x40xbf16>,
    // expected-note@below {{'final_state' is block argument 6 of type 'tensor<14x4x40x24xf32>'}}
    %final: tensor<14x4x40x24xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `final_state` must have shape (2, 4, 40, 24) (got (14, 4, 40, 24))}}
  // expected-note@below {{give the operand the shape that q, v and cu_seqlens ask for [packed.gdn_recurrent.shape]}}
  %o, %f = packed.gdn_recurrent q(%q : tensor<2x7x2x24xbf16>)
      k(%k : tensor<2x7x2x24xbf16>) v(%v : tensor<2x7x4x40xbf16>)
      gates(%g, %beta : tensor<2x7x4xf32>, tensor<2x7x4xbf16>)
      out(%out : tensor<2x7x4x40xbf16>)
      final_state(%final : tensor<14x4x40x24xf32>)
  return
}

// -----

// kept: packed.gdn_recurrent.shape
func.func @recurrent(%q: tensor<2x7x2x24xbf16>,
    %k: tensor<2x7x2x24xbf16>,
    %v: tensor<2x7x4x40xbf16>,
    %g: tensor<2x7x4xf32>,
    %beta: tensor<2x7x4xbf16>,
    %out: tensor<2x7x4x40xbf16>,
    %final: tensor<2x4x40x24xf32>) {
  %o, %f = packed.gdn_recurrent q(%q : tensor<2x7x2x24xbf16>)
      k(%k : tensor<2x7x2x24xbf16>) v(%v : tensor<2x7x4x40xbf16>)
      gates(%g, %beta : tensor<2x7x4xf32>, tensor<2x7x4xbf16>)
      out(%out : tensor<2x7x4x40xbf16>)
      final_state(%final : tensor<2x4x40x24xf32>)
  return
}

// -----

// broken: packed.gdn_recurrent.heads
// expected-note@below {{'q' is block argument 0 of type 'memref<2x7x3x24xbf16>'}}
func.func @recurrent(%q: memref<2x7x3x24xbf16>,
    %k: memref<2x7x3x24xbf16>,
    // expected-note@below {{'v' is block argument 2 of type 'memref<2x7x4x40xbf16>'}}
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op the 3 query heads do not divide the 4 value heads}}
  // expected-note@below {{check the head counts of q and v [packed.gdn_recurrent.heads]}}
  packed.gdn_recurrent q(%q : memref<2x7x3x24xbf16>)
      k(%k : memref<2x7x3x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.heads
func.func @recurrent(%q: memref<2x7x4x24xbf16>,
    %k: memref<2x7x4x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x4x24xbf16>)
      k(%k : memref<2x7x4x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.heads
// No query head at all.
// expected-note@below {{'q' is block argument 0 of type 'memref<2x7x0x24xbf16>'}}
func.func @recurrent(%q: memref<2x7x0x24xbf16>,
    %k: memref<2x7x0x24xbf16>,
    // expected-note@below {{'v' is block argument 2 of type 'memref<2x7x4x40xbf16>'}}
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op the 0 query heads do not divide the 4 value heads}}
  // expected-note@below {{check the head counts of q and v [packed.gdn_recurrent.heads]}}
  packed.gdn_recurrent q(%q : memref<2x7x0x24xbf16>)
      k(%k : memref<2x7x0x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.heads
func.func @recurrent(%q: memref<2x7x1x24xbf16>,
    %k: memref<2x7x1x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x1x24xbf16>)
      k(%k : memref<2x7x1x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.element-type
// expected-note@below {{'q' is block argument 0 of type 'memref<2x7x2x24xf64>'}}
func.func @recurrent(%q: memref<2x7x2x24xf64>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `q` must have elements of bf16, f16 or f32 (got f64)}}
  // expected-note@below {{convert the operand [packed.gdn_recurrent.element-type]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xf64>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.element-type
func.func @recurrent(%q: memref<2x7x2x24xf32>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xf32>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.element-type
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    // expected-note@below {{'cu_seqlens' is block argument 6 of type 'memref<3xindex>'}}
    %cu: memref<3xindex>) {
  // expected-error@below {{'packed.gdn_recurrent' op `cu_seqlens` must have elements of i32 or i64 (got index)}}
  // expected-note@below {{convert the operand [packed.gdn_recurrent.element-type]}}
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<3xindex>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.element-type
func.func @recurrent(%q: memref<1x7x2x24xbf16>,
    %k: memref<1x7x2x24xbf16>,
    %v: memref<1x7x4x40xbf16>,
    %g: memref<1x7x4xf32>,
    %beta: memref<1x7x4xbf16>,
    %out: memref<1x7x4x40xbf16>,
    %cu: memref<3xi64>) {
  packed.gdn_recurrent q(%q : memref<1x7x2x24xbf16>)
      k(%k : memref<1x7x2x24xbf16>) v(%v : memref<1x7x4x40xbf16>)
      gates(%g, %beta : memref<1x7x4xf32>, memref<1x7x4xbf16>)
      cu_seqlens(%cu : memref<3xi64>)
      out(%out : memref<1x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.element-type
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    // expected-note@below {{'final_state' is block argument 6 of type 'memref<2x4x40x24xf16>'}}
    %final: memref<2x4x40x24xf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op `final_state` must have elements of f32 (got f16)}}
  // expected-note@below {{convert the operand [packed.gdn_recurrent.element-type]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
      final_state(%final : memref<2x4x40x24xf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.element-type
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>,
    %final: memref<2x4x40x24xf32>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
      final_state(%final : memref<2x4x40x24xf32>)
  return
}

// -----

// broken: packed.gdn_recurrent.tensors-or-memrefs
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: tensor<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  // expected-error@below {{'packed.gdn_recurrent' op operands must be all tensors or all memrefs; `g` differs}}
  // expected-note@below {{bufferize all operands, or none [packed.gdn_recurrent.tensors-or-memrefs]}}
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : tensor<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.tensors-or-memrefs
func.func @recurrent(%q: memref<2x7x2x24xbf16>,
    %k: memref<2x7x2x24xbf16>,
    %v: memref<2x7x4x40xbf16>,
    %g: memref<2x7x4xf32>,
    %beta: memref<2x7x4xbf16>,
    %out: memref<2x7x4x40xbf16>) {
  packed.gdn_recurrent q(%q : memref<2x7x2x24xbf16>)
      k(%k : memref<2x7x2x24xbf16>) v(%v : memref<2x7x4x40xbf16>)
      gates(%g, %beta : memref<2x7x4xf32>, memref<2x7x4xbf16>)
      out(%out : memref<2x7x4x40xbf16>)
  return
}

// -----

// broken: packed.gdn_recurrent.cu-seqlens-empty
// Not even the zero that stands for no sequence.
func.func @recurrent(%q: memref<1x0x2x24xbf16>,
    %k: memref<1x0x2x24xbf16>,
    %v: memref<1x0x4x40xbf16>,
    %g: memref<1x0x4xf32>,
    %beta: memref<1x0x4xbf16>,
    %out: memref<1x0x4x40xbf16>,
    // expected-note@below {{'cu_seqlens' is block argument 6 of type 'memref<0xi32>'}}
    %cu: memref<0xi32>) {
  // expected-error@below {{'packed.gdn_recurrent' op `cu_seqlens` must have N + 1 entries for N sequences (got none)}}
  // expected-note@below {{pass a running sum that starts with 0 [packed.gdn_recurrent.cu-seqlens-empty]}}
  packed.gdn_recurrent q(%q : memref<1x0x2x24xbf16>)
      k(%k : memref<1x0x2x24xbf16>) v(%v : memref<1x0x4x40xbf16>)
      gates(%g, %beta : memref<1x0x4xf32>, memref<1x0x4xbf16>)
      cu_seqlens(%cu : memref<0xi32>)
      out(%out : memref<1x0x4x40xbf16>)
  return
}

// -----

// kept: packed.gdn_recurrent.cu-seqlens-empty
func.func @recurrent(%q: memref<1x0x2x24xbf16>,
    %k: memref<1x0x2x24xbf16>,
    %v: memref<1x0x4x40xbf16>,
    %g: memref<1x0x4xf32>,
    %beta: memref<1x0x4xbf16>,
    %out: memref<1x0x4x40xbf16>,
    %cu: memref<1xi32>) {
  packed.gdn_recurrent q(%q : memref<1x0x2x24xbf16>)
      k(%k : memref<1x0x2x24xbf16>) v(%v : memref<1x0x4x40xbf16>)
      gates(%g, %beta : memref<1x0x4xf32>, memref<1x0x4xbf16>)
      cu_seqlens(%cu : memref<1xi32>)
      out(%out : memref<1x0x4x40xbf16>)
  return
}
