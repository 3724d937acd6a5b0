# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`python -m packed_mlir check model.mlir`: packed-check from a wheel."""

import argparse
import pathlib
import sys

from . import InvalidIRError, check


def main() -> int:
    """Checks the files. The status is packed-check's: 0 clean, 1 a rule is
    broken (with --strict also where one is open), 2 a file can't be read."""
    parser = argparse.ArgumentParser(prog="python -m packed_mlir")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "check", help="prove or refute the shape rules of models")
    command.add_argument("files", nargs="+", metavar="FILE")
    command.add_argument("--list-unknown", action="store_true",
                         help="show rules that stay unknown")
    command.add_argument("--strict", action="store_true",
                         help="take rules that stay unknown for errors")
    args = parser.parse_args()
    status = 0
    for file in args.files:
        try:
            found = check(pathlib.Path(file),
                          unknown=args.list_unknown or args.strict)
        except (InvalidIRError, OSError) as error:
            print(error, file=sys.stderr)
            status = 2
            continue
        for diagnostic in found:
            print(diagnostic, file=sys.stderr)
            if diagnostic.severity == "error" and \
                    (diagnostic.verdict == "refuted" or args.strict):
                status = max(status, 1)
    return status


if __name__ == "__main__":
    sys.exit(main())
