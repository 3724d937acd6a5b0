#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How long the check pass takes, next to parsing and verifying the same file.

Ops with dynamic sizes, cycling through the kinds of verify_speed.py. packed-opt
runs on one thread, and its own `--mlir-timing` tells what parsing and verifying
took and what the pass took. Prints the ratio for each size, how the check
grows, and what a whole run takes on one thread and on all.
"""

import os
import pathlib
import subprocess
import tempfile
import time

import verify_speed

DYNAMIC = [kind for kind in verify_speed.KINDS if kind[0].endswith("_dynamic")]


def wall(command, repeat):
    """The least wall time of several runs, in seconds."""
    times = []
    for _ in range(repeat):
        start = time.monotonic()
        subprocess.run(command, check=True)
        times.append(time.monotonic() - start)
    return min(times)


def main():
    parser = verify_speed.make_parser(__doc__)
    parser.add_argument("--ops-per-function", type=int, default=100)
    options = parser.parse_args()
    verify_speed.OPS_PER_FUNCTION = options.ops_per_function

    previous = None
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "module.mlir"
        for count in (int(count) for count in options.counts.split(",")):
            path.write_text(verify_speed.module(count, DYNAMIC, is_packed=True))
            run = [options.opt, path, "-o", os.devnull, "--packed-check"]
            single = wall(run + ["--mlir-disable-threading"], options.repeat)
            threads = wall(run, options.repeat)
            times = verify_speed.phases(options.opt, path, options.repeat,
                                        ["--packed-check"])
            parse, check = times["Parser"], times["PackedCheckPass"]
            print(
                f"{count:8} ops: parse and verify {parse:7.2f} s, check "
                f"{check:7.2f} s, ratio {check / parse:.2f}; wall "
                f"{single:.2f} s on one thread, {threads:.2f} s on all",
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
