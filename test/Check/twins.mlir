// RUN: not packed-check --report=text --all --quiet %s | FileCheck %s

// How a size reaches the rule, each way with its failing twin. A frame of the grid
// 12 by 20 has 240 tokens: the length must be a multiple of that.

//===--- Constants ------------------------------------------------------===//

func.func @constants() {
  %c1200 = arith.constant 1200 : index
  %c720 = arith.constant 720 : index
  %c721 = arith.constant 721 : index
  %even = arith.addi %c1200, %c720 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %even, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %odd = arith.addi %c1200, %c721 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %odd, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @constant_products() {
  %c10 = arith.constant 10 : index
  %c24 = arith.constant 24 : index
  %c25 = arith.constant 25 : index
  %whole = arith.muli %c10, %c24 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %part = arith.muli %c10, %c25 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %part, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @index_casts(%narrow: i32) {
  %c1920 = arith.constant 1920 : i32
  %c1921 = arith.constant 1921 : i64
  %whole = arith.index_cast %c1920 : i32 to index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %more = arith.index_cast %c1921 : i64 to index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %more, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %c240 = arith.constant 240 : i32
  %product = arith.muli %narrow, %c240 : i32
  %frames = arith.index_cast %product : i32 to index
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  // CHECK: assuming that 240 * narrow stays within 32 bits
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %frames, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @affine_maps(%frames: index) {
  %whole = affine.apply affine_map<(d0) -> (d0 * 240 + 480)>(%frames)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %more = affine.apply affine_map<(d0) -> (d0 * 240 + 7)>(%frames)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %more, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Dims -----------------------------------------------------------===//

func.func @tensor_dims(%good: tensor<1920x?xf32>, %bad: tensor<1921x?xf32>) {
  %c0 = arith.constant 0 : index
  %whole = tensor.dim %good, %c0 : tensor<1920x?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %more = tensor.dim %bad, %c0 : tensor<1921x?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %more, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @memref_dims(%good: memref<1920x?xf32>, %bad: memref<1921x?xf32>) {
  %c0 = arith.constant 0 : index
  %whole = memref.dim %good, %c0 : memref<1920x?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %more = memref.dim %bad, %c0 : memref<1921x?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %more, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @dims_of_results(%frames: index, %any: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  %rows = tensor.empty(%n) : tensor<?xf32>
  %whole = tensor.dim %rows, %c0 : tensor<?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %m = arith.addi %n, %c1 : index
  %buffer = memref.alloc(%m) : memref<?xf32>
  %more = memref.dim %buffer, %c0 : memref<?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %more, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %unrelated = tensor.dim %any, %c0 : tensor<?xf32>
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %unrelated, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Calls ----------------------------------------------------------===//

func.func private @whole_frames(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}
func.func private @more_than_frames(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}
func.func private @both(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}
func.func @calls() {
  %c240 = arith.constant 240 : index
  %c480 = arith.constant 480 : index
  %c481 = arith.constant 481 : index
  %c721 = arith.constant 721 : index
  func.call @whole_frames(%c240) : (index) -> ()
  func.call @whole_frames(%c480) : (index) -> ()
  func.call @more_than_frames(%c481) : (index) -> ()
  func.call @more_than_frames(%c721) : (index) -> ()
  func.call @both(%c240) : (index) -> ()
  func.call @both(%c481) : (index) -> ()
  return
}

func.func private @twice(%n: index) -> index {
  %sum = arith.addi %n, %n : index
  return %sum : index
}
func.func @result_proved() {
  %c120 = arith.constant 120 : index
  %n = func.call @twice(%c120) : (index) -> index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func private @thrice(%n: index) -> index {
  %c3 = arith.constant 3 : index
  %product = arith.muli %n, %c3 : index
  return %product : index
}
func.func @result_refuted() {
  %c100 = arith.constant 100 : index
  %n = func.call @thrice(%c100) : (index) -> index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Branches and loops ---------------------------------------------===//

func.func @if_proved(%cond: i1) {
  %c240 = arith.constant 240 : index
  %c480 = arith.constant 480 : index
  %n = scf.if %cond -> index {
    scf.yield %c240 : index
  } else {
    scf.yield %c480 : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @if_refuted(%cond: i1) {
  %c241 = arith.constant 241 : index
  %c479 = arith.constant 479 : index
  %n = scf.if %cond -> index {
    scf.yield %c241 : index
  } else {
    scf.yield %c479 : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @if_unknown(%cond: i1) {
  %c240 = arith.constant 240 : index
  %c481 = arith.constant 481 : index
  %n = scf.if %cond -> index {
    scf.yield %c240 : index
  } else {
    scf.yield %c481 : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @iter_args_proved(%end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c240 = arith.constant 240 : index
  %c480 = arith.constant 480 : index
  %n = scf.for %i = %c0 to %end step %c1 iter_args(%sum = %c480) -> index {
    %next = arith.addi %sum, %c240 : index
    scf.yield %next : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @iter_args_refuted(%end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c240 = arith.constant 240 : index
  %n = scf.for %i = %c0 to %end step %c1 iter_args(%sum = %c7) -> index {
    %next = arith.addi %sum, %c240 : index
    scf.yield %next : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @iter_args_unknown(%end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c120 = arith.constant 120 : index
  %n = scf.for %i = %c0 to %end step %c1 iter_args(%sum = %c0) -> index {
    %next = arith.addi %sum, %c120 : index
    scf.yield %next : index
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @induction_proved(%end: index) {
  %c480 = arith.constant 480 : index
  %c240 = arith.constant 240 : index
  scf.for %n = %c480 to %end step %c240 {
    // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: proved {{ *}}packed.memory_rope.multiple
    %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  }
  return
}

func.func @induction_refuted(%end: index) {
  %c120 = arith.constant 120 : index
  %c240 = arith.constant 240 : index
  scf.for %n = %c120 to %end step %c240 {
    // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: refuted {{ *}}packed.memory_rope.multiple
    %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  }
  return
}

func.func @induction_unknown(%end: index) {
  %c0 = arith.constant 0 : index
  %c120 = arith.constant 120 : index
  scf.for %n = %c0 to %end step %c120 {
    // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: unknown {{ *}}packed.memory_rope.multiple
    %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  }
  return
}

func.func @br_proved() {
  %c480 = arith.constant 480 : index
  cf.br ^next(%c480 : index)
^next(%n: index):
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @br_refuted() {
  %c481 = arith.constant 481 : index
  cf.br ^next(%c481 : index)
^next(%n: index):
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @cond_br_proved(%cond: i1) {
  %c240 = arith.constant 240 : index
  %c480 = arith.constant 480 : index
  cf.cond_br %cond, ^next(%c240 : index), ^next(%c480 : index)
^next(%n: index):
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @cond_br_refuted(%cond: i1) {
  %c241 = arith.constant 241 : index
  %c481 = arith.constant 481 : index
  cf.cond_br %cond, ^next(%c241 : index), ^next(%c481 : index)
^next(%n: index):
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @cond_br_unknown(%cond: i1) {
  %c240 = arith.constant 240 : index
  %c481 = arith.constant 481 : index
  cf.cond_br %cond, ^next(%c240 : index), ^next(%c481 : index)
^next(%n: index):
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Facts of the user ----------------------------------------------===//

func.func @argument_multiple(%whole: index {packed.multiple_of = 480 : i64}, %part: index {packed.multiple_of = 120 : i64}) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %part, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @argument_range(%one: index {packed.range = array<i64: 240, 240>}, %between: index {packed.range = array<i64: 241, 479>}, %wide: index {packed.range = array<i64: 240, 480>}) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %one, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %between, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %wide, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @argument_range_and_multiple(%n: index {packed.range = array<i64: 1, 239>, packed.multiple_of = 120 : i64}) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assume_multiple(%n: index) {
  %whole = packed.assume %n multiple_of 480 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %whole, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assume_smaller_multiple(%n: index) {
  %part = packed.assume %n multiple_of 120 : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %part, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assume_range(%n: index) {
  %one = packed.assume %n range [240, 240] : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %one, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assume_range_that_breaks(%n: index) {
  %between = packed.assume %n range [241, 479] : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %between, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assert_proved(%n: index) {
  %c0 = arith.constant 0 : index
  %c240 = arith.constant 240 : index
  %rest = arith.remsi %n, %c240 : index
  %exact = arith.cmpi eq, %rest, %c0 : index
  cf.assert %exact, "whole frames"
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assert_refuted(%n: index) {
  %c1 = arith.constant 1 : index
  %c240 = arith.constant 240 : index
  %rest = arith.remsi %n, %c240 : index
  %exact = arith.cmpi eq, %rest, %c1 : index
  cf.assert %exact, "a token more"
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

func.func @assert_that_does_not_dominate(%n: index, %cond: i1) {
  %c0 = arith.constant 0 : index
  %c240 = arith.constant 240 : index
  scf.if %cond {
    %rest = arith.remsi %n, %c240 : index
    %exact = arith.cmpi eq, %rest, %c0 : index
    cf.assert %exact, "whole frames"
  }
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

//===--- Sums and products of unknown sizes -----------------------------===//

func.func @products(%frames: index, %h: index {packed.range = array<i64: 1, 64>}, %w: index {packed.range = array<i64: 2, 64>}) {
  %c1 = arith.constant 1 : index
  %hw = arith.muli %h, %w : index
  %n = arith.muli %frames, %hw : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved {{ *}}packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = %h, latent_width = %w)
  %last = arith.subi %hw, %c1 : index
  %m = arith.addi %n, %last : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: refuted {{ *}}packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %m, target_num_frames = 7, latent_height = %h, latent_width = %w)
  %other = arith.muli %frames, %h : index
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown {{ *}}packed.memory_rope.multiple
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %other, target_num_frames = 7, latent_height = %h, latent_width = %w)
  return
}
