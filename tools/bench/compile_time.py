#!/usr/bin/env python3
"""Compile time of smr-clang, smr-clang++ and smr-flang beside clang, clang++ and flang.

  python3 tools/bench/compile_time.py [--build DIR] [--runs N] [--level O2] [--long K] [--only TEXT] [--programs] [--large FILE …]
                                      [--phases] [--instructions] [--budget] [--json FILE]

Files without loops, without matches, with few, with many, and long ones (compile_cases.py; --long functions, 0: none), compiled in
alternation, each N times (long ones three times). Wall and processor time are the least of all runs; MiB is the largest process, the
plain compiler's and with SMR; own is what the child process in which SMR works does not share with clang, whose copy it is (Fortran has
no child: there it is in SMR's MiB). --instructions counts instructions of all processes instead, once each, under valgrind: that is the
same on a busy machine. --budget is a test: it counts those of six files at -O3, and fails if one takes over 5 % more than it may
(compile_cases.py); without valgrind it ends with 77. --programs takes the demo's and the tests' programs instead; --large adds such files as SQLite's
amalgamation (sqlite3.c in Debian's source package sqlite3). --phases prints where SMR's time goes in one more run.
"""
import argparse
import concurrent.futures
import glob
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tools", "demo"))
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run as demo  # noqa: E402
from harness import mean, processor  # noqa: E402
from compile_cases import budget, cases  # noqa: E402


def measured(command, folder, messages=None):
    """(wall seconds, processor seconds, peak MiB) of the command and what it started; what it said goes into `messages`."""
    start = time.perf_counter()
    errors = os.path.join(folder, "err")
    pid = os.posix_spawn(command[0], command, os.environ,
                         file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.path.join(folder, "out"), os.O_CREAT | os.O_WRONLY, 0o600),
                                       (os.POSIX_SPAWN_OPEN, 2, errors, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)])
    _, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - start
    if status or messages is not None:
        with open(errors) as stream:
            text = stream.read()
        if status:
            raise RuntimeError(f"{' '.join(command)}\n{text}")
        messages.append(text)
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


# A forked child goes on with its parent's count; so it is set back there.
COUNT_ANEW = """
#include <pthread.h>
#include <valgrind/callgrind.h>
static void zero(void) { CALLGRIND_ZERO_STATS; }
__attribute__((constructor)) static void start(void) { pthread_atfork(0, 0, zero); }
"""


def instructions(command, folder):
    """Millions of instructions of the command and of each process that it started."""
    library = os.path.join(folder, "zero.so")
    if not os.path.exists(library):
        subprocess.run([demo.find_compiler("clang"), "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=COUNT_ANEW, text=True, check=True)
    counts = tempfile.mkdtemp(dir=folder)
    subprocess.run(["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={counts}/%p"] + command, check=True,
                   env=dict(os.environ, LD_PRELOAD=library), stderr=subprocess.DEVNULL)
    summaries = [line for name in os.listdir(counts) for line in open(os.path.join(counts, name)) if line.startswith("summary:")]
    return sum(int(line.split()[1]) for line in summaries) / 1e6


def hold_budget(build):
    """Prints what is over the budget; an exit code."""
    if not shutil.which("valgrind"):
        print("skipped: no valgrind")
        return 77
    over = 0
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        os.chdir(work)
        counts = []
        for _, file, text, _ in budget():
            with open(file, "w") as stream:
                stream.write(text)
            for compiler in (demo.find_compiler("clang"), os.path.join(build, "bin", "smr-clang")):
                folder = tempfile.mkdtemp(dir=work)
                counts.append(pool.submit(instructions, [compiler, "-O3", "-c", file, "-o", os.path.join(folder, "x.o")], folder))
        for k, (name, _, _, most) in enumerate(budget()):
            plain, ours = counts[2 * k].result(), counts[2 * k + 1].result()
            bad = ours / plain > 1.05 * most
            over += bad
            print(f"{name:<28}{plain:>9.1f}{ours:>9.1f}{ours / plain:>8.3f}{most:>7.2f}{'  over' if bad else ''}", flush=True)
        os.chdir(ROOT)
    return 1 if over else 0


def programs():
    """[(name, path)]"""
    found = []
    for pattern in ("tools/demo/*.f90", "test/fortran/*/*.f90", "tools/demo/*.c*", "test/c/programs/*.c*"):
        found += sorted(glob.glob(os.path.join(ROOT, *pattern.split("/"))))
    return [(os.path.basename(path), path) for path in found]


def main():
    parser = argparse.ArgumentParser(description="compile time beside the plain compilers")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--long", type=int, default=1000)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("--large", nargs="*", default=[])
    parser.add_argument("--phases", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--budget", action="store_true")
    parser.add_argument("--json", help="also write the times to this file")
    options = parser.parse_args()
    build, kept = os.path.abspath(options.build), options.json and os.path.abspath(options.json)
    if options.budget:
        return hold_budget(build)
    large = [(os.path.basename(path), os.path.abspath(path)) for path in options.large]
    results = []
    print(processor())
    if options.instructions:
        print(f"{'-' + options.level + ', millions':<28}{'plain':>9}{'SMR':>9}{'more':>9}{'ratio':>7}")
    else:
        print(f"{'-' + options.level:<28}{'plain':>9}{'SMR':>9}{'more ms':>9}{'wall':>7}{'processor':>11}{'MiB':>7}{'SMR':>6}{'own':>6}")
    with tempfile.TemporaryDirectory(prefix="smr-bench-") as work:
        os.chdir(work)  # where modules are left
        sources = programs() if options.programs else []
        for name, file, text in [] if options.programs else cases(options.long):
            if text:
                with open(file, "w") as stream:
                    stream.write(text)
                sources.append((name, os.path.join(work, file)))
        for name, source in [(n, s) for n, s in sources + large if options.only in n]:
            plain, ours = demo.DRIVERS[os.path.splitext(source)[1]]
            flags = ["-" + options.level, "-w", "-c", source, "-o", "x.o"] + (["-std=c++20"] if source.endswith(".cpp") else [])
            commands = [[demo.find_compiler(plain)] + flags, [os.path.join(build, "bin", ours)] + flags]
            least = [(math.inf,) * 3] * 2
            if options.instructions:
                plain, ours = (instructions(command, work) for command in commands)
                results.append({"case": name, "plain": [plain], "smr": [ours], "Fortran": source.endswith(".f90")})
                print(f"{name:<28}{plain:>9.1f}{ours:>9.1f}{ours - plain:>9.1f}{ours / plain:>7.2f}", flush=True)
                continue
            try:
                for _ in range(min(options.runs, 3) if os.path.getsize(source) > 50000 else options.runs):
                    for k in range(2):
                        wall, cpu, memory = measured(commands[k], work)
                        least[k] = (min(least[k][0], wall), min(least[k][1], cpu), min(least[k][2], memory))
                phases = []
                measured(commands[1] + ["--smr-time"], work, phases)
                own = "".join(re.findall(r"([0-9.]+)  child: memory of its own", phases[0]))
                (wall, cpu, memory), (smr_wall, smr_cpu, smr_memory) = least
                results.append({"case": name, "plain": least[0], "smr": least[1], "own MiB": float(own) if own else None, "Fortran": source.endswith(".f90")})
                print(f"{name:<28}{1e3 * wall:>9.1f}{1e3 * smr_wall:>9.1f}{1e3 * (smr_wall - wall):>9.1f}{smr_wall / wall:>7.2f}"
                      f"{smr_cpu / cpu:>11.2f}{memory:>7.0f}{smr_memory:>6.0f}{own or '–':>6}", flush=True)
                if options.phases:
                    print(phases[0], end="")
            except (RuntimeError, OSError) as error:
                print(f"error: {error}", file=sys.stderr)
                return 1
        os.chdir(ROOT)
    for language, fortran in (("C and C++", False), ("Fortran", True)):
        ratios = [r["smr"][0] / r["plain"][0] for r in results if r["Fortran"] == fortran]
        if ratios:
            print(f"{'geometric mean, ' + language:<55}{mean(ratios):>7.2f}")
    if kept:
        with open(kept, "w") as stream:
            json.dump(results, stream, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
