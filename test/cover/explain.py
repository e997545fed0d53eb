"""Explanations (--smr-explain) of the programs' rewrites, replayed.

  python3 explain.py [--build DIR] [--only TEXT] [--folder FOLDER]

Each program is compiled with a report that explains; build/test/cover-replay reads the explanations back. Prints what
is wrong and how many were replayed; exits with 1 when any is wrong, or when a rewrite by equality has none.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import programs

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def libraries(build):
    return ",".join(f"{build}/share/smr/{name}.pfa" for name in ("blas", "lapack"))


def report_of(build, language, path, folder):
    """The rewrites of a program by the equality tier."""
    compiler = os.path.join(build, "bin", "smr-clang" if language == "c" else "smr-flang")
    extra = ["-fno-inline"] if language == "c" else []
    report = os.path.join(folder, "r.json")
    if os.path.exists(report):
        os.remove(report)
    done = subprocess.run([compiler, "-O2", "-w", *extra, "--smr-mode=equality", "--smr-costs=none", "--smr-explain",
                           f"--smr-library={libraries(build)}", f"--smr-report={report}", "-emit-llvm", "-c", path,
                           "-o", "x.bc"], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        sys.exit(f"{path}: exit {done.returncode}\n{done.stderr[-2000:]}")
    with open(report, encoding="utf-8") as stream:
        return json.load(stream)["rewrites"]


def nests_of(rewrites):
    """{what the nest's calls have in common: its name, its lines "laws|call"}"""
    nests = {}
    for entry in rewrites:
        told = entry.get("explanation")
        if not told:
            sys.exit(f"{entry['file']}:{entry['line']}: {entry['idiom']} is not explained")
        key = entry["function"], *("\n".join(told[part]) + "\n" for part in ("equations", "canonical", "plan"))
        name = f"{os.path.basename(entry['file'])}:{entry['line']}: {entry['function']}"
        nests.setdefault(key, (name, []))[1].append(" ".join(told["laws"]) + "|" + told["call"])
    return nests


def text_of(nests):
    return "".join(f"{name}\n-- equations\n{key[1]}-- canonical\n{key[2]}-- plan\n{key[3]}-- told\n"
                   + "".join(line + "\n" for line in told) + "-- end\n" for key, (name, told) in nests.items())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    text = ""
    with tempfile.TemporaryDirectory() as folder:
        for language, path in programs.sources():
            if options.only in os.path.basename(path):
                text += text_of(nests_of(report_of(options.build, language, path, folder)))
        told = os.path.join(folder, "told.txt")
        with open(told, "w", encoding="utf-8") as stream:
            stream.write(text)
        done = subprocess.run([os.path.join(options.build, "test", "cover-replay"),
                               libraries(options.build), told], check=False)
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
