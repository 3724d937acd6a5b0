// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Operands, attributes and segments that fit no op.

// -----

// Too few operands.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>) {
  // expected-error@below {{'packed.gdn_decode' op expected 8 operands, but found 7}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6) : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>) -> ()
  return
}

// -----

// No operands.
func.func @bad() {
  // expected-error@below {{'packed.gdn_decode' op expected 8 operands, but found 0}}
  "packed.gdn_decode"() : () -> ()
  return
}

// -----

// Too many operands.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>, %8: memref<4xi32>) {
  // expected-error@below {{'packed.gdn_decode' op expected 8 operands, but found 9}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>, memref<4xi32>) -> ()
  return
}

// -----

// An operand without a rank.
func.func @bad(%0: memref<*xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op operand #0 must be ranked tensor or strided memref, but got 'memref<*xbf16>'}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<*xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// The same, a tensor.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: tensor<*xf32>) {
  // expected-error@below {{'packed.gdn_decode' op operand #7 must be ranked tensor or strided memref, but got 'tensor<*xf32>'}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, tensor<*xf32>) -> ()
  return
}

// -----

// An operand that is no buffer.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: vector<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op operand #3 must be ranked tensor or strided memref, but got 'vector<32xf32>'}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, vector<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// A number.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: f32, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op operand #3 must be ranked tensor or strided memref, but got 'f32'}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, f32, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// A layout that has no strides.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16, affine_map<(d0, d1) -> (d0 * 32 + d1 floordiv 2)>>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op operand #1 must be ranked tensor or strided memref, but got 'memref<4x32xbf16, affine_map<(d0, d1) -> (d0 * 32 + d1 floordiv 2)>>'}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<4x8192xbf16>, memref<4x32xbf16, affine_map<(d0, d1) -> (d0 * 32 + d1 floordiv 2)>>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// A result where the buffers are memrefs.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op expected the number of tensor results (1) to be equal to the number of output tensors (0)}}
  %r = "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> tensor<4x1x32x128xbf16>
  return
}

// -----

// A result less than the tensors make.
func.func @bad(%0: tensor<4x8192xbf16>, %1: tensor<4x32xbf16>, %2: tensor<4x32xbf16>, %3: tensor<32xf32>, %4: tensor<32xf32>, %5: tensor<4xi32>, %6: tensor<4x1x32x128xbf16>, %7: tensor<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op expected the number of tensor results (1) to be equal to the number of output tensors (2)}}
  %r = "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) : (tensor<4x8192xbf16>, tensor<4x32xbf16>, tensor<4x32xbf16>, tensor<32xf32>, tensor<32xf32>, tensor<4xi32>, tensor<4x1x32x128xbf16>, tensor<1024x32x128x128xf32>) -> tensor<4x1x32x128xbf16>
  return
}

// -----

// An attribute of a wrong kind.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{invalid properties {num_q_heads = 1.600000e+01 : f32} for op packed.gdn_decode: Invalid attribute `num_q_heads` in property conversion: 1.600000e+01 : f32}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) <{num_q_heads = 16.0 : f32}> : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// An attribute of a wrong kind.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{invalid properties {use_qk_l2norm = false} for op packed.gdn_decode: Invalid attribute `use_qk_l2norm` in property conversion: false}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) <{use_qk_l2norm = false}> : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// An attribute of a wrong width.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{'packed.gdn_decode' op attribute 'scale' failed to satisfy constraint: 32-bit float attribute}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) <{scale = 1.0 : f64}> : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// An unknown order of states.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{expected ::mlir::packed::StateOrder to be one of: vk, kv}}
  // expected-error@below {{failed to parse Packed_StateOrderAttr parameter 'value' which is to be a `::mlir::packed::StateOrder`}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) <{state_order = #packed.state_order<qk>}> : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// An order of states of a wrong kind.
func.func @bad(%0: memref<4x8192xbf16>, %1: memref<4x32xbf16>, %2: memref<4x32xbf16>, %3: memref<32xf32>, %4: memref<32xf32>, %5: memref<4xi32>, %6: memref<4x1x32x128xbf16>, %7: memref<1024x32x128x128xf32>) {
  // expected-error@below {{invalid properties {state_order = "kv"} for op packed.gdn_decode: Invalid attribute `state_order` in property conversion: "kv"}}
  "packed.gdn_decode"(%0, %1, %2, %3, %4, %5, %6, %7) <{state_order = "kv"}> : (memref<4x8192xbf16>, memref<4x32xbf16>, memref<4x32xbf16>, memref<32xf32>, memref<32xf32>, memref<4xi32>, memref<4x1x32x128xbf16>, memref<1024x32x128x128xf32>) -> ()
  return
}

// -----

// Segments that do not add up.
func.func @bad(%0: memref<2x4x2x16xf32>, %1: memref<2x4x2x16xf32>, %2: memref<2x4x2x16xf32>, %3: memref<2x4x2xf32>, %4: memref<2x4x2xf32>, %5: memref<2x4x2x16xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op operand count (6) does not match with the total size (9) specified in attribute 'operandSegmentSizes'}}
  "packed.gdn_recurrent"(%0, %1, %2, %3, %4, %5) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 1, 1>}> : (memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2xf32>, memref<2x4x2xf32>, memref<2x4x2x16xf32>) -> ()
  return
}

// -----

// No segments.
func.func @bad(%0: memref<2x4x2x16xf32>, %1: memref<2x4x2x16xf32>, %2: memref<2x4x2x16xf32>, %3: memref<2x4x2xf32>, %4: memref<2x4x2xf32>, %5: memref<2x4x2x16xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op operand count (6) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "packed.gdn_recurrent"(%0, %1, %2, %3, %4, %5) <{}> : (memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2xf32>, memref<2x4x2xf32>, memref<2x4x2x16xf32>) -> ()
  return
}

// -----

// Too few segments.
func.func @bad(%0: memref<2x4x2x16xf32>, %1: memref<2x4x2x16xf32>, %2: memref<2x4x2x16xf32>, %3: memref<2x4x2xf32>, %4: memref<2x4x2xf32>, %5: memref<2x4x2x16xf32>) {
  // expected-error@below {{invalid properties {operandSegmentSizes = array<i32: 6>} for op packed.gdn_recurrent: size mismatch in attribute conversion: 1 vs 9}}
  "packed.gdn_recurrent"(%0, %1, %2, %3, %4, %5) <{operandSegmentSizes = array<i32: 6>}> : (memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2xf32>, memref<2x4x2xf32>, memref<2x4x2x16xf32>) -> ()
  return
}

// -----

// A negative segment.
func.func @bad(%0: memref<2x4x2x16xf32>, %1: memref<2x4x2x16xf32>, %2: memref<2x4x2x16xf32>, %3: memref<2x4x2xf32>, %4: memref<2x4x2xf32>, %5: memref<2x4x2x16xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "packed.gdn_recurrent"(%0, %1, %2, %3, %4, %5) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, -1, 1, 1, 1>}> : (memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2xf32>, memref<2x4x2xf32>, memref<2x4x2x16xf32>) -> ()
  return
}

// -----

// A segment of two for an optional operand.
func.func @bad(%0: memref<2x4x2x16xf32>, %1: memref<2x4x2x16xf32>, %2: memref<2x4x2x16xf32>, %3: memref<2x4x2xf32>, %4: memref<2x4x2xf32>, %5: memref<2x4x2x16xf32>, %6: memref<2x4x2x16xf32>, %7: memref<2x4x2x16xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op operand group starting at #5 requires 0 or 1 element, but found 2}}
  "packed.gdn_recurrent"(%0, %1, %2, %3, %4, %5, %6, %7) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 2, 0, 1, 0>}> : (memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2xf32>, memref<2x4x2xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>) -> ()
  return
}

// -----

// Two operands where one belongs.
func.func @bad(%0: memref<2x4x2x16xf32>, %1: memref<2x4x2x16xf32>, %2: memref<2x4x2x16xf32>, %3: memref<2x4x2xf32>, %4: memref<2x4x2xf32>, %5: memref<2x4x2x16xf32>) {
  // expected-error@below {{'packed.gdn_recurrent' op failed to verify that each operand that is not optional must be given once}}
  "packed.gdn_recurrent"(%0, %1, %2, %3, %4, %5) <{operandSegmentSizes = array<i32: 2, 1, 1, 1, 1, 0, 0, 0, 0>}> : (memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2x16xf32>, memref<2x4x2xf32>, memref<2x4x2xf32>, memref<2x4x2x16xf32>) -> ()
  return
}
