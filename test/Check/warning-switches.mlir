// Each warning has its own switch, in the pass and in the tool.
// RUN: packed-check %s 2>&1 | FileCheck %s --check-prefixes=SIDE,ALIGN,SP
// RUN: packed-check %s --disable-warning=packed.sequence.odd-side 2>&1 | FileCheck %s --check-prefixes=NO-SIDE,ALIGN,SP
// RUN: packed-opt %s --packed-check=disable-warnings=packed.sequence.seq-len-alignment -o /dev/null 2>&1 | FileCheck %s --check-prefixes=SIDE,NO-ALIGN,SP
// RUN: packed-opt %s --packed-check=disable-warnings=packed.sequence.odd-side,packed.sequence.sp-degree -o /dev/null 2>&1 | FileCheck %s --check-prefixes=NO-SIDE,ALIGN,NO-SP

// SIDE: warning: {{.*}}latent_h is 17
// NO-SIDE-NOT: latent_h is 17
%0:8 = packed.sequence t2va (text_len = 30, latent_t = 6, latent_h = 17, latent_w = 20, audio_t = 50)

// ALIGN: warning: {{.*}}seq_len 625 is not a multiple of 64
// NO-ALIGN-NOT: not a multiple of 64
%1:8 = packed.sequence t2va (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 625)

// SP: warning: {{.*}}sequence-parallel degree 6 does not divide seq_len 640
// NO-SP-NOT: does not divide
%2:8 = packed.sequence t2va (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 640) {sp_degree = 6 : i64}
