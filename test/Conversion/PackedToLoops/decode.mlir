// RUN: packed-opt %s -convert-packed-to-loops -canonicalize -cse | FileCheck %s

// Padded pool pitch, bf16 around an f32 state.

// CHECK-LABEL: func @gdn(
// CHECK-SAME:    %[[QKV:[a-z0-9]+]]: memref<?x1024xbf16>
// CHECK-SAME:    %[[SLOTS:[a-z0-9]+]]: memref<?xi64>, %[[OUT:[a-z0-9]+]]: memref<?x1x8x64xbf16>, %[[POOL:[a-z0-9]+]]: memref
// CHECK:         scf.parallel (%[[N:.*]], %[[HV:.*]]) = (%c0, %c0) to (%{{.*}}, %c8)
// CHECK:           %[[INDEX:.*]] = memref.load %[[SLOTS]][%[[N]]]
// CHECK:           %[[SLOT:.*]] = arith.index_cast %[[INDEX]] : i64 to index
// CHECK:           %[[NEGATIVE:.*]] = arith.cmpi slt, %[[SLOT]], %c0
// CHECK:           scf.if %[[NEGATIVE]]
// CHECK:             memref.store %{{.*}}, %[[OUT]][%[[N]], %c0, %[[HV]], %{{.*}}]
// CHECK-NOT:         %[[POOL]]
// CHECK:           } else {
// Query heads: 1024 = 2 * 4 * 64 + 8 * 64, so two value heads share one.
// CHECK:             arith.divsi %[[HV]], %c2
// CHECK:             memref.load %[[POOL]][%[[SLOT]], %[[HV]], %[[V:.*]], %[[K:.*]]]
// CHECK:             memref.store %{{.*}}, %[[POOL]][%[[SLOT]], %[[HV]], %[[V]], %{{.*}}]
// CHECK:             arith.truncf %{{.*}} : f32 to bf16
// CHECK-NOT:     packed.
func.func @gdn(%qkv: memref<?x1024xbf16>, %a: memref<?x8xbf16>,
               %b: memref<?x8xbf16>, %A_log: memref<8xf32>,
               %dt_bias: memref<8xf32>, %slots: memref<?xi64>,
               %out: memref<?x1x8x64xbf16>,
               %pool: memref<?x8x64x64xf32, strided<[40000, 4096, 64, 1]>>) {
  packed.gdn_decode qkv(%qkv : memref<?x1024xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x8xbf16>, memref<?x8xbf16>,
            memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] :
            memref<?x8x64x64xf32, strided<[40000, 4096, 64, 1]>>, memref<?xi64>)
      out(%out : memref<?x1x8x64xbf16>)
  return
}

// The other order of a state.

// CHECK-LABEL: func @kda_kv(
// CHECK-SAME:    %[[POOL:[a-z0-9]+]]: memref<5x2x16x8xf32>)
// CHECK:         memref.load %[[POOL]][%{{.*}}, %{{.*}}, %[[K:.*]], %[[V:.*]]]
// CHECK:         memref.store %{{.*}}, %[[POOL]][%{{.*}}, %{{.*}}, %{{.*}}, %[[V]]]
func.func @kda_kv(%qkv: memref<3x80xf32>, %a: memref<3x32xf32>,
                  %b: memref<3x2xf32>, %A_log: memref<2xf32>,
                  %dt_bias: memref<32xf32>, %slots: memref<3xi32>,
                  %out: memref<3x1x2x8xf32>, %pool: memref<5x2x16x8xf32>) {
  packed.kda_decode qkv(%qkv : memref<3x80xf32>)
      gates(%a, %b, %A_log, %dt_bias : memref<3x32xf32>, memref<3x2xf32>,
            memref<2xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<5x2x16x8xf32>, memref<3xi32>)
      out(%out : memref<3x1x2x8xf32>)
      {state_order = #packed.state_order<kv>, lower_bound = -5.0 : f32}
  return
}

// Ops on tensors wait for bufferization.

// CHECK-LABEL: func @tensors(
// CHECK:         packed.gdn_recurrent
func.func @tensors(%qk: tensor<2x4x2x8xf32>, %g: tensor<2x4x2xf32>,
                   %init: tensor<2x4x2x8xf32>) -> tensor<2x4x2x8xf32> {
  %o = packed.gdn_recurrent q(%qk : tensor<2x4x2x8xf32>)
      k(%qk : tensor<2x4x2x8xf32>) v(%qk : tensor<2x4x2x8xf32>)
      gates(%g, %g : tensor<2x4x2xf32>, tensor<2x4x2xf32>)
      out(%init : tensor<2x4x2x8xf32>)
  return %o : tensor<2x4x2x8xf32>
}
