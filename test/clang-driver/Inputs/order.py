"""order.py SOURCE REASON -- FLAGS + FLAGS …: nothing is rewritten, with that reason; without one, a call is made."""
import json
import subprocess
import sys

source, reason = sys.argv[1], sys.argv[2]
failures = 0
for flags in (part.split() for part in " ".join(sys.argv[4:]).split(" + ")):
    subprocess.run(["smr-clang", "-O2", *flags, "-c", source, "-o", "x.o", "--smr-report=x.json"], check=True)
    with open("x.json", encoding="utf-8") as file:
        report = json.load(file)
    if reason:
        right = not report["rewrites"] and any(reason in entry["reason"] for entry in report["missed"])
    else:
        right = len(report["rewrites"]) == 1
    if not right:
        print(*flags, report)
        failures += 1
sys.exit(failures > 0)
