"""Programs that check themselves, from any folder, compiled plainly and by SMR: both must end alike.

  python3 suites.py [--build DIR] [--level O2] [--flags FLAGS] [--jobs N] [--failures DIR] FOLDER...

Each .c, .cpp and .f90 (.f, .f95, .f03, .f08) file below a FOLDER that is a whole program is compiled by clang or flang and
by smr-clang or smr-flang, once with the shipped costs and once with --smr-costs=none, and run. What the plain compiler
does not compile, and what then fails or takes more than ten seconds, is left out. Prints how many programs were
compared, in how many SMR rewrote something, and in how many a library was called. Exits with 1 where exit code or
output differ, or where SMR's compiler fails.
"""
import argparse
import concurrent.futures
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from toolchain import ROOT, run, stock  # noqa: E402

FORTRAN = (".f", ".f90", ".f95", ".f03", ".f08")
COMPILERS = {".c": ("clang", "smr-clang"), ".cpp": ("clang++", "smr-clang++"), ".C": ("clang++", "smr-clang++")}
SECONDS = 10


def compare(options, path):
    plain, ours = COMPILERS.get(os.path.splitext(path)[1], ("flang", "smr-flang"))
    flags = ["-" + options.level, "-w", *options.flags.split(), path, "-o", "program", "-lm"]
    found = {"path": path, "compared": False, "rewritten": False, "called": False, "problem": None}
    folder = tempfile.mkdtemp(prefix="suites")
    try:
        if run([stock(plain), *flags], folder, 120)[0]:
            return found
        expected = run(["./program"], folder, SECONDS)[:2]
        if expected[0]:
            return found
        for costs in ([], ["--smr-costs=none"]):
            tool = os.path.join(os.path.abspath(options.build), "bin", ours)
            if run([tool, *flags, *costs, "--smr-report=report.json"], folder, 240)[0]:
                found["problem"] = "does not compile"
                break
            with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
                found["rewritten"] |= bool(json.load(file)["rewrites"])
            counter = os.path.join(os.path.abspath(options.build), "test", "libfired.so")
            result = run(["./program"], folder, SECONDS, {"LD_PRELOAD": counter, "SMR_FIRED": "calls"})[:2]
            if os.path.exists(os.path.join(folder, "calls")):
                with open(os.path.join(folder, "calls"), encoding="utf-8") as file:
                    found["called"] |= "\ncall " in file.read()
            found["compared"] = True
            if result != expected:
                found["problem"] = f"{expected} by {plain}, {result} by {ours} {' '.join(costs)}"
                break
        return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--level", default="O2")
    parser.add_argument("--flags", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--failures", help="programs that differ are copied there")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    paths = sorted(
        os.path.join(here, name)
        for folder in options.folders
        for here, _, names in os.walk(os.path.abspath(folder))
        for name in names
        if name.endswith(tuple(COMPILERS) + FORTRAN)
    )
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda path: compare(options, path), paths))
    for result in results:
        if result["problem"]:
            print(f"{result['path']}: {result['problem']}")
            if options.failures:
                os.makedirs(options.failures, exist_ok=True)
                shutil.copy(result["path"], options.failures)
    counts = {key: sum(bool(result[key]) for result in results) for key in ("compared", "rewritten", "called", "problem")}
    print(f"{len(paths)} files: {counts['compared']} compared, {counts['rewritten']} rewritten, {counts['called']} called, "
          f"{counts['problem']} differ")
    sys.exit(counts["problem"] > 0)


if __name__ == "__main__":
    main()
