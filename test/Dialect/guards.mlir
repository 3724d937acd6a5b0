// RUN: packed-opt %s --generate-runtime-verification --split-input-file \
// RUN:   | FileCheck %s

// What types and numbers decide needs no guard.

// CHECK-LABEL: func @all_static(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @all_static() {
  %0:8 = packed.sequence ref2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, frame_count = 9, seq_len = 512)
      refs [image(latent_h = 8, latent_w = 8), video_audio(ref_audio_t = 2, latent_t = 2, latent_h = 8, latent_w = 8)] keyframes [0, -1]
  %1 = packed.memory_rope prefix_continuous (batch_size = 1, memory_video_len = 240, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %2 = packed.memory_rope_audio legacy (batch_size = 1, memory_audio_len = 24, target_audio_len = 7)
  return
}

// -----

// One size that is not known: exactly the rules over it.

// CHECK-LABEL: func @one_size(
// CHECK:         cf.assert %{{.*}}, "{{.*}}memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=? latent_height=12 latent_width=20
// CHECK:         cf.assert %{{.*}}, "{{.*}}memory_video_len must be non-negative, got ?
// CHECK:         cf.assert %{{.*}}, "{{.*}}the sizes overflow 64 bits in a sum or product of 'coords'
// CHECK-NOT:     cf.assert
// CHECK:         packed.memory_rope
func.func @one_size(%n: index) -> tensor<1x3x?x2xf32> {
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0 : tensor<1x3x?x2xf32>
}

// -----

// A dim that the written type states is a rule, too.

// CHECK-LABEL: func @written_type(
// CHECK:         cf.assert %{{.*}}, "{{.*}}target_audio_len must be non-negative, got ?
// CHECK:         cf.assert %{{.*}}, "{{.*}}the sizes overflow 64 bits
// CHECK:         cf.assert %{{.*}}, "{{.*}}`coords` must be f32 of shape (1, 1, ?, 2) (got f32 of shape (1, 1, 31, 2))
// CHECK-NOT:     cf.assert
// CHECK:         packed.memory_rope_audio
func.func @written_type(%n: index) -> tensor<1x1x31x2xf32> {
  %0 = packed.memory_rope_audio legacy (batch_size = 1, memory_audio_len = 24, target_audio_len = %n) -> tensor<1x1x31x2xf32>
  return %0 : tensor<1x1x31x2xf32>
}

// -----

// A stride that is not known.

// CHECK-LABEL: func @stride(
// CHECK:         memref.extract_strided_metadata %arg0
// CHECK:         cf.assert %{{.*}}, "{{.*}}`mixed_qkv` must be contiguous in the last dim.
// CHECK:         cf.assert %{{.*}}, "{{.*}}`ssm_state_indices` holds slot ?, but the pool has 20 slots
// CHECK-NOT:     cf.assert
// CHECK:         packed.gdn_decode
func.func @stride(%qkv: memref<3x768xf16, strided<[?, ?], offset: ?>>, %gates: memref<3x6xf32>,
    %params: memref<6xf32>, %pool: memref<20x6x32x96xf32>, %slots: memref<3xi64>, %out: memref<3x1x6x32xf16>) {
  packed.gdn_decode qkv(%qkv : memref<3x768xf16, strided<[?, ?], offset: ?>>)
      gates(%gates, %gates, %params, %params : memref<3x6xf32>, memref<3x6xf32>, memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x32x96xf32>, memref<3xi64>) out(%out : memref<3x1x6x32xf16>)
  return
}
