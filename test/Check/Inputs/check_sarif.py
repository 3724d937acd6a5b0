# Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates the SARIF log on stdin against the published schema, and checks what
the standard asks for beyond it."""

import json
import pathlib
import sys

import jsonschema

schema = json.loads(
    (pathlib.Path(__file__).parent / "sarif-schema-2.1.0.json").read_text()
)
log = json.load(sys.stdin)
jsonschema.Draft4Validator(
    schema, format_checker=jsonschema.FormatChecker()
).validate(log)

for run in log["runs"]:
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules), "rule ids are unique"
    assert all(rule["help"]["text"] for rule in rules)
    for result in run["results"]:
        # 3.27.10: a level other than none goes with kind fail only.
        assert (result["kind"] == "fail") == (result["level"] != "none")
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["locations"], "a result has a place"
    print(len(rules), "rules,", len(run["results"]), "results")
