# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds test/Package against an install tree and runs what comes out."""

import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"
TEXT = "Invalid packed Q size 2080: must be divisible by K=128."


def run(*command, stdin=subprocess.DEVNULL, status=0):
    done = subprocess.run(command, stdin=stdin, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}, "
                 f"not {status}\n{done.stdout}{done.stderr}")
    return done


def build(args):
    options = [f"-DCMAKE_PREFIX_PATH={args.prefix}",
               f"-DCMAKE_C_COMPILER={args.cc}",
               f"-DCMAKE_CXX_COMPILER={args.cxx}"]
    run("cmake", "-S", HERE, "-B", args.work, "-G", "Ninja", *options)
    run("cmake", "--build", args.work)


def check_cpp(consumer):
    """The dialect, its verifier and its passes are there."""
    step = str(EXAMPLES / "kimi-linear-decode.mlir")
    ok = run(consumer, step, "-convert-packed-to-loops", "-canonicalize")
    assert "packed.kda_decode" not in ok.stdout, ok.stdout
    bad = run(consumer, str(EXAMPLES / "kimi-linear-decode-broken.mlir"),
              status=1)
    assert "op `dt_bias` must have" in bad.stderr, bad.stderr


def check_c(consumer, packed_opt):
    path = consumer.parent / "stdin.mlir"

    def ask_file(status):
        with path.open() as stdin:
            out = run(consumer, stdin=stdin, status=status).stdout
        return out.partition("\n")[2]

    def ask(text, status):
        path.write_text(text)
        return ask_file(status)

    good = (EXAMPLES / "qwen3-next-decode.mlir").read_text()
    report, end = json.JSONDecoder().raw_decode(ask(good, 0))
    assert report["counts"]["refuted"] == 0, report["counts"]
    rest = ask(good, 0)[end:].lstrip()
    description, end = json.JSONDecoder().raw_decode(rest)
    for kernel in description["kernels"]:
        assert f".visible .entry {kernel['name']}(" in rest[end:]

    broken = (EXAMPLES / "qwen3-next-decode-broken.mlir").read_text()
    report = json.loads(ask(broken, 1))
    messages = [rule.get("message") for op in report["ops"]
                for rule in op["rules"] if rule["verdict"] == "refuted"]
    assert messages == [TEXT], messages

    assert ask("func.func @f( {", 2).startswith("model.mlir:1:14: error: ")
    assert "has no decode op to compile" in ask("module {}", 2)

    # Unknown ops are fine as text, and refused as bytecode.
    foreign = '"foreign.op"() : () -> ()'
    assert "has no decode op to compile" in ask(foreign, 2)
    run(packed_opt, "--allow-unregistered-dialect", "--emit-bytecode", path,
        "-o", path)
    assert "foreign" in ask_file(2)
    assert "has no decode op" not in ask_file(2)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("prefix", "work", "cc", "cxx"):
        parser.add_argument(f"--{name}", required=True)
    args = parser.parse_args()
    build(args)
    work = pathlib.Path(args.work)
    check_cpp(work / "consumer")
    check_c(work / "c-consumer", pathlib.Path(args.prefix) / "bin/packed-opt")


if __name__ == "__main__":
    main()
