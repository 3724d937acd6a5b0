# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""test_check_docs.py BUILD LLVM: pages that are right, each with a twin that is
wrong, through the checker."""

import pathlib
import sys
import tempfile
import unittest

from check_docs import Checker

BUILD, LLVM = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
FENCE = "```"
GOOD_OP = """func.func @f() {
  %0 = packed.memory_rope legacy (batch_size = 1, memory_video_len = 64, target_num_frames = 7, latent_height = 8, latent_width = 8)
  return
}
"""
BAD_OP = GOOD_OP.replace("= 64", "= 65")


def block(language, text, mark=""):
    mark = f"<!-- docs: {mark} -->\n" if mark else ""
    return f"{mark}{FENCE}{language}\n{text}{FENCE}\n"


class Pages(unittest.TestCase):

    def check(self, text):
        """The problems of a page: (line, text)."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Makefile").write_text("all:\n")
            (root / "other.md").write_text("## A heading, of two\n")
            (root / "tested.c").write_text("int x;\n\nint  y;\n")
            (root / "page.md").write_text(text)
            checker = Checker(root, BUILD, LLVM, root)
            checker.check_page(root / "page.md")
            return [(line, what) for _, line, what in checker.problems]

    def expect(self, good, bad, line, words):
        self.assertEqual(self.check(good), [])
        problems = self.check(bad)
        self.assertEqual([at for at, _ in problems], [line], problems)
        self.assertIn(words, problems[0][1])

    def test_snippets(self):
        self.expect(block("mlir", GOOD_OP), block("mlir", BAD_OP), 1,
                    "memory_video_len must be a multiple")

    def test_diagnostics(self):
        shown = "...\nmodel.mlir:2:8: error: 'packed.memory_rope' op {}\n...\n"
        right = shown.format("memory_video_len must be a multiple of latent_height * "
                             "latent_width, got memory_video_len=65 latent_height=8 "
                             "latent_width=8")
        self.expect(block("mlir", BAD_OP) + block("", right),
                    block("mlir", BAD_OP) + block("", shown.format("no")), 7,
                    "shows\n  model.mlir:2:8: error: 'packed.memory_rope' op no")

    def test_output(self):
        self.expect(block("", "$ echo a; echo b\na\nb\n$ echo c\nc\n"),
                    block("", "$ echo a; echo b\na\n$ echo c\nc\n"), 1, "leaves out")
        self.expect(block("", "$ seq 9\n1\n...\n9\n"),
                    block("", "$ seq 9\n1\n...\n10\n"), 1, "shows\n  10")

    def test_failing_commands(self):
        self.expect(block("", "$ test a = b\n$ echo c\n...\n"),
                    block("", "$ nothing_of_this_name\n...\n"), 1, "ends with 127")

    def test_scripts(self):
        self.expect(block("sh", "x=1\ntrue | test $x = 1\n"),
                    block("sh", "false | true\n"), 1, "ends with 1")
        self.expect(block("python", "assert 1 + 1 == 2\n"),
                    block("python", "import nothing_of_this_name\n"), 1, "ends with 1")

    def test_parts(self):
        self.expect(block("c", "int x; /* a comment */\nint y;\n", "part-of=tested.c"),
                    block("c", "int y;\nint x;\n", "part-of=tested.c"), 2,
                    "not in tested.c: int x;")

    def test_long(self):
        self.expect(block("", "packed-check --strict x\n", "long=no model"),
                    block("", "packed-check --stricter x\n", "long=no model"), 2,
                    "no option --stricter")

    def test_nothing_escapes(self):
        self.expect(block("xml", "<a/>\n", "skip=no tool reads it"),
                    block("xml", "<a/>\n"), 1, "nothing says")
        self.expect(block("xml", "<a/>\n", "skip=no tool reads it"),
                    block("xml", "<a/>\n", "skip"), 2, "unknown comment")

    def test_links(self):
        self.expect("[a](other.md#a-heading-of-two)\n", "x\n[a](another.md)\n", 2,
                    "no such file")
        self.expect("# B c\n[a](#b-c)\n", "# B c\n[a](#b)\n", 2, "no such heading")

    def test_commands(self):
        self.expect("`make all` and `ctest --test-dir build -R packed-docs`\n",
                    "`make nothing`\n", 1, "no target")
        self.expect("`ctest --test-dir build -R packed-lit`\n",
                    "`ctest --test-dir build -R packed-lot`\n", 1, "no test packed-lot")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
