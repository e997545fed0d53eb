#!/usr/bin/env python3
"""smr-clang against clang over sizes: is anything slower?

  tools/bench/sweep.py [--build DIR] [--language c|fortran] [--rounds N] [--threads N] [--all] [--summary] [--routines] [kernel ...]

Both versions of every nest (sweep/nests.c; columns.def: Fortran's) are in one program and run in turn; the fastest rounds count. Where code stands
alone makes loops of a few rounds up to twice as slow, so the program is linked twelve times, with other distances between its parts, and the
fastest place of each version counts. At -O3 and at -O3 -march=native, double and float, n = 1 to 4096, contiguous and strided, square
and thin. For each kernel: the least ratio clang / smr for n up to 16 and above, the cases below 0.98, and the largest ratio. Where SMR leaves
a kernel alone the two are the same code, which shows what the machine's noise is. --all prints every case;
--routines: every order of loops, transposed, triangles, several calls for one loop, as the equality tier has them with blas.pat, n = 1 to 700 (products 161; --to for more). --summary a line for each family of kernels: means, the fifth percentile and the largest ratio, and what is lost at most for n up to 16, in ns.
"""
import argparse
import math
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import constants  # noqa: E402
import harness  # noqa: E402
from harness import mean, smr, stock  # noqa: E402

PLACES = 12
FAMILIES = (
    ("sums of a vector", "dot nrm2 asum"), ("matrix by vector, by rows or columns added", "gemv_n gemv_t"),
    ("matrix by vector, against the grain", "gemv_s"), ("triangular solve", "trsv_copy"),
    ("matrix product, by element", "gemm_nn gemm_nt gemm_tn"),
    ("matrix product, rows or columns added", "gemm_ilj gemm_jli matmul_nn"), ("A times its transpose", "syrk"),
    ("linear layer", "linear"), ("softmax, norms, gates", "softmax rmsnorm layernorm swiglu"),
    ("products of bytes", "dot_i8 matvec_i8"),
    ("never called: the same machine code twice", "axpy scal swap ger dot_inc asum_inc axpy_inc scal_inc copy_inc swap_inc"))
ROUTINES = (
    ("sums of a vector", "dot nrm2 asum"), ("matrix by vector, all orders", "gemv_n gemv_m gemv_t gemv_s gemv_c gemv_b gemv_d ger_c"),
    ("symmetric and triangular, by vector", "symv symv_d trmv trmv_u trsv trsv_c trsv_u trsv_copy"),
    ("matrix product, by element", "gemm_ijl gemm_ijm gemm_jil gemm_nt gemm_nt_b gemm_tn gemm_tt gemm_b"),
    ("matrix product, other orders", "gemm_ilj gemm_lij gemm_jli gemm_lji gemm_tn_r gemm_pb matmul_nn"),
    ("syrk, syr2k, symm", "syrk syrk_r syrk_t syr2k syr2k_t symm"), ("triangular, by matrix", "trmm trmm_r trsm trsm_r trsm_c"),
    ("several calls for one nest", "atax atax_t bicg mvt gesummv"),
    ("never called: the same machine code twice",
     "axpy scal copy axpby waxpby ger syr2 dot_inc asum_inc axpy_inc scal_inc gesummv_r ger2"))


def summary(cases, families):
    """cases: [(kernel, largest size, first, second)]"""
    lines = []
    for title, names in families:
        rows = [row for row in cases if row[0] in names.split()]
        small, large = ([row for row in rows if (row[1] <= 16) == want] for want in (True, False))
        if rows:
            ratios = sorted(row[2]/row[3] for row in large)
            lines.append(f"| {title} | {mean([row[2]/row[3] for row in small]):.2f} | {max(row[3] - row[2] for row in small):.1f} | "
                         f"{mean(ratios):.2f} | {ratios[len(ratios)//20]:.2f} | {ratios[-1]:.0f} |")
    return lines


def measure(options, flags, environment):
    """{(kernel, letter, m, n, k, ix, iy): [first's least time, second's]}"""
    language, table = ("flang", "columns.def") if options.language == "fortran" else ("clang", "nests.c")
    mode = ["--smr-mode=equality", f"--smr-library={os.path.join(options.build, 'share', 'smr', 'blas.pfa')}"] if options.routines else []
    costs = [f"--smr-costs={options.costs}"] if options.costs else []
    there, chosen = [kernel for kernel, _ in harness.nests(table)], " ".join(names for _, names in families_of(options)).split()
    with tempfile.TemporaryDirectory() as folder:
        objects = [harness.compile_side(compiler, flags + more, side, letter, folder, table) for letter in harness.LETTERS
                   for side, compiler, more in (("first", stock(language), []), ("second", smr(options.build, language), [*mode, *costs]))]
        main_object = harness.compile_main(smr(options.build, "clang"), mode, folder, table)
        programs = harness.link([smr(options.build, language)], main_object, objects, options.places, folder)
        return harness.least(programs, options.rounds, options.kernels or [k for k in chosen if k in there], environment,
                             [f"--to={options.to}"] if options.to else [])


def families_of(options):
    return ROUTINES if options.routines else FAMILIES


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=os.path.abspath, default=os.path.join(harness.ROOT, "build"))
    parser.add_argument("--language", choices=("c", "fortran"), default="c")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--threads", type=int, help="of OpenBLAS; SMR_RT_THREADS decides by default")
    parser.add_argument("--places", type=int, default=PLACES, help="how often the program is linked")
    parser.add_argument("--flags", action="append", help="of the compilers, instead of -O3 and then -O3 -march=native")
    parser.add_argument("--to", type=int, help="the largest size")
    parser.add_argument("--costs", help="a table of costs for SMR's side")
    parser.add_argument("--routines", action="store_true")
    parser.add_argument("--constants", action="store_true")
    parser.add_argument("--again", type=int, default=3, help="--constants: how often kernels that look slower, or whose estimate is off, are timed again")
    parser.add_argument("--json", help="--constants: append a line of JSON for each kernel")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--summary", action="store_true")
    parser.add_argument("kernels", nargs="*")
    options = parser.parse_args()
    if options.constants:
        for flags in [text.split() for text in options.flags or ("-O2", "-O3", "-O3 -march=x86-64-v3", "-O3 -march=native")]:
            constants.show(options, flags, "flang" if options.language == "fortran" else "clang")
        return
    environment = dict(os.environ)
    if options.threads:
        environment["OPENBLAS_NUM_THREADS"] = str(options.threads)
    for flags in [text.split() for text in options.flags or ("-O3", "-O3 -march=native")]:
        table, cases = {}, []
        for case, (first, second) in measure(options, flags, environment).items():
            name, letter, m, n, k, ix, iy = case
            if options.all:
                print(name, letter, m, n, k, ix, iy, first, second, f"{first/second:.3f}")
            cases.append((name, max(m, n, k), first, second))
            table.setdefault((name, letter), []).append((max(m, n, k), first/second))
        if options.summary:
            print(f"\n| {options.language}, {' '.join(flags)} | mean, n <= 16 | most lost there, ns | mean, n > 16 | 5 % are below | "
                  "largest |\n|---|---|---|---|---|---|")
            print("\n".join(summary(cases, families_of(options))))
            continue
        print(f"\n| {' '.join(flags)} | least, n <= 16 | least, n > 16 | below 0.98 | geometric mean | largest |\n|---|---|---|---|---|---|")
        for (name, letter), cases in table.items():
            small, large = [[r for n, r in cases if (n <= 16) == want] or [math.nan] for want in (True, False)]
            ratios = [r for _, r in cases]
            print(f"| {letter}{name} | {min(small):.2f} | {min(large):.2f} | {sum(r < 0.98 for r in ratios)} of {len(ratios)} | "
                  f"{mean(ratios):.2f} | {max(ratios):.1f} |")


if __name__ == "__main__":
    main()
