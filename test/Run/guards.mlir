// A size that breaks a rule at run time stops at the guard, before anything is
// written.
// RUN: packed-opt %s -packed-to-llvm=runtime-verification -o %t
// The message goes to stdout, which an abort does not flush into a pipe.
// RUN: not --crash stdbuf -o0 mlir-runner %t -e bad -entry-point-result=void \
// RUN:     -shared-libs=%llvm_lib/libmlir_c_runner_utils.so 2>&1 | FileCheck %s
// RUN: mlir-runner %t -e good -entry-point-result=void \
// RUN:     -shared-libs=%llvm_lib/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=GOOD --allow-empty

// CHECK: seq_len {{.*}} < used rows
// GOOD-NOT: rows
func.func private @build(%seq_len: index) -> tensor<?xi64> attributes {no_inline} {
  %l:8 = packed.sequence t2va (text_len = 10, latent_t = 2, latent_h = 4,
                               latent_w = 4, audio_t = 0, seq_len = %seq_len)
  return %l#6 : tensor<?xi64>
}

func.func @bad() {
  %n = arith.constant 17 : index
  %tags = call @build(%n) : (index) -> tensor<?xi64>
  return
}

func.func @good() {
  %n = arith.constant 18 : index
  %tags = call @build(%n) : (index) -> tensor<?xi64>
  return
}
