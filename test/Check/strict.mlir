// RUN: packed-check --strict %s 2>&1 | FileCheck %s
// RUN: packed-check --list-unknown %s 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: packed-opt %s --packed-check=unknown=error --generate-runtime-verification | FileCheck %s --check-prefix=GUARD

// That sizes fit 64 bits is taken for granted, also in strict mode; it is said,
// listed on demand, and guarded.
// CHECK: 0 unknown, 0 warnings; 1 size rule taken to stay within 64 bits
// LIST: remark: 'packed.memory_rope' op may break a rule: {{.*}}overflow
// GUARD: cf.assert {{.*}}overflow
func.func @f(%frames: index) {
  %c0 = arith.constant 0 : index
  %isCount = arith.cmpi sge, %frames, %c0 : index
  cf.assert %isCount, "frames >= 0"
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}
