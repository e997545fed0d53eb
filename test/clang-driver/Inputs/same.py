"""same.py SOURCE ACTION -- FLAGS + FLAGS + … : clang and smr-clang give the same bytes and the same messages."""
import os
import subprocess
import sys

sys.path.insert(0, os.environ["SMR_TESTS"])
from same_code import same

sys.path.insert(0, os.path.join(os.environ["SMR_TESTS"], "..", "tools", "fuzz"))
from toolchain import some  # noqa: E402

source, action = sys.argv[1:3]
driver = "clang++" if source.endswith(".cpp") else "clang"
flags, bad = [[]], 0
for word in sys.argv[4:]:
    if word == "+":
        flags.append([])
    else:
        flags[-1].append(word)


def run(program, extra, output):
    done = subprocess.run([program, *extra, action, source, "-o", output], capture_output=True, text=True)
    with open(output, "rb") as file:
        return done.returncode, done.stderr, file.read()


for each in some(flags):
    # (Profiles and split debug information name the output file: it is the same for both.)
    plain = run(driver, each, "output")
    # (A report in bitcode moves what is numbered there.)
    bitcode = any(flag.startswith(("-flto", "-emit-llvm")) for flag in [*each, action])
    for extra in ([],) if bitcode else ([], ["--smr-report=report.json"]):
        ours = run("smr-" + driver, [*each, *extra], "output")
        if ours[:2] != plain[:2] or not (same(ours[2], plain[2]) if extra else ours[2] == plain[2]):
            bad = 1
            print(source, action, *each, *extra, ": differs:", ours[0], ours[1])
sys.exit(bad)
