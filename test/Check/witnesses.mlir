// Sizes that break a rule, and sizes that keep it, for all that stays unknown.
// RUN: packed-check --report=text --list-unknown --quiet %s | FileCheck %s

// Many sizes: what the rules in front make equal is chosen once, and a size
// that none of them names is not shown.
func.func @decode(%x: memref<?x?xf32>, %a: memref<?x?xf32>, %b: memref<?x?xf32>, %A: memref<?xf32>, %d: memref<?xf32>,
                  %pool: memref<?x?x?x?xf32>, %slots: memref<?xi32>, %out: memref<?x?x?x?xf32>) {
  // CHECK: {{.*}}:[[#@LINE+22]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: unknown packed.decode.batch
  // CHECK: breaks for a.shape[0] = 1, mixed_qkv.shape[0] = 1, b.shape[0] = 2
  // CHECK-NEXT: holds for a.shape[0] = 1, mixed_qkv.shape[0] = 1, b.shape[0] = 1
  // CHECK: unknown packed.gdn_decode.gates-shape
  // CHECK: breaks for
  // CHECK-NEXT: holds for
  // CHECK: unknown packed.decode.out-shape
  // CHECK: breaks for
  // CHECK-NEXT: holds for
  // CHECK: unknown packed.decode.mixed-qkv-width
  // CHECK: breaks for
  // CHECK-NEXT: holds for
  // CHECK: unknown packed.decode.q-size
  // CHECK: breaks for
  // CHECK-NEXT: holds for
  // CHECK: unknown packed.decode.head-config
  // CHECK: breaks for
  // CHECK-NEXT: holds for
  // CHECK: unknown packed.decode.index-in-pool
  // CHECK: breaks for
  // CHECK-NEXT: holds for
  packed.gdn_decode qkv(%x : memref<?x?xf32>) gates(%a, %b, %A, %d : memref<?x?xf32>, memref<?x?xf32>, memref<?xf32>, memref<?xf32>)
    state(%pool[%slots] : memref<?x?x?x?xf32>, memref<?xi32>) out(%out : memref<?x?x?x?xf32>)
  return
}

// About the constants of a rule: HV * V and more in a row of `mixed_qkv`.
func.func @width(%x: memref<4x?xf32>, %a: memref<4x32xf32>, %A: memref<32xf32>, %pool: memref<9x32x128x128xf32>, %slots: memref<4xi32>, %out: memref<4x1x32x128xf32>) {
  // CHECK: {{.*}}:[[#@LINE+10]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: unknown packed.decode.mixed-qkv-width
  // CHECK: breaks for mixed_qkv.shape[1] = 1
  // CHECK-NEXT: holds for mixed_qkv.shape[1] = 4098
  // CHECK: unknown packed.decode.q-size
  // CHECK: breaks for mixed_qkv.shape[1] = 4098
  // CHECK-NEXT: holds for mixed_qkv.shape[1] = 4352
  // CHECK: unknown packed.decode.head-config
  // CHECK: breaks for mixed_qkv.shape[1] = 4864
  // CHECK-NEXT: holds for mixed_qkv.shape[1] = 4352
  packed.gdn_decode qkv(%x : memref<4x?xf32>) gates(%a, %a, %A, %A : memref<4x32xf32>, memref<4x32xf32>, memref<32xf32>, memref<32xf32>)
    state(%pool[%slots] : memref<9x32x128x128xf32>, memref<4xi32>) out(%out : memref<4x1x32x128xf32>)
  return
}

// Whole frames only, so below zero there are whole frames too.
func.func @whole_frames(%rows: index) {
  // CHECK: {{.*}}:[[#@LINE+5]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  // CHECK: unknown packed.memory_rope.negative-size
  // CHECK: breaks for memory_video_len = -240
  // CHECK-NEXT: holds for memory_video_len = 0
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %rows, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// A fact that ties one size to others that the rule does not name.
func.func @tied(%rows: index, %frames: index {packed.range = array<i64: 1, 64>}, %audio: index) {
  %c240 = arith.constant 240 : index
  %c0 = arith.constant 0 : index
  %video = arith.muli %frames, %c240 : index
  %both = arith.addi %video, %audio : index
  %same = arith.cmpi eq, %rows, %both : index
  cf.assert %same, "video and audio rows"
  %some = arith.cmpi sgt, %audio, %c0 : index
  cf.assert %some, "audio rows"
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  // CHECK: breaks for memory_video_len = 241
  // CHECK-NEXT: holds for memory_video_len = 480
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %rows, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// A range below 1 is tried from its top.
func.func @below(%a: index {packed.range = array<i64: -300, -50>}, %n: index) {
  %sum = arith.addi %a, %n : index
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  // CHECK: breaks for a = -50, n = 1
  // CHECK-NEXT: holds for a = -240, n = 0
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %sum, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// What aligns a size is computed, not free.
func.func @aligned(%n: index) {
  %mask = arith.constant -64 : index
  %c4 = arith.constant 4 : index
  %even = arith.andi %n, %mask : index
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK-NOT: unknown packed.memory_rope.multiple
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %even, target_num_frames = 7, latent_height = 8, latent_width = 8)
  %shifted = arith.shli %n, %c4 : index
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %shifted, target_num_frames = 7, latent_height = 4, latent_width = 4)
  return
}
