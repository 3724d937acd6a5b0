# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cuts a bytecode file short in many places: each gives an error, no crash."""

import pathlib
import subprocess
import sys

opt, whole, cut = sys.argv[1:]
data = pathlib.Path(whole).read_bytes()
passed = failed = 0
# Four bytes make a file bytecode; below it would be text.
for size in sorted({4, 5, 8, *range(16, len(data), max(1, len(data) // 24)), len(data) - 1}):
    pathlib.Path(cut).write_bytes(data[:size])
    run = subprocess.run([opt, cut, "-o", "/dev/null"], capture_output=True, text=True)
    if run.returncode == 1 and "error:" in run.stderr:
        passed += 1
    else:
        failed += 1
        print(f"{size} of {len(data)} bytes: exit {run.returncode}: {run.stderr[:500]}")
print(f"{passed} passed, {failed} failed")
sys.exit(bool(failed))
