// RUN: not packed-check --report=text --all --quiet %s | FileCheck %s

// What the check pass must get right, each with its failing twin. The grid is
// 12 by 20, 240 tokens a frame, unless the line says otherwise.

//===--- Constants ---------------------------------------------------------===//

func.func @constants() {
  %c1200 = arith.constant 1200 : index
  %c720 = arith.constant 720 : index
  %c1921_i32 = arith.constant 1921 : i32
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %sum = arith.addi %c1200, %c720 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %sum, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.multiple
  // CHECK-NEXT: memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=1921 latent_height=12 latent_width=20
  %cast = arith.index_cast %c1921_i32 : i32 to index
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %cast, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %apply = affine.apply affine_map<(d0) -> (d0 * 2 - 480)>(%c720)
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %apply, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @dims(%m: memref<1920x?xf32>, %t: tensor<7x?xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %rows = memref.dim %m, %c0 : memref<1920x?xf32>
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %rows, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.multiple
  %seven = tensor.dim %t, %c0 : tensor<7x?xf32>
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %seven, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Calls and control flow --------------------------------------------===//

func.func private @callee(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 7, latent_width = 23)
  return
}
func.func @caller() {
  %c240 = arith.constant 240 : index
  %c480 = arith.constant 480 : index
  func.call @callee(%c240) : (index) -> ()
  func.call @callee(%c480) : (index) -> ()
  return
}

func.func @if(%cond: i1) {
  %c240 = arith.constant 240 : index
  %c480 = arith.constant 480 : index
  %n = scf.if %cond -> index {
    scf.yield %c240 : index
  } else {
    scf.yield %c480 : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 32, latent_width = 15)
  return
}

func.func @for(%end: index) {
  %c0 = arith.constant 0 : index
  %c120 = arith.constant 120 : index
  %c240 = arith.constant 240 : index
  scf.for %n = %c0 to %end step %c240 {
    // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: proved packed.memory_rope.multiple
    %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  }
  scf.for %n = %c120 to %end step %c240 {
    // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: refuted packed.memory_rope.multiple
    %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  }
  return
}

func.func @br(%cond: i1) {
  %c241 = arith.constant 241 : index
  %c481 = arith.constant 481 : index
  cf.cond_br %cond, ^next(%c241 : index), ^next(%c481 : index)
^next(%n: index):
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Products of unknown sizes -----------------------------------------===//

func.func @products(%frames: index, %h: index, %w: index, %r: index) {
  %c1 = arith.constant 1 : index
  %hw = arith.muli %h, %w : index
  %n = arith.muli %frames, %hw : index
  // CHECK: {{.*}}:[[#@LINE+5]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.grid
  // CHECK: breaks for latent_height = 1, latent_width = 0
  // CHECK-NEXT: holds for latent_height = 1, latent_width = 1
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = %h, latent_width = %w)
  // CHECK: memory_video_len = h * w * frames
  // CHECK: assuming that h * w * frames stays within 64 bits

  %positive = arith.cmpi sge, %r, %c1 : index
  cf.assert %positive, "r > 0"
  %small = arith.cmpi slt, %r, %hw : index
  cf.assert %small, "r < h * w"
  %m = arith.addi %n, %r : index
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.grid
  // CHECK: refuted packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %m, target_num_frames = 7, latent_height = %h, latent_width = %w)
  return
}

func.func @frames(%frames: index, %fours: index {packed.multiple_of = 4 : i64}) {
  %c1 = arith.constant 1 : index
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+6]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  // CHECK-NEXT: got memory_video_len=? latent_height=8 latent_width=8
  // CHECK-NEXT: memory_video_len = 240 * frames
  // CHECK: breaks for frames = 1
  // CHECK-NEXT: holds for frames = 4
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8)
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.multiple
  // CHECK-NEXT: got memory_video_len=240 latent_height=8 latent_width=8
  %one = arith.muli %c1, %c240 : index
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %one, target_num_frames = 7, latent_height = 8, latent_width = 8)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %four = arith.muli %fours, %c240 : index
  %3 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %four, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}

//===--- Aligned lengths ---------------------------------------------------===//

func.func @aligned(%text: index, %frames: index, %audio: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %video = arith.muli %frames, %c6 : index
  %sound = arith.muli %audio, %c2 : index
  %both = arith.addi %video, %sound : index
  %used = arith.addi %text, %both : index
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.sequence
  // CHECK: proved packed.sequence.seq-len
  %blocks = arith.ceildivsi %used, %c64 : index
  %len = arith.muli %blocks, %c64 : index
  %0:8 = packed.sequence t2va (text_len = %text, latent_t = %frames, latent_h = 4, latent_w = 6, audio_t = %audio, seq_len = %len)
  // CHECK: {{.*}}:[[#@LINE+5]]:{{[0-9]+}}: packed.sequence
  // CHECK: proved packed.sequence.seq-len
  %more = arith.addi %used, %c63 : index
  %down = arith.floordivsi %more, %c64 : index
  %same = arith.muli %down, %c64 : index
  %1:8 = packed.sequence t2va (text_len = %text, latent_t = %frames, latent_h = 4, latent_w = 6, audio_t = %audio, seq_len = %same)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.sequence
  // CHECK: refuted packed.sequence.seq-len
  %short = arith.subi %used, %c1 : index
  %2:8 = packed.sequence t2va (text_len = %text, latent_t = %frames, latent_h = 4, latent_w = 6, audio_t = %audio, seq_len = %short)
  return
}

//===--- Equal dims --------------------------------------------------------===//

func.func @equal_dims(%n: index, %x: tensor<?x1024xf32>, %a: tensor<?x8xf32>, %h: tensor<8xf32>, %pool: tensor<9x8x64x64xf32>, %slots: tensor<?xi32>, %out: tensor<?x1x8x64xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: unknown packed.decode.batch
  %0:2 = packed.gdn_decode qkv(%x : tensor<?x1024xf32>)
      gates(%a, %a, %h, %h : tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<9x8x64x64xf32>, tensor<?xi32>)
      out(%out : tensor<?x1x8x64xf32>)
  %qkv = tensor.empty(%n) : tensor<?x1024xf32>
  %gates = tensor.empty(%n) : tensor<?x8xf32>
  %batch = tensor.dim %qkv, %c0 : tensor<?x1024xf32>
  %rows = tensor.empty(%batch) : tensor<?x1x8x64xf32>
  %indices = tensor.empty(%n) : tensor<?xi32>
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: proved packed.decode.batch
  // CHECK: proved packed.decode.out-shape
  %1:2 = packed.gdn_decode qkv(%qkv : tensor<?x1024xf32>)
      gates(%gates, %gates, %h, %h : tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%indices] : tensor<9x8x64x64xf32>, tensor<?xi32>)
      out(%rows : tensor<?x1x8x64xf32>)
  // CHECK: {{.*}}:[[#@LINE+6]]:{{[0-9]+}}: packed.gdn_decode
  // CHECK: refuted packed.decode.batch
  // CHECK: a.shape[0] = n + 1
  %c1 = arith.constant 1 : index
  %n1 = arith.addi %n, %c1 : index
  %more = tensor.empty(%n1) : tensor<?x8xf32>
  %2:2 = packed.gdn_decode qkv(%qkv : tensor<?x1024xf32>)
      gates(%more, %more, %h, %h : tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%indices] : tensor<9x8x64x64xf32>, tensor<?xi32>)
      out(%rows : tensor<?x1x8x64xf32>)
  return
}

//===--- Facts of the user -------------------------------------------------===//

func.func @facts(%n: index {packed.multiple_of = 240 : i64}, %h: index, %k: index {packed.range = array<i64: 241, 479>}) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.multiple
  // CHECK: memory_video_len in [241, 479]
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %k, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.grid
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = 0, target_num_frames = 7, latent_height = %h, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.grid
  %height = packed.assume %h range [8, 12] : index
  %3 = packed.memory_rope legacy (batch_size = 1, memory_video_len = 0, target_num_frames = 7, latent_height = %height, latent_width = 20)
  return
}

func.func @asserted(%n: index) {
  %c0 = arith.constant 0 : index
  %c240 = arith.constant 240 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %whole = arith.cmpi sge, %n, %c0 : index
  cf.assert %whole, "n >= 0"
  %rest = arith.remsi %n, %c240 : index
  %exact = arith.cmpi eq, %rest, %c0 : index
  cf.assert %exact, "whole frames"
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK: proved packed.memory_rope.negative-size
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Overflow ----------------------------------------------------------===//

// 2^40 * 2^40 wraps to 0, a multiple of anything: no proof.
func.func @overflow() {
  %c = arith.constant 1099511627776 : index
  %wrapped = arith.muli %c, %c : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %wrapped, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted packed.memory_rope.grid
  // CHECK-NEXT: the sizes overflow 64 bits in a sum or product of 'packed.memory_rope.grid'
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = 0, target_num_frames = 7, latent_height = %c, latent_width = %c)
  return
}

// Known ranges bound a product, or let it leave 64 bits.
func.func @products_in_range(%a: index {packed.range = array<i64: 0, 1048576>}, %b: index {packed.range = array<i64: 0, 1099511627776>, packed.multiple_of = 240 : i64}) {
  %c240 = arith.constant 240 : index
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK-NOT: assuming
  %small = arith.muli %a, %c240 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %small, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %large = arith.muli %b, %b : index
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %large, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// What is asserted of a product bounds its factors only as long as it does not wrap,
// also for a size that is no product itself; and so on through loops and calls.
func.func private @double(%n: index) -> index {
  %c2 = arith.constant 2 : index
  %twice = arith.muli %n, %c2 : index
  return %twice : index
}
func.func @facts_of_products(%n: index, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %c240 = arith.constant 240 : index
  %large = arith.constant 4611686018427387904 : index
  %product = arith.muli %n, %large : index
  %some = arith.cmpi sge, %n, %c0 : index
  cf.assert %some, "n >= 0"
  %small = arith.cmpi sle, %product, %c100 : index
  cf.assert %small, "n * 2^62 <= 100"
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK: assuming that 4611686018427387904 * n stays within 64 bits
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %sum = scf.for %i = %c0 to %k step %c1 iter_args(%before = %c0) -> index {
    %next = arith.addi %before, %c240 : index
    scf.yield %next : index
  }
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK: assuming that {{.*}} + 240 stays within 64 bits
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %sum, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %frames = arith.muli %k, %c240 : index
  %twice = func.call @double(%frames) : (index) -> index
  // CHECK: {{.*}}:[[#@LINE+4]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK-DAG: assuming that 240 * k stays within 64 bits
  // CHECK-DAG: assuming that 480 * k stays within 64 bits
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %twice, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// A size that is asserted to be equal to a product is a multiple of its factors only
// as long as the product does not wrap; one that is stated to be a multiple is one.
func.func @equal_to_product(%n: index, %m: index {packed.multiple_of = 240 : i64}, %k: index) {
  %c240 = arith.constant 240 : index
  %product = arith.muli %k, %c240 : index
  %same = arith.cmpi eq, %n, %product : index
  cf.assert %same, "n == 240 * k"
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK: assuming that 240 * k stays within 64 bits
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  // CHECK-NOT: assuming
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %m, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}
