// RUN: packed-opt %s --split-input-file --verify-diagnostics -o /dev/null

// Rules of packed.sequence: each broken once or more, each kept beside it.
// 
// -----

// broken: packed.sequence.ref-kind-empty
// expected-error@below {{'packed.sequence' op ref_blocks[1].kind must be a non-empty string}}
// expected-note@below {{write image, audio, video or video_audio [packed.sequence.ref-kind-empty]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [audio(ref_audio_t = 8), ""(latent_h = 16, latent_w = 20)]

// -----

// kept: packed.sequence.ref-kind-empty
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [audio(ref_audio_t = 8), "image"(latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.ref-kind
// expected-error@below {{'packed.sequence' op ref_blocks[0].kind unsupported for ref2va: "it's"}}
// expected-note@below {{write image, audio, video or video_audio [packed.sequence.ref-kind]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs ["it's"(ref_audio_t = 8)]

// -----

// kept: packed.sequence.ref-kind
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video_audio(ref_audio_t = 8, latent_t = 2, latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.ref-kind
// Kinds are spelled as the request spells them.
// expected-error@below {{'packed.sequence' op ref_blocks[0].kind unsupported for ref2va: 'Image'}}
// expected-note@below {{write image, audio, video or video_audio [packed.sequence.ref-kind]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [Image(latent_h = 16, latent_w = 20)]

// -----

// kept: packed.sequence.ref-kind
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [image(latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.ref-size-missing
// An image has no height of its own.
// expected-error@below {{'packed.sequence' op ref_blocks[0].latent_h must be an integer}}
// expected-note@below {{give the block all sizes of its kind [packed.sequence.ref-size-missing]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [image(latent_w = 20)]

// -----

// kept: packed.sequence.ref-size-missing
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [image(latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.ref-size-missing
// Audio needs its steps; sizes of another kind don't stand in.
// expected-error@below {{'packed.sequence' op ref_blocks[0].ref_audio_t must be an integer}}
// expected-note@below {{give the block all sizes of its kind [packed.sequence.ref-size-missing]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [audio(latent_t = 8)]

// -----

// kept: packed.sequence.ref-size-missing
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [audio(ref_audio_t = 8)]

// -----

// broken: packed.sequence.ref-size-missing
// A video is asked for ref_audio_t first, then for t, h and w.
// expected-error@below {{'packed.sequence' op ref_blocks[0].ref_audio_t must be an integer}}
// expected-note@below {{also broken: ref_blocks[0].latent_t must be an integer [packed.sequence.ref-size-missing]}}
// expected-note@below {{also broken: ref_blocks[0].latent_h must be an integer [packed.sequence.ref-size-missing]}}
// expected-note@below {{also broken: ref_blocks[0].latent_w must be an integer [packed.sequence.ref-size-missing]}}
// expected-note@below {{give the block all sizes of its kind [packed.sequence.ref-size-missing]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video()]

// -----

// kept: packed.sequence.ref-size-missing
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video(ref_audio_t = 0, latent_t = 2, latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.ref-size-positive
// expected-error@below {{'packed.sequence' op ref_blocks[0].latent_t must be positive}}
// expected-note@below {{pass the sizes of the encoded reference, or leave the block out [packed.sequence.ref-size-positive]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video(ref_audio_t = 0, latent_t = 0, latent_h = 16, latent_w = 20)]

// -----

// kept: packed.sequence.ref-size-positive
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video(ref_audio_t = 0, latent_t = 1, latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.ref-audio-negative
// expected-error@below {{'packed.sequence' op ref_blocks[0].ref_audio_t must be non-negative}}
// expected-note@below {{pass zero for a reference without audio [packed.sequence.ref-audio-negative]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video_audio(ref_audio_t = -5, latent_t = 2, latent_h = 16, latent_w = 20)]

// -----

// kept: packed.sequence.ref-audio-negative
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video_audio(ref_audio_t = 5, latent_t = 2, latent_h = 16, latent_w = 20)]

// -----

// broken: packed.sequence.keyframes-omitted
// expected-error@below {{'packed.sequence' op keyframe_frame_indices must be omitted when keyframe cond is not included}}
// expected-note@below {{drop the keyframes, or use the task fl2va [packed.sequence.keyframes-omitted]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [-1]

// -----

// kept: packed.sequence.keyframes-omitted
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)

// -----

// broken: packed.sequence.keyframes-required
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices}}
// expected-note@below {{say which frames are given: keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-required]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)

// -----

// kept: packed.sequence.keyframes-required
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [-1]

// -----

// broken: packed.sequence.keyframes-strict
// The first frame comes first.
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got [-1, 0]}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [-1, 0]

// -----

// kept: packed.sequence.keyframes-strict
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [0, -1]

// -----

// broken: packed.sequence.keyframes-strict
// An empty list is not the same as none.
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got []}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes []

// -----

// kept: packed.sequence.keyframes-strict
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [0]

// -----

// broken: packed.sequence.keyframes-strict
// References with keyframes keep to the same anchors.
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got [0, 0]}}
// expected-note@below {{also broken: keyframe frame index at block 1 resolves to 0, already bound by block 0 [packed.sequence.keyframe-bound-twice]}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    refs [audio(ref_audio_t = 8)] keyframes [0, 0]

// -----

// kept: packed.sequence.keyframes-strict
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    refs [audio(ref_audio_t = 8)] keyframes [0, -1]

// -----

// broken: packed.sequence.frame-count-required
// expected-error@below {{'packed.sequence' op frame_count is required when keyframe_frame_indices are provided}}
// expected-note@below {{pass frame_count, the number of frames of the video [packed.sequence.frame-count-required]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    keyframes [0, -1]

// -----

// kept: packed.sequence.frame-count-required
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [0, -1]

// -----

// broken: packed.sequence.frame-count-positive
// expected-error@below {{'packed.sequence' op frame_count must be positive}}
// expected-note@below {{pass frame_count, the number of frames of the video [packed.sequence.frame-count-positive]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = -3)
    keyframes [-1]

// -----

// kept: packed.sequence.frame-count-positive
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 3)
    keyframes [-1]

// -----

// broken: packed.sequence.keyframe-range
// The strict list of anchors precedes this rule, so it follows as a note.
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got [24]}}
// expected-note@below {{also broken: keyframe frame index 24 must be -1 or in [0, 24) [packed.sequence.keyframe-range]}}
// expected-note@below {{also broken: fl2va packed layout only supports first/last keyframe anchors, got resolved frame index 24 [packed.sequence.keyframe-anchor]}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [24]

// -----

// kept: packed.sequence.keyframe-range
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [0]

// -----

// broken: packed.sequence.keyframe-bound-twice
// expected-error@below {{'packed.sequence' op keyframe frame index at block 1 resolves to 0, already bound by block 0}}
// expected-note@below {{give one keyframe only, or a video of more frames [packed.sequence.keyframe-bound-twice]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 1)
    keyframes [0, -1]

// -----

// kept: packed.sequence.keyframe-bound-twice
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 2)
    keyframes [0, -1]

// -----

// broken: packed.sequence.seq-len
// expected-error@below {{'packed.sequence' op seq_len 576 < used rows 610}}
// expected-note@below {{used rows 610 = text 30 + keyframes 0 + references 0 + audio 100 + video 480}}
// expected-note@below {{seq_len 640 is the aligned length}}
// expected-note@below {{leave seq_len out, or pass the used rows rounded up to the alignment [packed.sequence.seq-len]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 576)

// -----

// kept: packed.sequence.seq-len
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 640)

// -----

// broken: packed.sequence.seq-len
// Each part takes its rows: 30 + 2 x 80 + (4 x 6 + 8 x 2) + 50 x 2 + 6 x 80.
// expected-error@below {{'packed.sequence' op seq_len 809 < used rows 810}}
// expected-note@below {{used rows 810 = text 30 + keyframes 160 + references 40 + audio 100 + video 480}}
// expected-note@below {{seq_len 832 is the aligned length}}
// expected-note@below {{leave seq_len out, or pass the used rows rounded up to the alignment [packed.sequence.seq-len]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24,
     seq_len = 809)
    refs [image(latent_h = 8, latent_w = 12), audio(ref_audio_t = 8)]
    keyframes [0, -1]

// -----

// kept: packed.sequence.seq-len
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24,
     seq_len = 810)
    refs [image(latent_h = 8, latent_w = 12), audio(ref_audio_t = 8)]
    keyframes [0, -1]

// -----

// broken: packed.sequence.seq-len
// Mono audio takes half the rows; the aligned length follows the alignment.
// expected-error@below {{'packed.sequence' op seq_len 559 < used rows 560}}
// expected-note@below {{used rows 560 = text 30 + keyframes 0 + references 0 + audio 50 + video 480}}
// expected-note@below {{seq_len 640 is the aligned length}}
// expected-note@below {{leave seq_len out, or pass the used rows rounded up to the alignment [packed.sequence.seq-len]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, audio_channel = 1,
     seq_len = 559) {alignment = 128 : i64}

// -----

// kept: packed.sequence.seq-len
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, audio_channel = 1,
     seq_len = 560) {alignment = 128 : i64}

// -----

// broken: packed.sequence.keyframe-anchor
// The strict list of anchors precedes this rule, so it follows as a note.
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got [7]}}
// expected-note@below {{also broken: fl2va packed layout only supports first/last keyframe anchors, got resolved frame index 7 [packed.sequence.keyframe-anchor]}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [7]

// -----

// kept: packed.sequence.keyframe-anchor
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [-1]

// -----

// broken: packed.sequence.keyframe-anchor
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got [7]}}
// expected-note@below {{also broken: hybrid ref2va packed layout only supports first/last keyframe anchors, got resolved frame index 7 [packed.sequence.keyframe-anchor]}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    refs [audio(ref_audio_t = 8)] keyframes [7]

// -----

// kept: packed.sequence.keyframe-anchor
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    refs [audio(ref_audio_t = 8)] keyframes [-1]

// -----

// broken: packed.sequence.negative-size
// expected-error@below {{'packed.sequence' op audio_t must be non-negative, got -1}}
// expected-note@below {{pass zero where there is none [packed.sequence.negative-size]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = -1)

// -----

// kept: packed.sequence.negative-size
%layout:8 = packed.sequence t2va
    (text_len = 0, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 0)

// -----

// broken: packed.sequence.negative-size
// Beyond all other rows.
// expected-error@below {{'packed.sequence' op text_len must be non-negative, got -5000}}
// expected-note@below {{pass zero where there is none [packed.sequence.negative-size]}}
%layout:8 = packed.sequence t2va
    (text_len = -5000, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)

// -----

// kept: packed.sequence.negative-size
%layout:8 = packed.sequence t2va
    (text_len = 5000, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)

// -----

// broken: packed.sequence.positive-size
// expected-error@below {{'packed.sequence' op latent_t must be positive, got 0}}
// expected-note@below {{pass the size of the encoded target [packed.sequence.positive-size]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 0, latent_h = 16, latent_w = 20, audio_t = 50)

// -----

// kept: packed.sequence.positive-size
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 1, latent_h = 16, latent_w = 20, audio_t = 50)

// -----

// broken: packed.sequence.positive-size
// expected-error@below {{'packed.sequence' op alignment must be positive, got 0}}
// expected-note@below {{pass the size of the encoded target [packed.sequence.positive-size]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50) {alignment = 0 : i64}

// -----

// kept: packed.sequence.positive-size
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50) {alignment = 1 : i64}

// -----

// broken: packed.sequence.positive-size
// expected-error@below {{'packed.sequence' op sp_degree must be positive, got 0}}
// expected-note@below {{pass the size of the encoded target [packed.sequence.positive-size]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50) {sp_degree = 0 : i64}

// -----

// kept: packed.sequence.positive-size
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50) {sp_degree = 1 : i64}

// -----

// broken: packed.sequence.side-shorter-than-patch
// expected-error@below {{'packed.sequence' op latent_w is 1, shorter than the patch side 2, so its grid has no point}}
// expected-note@below {{pass a latent at least 2 wide [packed.sequence.side-shorter-than-patch]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 1, audio_t = 50)

// -----

// kept: packed.sequence.side-shorter-than-patch
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 2, audio_t = 50)

// -----

// kept: packed.sequence.side-shorter-than-patch
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 1, latent_w = 20, audio_t = 50)

// -----

// broken: packed.sequence.side-shorter-than-patch
// The audio of a reference video lies on the video's own grid.
// expected-error@below {{'packed.sequence' op ref_blocks[0].latent_w is 1, shorter than the patch side 2, so its grid has no point}}
// expected-note@below {{pass a latent at least 2 wide [packed.sequence.side-shorter-than-patch]}}
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video_audio(ref_audio_t = 8, latent_t = 2, latent_h = 16, latent_w = 1)]

// -----

// kept: packed.sequence.side-shorter-than-patch
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video_audio(ref_audio_t = 8, latent_t = 2, latent_h = 16, latent_w = 2)]

// -----

// kept: packed.sequence.side-shorter-than-patch
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    refs [video(ref_audio_t = 0, latent_t = 2, latent_h = 16, latent_w = 1)]

// -----

// broken: packed.sequence.seq-len-int32
// A stated length.
// expected-error@below {{'packed.sequence' op seq_len 2147483648 does not fit the 32-bit numbers of cu_seqlens}}
// expected-note@below {{look for a size that is too large by a factor [packed.sequence.seq-len-int32]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 2147483648)

// -----

// kept: packed.sequence.seq-len-int32
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, seq_len = 2147483647)

// -----

// broken: packed.sequence.seq-len-int32
// A length that follows: 2147483647 rows, aligned.
// expected-error@below {{'packed.sequence' op seq_len 2147483648 does not fit the 32-bit numbers of cu_seqlens}}
// expected-note@below {{look for a size that is too large by a factor [packed.sequence.seq-len-int32]}}
%layout:8 = packed.sequence t2va
    (text_len = 2147483067, latent_t = 6, latent_h = 16, latent_w = 20,
     audio_t = 50)

// -----

// kept: packed.sequence.seq-len-int32
%layout:8 = packed.sequence t2va
    (text_len = 2147480000, latent_t = 6, latent_h = 16, latent_w = 20,
     audio_t = 50)

// -----

// broken: packed.sequence.refs-omitted
// expected-error@below {{'packed.sequence' op ref_blocks must be omitted for task fl2va}}
// expected-note@below {{drop the references, or use the task ref2va [packed.sequence.refs-omitted]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    refs [audio(ref_audio_t = 8)] keyframes [0]

// -----

// kept: packed.sequence.refs-omitted
%layout:8 = packed.sequence ref2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    refs [audio(ref_audio_t = 8)] keyframes [0]

// -----

// broken: packed.sequence.result-shape
// A length.
// expected-error@below {{'packed.sequence' op `audio_update_mask` must be i1 of shape (100,) (got i1 of shape (50,))}}
// expected-note@below {{leave the result types out, or give each its element type and length [packed.sequence.result-shape]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<50xi1>, tensor<640x3xf64>, tensor<640xi64>, tensor<3xi32>

// -----

// kept: packed.sequence.result-shape
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<640x3xf64>, tensor<640xi64>, tensor<3xi32>

// -----

// broken: packed.sequence.result-shape
// An element type.
// expected-error@below {{'packed.sequence' op `img_position_ids` must be f64 of shape (640, 3) (got f32 of shape (640, 3))}}
// expected-note@below {{leave the result types out, or give each its element type and length [packed.sequence.result-shape]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<640x3xf32>, tensor<640xi64>, tensor<3xi32>

// -----

// kept: packed.sequence.result-shape
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<640x3xf64>, tensor<640xi64>, tensor<3xi32>

// -----

// broken: packed.sequence.result-shape
// A rank.
// expected-error@below {{'packed.sequence' op `img_position_ids` must be f64 of shape (640, 3) (got f64 of shape (640,))}}
// expected-note@below {{leave the result types out, or give each its element type and length [packed.sequence.result-shape]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<640xf64>, tensor<640xi64>, tensor<3xi32>

// -----

// kept: packed.sequence.result-shape
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
    -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<?x?xf64>, tensor<640xi64>, tensor<3xi32>

// -----

// broken: packed.sequence.result-shape
// What a size that is not known makes of a length can't be wrong; the rest can.
func.func @request(%n: index) {
  // expected-error@below {{'packed.sequence' op `img_pos` must be i64 of shape (480,) (got i64 of shape (481,))}}
  // expected-note@below {{leave the result types out, or give each its element type and length [packed.sequence.result-shape]}}
  %layout:8 = packed.sequence t2va
      (text_len = %n, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
      -> tensor<481xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<640x3xf64>, tensor<640xi64>, tensor<3xi32>
  return
}

// -----

// kept: packed.sequence.result-shape
func.func @request(%n: index) {
  %layout:8 = packed.sequence t2va
      (text_len = %n, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50)
      -> tensor<480xi64>, tensor<100xi64>, tensor<30xi64>, tensor<480xi1>,
       tensor<100xi1>, tensor<640x3xf64>, tensor<640xi64>, tensor<3xi32>
  return
}

// -----

// broken: packed.size-overflow
// Rows beyond 64 bits.
// expected-error@below {{'packed.sequence' op the sizes overflow 64 bits in a sum or product of 'packed.sequence.seq-len'}}
// expected-note@below {{used rows ? = text 30 + keyframes 0 + references 0 + audio 100 + video ?}}
// expected-note@below {{seq_len ? is the aligned length}}
// expected-note@below {{look for a size that is too large by a factor, or a byte count taken for a number of elements [packed.size-overflow]}}
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 9223372036854775807, latent_h = 16, latent_w = 20,
     audio_t = 50, seq_len = 128)

// -----

// kept: packed.size-overflow
%layout:8 = packed.sequence t2va
    (text_len = 30, latent_t = 1, latent_h = 4, latent_w = 20,
     audio_t = 50, seq_len = 192)

// -----

// broken: packed.size-overflow
// The same without a stated length.
// expected-error@below {{'packed.sequence' op the sizes overflow 64 bits in a sum or product of 'seq_len'}}
// expected-note@below {{look for a size that is too large by a factor, or a byte count taken for a number of elements [packed.size-overflow]}}
%layout:8 = packed.sequence t2va
    (text_len = 9223372036854775807, latent_t = 6, latent_h = 16, latent_w = 20,
     audio_t = 50)

// -----

// kept: packed.size-overflow
%layout:8 = packed.sequence t2va
    (text_len = 2147480000, latent_t = 6, latent_h = 16, latent_w = 20,
     audio_t = 50)

// -----

// broken: packed.sequence.keyframes-strict
// A long list is refused as a whole, without a note for each of its frames.
// expected-error@below {{'packed.sequence' op strict fl2va packed layout requires keyframe_frame_indices in ((0,), (-1,), (0, -1)), got [0, 0, 7, 99, -1]}}
// expected-note@below {{use keyframes [0], [-1] or [0, -1] [packed.sequence.keyframes-strict]}}
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [0, 0, 7, 99, -1]

// -----

// kept: packed.sequence.keyframes-strict
%layout:8 = packed.sequence fl2va
    (text_len = 30, latent_t = 6, latent_h = 16, latent_w = 20, audio_t = 50, frame_count = 24)
    keyframes [0, -1]
