// The layout of a MiniMax-H3 ref2va request, with a planted error: seq_len was
// computed with one row for each frame of reference audio, and there are two,
// one a channel.
//
// Caught: seq_len 115648 < used rows 116187.

func.func @layout() -> (tensor<115648x3xf64>, tensor<3xi32>) {
  %layout:8 = packed.sequence ref2va
      (text_len = 97, latent_t = 112, latent_h = 48, latent_w = 84, audio_t = 631,
       seq_len = 115648)
      refs [image(latent_h = 64, latent_w = 48), audio(ref_audio_t = 582)]
  return %layout#5, %layout#7 : tensor<115648x3xf64>, tensor<3xi32>
}
