# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and fails unless it ends with the stated status."""

import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
got = subprocess.run(command).returncode
if got != expected:
    sys.exit(f"status {got} instead of {expected}")
