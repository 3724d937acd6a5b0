// RUN: packed-opt %s | packed-opt | FileCheck %s

// CHECK-LABEL: func @rope
func.func @rope(%n: index) -> tensor<1x3x?x2xf32> {
  // CHECK: packed.memory_rope prefix_continuous (batch_size = 1, memory_video_len = %{{.*}}, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %0 = packed.memory_rope prefix_continuous (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0 : tensor<1x3x?x2xf32>
}
