// UNSUPPORTED: sanitized
// The whole way, at the command line: lowered by the named pipeline and run.
// RUN: packed-opt %s -packed-to-llvm \
// RUN:   | mlir-runner -e main -entry-point-result=void \
// RUN:       -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// The same with the stock mlir-opt: our passes from the plugin, upstream's around
// them.
// RUN: mlir-opt %s -load-dialect-plugin=%plugin -load-pass-plugin=%plugin \
// RUN:     --pass-pipeline='builtin.module(convert-packed-to-linalg,canonicalize,cse,one-shot-bufferize{bufferize-function-boundaries},canonicalize,cse,canonicalize,func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,convert-cf-to-llvm,reconcile-unrealized-casts)' \
// RUN:   | mlir-runner -e main -entry-point-result=void \
// RUN:       -shared-libs=%llvm_lib/libmlir_runner_utils.so,%llvm_lib/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// CHECK: sizes = [1, 1, 3, 2]
// CHECK: 0, 0.01
// CHECK: 0.01, 0.05
// CHECK: 0.05, 0.09
func.func private @printMemrefF32(%ptr: tensor<*xf32>)

func.func @main() {
  %n = arith.constant 2 : index
  call @print(%n) : (index) -> ()
  return
}

func.func private @print(%n: index) attributes {no_inline} {
  %c = packed.memory_rope_audio prefix_continuous
      (batch_size = 1, memory_audio_len = %n, target_audio_len = 1)
  %unranked = tensor.cast %c : tensor<1x1x?x2xf32> to tensor<*xf32>
  call @printMemrefF32(%unranked) : (tensor<*xf32>) -> ()
  return
}
