// The same kernels as AMD ISA, for both wave sizes. Compiled and read here; not
// run anywhere.

// RUN: packed-opt %s --convert-packed-to-gpu='target=rocdl multiprocessors=304' --canonicalize \
// RUN:   --pass-pipeline='builtin.module(gpu.module(convert-scf-to-cf,convert-gpu-to-rocdl{chipset=gfx942},reconcile-unrealized-casts))' \
// RUN:   -o %t.64.mlir
// RUN: %python %S/Inputs/device_module.py %t.64.mlir | mlir-translate --mlir-to-llvmir | llc -mtriple=amdgcn-amd-amdhsa -mcpu=gfx942 -O3 -o %t.64.s
// RUN: FileCheck %s --input-file %t.64.s --check-prefixes=CHECK,WAVE64

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
