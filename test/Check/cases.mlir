// RUN: not packed-check --report=text --all --quiet %s | FileCheck %s

// Public cases with dynamic sizes, a broken one and its passing twin.

// C09: 22080 + 97 rows, cut over two devices.
func.func @c09(%t: index) {
  %c22177 = arith.constant 22177 : index
  %c22208 = arith.constant 22208 : index
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.sequence
  // CHECK: warning packed.sequence.seq-len-alignment
  // CHECK: warning packed.sequence.sp-degree
  %0:8 = packed.sequence t2va (text_len = 97, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %c22177) {sp_degree = 2}
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.sequence
  // CHECK: proved {{ *}}packed.sequence.seq-len-alignment
  // CHECK: proved {{ *}}packed.sequence.sp-degree
  %1:8 = packed.sequence t2va (text_len = 97, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %c22208) {sp_degree = 2}
  return
}

// A seq_len cached from a smaller request: fewer frames than now.
func.func @cached(%frames: index {packed.range = array<i64: 1, 100>}, %text: index {packed.range = array<i64: 1, 512>}) {
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %more = arith.addi %frames, %c1 : index
  %video = arith.muli %frames, %c24 : index
  %used = arith.addi %text, %video : index
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.sequence
  // CHECK: refuted {{ *}}packed.sequence.seq-len
  // CHECK: whatever the sizes, 24 * frames + text + 24 > 24 * frames + text
  %0:8 = packed.sequence t2va (text_len = %text, latent_t = %more, latent_h = 8, latent_w = 12, audio_t = 0, seq_len = %used)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.sequence
  // CHECK: proved {{ *}}packed.sequence.seq-len
  %1:8 = packed.sequence t2va (text_len = %text, latent_t = %frames, latent_h = 8, latent_w = 12, audio_t = 0, seq_len = %used)
  return
}

// C15: a gate column for each head behind v, whatever the batch.
func.func @gates(%n: index, %a: tensor<?x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<?xi32>, %out: tensor<?x1x8x64xf32>, %v: index {packed.range = array<i64: 512, 512>}) {
  %c512 = arith.constant 512 : index
  %c8 = arith.constant 8 : index
  %qkv = arith.addi %v, %c512 : index
  %gated = arith.addi %qkv, %c8 : index
  %x = tensor.empty(%n, %gated) : tensor<?x?xf32>
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: refuted {{ *}}packed.decode.q-size
  // CHECK-NEXT: Invalid packed Q size 260: must be divisible by K=64.
  %0:2 = packed.gdn_decode qkv(%x : tensor<?x?xf32>)
      gates(%a, %a, %h, %h : tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<?xi32>) out(%out : tensor<?x1x8x64xf32>)
  %y = tensor.empty(%n, %qkv) : tensor<?x?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved {{ *}}packed.decode.q-size
  %1:2 = packed.gdn_decode qkv(%y : tensor<?x?xf32>)
      gates(%a, %a, %h, %h : tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<?xi32>) out(%out : tensor<?x1x8x64xf32>)
  return
}
