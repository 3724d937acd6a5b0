# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The formulas of a description: numbers, sizes by name, `*`, `ceildiv`."""

from __future__ import annotations

import ast
from typing import Mapping


def evaluate(formula: str, sizes: Mapping[str, int]) -> int:
    """The value of `B * 32 * ceildiv(value_dim, 16)`. Raises ValueError where
    the text is no such formula or names a size that is not given."""
    def value(node: ast.AST) -> int:
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return node.value
        if isinstance(node, ast.Name) and node.id in sizes:
            return sizes[node.id]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            return value(node.left) * value(node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and \
                node.func.id == "ceildiv" and len(node.args) == 2:
            return -(-value(node.args[0]) // value(node.args[1]))
        raise ValueError(f"'{formula}' is no formula over "
                         f"{', '.join(sizes)}: {ast.unparse(node)}")

    try:
        tree = ast.parse(formula, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"'{formula}' is no formula") from error
    return value(tree.body)
