// RUN: packed-opt %s --split-input-file --generate-runtime-verification \
// RUN:   | FileCheck %s

// Rules over the elements of buffers: no type can break them, so they are
// asserted at run time.

// -----

// guarded: packed.decode.index-in-pool
// CHECK-LABEL: func @slots(
// CHECK:         %[[LAST:.*]] = scf.for
// CHECK:           memref.load %{{.*}}[%{{.*}}] : memref<3xi64>
// CHECK:           arith.maxsi
// CHECK:         cf.assert %{{.*}}, "{{.*}}`ssm_state_indices` holds slot ?, but the pool has 20 slots
// CHECK-NOT:     cf.assert
// CHECK:         packed.gdn_decode
func.func @slots(%qkv: memref<3x768xf16>, %gates: memref<3x6xf32>,
    %params: memref<6xf32>, %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>, %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%gates, %gates, %params, %params : memref<3x6xf32>,
            memref<3x6xf32>, memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
  return
}

// -----

// unguarded: packed.decode.index-in-pool
// CHECK-LABEL: func @proved_slots(
// CHECK-NOT:     cf.assert
// CHECK:         packed.gdn_decode
func.func @proved_slots(%qkv: memref<3x768xf16>, %gates: memref<3x6xf32>,
    %params: memref<6xf32>, %pool: memref<20x6x32x96xf32>,
    %slots: memref<3xi64>, %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16>)
      gates(%gates, %gates, %params, %params : memref<3x6xf32>,
            memref<3x6xf32>, memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>)
      out(%out : memref<3x1x6x32xf16>)
      {packed.proved_rules = ["packed.decode.index-in-pool"]}
  return
}

// -----

// guarded: packed.gdn_recurrent.cu-seqlens-start
// guarded: packed.gdn_recurrent.cu-seqlens-order
// guarded: packed.gdn_recurrent.cu-seqlens-end
// CHECK-LABEL: func @lengths(
// CHECK:         cf.assert %{{.*}}, "{{.*}}`cu_seqlens` must start at 0 (got ?)
// CHECK:         cf.assert %{{.*}}, "{{.*}}`cu_seqlens` must not fall (it falls by ?)
// CHECK:         cf.assert %{{.*}}, "{{.*}}`cu_seqlens` must end at T=7 (got ?)
// CHECK-NOT:     cf.assert
// CHECK:         packed.gdn_recurrent
func.func @lengths(%qk: tensor<1x7x2x24xf32>, %v: tensor<1x7x4x40xf32>,
    %g: tensor<1x7x4xf32>, %cu: tensor<4xi32>) -> tensor<1x7x4x40xf32> {
  %o = packed.gdn_recurrent q(%qk : tensor<1x7x2x24xf32>)
      k(%qk : tensor<1x7x2x24xf32>) v(%v : tensor<1x7x4x40xf32>)
      gates(%g, %g : tensor<1x7x4xf32>, tensor<1x7x4xf32>)
      cu_seqlens(%cu : tensor<4xi32>) out(%v : tensor<1x7x4x40xf32>)
  return %o : tensor<1x7x4x40xf32>
}

// -----

// unguarded: packed.gdn_recurrent.cu-seqlens-start
// unguarded: packed.gdn_recurrent.cu-seqlens-order
// unguarded: packed.gdn_recurrent.cu-seqlens-end
// CHECK-LABEL: func @one_length(
// CHECK-NOT:     cf.assert
// CHECK:         packed.gdn_recurrent
func.func @one_length(%qk: tensor<1x7x2x24xf32>, %v: tensor<1x7x4x40xf32>,
    %g: tensor<1x7x4xf32>) -> tensor<1x7x4x40xf32> {
  %o = packed.gdn_recurrent q(%qk : tensor<1x7x2x24xf32>)
      k(%qk : tensor<1x7x2x24xf32>) v(%v : tensor<1x7x4x40xf32>)
      gates(%g, %g : tensor<1x7x4xf32>, tensor<1x7x4xf32>)
      out(%v : tensor<1x7x4x40xf32>)
  return %o : tensor<1x7x4x40xf32>
}

// -----

// The length of the list is asserted before any element of it is read.

// guarded: packed.gdn_recurrent.cu-seqlens-empty
// CHECK-LABEL: func @any_number_of_lengths(
// CHECK-NOT:     tensor.extract
// CHECK:         cf.assert %{{.*}}, "{{.*}}`cu_seqlens` must have N + 1 entries for N sequences (got none)
// CHECK:         tensor.extract
// CHECK:         packed.gdn_recurrent
func.func @any_number_of_lengths(%qk: tensor<1x7x2x24xf32>, %v: tensor<1x7x4x40xf32>,
    %g: tensor<1x7x4xf32>, %cu: tensor<?xi32>) -> tensor<1x7x4x40xf32> {
  %o = packed.gdn_recurrent q(%qk : tensor<1x7x2x24xf32>)
      k(%qk : tensor<1x7x2x24xf32>) v(%v : tensor<1x7x4x40xf32>)
      gates(%g, %g : tensor<1x7x4xf32>, tensor<1x7x4xf32>)
      cu_seqlens(%cu : tensor<?xi32>) out(%v : tensor<1x7x4x40xf32>)
  return %o : tensor<1x7x4x40xf32>
}
