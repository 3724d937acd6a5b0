#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long packed-opt takes to parse and verify packed ops, next to what the
stock mlir-opt takes for as many upstream ops with as many operands.

The upstream op is func.call, with the same operands and the same result types.
Both tools run on one thread, and their own `--mlir-timing` tells what parsing
and verifying took, and what printing took. Prints the ratios for each kind of
op and for a mix of all, and how the time of the mix grows with the number of
ops.
"""

import argparse
import itertools
import os
import pathlib
import re
import subprocess
import tempfile

OPS_PER_FUNCTION = 500
STOCK = "/usr/lib/llvm-22/bin/mlir-opt"

# `    0.3790 ( 72.5%)  Parser`; with threads a column of processor time comes first.
PHASE = re.compile(r"([\d.]+) \(\s*[\d.]+%\)\s+([^\d\s].*)$", re.MULTILINE)

STATIC = {
    "qkv": "memref<4x8192xbf16>", "a": "memref<4x32xbf16>", "b": "memref<4x32xbf16>",
    "A_log": "memref<32xf32>", "dt_bias": "memref<32xf32>",
    "pool": "memref<1024x32x128x128xf32>", "slots": "memref<4xi32>",
    "out": "memref<4x1x32x128xbf16>",
}
DYNAMIC = {
    "dqkv": "memref<?x?xbf16, strided<[?, 1], offset: ?>>", "da": "memref<?x?xbf16>",
    "db": "memref<?x?xbf16>", "dA_log": "memref<?xf32>", "ddt_bias": "memref<?xf32>",
    "dpool": "memref<?x?x?x?xf32>", "dslots": "memref<?xi32>",
    "dout": "memref<?x?x?x?xbf16>",
}
SIZES = {name: "index" for name in "nthwf"}
LAYOUT = [
    "tensor<{}xi64>", "tensor<{}xi64>", "tensor<{}xi64>", "tensor<{}xi1>",
    "tensor<{}xi1>", "tensor<{}x3xf64>", "tensor<{}xi64>", "tensor<3xi32>",
]
STATIC_LAYOUT = [t.format(n) for t, n in zip(LAYOUT, [96, 80, 16, 96, 80, 192, 192, 3])]
DYNAMIC_LAYOUT = [t.format("?") for t in LAYOUT]


def decode(operands):
    v = [f"%{name}" for name in operands]
    t = list(operands.values())
    return (
        f"packed.gdn_decode qkv({v[0]} : {t[0]}) "
        f"gates({', '.join(v[1:5])} : {', '.join(t[1:5])}) "
        f"state({v[5]}[{v[6]}] : {t[5]}, {t[6]}) out({v[7]} : {t[7]})"
    )


# name, packed op, operands, results
KINDS = [
    ("decode_static", decode(STATIC), STATIC, []),
    ("decode_dynamic", decode(DYNAMIC), DYNAMIC, []),
    (
        "rope_static",
        "packed.memory_rope legacy (batch_size = 1, memory_video_len = 1680, "
        "target_num_frames = 7, latent_height = 12, latent_width = 20)",
        {}, ["tensor<1x3x3360x2xf32>"],
    ),
    (
        "rope_dynamic",
        "packed.memory_rope legacy (batch_size = %n, memory_video_len = %t, "
        "target_num_frames = %f, latent_height = %h, latent_width = %w)",
        SIZES, ["tensor<?x3x?x2xf32>"],
    ),
    (
        "sequence_static",
        "packed.sequence t2va (text_len = 16, latent_t = 4, latent_h = 8, "
        "latent_w = 12, audio_t = 40)",
        {}, STATIC_LAYOUT,
    ),
    (
        "sequence_dynamic",
        "packed.sequence t2va (text_len = %n, latent_t = %t, latent_h = %h, "
        "latent_w = %w, audio_t = %f)",
        SIZES, DYNAMIC_LAYOUT,
    ),
]


def function_type(operands, results):
    return f"({', '.join(operands.values())}) -> ({', '.join(results)})"


def upstream_op(name, operands, results):
    values = ", ".join(f"%{value}" for value in operands)
    return f"func.call @{name}({values}) : {function_type(operands, results)}"


def module(count, kinds, is_packed):
    """A module of `count` ops, cycling through `kinds`."""
    lines, ops = [], []
    for name, packed_op, operands, results in kinds:
        lines.append(f"func.func private @{name}{function_type(operands, results)}")
        op = packed_op if is_packed else upstream_op(name, operands, results)
        prefix = f"%{{}}:{len(results)} = " if results else ""
        ops.append((prefix, op))
    arguments = ", ".join(f"%{n}: {t}" for n, t in (STATIC | DYNAMIC | SIZES).items())
    source = itertools.cycle(ops)
    for start in range(0, count, OPS_PER_FUNCTION):
        lines.append(f"func.func @f{start}({arguments}) {{")
        for i in range(min(OPS_PER_FUNCTION, count - start)):
            prefix, op = next(source)
            lines.append(f"  {prefix.format(i)}{op}")
        lines.append("  return\n}")
    return "\n".join(lines) + "\n"


def processor_share(start, end):
    """The part of the time between two `os.times` that a child on one thread,
    run between them, had the processor for."""
    used = sum(end[2:4]) - sum(start[2:4])
    return min(1, used / (end.elapsed - start.elapsed))


def phases(tool, path, repeat, passes=(), threads=1):
    """The least seconds of several runs in each phase, by the name that
    `--mlir-timing` gives it; `Parser` includes the verifier. On one thread,
    what others took of the processor meanwhile is taken out of all phases
    alike. More than one thread means as many as there are processors."""
    single = ["--mlir-disable-threading"] if threads == 1 else []
    best = {}
    for _ in range(repeat):
        command = [tool, *single, "--mlir-timing", "--mlir-timing-display=list",
                   *passes, path, "-o", os.devnull]
        start = os.times()
        report = subprocess.run(command, check=True, stderr=subprocess.PIPE,
                                text=True).stderr
        share = processor_share(start, os.times()) if threads == 1 else 1
        for number, name in PHASE.findall(report):
            seconds = float(number) * share
            best[name] = min(best.get(name, float("inf")), seconds)
    return best


def make_parser(doc):
    """The options that all benchmarks of speed have."""
    parser = argparse.ArgumentParser(description=doc.split("\n\n")[0])
    root = pathlib.Path(__file__).parent.parent
    parser.add_argument("--opt", default=root / "build" / "bin" / "packed-opt")
    parser.add_argument("--counts", default="10000,100000,1000000")
    parser.add_argument("--repeat", type=int, default=5)
    return parser


def main():
    parser = make_parser(__doc__)
    parser.add_argument("--stock", default=STOCK)
    options = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "module.mlir"

        def measure(label, count, kinds):
            path.write_text(module(count, kinds, is_packed=True))
            ours = phases(options.opt, path, options.repeat)
            path.write_text(module(count, kinds, is_packed=False))
            stock = phases(options.stock, path, options.repeat)
            parse, upstream = ours["Parser"], stock["Parser"]
            print(
                f"{label:17} {count:8} ops: parse and verify: packed "
                f"{parse:7.3f} s, upstream {upstream:7.3f} s, ratio "
                f"{parse / upstream:.2f}; print: ratio "
                f"{ours['Output'] / stock['Output']:.2f}", flush=True,
            )
            return parse

        for kind in KINDS:
            measure(kind[0], 20000, [kind])
        counts = [int(count) for count in options.counts.split(",")]
        times = [measure("mix", count, KINDS) for count in counts]
        for i in range(1, len(counts)):
            print(
                f"{counts[i] / counts[i - 1]:.0f} times the ops take "
                f"{times[i] / times[i - 1]:.1f} times the time"
            )


if __name__ == "__main__":
    main()
