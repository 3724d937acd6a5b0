#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the seeds of the fuzzers from the lit tests.

    make_corpus.py --tests test --opt build/bin/packed-opt --out DIR

Writes DIR/text (every chunk of every .mlir file), DIR/bytecode (the chunks that
are valid) and DIR/packed.dict (words of the dialect, as the tests use them)."""

import argparse
import pathlib
import re
import shutil
import subprocess

# A chunk with more than this is the model of a page, not a test of one thing.
MAX_BYTES = 8192
COMMENT = re.compile(r"^\s*//.*\n", re.M)
WORD = re.compile(r'#?packed\.[\w.]+|\b[a-z]+_[a-z_]+\b(?= ?=)|array<i64: ')


def chunks(tests: pathlib.Path) -> tuple[dict[str, str], set[str]]:
    """The IR of all tests by name, without the checks, and which expect no
    error."""
    found, sound = {}, set()
    for path in sorted(tests.rglob("*.mlir")):
        parts = re.split(r"^// -----.*\n", path.read_text(), flags=re.M)
        for number, part in enumerate(parts):
            text = COMMENT.sub("", part).strip() + "\n"
            if 1 < len(text) <= MAX_BYTES:
                found[f"{path.stem}-{number}"] = text
                if "expected-error" not in part:
                    sound.add(f"{path.stem}-{number}")
    return found, sound


def write_dictionary(texts: list[str], path: pathlib.Path) -> None:
    words = sorted({word for text in texts for word in WORD.findall(text)})
    path.write_text("".join(f'"{word}"\n' for word in words))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tests", type=pathlib.Path, required=True)
    parser.add_argument("--opt", required=True, help="packed-opt")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    args = parser.parse_args()

    text_dir, bytes_dir = args.out / "text", args.out / "bytecode"
    shutil.rmtree(args.out, ignore_errors=True)
    for directory in (text_dir, bytes_dir, args.out / "ops"):
        directory.mkdir(parents=True)
    found, sound = chunks(args.tests)
    valid = 0
    for name, text in found.items():
        source = text_dir / f"{name}.mlir"
        source.write_text(text)
        if name not in sound:
            continue
        target = bytes_dir / f"{name}.mlirbc"
        command = [args.opt, source, "--emit-bytecode", "-o", target]
        valid += not subprocess.run(command, stderr=subprocess.DEVNULL).returncode
    write_dictionary(list(found.values()), args.out / "packed.dict")
    print(f"{len(found)} texts, {valid} of them as bytecode")


if __name__ == "__main__":
    main()
