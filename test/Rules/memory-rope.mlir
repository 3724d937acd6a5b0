// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Rules of packed.memory_rope and packed.memory_rope_audio.
// 
// -----

// broken: packed.memory_rope.grid
// expected-error@below {{'packed.memory_rope' op Invalid latent grid for memory RoPE: latent_height=0 latent_width=10}}
// expected-note@below {{also broken: latent_height=0 and latent_width=10 must both be positive [packed.memory_rope.grid-sides]}}
// expected-note@below {{pass the height and width of the latent frame in tokens, both positive [packed.memory_rope.grid]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 0, latent_width = 10)

// -----

// kept: packed.memory_rope.grid
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 1, latent_width = 10)

// -----

// broken: packed.memory_rope.grid
// One side negative.
// expected-error@below {{'packed.memory_rope' op Invalid latent grid for memory RoPE: latent_height=9 latent_width=-10}}
// expected-note@below {{also broken: latent_height=9 and latent_width=-10 must both be positive [packed.memory_rope.grid-sides]}}
// expected-note@below {{pass the height and width of the latent frame in tokens, both positive [packed.memory_rope.grid]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = -10)

// -----

// kept: packed.memory_rope.grid
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// broken: packed.memory_rope.multiple
// One token short of four frames.
// expected-error@below {{'packed.memory_rope' op memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=359 latent_height=9 latent_width=10}}
// expected-note@below {{a frame of 9 x 10 has 90 tokens; the nearest multiples are 270 and 360}}
// expected-note@below {{make the memory tokens and the coordinates with one and the same grid [packed.memory_rope.multiple]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 359, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// kept: packed.memory_rope.multiple
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// broken: packed.memory_rope.multiple
// The target's grid, transposed or not, is not that of the memory.
// expected-error@below {{'packed.memory_rope' op memory_video_len must be a multiple of latent_height * latent_width, got memory_video_len=360 latent_height=7 latent_width=10}}
// expected-note@below {{a frame of 7 x 10 has 70 tokens; the nearest multiples are 350 and 420}}
// expected-note@below {{make the memory tokens and the coordinates with one and the same grid [packed.memory_rope.multiple]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 7, latent_width = 10)

// -----

// kept: packed.memory_rope.multiple
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 350, target_num_frames = 5,
     latent_height = 7, latent_width = 10)

// -----

// broken: packed.memory_rope.mode
// expected-error@below {{'packed.memory_rope' op memory_position_mode must be one of {'reference', 'legacy', 'prefix_continuous'}, got prefix}}
// expected-note@below {{write one of the three modes [packed.memory_rope.mode]}}
%coords = packed.memory_rope prefix
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// kept: packed.memory_rope.mode
%coords = packed.memory_rope PREFIX_Continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// broken: packed.memory_rope.mode
// The text stands as the user wrote it.
// expected-error@below {{'packed.memory_rope_audio' op memory_position_mode must be one of {'reference', 'legacy', 'prefix_continuous'}, got Re ference}}
// expected-note@below {{write one of the three modes [packed.memory_rope.mode]}}
%coords = packed.memory_rope_audio "Re ference"
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 26)

// -----

// kept: packed.memory_rope.mode
%coords = packed.memory_rope_audio Reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 26)

// -----

// broken: packed.memory_rope.grid-sides
// expected-error@below {{'packed.memory_rope' op latent_height=-9 and latent_width=-10 must both be positive}}
// expected-note@below {{pass the height and width of the latent frame in tokens, both positive [packed.memory_rope.grid-sides]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = -9, latent_width = -10)

// -----

// kept: packed.memory_rope.grid-sides
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// broken: packed.memory_rope.negative-size
// expected-error@below {{'packed.memory_rope' op batch_size must be non-negative, got -2}}
// expected-note@below {{pass zero where there are none [packed.memory_rope.negative-size]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = -2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// kept: packed.memory_rope.negative-size
%coords = packed.memory_rope prefix_continuous
    (batch_size = 0, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)

// -----

// broken: packed.memory_rope.negative-size
// expected-error@below {{'packed.memory_rope' op target_num_frames must be non-negative, got -5}}
// expected-note@below {{pass zero where there are none [packed.memory_rope.negative-size]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = -5,
     latent_height = 9, latent_width = 10)

// -----

// kept: packed.memory_rope.negative-size
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 0,
     latent_height = 9, latent_width = 10)

// -----

// broken: packed.memory_rope.negative-size
// expected-error@below {{'packed.memory_rope' op sp_target_start_offset must be non-negative, got -1}}
// expected-note@below {{pass zero where there are none [packed.memory_rope.negative-size]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10, sp_target_start_offset = -1)

// -----

// kept: packed.memory_rope.negative-size
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10, sp_target_start_offset = 1)

// -----

// broken: packed.memory_rope.negative-size
// expected-error@below {{'packed.memory_rope_audio' op memory_audio_len must be non-negative, got -50}}
// expected-note@below {{pass zero where there are none [packed.memory_rope.negative-size]}}
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = -50, target_audio_len = 26)

// -----

// kept: packed.memory_rope.negative-size
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 0, target_audio_len = 26)

// -----

// broken: packed.memory_rope.negative-size
// expected-error@below {{'packed.memory_rope_audio' op target_audio_len must be non-negative, got -26}}
// expected-note@below {{pass zero where there are none [packed.memory_rope.negative-size]}}
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = -26)

// -----

// kept: packed.memory_rope.negative-size
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 0)

// -----

// broken: packed.memory_rope.downscale-factor
// expected-error@below {{'packed.memory_rope' op memory_downscale_factor must be at least 1, got -2}}
// expected-note@below {{pass 1 where memory and target have the same size [packed.memory_rope.downscale-factor]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10) {memory_downscale_factor = -2 : i64}

// -----

// kept: packed.memory_rope.downscale-factor
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10) {memory_downscale_factor = 4 : i64}

// -----

// broken: packed.memory_rope.result-shape
// A length: 360 + 5 x 90 tokens.
// expected-error@below {{'packed.memory_rope' op `coords` must be f32 of shape (2, 3, 810, 2) (got f32 of shape (2, 3, 450, 2))}}
// expected-note@below {{leave the result type out, it follows from the sizes [packed.memory_rope.result-shape]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)
    -> tensor<2x3x450x2xf32>

// -----

// kept: packed.memory_rope.result-shape
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 360, target_num_frames = 5,
     latent_height = 9, latent_width = 10)
    -> tensor<2x3x810x2xf32>

// -----

// broken: packed.memory_rope.result-shape
// Audio has one axis.
// expected-error@below {{'packed.memory_rope_audio' op `coords` must be f32 of shape (2, 1, 76, 2) (got f32 of shape (2, 3, 76, 2))}}
// expected-note@below {{leave the result type out, it follows from the sizes [packed.memory_rope.result-shape]}}
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 26)
    -> tensor<2x3x76x2xf32>

// -----

// kept: packed.memory_rope.result-shape
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 26)
    -> tensor<2x1x76x2xf32>

// -----

// broken: packed.memory_rope.result-shape
// An element type.
// expected-error@below {{'packed.memory_rope_audio' op `coords` must be f32 of shape (2, 1, 76, 2) (got f64 of shape (2, 1, 76, 2))}}
// expected-note@below {{leave the result type out, it follows from the sizes [packed.memory_rope.result-shape]}}
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 26)
    -> tensor<2x1x76x2xf64>

// -----

// kept: packed.memory_rope.result-shape
%coords = packed.memory_rope_audio reference
    (batch_size = 2, memory_audio_len = 50, target_audio_len = 26)
    -> tensor<?x1x?x2xf32>

// -----

// broken: packed.size-overflow
// Tokens of one frame.
// expected-error@below {{'packed.memory_rope' op the sizes overflow 64 bits in a sum or product of 'packed.memory_rope.grid'}}
// expected-note@below {{look for a size that is too large by a factor, or a byte count taken for a number of elements [packed.size-overflow]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 0, target_num_frames = 5,
     latent_height = 4294967296, latent_width = 4294967296)

// -----

// kept: packed.size-overflow
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 0, target_num_frames = 0,
     latent_height = 3037000499, latent_width = 3037000499)

// -----

// broken: packed.size-overflow
// Tokens of all frames.
// expected-error@below {{'packed.memory_rope' op the sizes overflow 64 bits in a sum or product of 'coords'}}
// expected-note@below {{look for a size that is too large by a factor, or a byte count taken for a number of elements [packed.size-overflow]}}
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 0, target_num_frames = 9223372036854775807,
     latent_height = 9, latent_width = 10)

// -----

// kept: packed.size-overflow
%coords = packed.memory_rope prefix_continuous
    (batch_size = 2, memory_video_len = 0, target_num_frames = 1000000,
     latent_height = 9, latent_width = 10)
