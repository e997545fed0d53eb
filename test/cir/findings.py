"""Prints `function: idiom` for each rewrite in a report. With a driver: compiles the C source by way of LLVM IR, too, and
says `differs: …` where that finds something else."""
import json
import os
import subprocess
import sys
import tempfile


def findings(path):
    with open(path) as stream:
        return {(entry["function"], entry["idiom"]) for entry in json.load(stream)["rewrites"]}


def by_llvm(source, driver):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        subprocess.run([driver, "--smr-report=" + report, "-O2", "-c", source, "-o", os.path.join(folder, "x.o")],
                       check=True)
        return findings(report)


found = findings(sys.argv[1])
for function, idiom in sorted(found):
    print(f"{function}: {idiom}")
if len(sys.argv) > 3:
    other = by_llvm(sys.argv[2], sys.argv[3])
    for function, idiom in sorted(found - other):
        print(f"differs: {function}: {idiom} over ClangIR only")
    for function, idiom in sorted(other - found):
        print(f"differs: {function}: {idiom} over LLVM IR only")
