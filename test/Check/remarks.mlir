// RUN: not packed-opt %s --packed-check=remarks -o /dev/null \
// RUN:     --remark-format=emitRemark --remarks-filter=packed-check 2>&1 | FileCheck %s

// Each rule as an optimization remark: passed, missed or failed.

func.func @f(%n: index {packed.multiple_of = 240 : i64}, %m: index, %k: index {packed.range = array<i64: 241, 479>}) {
  // CHECK: [[#@LINE+1]]:8: remark: [Passed] packed.memory_rope.multiple | Category:packed-check | Function=packed.memory_rope | Remark="proved by normal form"
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %n, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: [[#@LINE+1]]:8: remark: [Missed] packed.memory_rope.multiple | Category:packed-check | Function=packed.memory_rope | Reason="memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=? latent_height=12 latent_width=20"
  %1 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %m, target_num_frames = 7, latent_height = 12, latent_width = 20)
  // CHECK: [[#@LINE+1]]:8: remark: [Failure] packed.memory_rope.multiple | Category:packed-check | Function=packed.memory_rope | Reason="memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=? latent_height=12 latent_width=20"
  %2 = packed.memory_rope legacy (batch_size = 1, memory_video_len = %k, target_num_frames = 7, latent_height = 12, latent_width = 20)
  return
}
