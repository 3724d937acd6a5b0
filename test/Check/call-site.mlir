// What holds where the only call of a function stands holds within it.
// RUN: packed-check --report=text --all --quiet %s | FileCheck %s

// An assertion in front of the call, and the branch that the call stands in.
func.func private @asserted(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}
func.func @asserts(%n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %rest = arith.remsi %n, %c64 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  %some = arith.cmpi sge, %n, %c0 : index
  cf.assert %whole, "whole frames"
  scf.if %some {
    func.call @asserted(%n) : (index) -> ()
  }
  return
}

// Behind the call it is too late.
func.func private @late(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}
func.func @asserts_late(%n: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %rest = arith.remsi %n, %c64 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  call @late(%n) : (index) -> ()
  cf.assert %whole, "whole frames"
  return
}

// Another call need not keep what the first one asserts.
func.func private @twice(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}
func.func @calls_twice(%n: index {packed.range = array<i64: 0, 1000>}, %m: index {packed.range = array<i64: 0, 1000>}) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %rest = arith.remsi %n, %c64 : index
  %whole = arith.cmpi eq, %rest, %c0 : index
  cf.assert %whole, "whole frames"
  call @twice(%n) : (index) -> ()
  call @twice(%m) : (index) -> ()
  return
}
