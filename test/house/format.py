"""Every C and C++ file is as clang-format writes it, and small enough to read in one sitting.

    format.py SOURCE_TREE CLANG_FORMAT
"""
import os
import subprocess
import sys

LINES = 1000  # the aim is 100 to 500; this is where a file has become two

root, clang_format = sys.argv[1:]
files = []
for folder in ("lib", "capi", "passes", "tools", "test"):
    for here, _, names in os.walk(os.path.join(root, folder)):
        files += [os.path.join(here, name) for name in names if name.endswith((".c", ".h", ".cpp"))]

problems = []
for file in sorted(files):
    with open(file, encoding="utf-8") as text:
        lines = text.read().split("\n")
    if len(lines) > LINES:
        problems.append(f"{file}: {len(lines)} lines, more than {LINES}")
    inputs = "/Inputs/" in file  # programs whose lines the tests count
    if not inputs and not lines[0].startswith(("//", "/*")):
        problems.append(f"{file}:1: no comment says what the file is")
run = subprocess.run([clang_format, "--dry-run", "-Werror", *files], capture_output=True, text=True, cwd=root)
if run.returncode:
    problems += sorted({line.split(":")[0] + ": not formatted" for line in run.stderr.splitlines() if "error:" in line})
print("\n".join(problems))
sys.exit(bool(problems))
