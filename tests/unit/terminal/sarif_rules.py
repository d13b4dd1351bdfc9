"""What SARIF 2.1.0 asks of a log, as far as ntdoc writes one: the rules of its schema, and of the text where the
schema is silent. Strict: a property that is not listed here is wrong.
"""

from __future__ import annotations

import re
from typing import Any

LEVELS = ("none", "note", "warning", "error")

# For each kind of object: its properties with the kind of their values, `!` for those that must be there.
OBJECTS: dict[str, dict[str, str]] = {
    "log": {"$schema": "uri", "version!": "=2.1.0", "runs!": "[run]"},
    "run": {
        "tool!": "tool",
        "columnKind": "=unicodeCodePoints",
        "invocations": "[invocation]",
        "results": "[result]",
    },
    "tool": {"driver!": "driver"},
    "driver": {"name!": "text", "semanticVersion": "semver", "rules": "[rule]"},
    "rule": {
        "id!": "text",
        "shortDescription": "message",
        "help": "message",
        "defaultConfiguration": "configuration",
    },
    "configuration": {"level": "level"},
    "message": {"text!": "text", "markdown": "text"},
    "invocation": {"executionSuccessful!": "true"},
    "result": {
        "ruleId": "text",
        "ruleIndex": "index",
        "level": "level",
        "message!": "message",
        "locations": "[location]",
        "relatedLocations": "[location]",
        "partialFingerprints": "fingerprints",
    },
    "location": {
        "id": "index",
        "physicalLocation": "physical",
        "logicalLocations": "[logical]",
        "message": "message",
    },
    "physical": {"artifactLocation!": "artifact", "region": "region"},
    "artifact": {"uri!": "uri"},
    "region": {"startLine!": "number", "startColumn": "number", "endLine": "number", "endColumn": "number"},
    "logical": {"name": "text", "fullyQualifiedName": "text"},
}
URI = re.compile(r"[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=%-]+")


def broken(log: Any) -> list[str]:
    """Every rule that a log breaks, with the place."""
    found = list(_object(log, "log", "$"))
    if not found:
        for run in log["runs"]:
            found += _consistent(run)
    return found


def _value(value: Any, kind: str, where: str) -> list[str]:
    if kind.startswith("["):
        if not isinstance(value, list):
            return [f"{where} is no list"]
        found = [e for i, item in enumerate(value) for e in _value(item, kind[1:-1], f"{where}[{i}]")]
        return found + ([f"{where} is empty"] if not value and kind != "[result]" else [])
    if kind in OBJECTS:
        return _object(value, kind, where)
    whole = isinstance(value, int) and not isinstance(value, bool)
    good = {
        "text": isinstance(value, str) and value != "",
        "uri": isinstance(value, str) and URI.fullmatch(value) is not None,
        "semver": isinstance(value, str) and re.fullmatch(r"\d+\.\d+\.\d+", value) is not None,
        "level": value in LEVELS,
        "index": whole and value >= 0,
        "number": whole and value >= 1,
        "true": value is True,
        "fingerprints": isinstance(value, dict) and all(isinstance(v, str) for v in value.values()),
    }.get(kind, kind.startswith("=") and value == kind[1:])
    return [] if good else [f"{where} is no {kind}: {value!r}"]


def _object(value: Any, kind: str, where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where} is no object"]
    rules = OBJECTS[kind]
    kinds = {name.rstrip("!"): wanted for name, wanted in rules.items()}
    found = [f"{where} lacks {n[:-1]}" for n in rules if n.endswith("!") and n[:-1] not in value]
    for name, inner in value.items():
        if name in kinds:
            found += _value(inner, kinds[name], f"{where}.{name}")
        else:
            found.append(f"{where}.{name} is no property of a {kind}")
    return found


def _consistent(run: Any) -> list[str]:
    """What the text of the standard asks beyond the schema."""
    rules = run["tool"]["driver"].get("rules", [])
    found = []
    if len({rule["id"] for rule in rules}) != len(rules):
        found.append("two rules have one id")
    for result in run["results"]:
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            found.append(f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}")
        for location in (*result["locations"], *result.get("relatedLocations", ())):
            region = location["physicalLocation"]["region"]
            if (region["startLine"], region["startColumn"]) > (region["endLine"], region["endColumn"]):
                found.append(f"a region ends before it starts: {region}")
    return found
