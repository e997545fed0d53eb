#!/usr/bin/env python3
"""PolyBench's thirty kernels under the plain compilers, under SMR's drivers and with BLAS calls written by hand.

  tools/bench/polybench.py [--language c|fortran] [--variable] [--size medium|large] [--build DIR] [--json FILE] [kernel ...]

All sides of a kernel are in one program and run in turn on the same data, on one thread, at real-time priority where that is allowed; the
least times count. What is replaced, and the verdict, are those of `smr-clang -O3` (smr-flang): ideal, if all that one call of BLAS could do
of the kernel is in such calls; partly; none; -, where BLAS does nothing of the kind. Calls are those that a run of this kernel really makes,
counted by test/fired (build libfired.so and fired_own). Then three ratios: -O3 without SMR over -O3 with it, the same with -march=native
(=: the same instructions, which count as 1), and the code by hand (-O3) over -O3 with SMR; and the largest difference of SMR's results from
those without it.
Exits with 1 when a result is further off than 1e-9, when a kernel takes less than --least (0.98) of its speed without SMR, or when a
replacement with a routine is reported and nothing is called.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "polybench")
sys.path[:0] = [HERE, os.path.join(HERE, "..", "..", "test", "fired")]
import calls as fired  # noqa: E402
import fortran  # noqa: E402
from harness import machine_code, mean, processor, real_time, smr, stock  # noqa: E402
from run_time import demo  # noqa: E402

# What one call can do of a kernel; several ways where there are. `a|b`: either.
IDEAL = {"gemm": "gemm", "gemver": "ger ger gemv gemv", "gesummv": "gemv gemv", "symm": "symm", "syr2k": "syr2k", "syrk": "syrk", "trmm": "trmm",
         "k2mm": "gemm gemm", "k3mm": "gemm gemm gemm", "atax": "gemv gemv", "bicg": "gemv gemv", "doitgen": "gemm", "mvt": "gemv gemv",
         "cholesky": "trsv|potrf dot|potrf", "durbin": "dot", "gramschmidt": "gemv ger", "lu": "trsv|getrf gemv|getrf",
         "ludcmp": "trsv|getrf gemv|getrf trsv trsv", "trisolv": "trsv", "correlation": "syrk|gemmt", "covariance": "syrk|gemmt"}
SIDES = ("plain", "smr", "native", "wide", "hand")
LIMIT = 1e-9


def routine(idiom):
    """cblas_dgemm-nn-alpha → gemm"""
    return re.sub("^[sd]", "", idiom.removeprefix("cblas_").partition("-")[0])


def verdict(kernel, calls):
    if kernel not in IDEAL:
        return "-"
    left = [routine(c) for c in calls]
    for wanted in IDEAL[kernel].split():
        found = next((c for c in left if c in wanted.split("|")), None)
        if not found:
            return "partly" if calls else "none"
        if found not in ("potrf", "getrf"):
            left.remove(found)
    return "ideal"


def size(options):
    return ["-DLARGE"] if options.size == "large" else []


def in_fortran():
    """(the kernels, what calls them as the bench does)"""
    with open(os.path.join(FOLDER, "kernels.c"), encoding="utf-8") as file:
        return fortran.polybench(file.read())


def compile_side(options, side, folder):
    """The objects of one side."""
    ours, is_fortran = side in ("smr", "wide"), options.language == "fortran" and side != "hand"
    flags = ["-O3"] + (["-march=native"] if side in ("native", "wide") else []) + size(options)
    language = "flang" if is_fortran else "clang"
    compiler = smr(options.build, language) if ours else stock(language)
    if ours:
        flags.append(f"--smr-report={folder}/{side}.json")
    name, target, own = f"-DNAME(f)={side}_##f", os.path.join(folder, side + ".o"), os.path.join(folder, side)
    os.mkdir(own)  # of its module files
    if not is_fortran:
        source = os.path.join(FOLDER, "hand.c" if side == "hand" else "kernels.c")
        demo.call([compiler, *flags, *(["-DVARIABLE"] if options.variable else []), name, "-c", source, "-o", target], own)
        return [target]
    for file, text in zip(("kernels.F90", "entries.c"), in_fortran()):
        with open(os.path.join(own, file), "w", encoding="utf-8") as stream:
            stream.write(text)
    demo.call([compiler, *flags, f'-DNAME="{side}_f_"', "-c", "kernels.F90", "-o", target], own)
    entry = os.path.join(folder, side + "-entry.o")
    demo.call([stock("clang"), "-O2", "-std=c17", "-w", *size(options), "-I", FOLDER, name, f"-DFORTRAN(f)={side}_f_##f", "-c", "entries.c",
               "-o", entry], own)
    return [target, entry]


def kernel_of(symbol):
    return re.sub("^(kernel|[a-z]+_f)_", "", symbol)


def same_code(folder, first, second):
    """The kernels that two sides compiled to the same instructions: what the ratio of these measures is the machine."""
    one, two = ({kernel_of(symbol): code for symbol, code in machine_code(os.path.join(folder, side + ".o")).items()} for side in (first, second))
    return {name for name in one if one[name] and one[name] == two.get(name)}


def measure(options, folder):
    """{kernel: (what is replaced, {side: seconds}, largest difference of SMR's sides, of the code by hand, whether -O3 and -march=native are
    the same code, the calls made)}"""
    objects = [o for side in SIDES for o in compile_side(options, side, folder)]
    program = os.path.join(folder, "main")
    link = [smr(options.build, "clang"), "-O2", "--smr-mode=off", *size(options), os.path.join(FOLDER, "main.c"), *objects,
            "-lopenblas", "-lm"]
    demo.call([*link, "-o", program], folder)
    demo.call([*link, *fired.flags(options.build), "-o", program + "-fired"], folder)
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "SMR_RT": "now"}
    counted = subprocess.run([program + "-fired", "--rounds=1", "--seconds=0", *options.kernels], check=True, text=True, stdout=subprocess.PIPE,
                             env={**environment, "LD_PRELOAD": fired.environment(options.build, "")["LD_PRELOAD"]}).stdout
    made = {line.split()[0]: int(line.split()[-1]) for line in counted.splitlines()}
    command = [*real_time(), program, f"--rounds={options.rounds}", f"--seconds={options.seconds}", *options.kernels]
    out = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, env=environment).stdout
    replaced = {}
    with open(os.path.join(folder, "smr.json"), encoding="utf-8") as stream:
        for rewrite in json.load(stream)["rewrites"]:
            replaced.setdefault(kernel_of(rewrite["function"]), []).append(rewrite["idiom"])
    results, same = {}, [same_code(folder, *pair) for pair in (("plain", "smr"), ("native", "wide"))]
    for line in out.splitlines():
        name, *columns = line.split()
        numbers = [None if c == "-" else float(c) for c in columns]
        results[name] = (replaced.get(name, []), dict(zip(SIDES, numbers)), max(numbers[5], numbers[7]), numbers[8], [name in s for s in same],
                         made[name])
    return results


def summary(title, values):
    low = min(values)
    return f"{title} mean {mean(values):.2f}, least {low:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(HERE, "..", "..", "build"))
    parser.add_argument("--language", choices=("c", "fortran"), default="c")
    parser.add_argument("--variable", action="store_true", help="C: nothing is known of the sizes, arrays of variable length (as Fortran's always are)")
    parser.add_argument("--size", choices=("medium", "large"), default="medium", help="PolyBench's: products of about 200 or 1000")
    parser.add_argument("--rounds", type=int, default=5, help="for each kernel, at least")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each kernel, at least")
    parser.add_argument("--least", type=float, default=0.98, help="ratio that no kernel may be below")
    parser.add_argument("--json", help="also write the figures to this file")
    parser.add_argument("kernels", nargs="*")
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    with tempfile.TemporaryDirectory(prefix="smr-polybench-") as folder:
        results = measure(options, folder)
    shape = "arrays of constant length" if options.language == "c" and not options.variable else "arrays of variable length"
    print(f"{processor()}, {options.language}, sizes are arguments, {shape}, {options.size}, one thread\n")
    print("| kernel | replaced | calls | verdict | plain ms | -O3 | -march=native | by hand | difference |\n|---|---|---|---|---|---|---|---|---|")
    known = fired.routines(options.build)
    columns, failures, verdicts = {"-O3": [], "-march=native": [], "by hand over -O3": []}, [], []
    for kernel, (replaced, times, off, off_hand, same, made) in results.items():
        ratios = [1.0 if alike else times[a]/times[b] for alike, a, b in zip(same, ("plain", "native"), ("smr", "wide"))]
        by_hand = times["hand"]/times["smr"] if times["hand"] else None
        for column, value in zip(columns.values(), ratios + [times["plain"]/(times["hand"] or times["plain"])]):
            column.append(value)
        verdicts.append(verdict(kernel, replaced))
        shown = ["=" if alike else f"{ratio:.2f}" for alike, ratio in zip(same, ratios)] + [f"{by_hand:.2f}" if by_hand else "-"]
        print(f"| {kernel.removeprefix('k') if kernel[1:2].isdigit() else kernel} | {' '.join(replaced) or '-'} | {made} | {verdicts[-1]} | "
              f"{1e3*times['plain']:.2f} | {' | '.join(shown)} | {off:.0e} |")
        if off > LIMIT or (off_hand or 0) > LIMIT:
            failures.append(f"{kernel}: results differ by {off:.1e} (by hand {off_hand or 0:.1e})")
        if min(ratios) < options.least:
            failures.append(f"{kernel}: {min(ratios):.2f} of its speed without SMR")
        if not made and any(idiom in known for idiom in replaced):
            failures.append(f"{kernel}: {', '.join(replaced)} reported, nothing called")
    print(f"\nideal {verdicts.count('ideal')}, partly {verdicts.count('partly')}, none {verdicts.count('none')} "
          f"of {len(verdicts) - verdicts.count('-')} that BLAS can serve; " + "; ".join(summary(t, v) for t, v in columns.items()))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as stream:
            json.dump({"processor": processor(), "options": vars(options),
                       "kernels": {k: {"replaced": r[0], "calls": r[5], "verdict": verdict(k, r[0]), "seconds": r[1], "difference": r[2], "same code": r[4]}
                                   for k, r in results.items()}}, stream, indent=1)
    for failure in failures:
        print("error: " + failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
