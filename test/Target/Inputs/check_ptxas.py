# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Assembles PTX with ptxas where one is installed: no spills, no stack.
check_ptxas.py file.ptx chip"""
import os
import re
import shutil
import subprocess
import sys

ptx, chip = sys.argv[1:]
home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
ptxas = shutil.which("ptxas") or shutil.which("ptxas", path=home + "/bin")
if not ptxas:
    print("no ptxas here")
    sys.exit(0)
run = subprocess.run([ptxas, "-v", "-arch=" + chip, ptx, "-o", os.devnull],
                     capture_output=True, text=True)
report = run.stdout + run.stderr
used = re.findall(r"(\d+) bytes (stack frame|spill stores|spill loads)", report)
if run.returncode or not used or any(int(n) for n, _ in used):
    print(report)
    sys.exit(1)
