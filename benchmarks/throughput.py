#!/usr/bin/env python3
"""What packed-opt takes on models of 10^4 to 10^6 ops, next to the stock mlir-opt.

The IR is that of model_ir.py, as many copies of its 48 layers as a size needs;
mlir-opt reads the same model with a call for each packed op. Both tools' own
`--mlir-timing` tells what a phase took: parsing (with the verifier switched
off), verifying (what it adds), the check pass, and lowering to the LLVM
dialect: `--packed-to-llvm`, and the same passes but ours for mlir-opt. The
least of several runs, on one thread and on two. Memory is the peak of the
process over that for an empty module."""

import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

import model_ir
from verify_speed import phases

NO_VERIFIER = "--mlir-very-unsafe-disable-verifier-on-parsing"
CHECK = ["--packed-check"]
THREADS = (1, 2)

Tool = collections.namedtuple("Tool", "path flags lower")


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


def measure(tool, path, threads, options, can_check, can_lower):
    """Seconds of each phase."""
    def run(*passes):
        return phases(tool.path, path, options.repeat, passes, threads)

    both, parse = run()["Parser"], run(NO_VERIFIER)["Parser"]
    times = {"parse": parse, "verify": both - parse, "parse and verify": both}
    if can_check:
        times["check"] = run(*CHECK)["PackedCheckPass"]
    if can_lower:
        report = run(*tool.lower)
        times["lower"] = report["Total"] - report["Parser"] - report["Output"]
    return times


def print_row(name, ours, theirs, whole, digits=3):
    """`whole` is what the stock tool needs to parse and verify."""
    stock = f"{theirs:9.{digits}f} {ours / theirs:6.2f}" if theirs else 16 * " "
    share = f"{ours / whole:9.2f}" if whole else ""
    print(f"  {name:17} {ours:9.{digits}f} {stock} {share}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    root = pathlib.Path(__file__).parent.parent
    parser.add_argument("--opt", default=root / "build" / "bin" / "packed-opt")
    parser.add_argument("--stock", default="/usr/lib/llvm-22/bin/mlir-opt")
    parser.add_argument("--counts", default="10000,100000,1000000")
    parser.add_argument("--lower-up-to", type=int, default=10000,
                        help="no lowering of larger models")
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    # As many threads as processors: the tools take what they may run on.
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:max(THREADS)])

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        empty, path = folder / "empty.mlir", folder / "model.mlir"
        empty.write_text("")
        ours = Tool(options.opt, (), ("--packed-to-llvm",))
        stock = Tool(options.stock, ("--stock",),
                     lowering_without_packed(options.opt, empty))
        per_copy = write_model(path, 1, ours.flags)
        before = {}
        for count in map(int, options.counts.split(",")):
            copies = max(1, round(count / per_copy))
            can_lower = count <= options.lower_up_to
            times, memory = {}, {}
            for tool in (ours, stock):
                ops = write_model(path, copies, tool.flags)
                for threads in THREADS:
                    times[tool, threads] = measure(
                        tool, path, threads, options, tool is ours, can_lower)
                memory[tool] = [
                    (peak_memory(tool, path, passes) -
                     peak_memory(tool, empty, passes)) / ops
                    for passes in ([], CHECK)[:2 if tool is ours else 1]]
            for threads in THREADS:
                a, b = times[ours, threads], times[stock, threads]
                print(f"{ops} ops in {copies} functions, threads: {threads}\n"
                      f"  {'seconds':17} {'packed':>9} {'stock':>9} {'ratio':>6} "
                      f"{'of stock parse and verify':>9}")
                for name, seconds in a.items():
                    print_row(name, seconds, b.get(name), b["parse and verify"])
            read, check = memory[ours]
            print("  bytes per op")
            print_row("parse and verify", read, memory[stock][0], None, 0)
            print_row("check", check, None, memory[stock][0], 0)
            for name, seconds in times[ours, 1].items():
                if name in before:
                    print(f"  {name}: {ops / before['ops']:.1f} times the ops take "
                          f"{seconds / before[name]:.1f} times the time")
            before = {"ops": ops, **times[ours, 1]}


if __name__ == "__main__":
    main()
