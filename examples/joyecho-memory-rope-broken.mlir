// RoPE coordinates of JoyEcho, with a planted error: the memory tokens were made
// on a grid of 12 by 20, the coordinates are built on 9 by 16.
//
// Caught: memory_video_len must be a multiple of latent_height * latent_width,
// got memory_video_len=1680 latent_height=9 latent_width=16

func.func @coords() -> tensor<1x3x?x2xf32> {
  %coords = packed.memory_rope prefix_continuous
      (batch_size = 1, memory_video_len = 1680, target_num_frames = 7,
       latent_height = 9, latent_width = 16) -> tensor<1x3x?x2xf32>
  return %coords : tensor<1x3x?x2xf32>
}
