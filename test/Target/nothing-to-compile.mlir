// RUN: not packed-compile %s -o %t.ptx 2>&1 | FileCheck %s

// CHECK: error: has no decode op to compile; kernels are made of 'packed.gdn_decode' and 'packed.kda_decode'
func.func @f() {
  return
}
