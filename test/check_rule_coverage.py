#!/usr/bin/env python3
# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proves that every rule of the catalogue has tests, and that its own examples
do what they say.

The files in Rules/ are split into chunks at `// -----`. A chunk says in a
comment which rule it is about, and this script runs it:

    // broken: ID      the verifier refuses it and names the rule
    // kept: ID        the verifier accepts it
    // guarded: ID     run-time verification asserts the rule's text
    // unguarded: ID   run-time verification has no such assertion
    // warned: ID      the check pass names the rule
    // silent: ID      the check pass says nothing of the rule

An error rule needs `broken` and `kept`, `guarded` and `unguarded` where only
values decide it, or `warned` and `silent` where several ops are looked at; a
warning needs `warned` and `silent`. The last line counts.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
KINDS = ["broken", "kept", "guarded", "unguarded", "warned", "silent"]
HEAD = re.compile(r"// (%s): (\S+)" % "|".join(KINDS))


class Tool:
    def __init__(self, path, check):
        self.path, self.check = path, check

    def run(self, source, *flags):
        """The exit status, the diagnostics and the output."""
        run = subprocess.run(
            [self.path, "-mlir-print-op-on-diagnostic=false", *flags],
            input=source, capture_output=True, text=True,
        )
        if run.returncode not in (0, 1):
            sys.exit(f"packed-opt ended with {run.returncode} on:\n{source}")
        found = re.findall(r": (error|warning|note|remark): (.*)", run.stderr)
        return run.returncode, found, run.stdout

    def verify(self, source):
        return self.run(source, "-o", "/dev/null")

    def assertions(self, source):
        status, _, output = self.run(source, "--generate-runtime-verification")
        return None if status else re.findall(r'cf\.assert %\S+, "(.*)"', output)


def text_pattern(rule):
    """What the documented text looks like with numbers filled in."""
    return re.compile(re.sub(r"\\\{\d\\\}", ".*", re.escape(rule["text"])))


def is_about(rule, source):
    """Whether `source` has an op that the rule is about."""
    family = rule["id"].removeprefix("packed.").split(".")[0]
    ops = {"decode": r"(gdn|kda)_decode", "size-overflow": r"\w+"}
    pattern = ops.get(family, re.escape(family) + r"\w*")
    return re.search(rf"packed\.{pattern} ", source)


def names_rule(diagnostics, rule):
    return any(message.endswith(f"[{rule['id']}]") for _, message in diagnostics)


def asserts_rule(assertions, rule):
    # Quotes are escaped in the printed text.
    return any(text_pattern(rule).search(a.replace('\\"', '"')) for a in assertions)


def chunk_holds(tool, kind, rule, source):
    if not is_about(rule, source):
        return False
    if kind == "broken":
        status, diagnostics, _ = tool.verify(source)
        return status == 1 and names_rule(diagnostics, rule)
    if kind == "kept":
        status, diagnostics, _ = tool.verify(source)
        return status == 0 and not diagnostics
    if kind in ("guarded", "unguarded"):
        assertions = tool.assertions(source)
        if assertions is None:
            return False
        return asserts_rule(assertions, rule) == (kind == "guarded")
    _, diagnostics, _ = tool.run(source, *tool.check, "-o", "/dev/null")
    return names_rule(diagnostics, rule) == (kind == "warned")


def wrong_holds(tool, rule):
    """The `wrong` example gives the documented text."""
    status, diagnostics, _ = tool.verify(rule["wrong"])
    if status == 1:
        messages = [m.removeprefix("also broken: ") for _, m in diagnostics]
        return any(text_pattern(rule).search(m) for m in messages)
    if rule["severity"] == "error":
        if asserts_rule(tool.assertions(rule["wrong"]), rule):
            return True
    if not tool.check:
        return None
    _, diagnostics, _ = tool.run(rule["wrong"], *tool.check, "-o", "/dev/null")
    return names_rule(diagnostics, rule)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--opt", required=True, help="path of packed-opt")
    parser.add_argument("--rules", type=pathlib.Path, default=HERE / "Rules")
    parser.add_argument(
        "--check", action="append", default=[],
        help="flag that runs the check pass; may be given several times",
    )
    options = parser.parse_args()
    tool = Tool(options.opt, options.check)
    explained = subprocess.run(
        [options.opt, "--explain=json"], capture_output=True, text=True, check=True
    )
    rules = {rule["id"]: rule for rule in json.loads(explained.stdout)}

    passed, failures, tested = 0, [], collections.defaultdict(set)

    def count(holds, what):
        nonlocal passed
        if holds:
            passed += 1
        else:
            failures.append(what)

    for path in sorted(options.rules.glob("*.mlir")):
        for number, chunk in enumerate(re.split(r"\n// -----.*\n", path.read_text())):
            for kind, name in HEAD.findall(chunk):
                where = f"{path.name}, chunk {number}: {kind}: {name}"
                if kind in ("warned", "silent") and not tool.check:
                    continue
                holds = name in rules and chunk_holds(tool, kind, rules[name], chunk)
                count(holds, where)
                if holds:
                    tested[name].add(kind)

    for name, rule in rules.items():
        holds = wrong_holds(tool, rule)
        needs = [{"broken", "kept"}, {"guarded", "unguarded"}, {"warned", "silent"}]
        if rule["severity"] == "warning":
            needs = [{"warned", "silent"}]
        if holds is None:
            print(f"left to the check pass: {name}")
        else:
            count(holds, f"{name}: the wrong example does not give the text")
            count(
                any(need <= tested[name] for need in needs),
                f"{name}: has no failing and passing test, only {sorted(tested[name])}",
            )
        status, diagnostics, _ = tool.verify(rule["right"])
        count(status == 0 and not diagnostics, f"{name}: the right example is refused")

    for failure in failures:
        print(failure)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
