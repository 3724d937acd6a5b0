#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares packed-opt with the reference, record by record.

Each record of sequence.json, memory_rope.json and decode_checks.json becomes
one op in a module of its own; verdict and full text of the first error must be
those of the reference. A record that IR can't express is listed with the
reason. The last line counts all.
"""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
MARKER = "\n// -----\n"


class NotExpressible(Exception):
    """The record holds something that has no IR form; says what."""


def number(name, value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotExpressible(f"{name} is the Python {type(value).__name__} {value!r}")
    return value


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def sizes(pairs):
    return ", ".join(
        f"{name} = {number(name, value)}" for name, value in pairs if value is not None
    )


def ref_block(block):
    kind = block.get("kind")
    if not isinstance(kind, str):
        raise NotExpressible(f"the kind of a block is {kind!r}")
    given = [(k, v) for k, v in block.items() if k != "kind"]
    return f"{quoted(kind)}({sizes(given)})"


def sequence(record):
    args = record["args"]
    names = ["text_len", "latent_t", "latent_h", "latent_w", "audio_t"]
    names += ["audio_channel", "frame_count", "seq_len"]
    if record["function"].endswith("ref2va_blocks"):
        task = "ref2va"
    else:
        task = "fl2va" if args.get("include_keyframe_cond") else "t2va"
    text = f"%l:8 = packed.sequence {task} ({sizes((n, args.get(n)) for n in names)})"
    if args.get("ref_blocks"):
        text += f" refs [{', '.join(map(ref_block, args['ref_blocks']))}]"
    if args.get("keyframe_frame_indices") is not None:
        frames = [number("keyframe", f) for f in args["keyframe_frame_indices"]]
        text += f" keyframes {frames}"
    return text


def memory_rope(record):
    args = record["args"]
    mode = quoted(args["memory_position_mode"])
    if record["function"] == "build_memory_audio_rope_coords":
        names = ["batch_size", "memory_audio_len", "target_audio_len"]
        op, tail = "packed.memory_rope_audio", ""
    else:
        names = ["batch_size", "memory_video_len", "target_num_frames"]
        names += ["latent_height", "latent_width", "sp_target_start_offset"]
        factor = number("factor", args.get("memory_downscale_factor", 1))
        op, tail = "packed.memory_rope", f" {{memory_downscale_factor = {factor} : i64}}"
    return f"%c = {op} {mode} ({sizes((n, args.get(n)) for n in names)}){tail}"


def memref(record, name):
    element = "i32" if name == "ssm_state_indices" else "f32"
    dims = "".join(f"{d}x" for d in record["shapes"][name])
    strides = ", ".join(map(str, record["strides"][name]))
    space = ", 1" if record["devices"][name] == "meta" else ""
    return f"memref<{dims}{element}, strided<[{strides}]>{space}>"


def decode(record):
    op = "kda_decode" if "kda" in record["function"] else "gdn_decode"
    names = ["mixed_qkv", "a", "b", "A_log", "dt_bias", "initial_state"]
    names += ["ssm_state_indices", "out"]
    types = {name: memref(record, name) for name in names}
    args = ", ".join(f"%{n}: {types[n]}" for n in names)
    gates = names[1:5]
    return (
        f"func.func @decode({args}) {{\n  packed.{op} qkv(%mixed_qkv : {types['mixed_qkv']})"
        f" gates({', '.join('%' + n for n in gates)} : {', '.join(types[n] for n in gates)})"
        f" state(%initial_state[%ssm_state_indices] : {types['initial_state']}, "
        f"{types['ssm_state_indices']}) out(%out : {types['out']})\n  return\n}}"
    )


FAMILIES = {
    "sequence.json": sequence,
    "memory_rope.json": memory_rope,
    "decode_checks.json": decode,
}


def first_errors(opt, chunks, options=()):
    """Runs all chunks at once; gives the first error of each, or None."""
    command = [opt, "--split-input-file", "-mlir-print-op-on-diagnostic=false", *options]
    run = subprocess.run(
        [*command, "-o", "/dev/null"],
        input=MARKER.join(chunks), capture_output=True, text=True,
    )
    starts, line = [], 1
    for chunk in chunks:
        starts.append(line)
        line += chunk.count("\n") + MARKER.count("\n")
    errors = [None] * len(chunks)
    for text in run.stderr.splitlines():
        head, found, message = text.partition(": error: ")
        if not found:
            continue
        # The location's line counts over the whole input.
        at = int(head.split(":")[-2])
        index = max(i for i, start in enumerate(starts) if start <= at)
        errors[index] = errors[index] or message
    if run.returncode not in (0, 1):
        sys.exit(f"packed-opt ended with {run.returncode}:\n{run.stderr[-2000:]}")
    return errors


def strip_op(message):
    return message.split("' op ", 1)[1] if message and "' op " in message else message


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opt", required=True, help="path of packed-opt")
    parser.add_argument("--data", type=pathlib.Path, default=HERE)
    options = parser.parse_args()

    passed = failed = skipped = 0
    for name, build in FAMILIES.items():
        chunks, expected, indices = [], [], []
        for index, record in enumerate(json.loads((options.data / name).read_text())):
            try:
                chunks.append(build(record))
            except NotExpressible as reason:
                skipped += 1
                print(f"{name}[{index}]: not expressible in IR: {reason}")
                continue
            expected.append(record.get("error"))
            indices.append(index)
        for index, want, got in zip(indices, expected, first_errors(options.opt, chunks)):
            if strip_op(got) == want:
                passed += 1
            else:
                failed += 1
                print(f"{name}[{index}]: expected {want!r}, got {got!r}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
