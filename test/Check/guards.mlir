// RUN: packed-opt %s --packed-check --generate-runtime-verification | FileCheck %s
// RUN: packed-opt %s --generate-runtime-verification | FileCheck %s --check-prefix=ALL

// A guard only for what stays unknown.
// CHECK-LABEL: func @proved
// CHECK-NOT: cf.assert
// ALL-LABEL: func @proved
// ALL: cf.assert
func.func @proved(%frames: index {packed.range = array<i64: 0, 128>}) {
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}

// CHECK-LABEL: func @open
// CHECK: cf.assert {{.*}}memory_video_len must be a multiple
// CHECK-NOT: cf.assert
func.func @open(%frames: index {packed.range = array<i64: 0, 128>}) {
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}
