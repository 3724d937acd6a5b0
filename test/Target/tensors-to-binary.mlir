// RUN: packed-opt %s --packed-to-nvvm | FileCheck %s
// RUN: packed-opt %s --packed-to-nvvm=unknown-rules=trust | FileCheck %s --check-prefix=TRUST
// RUN: not packed-opt %s --packed-to-nvvm=unknown-rules=error 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not packed-compile %s --unknown-rules=error -o %t.ptx 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: packed-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --check-prefix=PTX

// From tensors to a binary: the pool is updated where it lies, the batch sizes that
// must agree are compared before the launch.

// ERROR: error: 'packed.gdn_decode' op may break a rule: Mismatched batch sizes: mixed_qkv.shape[0]=?
// ERROR: note: breaks for

// PTX: .entry gdn_decode

// CHECK-NOT: malloc
// CHECK: gpu.binary @{{.*}} [#gpu.object<#nvvm.target
// CHECK-LABEL: llvm.func @step
// CHECK-NOT: llvm.call @malloc
// CHECK: llvm.cond_br
// CHECK: gpu.launch_func
// TRUST-LABEL: llvm.func @step
// TRUST-NOT: abort
// TRUST: gpu.launch_func
func.func @step(%x: tensor<?x1536xbf16>, %a: tensor<?x8xbf16>, %h: tensor<8xf32>,
    %pool: tensor<?x8x64x64xf32> {bufferization.writable = true}, %slots: tensor<?xi32>,
    %out: tensor<?x1x8x64xbf16> {bufferization.writable = true}) -> (tensor<?x1x8x64xbf16>, tensor<?x8x64x64xf32>) {
  %0:2 = packed.gdn_decode qkv(%x : tensor<?x1536xbf16>)
      gates(%a, %a, %h, %h : tensor<?x8xbf16>, tensor<?x8xbf16>, tensor<8xf32>, tensor<8xf32>)
      state(%pool[%slots] : tensor<?x8x64x64xf32>, tensor<?xi32>)
      out(%out : tensor<?x1x8x64xbf16>)
  return %0#0, %0#1 : tensor<?x1x8x64xbf16>, tensor<?x8x64x64xf32>
}
