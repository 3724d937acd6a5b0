# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How a rule of the oracle says that a request breaks it."""


class Refused(Exception):
    """A rule of the reference is broken; holds the exact text of the first."""


class Misused(Exception):
    """The reference accepts the request, but what it would do is a crash or
    nonsense. `texts` are the documented texts of the project's own rules that
    the request breaks; which of them comes first is not laid down."""

    def __init__(self, texts):
        super().__init__("; ".join(texts))
        self.texts = texts


def require(holds, text):
    """One rule of the reference. The order of the calls is the order of rules."""
    if not holds:
        raise Refused(text)


class Misuses:
    """Collects what breaks the project's own rules."""

    def __init__(self):
        self.texts = []

    def require(self, holds, text):
        if not holds:
            self.texts.append(text)

    def finish(self):
        if self.texts:
            raise Misused(self.texts)

