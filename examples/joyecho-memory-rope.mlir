// RoPE coordinates of JoyEcho: memory frames in front of target frames, on a
// latent grid of 12 by 20.

func.func @coords(%frames: index) -> (tensor<1x3x3360x2xf32>, tensor<1x3x?x2xf32>) {
  // Seven frames of memory in front of seven target frames.
  %coords = packed.memory_rope prefix_continuous
      (batch_size = 1, memory_video_len = 1680, target_num_frames = 7,
       latent_height = 12, latent_width = 20)
  // The second of two sequence-parallel shards, of a length that is not known.
  %shard = packed.memory_rope prefix_continuous
      (batch_size = 1, memory_video_len = 1680, target_num_frames = %frames,
       latent_height = 12, latent_width = 20, sp_target_start_offset = %frames)
  return %coords, %shard : tensor<1x3x3360x2xf32>, tensor<1x3x?x2xf32>
}
