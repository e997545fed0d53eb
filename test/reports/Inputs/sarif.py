"""Is a file SARIF 2.1.0? A reduced reading of the standard (OASIS, Static Analysis Results Interchange Format): what it
requires of the objects that SMR writes, and that there are no others.

  python3 sarif.py FILE
"""
import json
import re
import sys
from urllib.parse import unquote, urlsplit

problems = []


def check(condition, where, text):
    if not condition:
        problems.append(f"{where}: {text}")
    return condition


def members(value, where, required, optional=()):
    """An object with these members and no others; {} when it is none."""
    if not check(isinstance(value, dict), where, "no object"):
        return {}
    for name in required:
        check(name in value, where, f"no {name}")
    for name in value:
        check(name in required or name in optional, where, f"{name} is not expected")
    return value


def text(value, where):
    check(isinstance(value, str) and value, where, "no text")


def message(value, where):  # §3.11
    words = members(value, where, ["text"]).get("text")
    text(words, where + ".text")
    # §3.11.5: braces are placeholders, for which there is no argument; two stand for one.
    check(not re.search(r"[{}]", re.sub(r"\{\{|\}\}", "", words or "")), where, "§3.11.5: a brace alone")


def region(value, where):  # §3.30: lines and columns from 1
    for name, number in members(value, where, ["startLine"], ["startColumn"]).items():
        check(isinstance(number, int) and number >= 1, f"{where}.{name}", f"{number} is no place")


def location(value, where):  # §3.28
    value = members(value, where, ["physicalLocation"], ["logicalLocations"])
    physical = members(value.get("physicalLocation"), where + ".physicalLocation", ["artifactLocation"], ["region"])
    uri = members(physical.get("artifactLocation"), where + ".artifactLocation", ["uri"]).get("uri", "")
    check(re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2}|file://)+", uri), where, f"{uri} is no URI (RFC 3986)")
    check(urlsplit(uri).scheme in ("", "file"), where, f"{uri} is no file's")
    if "region" in physical:
        region(physical["region"], where + ".region")
    for place in value.get("logicalLocations", []):  # §3.33
        members(place, where + ".logicalLocations", ["name", "kind"])


def result(value, where, rules):  # §3.27
    value = members(value, where, ["message", "ruleId", "ruleIndex", "level"], ["kind", "locations", "properties"])
    message(value.get("message"), where + ".message")
    check(value.get("level") in ("none", "note", "warning", "error"), where, "no level")
    kind = value.get("kind", "fail")
    check(kind in ("fail", "pass", "open", "review", "notApplicable", "informational"), where, "no kind")
    check(kind == "fail" or value.get("level") == "none", where, "§3.27.10: what is no failure has the level none")
    index = value.get("ruleIndex", -1)
    check(0 <= index < len(rules) and rules[index]["id"] == value.get("ruleId"), where, "§3.27.6: not the rule's index")
    for place in value.get("locations", []):
        location(place, where + ".locations")
    entry = members(value.get("properties", {}), where + ".properties", [], ["smr"]).get("smr")
    if entry:
        same(value, entry, where)


def same(value, entry, where):
    """Does the result say what the report's entry in its properties says?"""
    place = value["locations"][0] if value.get("locations") else {}
    physical = place.get("physicalLocation", {})
    uri = physical.get("artifactLocation", {}).get("uri", "")
    file = unquote(uri.removeprefix("file://"), errors="strict")
    check(file == entry["file"], where, f"{uri} is not {entry['file']}")
    found = [physical.get("region", {}).get(name, 0) for name in ("startLine", "startColumn")]
    check(found == [entry["line"], entry["column"]], where, f"{found} is not the place")
    names = [one.get("name") for one in place.get("logicalLocations", [])]
    check(names == [entry["function"]] * bool(entry["function"]), where, f"{names} is not the function")


def run(value, where):  # §3.14
    value = members(value, where, ["tool", "results"])
    driver = members(members(value.get("tool"), where + ".tool", ["driver"]).get("driver"), where + ".driver", ["name"],
                     ["version", "rules"])
    text(driver.get("name"), where + ".driver.name")
    rules = driver.get("rules", [])
    for rule in rules:  # §3.49
        message(members(rule, where + ".rules", ["id"], ["shortDescription"]).get("shortDescription"), where + ".rules")
    check(len({rule["id"] for rule in rules}) == len(rules), where, "two rules of one name")
    for number, one in enumerate(value.get("results", [])):
        result(one, f"{where}.results[{number}]", rules)


with open(sys.argv[1], encoding="utf-8") as stream:
    log = members(json.load(stream), "log", ["version", "runs"], ["$schema"])  # §3.13
check(log.get("version") == "2.1.0", "log", "§3.13.2: the version")
for number, one in enumerate(log.get("runs", [])):
    run(one, f"runs[{number}]")
print("\n".join(problems) or "SARIF 2.1.0")
sys.exit(bool(problems))
