// REQUIRES: ptxas
// RUN: packed-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.json
// RUN: %python %S/Inputs/check_ptxas.py %t.ptx sm_90
// RUN: packed-opt %s --packed-to-nvvm=format=bin | FileCheck %s --check-prefix=BIN
// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT PATH=%packed_bin packed-compile %s -o %t.bare.ptx
// RUN: FileCheck %s --input-file %t.bare.json --check-prefix=NONE
// RUN: not packed-opt %s --packed-to-nvvm='format=bin toolkit=%t.missing chip=sm_3' 2>&1 | FileCheck %s --check-prefix=CHIP

// Registers where an assembler is found; machine code in the binary; no spills with a
// bf16 state and gates for each key.

// CHECK: "registers": {{[1-9][0-9]*}}
// NONE-NOT: "registers"
// BIN: gpu.binary @{{.*}} bin = "\7FELF
// CHIP: error:
func.func @decode(
    %qkv: memref<?x8192xbf16>, %a: memref<?x4096xbf16>,
    %b: memref<?x32xbf16>, %A_log: memref<32xf32>, %dt_bias: memref<4096xf32>,
    %slots: memref<?xi32>, %out: memref<?x1x32x128xbf16>,
    %pool: memref<?x32x128x128xbf16>) {
  packed.kda_decode qkv(%qkv : memref<?x8192xbf16>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x4096xbf16>, memref<?x32xbf16>,
            memref<32xf32>, memref<4096xf32>)
      state(%pool[%slots] : memref<?x32x128x128xbf16>, memref<?xi32>)
      out(%out : memref<?x1x32x128xbf16>) {use_qk_l2norm}
  return
}
