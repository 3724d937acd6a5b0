# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""damage.py FILE DIR: copies of a file in DIR, each with one byte damaged."""

import pathlib
import sys

source, target = (pathlib.Path(argument) for argument in sys.argv[1:])
target.mkdir(exist_ok=True)
content = source.read_bytes()
for place in range(4, len(content)):  # what stands before is what tells bytecode
    damaged = bytearray(content)
    damaged[place] ^= 0xFF
    (target / f"{place:04}.mlirbc").write_bytes(damaged)
