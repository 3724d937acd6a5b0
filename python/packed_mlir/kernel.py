# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A compiled kernel: PTX and the description that says how to launch it."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
from typing import Any, Mapping, Union

__all__ = ["DESCRIPTION_VERSION", "Kernel"]

# The `version` of the descriptions that this package reads.
DESCRIPTION_VERSION = 1


@dataclasses.dataclass(frozen=True)
class Kernel:
    """What `compile` gives and a Launcher takes.

    `ptx` is the text of the GPU code; `description` the parsed JSON whose form
    docs/KernelDescription.md documents. Raises ValueError for a description of
    a version that this package does not know, or without rules, as older
    versions of packed-compile wrote it."""
    ptx: str
    description: Mapping[str, Any]

    def __post_init__(self) -> None:
        version = self.description.get("version")
        if version != DESCRIPTION_VERSION:
            raise ValueError(
                f"a kernel description of version {version}; this packed_mlir "
                f"reads version {DESCRIPTION_VERSION}")
        if "rules" not in self.description:
            raise ValueError("a kernel description without rules, which a "
                             "launcher tests; compile the kernel again")

    @property
    def chip(self) -> str:
        """The chip that the PTX is for: `sm_90`."""
        return self.description["chip"]

    @classmethod
    def load(cls, path: Union[str, os.PathLike]) -> "Kernel":
        """Reads what `save` or the tool packed-compile wrote; `path` is the
        JSON file, which names the PTX beside it."""
        path = pathlib.Path(path)
        description = json.loads(path.read_text())
        return cls((path.parent / description["artifact"]).read_text(),
                   description)

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Writes `path`, a JSON file, and the PTX beside it."""
        path = pathlib.Path(path)
        artifact = path.with_suffix(".ptx")
        description = {**self.description, "artifact": artifact.name}
        artifact.write_text(self.ptx)
        path.write_text(json.dumps(description, indent=2) + "\n")
