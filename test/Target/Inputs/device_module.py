# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the body of the only gpu.module of an .mlir file as a module of its
own, for mlir-translate. device_module.py file.mlir"""
import re
import sys

text = open(sys.argv[1]).read()
start = re.search(r"^  gpu\.module @\w+ .*\{$", text, re.M)
end = re.search(r"^  \}$", text[start.end():], re.M)
body = text[start.end():start.end() + end.start()]
# Attributes of dialects that mlir-translate does not know.
body = re.sub(r"packed\.kernel = \{.*?\}, (?=rocdl)", "", body)
print("module {" + body + "}")
