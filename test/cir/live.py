"""ClangIR's tests with ClangIR itself (SMR_CLANG_CIR, or clang, cir-opt and cir-translate together on PATH); exit code 77
and one line that says so when there is none.

1. Inputs/*.mlir is still what this ClangIR makes of Inputs/*.c.
2. cir-opt rewrites with libsmr.so loaded, its verifier accepts the result, and cir-translate takes it down.
3. smr-clang --smr-frontend=cir: the program computes what plain clang's does (overlapping arrays included), and calls.
4. What ClangIR cannot do goes over LLVM IR.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INPUTS = os.path.join(HERE, "Inputs")
failures = []


def find_clang():
    chosen = os.environ.get("SMR_CLANG_CIR")
    candidates = [chosen] if chosen else [os.path.join(p, "clang") for p in os.environ["PATH"].split(os.pathsep)]
    for clang in candidates:
        folder = os.path.dirname(clang)
        if all(os.access(os.path.join(folder, tool), os.X_OK) for tool in ("cir-opt", "cir-translate")) \
                and os.access(clang, os.X_OK):
            return clang
    return None


def run(*command, env=None):
    done = subprocess.run(command, capture_output=True, text=True, env=env)
    return done.returncode, done.stdout, done.stderr


def check(good, what):
    print(("ok      " if good else "FAILED  ") + what)
    if not good:
        failures.append(what)


def numbers_agree(a, b):
    x, y = a.split(), b.split()
    if len(x) != len(y):
        return False
    for p, q in zip(x, y):
        try:
            if abs(float(p) - float(q)) > 1e-6 * max(1.0, abs(float(p))):
                return False
        except ValueError:
            if p != q:
                return False
    return True


os.environ["SMR_FLAGS"] = "--smr-at-O0"  # every level is tried
os.environ["SMR_COSTS"] = "none"  # examples are small
os.environ["SMR_RT"] = "now"  # short programs call, too


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--cc", required=True)
    options = parser.parse_args()
    clang = find_clang()
    if not clang:
        print("ClangIR: not run live: no clang with ClangIR (SMR_CLANG_CIR; tools/clang-cir builds one)")
        return 77
    print("ClangIR: run live with", clang)
    folder = os.path.dirname(clang)
    env = dict(os.environ, SMR_CLANG_CIR=clang)
    plugin = os.path.join(options.build, "lib", "libsmr.so")
    driver = [os.path.join(options.build, "bin", "smr-clang"), "--smr-frontend=cir"]
    with tempfile.TemporaryDirectory() as work:
        code, _, error = run(os.path.join(HERE, "regenerate.sh"), work, env=env)
        check(code == 0, "regenerate.sh runs " + error[:200])
        for name in ("kernels.mlir", "nearmiss.mlir"):
            with open(os.path.join(INPUTS, name)) as kept, open(os.path.join(work, name)) as made:
                check(kept.read() == made.read(), f"Inputs/{name} is what ClangIR makes")

        rewritten = os.path.join(work, "kernels.cir")
        code, _, error = run(os.path.join(folder, "cir-opt"), "--load-pass-plugin=" + plugin, "--smr-rewrite",
                             os.path.join(work, "kernels.mlir"), "-o", rewritten)
        check(code == 0, "cir-opt --smr-rewrite " + error[:200])
        code, out, error = run(os.path.join(folder, "cir-opt"), rewritten)
        check(code == 0 and "cir.call @smr.blas.cblas_daxpy" in out, "the result is valid ClangIR " + error[:200])
        check("llvm.func" not in out, "the result is ClangIR throughout")
        code, out, error = run(os.path.join(folder, "cir-translate"), "-cir-to-llvmir", rewritten)
        check(code == 0 and "@cblas_dgemm(" in out, "cir-translate takes it down " + error[:200])

        sources = [os.path.join(INPUTS, name) for name in ("kernels.c", "run.c")]
        plain, ours = os.path.join(work, "plain"), os.path.join(work, "ours")
        code, _, error = run(options.cc, "-O2", *sources, "-lm", "-o", plain)
        check(code == 0, "plain clang " + error[:200])
        for level in ("-O0", "-O2"):
            report = os.path.join(work, "report.json")
            code, _, error = run(*driver, "--smr-report=" + report, level, *sources, "-lm", "-o", ours, env=env)
            check(code == 0 and not error, f"smr-clang --smr-frontend=cir {level} {error[:300]}")
            with open(report) as stream:
                count = len(re.findall('"idiom"', stream.read().split('"missed"')[0]))
            check(count >= 17, f"{level}: {count} rewrites")
            check(numbers_agree(run(plain)[1], run(ours)[1]), f"{level}: the program computes what clang's does")

        nyi, object_file = os.path.join(work, "nyi.c"), os.path.join(work, "nyi.o")
        with open(nyi, "w") as stream:
            stream.write("double *f(int n, double (*a)[n]) { return *(a + 1); }\n")
        code, _, error = run(*driver, "-c", nyi, "-o", object_file, "--smr-verbose", env=env)
        check(code == 0 and os.path.exists(object_file) and "goes over LLVM IR: ClangIR" in error,
              "what ClangIR cannot do goes over LLVM IR " + error[:200])
        code, _, error = run(*driver, "-E", sources[0], env=env)
        check(code == 0 and not error, "-E passes through")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
