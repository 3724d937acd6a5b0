#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks packed-opt and the oracle the same random questions.

Each record becomes IR in up to two readings: static sizes and types for the
verifier, and for layouts the same numbers behind SSA constants for the check
pass, which may leave no rule unknown; decode on memrefs and on tensors. Verdict
and full text of the first error must be the oracle's. Layouts that are accepted
are compiled and run, with static and with run-time sizes, and compared bit for
bit.

A failure is printed with the seed of its record: `--seed N --records 1`.
"""

import argparse
import collections
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "golden"))
import check_verdicts
import packed_run
import random_records
import run_layouts
from records import answer

CHECK = "--packed-check=unknown=error"
BATCH = 400


#===--- Readings ---------------------------------------------------------===#


def constants(op):
    """The op of a layout with its sizes behind SSA constants."""
    lines = []

    def constant(match):
        lines.append(f"%c{len(lines)} = arith.constant {match.group(1)} : index")
        return f"= %c{len(lines) - 1}"

    op = re.sub(r"= (-?\d+)(?=[,)])", constant, op)
    body = "\n  ".join([*lines, op])
    return f"func.func @f() {{\n  {body}\n  return\n}}"


def on_tensors(text):
    """A function of dense memrefs, all in one memory space, on tensors."""
    text = re.sub(r"memref<(\w+)[^()%\n]*?\]>(, 1)?>", r"tensor<\1>", text)
    return text.replace("  packed.", "  %r:2 = packed.")


def recurrence(record):
    shapes, scale = record["args"]["shapes"], record["args"].get("scale")
    types = {
        name: f"memref<{''.join(f'{d}x' for d in shape)}{'i32' if name == 'cu_seqlens' else 'f32'}>"
        for name, shape in shapes.items()
    }
    part = lambda n: f" {n}(%{n} : {types[n]})" if n in types else ""
    attributes = "" if scale is None else f" {{scale = {scale} : f32}}"
    return (
        f"func.func @f({', '.join(f'%{n}: {t}' for n, t in types.items())}) {{\n"
        f"  packed.gdn_recurrent{part('q')}{part('k')}{part('v')}"
        f" gates(%g, %beta : {types['g']}, {types['beta']}){part('cu_seqlens')}"
        f"{part('initial_state')}{part('out')}{part('final_state')}{attributes}\n  return\n}}"
    )


def sequence_readings(record):
    text, args = check_verdicts.sequence(record), record["args"]
    yield "static", [], text
    if random_records.has_sound_request(args):
        yield "constants", [CHECK], constants(text)


def memory_rope_readings(record):
    text = check_verdicts.memory_rope(record)
    yield "static", [], text
    if random_records.has_sound_mode(record["args"]):
        yield "constants", [CHECK], constants(text)


def decode_readings(record):
    text = check_verdicts.decode(record)
    yield "memref", [], text
    is_dense = all(
        record["strides"][name] == random_records.dense(shape)
        for name, shape in record["shapes"].items()
    )
    if is_dense and len(set(record["devices"].values())) == 1:
        yield "tensor", [], on_tensors(text)


def recurrence_readings(record):
    yield "memref", [], recurrence(record)


FAMILIES = {
    "sequence": (random_records.sequence, sequence_readings),
    "memory_rope": (random_records.memory_rope, memory_rope_readings),
    "decode": (random_records.decode, decode_readings),
    "recurrence": (random_records.recurrence, recurrence_readings),
}


#===--- Verdicts ---------------------------------------------------------===#


def agrees(wanted, got):
    if "misuse" in wanted:
        return got in wanted["misuse"]
    return got == wanted.get("error")


class Tally:
    def __init__(self):
        self.counts = collections.Counter()

    def add(self, family, key, good, text):
        self.counts[family, key, good] += 1
        if not good:
            print(f"{family}: {text}")

    def report(self):
        for (family, key, good), count in sorted(self.counts.items()):
            print(f"{family:11} {key:12} {'equal' if good else 'DIFFERENT'}: {count}")
        bad = sum(n for (_, _, good), n in self.counts.items() if not good)
        good = sum(n for (_, _, good), n in self.counts.items() if good)
        print(f"{good} answers equal, {bad} different")
        return bad == 0 and good > 0


def check_verdicts_of(opt, family, records, tally):
    readings = FAMILIES[family][1]
    by_reading = collections.defaultdict(list)
    for seed, record, wanted in records:
        for name, options, text in readings(record):
            by_reading[name, tuple(options)].append((seed, wanted, text))
    for (name, options), questions in by_reading.items():
        texts = [text for _, _, text in questions]
        errors = check_verdicts.first_errors(opt, texts, options)
        for (seed, wanted, text), got in zip(questions, errors):
            got = check_verdicts.strip_op(got)
            tally.add(
                family, name, agrees(wanted, got),
                f"seed {seed}, {name}: wanted {wanted if 'ok' not in wanted else 'no error'}, "
                f"got {got!r} for\n{text}",
            )


def random_answers(family, first, count):
    for seed in range(first, first + count):
        record = FAMILIES[family][0](random.Random(f"{family} {seed}"))
        yield seed, record, answer(record)


#===--- Values -----------------------------------------------------------===#


def check_values(tools, family, records, tally):
    """Runs the accepted layouts."""
    layouts, seeds = [], []
    for seed, record, wanted in records:
        if "ok" in wanted:
            layouts.append(run_layouts.Layout({**record, **wanted}))
            seeds.append(seed)
    ways = {
        "run static": run_layouts.run_static(tools, layouts, ""),
        "run dynamic": run_layouts.run_dynamic(tools, layouts),
        "run folded": run_layouts.run_static(tools, layouts, "fold-layouts"),
    }
    for way, calls in ways.items():
        for seed, call in zip(seeds, calls):
            bad = run_layouts.run_one(*call)
            tally.add(family, way, not bad, f"seed {seed}, {way}: {', '.join(bad)} differ")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    packed_run.Tools.add_arguments(parser)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first record")
    parser.add_argument("--records", type=int, default=800, help="records of each family")
    parser.add_argument("--run", type=int, default=60, help="layouts of each family to run")
    options = parser.parse_args()
    tools = packed_run.Tools.of(options)

    tally = Tally()
    for family in FAMILIES:
        for start in range(0, options.records, BATCH):
            count = min(BATCH, options.records - start)
            records = list(random_answers(family, options.seed + start, count))
            check_verdicts_of(tools.opt, family, records, tally)
            share = max(0, min(options.run - start, count))
            if family in ("sequence", "memory_rope") and share:
                check_values(tools, family, records[:share], tally)
    return 0 if tally.report() else 1


if __name__ == "__main__":
    sys.exit(main())
