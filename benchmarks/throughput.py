#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What packed-opt takes on models of 10^4 to 10^6 ops, next to the stock mlir-opt.

The IR is that of model_ir.py, as many copies of its 48 layers as a size needs;
mlir-opt reads the same model with a call for each packed op. Both tools' own
`--mlir-timing` tells what a phase took: parsing (with the verifier switched
off), verifying (what it adds), the check pass, and lowering to the LLVM
dialect: `--packed-to-llvm`, and the same passes but ours for mlir-opt. The two
tools take turns, and times and ratios are medians over the rounds. Memory is
the peak of the process over that for an empty module."""

import collections
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

import model_ir
from verify_speed import STOCK, make_parser, phases

NO_VERIFIER = "--mlir-very-unsafe-disable-verifier-on-parsing"
CHECK = ["--packed-check"]
THREADS = (1, 2)

Tool = collections.namedtuple("Tool", "path flags lower file")


def lowering_without_packed(opt, empty):
    """The upstream passes of `--packed-to-llvm`, for mlir-opt."""
    dump = subprocess.run(
        [opt, "--packed-to-llvm", "--dump-pass-pipeline", empty, "-o", os.devnull],
        check=True, stderr=subprocess.PIPE, text=True).stderr
    passes = dump[dump.index("builtin.module("):].splitlines()
    upstream = [line for line in passes if "packed" not in line]
    if len(upstream) == len(passes):
        sys.exit(f"no packed passes in {passes}")
    return ("--pass-pipeline=" + "".join(upstream),)


def write_model(path, copies, flags):
    """Writes a model from a process of its own: memory that this one holds when
    it starts a tool would count as the tool's. Returns the number of ops."""
    script = pathlib.Path(model_ir.__file__)
    with open(path, "w") as file:
        subprocess.run([sys.executable, script, "--copies", str(copies), *flags],
                       check=True, stdout=file)
    with open(path) as file:
        return sum(not line.startswith("}") for line in file)


def peak_memory(tool, path, passes=()):
    """The largest resident size of a run, in bytes."""
    process = subprocess.Popen([tool.path, "--mlir-disable-threading", *passes,
                                path, "-o", os.devnull])
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{tool.path} failed on {path}")
    return usage.ru_maxrss * 1024


def measure(tools, threads, can_lower):
    """Seconds of each phase in one round, for both tools."""
    def run(tool, *passes):
        return phases(tool.path, tool.file, 1, passes, threads)

    ours, stock = tools
    parse = [run(tool, NO_VERIFIER)["Parser"] for tool in tools]
    both = [run(tool)["Parser"] for tool in tools]
    times = {"parse": parse, "verify": [b - p for b, p in zip(both, parse)],
             "parse and verify": both,
             "check": [run(ours, *CHECK)["PackedCheckPass"]]}
    if can_lower:
        reports = [run(tool, *tool.lower) for tool in tools]
        times["lower"] = [report["Total"] - report["Parser"] - report["Output"]
                          for report in reports]
    return times


def print_times(rounds):
    """Returns our median of each phase."""
    medians = {}
    print(f"  {'seconds':17} {'packed':>9} {'stock':>9} {'ratio':>6} {'share':>8}")
    for name in rounds[0]:
        def median(value):
            return statistics.median(value(times[name], times["parse and verify"][1])
                                     for times in rounds if name in times)

        ours = medians[name] = median(lambda seconds, _: seconds[0])
        stock = 17 * " "
        if len(rounds[0][name]) == 2:
            stock = (f"{median(lambda seconds, _: seconds[1]):9.3f} "
                     f"{median(lambda seconds, _: seconds[0] / seconds[1]):6.2f}")
        share = median(lambda seconds, whole: seconds[0] / whole)
        print(f"  {name:17} {ours:9.3f} {stock:16} {share:8.2f}", flush=True)
    return medians


def print_memory(tools, empty, ops):
    def per_op(tool, passes=()):
        used = peak_memory(tool, tool.file, passes)
        return (used - peak_memory(tool, empty, passes)) / ops

    ours, stock = (per_op(tool) for tool in tools)
    check = per_op(tools[0], CHECK)
    print(f"  bytes per op: parse and verify: packed {ours:.0f}, stock {stock:.0f}, "
          f"ratio {ours / stock:.2f}; with the check {check:.0f}, "
          f"ratio {check / stock:.2f}", flush=True)


def main():
    parser = make_parser(__doc__)
    parser.add_argument("--stock", default=STOCK)
    parser.add_argument("--lower-up-to", type=int, default=10000,
                        help="larger models are not lowered, others once")
    options = parser.parse_args()
    # As many threads as processors: the tools take what they may run on.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:max(THREADS)])

    print("ratio: packed to stock; share: packed to what stock takes to parse and "
          "verify")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        empty = folder / "empty.mlir"
        empty.write_text("")
        tools = [
            Tool(options.opt, (), ("--packed-to-llvm",), folder / "packed.mlir"),
            Tool(options.stock, ("--stock",),
                 lowering_without_packed(options.opt, empty), folder / "stock.mlir"),
        ]
        per_copy = write_model(tools[0].file, 1, ())
        before = {}
        for count in map(int, options.counts.split(",")):
            copies = max(1, round(count / per_copy))
            ops, _ = (write_model(tool.file, copies, tool.flags) for tool in tools)
            lowers = count <= options.lower_up_to
            # Long runs differ less.
            repeat = max(1, min(options.repeat, 100000 * options.repeat // count))
            for threads in THREADS:
                print(f"{ops} ops in {copies} functions, threads: {threads}")
                rounds = [measure(tools, threads, lowers and i == 0 and threads == 1)
                          for i in range(repeat)]
                medians = print_times(rounds)
                if threads == 1:
                    single = medians
            print_memory(tools, empty, ops)
            for name in (name for name in single if name in before):
                print(f"  {name}: {ops / before['ops']:.1f} times the ops take "
                      f"{single[name] / before[name]:.1f} times the time")
            before = {"ops": ops, **single}


if __name__ == "__main__":
    main()
