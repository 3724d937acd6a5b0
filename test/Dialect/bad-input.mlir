// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Text that is no packed IR: a located error, never a crash.

// -----

// An unknown task.
// expected-error@below {{custom op 'packed.sequence' unknown task 't3va', expected t2va, fl2va or ref2va}}
%l:8 = packed.sequence t3va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)

// -----

// A task that is no word.
// expected-error@below {{custom op 'packed.sequence' expected valid keyword}}
%l:8 = packed.sequence 3 (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)

// -----

// No sizes at all.
// expected-error@below {{expected '('}}
%l:8 = packed.sequence t2va

// -----

// An unknown size.
// expected-error@below {{custom op 'packed.sequence' unknown size 'depth'}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, depth = 3)

// -----

// A size of another kind of list.
// expected-error@below {{custom op 'packed.sequence' unknown size 'ref_audio_t'}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, ref_audio_t = 3)

// -----

// A missing size.
// expected-error@below {{custom op 'packed.sequence' misses the size 'latent_t'}}
%l:8 = packed.sequence t2va (text_len = 16)

// -----

// A size given twice.
// expected-error@below {{custom op 'packed.sequence' size 'text_len' is given twice}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, text_len = 16)

// -----

// A size of a reference given twice.
// expected-error@below {{custom op 'packed.sequence' size 'latent_h' is given twice}}
%l:8 = packed.sequence ref2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) refs [image(latent_h = 8, latent_h = 8)]

// -----

// An unknown size of a reference.
// expected-error@below {{custom op 'packed.sequence' unknown size 'height'}}
%l:8 = packed.sequence ref2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) refs [image(height = 8)]

// -----

// A number beyond 64 bits.
// expected-error@below {{custom op 'packed.sequence' integer value too large}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = 9223372036854775808)

// -----

// A number that stands for a dynamic size inside.
// expected-error@below {{custom op 'packed.sequence' size 'seq_len' is out of range}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = -9223372036854775808)

// -----

// A number that stands for an absent size inside.
// expected-error@below {{custom op 'packed.sequence' size 'seq_len' is out of range}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = -9223372036854775807)

// -----

// A float.
// expected-error@below {{custom op 'packed.sequence' expected integer value}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = 1.5)

// -----

// A size that is no index.
// expected-note@below {{prior use here}}
func.func @bad(%n: i64) {
  // expected-error@below {{use of value '%n' expects different type than prior uses: 'index' vs 'i64'}}
  %l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %n)
  return
}

// -----

// An undefined value.
// expected-error@below {{use of undeclared SSA value name}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40, seq_len = %nowhere)

// -----

// A list of references that does not end.
// expected-error@below {{expected ')'}}
%l:8 = packed.sequence ref2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) refs [image(latent_h = 8

// -----

// Keyframes that are no numbers.
// expected-error@below {{custom op 'packed.sequence' expected integer value}}
%l:8 = packed.sequence fl2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) keyframes [first]

// -----

// A keyframe beyond 64 bits.
// expected-error@below {{custom op 'packed.sequence' integer value too large}}
%l:8 = packed.sequence fl2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) keyframes [99999999999999999999]

// -----

// An attribute that was written in front already.
// expected-error@below {{custom op 'packed.sequence' 'task' is written in front of the dictionary already}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) {task = #packed.task<fl2va>}

// -----

// An attribute of a wrong kind.
// expected-error@below {{custom op 'packed.sequence' 'packed.sequence' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) {alignment = "wide"}

// -----

// An attribute of a wrong width.
// expected-error@below {{custom op 'packed.sequence' 'packed.sequence' op attribute 'sp_degree' failed to satisfy constraint: 64-bit signless integer attribute}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) {sp_degree = 4 : i32}

// -----

// Too few result types.
// expected-error@below {{operation defines 1 results but was provided 8 to bind}}
%l:8 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40) -> tensor<?xi64>

// -----

// A result without a rank.
// expected-error@below {{'packed.memory_rope' op result #0 must be ranked tensor of any type values, but got 'tensor<*xf32>'}}
%l = packed.memory_rope legacy (batch_size = 1, memory_video_len = 240, target_num_frames = 7, latent_height = 12, latent_width = 20) -> tensor<*xf32>

// -----

// A result that is no tensor.
// expected-error@below {{'packed.memory_rope' op result #0 must be ranked tensor of any type values, but got 'memref<1x3x?x2xf32>'}}
%l = packed.memory_rope legacy (batch_size = 1, memory_video_len = 240, target_num_frames = 7, latent_height = 12, latent_width = 20) -> memref<1x3x?x2xf32>

// -----

// Too few results.
// expected-error@below {{operation defines 8 results but was provided 2 to bind}}
%l:2 = packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, latent_w = 12, audio_t = 40)

// -----

// A size of another op.
// expected-error@below {{custom op 'packed.memory_rope_audio' unknown size 'target_num_frames'}}
%c = packed.memory_rope_audio legacy (batch_size = 1, memory_audio_len = 5, target_num_frames = 7)

// -----

// No mode.
// expected-error@below {{custom op 'packed.memory_rope_audio' expected valid keyword or string}}
%c = packed.memory_rope_audio (batch_size = 1, memory_audio_len = 5, target_audio_len = 7)
