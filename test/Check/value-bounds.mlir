// RUN: packed-opt %s --packed-check=unknown=list --split-input-file -verify-diagnostics -o /dev/null

// A dim that no single expression gives, but that the value bounds of the op
// which makes it keep between two constants.

func.func @text_of_either_fits(%c: i1, %x: tensor<4xi64>, %y: tensor<8xi64>) {
  %0 = tensor.cast %x : tensor<4xi64> to tensor<?xi64>
  %1 = tensor.cast %y : tensor<8xi64> to tensor<?xi64>
  %ids = arith.select %c, %0, %1 : tensor<?xi64>
  %zero = arith.constant 0 : index
  %text = tensor.dim %ids, %zero : tensor<?xi64>
  // 4 + 8 = 12 at the least, 8 + 8 = 16 rows at the most.
  %2:8 = packed.sequence t2va (text_len = %text, latent_t = 1, latent_h = 4, latent_w = 4, audio_t = 2, seq_len = 16) {alignment = 16 : i64}
  return
}

// -----

func.func @text_of_neither_fits(%c: i1, %x: tensor<9xi64>, %y: tensor<20xi64>) {
  %0 = tensor.cast %x : tensor<9xi64> to tensor<?xi64>
  %1 = tensor.cast %y : tensor<20xi64> to tensor<?xi64>
  %ids = arith.select %c, %0, %1 : tensor<?xi64>
  %zero = arith.constant 0 : index
  // expected-note@+2 {{text_len = ids.shape[0]}}
  // expected-note@+1 {{text_len in [9, 20]}}
  %text = tensor.dim %ids, %zero : tensor<?xi64>
  // expected-error@+6 {{'packed.sequence' op seq_len 16 < used rows ?}}
  // expected-note@+5 {{whatever the sizes, ids.shape[0] + 8 > 16}}
  // expected-note@+4 {{used rows ? = text ? + keyframes 0 + references 0 + audio 4 + video 4}}
  // expected-note@+3 {{seq_len ? is the aligned length}}
  // expected-note@+2 {{breaks for ids.shape[0] = 9}}
  // expected-note@+1 {{leave seq_len out, or pass the used rows rounded up to the alignment [packed.sequence.seq-len]}}
  %2:8 = packed.sequence t2va (text_len = %text, latent_t = 1, latent_h = 4, latent_w = 4, audio_t = 2, seq_len = 16) {alignment = 16 : i64}
  return
}
