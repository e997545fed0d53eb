#!/usr/bin/env python3
"""Compiles random control flow (programs.py) with clang and smr-clang at -O0 ... -O3 and compares.

A program fails when smr-clang says anything at all (a crash or time-out of SMR's is a warning), when its processor time
exceeds twice clang's and clang's plus a second, or when the two programs' outputs differ.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

import programs

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from toolchain import by_chance, try_seeds  # noqa: E402

LEVELS = ["-O0", "-O1", "-O2", "-O3"]


def run(command, limit, **more):
    """(exit code, output, processor seconds), the latter with those of all children."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **more)
        end, status, usage = time.monotonic() + limit, None, None
        while time.monotonic() < end:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            time.sleep(0.01)
        else:
            process.kill()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return process.returncode, out.read().decode(errors="replace"), usage.ru_utime + usage.ru_stime


def rewrites(path):
    try:
        with open(path) as file:
            return len(json.load(file)["rewrites"])
    except OSError:
        return 0


def check(seed, a, folder):
    """(failures, counts) of one program."""
    base = os.path.join(folder, "program")
    with open(base + ".c", "w") as file:
        file.write(programs.program(seed, a.functions))
    environment = dict(os.environ, SMR_COSTS="none", SMR_RT="now", OPENBLAS_NUM_THREADS="1")
    failures, count = [], 0
    for level in LEVELS:
        options = ["-std=gnu17", "-w", level, base + ".c", "-lm"]
        code, text, plain = run([a.clang, *options, "-o", base + ".clang"], 300)
        if code:
            return [f"{level}: clang: {text}"], {"rewrites": count}
        report = f"{base}{level}.json"
        ours = [os.path.join(a.build, "bin/smr-clang"), "--smr-at-O0", "--smr-report=" + report]
        code, text, smr = run([*ours, *options, "-o", base + ".smr"], 300, env=environment)
        if code or text:
            failures.append(f"{level}: smr-clang (exit {code}): {text.strip()}")
        if code:
            continue
        count += rewrites(report)
        if smr > max(2 * plain, plain + 1):
            failures.append(f"{level}: {smr:.1f} s, clang {plain:.1f} s")
        expected, result = run([base + ".clang"], 60), run([base + ".smr"], 60, env=environment)
        if expected[:2] != result[:2]:
            failures.append(f"{level}: outputs differ (exit {expected[0]} and {result[0]})")
    return failures, {"rewrites": count}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True, help="the build folder")
    parser.add_argument("--clang", required=True, help="the clang that smr-clang runs")
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--functions", type=int, default=4, help="in each program")
    parser.add_argument("--least", type=int, default=0, help="rewrites that there must be")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--failures", help="folder that keeps the programs that fail")
    a = parser.parse_args()
    by_chance(a, "programs", "least")
    tried, failed, counts = try_seeds(range(a.seed, a.seed + a.programs), lambda seed, folder: check(seed, a, folder), a.failures, a.jobs)
    print(f"{tried} programs, {failed} failed, {counts['rewrites']} rewrites")
    return failed > 0 or counts["rewrites"] < a.least


sys.exit(main())
