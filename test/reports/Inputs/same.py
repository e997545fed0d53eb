"""Do a SARIF file and a JSON report hold the same entries?

  python3 same.py SARIF JSON
"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as stream:
    results = json.load(stream)["runs"][0]["results"]
with open(sys.argv[2], encoding="utf-8") as stream:
    report = json.load(stream)
rewrites = [one["properties"]["smr"] for one in results if one["ruleId"] == "rewritten"]
missed = [one["properties"]["smr"] for one in results if one["ruleId"] in ("missed", "no-idiom")]
stays = [one["properties"]["smr"] for one in results if one["ruleId"] == "residency"]
same = (rewrites, missed, stays) == (report["rewrites"], report["missed"], report.get("residency", []))
same = same and rewrites and (missed or stays)
print("the same" if same else "not the same")
