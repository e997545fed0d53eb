"""runs.py EXPECTED SOURCES… -- FLAGS + FLAGS + … : compiled and linked with each set of flags, the program prints what is expected."""
import os
import subprocess
import sys

expected, rest = sys.argv[1], sys.argv[2:]
at = rest.index("--")
sources, sets, bad = rest[:at], [[]], 0
for word in rest[at + 1:]:
    if word == "+":
        sets.append([])
    else:
        sets[-1].append(word)
for each in sets:
    program = "./program"
    if os.path.exists(program):
        os.unlink(program)
    made = subprocess.run(["smr-clang", *each, *sources, "-o", program, "-lm", "-lstdc++"], capture_output=True, text=True)
    ran = made.returncode == 0 and subprocess.run([program], capture_output=True, text=True)
    if not ran or made.stderr or ran.returncode or ran.stdout.strip() != expected:
        bad = 1
        print(*each, ":", made.stderr, ran and (ran.stdout + ran.stderr))
sys.exit(bad)
