"""Programs in which everything is switched off: nothing may be rewritten.

  python3 off.py FOLDER FILE...

Before each function stands `#pragma smr off` or `!$smr off`; FOLDER is for what is made. Prints how many functions
would have been rewritten without, and what was with it.
"""
import json
import os
import re
import subprocess
import sys

C = re.compile(r"^[A-Za-z_][^;={}#]*\)\s*\{", re.MULTILINE)
FORTRAN = re.compile(r"^[ \t]*(?:(?:pure|elemental|recursive|real\(\d\)|integer|logical) )*(?:subroutine|function|program) \w",
                     re.MULTILINE | re.IGNORECASE)


def rewrites(path, include, folder, report):
    """The rewrites of a program; None when it cannot be compiled alone."""
    compiler = {"c": "smr-clang", "cpp": "smr-clang++"}.get(path.rsplit(".", 1)[1], "smr-flang")
    report = os.path.join(folder, report)
    if os.path.exists(report):
        os.remove(report)
    done = subprocess.run([compiler, "-O2", "-w", "-emit-llvm", "-c", path, "-I", include, "-o", os.path.join(folder, "x.bc"),
                           "--smr-costs=none", f"--smr-report={report}"], capture_output=True, text=True, check=False,
                          timeout=300)
    if done.returncode:
        return None
    with open(report, encoding="utf-8") as stream:
        return json.load(stream)["rewrites"]


def switched_off(path):
    fortran = path.rsplit(".", 1)[1].lower().startswith("f")
    functions, directive = (FORTRAN, "!$smr off") if fortran else (C, "#pragma smr off")
    with open(path, encoding="utf-8") as stream:
        return functions.sub(lambda found: f"{directive}\n{found.group()}", stream.read())


folder, before, failed = sys.argv[1], 0, 0
for path in sys.argv[2:]:
    usual = rewrites(path, os.path.dirname(path) or ".", folder, "usual.json")
    if not usual:
        continue
    copy = os.path.join(folder, "off." + path.rsplit(".", 1)[1])
    with open(copy, "w", encoding="utf-8") as stream:
        stream.write(switched_off(path))
    left = rewrites(copy, os.path.dirname(path) or ".", folder, "off.json")
    before += len({(one["file"], one["function"]) for one in usual})
    for one in left or []:
        failed += 1
        print(f"{path}: {one['function']}: {one['idiom']} (line {one['line']} of {copy})")
    if left is None:
        print(f"{path}: not compiled when it is off")
        failed += 1
print(f"{before} functions, {failed} in spite of it")
sys.exit(bool(failed))
