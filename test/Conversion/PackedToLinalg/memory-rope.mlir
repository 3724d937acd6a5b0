// RUN: packed-opt %s -convert-packed-to-linalg -canonicalize -cse | FileCheck %s

// CHECK-LABEL: func @video(
// CHECK-SAME:    %[[LEN:[a-z0-9]+]]: index, %[[OFFSET:[a-z0-9]+]]: index)
// CHECK-DAG:     %[[INIT:.*]] = tensor.empty(%{{.*}}) : tensor<2x3x?x2xf32>
// CHECK-DAG:     %[[FRAMES:.*]] = arith.floordivsi %[[LEN]], %c12
// CHECK:         %[[MEMORY:.*]] = tensor.extract_slice %[[INIT]][0, 0, 0, 0]
// CHECK:         linalg.generic {{.*}} outs(%[[MEMORY]]
// Targets count on after the memory.
// CHECK:         %[[FIRST:.*]] = arith.addi %[[FRAMES]], %[[OFFSET]]
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, %[[LEN]], 0] [2, 3, 60, 2]
// CHECK:         linalg.generic
// CHECK:           arith.addi %[[FIRST]], %{{.*}} : index
func.func @video(%len: index, %offset: index) -> tensor<2x3x?x2xf32> {
  %c = packed.memory_rope prefix_continuous
      (batch_size = 2, memory_video_len = %len, target_num_frames = 5,
       latent_height = 3, latent_width = 4, sp_target_start_offset = %offset)
  return %c : tensor<2x3x?x2xf32>
}

// CHECK-LABEL: func @no_memory(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @no_memory() -> tensor<1x1x9x2xf32> {
  %c = packed.memory_rope_audio legacy
      (batch_size = 1, memory_audio_len = 0, target_audio_len = 9)
  return %c : tensor<1x1x9x2xf32>
}
