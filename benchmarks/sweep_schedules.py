# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the best schedule for each batch: what the tables of Schedule.cpp hold.

    sweep_schedules.py write FOLDER --compile build/bin/packed-compile
    sweep_schedules.py run FOLDER --batches 1,2,4,8

`write` compiles every legal tile of powers of two for both state types, here or on any machine,
by default of GDN with 16/32 heads; `run` times them on the GPU beside Triton, in graphs over cold
states as bench_decode.py does. The best ones are timed again at the end, for of
many alike the least is partly luck. Prints the ratio to Triton and the tile."""

import argparse
import concurrent.futures
import itertools
import pathlib
import subprocess

from configurations import Step

TILES = [
    (warps, rows, lanes, cache)
    for warps, rows, lanes in itertools.product(
        (1, 2, 4, 8), (1, 2, 4, 8, 16, 32), (4, 8, 16, 32))
    for cache in ("none", "streaming")
    if rows * lanes % 32 == 0
]
STATES = ("f32", "bf16")
AGAIN = 6


def make_step(args, state, schedule=""):
    H, HV = args.heads.split("/")
    return Step(kda=args.kda, H=int(H), HV=int(HV), state=state,
                schedule=schedule)


def compile_tile(args, state, tile):
    """Whether the tile is legal."""
    warps, rows, lanes, cache = tile
    schedule = (f"warps = {warps}, rows_per_warp = {rows}, "
                f"lanes_per_row = {lanes}")
    schedule += ", cache = streaming" if cache == "streaming" else ""
    path = args.folder / f"{state}_{warps}_{rows}_{lanes}_{cache}.mlir"
    path.write_text(make_step(args, state, schedule).mlir())
    result = subprocess.run([args.compile, path, "-o", path.with_suffix(".ptx")],
                            capture_output=True)
    return result.returncode == 0


def write(args):
    args.folder.mkdir(parents=True, exist_ok=True)
    jobs = list(itertools.product(STATES, TILES))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        done = pool.map(lambda job: compile_tile(args, *job), jobs)
        print(f"{sum(done)} of {len(jobs)} tiles are legal")


def run(args):
    import torch
    import triton_decode
    from bench_decode import make_layers
    from packed_launch import Package
    from timing import graph_time

    for state in STATES:
        kernels = {path.stem: Package(path).kernels[0]
                   for path in sorted(args.folder.glob(f"{state}_*.json"))}
        for B in args.batches:
            layers = make_layers(make_step(args, state), B, args.tokens)
            triton_decode.decode(layers[0], args.kda)

            def time(launcher):
                return graph_time([launcher(t) for t in layers])

            def triton():
                return time(lambda t: lambda _: triton_decode.decode(t, args.kda))

            first = {name: time(kernel.bind) for name, kernel in kernels.items()}
            best = sorted(first, key=first.get)[:AGAIN]
            reference = triton()
            again = {name: time(kernels[name].bind) for name in best}
            reference = (reference + triton()) / 2
            print(f"{state} B {B}: Triton {reference:.2f} us")
            for name in sorted(best, key=again.get):
                print(f"  {reference / again[name]:.3f}x  {again[name]:.2f} us "
                      f"(first {first[name]:.2f})  {name}", flush=True)
            del layers
            torch.cuda.empty_cache()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("mode", choices=("write", "run"))
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--compile", default="build/bin/packed-compile")
    parser.add_argument("--batches", default="1,2,4,8",
                        type=lambda text: [int(b) for b in text.split(",")])
    parser.add_argument("--heads", default="16/32")
    parser.add_argument("--kda", action="store_true")
    parser.add_argument("--tokens", default="fresh")
    args = parser.parse_args()
    (write if args.mode == "write" else run)(args)


if __name__ == "__main__":
    main()
