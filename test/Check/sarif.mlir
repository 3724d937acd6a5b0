// RUN: not packed-check --report=sarif --quiet %s | %python %S/Inputs/check_sarif.py | FileCheck %s --check-prefix=SCHEMA
// RUN: not packed-check --report=sarif --quiet %s | FileCheck %s
// SCHEMA: {{[0-9]+}} rules, 2 results

func.func @f(%frames: index {packed.range = array<i64: 0, 128>}) {
  %c240 = arith.constant 240 : index
  %n = arith.muli %frames, %c240 : index
  // CHECK: "ruleId": "packed.memory_rope.multiple"
  // CHECK: "kind": "open"
  // CHECK: breaks for frames = 1; holds for frames = 4
  // CHECK: "startLine": [[#@LINE+1]]
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8)
  // CHECK: "kind": "fail"
  // CHECK-NEXT: "level": "error"
  // CHECK: To mend it: make the memory tokens and the coordinates with one and the same grid
  // CHECK: "text": "memory_video_len = 240 comes from here"
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %c240, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}
