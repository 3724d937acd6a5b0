#!/usr/bin/env python3
"""How long the check pass takes, next to parsing and verifying the same file.

Ops with dynamic sizes, cycling through the kinds of verify_speed.py. The time
of parsing and verifying is that of packed-opt without a pass, on one thread;
the check's is what `--packed-check` adds to it. Processor time, user and
system, so that other work on the machine counts little. Prints the ratio for
each size, how the check grows, and how it uses threads.
"""

import argparse
import os
import pathlib
import resource
import subprocess
import tempfile
import time

import verify_speed

DYNAMIC = [kind for kind in verify_speed.KINDS if kind[0].endswith("_dynamic")]


def seconds(command, repeat):
    """The smallest processor time and wall time of several runs."""
    best = (float("inf"), float("inf"))
    for _ in range(repeat):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        subprocess.run(command, check=True)
        wall = time.monotonic() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = (min(best[0], used), min(best[1], wall))
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    root = pathlib.Path(__file__).parent.parent
    parser.add_argument("--opt", default=root / "build" / "bin" / "packed-opt")
    parser.add_argument("--counts", default="10000,100000,1000000")
    parser.add_argument("--ops-per-function", type=int, default=100)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    verify_speed.OPS_PER_FUNCTION = options.ops_per_function

    previous = None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "module.mlir"
        for count in (int(count) for count in options.counts.split(",")):
            path.write_text(verify_speed.module(count, DYNAMIC, is_packed=True))
            base = [options.opt, path, "-o", os.devnull]
            single = base + ["--mlir-disable-threading"]
            parse, _ = seconds(single, options.repeat)
            whole, whole_wall = seconds(single + ["--packed-check"], options.repeat)
            _, threads_wall = seconds(base + ["--packed-check"], options.repeat)
            check = whole - parse
            print(
                f"{count:8} ops: parse and verify {parse:7.2f} s, check "
                f"{check:7.2f} s, ratio {check / parse:.2f}; wall "
                f"{whole_wall:.2f} s on one thread, {threads_wall:.2f} s on all",
                flush=True,
            )
            if previous:
                print(
                    f"{count / previous[0]:.0f} times the ops take "
                    f"{check / previous[1]:.1f} times the time", flush=True,
                )
            previous = (count, check)


if __name__ == "__main__":
    main()
