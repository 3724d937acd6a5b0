// Where no function calls another, each is analyzed on its own; the verdicts
// are those of an analysis of the whole module.
// RUN: not packed-check --report=json --all --quiet -o %t.alone.json - < %s
// RUN: cat %s %p/Inputs/called.mlir > %t.mlir
// RUN: not packed-check --report=json --all --quiet -o %t.whole.json - < %t.mlir
// RUN: diff %t.alone.json %t.whole.json
// RUN: not packed-check --report=text --all --quiet %s | FileCheck %s

memref.global "private" constant @offsets : memref<3xi32> = dense<[0, 3, 5]>

func.func private @declared(index) -> index

// What a declared function returns could be anything.
func.func @calls_declared(%n: index) {
  // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %m = call @declared(%n) : (index) -> index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %m, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// So could the arguments of a function that anyone may call.
func.func @arguments(%n: index {packed.multiple_of = 240 : i64}, %m: index) {
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: proved packed.memory_rope.multiple
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
  // CHECK: unknown packed.memory_rope.multiple
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %m, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// Ranges, remainders and loops.
func.func @loop() {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %c240 = arith.constant 240 : index
  %c2400 = arith.constant 2400 : index
  scf.for %rows = %c0 to %c2400 step %c240 {
    // CHECK: {{.*}}:[[#@LINE+2]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: proved packed.memory_rope.multiple
    %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %rows, target_num_frames = 7, latent_height = 12, latent_width = 20)
    // CHECK: {{.*}}:[[#@LINE+3]]:{{[0-9]+}}: packed.memory_rope
    // CHECK: refuted packed.memory_rope.multiple
    %more = arith.addi %rows, %c7 : index
    %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %more, target_num_frames = 7, latent_height = 12, latent_width = 20)
  }
  return
}

// Blocks that no run reaches.
func.func @dead(%n: index) {
  %false = arith.constant false
  cf.cond_br %false, ^never, ^always
^never:
  // CHECK-NOT: {{.*}}:[[#@LINE+1]]:{{[0-9]+}}: packed.memory_rope
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = 7, target_num_frames = 7, latent_height = %n, latent_width = 20)
  cf.br ^always
^always:
  return
}
