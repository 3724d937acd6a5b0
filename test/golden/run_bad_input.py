#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sizes that break a rule at run time stop at a guard and write nothing.

Each call runs in a process of its own and must end in an abort, with the rule's
text; with --sanitize it also must not have touched memory that is not its own.
"""

import argparse
import ctypes
import os
import signal
import sys

import packed_run
from run_decode import OPERANDS, Operand, recorded_cases
from run_layouts import function
from run_properties import SEQUENCE_RANKS, SEQUENCE_TYPES

SEQUENCE = (
    "packed.sequence t2va (text_len = %s0, latent_t = %s1, latent_h = %s2, latent_w = %s3,"
    " audio_t = %s4, seq_len = %s5)"
)
ROPE = (
    "packed.memory_rope prefix_continuous (batch_size = %s0, memory_video_len = %s1,"
    " target_num_frames = %s2, latent_height = %s3, latent_width = %s4)"
)
RECURRENCE_TYPES = {
    "q": "memref<1x?x1x4xf32>", "k": "memref<1x?x1x4xf32>", "v": "memref<1x?x1x2xf32>",
    "g": "memref<1x?x1xf32>", "beta": "memref<1x?x1xf32>", "cu_seqlens": "memref<?xi32>",
    "out": "memref<1x?x1x2xf32>",
}
# Name, sizes, and what the message must hold.
BAD_LAYOUTS = [
    ("sequence", (9, 2, 4, 4, 3, 22), "< used rows"),
    ("sequence", (-1, 2, 4, 4, 3, 64), "text_len"),
    ("sequence", (9, -2, 4, 4, 3, 64), "latent_t"),
    ("sequence", (9, 2, 4, 4, -3, 64), "audio_t"),
    ("sequence", (9, 2, -4, -4, 3, 64), "latent_h"),
    ("sequence", (9, 1 << 62, 1 << 20, 4, 3, 64), ""),
    ("rope", (1, 13, 2, 3, 4), "memory_video_len must be a multiple"),
    ("rope", (1, 12, 2, 0, 4), "Invalid latent grid"),
    ("rope", (1, 12, -2, 3, 4), "target_num_frames"),
    ("rope", (1, 12, 2, -3, -4), "latent_height"),
]
BAD_LENGTHS = [[0, 3, 6], [0, 9, 8], [1, 4, 8], [0, 4, 20]]


def recurrence_function():
    arguments = ", ".join(f"%{n}: {t}" for n, t in RECURRENCE_TYPES.items())
    part = lambda n: f" {n}(%{n} : {RECURRENCE_TYPES[n]})"
    gates = f"gates(%g, %beta : {RECURRENCE_TYPES['g']}, {RECURRENCE_TYPES['beta']})"
    return (
        f"func.func @recurrence({arguments}) {{\n  packed.gdn_recurrent{part('q')}{part('k')}"
        f"{part('v')} {gates}{part('cu_seqlens')}{part('out')}\n  return\n}}\n"
    )


def recurrence_operands(lengths, tokens=8):
    shapes = {"q": [1, tokens, 1, 4], "k": [1, tokens, 1, 4], "v": [1, tokens, 1, 2],
              "g": [1, tokens, 1], "beta": [1, tokens, 1], "out": [1, tokens, 1, 2]}
    size = lambda shape: [0.5] * (tokens * shape[-1] if len(shape) > 3 else tokens)
    operands = {n: Operand("f32", s, size(s)) for n, s in shapes.items()}
    operands["cu_seqlens"] = Operand("i32", [len(lengths)], lengths)
    return [operands[n] for n in RECURRENCE_TYPES]


def bad_decodes(case):
    """Operands of a decode step with one thing wrong each."""
    for name, spoil in (
        ("index", lambda o: o.update(ssm_state_indices=Operand("i32", [case.case["B"]], [99] * case.case["B"]))),
        ("batch", lambda o: o.update(b=Operand("bf16", [1, case.case["HV"]], [0.0] * case.case["HV"]))),
        ("width", lambda o: o.update(mixed_qkv=Operand("bf16", [case.case["B"], 8], [0.0] * 8 * case.case["B"]))),
    ):
        operands = case.operands()
        spoil(operands)
        yield name, [operands[n] for n in OPERANDS]


def outcome(call):
    """The signal and the output of a call in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(writer, 1)
        os.dup2(writer, 2)
        libc = ctypes.CDLL(None)
        # Nothing else would flush the message before the abort.
        libc.setvbuf(ctypes.c_void_p.in_dll(libc, "stdout"), None, 2, 0)
        call()
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        output = stream.read()
    _, status = os.waitpid(child, 0)
    return (os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0), output


def calls(library, decode_case):
    for name, sizes, text in BAD_LAYOUTS:
        ranks = SEQUENCE_RANKS if name == "sequence" else [4]
        yield f"{name}{sizes}", text, lambda: packed_run.call_for_results(
            library, name, ranks, sizes
        )
    for lengths in BAD_LENGTHS:
        operands = recurrence_operands(lengths)
        yield f"cu_seqlens {lengths}", "cu_seqlens", lambda: packed_run.call(
            library, "recurrence", [o.descriptor() for o in operands]
        )
    for name, operands in bad_decodes(decode_case):
        yield f"decode {name}", "", lambda: packed_run.call(
            library, "decode", [o.descriptor() for o in operands]
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    packed_run.Tools.add_arguments(parser)
    tools = packed_run.Tools.of(parser.parse_args())
    decode_case = next(c for c in recorded_cases() if c.case["B"] > 1)
    module = (
        function("sequence", SEQUENCE, SEQUENCE_TYPES, 6)
        + function("rope", ROPE, ["tensor<?x3x?x2xf32>"], 5)
        + recurrence_function()
        + decode_case.function("decode", decode_case.operands(), "dynamic", "vk")
    )
    library = packed_run.compile_module(tools, module, "runtime-verification")
    stopped = failed = 0
    for label, text, call in calls(library, decode_case):
        ended_by, output = outcome(call)
        good = ended_by == signal.SIGABRT and text in output and "AddressSanitizer" not in output
        stopped, failed = stopped + good, failed + (not good)
        if not good:
            print(f"{label}: signal {ended_by}, {output[-600:]!r}")
    print(f"bad input: {stopped} calls stopped by a guard, {failed} not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
