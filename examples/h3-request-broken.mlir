// The request of h3-request.mlir with a padded length that was cached from a
// smaller one: the check pass finds seq_len 60000 < used rows 60229.

func.func private @printMemrefI32(%memref: tensor<*xi32>)

// The length of the text and of the padded whole are known at run time only.
func.func private @layout(%text_len: index, %seq_len: index)
    -> (tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>) {
  %l:8 = packed.sequence ref2va
      (text_len = %text_len, latent_t = 57, latent_h = 78, latent_w = 48,
       audio_t = 348, seq_len = %seq_len)
      refs [image(latent_h = 64, latent_w = 48), audio(ref_audio_t = 582),
            video_audio(ref_audio_t = 60, latent_t = 7, latent_h = 48,
                        latent_w = 48)]
  return %l#5, %l#6, %l#7 : tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>
}

func.func @main() {
  %text_len = arith.constant 97 : index
  %seq_len = arith.constant 60000 : index
  %ids, %tags, %cu_seqlens = call @layout(%text_len, %seq_len)
      : (index, index) -> (tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
  %printable = tensor.cast %cu_seqlens : tensor<3xi32> to tensor<*xi32>
  call @printMemrefI32(%printable) : (tensor<*xi32>) -> ()
  return
}
