# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shape checking and GPU kernels for packed layouts.

    check(ir_text_or_path)        the rules that a model breaks
    compile(ir_text_or_path)      its decode steps as PTX and a description
    Launcher(kernel)              runs them on torch, CuPy or DLPack arrays
    packed_mlir.torch             the decode ops as operators of PyTorch

`check` and `compile` need the compiler that the wheel was built with; the rest
is pure Python and runs wherever the package's files are.
"""

from .compiler import (CheckError, CompileError, Diagnostic, InvalidIRError,
                       Location, Note, check, compile)
from .kernel import Kernel
from .launch import Launcher, NoKernelError
from .rules import RuleError

__all__ = ["CheckError", "CompileError", "Diagnostic", "InvalidIRError",
           "Kernel", "Launcher", "Location", "NoKernelError", "Note",
           "RuleError", "check", "compile"]
__version__ = "0.1.0"
