#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layouts in plain NumPy: what the compiled code is compared with.

Run with a folder that holds `sequence.json` and `memory_rope.json`, it checks
itself against the reference answers, bit for bit.
"""
import json
import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "test/oracle"))
from sums import compensated_sum  # noqa: E402

PATCH = 2
GRID_SCALE = 32.0
SPAN_UNIT = 5.0 / 3.0
VISUAL, TEXT, AUDIO = 0, 1, 2


def frame_rows(h, w):
    return (h // PATCH) * (w // PATCH)


def axis_grid(h, w, side):
    """Positions of the patches along one side of an h by w latent."""
    n = side // PATCH
    ratio = side / math.sqrt(h * w)
    left = (1.0 - ratio) / 2.0
    right = left + ratio
    if n == 0:
        return np.zeros(0)
    return (np.arange(n) * ((right - left) / n) + left) * GRID_SCALE


def spans(frames):
    return SPAN_UNIT * np.where(np.arange(frames) % 5 == 0, 1.0, 4.0)


def frame_times(origin, frames):
    """Start of each frame: the spans before it, added one by one."""
    running = np.concatenate([[0.0], np.cumsum(spans(frames))])
    return origin + running[:frames]


class Builder:
    """Appends blocks of rows."""

    def __init__(self):
        self.row = 0
        self.rows = {VISUAL: [], TEXT: [], AUDIO: []}
        self.masks = {VISUAL: [], AUDIO: []}
        self.ids = []
        self.tags = []

    def add(self, tag, t, h, w, is_target=False):
        count = len(t)
        self.rows[tag].append(np.arange(self.row, self.row + count))
        if tag != TEXT:
            self.masks[tag].append(np.full(count, is_target))
        self.ids.append(np.stack([t, h, w], axis=1))
        self.tags.append(np.full(count, tag, dtype=np.int64))
        self.row += count

    def add_visual(self, times, h, w, is_target=False):
        grid_h, grid_w = axis_grid(h, w, h), axis_grid(h, w, w)
        frame = len(grid_h) * len(grid_w)
        self.add(VISUAL, np.repeat(times, frame),
                 np.tile(np.repeat(grid_h, len(grid_w)), len(times)),
                 np.tile(grid_w, len(times) * len(grid_h)), is_target)

    def add_audio(self, origin, steps, channels, grid_w, is_target=False):
        if steps * channels == 0:
            return
        t = np.tile(origin + np.arange(steps), channels)
        w = np.full(channels * steps, grid_w[-1])
        w[:steps] = grid_w[0]
        self.add(AUDIO, t, np.zeros(len(t)), w, is_target)


def packed_sequence(text_len, latent_t, latent_h, latent_w, audio_t,
                    audio_channel=2, ref_blocks=(), keyframe_frame_indices=None,
                    frame_count=None, seq_len=None, alignment=64, **_):
    keyframes = keyframe_frame_indices or ()
    target_w = axis_grid(latent_h, latent_w, latent_w)

    # The cursor in time, and where each reference starts.
    cursor = float(text_len)
    origins = []
    for block in ref_blocks:
        origins.append(cursor)
        if block["kind"] == "image":
            cursor += 1.0
        elif block["kind"] == "audio":
            cursor += float(block["ref_audio_t"])
        else:
            cursor += max(float(block["ref_audio_t"]),
                          compensated_sum(spans(block["latent_t"]).tolist()))

    out = Builder()
    text = np.arange(text_len, dtype=np.float64)
    out.add(TEXT, text, np.zeros(text_len), np.zeros(text_len))
    for index in keyframes:
        resolved = frame_count - 1 if index == -1 else index
        last = cursor + float(np.sum(spans(latent_t))) - SPAN_UNIT
        out.add_visual(np.array([cursor if resolved == 0 else last]), latent_h,
                       latent_w)
    for origin, block in zip(origins, ref_blocks):
        if block["kind"] == "image":
            out.add_visual(np.array([origin]), block["latent_h"],
                           block["latent_w"])
            continue
        is_audio = block["kind"] == "audio"
        grid_w = target_w if is_audio else axis_grid(
            block["latent_h"], block["latent_w"], block["latent_w"])
        out.add_audio(origin, block["ref_audio_t"], audio_channel, grid_w)
        if not is_audio:
            out.add_visual(frame_times(origin, block["latent_t"]),
                           block["latent_h"], block["latent_w"])
    out.add_audio(cursor, audio_t, audio_channel, target_w, is_target=True)
    out.add_visual(frame_times(cursor, latent_t), latent_h, latent_w,
                   is_target=True)

    used = out.row
    if seq_len is None:
        seq_len = -(-used // alignment) * alignment
    ids = np.zeros((seq_len, 3))
    ids[:used] = np.concatenate(out.ids)
    tags = np.full(seq_len, -1, dtype=np.int64)
    tags[:used] = np.concatenate(out.tags)

    def join(parts, dtype):
        return np.concatenate([np.zeros(0, dtype=dtype)] + parts)

    return {
        "img_pos": join(out.rows[VISUAL], np.int64),
        "audio_pos": join(out.rows[AUDIO], np.int64),
        "text_pos": join(out.rows[TEXT], np.int64),
        "update_mask": join(out.masks[VISUAL], bool),
        "audio_update_mask": join(out.masks[AUDIO], bool),
        "img_position_ids": ids,
        "token_tags": tags,
        "cu_seqlens": np.array([0, used, seq_len], dtype=np.int32),
    }


def frame_bounds(first, count):
    return np.stack([np.arange(first, first + count),
                     np.arange(first + 1, first + count + 1)],
                    axis=1).astype(np.float32)


def video_part(first, frames, height, width, downscale):
    f32 = np.float32
    time = np.maximum(frame_bounds(first, frames) * f32(8) + f32(1) - f32(8),
                      f32(0)) / f32(24)
    rows = frame_bounds(0, height) * f32(32) * f32(downscale)
    columns = frame_bounds(0, width) * f32(32) * f32(downscale)
    shape = (frames, height, width, 2)
    axes = [time[:, None, None], rows[None, :, None], columns[None, None]]
    return np.stack([np.broadcast_to(a, shape).reshape(-1, 2) for a in axes])


def memory_rope(batch_size, memory_video_len, target_num_frames, latent_height,
                latent_width, memory_position_mode, memory_downscale_factor=1,
                sp_target_start_offset=0):
    frames = memory_video_len // (latent_height * latent_width)
    continuous = memory_position_mode.lower() == "prefix_continuous"
    first = (frames if continuous else 0) + sp_target_start_offset
    coords = np.concatenate(
        [video_part(0, frames, latent_height, latent_width,
                    memory_downscale_factor),
         video_part(first, target_num_frames, latent_height, latent_width, 1)],
        axis=1)
    return np.repeat(coords[None], batch_size, axis=0)


def memory_rope_audio(batch_size, memory_audio_len, target_audio_len,
                      memory_position_mode):
    f32 = np.float32
    continuous = memory_position_mode.lower() == "prefix_continuous"
    frames = np.concatenate(
        [frame_bounds(0, memory_audio_len),
         frame_bounds(memory_audio_len if continuous else 0,
                      target_audio_len)])
    mel = np.maximum(frames * f32(4) + f32(1) - f32(4), f32(0))
    seconds = mel * f32(160) / f32(16000)
    return np.repeat(seconds[None, None], batch_size, axis=0)


def check(folder):
    count = 0
    for record in json.loads((folder / "sequence.json").read_text()):
        if "ok" not in record:
            continue
        built = packed_sequence(**record["args"])
        for name, value in built.items():
            if name not in record["ok"]:  # no references, no audio mask
                continue
            wanted = np.array(record["ok"][name], dtype=value.dtype)
            assert value.tobytes() == wanted.reshape(value.shape).tobytes(), (
                name, record["args"])
        count += 1
    for record in json.loads((folder / "memory_rope.json").read_text()):
        if "ok" not in record:
            continue
        video = record["function"] == "build_memory_video_rope_coords"
        built = (memory_rope if video else memory_rope_audio)(**record["args"])
        wanted = np.array(record["ok"]["coords"], dtype=np.float32)
        assert list(built.shape) == record["ok"]["shape"], record["args"]
        assert built.tobytes() == wanted.tobytes(), record["args"]
        count += 1
    print(f"{count} records bit-exact")


if __name__ == "__main__":
    check(pathlib.Path(sys.argv[1]))
