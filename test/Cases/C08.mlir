// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// A length that no alignment made, split four ways: it holds all rows, so it is
// no error. Advice about it comes from the check pass.

// -----

// 58758 rows: 30 + 62 x 39 x 24 + 348 x 2.
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 62, latent_h = 78, latent_w = 48, audio_t = 348,
     seq_len = 58758) {sp_degree = 4 : i64}

// -----

// Aligned.
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 62, latent_h = 78, latent_w = 48, audio_t = 348,
     seq_len = 58816) {sp_degree = 4 : i64}

// -----

// One row too few.
// expected-error@below {{'packed.sequence' op seq_len 58757 < used rows 58758}}
// expected-note@below {{used rows 58758 = text 30 + keyframes 0 + references 0 + audio 696 + video 58032}}
// expected-note@below {{seq_len 58816 is the aligned length}}
// expected-note@below {{leave seq_len out, or pass the used rows rounded up to the alignment [packed.sequence.seq-len]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 62, latent_h = 78, latent_w = 48, audio_t = 348,
     seq_len = 58757) {sp_degree = 4 : i64}
