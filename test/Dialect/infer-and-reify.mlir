// RUN: packed-opt %s | FileCheck %s --check-prefix=INFER
// RUN: packed-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize \
// RUN:   | FileCheck %s --check-prefix=REIFY

// Types are inferred as far as sizes are numbers; the rest is reified.

// INFER-LABEL: func @sequence(
// INFER-SAME:    -> (tensor<?xi64>, tensor<80xi64>, tensor<?xi64>, tensor<?xi1>, tensor<80xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>)
func.func @sequence(%n: index, %t: index) -> (tensor<?xi64>, tensor<80xi64>, tensor<?xi64>, tensor<?xi1>, tensor<80xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>) {
  %0:8 = packed.sequence t2va (text_len = %n, latent_t = %t, latent_h = 8, latent_w = 12, audio_t = 40)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7 : tensor<?xi64>, tensor<80xi64>, tensor<?xi64>, tensor<?xi1>, tensor<80xi1>, tensor<?x3xf64>, tensor<?xi64>, tensor<3xi32>
}

// 24 rows a frame.
// REIFY-LABEL: func @img_rows(
// REIFY-SAME:    %{{.*}}: index, %[[T:.*]]: index
// REIFY-DAG:     %[[C24:.*]] = arith.constant 24 : index
// REIFY:         %[[ROWS:.*]] = arith.muli %[[T]], %[[C24]] : index
// REIFY-NEXT:    return %[[ROWS]]
func.func @img_rows(%n: index, %t: index) -> index {
  %c0 = arith.constant 0 : index
  %0:8 = packed.sequence t2va (text_len = %n, latent_t = %t, latent_h = 8, latent_w = 12, audio_t = 40)
  %dim = tensor.dim %0#0, %c0 : tensor<?xi64>
  return %dim : index
}

// A stated length is the length.
// REIFY-LABEL: func @stated_length(
// REIFY-SAME:    %[[N:.*]]: index)
// REIFY-NEXT:    return %[[N]]
func.func @stated_length(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %0:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %n)
  %dim = tensor.dim %0#6, %c0 : tensor<?xi64>
  return %dim : index
}

// Else the used rows, 176 and the text, in steps of 64.
// REIFY-LABEL: func @aligned_length(
// REIFY-SAME:    %[[N:.*]]: index)
// REIFY:         arith.addi %[[N]]
// REIFY:         arith.floordivsi
// REIFY:         arith.muli
// REIFY-NOT:     packed.sequence
// REIFY:         return
func.func @aligned_length(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %0:8 = packed.sequence t2va (text_len = %n, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)
  %dim = tensor.dim %0#6, %c0 : tensor<?xi64>
  return %dim : index
}

// INFER-LABEL: func @coords(
// INFER-SAME:    -> tensor<?x3x?x2xf32>
// REIFY-LABEL: func @coords(
func.func @coords(%b: index, %n: index) -> tensor<?x3x?x2xf32> {
  %0 = packed.memory_rope legacy (batch_size = %b, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return %0 : tensor<?x3x?x2xf32>
}

// REIFY-LABEL: func @coords_dims(
// REIFY-SAME:    %[[B:[a-z0-9]*]]: index, %[[N:.*]]: index)
// REIFY-DAG:     %[[C3:.*]] = arith.constant 3 : index
// REIFY-DAG:     %[[C1680:.*]] = arith.constant 1680 : index
// REIFY:         %[[TOKENS:.*]] = arith.addi %[[N]], %[[C1680]] : index
// REIFY-NEXT:    return %[[B]], %[[C3]], %[[TOKENS]]
func.func @coords_dims(%b: index, %n: index) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = packed.memory_rope legacy (batch_size = %b, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  %d0 = tensor.dim %0, %c0 : tensor<?x3x?x2xf32>
  %d1 = tensor.dim %0, %c1 : tensor<?x3x?x2xf32>
  %d2 = tensor.dim %0, %c2 : tensor<?x3x?x2xf32>
  return %d0, %d1, %d2 : index, index, index
}

// REIFY-LABEL: func @audio_dims(
// REIFY-SAME:    %[[M:[a-z0-9]*]]: index, %[[T:.*]]: index)
// REIFY-NEXT:    %[[TOKENS:.*]] = arith.addi %[[M]], %[[T]] : index
// REIFY-NEXT:    return %[[TOKENS]]
func.func @audio_dims(%m: index, %t: index) -> index {
  %c2 = arith.constant 2 : index
  %0 = packed.memory_rope_audio legacy (batch_size = 1, memory_audio_len = %m, target_audio_len = %t)
  %dim = tensor.dim %0, %c2 : tensor<1x1x?x2xf32>
  return %dim : index
}

// Results of decode have the shapes of the tensors they update.
// REIFY-LABEL: func @decode_dims(
// REIFY-SAME:    %[[POOL:[a-z0-9]*]]: tensor<?x6x32x96xf32>, %{{.*}}, %[[OUT:[a-z0-9]*]]: tensor<?x1x6x32xf16>)
// REIFY-DAG:     tensor.dim %[[OUT]]
// REIFY-DAG:     tensor.dim %[[POOL]]
// REIFY-NOT:     packed.gdn_decode
// REIFY:         return
func.func @decode_dims(%qkv: tensor<?x768xf16>, %a: tensor<?x6xf32>, %A_log: tensor<6xf32>,
    %pool: tensor<?x6x32x96xf32>, %slots: tensor<?xi64>, %out: tensor<?x1x6x32xf16>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %o, %p = packed.gdn_decode qkv(%qkv : tensor<?x768xf16>)
      gates(%a, %a, %A_log, %A_log : tensor<?x6xf32>, tensor<?x6xf32>, tensor<6xf32>, tensor<6xf32>)
      state(%pool[%slots] : tensor<?x6x32x96xf32>, tensor<?xi64>) out(%out : tensor<?x1x6x32xf16>)
  %d0 = tensor.dim %o, %c0 : tensor<?x1x6x32xf16>
  %d1 = tensor.dim %p, %c0 : tensor<?x6x32x96xf32>
  return %d0, %d1 : index, index
}

// REIFY-LABEL: func @recurrent_dims(
// REIFY-SAME:    %[[OUT:[a-z0-9]*]]: tensor<1x?x4x8xf32>, %[[FINAL:[a-z0-9]*]]: tensor<?x4x8x16xf32>)
// REIFY-DAG:     tensor.dim %[[OUT]]
// REIFY-DAG:     tensor.dim %[[FINAL]]
// REIFY-NOT:     packed.gdn_recurrent
// REIFY:         return
func.func @recurrent_dims(%q: tensor<1x?x2x16xf32>, %v: tensor<1x?x4x8xf32>, %g: tensor<1x?x4xf32>,
    %cu: tensor<?xi64>, %out: tensor<1x?x4x8xf32>, %final: tensor<?x4x8x16xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %o, %f = packed.gdn_recurrent q(%q : tensor<1x?x2x16xf32>) k(%q : tensor<1x?x2x16xf32>) v(%v : tensor<1x?x4x8xf32>)
      gates(%g, %g : tensor<1x?x4xf32>, tensor<1x?x4xf32>) cu_seqlens(%cu : tensor<?xi64>)
      out(%out : tensor<1x?x4x8xf32>) final_state(%final : tensor<?x4x8x16xf32>)
  %d0 = tensor.dim %o, %c1 : tensor<1x?x4x8xf32>
  %d1 = tensor.dim %f, %c0 : tensor<?x4x8x16xf32>
  return %d0, %d1 : index, index
}
