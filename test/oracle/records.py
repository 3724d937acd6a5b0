# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Answers a record of the reference's answers: which function, which arguments."""

import decode
import memory_rope
import recurrence
import sequence
from outcome import Misused, Refused


def build_sequence(include_keyframe_cond=False, **args):
    return sequence.build("fl2va" if include_keyframe_cond else "t2va", **args)


def build_ref2va(**args):
    return sequence.build("ref2va", **args)


FUNCTIONS = {
    "minimax_h3_packed_sequence": build_sequence,
    "minimax_h3_packed_sequence_ref2va_blocks": build_ref2va,
    "build_memory_video_rope_coords": memory_rope.build,
    "build_memory_audio_rope_coords": memory_rope.build_audio,
    "fused_recurrent_gated_delta_rule": recurrence.build,
}


def answer(record):
    """`{ok: results}`, `{error: text}` as the reference gives them, or
    `{misuse: texts}` where only rules of the project's own are broken."""
    name = record["function"]
    try:
        if name.endswith("_packed_decode"):
            sizes = {key: record[key] for key in ("shapes", "strides", "devices")}
            return {"ok": decode.build("kda" in name, **sizes)}
        return {"ok": FUNCTIONS[name](**record["args"])}
    except Refused as refused:
        return {"error": str(refused)}
    except Misused as misused:
        return {"misuse": misused.texts}
