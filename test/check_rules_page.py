#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails where docs/Rules.md is not what `packed-opt --explain=all` prints."""

import argparse
import difflib
import pathlib
import subprocess
import sys

PAGE = pathlib.Path(__file__).parent.parent / "docs" / "Rules.md"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opt", required=True, help="path of packed-opt")
    parser.add_argument("--write", action="store_true", help="write the page anew")
    options = parser.parse_args()
    run = subprocess.run(
        [options.opt, "--explain=all"], capture_output=True, text=True, check=True
    )
    if options.write:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(run.stdout)
    page = PAGE.read_text() if PAGE.exists() else ""
    diff = difflib.unified_diff(
        page.splitlines(), run.stdout.splitlines(), str(PAGE), "packed-opt", lineterm=""
    )
    lines = list(diff)
    print("\n".join(lines))
    if lines or not run.stdout:
        print(f"write it anew: {sys.argv[0]} --opt={options.opt} --write")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
