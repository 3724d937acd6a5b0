// RUN: packed-opt %s --cse --canonicalize | FileCheck %s

// Layouts are values: equal ones are one, unused ones are none. A decode step
// on memrefs is an effect and stays; on tensors it is a value.

// CHECK-LABEL: func @equal_layouts(
// CHECK-COUNT-1: packed.memory_rope
// CHECK-NOT:     packed.memory_rope
// CHECK:         return %[[C:.*]], %[[C]]
func.func @equal_layouts(%n: index) -> (tensor<1x3x?x2xf32>, tensor<1x3x?x2xf32>) {
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0, %1 : tensor<1x3x?x2xf32>, tensor<1x3x?x2xf32>
}

// CHECK-LABEL: func @other_layouts(
// CHECK-COUNT-2: packed.memory_rope
// CHECK:         return
func.func @other_layouts(%n: index) -> (tensor<1x3x?x2xf32>, tensor<1x3x?x2xf32>) {
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %1 = packed.memory_rope prefix_continuous (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0, %1 : tensor<1x3x?x2xf32>, tensor<1x3x?x2xf32>
}

// CHECK-LABEL: func @unused_layouts(
// CHECK-NEXT:    return
func.func @unused_layouts(%n: index) {
  %0:8 = packed.sequence t2va (text_len = %n, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %2 = packed.memory_rope_audio legacy (batch_size = 1, memory_audio_len = %n, target_audio_len = 7)
  return
}

// CHECK-LABEL: func @unused_decode(
// CHECK-NEXT:    return
func.func @unused_decode(%qkv: tensor<4x768xf16>, %a: tensor<4x6xf32>, %A_log: tensor<6xf32>,
    %pool: tensor<20x6x32x96xf32>, %slots: tensor<4xi64>, %out: tensor<4x1x6x32xf16>) {
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<4x768xf16>)
      gates(%a, %a, %A_log, %A_log : tensor<4x6xf32>, tensor<4x6xf32>, tensor<6xf32>, tensor<6xf32>)
      state(%pool[%slots] : tensor<20x6x32x96xf32>, tensor<4xi64>) out(%out : tensor<4x1x6x32xf16>)
  return
}

// Two steps in place are two steps, and what lies between reads the first.
// CHECK-LABEL: func @decode_in_place(
// CHECK:         packed.gdn_decode
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    packed.gdn_decode
// CHECK-NEXT:    memref.load
// CHECK-NEXT:    return
func.func @decode_in_place(%qkv: memref<4x768xf16>, %a: memref<4x6xf32>, %A_log: memref<6xf32>,
    %pool: memref<20x6x32x96xf32>, %slots: memref<4xi64>, %out: memref<4x1x6x32xf16>, %i: index) -> (f16, f16) {
  packed.gdn_decode qkv(%qkv : memref<4x768xf16>)
      gates(%a, %a, %A_log, %A_log : memref<4x6xf32>, memref<4x6xf32>, memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<4xi64>) out(%out : memref<4x1x6x32xf16>)
  %0 = memref.load %out[%i, %i, %i, %i] : memref<4x1x6x32xf16>
  packed.gdn_decode qkv(%qkv : memref<4x768xf16>)
      gates(%a, %a, %A_log, %A_log : memref<4x6xf32>, memref<4x6xf32>, memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<4xi64>) out(%out : memref<4x1x6x32xf16>)
  %1 = memref.load %out[%i, %i, %i, %i] : memref<4x1x6x32xf16>
  return %0, %1 : f16, f16
}
