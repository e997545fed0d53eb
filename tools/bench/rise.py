#!/usr/bin/env python3
"""What sketch-guided saturation finds of a product of matrices (tables 3 to 5), run beside compilers and a library.

  python3 tools/bench/rise.py [--build DIR] [--sizes 1000,1024,1500] [--seconds S] [--json FILE]

Each goal of pat/rise-*.guide goes through smr-rise, stock mlir-opt, mlir-translate and clang -O3 -march=native; sizes are arguments.
Where 32 does not divide N the function runs what the same guide finds with 20 for 32 everywhere, which divides 1000 and 1500, and
else the guide's input; these columns are marked. Beside: the plain triple loop by clang, the same by clang 14 with Polly
(where that is installed), OpenBLAS. One thread: the best processor time; several: the best wall time. Every result is checked.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
from harness import LLVM, ROOT, build_loops, processor  # noqa: E402

HERE = os.path.join(ROOT, "tools", "bench", "rise")
GOALS = ["baseline", "blocking", "vectorization", "loop-perm", "array-packing", "cache-blocks", "parallel"]
CLANG = [os.path.join(LLVM, "clang"), "-O3", "-march=native", "-shared", "-fPIC"]


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout


def compile_goal(arguments, folders, goal, where):
    run([os.path.join(arguments.build, "bin", "smr-rise"), *(os.path.join(pat, f"rise-{goal}.guide") for pat in folders), f"--output={where}.mlir"])
    build_loops(where, "-O3", "-march=native", "-fopenmp")
    return where + ".so"


def with_blocks_of(block, scratch):
    """RISE's files with another block than 32."""
    pat = os.path.join(scratch, "pat")
    os.mkdir(pat)
    for name in os.listdir(os.path.join(ROOT, "pat")):
        if name.startswith("rise"):
            with open(os.path.join(ROOT, "pat", name), encoding="utf-8") as file:
                text = re.sub(r"(?<![\w.])32(?![\w.])", str(block), file.read())
            with open(os.path.join(pat, name), "w", encoding="utf-8") as file:
                file.write(text)
    return pat


def compile_polly(scratch, name, *flags):
    """(Where it is put by default it leaves loops whose sizes are arguments as they are.)"""
    library = os.path.join(scratch, name + ".so")
    run(["clang-14", "-O3", "-march=native", "-mllvm", "-polly", "-mllvm", "-polly-position=early", *flags, "-shared", "-fPIC", os.path.join(HERE, "plain.c"), "-o", library])
    return library


def sides(arguments, scratch, sizes):
    """(name, library or one for each size, environment, threads, blocks of which one must divide N)."""
    one, all_of_them = {"OMP_NUM_THREADS": "1"}, {"OMP_NUM_THREADS": str(os.cpu_count())}
    blas = os.path.join(scratch, "blas.so")
    run([*CLANG, os.path.join(HERE, "blas.c"), "-o", blas, "-lopenblas"])
    plain = os.path.join(scratch, "plain.so")
    run([*CLANG, os.path.join(HERE, "plain.c"), "-o", plain])
    result = [("clang -O3, triple loop", plain, one, 1, [1])]
    if shutil.which("clang-14"):
        result.append(("Polly", compile_polly(scratch, "polly"), one, 1, [1]))
        result.append(("Polly, sizes known", {n: compile_polly(scratch, f"polly{n}", f"-DN={n}") for n in sizes}, one, 1, [1]))
    other = with_blocks_of(20, scratch)
    for goal in GOALS:
        threads = os.cpu_count() if goal == "parallel" else 1
        library = compile_goal(arguments, [os.path.join(ROOT, "pat"), other], goal, os.path.join(scratch, goal))
        result.append((goal, library, all_of_them if threads > 1 else one, threads, [1] if goal == "baseline" else [32, 20]))
    core = {"OPENBLAS_CORETYPE": os.environ.get("OPENBLAS_CORETYPE", "SkylakeX")}
    for threads in sorted({1, os.cpu_count()}):
        result.append(("OpenBLAS", blas, core | {"OPENBLAS_NUM_THREADS": str(threads)}, threads, [1]))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--sizes", default="1000,1024,1500")
    parser.add_argument("--seconds", default="2")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    sizes = [int(one) for one in arguments.sizes.split(",")]
    print(processor())
    print("| milliseconds (GFLOP/s), N = | threads | " + " | ".join(map(str, sizes)) + " |")
    print("|---" * (len(sizes) + 2) + "|")
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "run")
        run([os.path.join(LLVM, "clang"), "-O2", os.path.join(HERE, "run.c"), "-o", program])
        for name, library, environment, threads, blocks in sides(arguments, scratch, sizes):
            cells = []
            for n in sizes:
                which = next((i for i, block in enumerate(blocks) if n % block == 0), len(blocks))
                path = library[n] if isinstance(library, dict) else library
                processor_time, wall = map(float, run([program, path, str(n), arguments.seconds], env=os.environ | environment).split())
                seconds = wall if threads > 1 else processor_time
                rows.append({"side": name, "n": n, "threads": threads, "seconds": seconds, "block": [*blocks, None][which]})
                cells.append(f"{seconds * 1e3:.3g} ({2e-9 * n ** 3 / seconds:.3g}){['', ' ‡', ' †'][which]}")
            print(f"| {name} | {threads} | " + " | ".join(cells) + " |", flush=True)
    print("‡ 32 does not divide N: in blocks of 20. † Neither does 20: the guide's input")
    print(processor())
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
