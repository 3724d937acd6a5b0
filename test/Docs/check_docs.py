# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every code block of README.md and docs/, and compares what they show.

    check_docs.py --root . --build build --llvm /usr/lib/llvm-22 [PAGE...]

What happens to a block, by its language:

  mlir            is written to model.mlir, and packed-opt must read it
  sh              is run as a script, which must end with 0
  python          is run
  lines with `$ ` are run; the lines below each are what it prints, where `...`
                  stands for any lines
  others          show what the block before them printed: these lines, in order

A comment before the block says something else:

  <!-- docs: part-of=FILE -->  its lines stand in that file, one below the other;
                               an mlir file is what blocks below run on
  <!-- docs: long=REASON -->   can't run here; scripts and options must exist
  <!-- docs: skip=REASON -->   can't run here

A block that none of these fits is an error. So are links and anchors that lead
nowhere, and commands in a sentence (`ctest ...`, `make ...`) that find nothing."""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from pages import read_page

# Pages whose blocks a test of their own runs.
GENERATED = {"Rules.md"}  # packed-rule-coverage, packed-rules-page
COPIED = ("examples", "benchmarks", "docs", "test", "Makefile", "CMakePresets.json")
SEPARATOR = "\x01"
TIME_LIMIT = 300


class Checker:
    """Checks pages; `problems` are (page, line, text)."""

    def __init__(self, root, build, llvm, scratch):
        self.root, self.build, self.scratch = root, build, scratch
        path = [build / "bin", llvm / "bin", pathlib.Path(sys.executable).parent]
        self.environment = dict(os.environ, LLVM=str(llvm), PATH=os.pathsep.join(
            [*map(str, path), os.environ["PATH"]]))
        self.problems, self.num_checked, self.output = [], 0, None

    # Pages

    def check_page(self, path):
        self.page, self.output, self.unexplained = path, None, False
        page = read_page(path.read_text())
        for line, target in page.links:
            self.check_link(line, target, page)
        for line, command in page.commands:
            self.check_command(line, command)
        if path.name not in GENERATED:
            for block in page.blocks:
                self.check_block(block)
        if self.unexplained:
            self.complain(page.blocks[-1].line, "this block is in error:\n" +
                          self.output)

    def complain(self, line, text):
        self.problems.append((self.page, line, text))

    def check_link(self, line, target, page):
        if re.match(r"[a-z]+:", target):
            return
        path, _, anchor = target.partition("#")
        file = self.page.parent / path if path else self.page
        if not file.exists():
            self.complain(line, f"no such file: {target}")
        elif anchor and anchor not in (
                read_page(file.read_text()).anchors if path else page.anchors):
            self.complain(line, f"no such heading: {target}")

    # Blocks

    def check_block(self, block):
        self.num_checked += 1
        if self.unexplained and block.language == "mlir":
            self.complain(block.line, "the mlir block before is in error, and "
                                      "no block shows it")
        self.unexplained = False
        if block.mark == "skip" and block.value:
            self.num_checked -= 1
        elif block.mark == "part-of" and block.value:
            self.check_part(block)
        elif block.mark == "long" and block.value:
            self.check_long(block)
        elif block.mark:
            self.complain(block.line, f"unknown comment: {block.mark}")
        elif block.language == "mlir":
            self.write_model(block.text)
        elif re.search(r"^\$ ", block.text, re.M):
            self.run_session(block)
        elif block.language in ("sh", "python"):
            self.run_script(block)
        elif self.output is not None:
            self.compare(block.line, block.text, self.output)
        else:
            self.complain(block.line, "nothing says what to do with this block")

    def check_part(self, block):
        """Whitespace aside, the lines stand in the file one below the other,
        perhaps with others between."""
        file = self.root / block.value
        if not file.exists():
            self.complain(block.line, f"no such file: {block.value}")
            return
        text, place = "".join(file.read_text().split()), 0
        for line in block.text.splitlines():
            wanted = "".join(re.sub(r"\s(#|//|/\*) .*", "", line).split())
            place = text.find(wanted, place)
            if place < 0:
                self.complain(block.line, f"not in {block.value}: {line.strip()}")
                return
            place += len(wanted)
        if file.suffix == ".mlir":
            self.write_model(file.read_text())

    def write_model(self, text):
        """What the tool says of it is left for a block below to show."""
        (self.scratch / "model.mlir").write_text(text)
        done = self.run("packed-opt model.mlir -o /dev/null")
        self.output = done.stdout
        self.unexplained = done.returncode != 0

    def run_session(self, block):
        """All commands in one shell, so that `cd` lasts."""
        commands, shown = [], []
        for line in block.text.splitlines():
            if line.startswith("$ "):
                commands.append(line[2:])
                shown.append([])
            else:
                shown[-1].append(line)
        script = "\n".join(f"{self.replace(block.line, command)}\n"
                           f"printf '{SEPARATOR}%d{SEPARATOR}' $?"
                           for command in commands)
        printed = self.run(script).stdout.split(SEPARATOR)
        for command, wanted in zip(commands, shown):
            self.output, status, *printed = printed
            # A tool that finds an error in a model ends with 1.
            if int(status) > 1:
                self.complain(block.line, f"{command} ends with {status}")
            elif wanted:
                self.compare(block.line, "\n".join(wanted), self.output)

    def run_script(self, block):
        command = "set -eo pipefail\n" + block.text
        if block.language == "python":
            (self.scratch / "script.py").write_text(block.text)
            command = "python script.py"
        done = self.run(command)
        self.output = done.stdout
        if done.returncode:
            self.complain(block.line, f"ends with {done.returncode}:\n{done.stdout}")

    def run(self, script):
        return subprocess.run(
            ["bash", "-c", script], cwd=self.scratch, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=TIME_LIMIT)

    def normalize(self, printed):
        """Without the scratch folder, and without the lines of the source that
        stand under a diagnostic, with their caret."""
        printed = re.sub(rf"{re.escape(str(self.scratch))}/(?:[\w.-]+/)*", "", printed)
        lines = printed.splitlines()
        carets = {i for i, line in enumerate(lines) if line.strip() == "^"}
        return [line for i, line in enumerate(lines)
                if i not in carets and i + 1 not in carets]

    def compare(self, line, wanted, got):
        wanted, rest, may_skip = self.normalize(wanted), self.normalize(got), False
        for text in wanted:
            if text.strip() == "...":
                may_skip = True
                continue
            while rest and rest[0].rstrip() != text.rstrip() and may_skip:
                rest.pop(0)
            if not rest or rest[0].rstrip() != text.rstrip():
                found = rest[0] if rest else "nothing"
                self.complain(line, f"shows\n  {text}\nwhere this comes:\n  {found}")
                return
            rest.pop(0)
            may_skip = False
        if rest and not may_skip:
            self.complain(line, f"leaves out, without `...`:\n  {rest[0]}")

    # Commands that are only looked at

    def replace(self, line, command):
        """What stands in for a command that builds or tests everything."""
        command = command.split(" # ")[0]
        if command.split()[0] in ("make", "ctest"):
            self.check_command(line, command)
            return "true"
        return command

    def check_command(self, line, command):
        words = shlex.split(command)
        if words[0] == "make":
            known = (self.root / "Makefile").read_text()
            for target in words[1:]:
                if not re.search(rf"^{re.escape(target)}:", known, re.M):
                    self.complain(line, f"no target of the Makefile: {target}")
        elif "-R" in words:
            pattern = words[words.index("-R") + 1]
            listed = subprocess.run(
                ["ctest", "--test-dir", self.build, "-N", "-R", pattern],
                capture_output=True, text=True).stdout
            if "Total Tests: 0" in listed:
                self.complain(line, f"ctest knows no test {pattern}")

    def check_long(self, block):
        """Scripts and tools are there, and name the options in their help."""
        text = re.sub(r"\\\n", " ", block.text)
        for command in re.split(r"&&|\n| \| ", text):
            words = shlex.split(command.removeprefix("$ "), comments=True)
            while words and (words[0].startswith("python") or "=" in words[0]):
                words.pop(0)
            if not words:
                continue
            if words[0] in ("make", "ctest"):
                self.check_command(block.line, shlex.join(words))
                continue
            python = "python3 " if words[0].endswith(".py") else ""
            help_ = self.run(f"{python}{words[0]} --help").stdout
            for option in re.findall(r"(--[a-z][\w-]*)", command):
                if option not in help_:
                    self.complain(block.line, f"{words[0]} has no option {option}")


def make_scratch(root, build, folder):
    """A copy of what commands use, so that they write nothing into the tree."""
    for name in COPIED:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, folder / name,
                            ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, folder)
    (folder / "build").symlink_to(build)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("root", "build", "llvm"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("pages", nargs="*", type=pathlib.Path)
    args = parser.parse_args()
    root, build = args.root.resolve(), args.build.resolve()
    pages = args.pages or [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        scratch = make_scratch(root, build, pathlib.Path(folder))
        checker = Checker(root, build, args.llvm, scratch)
        for page in pages:
            checker.check_page(page.resolve())
    for page, line, text in checker.problems:
        print(f"{os.path.relpath(page, root)}:{line}: {text}")
    print(f"{len(pages)} pages, {checker.num_checked} blocks checked, "
          f"{len(checker.problems)} problems")
    sys.exit(bool(checker.problems))


if __name__ == "__main__":
    main()
