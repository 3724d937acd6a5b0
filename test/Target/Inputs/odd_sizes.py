# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""odd_sizes.py DIR: decode steps whose head sizes fill no tile, as .mlir files."""

import itertools
import pathlib
import sys

root = pathlib.Path(__file__).parents[3]
sys.path.insert(0, str(root / "benchmarks"))
from configurations import Step  # noqa: E402

target = pathlib.Path(sys.argv[1])
target.mkdir(exist_ok=True)
sizes = ((127, 33), (120, 33), (96, 48), (40, 24))
for (K, V), kda, state in itertools.product(sizes, (False, True), ("f32", "bf16")):
    step = Step(kda=kda, H=2, HV=4, K=K, V=V, state=state)
    (target / f"{step.name}.mlir").write_text(step.mlir())
