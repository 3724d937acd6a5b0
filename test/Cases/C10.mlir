// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Memory tokens of one more token than the frames of the grid have.

// -----

// 28 frames and a token.
// expected-error@below {{'packed.memory_rope' op memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=43681 latent_height=30 latent_width=52}}
// expected-note@below {{a frame of 30 x 52 has 1560 tokens; the nearest multiples are 43680 and 45240}}
// expected-note@below {{make the memory tokens and the coordinates with one and the same grid [packed.memory_rope.multiple]}}
%coords = packed.memory_rope legacy
    (batch_size = 1, memory_video_len = 43681, target_num_frames = 8,
     latent_height = 30, latent_width = 52)

// -----

// 28 frames.
%coords = packed.memory_rope legacy
    (batch_size = 1, memory_video_len = 43680, target_num_frames = 8,
     latent_height = 30, latent_width = 52)
