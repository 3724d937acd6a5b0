// RUN: packed-opt %s --canonicalize --split-input-file | FileCheck %s

// Constant sizes become part of the op, and what they make known of the result
// types goes to the users.

// CHECK-LABEL: func @constant_sizes(
// CHECK-SAME:    %[[N:.*]]: index
// CHECK-NOT:     arith.constant
// CHECK:         %[[COORDS:.*]] = packed.memory_rope legacy (batch_size = 1, memory_video_len = %[[N]], target_num_frames = 7, latent_height = 12, latent_width = 20)
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[COORDS]] : tensor<1x3x?x2xf32> to tensor<?x3x?x2xf32>
// CHECK-NEXT:    return %[[CAST]]
func.func @constant_sizes(%n: index) -> tensor<?x3x?x2xf32> {
  %batch = arith.constant 1 : index
  %height = arith.constant 12 : index
  %0 = packed.memory_rope legacy (batch_size = %batch, memory_video_len = %n, target_num_frames = 7, latent_height = %height, latent_width = 20)
  return %0 : tensor<?x3x?x2xf32>
}

// -----

// A stated type is refined dim by dim.

// CHECK-LABEL: func @constant_length(
// CHECK:         packed.memory_rope_audio legacy (batch_size = 2, memory_audio_len = 40, target_audio_len = 26)
// CHECK-SAME:    {note = "kept"}
// CHECK-NOT:     ->
// CHECK:         return {{.*}} : tensor<2x1x?x2xf32>
func.func @constant_length() -> tensor<2x1x?x2xf32> {
  %n = arith.constant 40 : index
  %0 = packed.memory_rope_audio legacy (batch_size = 2, memory_audio_len = %n, target_audio_len = 26) {note = "kept"}
  return %0 : tensor<2x1x?x2xf32>
}

// -----

// Sizes of references, too; the operands that stay keep their places.

// CHECK-LABEL: func @constant_ref_sizes(
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index, %[[T:.*]]: index
// CHECK-NOT:     arith.constant
// CHECK:         packed.sequence ref2va (text_len = %[[N]], latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)
// CHECK-SAME:    refs [image(latent_h = 16, latent_w = 8), video(ref_audio_t = 0, latent_t = %[[T]], latent_h = 8, latent_w = 16)]
func.func @constant_ref_sizes(%n: index, %t: index) -> tensor<?xi64> {
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0:8 = packed.sequence ref2va (text_len = %n, latent_t = 4, latent_h = %c8, latent_w = 12, audio_t = 40)
      refs [image(latent_h = %c16, latent_w = 8), video(ref_audio_t = 0, latent_t = %t, latent_h = %c8, latent_w = %c16)]
  return %0#6 : tensor<?xi64>
}

// -----

// All known: the types are static.

// CHECK-LABEL: func @all_constant(
// CHECK:         %token_tags{{.*}} = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = 256)
// CHECK-NEXT:    tensor.cast %token_tags : tensor<256xi64> to tensor<?xi64>
func.func @all_constant() -> tensor<?xi64> {
  %c16 = arith.constant 16 : index
  %c256 = arith.constant 256 : index
  %0:8 = packed.sequence t2va (text_len = %c16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %c256)
  return %0#6 : tensor<?xi64>
}

// -----

// A type that was written out and says more than the sizes stays.

// CHECK-LABEL: func @wider_knowledge(
// CHECK:         packed.memory_rope_audio legacy (batch_size = 2, memory_audio_len = %{{.*}}, target_audio_len = 26) -> tensor<2x1x66x2xf32>
// CHECK-NEXT:    return
func.func @wider_knowledge(%n: index) -> tensor<2x1x66x2xf32> {
  %two = arith.constant 2 : index
  %0 = packed.memory_rope_audio legacy (batch_size = %two, memory_audio_len = %n, target_audio_len = 26) -> tensor<2x1x66x2xf32>
  return %0 : tensor<2x1x66x2xf32>
}

// -----

// A constant that breaks a rule stays outside: code that never runs must not
// become an error.

// CHECK-LABEL: func @broken_in_dead_code(
// CHECK:         %[[H:.*]] = arith.constant 0 : index
// CHECK:         packed.memory_rope legacy (batch_size = 1, memory_video_len = 0, target_num_frames = 7, latent_height = %[[H]], latent_width = 20)
func.func @broken_in_dead_code(%runs: i1) -> tensor<1x3x?x2xf32> {
  %h = arith.constant 0 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = 0, target_num_frames = 7, latent_height = %h, latent_width = 20)
  return %0 : tensor<1x3x?x2xf32>
}

// -----

// So does one that a written type contradicts.

// CHECK-LABEL: func @contradicting_type(
// CHECK:         %[[N:.*]] = arith.constant 41 : index
// CHECK:         packed.memory_rope_audio legacy (batch_size = 2, memory_audio_len = %[[N]], target_audio_len = 26) -> tensor<2x1x66x2xf32>
func.func @contradicting_type() -> tensor<2x1x66x2xf32> {
  %n = arith.constant 41 : index
  %0 = packed.memory_rope_audio legacy (batch_size = 2, memory_audio_len = %n, target_audio_len = 26) -> tensor<2x1x66x2xf32>
  return %0 : tensor<2x1x66x2xf32>
}

// -----

// Casts of operands vanish, and the users of the results get them instead.

// CHECK-LABEL: func @decode_of_casts(
// CHECK:         %[[RESULTS:.*]]:2 = packed.gdn_decode qkv(%{{.*}} : tensor<4x8192xbf16>)
// CHECK-SAME:    : tensor<1024x32x128x128xf32>, tensor<4xi32>) out(%{{.*}} : tensor<4x1x32x128xbf16>)
// CHECK-DAG:     tensor.cast %[[RESULTS]]#0 : tensor<4x1x32x128xbf16> to tensor<?x1x32x128xbf16>
// CHECK-DAG:     tensor.cast %[[RESULTS]]#1 : tensor<1024x32x128x128xf32> to tensor<?x32x128x128xf32>
func.func @decode_of_casts(%qkv: tensor<4x8192xbf16>, %a: tensor<4x32xbf16>, %b: tensor<4x32xbf16>, %A_log: tensor<32xf32>, %dt_bias: tensor<32xf32>, %pool: tensor<1024x32x128x128xf32>, %slots: tensor<4xi32>, %out: tensor<4x1x32x128xbf16>) -> (tensor<?x1x32x128xbf16>, tensor<?x32x128x128xf32>) {
  %dqkv = tensor.cast %qkv : tensor<4x8192xbf16> to tensor<?x?xbf16>
  %dpool = tensor.cast %pool : tensor<1024x32x128x128xf32> to tensor<?x32x128x128xf32>
  %dout = tensor.cast %out : tensor<4x1x32x128xbf16> to tensor<?x1x32x128xbf16>
  %o, %p = packed.gdn_decode qkv(%dqkv : tensor<?x?xbf16>)
      gates(%a, %b, %A_log, %dt_bias : tensor<4x32xbf16>, tensor<4x32xbf16>, tensor<32xf32>, tensor<32xf32>)
      state(%dpool[%slots] : tensor<?x32x128x128xf32>, tensor<4xi32>) out(%dout : tensor<?x1x32x128xbf16>)
  return %o, %p : tensor<?x1x32x128xbf16>, tensor<?x32x128x128xf32>
}
