# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The gated delta rule over many tokens: rules over shapes, in plain Python.

Stated from the written specification; shares no code with packed-mlir. What a
token computes stands in `golden/delta_rule.py`.
"""

from outcome import Misuses, require


def check_ranks(own, shapes):
    for name, shape in shapes.items():
        rank = {"q": 4, "k": 4, "v": 4, "g": 3, "cu_seqlens": 1, "initial_state": 4}.get(name)
        if name == "beta":
            rank = 4 if len(shape) == 4 else 3
        own.require(
            rank is None or len(shape) == rank,
            f"`{name}` must have {rank} dims (got shape {tuple(shape)})",
        )
    # Without its rank nothing further can be said about an operand.
    own.finish()


def build(shapes, scale=None):
    """Checks one op; `shapes` holds the operands that are there."""
    own = Misuses()
    check_ranks(own, shapes)
    B, T, H, K = shapes["q"]
    _, _, HV, V = shapes["v"]
    N = B
    if "cu_seqlens" in shapes:
        (entries,) = shapes["cu_seqlens"]
        require(
            B == 1,
            f"The batch size is expected to be 1 rather than {B} when using `cu_seqlens`."
            "Please flatten variable-length inputs before processing.",
        )
        N = entries - 1
        if "initial_state" in shapes:
            states = shapes["initial_state"][0]
            require(
                states == N,
                "The number of initial states is expected to be equal to the number of "
                f"input sequences, i.e., {N} rather than {states}.",
            )
        own.require(entries >= 1, "`cu_seqlens` must have N + 1 entries for N sequences (got none)")
    require(scale is None or scale > 0, "scale must be positive")

    values = (B, T, HV, V)
    expected = {
        "k": (B, T, H, K), "v": values, "g": values[:3],
        "beta": values[: len(shapes["beta"])], "out": values,
        "initial_state": (N, HV, V, K), "final_state": (N, HV, V, K),
    }
    for name, shape in expected.items():
        got = tuple(shapes.get(name, shape))
        own.require(got == shape, f"`{name}` must have shape {shape} (got {got})")
    own.require(
        H > 0 and HV % H == 0, f"the {H} query heads do not divide the {HV} value heads"
    )
    own.finish()
    return {}
