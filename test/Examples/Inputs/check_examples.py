# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails where an example, or its broken twin, has no test beside this folder."""

import pathlib
import sys

examples, tests = map(pathlib.Path, sys.argv[1:])
text = "\n".join(test.read_text() for test in tests.glob("*.test"))
names = sorted(path.name for path in examples.glob("*.mlir"))
missing = [name for name in names if f"examples/{name}" not in text]
twins = [n for n in names if f"{n.removesuffix('.mlir')}-broken.mlir" in names]
for name in missing:
    print(f"{name} has no test")
print(f"{len(names) - len(missing)} passed, {len(missing)} failed")
sys.exit(bool(missing) or len(twins) * 2 != len(names) or not names)
