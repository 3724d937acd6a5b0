func.func @coords(%frames: index {packed.range = array<i64: 0, 128>}) -> tensor<1x3x?x2xf32> {
  %c240 = arith.constant 240 : index
  %tokens = arith.muli %frames, %c240 : index
  %coords = packed.memory_rope legacy
      (batch_size = 1, memory_video_len = %tokens, target_num_frames = 7,
       latent_height = 12, latent_width = 20)
  return %coords : tensor<1x3x?x2xf32>
}
