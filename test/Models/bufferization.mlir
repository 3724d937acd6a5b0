// RUN: packed-opt %s -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -canonicalize | FileCheck %s

// A pool is updated in place: nothing is allocated, nothing copied.

// CHECK-LABEL: func @decode(
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: memref<2x1x2x8xf32>, %[[POOL:[a-z0-9]+]]: memref<5x2x8x16xf32>)
// CHECK-NOT:     alloc
// CHECK-NOT:     copy
// CHECK:         packed.gdn_decode {{.*}} state(%[[POOL]][{{.*}} out(%[[OUT]]
// CHECK-NOT:     copy
// CHECK:         return
func.func @decode(%qkv: tensor<2x80xf32>, %a: tensor<2x2xf32>,
                  %h: tensor<2xf32>, %slots: tensor<2xi32>,
                  %out: tensor<2x1x2x8xf32> {bufferization.writable = true},
                  %pool: tensor<5x2x8x16xf32> {bufferization.writable = true})
    -> (tensor<2x1x2x8xf32>, tensor<5x2x8x16xf32>) {
  %r:2 = packed.gdn_decode qkv(%qkv : tensor<2x80xf32>)
      gates(%a, %a, %h, %h : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>,
            tensor<2xf32>)
      state(%pool[%slots] : tensor<5x2x8x16xf32>, tensor<2xi32>)
      out(%out : tensor<2x1x2x8xf32>)
  return %r#0, %r#1 : tensor<2x1x2x8xf32>, tensor<5x2x8x16xf32>
}

// Step after step, with a fresh `out` each.

// CHECK-LABEL: func @steps(
// CHECK-SAME:    %[[POOL:[a-z0-9]+]]: memref<5x2x8x16xf32>
// CHECK-NOT:     memref.alloc() {{.*}} memref<5x2x8x16xf32>
// CHECK:         scf.for
// CHECK:           memref.alloc() {{.*}} memref<2x1x2x8xf32>
// CHECK:           packed.gdn_decode {{.*}} state(%[[POOL]][
// CHECK-NOT:     copy
// CHECK:         return
func.func @steps(%pool: tensor<5x2x8x16xf32> {bufferization.writable = true},
                 %qkv: tensor<2x80xf32>, %a: tensor<2x2xf32>,
                 %h: tensor<2xf32>, %slots: tensor<2xi32>, %n: index)
    -> tensor<5x2x8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%state = %pool)
      -> tensor<5x2x8x16xf32> {
    %out = tensor.empty() : tensor<2x1x2x8xf32>
    %r:2 = packed.gdn_decode qkv(%qkv : tensor<2x80xf32>)
        gates(%a, %a, %h, %h : tensor<2x2xf32>, tensor<2x2xf32>,
              tensor<2xf32>, tensor<2xf32>)
        state(%state[%slots] : tensor<5x2x8x16xf32>, tensor<2xi32>)
        out(%out : tensor<2x1x2x8xf32>)
    scf.yield %r#1 : tensor<5x2x8x16xf32>
  }
  return %last : tensor<5x2x8x16xf32>
}

// The old pool is read after the step: now a copy is needed.

// CHECK-LABEL: func @old_pool_is_read(
// CHECK:         %[[COPY:.*]] = memref.alloc() {{.*}} memref<5x2x8x16xf32>
// CHECK:         memref.copy %{{.*}}, %[[COPY]]
// CHECK:         packed.gdn_decode {{.*}} state(%[[COPY]][
func.func @old_pool_is_read(
    %qkv: tensor<2x80xf32>, %a: tensor<2x2xf32>, %h: tensor<2xf32>,
    %slots: tensor<2xi32>, %out: tensor<2x1x2x8xf32> {bufferization.writable = true},
    %pool: tensor<5x2x8x16xf32> {bufferization.writable = true})
    -> (tensor<5x2x8x16xf32>, tensor<5x2x8x16xf32>) {
  %r:2 = packed.gdn_decode qkv(%qkv : tensor<2x80xf32>)
      gates(%a, %a, %h, %h : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>,
            tensor<2xf32>)
      state(%pool[%slots] : tensor<5x2x8x16xf32>, tensor<2xi32>)
      out(%out : tensor<2x1x2x8xf32>)
  return %r#1, %pool : tensor<5x2x8x16xf32>, tensor<5x2x8x16xf32>
}

// A layout that was not lowered before goes straight to buffers.

// CHECK-LABEL: func @layout(
// CHECK:         %[[COORDS:.*]] = memref.alloc(%{{.*}}) {{.*}} memref<1x1x?x2xf32>
// CHECK:         %[[VIEW:.*]] = memref.subview %[[COORDS]]
// CHECK:         linalg.generic {{.*}} outs(%[[VIEW]]
// CHECK-NOT:     copy
// CHECK:         return %[[COORDS]]
func.func @layout(%n: index) -> tensor<1x1x?x2xf32> {
  %c = packed.memory_rope_audio legacy
      (batch_size = 1, memory_audio_len = %n, target_audio_len = 1)
  return %c : tensor<1x1x?x2xf32>
}
