// RUN: packed-opt %s --convert-packed-to-linalg | FileCheck %s
// RUN: packed-opt %s --packed-to-llvm -o /dev/null

// A layout without elements is not filled.

// CHECK-LABEL: func @no_request(
// CHECK:         %[[COORDS:.*]] = tensor.empty() : tensor<0x3x260x2xf32>
// CHECK-NOT:     tensor.extract_slice
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[COORDS]]
func.func @no_request() -> tensor<0x3x260x2xf32> {
  %0 = packed.memory_rope prefix_continuous (batch_size = 0, memory_video_len = 0, target_num_frames = 13, latent_height = 5, latent_width = 4)
  return %0 : tensor<0x3x260x2xf32>
}

// CHECK-LABEL: func @no_audio_request(
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
func.func @no_audio_request() -> tensor<0x1x20x2xf32> {
  %0 = packed.memory_rope_audio prefix_continuous (batch_size = 0, memory_audio_len = 12, target_audio_len = 8)
  return %0 : tensor<0x1x20x2xf32>
}
