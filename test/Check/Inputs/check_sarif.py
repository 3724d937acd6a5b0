"""Checks a SARIF log on stdin against the parts of the 2.1.0 schema that apply
to what packed-check writes: every object by its allowed and required
properties, types, enumerations and bounds, as the schema states them."""

import json
import re
import sys

TEXT = {"text": str}
SCHEMA = {
    # object: (required, {property: type, [element object] or object name})
    "log": ({"version", "runs"}, {"$schema": str, "version": str, "runs": ["run"]}),
    "run": ({"tool"}, {"tool": "tool", "results": ["result"]}),
    "tool": ({"driver"}, {"driver": "driver"}),
    "driver": ({"name"}, {"name": str, "version": str, "rules": ["rule"]}),
    "rule": (
        {"id"},
        {
            "id": str,
            "shortDescription": "text",
            "fullDescription": "text",
            "help": "text",
            "defaultConfiguration": "configuration",
        },
    ),
    "text": ({"text"}, {"text": str, "markdown": str}),
    "configuration": (set(), {"level": {"none", "note", "warning", "error"}}),
    "result": (
        {"message"},
        {
            "ruleId": str,
            "ruleIndex": int,
            "kind": {"notApplicable", "pass", "fail", "review", "open", "informational"},
            "level": {"none", "note", "warning", "error"},
            "message": "text",
            "locations": ["location"],
            "relatedLocations": ["location"],
        },
    ),
    "location": (set(), {"message": "text", "physicalLocation": "physical"}),
    "physical": ({"artifactLocation"}, {"artifactLocation": "artifact", "region": "region"}),
    "artifact": (set(), {"uri": str}),
    "region": (set(), {"startLine": int, "startColumn": int}),
}


def check(value, kind, path):
    if isinstance(kind, list):
        assert isinstance(value, list), path
        for i, item in enumerate(value):
            check(item, kind[0], f"{path}[{i}]")
    elif isinstance(kind, set):
        assert value in kind, f"{path}: {value}"
    elif isinstance(kind, type):
        assert isinstance(value, kind), path
    else:
        required, properties = SCHEMA[kind]
        assert isinstance(value, dict), path
        assert required <= value.keys(), f"{path}: lacks {required - value.keys()}"
        assert value.keys() <= properties.keys(), f"{path}: has {value.keys() - properties.keys()}"
        for name, item in value.items():
            check(item, properties[name], f"{path}.{name}")


log = json.load(sys.stdin)
check(log, "log", "log")
assert log["version"] == "2.1.0"
for run in log["runs"]:
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules), "rule ids are unique"
    for result in run["results"]:
        # 3.27.10: a level other than none goes with kind fail only.
        assert (result["kind"] == "fail") == (result["level"] != "none")
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        for location in result["locations"]:
            physical = location["physicalLocation"]
            assert re.fullmatch(r"[^\s<>\"{}|\\^`]+", physical["artifactLocation"]["uri"])
            assert physical["region"]["startLine"] >= 1
    print(len(rules), "rules,", len(run["results"]), "results")
