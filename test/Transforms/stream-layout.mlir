// RUN: packed-opt %s --packed-annotate-stream-layout | FileCheck %s

// Streams stand in the order of the blocks; a video's audio comes before it.
// CHECK-LABEL: func @references
// CHECK:       packed.stream_layout = {
// CHECK-SAME:  cond_audio_stream_lens = array<i64: 1164, 18>
// CHECK-SAME:  cond_event_orders = {{\[}}["imgvid", 0], ["audio", 0], ["audio", 1], ["imgvid", 1]]
// CHECK-SAME:  cond_image_roles = ["dense_prefix", "independent_cube"]
// CHECK-SAME:  cond_image_shapes = [array<i64: 1, 32, 24>, array<i64: 6, 4, 2>]
// CHECK-SAME:  target_shape = array<i64: 112, 24, 42>
func.func @references() {
  %l:8 = packed.sequence ref2va
      (text_len = 97, latent_t = 112, latent_h = 48, latent_w = 84, audio_t = 631)
      refs [image(latent_h = 64, latent_w = 48), audio(ref_audio_t = 582),
            video_audio(ref_audio_t = 9, latent_t = 6, latent_h = 8, latent_w = 5)]
  return
}

// Keyframes of fl2va lie on the target's own grid.
// CHECK-LABEL: func @keyframes
// CHECK:       packed.stream_layout = {
// CHECK-SAME:  cond_event_orders = {{\[}}["imgvid", 0], ["imgvid", 1]]
// CHECK-SAME:  cond_image_roles = ["joint_cube", "joint_cube"]
// CHECK-SAME:  cond_image_shapes = [array<i64: 1, 4, 6>, array<i64: 1, 4, 6>]
// CHECK-SAME:  target_shape = array<i64: -9223372036854775808, 4, 6>
func.func @keyframes(%t: index) {
  %l:8 = packed.sequence fl2va
      (text_len = 16, latent_t = %t, latent_h = 8, latent_w = 12, audio_t = 40,
       frame_count = 124) keyframes [0, -1]
  return
}
