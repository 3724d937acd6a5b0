// RUN: packed-opt %s --packed-check --split-input-file --verify-diagnostics -o /dev/null
// RUN: packed-opt %s --split-input-file -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VERIFY --allow-empty

// VERIFY-NOT: warning:

// Requests that the reference accepts and that are probably mistakes: the check
// pass warns, the verifier says nothing.

// -----

// warned: packed.sequence.odd-side
// expected-warning@below {{'packed.sequence' op latent_h is 17: the last line of latents has no row}}
// expected-note@below {{encode the frames at an even latent size [packed.sequence.odd-side]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 17, latent_w = 20, audio_t = 50)

// -----

// silent: packed.sequence.odd-side
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 18, latent_w = 20, audio_t = 50)

// -----

// warned: packed.sequence.odd-side
// expected-warning@below {{'packed.sequence' op ref_blocks[0].latent_w is 21: the last line of latents has no row}}
// expected-note@below {{encode the frames at an even latent size [packed.sequence.odd-side]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [image(latent_h = 16, latent_w = 21)]

// -----

// silent: packed.sequence.odd-side
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [image(latent_h = 16, latent_w = 22)]

// -----

// warned: packed.sequence.seq-len-alignment
// expected-warning@below {{'packed.sequence' op seq_len 625 is not a multiple of 64}}
// expected-note@below {{seq_len 640 is the next multiple}}
// expected-note@below {{round seq_len up to the alignment [packed.sequence.seq-len-alignment]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 625)

// -----

// silent: packed.sequence.seq-len-alignment
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 704)

// -----

// warned: packed.sequence.seq-len-alignment
// expected-warning@below {{'packed.sequence' op seq_len 700 is not a multiple of 128}}
// expected-note@below {{seq_len 768 is the next multiple}}
// expected-note@below {{round seq_len up to the alignment [packed.sequence.seq-len-alignment]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 700) {alignment = 128 : i64}

// -----

// silent: packed.sequence.seq-len-alignment
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 640) {alignment = 128 : i64}

// -----

// warned: packed.sequence.sp-degree
// expected-warning@below {{'packed.sequence' op sequence-parallel degree 6 does not divide seq_len 640: remainder 4}}
// expected-note@below {{pad seq_len to a multiple of the degree and the alignment [packed.sequence.sp-degree]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 640) {sp_degree = 6 : i64}

// -----

// silent: packed.sequence.sp-degree
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 640) {sp_degree = 8 : i64}
