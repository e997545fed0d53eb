"""Random functions with the habits of hand-written code (kernels.py), by clang and by SMR: all memory must be the same.

  python3 habits.py [--build DIR] [--seed S] [--rounds N] [--count K] [--level O2] [--flags FLAGS] [--large] [--trials T]
                    [--only SEED:NUMBER] [--keep DIR] [--jobs N] [--least SHARE]

Each round is a file of K functions. clang makes its twin at -O1 and, where something differs, at SMR's level once more.
A function that differs then, too, is printed with its sizes; the file stays in DIR. --large: sizes that pay, for runs with
the costs that ship (--flags ""). Counts functions that called a library (test/fired). Exits with 1 where something differs
and where less than SHARE of all functions made a call.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import kernels  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
LLVM = os.environ.get("SMR_LLVM_BIN", "/usr/lib/llvm-22/bin")


def call(command, folder, limit=1800, variables=None):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, check=False, errors="replace",
                          env={**os.environ, **(variables or {})})
    if done.returncode:
        raise RuntimeError(f"{folder}: {' '.join(command)}: exit {done.returncode}\n{done.stderr[-3000:]}{done.stdout[-1000:]}")
    return done.stdout


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)


def compile_twin(options, folder, twin, level):
    own = options.flags.split() + ["--smr-report=report.json"] if twin == "smr" else []
    tool = os.path.join(options.build, "bin", "smr-clang") if twin == "smr" else os.path.join(LLVM, "clang")
    call([tool, f"-{level}", *own, "-w", "-I", HERE, f"-DNAME(f)={twin}_##f", "-c", "functions.c", "-o", f"{twin}.o"], folder)


def run(options, folder):
    call([os.path.join(options.build, "bin", "smr-clang"), "plain.o", "smr.o", "table.o", "driver.o", "-lm", "-o", "program"], folder)
    out = call(["./program", str(options.trials), str(int(options.large))], folder, 3600,
               {"LD_PRELOAD": os.path.join(options.build, "test", "libfired.so"), "OPENBLAS_NUM_THREADS": "1"})
    return ([line for line in out.splitlines() if line.startswith("differs")],
            {int(line.split()[1]) for line in out.splitlines() if line.startswith("called")},
            [int(word) for word in out.splitlines()[-1].split()[1::2]])


def examine(options, folder, makers):
    """(lines about what differs, places among the makers of functions that called, [trials compared, not compared])"""
    write(folder, "functions.c", '#include "habits.h"\n#include <stddef.h>\n' + "".join(m.text() for m in makers))
    rows = [f"{{plain_f{m.number}, smr_f{m.number}, {int(m.type == 'float')}, {int(m.is_apart)}}}" for m in makers]
    names = "".join(f"Function plain_f{m.number}, smr_f{m.number};\n" for m in makers)
    write(folder, "table.c", f'#include "habits.h"\n{names}const Pair pairs[] = {{{", ".join(rows)}}};\nconst int pair_count = {len(rows)};\n')
    call([os.path.join(LLVM, "clang"), "-O1", "-w", "-I", HERE, "-c", "table.c", os.path.join(HERE, "driver.c")], folder)
    compile_twin(options, folder, "plain", "O1")
    compile_twin(options, folder, "smr", options.level)
    result = run(options, folder)
    if result[0]:
        compile_twin(options, folder, "plain", options.level)
        result = run(options, folder)
    return result


def one_round(options, seed, numbers):
    """(functions that called, functions that differ, trials compared, trials whose numbers had grown too large)"""
    folder = tempfile.mkdtemp(dir=options.keep or None, prefix=f"habits-{seed}-")
    makers = [kernels.Maker(seed, k) for k in numbers]
    try:
        wrong, called, trials = examine(options, folder, makers)
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"seed {seed}: {error}", flush=True)
        return 0, 1, 0, 0
    bad = sorted({int(line.split()[1]) for line in wrong})  # places among the makers
    for number in bad:
        print(f"{seed}:{makers[number].number}: " + next(line for line in wrong if line.split()[1] == str(number)))
        print(kernels.Maker(seed, makers[number].number).text(), flush=True)
    if bad or options.only:
        print(f"  in {folder}", flush=True)
    else:
        shutil.rmtree(folder)
    return len(called), len(bad), *trials


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--level", default="O2")
    parser.add_argument("--flags", default="--smr-costs=none")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--trials", type=int, default=30)
    parser.add_argument("--only")
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=0)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    if options.only:
        seed, number = map(int, re.fullmatch(r"(\d+):(\d+)", options.only).groups())
        return one_round(options, seed, [number])[1] != 0
    seeds = range(options.seed, options.seed + options.rounds)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda seed: one_round(options, seed, range(options.count)), seeds))
    called, wrong, compared, grown = map(sum, zip(*results))
    total = options.rounds * options.count
    print(f"{total} functions, {called} of them called ({100 * called // total} %), {wrong} differ; "
          f"{compared} trials compared, in {grown} numbers had grown too large")
    return wrong != 0 or called < options.least * total


if __name__ == "__main__":
    sys.exit(main())
