# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command whose standard error is a terminal; prints what arrives there,
with escapes made visible."""

import os
import pty
import subprocess
import sys

ours, theirs = pty.openpty()
process = subprocess.Popen(
    sys.argv[1:], stderr=theirs, stdout=subprocess.DEVNULL,
    env=os.environ | {"TERM": "xterm"},
)
os.close(theirs)
text = b""
while True:
    try:
        chunk = os.read(ours, 4096)
    except OSError:  # the other end is closed
        break
    if not chunk:
        break
    text += chunk
process.wait()
print(text.decode().replace("\x1b", "<esc>").replace("\r\n", "\n").replace("\r", "<cr>"))
