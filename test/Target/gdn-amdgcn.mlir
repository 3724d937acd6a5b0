// The same kernels as AMD ISA, for waves of 64 and of 32 lanes. Compiled and read
// here; not run anywhere.

// RUN: packed-opt %s --convert-packed-to-gpu='target=rocdl multiprocessors=304' -o %t.64.mlir
// RUN: packed-opt %t.64.mlir --pass-pipeline='builtin.module(gpu.module(canonicalize,convert-scf-to-cf,convert-gpu-to-rocdl{chipset=gfx942},canonicalize,reconcile-unrealized-casts))' -o %t.64.rocdl.mlir
// RUN: %python %S/Inputs/device_module.py %t.64.rocdl.mlir > %t.64.device.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.64.device.mlir -o %t.64.ll
// RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -O3 %t.64.ll -o %t.64.s
// RUN: FileCheck %s --input-file %t.64.s --check-prefixes=CHECK,WAVE64

// RUN: packed-opt %s --convert-packed-to-gpu='target=rocdl subgroup-size=32 multiprocessors=96' -o %t.32.mlir
// RUN: packed-opt %t.32.mlir --pass-pipeline='builtin.module(gpu.module(canonicalize,convert-scf-to-cf,convert-gpu-to-rocdl{chipset=gfx1100},canonicalize,reconcile-unrealized-casts))' -o %t.32.rocdl.mlir
// RUN: %python %S/Inputs/device_module.py %t.32.rocdl.mlir > %t.32.device.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.32.device.mlir -o %t.32.ll
// RUN: llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx1100 -O3 %t.32.ll -o %t.32.s
// RUN: FileCheck %s --input-file %t.32.s --check-prefixes=CHECK,WAVE32

// WAVE64: gdn_decode_w1r4l32_cs:
// WAVE32: gdn_decode_w4r8l16_cs:
// WAVE64-COUNT-2: global_load_dwordx4
// WAVE32-COUNT-8: global_load_b128
// WAVE64-COUNT-2: global_store_dwordx4
// WAVE32-COUNT-8: global_store_b128
// CHECK: .private_segment_fixed_size: 0
// CHECK: .vgpr_spill_count: 0
// WAVE64: .wavefront_size: 64
// WAVE32: .wavefront_size: 32

func.func @decode(
    %qkv: memref<4x8192xbf16>, %a: memref<4x32xbf16>, %b: memref<4x32xbf16>,
    %A_log: memref<32xf32>, %dt_bias: memref<32xf32>, %slots: memref<4xi32>,
    %out: memref<4x1x32x128xbf16>, %pool: memref<64x32x128x128xf32>) {
  packed.gdn_decode qkv(%qkv : memref<4x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<4x32xbf16>, memref<4x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<64x32x128x128xf32>, memref<4xi32>)
      out(%out : memref<4x1x32x128xbf16>) {use_qk_l2norm}
  return
}
