# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packed sequences (MiniMax-H3): rules and layout, in plain Python.

Stated from the written specification; shares no code with packed-mlir.
"""

import math
from dataclasses import dataclass

from outcome import Misuses, require
from sums import compensated_sum, pairwise_sum, running_sums, spans, SPAN

PATCH = 2
INT32_MAX = 2**31 - 1
VISUAL, TEXT, AUDIO, PADDING = 0, 1, 2, -1
VIDEO_KINDS = ("video", "video_audio")
NEEDED = {
    "image": ("latent_h", "latent_w"),
    "audio": ("ref_audio_t",),
    "video": ("ref_audio_t", "latent_t", "latent_h", "latent_w"),
    "video_audio": ("ref_audio_t", "latent_t", "latent_h", "latent_w"),
}
STRICT_KEYFRAMES = ([0], [-1], [0, -1])


def frame_rows(h, w):
    return (h // PATCH) * (w // PATCH)


def aligned(rows, alignment=64):
    return -(-rows // alignment) * alignment


#===--- Rules ------------------------------------------------------------===#


def check_block(i, block):
    kind = block["kind"]
    require(kind, f"ref_blocks[{i}].kind must be a non-empty string")
    require(kind in NEEDED, f"ref_blocks[{i}].kind unsupported for ref2va: {kind!r}")
    for name in NEEDED[kind]:
        size = block.get(name)
        require(size is not None, f"ref_blocks[{i}].{name} must be an integer")
        if name == "ref_audio_t":
            require(size >= 0, f"ref_blocks[{i}].{name} must be non-negative")
        else:
            require(size > 0, f"ref_blocks[{i}].{name} must be positive")


def check_keyframes(task, keyframes, frame_count):
    """Gives the frames that the indices stand for."""
    given = keyframes is not None
    if task == "t2va":
        require(
            not given, "keyframe_frame_indices must be omitted when keyframe cond is not included"
        )
    if task == "fl2va":
        require(given, "strict fl2va packed layout requires keyframe_frame_indices")
    if given:
        require(
            keyframes in STRICT_KEYFRAMES,
            "strict fl2va packed layout requires keyframe_frame_indices in "
            f"((0,), (-1,), (0, -1)), got {keyframes}",
        )
        require(
            frame_count is not None,
            "frame_count is required when keyframe_frame_indices are provided",
        )
    if frame_count is not None:
        require(frame_count > 0, "frame_count must be positive")
    resolved = []
    for block, index in enumerate(keyframes or []):
        frame = frame_count - 1 if index == -1 else index
        require(
            0 <= frame < frame_count,
            f"keyframe frame index {index} must be -1 or in [0, {frame_count})",
        )
        require(
            frame not in resolved,
            f"keyframe frame index at block {block} resolves to {frame}, "
            f"already bound by block {resolved.index(frame) if frame in resolved else 0}",
        )
        resolved.append(frame)
    return resolved


def check_own(task, target, audio, refs, seq_len):
    """The project's own rules."""
    own = Misuses()
    for name, size in (("text_len", audio.text_len), ("audio_t", audio.steps)):
        own.require(size >= 0, f"{name} must be non-negative, got {size}")
    for name, size in (
        ("latent_t", target.t), ("latent_h", target.h), ("latent_w", target.w),
        ("audio_channel", audio.channels),
    ):
        own.require(size > 0, f"{name} must be positive, got {size}")
    short = "{} is {}, shorter than the patch side 2, so its grid has no point"
    own.require(target.w >= PATCH, short.format("latent_w", target.w))
    for i, block in enumerate(refs):
        if block["kind"] in VIDEO_KINDS and task == "ref2va":
            own.require(
                block["ref_audio_t"] == 0 or block["latent_w"] >= PATCH,
                short.format(f"ref_blocks[{i}].latent_w", block["latent_w"]),
            )
    own.require(
        task == "ref2va" or not refs, f"ref_blocks must be omitted for task {task}"
    )
    own.require(
        seq_len <= INT32_MAX,
        f"seq_len {seq_len} does not fit the 32-bit numbers of cu_seqlens",
    )
    own.finish()


#===--- Layout -----------------------------------------------------------===#


@dataclass
class Latent:
    """A run of `t` latent frames of `h` by `w`."""

    t: int
    h: int
    w: int

    def rows(self):
        return self.t * frame_rows(self.h, self.w)

    def grid(self, side):
        """Coordinates along the side `h` or `w`."""
        length = self.h if side == "h" else self.w
        area = math.sqrt(self.h * self.w)
        ratio = length / area
        left = (1 - ratio) / 2
        right = left + ratio
        n = length // PATCH
        return [(i * ((right - left) / n) + left) * 32 for i in range(n)]


@dataclass
class Audio:
    """Text and audio lengths of a request."""

    text_len: int
    steps: int
    channels: int


class Rows:
    """The rows of a layout as they are laid, one list a result."""

    def __init__(self):
        self.ids, self.tags = [], []
        self.positions = {VISUAL: [], TEXT: [], AUDIO: []}
        self.masks = {VISUAL: [], AUDIO: []}

    def add(self, tag, ids, is_target=None):
        self.positions[tag].append(len(self.ids))
        self.ids.append(list(map(float, ids)))
        self.tags.append(tag)
        if is_target is not None:
            self.masks[tag].append(is_target)

    def add_frame(self, time, latent, is_target):
        for h in latent.grid("h"):
            for w in latent.grid("w"):
                self.add(VISUAL, (time, h, w), is_target)

    def add_video(self, origin, latent, is_target):
        for elapsed in running_sums(spans(latent.t))[: latent.t]:
            self.add_frame(origin + elapsed, latent, is_target)

    def add_audio(self, origin, steps, channels, latent, is_target):
        if not steps:
            return
        w_grid = latent.grid("w")
        for channel in range(channels):
            for i in range(steps):
                self.add(AUDIO, (origin + i, 0, w_grid[0 if channel == 0 else -1]), is_target)

    def pad(self, seq_len):
        padding = seq_len - len(self.ids)
        self.ids += [[0.0, 0.0, 0.0] for _ in range(padding)]
        self.tags += [PADDING] * padding


def block_latent(block):
    """The latent of a reference block; an image is a run of one frame."""
    return Latent(block.get("latent_t") if block["kind"] in VIDEO_KINDS else 1,
                  block["latent_h"], block["latent_w"])


def block_duration(block):
    if block["kind"] == "image":
        return 1
    audio = float(block["ref_audio_t"])
    if block["kind"] == "audio":
        return audio
    return max(audio, compensated_sum(spans(block["latent_t"])))


def block_rows(block, channels):
    audio = 0 if block["kind"] == "image" else block["ref_audio_t"] * channels
    return audio if block["kind"] == "audio" else audio + block_latent(block).rows()


def lay_out(target, audio, refs, keyframes, seq_len):
    cursors = [float(audio.text_len)]
    for block in refs:
        cursors.append(cursors[-1] + block_duration(block))
    end = cursors[-1]

    rows = Rows()
    for i in range(audio.text_len):
        rows.add(TEXT, (i, 0, 0))
    last = end + pairwise_sum(spans(target.t)) - SPAN
    for frame in keyframes:
        rows.add_frame(end if frame == 0 else last, target, False)
    for cursor, block in zip(cursors, refs):
        if block["kind"] == "image":
            rows.add_frame(cursor, block_latent(block), False)
            continue
        own = target if block["kind"] == "audio" else block_latent(block)
        rows.add_audio(cursor, block["ref_audio_t"], audio.channels, own, False)
        if block["kind"] != "audio":
            rows.add_video(cursor, own, False)
    rows.add_audio(end, audio.steps, audio.channels, target, True)
    rows.add_video(end, target, True)
    used = len(rows.ids)
    rows.pad(seq_len)
    return {
        "seq_len": seq_len,
        "img_pos": rows.positions[VISUAL],
        "audio_pos": rows.positions[AUDIO],
        "text_pos": rows.positions[TEXT],
        "update_mask": rows.masks[VISUAL],
        "audio_update_mask": rows.masks[AUDIO],
        "img_position_ids": rows.ids,
        "token_tags": rows.tags,
        "cu_seqlens": [0, used, seq_len],
    }


def build(
    task, text_len, latent_t, latent_h, latent_w, audio_t, audio_channel=2, ref_blocks=(),
    keyframe_frame_indices=None, frame_count=None, seq_len=None,
):
    """The results of one request, or the rule that it breaks."""
    target = Latent(latent_t, latent_h, latent_w)
    audio = Audio(text_len, audio_t, audio_channel)
    refs = list(ref_blocks or [])
    if task == "ref2va":
        for i, block in enumerate(refs):
            check_block(i, block)
    keyframes = check_keyframes(task, keyframe_frame_indices, frame_count)

    used = text_len + len(keyframes) * frame_rows(latent_h, latent_w)
    if task == "ref2va":
        used += sum(block_rows(block, audio_channel) for block in refs)
    used += audio_t * audio_channel + target.rows()
    seq_len = aligned(used) if seq_len is None else seq_len
    require(seq_len >= used, f"seq_len {seq_len} < used rows {used}")
    # First and last are all that the strict list above leaves, so no index can
    # resolve to another frame: the anchor rule has nothing left to refuse.

    check_own(task, target, audio, refs, seq_len)
    return lay_out(target, audio, refs, keyframes, seq_len)
