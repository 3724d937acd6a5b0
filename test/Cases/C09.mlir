// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// An odd number of rows under sequence parallelism of degree 2: it holds all
// rows, so it is no error. Advice about it comes from the check pass.

// -----

// 22177 rows: 97 of text, 22080 of video.
%layout:8 = packed.sequence t2va
    (text_len = 97, latent_t = 46, latent_h = 32, latent_w = 60, audio_t = 0,
     seq_len = 22177) {sp_degree = 2 : i64}

// -----

// Aligned.
%layout:8 = packed.sequence t2va
    (text_len = 97, latent_t = 46, latent_h = 32, latent_w = 60, audio_t = 0,
     seq_len = 22208) {sp_degree = 2 : i64}

// -----

// One row too few.
// expected-error@below {{'packed.sequence' op seq_len 22176 < used rows 22177}}
// expected-note@below {{used rows 22177 = text 97 + keyframes 0 + references 0 + audio 0 + video 22080}}
// expected-note@below {{seq_len 22208 is the aligned length}}
// expected-note@below {{leave seq_len out, or pass the used rows rounded up to the alignment [packed.sequence.seq-len]}}
%layout:8 = packed.sequence t2va
    (text_len = 97, latent_t = 46, latent_h = 32, latent_w = 60, audio_t = 0,
     seq_len = 22176) {sp_degree = 2 : i64}
