// Layouts go to a GPU on upstream's route alone: parallel loops, mapped to blocks
// and compiled to PTX. Tables of frame times are formed on the host.
// RUN: packed-opt %s --pass-pipeline='builtin.module(convert-packed-to-linalg,canonicalize,cse,one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize,cse,canonicalize,func.func(convert-linalg-to-parallel-loops,gpu-map-parallel-loops,convert-parallel-loops-to-gpu),lower-affine,canonicalize,cse,gpu-kernel-outlining)' -o %t
// RUN: FileCheck %s --check-prefix=KERNELS < %t
// RUN: mlir-opt %t --pass-pipeline='builtin.module(nvvm-attach-target{chip=sm_90 features=+ptx80 O=3},gpu.module(expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-gpu-to-nvvm{index-bitwidth=64},canonicalize,cse,reconcile-unrealized-casts),gpu-module-to-binary{format=isa})' -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// A contracted multiply-add would change the last bit; a call of libdevice could
// not be linked.
// RUN: FileCheck %s --check-prefix=EXACT --implicit-check-not=fma. --implicit-check-not=.extern < %t.ptx

// KERNELS-LABEL: func @rope(
// KERNELS-NOT:     scf.parallel
// KERNELS-COUNT-2: gpu.launch_func
// KERNELS-LABEL: func @ids(
// KERNELS:         scf.for
// KERNELS:           memref.store
// KERNELS:         gpu.launch_func

// PTX: .target sm_90
// PTX: .visible .entry rope_kernel

// EXACT: mul.rn.f32
// EXACT: div.rn.f32
// EXACT: mul.rn.f64
// EXACT: add.rn.f64
func.func @rope(%n: index) -> tensor<1x3x?x2xf32> {
  %c = packed.memory_rope prefix_continuous
      (batch_size = 1, memory_video_len = %n, target_num_frames = 7,
       latent_height = 12, latent_width = 20)
  return %c : tensor<1x3x?x2xf32>
}

func.func @ids(%text: index) -> tensor<?x3xf64> {
  %l:8 = packed.sequence t2va (text_len = %text, latent_t = 8, latent_h = 12,
                               latent_w = 10, audio_t = 20)
  return %l#5 : tensor<?x3xf64>
}
