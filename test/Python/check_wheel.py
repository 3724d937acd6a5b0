# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the wheel, installs it into a clean environment and uses it there:
the quickstart of the README, then the tests of this folder."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def build(args, work):
    """The path of the wheel."""
    environment = dict(os.environ, CC=args.cc, CXX=args.cxx)
    defines = {"PackedMLIR_DIR": f"{args.prefix}/lib/cmake/PackedMLIR",
               "CMAKE_CXX_COMPILER_LAUNCHER": args.launcher,
               "CMAKE_BUILD_TYPE": "Release"}
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps",
         "--no-build-isolation", "--wheel-dir", work, ROOT / "python"] +
        [f"--config-settings=cmake.define.{name}={value}" for name, value in defines.items()
         if value], check=True, env=environment)
    wheel, = work.glob("*.whl")
    return wheel


def make_environment(work, wheel, requirements):
    """The Python of a new environment with the wheel."""
    subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
    python = work / "venv/bin/python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel,
                    *requirements], check=True)
    return python


def run_quickstart(python, work):
    blocks = PYTHON_BLOCK.findall((ROOT / "README.md").read_text())
    assert blocks, "the README has no Python quickstart"
    folder = work / "quickstart"
    folder.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples")
    for block in blocks:
        assert len(block.splitlines()) <= 20, "a quickstart of one screen"
        done = subprocess.run([python, "-c", block], cwd=folder, check=True,
                              stdout=subprocess.PIPE, text=True)
        assert "must be divisible by K=128." in done.stdout, done.stdout
    assert (folder / "decode.json").exists()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prefix", "work", "cc", "cxx", "launcher"):
        parser.add_argument(f"--{name}", required=name != "launcher")
    args = parser.parse_args()
    work = pathlib.Path(args.work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    numpy = [line for line in
             (ROOT / "test/requirements.txt").read_text().splitlines()
             if line.startswith("numpy==")]
    python = make_environment(work, build(args, work), numpy)
    run_quickstart(python, work)
    subprocess.run([python, "-m", "unittest", "discover", "-s", HERE, "-b"],
                   check=True, cwd=work)


if __name__ == "__main__":
    main()
