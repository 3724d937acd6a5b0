// Guards, run: good sizes pass, a bad one ends the program with the documented
// text (stdbuf: an abort does not flush). The layouts themselves are not used, so they are gone after --cse.

// RUN: split-file %s %t
// RUN: packed-opt %t/main.mlir --generate-runtime-verification --cse \
// RUN:   --arith-expand --convert-scf-to-cf --convert-to-llvm \
// RUN:   --reconcile-unrealized-casts -o %t/good.mlir
// RUN: mlir-runner %t/good.mlir -e good --entry-point-result=void
// RUN: not --crash stdbuf -oL mlir-runner %t/good.mlir -e bad_multiple --entry-point-result=void 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MULTIPLE
// RUN: not --crash stdbuf -oL mlir-runner %t/good.mlir -e bad_length --entry-point-result=void 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LENGTH
// RUN: not --crash stdbuf -oL mlir-runner %t/good.mlir -e overflow --entry-point-result=void 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OVERFLOW

// MULTIPLE: memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=? latent_height=? latent_width=?
// LENGTH: seq_len ? < used rows ?
// OVERFLOW: Invalid latent grid for memory RoPE

//--- main.mlir
func.func @coords(%n: index, %h: index, %w: index) {
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = %h, latent_width = %w)
  return
}
func.func @layout(%text: index, %len: index) {
  %0:8 = packed.sequence t2va (text_len = %text, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %len)
  return
}
func.func @good() {
  %n = arith.constant 1920 : index
  %h = arith.constant 12 : index
  %w = arith.constant 20 : index
  call @coords(%n, %h, %w) : (index, index, index) -> ()
  %text = arith.constant 16 : index
  %len = arith.constant 192 : index
  call @layout(%text, %len) : (index, index) -> ()
  return
}
func.func @bad_multiple() {
  %n = arith.constant 1920 : index
  %h = arith.constant 12 : index
  %w = arith.constant 7 : index
  call @coords(%n, %h, %w) : (index, index, index) -> ()
  return
}
func.func @bad_length() {
  %text = arith.constant 17 : index
  %len = arith.constant 192 : index
  call @layout(%text, %len) : (index, index) -> ()
  return
}
// 2^32 by 2^32 tokens: zero, if it wrapped around.
func.func @overflow() {
  %n = arith.constant 0 : index
  %side = arith.constant 4294967296 : index
  call @coords(%n, %side, %side) : (index, index, index) -> ()
  return
}
