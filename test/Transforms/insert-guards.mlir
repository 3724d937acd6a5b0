// RUN: packed-opt %s --packed-check --packed-insert-guards --canonicalize | FileCheck %s

// Rules on shapes and strides are asserted, with the place and the text; slots, which
// are memory of the device, are not read.
// CHECK-LABEL: func @step
// CHECK-NOT: memref.load
// CHECK: cf.assert {{.*}}insert-guards.mlir:[[#@LINE+6]]:3: 'packed.gdn_decode' op Mismatched batch sizes
// CHECK: cf.assert {{.*}}`ssm_state_indices` must have shape [B]
// CHECK: cf.assert {{.*}}`out` must have shape
// CHECK: cf.assert {{.*}}expected a stride of 64 between rows
// CHECK-NOT: cf.assert
func.func @step(%x: memref<?x1536xbf16>, %a: memref<?x8xbf16>, %h: memref<8xf32>, %pool: memref<?x8x64x64xf32, strided<[?, 4096, ?, 1]>>, %slots: memref<?xi32>, %out: memref<?x1x8x64xbf16>) {
  packed.gdn_decode qkv(%x : memref<?x1536xbf16>)
      gates(%a, %a, %h, %h : memref<?x8xbf16>, memref<?x8xbf16>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<?x8x64x64xf32, strided<[?, 4096, ?, 1]>>, memref<?xi32>)
      out(%out : memref<?x1x8x64xbf16>)
  return
}

// Nothing is asserted of what is proved.
// CHECK-LABEL: func @proved
// CHECK-NOT: cf.assert
// CHECK: return
func.func @proved(%frames: index {packed.range = array<i64: 0, 128>}) -> tensor<1x3x?x2xf32> {
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0 : tensor<1x3x?x2xf32>
}
