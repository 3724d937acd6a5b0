# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Coordinates of memory RoPE (JoyEcho): rules and values, in plain Python.

Stated from the written specification; shares no code with packed-mlir. All
arithmetic is in f32, one rounding an operation.
"""

import struct

from outcome import Misuses, require

TIME_SCALE, SIDE_SCALE = 8, 32
FRAMES_PER_SECOND = 24
AUDIO_SCALE, HOP, SAMPLING_RATE = 4, 160, 16000
CAUSAL_OFFSET = 1
MODES = ("reference", "legacy", "prefix_continuous")


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def check_mode(mode):
    require(
        mode.lower() in MODES,
        "memory_position_mode must be one of "
        f"{{'reference', 'legacy', 'prefix_continuous'}}, got {mode}",
    )


def is_continuous(mode):
    return mode.lower() == "prefix_continuous"


def require_non_negative(own, **sizes):
    for name, size in sizes.items():
        own.require(size >= 0, f"{name} must be non-negative, got {size}")


def seconds(frame):
    return f32(max(f32(f32(frame * TIME_SCALE) + CAUSAL_OFFSET - TIME_SCALE), 0.0) / FRAMES_PER_SECOND)


def audio_seconds(frame):
    first = max(f32(f32(frame * AUDIO_SCALE) + CAUSAL_OFFSET - AUDIO_SCALE), 0.0)
    return f32(f32(first * HOP) / SAMPLING_RATE)


def span(start, place):
    return [place(start), place(start + 1)]


def tokens(frames, height, width, downscale):
    """Axis by axis, the (start, end) of every token."""
    side = lambda p: f32(f32(p * SIDE_SCALE) * downscale)
    places = [(f, y, x) for f in frames for y in range(height) for x in range(width)]
    return [
        [span(f, seconds) for f, _, _ in places],
        [span(y, side) for _, y, _ in places],
        [span(x, side) for _, _, x in places],
    ]


def build(
    batch_size, memory_video_len, target_num_frames, latent_height, latent_width,
    memory_position_mode, memory_downscale_factor=1, sp_target_start_offset=0,
):
    """Video coordinates, f32 `[batch, 3, tokens, 2]`."""
    grid = latent_height * latent_width
    require(
        grid > 0,
        "Invalid latent grid for memory RoPE: "
        f"latent_height={latent_height} latent_width={latent_width}",
    )
    require(
        memory_video_len % grid == 0,
        "memory_video_len must be a multiple of latent_height * latent_width, got "
        f"memory_video_len={memory_video_len} latent_height={latent_height} "
        f"latent_width={latent_width}",
    )
    check_mode(memory_position_mode)

    own = Misuses()
    own.require(
        latent_height > 0 and latent_width > 0,
        f"latent_height={latent_height} and latent_width={latent_width} must both be positive",
    )
    require_non_negative(
        own, batch_size=batch_size, memory_video_len=memory_video_len,
        target_num_frames=target_num_frames, sp_target_start_offset=sp_target_start_offset,
    )
    own.require(
        memory_downscale_factor >= 1,
        f"memory_downscale_factor must be at least 1, got {memory_downscale_factor}",
    )
    own.finish()

    memory_frames = memory_video_len // grid
    first = memory_frames if is_continuous(memory_position_mode) else 0
    first += sp_target_start_offset
    memory = tokens(range(memory_frames), latent_height, latent_width, memory_downscale_factor)
    target = tokens(range(first, first + target_num_frames), latent_height, latent_width, 1)
    axes = [m + t for m, t in zip(memory, target)]
    return {
        "shape": [batch_size, 3, memory_video_len + target_num_frames * grid, 2],
        "coords": [axes] * batch_size,
    }


def build_audio(batch_size, memory_audio_len, target_audio_len, memory_position_mode):
    """Audio coordinates, f32 `[batch, 1, tokens, 2]`."""
    check_mode(memory_position_mode)
    own = Misuses()
    require_non_negative(
        own, batch_size=batch_size, memory_audio_len=memory_audio_len,
        target_audio_len=target_audio_len,
    )
    own.finish()
    first = memory_audio_len if is_continuous(memory_position_mode) else 0
    frames = [*range(memory_audio_len), *range(first, first + target_audio_len)]
    return {
        "shape": [batch_size, 1, len(frames), 2],
        "coords": [[[span(f, audio_seconds) for f in frames]]] * batch_size,
    }
