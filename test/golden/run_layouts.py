#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every layout of the reference answers and compares bit for bit.

Each record is built three ways: with static sizes by compiled code, with all
sizes as run-time arguments by compiled code, and folded to constants.
"""

import argparse
import array
import json
import pathlib
import re
import sys

import check_verdicts
import packed_run

HERE = pathlib.Path(__file__).parent
SEQUENCE_RESULTS = [  # name, element, type code, shape behind the first dim
    ("img_pos", "i64", "q", ()),
    ("audio_pos", "i64", "q", ()),
    ("text_pos", "i64", "q", ()),
    ("update_mask", "i1", "b", ()),
    ("audio_update_mask", "i1", "b", ()),
    ("img_position_ids", "f64", "d", (3,)),
    ("token_tags", "i64", "q", ()),
    ("cu_seqlens", "i32", "i", ()),
]


def flatten(value):
    return [x for part in value for x in flatten(part)] if isinstance(value, list) else [value]


class Layout:
    """One record: its op and the results the reference gave."""

    def __init__(self, record):
        self.record = record
        ok = record["ok"]
        if "coords" in ok:
            self.op = check_verdicts.memory_rope(record).partition(" = ")[2]
            axes = ok["shape"][1]
            self.results = [("coords", "f32", "f", ok["shape"])]
            self.dynamic_types = [f"tensor<?x{axes}x?x2xf32>"]
        else:
            self.op = check_verdicts.sequence(record).partition(" = ")[2]
            self.results = [
                (name, element, code, [len(ok[name]), *rest] if name in ok else None)
                for name, element, code, rest in SEQUENCE_RESULTS
            ]
            self.dynamic_types = [
                "tensor<3xi32>" if name == "cu_seqlens"
                else f"tensor<{'x'.join(['?', *map(str, rest)])}x{element}>"
                for name, element, _, rest in SEQUENCE_RESULTS
            ]
            self.fill_audio_mask(ok)

    def fill_audio_mask(self, ok):
        # The reference leaves the mask out where no audio row is a reference.
        if "audio_update_mask" not in ok:
            ok["audio_update_mask"] = [True] * len(ok["audio_pos"])
            self.results[4] = (*self.results[4][:3], [len(ok["audio_pos"])])

    def static_types(self):
        return [
            f"tensor<{''.join(f'{dim}x' for dim in shape)}{element}>"
            for _, element, _, shape in self.results
        ]

    def dynamic_op(self):
        """The op with its sizes as arguments, and the sizes."""
        sizes = []

        def argument(match):
            sizes.append(int(match.group(1)))
            return f"= %s{len(sizes) - 1}"

        return re.sub(r"= (\d+)(?=[,)])", argument, self.op), sizes

    def compare(self, memrefs):
        """Names of the results that differ."""
        bad = []
        for (name, _, code, shape), memref in zip(self.results, memrefs):
            wanted = array.array(code, flatten(self.record["ok"][name]))
            got = packed_run.read(memref, wanted.itemsize)
            if got != (list(shape), wanted.tobytes()):
                bad.append(name)
        return bad


def function(name, op, types, num_sizes=0):
    arguments = ", ".join(f"%s{i}: index" for i in range(num_sizes))
    values = ", ".join(f"%r#{i}" for i in range(len(types)))
    joined = ", ".join(types)
    return (
        f"func.func @{name}({arguments}) -> ({joined}) {{\n"
        f"  %r:{len(types)} = {op} -> {joined}\n"
        f"  return {values} : {joined}\n}}\n"
    )


def run_static(tools, layouts, options):
    module = "".join(
        function(f"f{i}", layout.op, layout.static_types())
        for i, layout in enumerate(layouts)
    )
    library = packed_run.compile_module(tools, module, options)
    for i, layout in enumerate(layouts):
        yield library, f"f{i}", layout, ()


def run_dynamic(tools, layouts):
    # Records that differ in their sizes alone share a function.
    names, module, calls = {}, "", []
    for layout in layouts:
        op, sizes = layout.dynamic_op()
        if op not in names:
            names[op] = f"f{len(names)}"
            module += function(names[op], op, layout.dynamic_types, len(sizes))
        calls.append((names[op], layout, sizes))
    library = packed_run.compile_module(tools, module)
    for name, layout, sizes in calls:
        yield library, name, layout, sizes


def run_one(library, name, layout, sizes):
    """Names of the results that differ."""
    ranks = [len(shape) for _, _, _, shape in layout.results]
    memrefs = packed_run.call_for_results(library, name, ranks, sizes)
    bad = layout.compare(memrefs)
    packed_run.free(memrefs)
    return bad


def check(way, calls):
    exact = failed = 0
    for library, name, layout, sizes in calls:
        bad = run_one(library, name, layout, sizes)
        exact, failed = exact + (not bad), failed + bool(bad)
        if bad:
            print(f"{way}: {', '.join(bad)} differ in {layout.op}")
    print(f"{way}: {exact} records bit-exact, {failed} not")
    return failed == 0 and exact > 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    packed_run.Tools.add_arguments(parser)
    options = parser.parse_args()
    tools = packed_run.Tools.of(options)
    layouts = [
        Layout(record)
        for name in ("sequence.json", "memory_rope.json")
        for record in json.loads((HERE / name).read_text())
        if "ok" in record
    ]
    good = [
        check("static", run_static(tools, layouts, "")),
        check("dynamic", run_dynamic(tools, layouts)),
        check("folded", run_static(tools, layouts, "fold-layouts")),
    ]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
