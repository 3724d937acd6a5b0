// RUN: packed-opt %s --allow-unregistered-dialect --packed-refine-shapes | FileCheck %s --check-prefix=RAW
// RUN: packed-opt %s --allow-unregistered-dialect --packed-refine-shapes --canonicalize | FileCheck %s

// The casts of a caller that forgot its sizes vanish.
// CHECK-LABEL: func @forgotten
// CHECK-NOT: tensor.cast
// CHECK: packed.gdn_decode qkv(%{{.*}} : tensor<4x1024xf32>)
// CHECK-NOT: tensor.cast
// CHECK: return {{.*}} tensor<4x1x8x64xf32>
func.func @forgotten(%x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) -> tensor<4x1x8x64xf32> {
  %qkv = tensor.cast %x : tensor<4x1024xf32> to tensor<?x1024xf32>
  %init = tensor.cast %out : tensor<4x1x8x64xf32> to tensor<?x1x8x64xf32>
  %0:2 = packed.gdn_decode qkv(%qkv : tensor<?x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%init : tensor<?x1x8x64xf32>)
  %1 = tensor.cast %0#0 : tensor<?x1x8x64xf32> to tensor<4x1x8x64xf32>
  return %1 : tensor<4x1x8x64xf32>
}

// An assertion is a fact behind it; the signature stays, so a cast does too.
// CHECK-LABEL: func @asserted
// CHECK-SAME: %[[X:.*]]: tensor<?x1024xf32>
// CHECK-SAME: -> tensor<?x1x8x64xf32>
// CHECK: cf.assert
// CHECK: %[[CAST:.*]] = tensor.cast %[[X]] : tensor<?x1024xf32> to tensor<4x1024xf32>
// CHECK: packed.gdn_decode qkv(%[[CAST]] : tensor<4x1024xf32>)
// CHECK: tensor.cast {{.*}} : tensor<4x1x8x64xf32> to tensor<?x1x8x64xf32>
func.func @asserted(%x: tensor<?x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<?x1x8x64xf32>) -> tensor<?x1x8x64xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %rows = tensor.dim %x, %c0 : tensor<?x1024xf32>
  %outRows = tensor.dim %out, %c0 : tensor<?x1x8x64xf32>
  %isFour = arith.cmpi eq, %rows, %c4 : index
  %isAlso = arith.cmpi eq, %outRows, %rows : index
  cf.assert %isFour, "four"
  cf.assert %isAlso, "as many"
  %0:2 = packed.gdn_decode qkv(%x : tensor<?x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<?x1x8x64xf32>)
  return %0#0 : tensor<?x1x8x64xf32>
}

// A rule that is not proved implies nothing.
// RAW-LABEL: func @open
// RAW-NOT: tensor.cast
// RAW: return
func.func @open(%x: tensor<?x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) -> tensor<4x1x8x64xf32> {
  %0:2 = packed.gdn_decode qkv(%x : tensor<?x1024xf32>)
      gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
      out(%out : tensor<4x1x8x64xf32>)
  return %0#0 : tensor<4x1x8x64xf32>
}

// Within a loop: what the loop carries keeps its type until canonicalization
// finds out that it is static all along.
// RAW-LABEL: func @loop
// RAW: scf.for {{.*}} -> (tensor<?x1x8x64xf32>)
// RAW: tensor.cast {{.*}} : tensor<?x1x8x64xf32> to tensor<4x1x8x64xf32>
// RAW: packed.gdn_decode
// RAW: %[[BACK:.*]] = tensor.cast {{.*}} : tensor<4x1x8x64xf32> to tensor<?x1x8x64xf32>
// RAW: scf.yield %[[BACK]]
// CHECK-LABEL: func @loop
// CHECK: scf.for {{.*}} -> (tensor<4x1x8x64xf32>)
// CHECK-NOT: tensor.cast
// CHECK: return
func.func @loop(%n: index, %x: tensor<4x1024xf32>, %a: tensor<4x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x8x64xf32>) -> tensor<4x1x8x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %open = tensor.cast %out : tensor<4x1x8x64xf32> to tensor<?x1x8x64xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%rows = %open) -> (tensor<?x1x8x64xf32>) {
    %0:2 = packed.gdn_decode qkv(%x : tensor<4x1024xf32>)
        gates(%a, %a, %h, %h : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
        state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<4xi32>)
        out(%rows : tensor<?x1x8x64xf32>)
    scf.yield %0#0 : tensor<?x1x8x64xf32>
  }
  %closed = tensor.cast %last : tensor<?x1x8x64xf32> to tensor<4x1x8x64xf32>
  return %closed : tensor<4x1x8x64xf32>
}

// A size becomes a number, and the result type follows.
// CHECK-LABEL: func @size
// CHECK: packed.memory_rope legacy (batch_size = 1, memory_video_len = 480,
// CHECK: tensor.cast {{.*}} : tensor<1x3x2160x2xf32> to tensor<1x3x?x2xf32>
func.func @size(%n: index) {
  %c480 = arith.constant 480 : index
  %isTwo = arith.cmpi eq, %n, %c480 : index
  cf.assert %isTwo, "two frames"
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  "test.use"(%0) : (tensor<1x3x?x2xf32>) -> ()
  return
}

// Memrefs are left alone.
// RAW-LABEL: func @buffers
// RAW-NOT: memref.cast
// RAW: packed.gdn_decode qkv(%{{.*}} : memref<?x1024xf32>)
func.func @buffers(%a: memref<4x8xf32>, %h: memref<8xf32>, %pool: memref<9x8x64x64xf32>, %slots: memref<4xi32>, %out: memref<4x1x8x64xf32>) {
  %c4 = arith.constant 4 : index
  %x = memref.alloc(%c4) : memref<?x1024xf32>
  packed.gdn_decode qkv(%x : memref<?x1024xf32>)
      gates(%a, %a, %h, %h : memref<4x8xf32>, memref<4x8xf32>, memref<8xf32>, memref<8xf32>)
      state(%pool[%slots] : memref<9x8x64x64xf32>, memref<4xi32>)
      out(%out : memref<4x1x8x64xf32>)
  return
}
