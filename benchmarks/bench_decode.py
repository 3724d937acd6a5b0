# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times compiled decode kernels beside Triton and an in-place multiply.

    bench_decode.py packages --csv decode.csv --plot decode.png

One run measures everything, so that ratios mean something. See timing.py for
what a launch finds in the caches. With `--tokens shared` all layers also share
q, k, v and the gates, as if the kernel before had just written them."""

import argparse
import csv
import pathlib

import torch

import triton_decode
from configurations import benchmarked
from decode_data import make_step
from packed_launch import Package
from timing import graph_time, layer_count

BATCHES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
COLUMNS = ("op", "heads", "state", "tokens", "B", "triton", "triton_again",
           "ceiling", "packed", "packed_pdl", "kernel", "kernel_pdl")
TOKEN_NAMES = ("mixed_qkv", "a", "b", "A_log", "dt_bias")


def make_layers(step, B, tokens):
    """One step per layer. The slots are one tensor for all, as in an engine."""
    bytes_ = B * step.HV * step.V * step.K * (4 if step.state == "f32" else 2)
    layers = [make_step(B, step.H, step.HV, step.K, step.V, step.state,
                        step.io, kda=step.kda)
              for _ in range(layer_count(bytes_))]
    shared = ("ssm_state_indices",) + \
        (TOKEN_NAMES if tokens == "shared" else ())
    for layer in layers:
        layer.update({name: layers[0][name] for name in shared})
    return layers


def measure(step, B, plain, pdl, tokens):
    layers = make_layers(step, B, tokens)
    triton_decode.decode(layers[0], step.kda)

    def triton(t):
        return lambda stream: triton_decode.decode(t, step.kda)

    def multiply(t):
        return lambda stream: t["initial_state"].mul_(0.999)

    row = {"op": "kda" if step.kda else "gdn", "heads": f"{step.H}/{step.HV}",
           "state": step.state, "tokens": tokens, "B": B}
    kernels = {"packed": plain.pick(layers[0]), "packed_pdl": pdl.pick(layers[0])}
    row["triton"] = graph_time([triton(t) for t in layers])
    for name, kernel in kernels.items():
        row[name] = graph_time([kernel.bind(t) for t in layers])
        row[name.replace("packed", "kernel")] = kernel.name
    row["ceiling"] = graph_time([multiply(t) for t in layers])
    row["triton_again"] = graph_time([triton(t) for t in layers])
    return row


def print_row(row):
    t = (row["triton"] + row["triton_again"]) / 2
    print(f"{row['op']} {row['heads']:>5} {row['state']:>4} {row['tokens']:>6} "
          f"B {row['B']:>3}: Triton {t:7.2f}  ceiling {row['ceiling']:7.2f}  "
          f"packed {row['packed']:7.2f} = {t / row['packed']:.2f}x "
          f"({row['ceiling'] / row['packed']:.2f} of ceiling)  "
          f"PDL {row['packed_pdl']:7.2f} = {t / row['packed_pdl']:.2f}x",
          flush=True)


def plot(rows, path):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    keys = sorted({(r["op"], r["heads"], r["state"]) for r in rows})
    figure, axes = plt.subplots(len(keys) // 2, 2, squeeze=False,
                                figsize=(11, 2.6 * (len(keys) // 2)))
    for axis, key in zip(axes.flat, keys):
        mine = [r for r in rows if r["tokens"] == "fresh" and
                (r["op"], r["heads"], r["state"]) == key]
        HV = int(key[1].split("/")[1])
        element = 4 if key[2] == "f32" else 2
        for name, style in (("ceiling", "k--"), ("triton", "C1o-"),
                            ("packed", "C0o-"), ("packed_pdl", "C2o-")):
            axis.plot([r["B"] for r in mine],
                      [2 * r["B"] * HV * 128 * 128 * element / r[name] / 1e6
                       for r in mine], style, label=name, markersize=3)
        axis.set_xscale("log", base=2)
        axis.set_title(" ".join(key), fontsize=9)
        axis.set_ylabel("TB/s")
        axis.grid(alpha=0.3)
    axes.flat[0].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", type=pathlib.Path)
    parser.add_argument("--csv", required=True)
    parser.add_argument("--plot")
    parser.add_argument("--tokens", default="fresh,shared")
    args = parser.parse_args()
    print(torch.cuda.get_device_name(), "torch", torch.__version__, flush=True)
    rows = []
    for step in benchmarked():
        plain = Package(args.packages / f"bench_{step.name}.json")
        pdl = Package(args.packages / f"bench_{step.name}_pdl.json")
        for tokens in args.tokens.split(","):
            for B in BATCHES:
                rows.append(measure(step, B, plain, pdl, tokens))
                print_row(rows[-1])
                torch.cuda.empty_cache()
    with open(args.csv, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    if args.plot:
        plot(rows, args.plot)


if __name__ == "__main__":
    main()
