# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""decode_tables.py decode.csv: the tables of RESULTS.md from what bench_decode.py
measured. Triton is the mean of its two measurements."""

import csv
import sys

# Times as fast as Triton, GDN 16/32, by batch; with PDL at B 1; and the share of
# an in-place multiply's speed from B 64 on.
GOALS = {"f32": {1: 1.9, 2: 1.7, 4: 1.5, 8: 1.2, 16: 1.2, 32: 1.05},
         "bf16": {1: 1.55, 2: 1.5, 4: 1.35, 8: 1.3, 16: 1.2, 32: 1.08}}
CEILING_GOALS = {"f32": 0.93, "bf16": 0.89}
TOKENS = ("fresh", "shared")


def triton(row):
    return (float(row["triton"]) + float(row["triton_again"])) / 2


def gain(row, column="packed"):
    return triton(row) / float(row[column])


def share(row):
    return float(row["ceiling"]) / float(row["packed"])


def marked(value, goal):
    return f"{value:.3f}" + (" (missed)" if value < goal else "")


def print_goals(rows):
    print("| state | B | goal | fresh | shared |\n|---|---|---|---|---|")
    for state, goals in GOALS.items():
        for B, goal in goals.items():
            cells = [marked(gain(rows["gdn", "16/32", state, t, B]), goal)
                     for t in TOKENS]
            print(f"| {state} | {B} | {goal} | {' | '.join(cells)} |")
    pdl = [gain(rows["gdn", "16/32", "f32", t, 1], "packed_pdl") for t in TOKENS]
    print(f"\nPDL at B 1, f32, goal 2.9: fresh {pdl[0]:.2f}, shared {pdl[1]:.2f}.")
    low = [min(gain(r, c) for r in rows.values()) for c in ("packed", "packed_pdl")]
    print(f"Lowest ratio to Triton over all {len(rows)} rows, goal 0.99: "
          f"plain {low[0]:.3f}, PDL {low[1]:.3f}.")
    for state, goal in CEILING_GOALS.items():
        low = {heads: min(share(r) for k, r in rows.items()
                          if k[1] == heads and k[2] == state and k[4] >= 64)
               for heads in ("16/32", "16/48", "4/8")}
        print(f"Lowest share of the ceiling at B >= 64, {state}, goal {goal}: " +
              ", ".join(f"{h} {marked(v, goal)}" for h, v in low.items()) + ".")


def print_table(rows, state, tokens):
    print(f"\n### GDN 16/32, {state} state, {tokens} tokens\n")
    print("| B | Triton | ceiling | packed | x Triton | of ceiling | PDL | x Triton |")
    print("|---|---|---|---|---|---|---|---|")
    for (op, heads, s, t, B), row in rows.items():
        if (op, heads, s, t) == ("gdn", "16/32", state, tokens):
            print(f"| {B} | {triton(row):.2f} | {float(row['ceiling']):.2f} | "
                  f"{float(row['packed']):.2f} | {gain(row):.2f} | {share(row):.3f} | "
                  f"{float(row['packed_pdl']):.2f} | {gain(row, 'packed_pdl'):.2f} |")


def print_all(rows):
    batches = sorted({key[4] for key in rows})
    print("\n### All configurations: times as fast as Triton, fresh tokens, plain "
          "launch (PDL)\n")
    print("| op | heads | state | " + " | ".join(f"B {B}" for B in batches) + " |")
    print("|---" * (3 + len(batches)) + "|")
    for op, heads, state in dict.fromkeys(key[:3] for key in rows):
        cells = [f"{gain(r):.2f} ({gain(r, 'packed_pdl'):.2f})" for r in
                 (rows[op, heads, state, "fresh", B] for B in batches)]
        print(f"| {op} | {heads} | {state} | {' | '.join(cells)} |")


def main(path):
    with open(path) as file:
        rows = {(r["op"], r["heads"], r["state"], r["tokens"], int(r["B"])): r
                for r in csv.DictReader(file)}
    print_goals(rows)
    for state in GOALS:
        for tokens in TOKENS:
            print_table(rows, state, tokens)
    print_all(rows)


if __name__ == "__main__":
    main(sys.argv[1])
