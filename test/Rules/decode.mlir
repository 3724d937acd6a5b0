// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Rules of packed.gdn_decode and packed.kda_decode. Of the passing twin of a
// stride or a dim there is often one that is not known: it is never refused.
// 
// -----

// broken: packed.decode.mixed-qkv-rank
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<768xf16>'}}
func.func @decode(%qkv: memref<768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `mixed_qkv` must be a 2D tensor (got ndim=1).}}
  // expected-note@below {{collapse the head dims: [B, 2*H*K + HV*V] [packed.decode.mixed-qkv-rank]}}
  packed.gdn_decode qkv(%qkv : memref<768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.mixed-qkv-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.mixed-qkv-rank
// Tensors keep the same rules.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'tensor<3x1x768xf16>'}}
func.func @decode(%qkv: tensor<3x1x768xf16>,
    %a: tensor<3x6xf32>,
    %b: tensor<3x6xf32>,
    %A_log: tensor<6xf32>,
    %dt_bias: tensor<6xf32>,
    %pool: tensor<20x6x32x96xf32>,
    %slots: tensor<3xi64>,
    %out: tensor<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `mixed_qkv` must be a 2D tensor (got ndim=3).}}
  // expected-note@below {{collapse the head dims: [B, 2*H*K + HV*V] [packed.decode.mixed-qkv-rank]}}
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<3x1x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<3x6xf32>, tensor<3x6xf32>,
            tensor<6xf32>, tensor<6xf32>)
      state(%pool[%slots] : tensor<20x6x32x96xf32>, tensor<3xi64>)
      out(%out : tensor<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.mixed-qkv-rank
func.func @decode(%qkv: tensor<3x768xf16>,
    %a: tensor<3x6xf32>,
    %b: tensor<3x6xf32>,
    %A_log: tensor<6xf32>,
    %dt_bias: tensor<6xf32>,
    %pool: tensor<20x6x32x96xf32>,
    %slots: tensor<3xi64>,
    %out: tensor<3x1x6x32xf16>) {
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<3x6xf32>, tensor<3x6xf32>,
            tensor<6xf32>, tensor<6xf32>)
      state(%pool[%slots] : tensor<20x6x32x96xf32>, tensor<3xi64>)
      out(%out : tensor<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.mixed-qkv-contiguous
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x768xf16, strided<[1, 3]>>'}}
func.func @decode(%qkv: memref<3x768xf16, strided<[1, 3]>>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `mixed_qkv` must be contiguous in the last dim.}}
  // expected-note@below {{make the last dim dense, by a copy if it is a transposed or strided view [packed.decode.mixed-qkv-contiguous]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16, strided<[1, 3]>>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.mixed-qkv-contiguous
func.func @decode(%qkv: memref<3x768xf16, strided<[900, 1], offset: 132>>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16, strided<[900, 1], offset: 132>>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.mixed-qkv-contiguous
func.func @decode(%qkv: memref<3x768xf16, strided<[?, ?], offset: ?>>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16, strided<[?, ?], offset: ?>>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.gates-rank
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x6xf32>'}}
    %a: memref<3x6xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<18xf32>'}}
    %b: memref<18xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `a` and `b` must be 2D tensors (got a.ndim=2, b.ndim=1).}}
  // expected-note@below {{drop or collapse the extra dims [packed.decode.gates-rank]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<18xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.gates-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.gates-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x6xf32>'}}
    %a: memref<3x6xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<3x6xf32, strided<[1, 3]>>'}}
    %b: memref<3x6xf32, strided<[1, 3]>>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `a`/`b` must be contiguous in the last dim.}}
  // expected-note@below {{split the buffer into two dense halves, or copy the views [packed.decode.gates-contiguous]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32, strided<[1, 3]>>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.gates-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32, strided<[7, 1]>>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32, strided<[7, 1]>>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.params-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    // expected-note@below {{'A_log' is block argument 3 of type 'memref<6xf32>'}}
    %A_log: memref<6xf32>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<6x1xf32>'}}
    %dt_bias: memref<6x1xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `A_log`/`dt_bias` must be 1D tensors.}}
  // expected-note@below {{flatten the parameter [packed.decode.params-rank]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6x1xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.params-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.params-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    // expected-note@below {{'A_log' is block argument 3 of type 'memref<6xf32, strided<[2]>>'}}
    %A_log: memref<6xf32, strided<[2]>>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<6xf32>'}}
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `A_log`/`dt_bias` must be contiguous.}}
  // expected-note@below {{copy the view [packed.decode.params-contiguous]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32, strided<[2]>>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.params-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32, strided<[1], offset: 6>>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32, strided<[1], offset: 6>>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.indices-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    // expected-note@below {{'ssm_state_indices' is block argument 6 of type 'memref<i64>'}}
    %slots: memref<i64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `ssm_state_indices` must be 1D for packed decode (got ndim=0).}}
  // expected-note@below {{pass one slot a request, shape [B] [packed.decode.indices-rank]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<i64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.indices-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.out-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    // expected-note@below {{'out' is block argument 7 of type 'memref<3x1x6x32xf16, strided<[200, 192, 32, 1]>>'}}
    %out: memref<3x1x6x32xf16, strided<[200, 192, 32, 1]>>) {
  // expected-error@below {{'packed.gdn_decode' op `out` must be contiguous.}}
  // expected-note@below {{allocate `out` densely [packed.decode.out-contiguous]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16, strided<[200, 192, 32, 1]>>)
  return
}

// -----

// kept: packed.decode.out-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16, strided<[192, 7, 32, 1]>>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16, strided<[192, 7, 32, 1]>>)
  return
}

// -----

// broken: packed.decode.same-device
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x768xf16>'}}
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32, 1>'}}
    %pool: memref<20x6x32x96xf32, 1>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op All inputs must be on the same device.}}
  // expected-note@below {{move the operand whose memory space differs [packed.decode.same-device]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, 1>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.same-device
func.func @decode(%qkv: memref<3x768xf16, 1>,
    %a: memref<3x6xf32, 1>,
    %b: memref<3x6xf32, 1>,
    %A_log: memref<6xf32, 1>,
    %dt_bias: memref<6xf32, 1>,
    %pool: memref<20x6x32x96xf32, 1>,
    %slots: memref<3xi64, 1>,
    %out: memref<3x1x6x32xf16, 1>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16, 1>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32, 1>, memref<3x6xf32, 1>,
            memref<6xf32, 1>, memref<6xf32, 1>)
      state(%pool[%slots] : memref<20x6x32x96xf32, 1>, memref<3xi64, 1>)
      out(%out : memref<3x1x6x32xf16, 1>)
  return
}

// -----

// broken: packed.decode.batch
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x768xf16>'}}
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<4x6xf32>'}}
    %a: memref<4x6xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<3x6xf32>'}}
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Mismatched batch sizes: mixed_qkv.shape[0]=3, a.shape[0]=4, b.shape[0]=3.}}
  // expected-note@below {{also broken: `a`/`b` must have shape [B, HV] with HV=6 (got a.shape=(4, 6), b.shape=(3, 6)). [packed.gdn_decode.gates-shape]}}
  // expected-note@below {{slice or pad all three to the same batch [packed.decode.batch]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.batch
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.batch
// A batch that one operand leaves open is compared among the rest.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<?x768xf16>'}}
func.func @decode(%qkv: memref<?x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x6xf32>'}}
    %a: memref<3x6xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<4x6xf32>'}}
    %b: memref<4x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Mismatched batch sizes: mixed_qkv.shape[0]=?, a.shape[0]=3, b.shape[0]=4.}}
  // expected-note@below {{also broken: `a`/`b` must have shape [B, HV] with HV=6 (got a.shape=(3, 6), b.shape=(4, 6)). [packed.gdn_decode.gates-shape]}}
  // expected-note@below {{slice or pad all three to the same batch [packed.decode.batch]}}
  packed.gdn_decode qkv(%qkv : memref<?x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<4x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.batch
func.func @decode(%qkv: memref<?x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<?x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<?x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<?x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.indices-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    // expected-note@below {{'ssm_state_indices' is block argument 6 of type 'memref<1xi64>'}}
    %slots: memref<1xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `ssm_state_indices` must have shape [B] (got (1,); expected (3,)).}}
  // expected-note@below {{pass one slot a request [packed.decode.indices-shape]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<1xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.indices-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.indices-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<?xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<?xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.state-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<6x32x96xf32>'}}
    %pool: memref<6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must be a 4D tensor (got ndim=3).}}
  // expected-note@below {{expand the head dims of the pool [packed.decode.state-rank]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.state-rank
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.state-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32, strided<[36864, 6144, 192, 2]>>'}}
    %pool: memref<20x6x32x96xf32, strided<[36864, 6144, 192, 2]>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must be contiguous in the last dim.}}
  // expected-note@below {{also broken: `initial_state` must be dense inside a slot: expected a stride of 3072 between heads, got 6144 [packed.decode.state-inner-strides]}}
  // expected-note@below {{also broken: `initial_state` must be dense inside a slot: expected a stride of 96 between rows, got 192 [packed.decode.state-inner-strides]}}
  // expected-note@below {{store the pool in the order [slots, HV, V, K] [packed.decode.state-contiguous]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[36864, 6144, 192, 2]>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.state-contiguous
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32, strided<[18432, 3072, 96, 1]>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[18432, 3072, 96, 1]>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.out-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    // expected-note@below {{'out' is block argument 7 of type 'memref<3x6x32xf16>'}}
    %out: memref<3x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `out` must have shape (3, 1, 6, 32) (got out.shape=(3, 6, 32)).}}
  // expected-note@below {{allocate `out` as [B, 1, HV, V] [packed.decode.out-shape]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x6x32xf16>)
  return
}

// -----

// kept: packed.decode.out-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.out-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    // expected-note@below {{'out' is block argument 7 of type 'memref<3x1x6x96xf16>'}}
    %out: memref<3x1x6x96xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `out` must have shape (3, 1, 6, 32) (got out.shape=(3, 1, 6, 96)).}}
  // expected-note@below {{allocate `out` as [B, 1, HV, V] [packed.decode.out-shape]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x96xf16>)
  return
}

// -----

// kept: packed.decode.out-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.mixed-qkv-width
// Nothing is left for q and k.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x192xf16>'}}
func.func @decode(%qkv: memref<3x192xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid packed `mixed_qkv` last dim=192 for HV=6, V=32.}}
  // expected-note@below {{v takes HV*V = 192 of the 192 columns, which leaves 0 for q and k}}
  // expected-note@below {{also broken: Invalid head config inferred from mixed_qkv: H=0, HV=6. [packed.decode.head-config]}}
  // expected-note@below {{make the width 2*H*K + HV*V for the heads of the pool [packed.decode.mixed-qkv-width]}}
  packed.gdn_decode qkv(%qkv : memref<3x192xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.mixed-qkv-width
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.mixed-qkv-width
// An odd rest.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x769xf16>'}}
func.func @decode(%qkv: memref<3x769xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid packed `mixed_qkv` last dim=769 for HV=6, V=32.}}
  // expected-note@below {{v takes HV*V = 192 of the 769 columns, which leaves 577 for q and k}}
  // expected-note@below {{make the width 2*H*K + HV*V for the heads of the pool [packed.decode.mixed-qkv-width]}}
  packed.gdn_decode qkv(%qkv : memref<3x769xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.mixed-qkv-width
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.q-size
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x800xf16>'}}
func.func @decode(%qkv: memref<3x800xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid packed Q size 304: must be divisible by K=96.}}
  // expected-note@below {{Q size 304 = (mixed_qkv.shape[1] 800 - HV*V 192) / 2}}
  // expected-note@below {{look for columns that don't belong to q, k or v, or for a pool of other heads [packed.decode.q-size]}}
  packed.gdn_decode qkv(%qkv : memref<3x800xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.q-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.q-size
// KDA says what it asks for.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x800xf16>'}}
func.func @decode(%qkv: memref<3x800xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op Invalid packed Q size 304: must be divisible by K=96. KDA packed decode requires num_q_heads == num_k_heads and head_q_dim == head_k_dim.}}
  // expected-note@below {{Q size 304 = (mixed_qkv.shape[1] 800 - HV*V 192) / 2}}
  // expected-note@below {{look for columns that don't belong to q, k or v, or for a pool of other heads [packed.decode.q-size]}}
  packed.kda_decode qkv(%qkv : memref<3x800xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.q-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.head-config
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x960xf16>'}}
func.func @decode(%qkv: memref<3x960xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid head config inferred from mixed_qkv: H=4, HV=6.}}
  // expected-note@below {{H 4 = Q size 384 / K 96}}
  // expected-note@below {{check the head counts of the projection against those of the pool [packed.decode.head-config]}}
  packed.gdn_decode qkv(%qkv : memref<3x960xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.head-config
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.head-config
// More query heads than value heads.
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x2496xf16>'}}
func.func @decode(%qkv: memref<3x2496xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op Invalid head config inferred from mixed_qkv: H=12, HV=6.}}
  // expected-note@below {{H 12 = Q size 1152 / K 96}}
  // expected-note@below {{check the head counts of the projection against those of the pool [packed.decode.head-config]}}
  packed.gdn_decode qkv(%qkv : memref<3x2496xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.head-config
func.func @decode(%qkv: memref<3x1344xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x1344xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.declared-heads
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x768xf16>'}}
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op declared 6 query heads, the width gives 3}}
  // expected-note@below {{pass the pool of the declared configuration, or mend num_q_heads [packed.decode.declared-heads]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>) {num_q_heads = 6 : i64}
  return
}

// -----

// kept: packed.decode.declared-heads
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>) {num_q_heads = 3 : i64}
  return
}

// -----

// broken: packed.decode.state-inner-strides
// Heads and rows swapped by a view.
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32, strided<[18432, 96, 576, 1]>>'}}
    %pool: memref<20x6x32x96xf32, strided<[18432, 96, 576, 1]>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must be dense inside a slot: expected a stride of 3072 between heads, got 96}}
  // expected-note@below {{also broken: `initial_state` must be dense inside a slot: expected a stride of 96 between rows, got 576 [packed.decode.state-inner-strides]}}
  // expected-note@below {{permute by a copy, not by a view [packed.decode.state-inner-strides]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[18432, 96, 576, 1]>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.state-inner-strides
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32, strided<[18432, 3072, 96, 1]>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[18432, 3072, 96, 1]>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.state-inner-strides
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32, strided<[20000, 3072, 96, 1], offset: 64>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[20000, 3072, 96, 1], offset: 64>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.state-inner-strides
// Padded rows.
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32, strided<[19200, 3200, 100, 1]>>'}}
    %pool: memref<20x6x32x96xf32, strided<[19200, 3200, 100, 1]>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must be dense inside a slot: expected a stride of 3072 between heads, got 3200}}
  // expected-note@below {{also broken: `initial_state` must be dense inside a slot: expected a stride of 96 between rows, got 100 [packed.decode.state-inner-strides]}}
  // expected-note@below {{permute by a copy, not by a view [packed.decode.state-inner-strides]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[19200, 3200, 100, 1]>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.state-inner-strides
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32, strided<[?, ?, ?, ?], offset: ?>>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32, strided<[?, ?, ?, ?], offset: ?>>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.state-positive
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x0xf32>'}}
    %pool: memref<20x6x32x0xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op the state dims HV=6, V=32, K=0 must all be positive}}
  // expected-note@below {{pass the pool of this layer [packed.decode.state-positive]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x0xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.state-positive
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<0x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<0x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.element-type
// expected-note@below {{'mixed_qkv' is block argument 0 of type 'memref<3x768xf64>'}}
func.func @decode(%qkv: memref<3x768xf64>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `mixed_qkv` must have elements of bf16, f16 or f32 (got f64)}}
  // expected-note@below {{convert the operand [packed.decode.element-type]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf64>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.element-type
func.func @decode(%qkv: memref<3x768xbf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.element-type
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xi32>'}}
    %pool: memref<20x6x32x96xi32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `initial_state` must have elements of bf16, f16 or f32 (got i32)}}
  // expected-note@below {{convert the operand [packed.decode.element-type]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xi32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.element-type
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xbf16>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xbf16>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.element-type
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    // expected-note@below {{'ssm_state_indices' is block argument 6 of type 'memref<3xindex>'}}
    %slots: memref<3xindex>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `ssm_state_indices` must have elements of i32 or i64 (got index)}}
  // expected-note@below {{convert the operand [packed.decode.element-type]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xindex>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.element-type
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi32>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi32>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.decode.tensors-or-memrefs
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: tensor<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op operands must be all tensors or all memrefs; `ssm_state_indices` differs}}
  // expected-note@below {{bufferize all operands, or none [packed.decode.tensors-or-memrefs]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, tensor<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.decode.tensors-or-memrefs
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.gdn_decode.gates-shape
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x576xf32>'}}
    %a: memref<3x576xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<3x6xf32>'}}
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `a`/`b` must have shape [B, HV] with HV=6 (got a.shape=(3, 576), b.shape=(3, 6)).}}
  // expected-note@below {{project `a` and `b` to as many columns as the pool has heads [packed.gdn_decode.gates-shape]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.gdn_decode.gates-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.gdn_decode.gates-shape
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x6xf32>'}}
    %a: memref<3x6xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<3x3xf32>'}}
    %b: memref<3x3xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `a`/`b` must have shape [B, HV] with HV=6 (got a.shape=(3, 6), b.shape=(3, 3)).}}
  // expected-note@below {{project `a` and `b` to as many columns as the pool has heads [packed.gdn_decode.gates-shape]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x3xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.gdn_decode.gates-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.gdn_decode.gates-shape
// A dim that is not known prints as one.
func.func @decode(%qkv: memref<?x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<?x5xf32>'}}
    %a: memref<?x5xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<?x6xf32>'}}
    %b: memref<?x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<?xi64>,
    %out: memref<?x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `a`/`b` must have shape [B, HV] with HV=6 (got a.shape=(?, 5), b.shape=(?, 6)).}}
  // expected-note@below {{project `a` and `b` to as many columns as the pool has heads [packed.gdn_decode.gates-shape]}}
  packed.gdn_decode qkv(%qkv : memref<?x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x5xf32>, memref<?x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<?xi64>)
      out(%out : memref<?x1x6x32xf16>)
  return
}

// -----

// kept: packed.gdn_decode.gates-shape
func.func @decode(%qkv: memref<?x768xf16>,
    %a: memref<?x6xf32>,
    %b: memref<?x?xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<?xi64>,
    %out: memref<?x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<?x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x6xf32>, memref<?x?xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<?xi64>)
      out(%out : memref<?x1x6x32xf16>)
  return
}

// -----

// broken: packed.gdn_decode.params-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    // expected-note@below {{'A_log' is block argument 3 of type 'memref<3xf32>'}}
    %A_log: memref<3xf32>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<6xf32>'}}
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `A_log` and `dt_bias` must have 6 elements (got A_log.numel()=3, dt_bias.numel()=6).}}
  // expected-note@below {{pass per-head parameters; with a bias per channel, use kda_decode [packed.gdn_decode.params-size]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<3xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.gdn_decode.params-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.gdn_decode.params-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    // expected-note@below {{'A_log' is block argument 3 of type 'memref<6xf32>'}}
    %A_log: memref<6xf32>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<576xf32>'}}
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.gdn_decode' op `A_log` and `dt_bias` must have 6 elements (got A_log.numel()=6, dt_bias.numel()=576).}}
  // expected-note@below {{pass per-head parameters; with a bias per channel, use kda_decode [packed.gdn_decode.params-size]}}
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.gdn_decode.params-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.kda_decode.a-shape
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x6xf32>'}}
    %a: memref<3x6xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op `a` must have shape [B, HV*K] with HV=6, K=96 (got a.shape=(3, 6)).}}
  // expected-note@below {{project `a` to HV*K columns; with one column a head, use gdn_decode [packed.kda_decode.a-shape]}}
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x6xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.kda_decode.a-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.kda_decode.b-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    // expected-note@below {{'b' is block argument 2 of type 'memref<3x576xf32>'}}
    %b: memref<3x576xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op `b` must have shape [B, HV] with HV=6 (got b.shape=(3, 576)).}}
  // expected-note@below {{project `b` to as many columns as the pool has heads [packed.kda_decode.b-shape]}}
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x576xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.kda_decode.b-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.kda_decode.a-log-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    // expected-note@below {{'A_log' is block argument 3 of type 'memref<576xf32>'}}
    %A_log: memref<576xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op `A_log` must have 6 elements (got 576).}}
  // expected-note@below {{pass the parameter of this rank's heads [packed.kda_decode.a-log-size]}}
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<576xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.kda_decode.a-log-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.kda_decode.dt-bias-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    // expected-note@below {{'dt_bias' is block argument 4 of type 'memref<6xf32>'}}
    %dt_bias: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op `dt_bias` must have 576 elements (got 6).}}
  // expected-note@below {{pass the bias per channel; with one bias a head, use gdn_decode [packed.kda_decode.dt-bias-size]}}
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.kda_decode.dt-bias-size
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// broken: packed.kda_decode.a-shape
// The order of a state says which dim is K.
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x192xf32>'}}
    %a: memref<3x192xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x6x32x96xf32>'}}
    %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op `a` must have shape [B, HV*K] with HV=6, K=96 (got a.shape=(3, 192)).}}
  // expected-note@below {{project `a` to HV*K columns; with one column a head, use gdn_decode [packed.kda_decode.a-shape]}}
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x192xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// kept: packed.kda_decode.a-shape
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x576xf32>,
    %b: memref<3x6xf32>,
    %A_log: memref<6xf32>,
    %dt_bias: memref<576xf32>,
    %pool: memref<20x6x96x32xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x6x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x576xf32>, memref<3x6xf32>,
            memref<6xf32>, memref<576xf32>)
      state(%pool[%slots] : memref<20x6x96x32xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>) {state_order = #packed.state_order<kv>}
  return
}

// -----

// broken: packed.size-overflow
// Dims of a type that make more columns than 64 bits can count.
func.func @decode(%qkv: memref<3x768xf16>,
    // expected-note@below {{'a' is block argument 1 of type 'memref<3x?xf32>'}}
    %a: memref<3x?xf32>,
    %b: memref<3x?xf32>,
    %A_log: memref<?xf32>,
    %dt_bias: memref<?xf32>,
    // expected-note@below {{'initial_state' is block argument 5 of type 'memref<20x4294967296x32x4294967296xf32>'}}
    %pool: memref<20x4294967296x32x4294967296xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x?x32xf16>) {
  // expected-error@below {{'packed.kda_decode' op the sizes overflow 64 bits in a sum or product of 'packed.kda_decode.a-shape'}}
  // expected-note@below {{also broken: Invalid packed `mixed_qkv` last dim=768 for HV=4294967296, V=32. [packed.decode.mixed-qkv-width]}}
  // expected-note@below {{also broken: Invalid packed Q size -68719476352: must be divisible by K=4294967296. KDA packed decode requires num_q_heads == num_k_heads and head_q_dim == head_k_dim. [packed.decode.q-size]}}
  // expected-note@below {{also broken: Invalid head config inferred from mixed_qkv: H=-16, HV=4294967296. [packed.decode.head-config]}}
  // expected-note@below {{look for a size that is too large by a factor, or a byte count taken for a number of elements [packed.size-overflow]}}
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x?xf32>, memref<3x?xf32>,
            memref<?xf32>, memref<?xf32>)
      state(%pool[%slots] : memref<20x4294967296x32x4294967296xf32>, memref<3xi64>)
      out(%out : memref<3x1x?x32xf16>)
  return
}

// -----

// kept: packed.size-overflow
func.func @decode(%qkv: memref<3x768xf16>,
    %a: memref<3x?xf32>,
    %b: memref<3x?xf32>,
    %A_log: memref<?xf32>,
    %dt_bias: memref<?xf32>,
    %pool: memref<20x?x32x?xf32>,
    %slots: memref<3xi64>,
    %out: memref<3x1x?x32xf16>) {
  packed.kda_decode qkv(%qkv : memref<3x768xf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x?xf32>, memref<3x?xf32>,
            memref<?xf32>, memref<?xf32>)
      state(%pool[%slots] : memref<20x?x32x?xf32>, memref<3xi64>)
      out(%out : memref<3x1x?x32xf16>)
  return
}
