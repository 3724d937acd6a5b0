# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks and compiles IR through the compiler of the wheel."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
from typing import Any, List, Mapping, Optional, Tuple, Union

from .kernel import Kernel

__all__ = ["CheckError", "CompileError", "Diagnostic", "InvalidIRError",
           "Location", "Note", "check", "compile"]

IR = Union[str, os.PathLike]


@dataclasses.dataclass(frozen=True)
class Location:
    """A place in the source that the IR was made from."""
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclasses.dataclass(frozen=True)
class Note:
    """A sentence that explains a diagnostic, and where it points."""
    text: str
    location: Optional[Location]


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A rule that an op breaks, or may break.

    `rule` is its id (docs/Rules.md), `verdict` `refuted` or `unknown`,
    `severity` `error` or `warning`, `message` the documented text with the
    numbers that are known, `remedy` how to mend it."""
    rule: str
    verdict: str
    severity: str
    message: str
    op: str
    location: Optional[Location]
    notes: Tuple[Note, ...]
    remedy: str

    def __str__(self) -> str:
        severity = self.severity if self.verdict == "refuted" else "remark"
        verb = " may break a rule:" if self.verdict == "unknown" else ""
        lines = [f"{self.location or '-'}: {severity}: '{self.op}' op{verb} "
                 f"{self.message}"]
        lines += [f"{note.location or '-'}: note: {note.text}"
                  for note in self.notes]
        lines.append(f"{self.location or '-'}: note: {self.remedy} "
                     f"[{self.rule}]")
        return "\n".join(lines)


class InvalidIRError(ValueError):
    """The text is no valid IR. The text of the error is the compiler's."""


class CompileError(ValueError):
    """No kernel can be made of valid IR. The text is the compiler's."""


class CheckError(ValueError):
    """The IR breaks rules, so it is not compiled; `diagnostics` has them."""

    def __init__(self, diagnostics: List[Diagnostic]):
        super().__init__("\n".join(map(str, diagnostics)))
        self.diagnostics = diagnostics


def check(ir: IR, *, unknown: bool = False,
          solver_time_limit: int = 200) -> List[Diagnostic]:
    """The rules that the ops of a module break, with those that merely advise;
    with `unknown` also those that can be neither proved nor refuted.

    `ir` is MLIR text or the path of a file; a str with a line break, brace,
    parenthesis or quote is text. The solver, where it is installed, gets so many
    milliseconds a rule; 0 does without. Raises InvalidIRError where there is no
    valid IR, OSError where the file can't be read."""
    text, name = _read(ir)
    status, report, errors = _native().check(text, name, unknown,
                                             solver_time_limit)
    if status == _INVALID:
        raise InvalidIRError(errors.rstrip())
    return _diagnostics(report, unknown)


def compile(ir: IR, chip: str = "sm_90", *, features: Optional[str] = None,
            multiprocessors: int = 132, pdl: bool = False) -> Kernel:
    """Compiles the decode ops of a module for `chip`; no CUDA toolkit is
    needed. `features` is a PTX version (`+ptx80`), by default the oldest that
    the chip has; `multiprocessors` decides on schedules; `pdl` asks for
    programmatic dependent launch (docs/KernelDescription.md says when that is
    right). Raises CheckError where a rule is broken, InvalidIRError where there
    is no valid IR, CompileError where no kernel can be made of it."""
    text, name = _read(ir)
    status, report, errors, ptx, description = _native().compile(
        text, name, chip, features or "", multiprocessors, pdl)
    if status == _REFUTED:
        raise CheckError([d for d in _diagnostics(report, False)
                          if d.severity == "error"])
    if status == _INVALID:
        raise (CompileError if report else InvalidIRError)(errors.rstrip())
    return Kernel(ptx, json.loads(description))


_REFUTED, _INVALID = 1, 2


def _native() -> Any:
    try:
        from . import _packed
    except ImportError as error:
        raise ImportError(
            "packed_mlir.check and .compile need the compiled part of the "
            "package, and LLVM's shared library; this installation has only "
            f"the Python part, or the library is missing ({error})") from error
    return _packed


def _read(ir: IR) -> Tuple[bytes, str]:
    if isinstance(ir, str) and any(c in ir for c in '\n{("'):
        return ir.encode(), "<ir>"
    path = pathlib.Path(ir)
    return path.read_bytes(), str(path)


def _location(entry: Mapping[str, Any]) -> Optional[Location]:
    if "file" not in entry:
        return None
    return Location(entry["file"], entry["line"], entry["column"])


def _diagnostics(report: str, unknown: bool) -> List[Diagnostic]:
    found = []
    for op in json.loads(report)["ops"]:
        for rule in op["rules"]:
            is_open = rule["verdict"] == "unknown" and \
                rule["severity"] == "error"
            if rule["verdict"] != "refuted" and not (unknown and is_open):
                continue
            notes = [Note(note["text"], _location(note))
                     for kind in ("notes", "facts", "assumptions")
                     for note in rule.get(kind, ())]
            witness = [f"{verb} for {rule[key]}" for verb, key in
                       (("breaks", "breaks_for"), ("holds", "holds_for"))
                       if key in rule]
            if witness:
                notes.append(Note(", ".join(witness), _location(op)))
            found.append(Diagnostic(
                rule["id"], rule["verdict"], rule["severity"], rule["message"],
                op["op"], _location(op), tuple(notes), rule["remedy"]))
    return found
