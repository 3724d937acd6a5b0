# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates the rules that a kernel's description carries.

The rules are stated once, in packed-mlir's rule catalogue, and exported as
nested lists (docs/KernelDescription.md). This file knows how to evaluate such a
list and nothing of any rule. Sizes may be symbolic integers of a tracer."""

from __future__ import annotations

import dataclasses
import operator
import re
from typing import Any, Callable, Mapping, Optional, Sequence

from .arrays import Array

__all__ = ["RuleError", "RuleSet"]


class RuleError(ValueError):
    """A rule is broken. The text is the documented one of the rule.

    `rule` is its id, `op` the op that states it, `remedy` how to mend it."""

    def __init__(self, op: str, rule: str, message: str, remedy: str):
        super().__init__(message)
        self.op, self.rule, self.message, self.remedy = op, rule, message, remedy
        if hasattr(self, "add_note"):  # Python 3.11
            self.add_note(f"{remedy} [{rule}]")


class _Absent(Exception):
    """A size that was not given, or a division by a size that is no divisor:
    the rule means nothing then, and an earlier one is broken."""


@dataclasses.dataclass(frozen=True)
class _Facts:
    operands: Mapping[str, Array]
    sizes: Mapping[str, Optional[int]]

    def size(self, name: str) -> int:
        value = self.sizes.get(name)
        if value is None:
            raise _Absent
        return value


def _is_contiguous(array: Array) -> bool:
    """Row-major without gaps; dims of size 1 don't count."""
    expected, dense = 1, True
    for size, stride in zip(reversed(array.shape), reversed(array.strides)):
        if size == 0:
            return True
        dense = dense and (size == 1 or stride == expected)
        expected = expected * size
    return dense


_Term = Callable[[_Facts], Any]

_LEAVES: dict = {
    "size": lambda f, name: f.size(name),
    "dim": lambda f, name, i: f.operands[name].shape[i],
    "stride": lambda f, name, i: f.operands[name].strides[i],
    "rank": lambda f, name: len(f.operands[name].shape),
    "dtype": lambda f, name: f.operands[name].dtype,
    "device": lambda f, name: f.operands[name].device,
    "contiguous": lambda f, name: int(_is_contiguous(f.operands[name])),
    "shape": lambda f, name: tuple(f.operands[name].shape),
}


def _divide(function: Callable) -> Callable:
    def divide(a: Any, b: Any) -> Any:
        if b <= 0:
            raise _Absent
        return function(a, b)
    return divide


_BINARY: dict = {
    "+": operator.add, "*": operator.mul, "//": _divide(operator.floordiv),
    "%": _divide(operator.mod), "==": operator.eq, "!=": operator.ne,
    "<=": operator.le, "<": operator.lt,
}


def _build(form: Any) -> _Term:
    """A function of the facts for an exported expression or condition."""
    if not isinstance(form, list):
        return lambda facts: form
    head, *rest = form
    if head in _LEAVES:
        leaf = _LEAVES[head]
        return lambda facts: leaf(facts, *rest)
    terms = [_build(term) for term in rest]
    if head == "tuple":
        return lambda facts: tuple(term(facts) for term in terms)
    first, second = terms
    if head == "and":
        return lambda facts: first(facts) and second(facts)
    if head == "or":
        return lambda facts: first(facts) or second(facts)
    if head not in _BINARY:
        raise ValueError(f"a rule has the operator '{head}', which this "
                         "version of packed_mlir does not know")
    binary = _BINARY[head]
    return lambda facts: binary(first(facts), second(facts))


def _concrete(value: Any) -> Any:
    """A symbolic size as the number that the tracer saw for it, where it saw
    one: a message shows sizes of the run, not names of symbols."""
    if isinstance(value, tuple):
        return tuple(map(_concrete, value))
    hint = getattr(getattr(value, "node", None), "hint", None)
    return value if hint is None else hint


class _Rule:
    def __init__(self, rule: Mapping[str, Any]):
        self.id, self.text, self.remedy = rule["id"], rule["text"], rule["remedy"]
        self.holds = _build(rule["holds"])
        self.args = [_build(arg) for arg in rule["args"]]

    def is_broken(self, facts: _Facts) -> bool:
        try:
            return not self.holds(facts)
        except _Absent:
            return False

    def message(self, facts: _Facts) -> str:
        def show(match: re.Match) -> str:
            return str(_concrete(self.args[int(match[1])](facts)))
        return re.sub(r"\{(\d)\}", show, self.text)


class RuleSet:
    """The exported rules of one op."""

    def __init__(self, op: str, rules: Sequence[Mapping[str, Any]]):
        self.op = op
        self._rules = [_Rule(rule) for rule in rules]

    def __len__(self) -> int:
        """How many rules there are."""
        return len(self._rules)

    def check(self, operands: Mapping[str, Array],
              sizes: Mapping[str, Optional[int]]) -> None:
        """Raises RuleError for the first rule that does not hold, in the order
        in which the op states them."""
        facts = _Facts(operands, sizes)
        for rule in self._rules:
            if rule.is_broken(facts):
                raise RuleError(self.op, rule.id, rule.message(facts),
                                rule.remedy)
