// The layout of a MiniMax-H3 ref2va request: 97 rows of text, an image and 582
// frames of audio as references, 631 frames of target audio, and a target video
// of 112 x 48 x 84 latents. 116187 rows, 116224 with padding.

func.func @layout() -> (tensor<116224x3xf64>, tensor<3xi32>) {
  %layout:8 = packed.sequence ref2va
      (text_len = 97, latent_t = 112, latent_h = 48, latent_w = 84, audio_t = 631)
      refs [image(latent_h = 64, latent_w = 48), audio(ref_audio_t = 582)]
  return %layout#5, %layout#7 : tensor<116224x3xf64>, tensor<3xi32>
}
