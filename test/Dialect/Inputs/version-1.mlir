
func.func @sequence(%n: index, %t: index, %h: index) {
  %a:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, audio_channel = 2) {alignment = 64 : i64}

  %b:8 = packed.sequence t2va (seq_len = 192, audio_channel = 1, audio_t = 40, latent_w = 12, latent_h = 8, latent_t = 4, text_len = 16) {sp_degree = 2 : i64, alignment = 32 : i64}

  %c:8 = packed.sequence ref2va (text_len = %n, latent_t = 4, latent_h = %h, latent_w = 12, audio_t = 40, frame_count = 124)
      refs [image(latent_w = 8, latent_h = %h), "audio"(ref_audio_t = %n),
            video_audio(ref_audio_t = 5, latent_t = %t, latent_h = 8, latent_w = 8),
            video(ref_audio_t = 0, latent_t = 1, latent_h = 4, latent_w = 4)]
      keyframes [0, -1]

  %d:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)
      -> tensor<?xi64>, tensor<80xi64>, tensor<16xi64>, tensor<?xi1>, tensor<80xi1>, tensor<?x3xf64>, tensor<192xi64>, tensor<3xi32>

  %e:8 = packed.sequence fl2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, frame_count = 3) keyframes [-1] {note = "kept"}
  return
}

func.func @names() -> tensor<3xi32> {
  %a, %b, %c, %d, %e, %f, %g, %h = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)
  return %h : tensor<3xi32>
}

func.func @memory_rope(%b: index, %n: index) {
  %0 = packed.memory_rope prefix_continuous (batch_size = 1, memory_video_len = 1680, target_num_frames = 7, latent_height = 12, latent_width = 20, sp_target_start_offset = 0) {memory_downscale_factor = 1 : i64}
  %1 = packed.memory_rope "Legacy" (batch_size = %b, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20, sp_target_start_offset = %b) {memory_downscale_factor = 2 : i64}
  %2 = packed.memory_rope_audio reference (batch_size = 2, memory_audio_len = %n, target_audio_len = 26)
  %3 = packed.memory_rope_audio reference (batch_size = 2, memory_audio_len = 0, target_audio_len = 26) -> tensor<2x1x?x2xf32>
  return
}

func.func @decode(%qkv: tensor<?x768xf16>, %a: tensor<?x6xf32>, %ka: tensor<?x576xf32>,
    %A_log: tensor<6xf32>, %bias: tensor<576xf32>, %pool: tensor<?x6x32x96xbf16>,
    %slots: tensor<?xi64>, %out: tensor<?x1x6x32xf16>) -> (tensor<?x1x6x32xf16>, tensor<?x6x32x96xbf16>) {
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<?x768xf16>)
      gates(%a, %a, %A_log, %A_log : tensor<?x6xf32>, tensor<?x6xf32>, tensor<6xf32>, tensor<6xf32>)
      state(%pool[%slots] : tensor<?x6x32x96xbf16>, tensor<?xi64>) out(%out : tensor<?x1x6x32xf16>)
      {use_qk_l2norm, scale = 0.125 : f32, num_q_heads = 3}
  %o1, %p1 = packed.kda_decode qkv(%qkv : tensor<?x768xf16>)
      gates(%ka, %a, %A_log, %bias : tensor<?x576xf32>, tensor<?x6xf32>, tensor<6xf32>, tensor<576xf32>)
      state(%p[%slots] : tensor<?x6x32x96xbf16>, tensor<?xi64>) out(%o : tensor<?x1x6x32xf16>)
      {lower_bound = -5.0 : f32, state_order = #packed.state_order<vk>}
  return %o1, %p1 : tensor<?x1x6x32xf16>, tensor<?x6x32x96xbf16>
}

func.func @decode_in_place(%qkv: memref<4x768xf16, strided<[?, 1], offset: ?>>, %a: memref<4x6xf32>,
    %A_log: memref<6xf32>, %pool: memref<20x6x96x32xf32>, %slots: memref<4xi32>, %out: memref<4x1x6x32xf32>) {
  packed.gdn_decode qkv(%qkv : memref<4x768xf16, strided<[?, 1], offset: ?>>)
      gates(%a, %a, %A_log, %A_log : memref<4x6xf32>, memref<4x6xf32>, memref<6xf32>, memref<6xf32>)
      state(%pool[%slots] : memref<20x6x96x32xf32>, memref<4xi32>) out(%out : memref<4x1x6x32xf32>)
      {state_order = #packed.state_order<kv>}
  return
}

func.func @recurrent(%q: tensor<1x8x2x16xf32>, %v: tensor<1x8x4x8xf32>, %g: tensor<1x8x4xf32>,
    %cu: tensor<3xi64>, %states: tensor<2x4x8x16xbf16>, %final: tensor<2x4x8x16xf32>) {
  %0 = packed.gdn_recurrent q(%q : tensor<1x8x2x16xf32>) k(%q : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x4x8xf32>)
      gates(%g, %v : tensor<1x8x4xf32>, tensor<1x8x4x8xf32>) out(%v : tensor<1x8x4x8xf32>)
  %1, %2 = packed.gdn_recurrent q(%q : tensor<1x8x2x16xf32>) k(%q : tensor<1x8x2x16xf32>) v(%v : tensor<1x8x4x8xf32>)
      gates(%g, %g : tensor<1x8x4xf32>, tensor<1x8x4xf32>) cu_seqlens(%cu : tensor<3xi64>)
      initial_state(%states : tensor<2x4x8x16xbf16>) out(%v : tensor<1x8x4x8xf32>)
      final_state(%final : tensor<2x4x8x16xf32>) {use_qk_l2norm, scale = 0.5 : f32}
  return
}
