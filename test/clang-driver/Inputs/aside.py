"""aside.py SOURCE REASON -- FLAGS + FLAGS …: clang's object, a valid report that says why, and --smr-verbose says it, too."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.environ["SMR_TESTS"])
from same_code import same

source, reason = sys.argv[1], sys.argv[2]
flags = [part.split() for part in " ".join(sys.argv[4:]).split(" + ")]
failures = 0
for each in flags:
    fortran = source.endswith(".f90")
    plain, ours = ("flang", "smr-flang") if fortran else ("clang", "smr-clang")
    report = "aside.json"
    open(report, "w").close()
    clang = subprocess.run([plain, *each, "-c", source, "-o", "x.o"], capture_output=True, text=True)
    theirs = None if clang.returncode else open("x.o", "rb").read()
    smr = subprocess.run(
        [ours, *each, "-c", source, "-o", "x.o", "--smr-report=" + report, "--smr-verbose"], capture_output=True, text=True
    )
    with open(report, encoding="utf-8") as file:
        told = json.load(file)
    problems = []
    if clang.returncode or smr.returncode:
        problems.append(f"exit codes {clang.returncode} {smr.returncode} {clang.stderr} {smr.stderr}")
    elif not same(open("x.o", "rb").read(), theirs):
        problems.append("another object")
    if told["rewrites"] or not any(reason in entry["reason"] for entry in told["missed"]):
        problems.append(f"the report: {told}")
    if any(not entry["file"] or entry["line"] < 1 for entry in told["missed"]):
        problems.append(f"no place: {told}")
    if reason not in smr.stderr:
        problems.append("--smr-verbose: " + smr.stderr)
    for problem in problems:
        print(" ".join(each), problem)
        failures += 1
sys.exit(failures > 0)
