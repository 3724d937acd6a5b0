// RUN: not packed-check --report=sarif --quiet %s | %python %S/Inputs/check_sarif.py
// RUN: not packed-check --report=sarif --quiet %s | FileCheck %s

// Where the IR remembers the source that it was made from, that is the place.
func.func @exported() {
  %n = arith.constant 240 : index loc("attention.py":7:9)
  // CHECK: "uri": "model.py"
  // CHECK: "startLine": 31
  // CHECK-NEXT: "startColumn": 5
  // CHECK: "relatedLocations"
  // CHECK: "text": "memory_video_len = 240 comes from here"
  // CHECK: "uri": "attention.py"
  // CHECK: "startLine": 7
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8) loc("model.py":31:5)
  // A call that was inlined: the innermost place first.
  // CHECK: "locations"
  // CHECK: "uri": "layer.py"
  // CHECK: "uri": "model.py"
  // CHECK: "startLine": 40
  // CHECK: "relatedLocations"
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8) loc(callsite("layer.py":3:1 at "model.py":40:2))
  // File names are not URIs.
  // CHECK: "locations"
  // CHECK: "uri": "my%20model%25.py"
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 8, latent_width = 8) loc("my model%.py":1:1)
  return
}
