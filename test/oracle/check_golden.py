#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the oracle with the recorded answers of the reference: verdict, text
and every value, bit for bit."""

import argparse
import json
import pathlib
import sys

from records import answer

GOLDEN = pathlib.Path(__file__).parent.parent / "golden"
FILES = ("sequence.json", "memory_rope.json", "decode_checks.json")


def flatten(value):
    return [x for part in value for x in flatten(part)] if isinstance(value, list) else [value]


def differences(record):
    got = answer(record)
    if "error" in record:
        return [] if got == {"error": record["error"]} else [f"{got}, not {record['error']!r}"]
    if "ok" not in got:
        return [f"{got}, not accepted"]
    wanted = record["ok"]
    # Decode records only say that the step is accepted; a mask that the
    # reference leaves out has no row of a reference.
    names = wanted if isinstance(wanted, dict) else []
    return [name for name in names if flatten(wanted[name]) != flatten(got["ok"][name])]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=pathlib.Path, default=GOLDEN)
    options = parser.parse_args()
    agreed = failed = 0
    for name in FILES:
        for index, record in enumerate(json.loads((options.data / name).read_text())):
            wrong = differences(record)
            agreed, failed = agreed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"{name}[{index}]: {'; '.join(wrong)[:400]}")
    print(f"{agreed} records agree, {failed} do not")
    return 1 if failed or not agreed else 0


if __name__ == "__main__":
    sys.exit(main())
