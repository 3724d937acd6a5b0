// The PTX of the decode kernels, with and without a CUDA toolkit in sight: the
// state moves 16 bytes a lane, nothing lies in local or shared memory, and no
// function is left to a device library.

// RUN: packed-compile %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --check-prefix=NONE
// RUN: FileCheck %s --input-file %t.json --check-prefix=JSON
// RUN: env -u CUDA_HOME -u CUDA_PATH -u CUDA_ROOT packed-compile %s -o %t.bare.ptx
// RUN: diff %t.ptx %t.bare.ptx
// RUN: packed-compile %s --chip sm_80 -o %t.80.ptx
// RUN: FileCheck %s --input-file %t.80.ptx --check-prefix=OLD
// RUN: %python %S/Inputs/check_ptxas.py %t.ptx sm_90
// RUN: %python %S/Inputs/check_ptxas.py %t.80.ptx sm_80

// CHECK: .target sm_90
// CHECK: .entry gdn_decode_w1r4l32_cs(
// CHECK: .maxntid 32
// CHECK-COUNT-4: ld.global.cs.v4.b32
// CHECK-COUNT-4: st.global.cs.v4.b32
// CHECK: .entry gdn_decode_w1r8l32(
// CHECK-COUNT-8: ld.global.v4.b32
// CHECK-COUNT-8: st.global.v4.b32

// NONE-NOT: .extern
// NONE-NOT: .local
// NONE-NOT: .shared
// NONE-NOT: griddepcontrol

// OLD: .target sm_80

// JSON: "artifact": "{{.*}}.ptx"
// JSON: "chip": "sm_90"
// JSON: "alignment": {
// JSON-NEXT: "initial_state": 16
// JSON-NEXT: "mixed_qkv": 8
// JSON: "name": "mixed_qkv_stride"
// JSON: "grid": [
// JSON-NEXT: "B * 32 * ceildiv(128, 4)"
// JSON: "max_states": 79
// JSON: "version": 1

func.func @decode(
    %qkv: memref<?x8192xbf16, strided<[?, 1]>>, %a: memref<?x32xbf16>,
    %b: memref<?x32xbf16>, %A_log: memref<32xf32>, %dt_bias: memref<32xf32>,
    %slots: memref<?xi32>, %out: memref<?x1x32x128xbf16>,
    %pool: memref<?x32x128x128xf32, strided<[?, 16384, 128, 1]>>) {
  packed.gdn_decode qkv(%qkv : memref<?x8192xbf16, strided<[?, 1]>>)
      gates(%a, %b, %A_log, %dt_bias : memref<?x32xbf16>, memref<?x32xbf16>,
            memref<32xf32>, memref<32xf32>)
      state(%pool[%slots] : memref<?x32x128x128xf32, strided<[?, 16384, 128, 1]>>,
            memref<?xi32>)
      out(%out : memref<?x1x32x128xbf16>) {use_qk_l2norm}
  return
}
