"""Programs of other suites under --smr-check: they compute what they do without SMR, bit for bit, and no call differs.

  python3 suites.py [--build DIR] [--suite NAMES] [--only TEXT] [--every N] [--jobs N]

The suites are those of ../fired/gate.py. Each program is compiled with --smr-mode=off and with --smr-check; both are
run, and must print the same (but for the sign of a NaN). Says how many calls were checked. `--every N`: each Nth program of a suite.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "fired"))
import gate

sys.path.insert(0, os.path.join(gate.ROOT, "tools", "fuzz"))
from toolchain import PERCENT, SEED  # noqa: E402

SUMMARY = re.compile(r"smr_rt: check: (\d+) calls at (\d+) places checked, (\d+) differ, (\d+) not checked")
SUITES = "cover,c,fortran,e2e,demo"


def build(program, options, folder, own):
    os.makedirs(folder)
    for tool, *arguments in program.steps:
        if tool == "write":
            with open(os.path.join(folder, arguments[0]), "w", encoding="utf-8") as stream:
                stream.write(arguments[1])
            continue
        smr = tool.startswith("smr")
        command = [os.path.join(options.build, "bin", tool), *own] if smr else [os.path.join(gate.calls.LLVM, tool)]
        for argument in arguments:
            command += {"REPORT": [], "LINK": ["-o", "program"]}.get(argument, [argument])
        gate.call(command, folder, program.variables)


def run(program, folder, arguments):
    """Status, what it prints or writes to the file `out`, what it says on stderr. (Times are left out, and NaNs' signs.)"""
    own = {**os.environ, **program.variables, "SMR_RT": "check"}
    done = subprocess.run(["./program", *arguments], cwd=folder, env=own, capture_output=True, timeout=600, check=False)
    lines = [line for line in done.stdout.replace(b"-nan", b"nan").splitlines() if not line.startswith(b"seconds")]
    written = os.path.join(folder, "out")
    if os.path.exists(written):
        with open(written, "rb") as stream:
            lines.append(stream.read())
    return done.returncode, lines, done.stderr.decode(errors="replace")


def examine(program, options, folder):
    """(what is wrong, calls that were checked, calls that were not)"""
    for name, own in (("plain", ["--smr-mode=off"]), ("checked", ["--smr-check"])):
        build(program, options, os.path.join(folder, name), own)
    wrong, checked, left = [], 0, 0
    for arguments in program.runs:
        code, text, _ = run(program, os.path.join(folder, "plain"), arguments)
        status, output, errors = run(program, os.path.join(folder, "checked"), arguments)
        for line in errors.splitlines():
            counts = SUMMARY.match(line)
            if counts:
                checked, left = checked + int(counts[1]), left + int(counts[4])
            elif line.startswith("smr_rt: check:") and " no call in " not in line:
                wrong.append(line)
        if status != code:
            wrong.append(f"exit {status}, not {code}: {errors[-300:]}")
        if output != text:
            wrong.append("it computes something else than without SMR")
    return wrong, checked, left


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(gate.ROOT, "build"))
    parser.add_argument("--suite", default=SUITES)
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    step, todo = options.every * 100 // PERCENT if options.every > 1 else 1, []
    for suite in options.suite.split(","):
        some = [p for p in gate.SUITES[suite](options) if options.only in f"{p.suite}/{p.name}"]
        todo += some[SEED % min(step, len(some) or 1)::step]
    bad, checked, left = 0, 0, 0
    with tempfile.TemporaryDirectory(prefix="smr-check-") as work, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(examine, p, options, os.path.join(work, p.suite, p.name)) for p in todo]
        for program, job in zip(todo, jobs):
            try:
                wrong, calls, others = job.result()
            except (RuntimeError, subprocess.TimeoutExpired, OSError) as error:
                wrong, calls, others = [str(error)], 0, 0
            bad, checked, left = bad + bool(wrong), checked + calls, left + others
            for line in wrong[:5]:
                print(f"{program.suite}/{program.name}: {line}", flush=True)
    print(f"{len(todo)} programs, {bad} of them wrong; {checked} calls checked, {left} not")
    return 1 if bad or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
