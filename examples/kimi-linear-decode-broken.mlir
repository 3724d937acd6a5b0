// One decode step of a Kimi-Linear layer (KDA), with a planted error: the bias of
// the gates has one number a head, as GDN has it, where KDA has one a channel.
//
// Caught: `dt_bias` must have 4096 elements (got 32).

func.func @decode_layer(%qkv: memref<?x12288xbf16>, %a: memref<?x4096xbf16>, %b: memref<?x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %pool: memref<1024x32x128x128xf32>,
    %slots: memref<?xi32>, %out: memref<?x1x32x128xbf16>) {
  packed.kda_decode qkv(%qkv : memref<?x12288xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x4096xbf16>, memref<?x32xbf16>, memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<1024x32x128x128xf32>, memref<?xi32>)
      out(%out : memref<?x1x32x128xbf16>) {num_q_heads = 32 : i64, use_qk_l2norm}
  return
}
