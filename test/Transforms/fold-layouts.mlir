// RUN: packed-opt %s -packed-fold-layouts | FileCheck %s
// RUN: packed-opt %s -packed-fold-layouts=max-elements=20 | FileCheck %s --check-prefix=SMALL

// CHECK-LABEL: func @audio(
// CHECK:         arith.constant dense<{{\[\[\[\[}}0.000000e+00, 0.00999999977], [0.00999999977, 5.000000e-02], [0.000000e+00, 0.00999999977]]]]> : tensor<1x1x3x2xf32>
// CHECK-NOT:     packed.
// SMALL-LABEL: func @audio(
// SMALL:         arith.constant dense
func.func @audio() -> tensor<1x1x3x2xf32> {
  %c = packed.memory_rope_audio legacy
      (batch_size = 1, memory_audio_len = 2, target_audio_len = 1)
  return %c : tensor<1x1x3x2xf32>
}

// CHECK-LABEL: func @sequence(
// CHECK-DAG:     arith.constant dense<[2, 3, 4, 5]> : tensor<4xi64>
// CHECK-DAG:     arith.constant dense<[1, 1, 0, 0, 0, 0, -1, -1]> : tensor<8xi64>
// CHECK-DAG:     arith.constant dense<[0, 6, 8]> : tensor<3xi32>
// CHECK-DAG:     arith.constant dense<true> : tensor<4xi1>
// CHECK-NOT:     packed.
// SMALL-LABEL: func @sequence(
// SMALL:         packed.sequence
func.func @sequence() -> (tensor<4xi64>, tensor<4xi1>, tensor<8xi64>, tensor<3xi32>) {
  %l:8 = packed.sequence t2va (text_len = 2, latent_t = 1, latent_h = 4,
                               latent_w = 4, audio_t = 0, seq_len = 8)
  return %l#0, %l#3, %l#6, %l#7
      : tensor<4xi64>, tensor<4xi1>, tensor<8xi64>, tensor<3xi32>
}

// CHECK-LABEL: func @dynamic(
// CHECK:         packed.memory_rope_audio
func.func @dynamic(%n: index) -> tensor<1x1x?x2xf32> {
  %c = packed.memory_rope_audio legacy
      (batch_size = 1, memory_audio_len = %n, target_audio_len = 1)
  return %c : tensor<1x1x?x2xf32>
}
