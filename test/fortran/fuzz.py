"""Random Fortran against smr-flang: idioms with random slips, compiled by both compilers, must print the same.

  python3 fuzz.py [--build DIR] [--seed S] [--files N] [--procedures P] [--rate R] [--keep-failing DIR]

Each procedure starts from a textbook loop nest (dot, axpy, gemv, gemm, syrk, ger, scal, copy, swap, norm) and suffers a
few random changes: other indices, bounds, signs, operands, order of loops, statements before, inside, between and
behind, early exits, values that are used afterwards. Every change keeps the program valid, so whatever is printed
must stay. Same seed, same programs. Says how many rewrites were made, so that an idle fuzzer is noticed.
"""
import argparse
import concurrent.futures
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SIZE = {"i": "m", "j": "n", "l": "k"}

IDIOMS = {
    # name: (loops, before, core, behind[, a nest in front]); | separates statements
    "dot": ("i", "s = 0.0d0", "s = s + x(i)*y(i)", ""),
    "asum": ("i", "s = 0.0d0", "s = s + abs(x(i))", ""),
    "norm": ("i", "s = 0.0d0", "s = s + x(i)*x(i)", "s = sqrt(s)"),
    "axpy": ("i", "", "y(i) = y(i) + alpha*x(i)", ""),
    "scal": ("i", "", "x(i) = alpha*x(i)", ""),
    "copy": ("i", "", "y(i) = x(i)", ""),
    "swap": ("i", "", "t = x(i)|x(i) = y(i)|y(i) = t", ""),
    "gemv_n": ("ij", "y(i) = 0.0d0", "y(i) = y(i) + a(i, j)*x(j)", ""),
    "gemv_t": ("ji", "y(j) = beta*y(j)", "y(j) = y(j) + alpha*a(i, j)*x(i)", ""),
    "gemv_sum": ("ji", "s = 0.0d0", "s = s + a(i, j)*x(i)", "y(j) = alpha*s + beta*y(j)"),
    "gemv_cols": ("ji", "", "y(i) = y(i) + a(i, j)*x(j)", ""),
    "gemv_two": ("ji", "", "y(i) = y(i) + a(i, j)*x(j)", "", "y(i) = 0.0d0"),
    "gemv_scaled": ("ji", "", "y(i) = y(i) + alpha*a(i, j)*x(j)", "", "y(i) = beta*y(i)"),
    "gemm_two": ("lji", "", "c(i, j) = c(i, j) + a(i, l)*b(l, j)", "", "c(i, j) = 0.0d0"),
    "ger": ("ji", "", "a(i, j) = a(i, j) + x(i)*y(j)", ""),
    "gemm": ("jil", "c(i, j) = beta*c(i, j)", "c(i, j) = c(i, j) + alpha*a(i, l)*b(l, j)", ""),
    "gemm_set": ("ijl", "c(i, j) = 0.0d0", "c(i, j) = c(i, j) + a(i, l)*b(l, j)", ""),
    "gemm_acc": ("jil", "", "c(i, j) = c(i, j) + a(i, l)*b(l, j)", ""),
    "gemm_sum": ("jil", "s = 0.0d0", "s = s + a(i, l)*b(l, j)", "c(i, j) = alpha*s + beta*c(i, j)"),
    "gemm_axpy": ("jli", "", "c(i, j) = c(i, j) + a(i, l)*b(l, j)", ""),
    "syrk": ("jil", "", "c(i, j) = c(i, j) + a(i, l)*a(j, l)", ""),
}
ELEMENTS = ["x(i)", "y(i)", "x(j)", "y(j)", "z(i)", "a(i, j)", "a(j, i)", "a(i, l)", "b(l, j)", "b(j, l)", "c(i, j)", "c(j, i)",
            "x(i + 1)", "y(i + 1)", "x(1)", "y(2)", "c(2, j)", "a(i, 1)", "x(8 - i)", "a(2*i, j)", "s", "t", "alpha"]
EXTRA = ["{e} = {f}", "{e} = {e} + 0.125d0", "t = {f}", "count = count + 1", "{e} = {f}*0.5d0", "s = s + {f}", "z(1) = {f}",
         "if ({f} > 0.25d0) t = t + 1.0d0", "call note({f})", "alpha = alpha*0.5d0"]


class Maker:
    def __init__(self, seed, rate):
        self.random, self.rate = random.Random(seed), rate

    def chance(self, factor=1.0):
        return self.random.random() < self.rate * factor

    def element(self, variables, target=False):
        while True:
            e = self.random.choice(ELEMENTS)
            used = [v for v in "ijl" if v in e.replace("alpha", "")]
            if all(v in variables for v in used) and not (target and e == "alpha"):
                return e

    def extra(self, variables):
        text = self.random.choice(EXTRA)
        return text.format(e=self.element(variables, True), f=self.element(variables))

    def slip(self, statement, variables):
        """One small change to a statement."""
        kind = self.random.randrange(4)
        elements = [e for e in ELEMENTS if e in statement and all(v in variables for v in "ijl" if v in e)]
        if kind == 0 and elements:
            old = self.random.choice(elements)
            places = [p.start() for p in re.finditer(rf"(?<!\w){re.escape(old)}(?!\w)", statement)]
            if not places:
                return statement
            at = self.random.choice(places)
            new = self.element(variables, target=at == 0)
            return statement[:at] + new + statement[at + len(old):]
        if kind == 1:
            return statement.replace(" + ", " - ", 1)
        if kind == 2:
            return statement + "*" + self.element(variables)
        return statement + " + " + self.element(variables)

    def bounds(self, variable, outer):
        low, high = "1", self.size[variable]
        if self.chance(0.4):
            low = self.random.choice(["2", "0 + 1", "1"] + ([outer[-1], outer[-1] + " + 1"] if outer else []))
        if self.chance(0.4):
            high = self.random.choice([high + " - 1", "5", high + " - 0", "min(m, n)"] + ([outer[-1]] if outer else []))
        step = self.random.choice([", 2", ", 1"]) if self.chance(0.1) else ""
        if self.chance(0.1):
            return f"{variable} = {high}, {low}, -1"
        return f"{variable} = {low}, {high}{step}"

    def body(self):
        name = self.random.choice(sorted(IDIOMS))
        self.size = dict.fromkeys("ijl", "n") if self.random.random() < 0.3 else SIZE
        loops, before, core, behind = IDIOMS[name][:4]
        front = (IDIOMS[name] + ("",))[4]
        loops = list(loops)
        if self.chance(0.5):
            self.random.shuffle(loops)
        core = [self.slip(c, loops) if self.chance() else c for c in core.split("|")]
        if self.chance(0.7):
            core.insert(self.random.randrange(len(core) + 1), self.extra(loops))
        if self.chance(0.15):
            core.append(f"if ({self.element(loops)} > 0.9d0) exit")
        lines = []
        for depth, variable in enumerate(loops):
            last = depth == len(loops) - 1
            if last:
                inside = loops[:depth]
                if before and not self.chance(0.3) and all(v in inside for v in "ijl" if f"({v}" in before or f" {v}" in before):
                    lines.append(self.slip(before, inside) if self.chance(0.3) else before)
                if self.chance(0.3):
                    lines.append(self.extra(inside))
            lines.append("do " + self.bounds(variable, loops[:depth]))
        lines += core
        for depth in range(len(loops) - 1, -1, -1):
            lines.append("end do")
            inside = loops[:depth]
            if depth == len(loops) - 1:
                if behind and all(v in inside for v in "ijl" if f"({v}" in behind or f" {v})" in behind):
                    lines.append(behind)
                if self.chance(0.3):
                    lines.append(self.extra(inside))
        if front:
            outer = [v for v in "ji" if f"({v}" in front or f" {v})" in front]
            first = [f"do {v} = 1, {self.size[v]}" for v in outer]
            first.append(self.slip(front, outer) if self.chance(0.3) else front)
            lines = first + ["end do"]*len(outer) + ([self.extra([])] if self.chance(0.5) else []) + lines
        if self.chance(0.5):
            lines.append(self.random.choice(["count = count + 100*i", "count = count + 7*j", "t = t + s", "count = count + l"]))
        if self.chance(0.3):
            lines = ["do step = 1, 2"] + lines + ["end do"]
        if self.chance(0.15):
            lines = [f"if (beta > {self.random.choice(['0.1d0', '0.9d0'])}) then"] + lines + ["end if"]
        return name, lines

    def procedure(self, number):
        name, first = self.body()
        lines = first
        if self.chance(0.6):
            lines = lines + ([self.extra([])] if self.chance() else []) + self.body()[1]
        # Dummies are distinct arrays or one array reached twice through TARGET, as the language allows.
        shape = self.random.choice(["explicit", "assumed", "local", "target"])
        matrices, vectors = {
            "explicit": ("dimension(ld, *)", "dimension(*)"),
            "local": ("dimension(ld, ld)", "dimension(ld)"),
            "assumed": ("dimension(:, :)", "dimension(:)"),
            "target": ("dimension(:, :), target", "dimension(:), target"),
        }[shape]
        head = f"subroutine p{number}(m, n, k, ld, alpha, beta, a, b, c, x, y, z, s, t, count)"
        text = [f"! {name}", head, "integer, intent(in) :: m, n, k, ld", "integer, intent(inout) :: count",
                "real(8), intent(inout) :: alpha, beta, s, t", f"real(8), intent(inout), {matrices} :: a, b, c",
                f"real(8), intent(inout), {vectors} :: x, y, z", "integer :: i, j, l, step", "i = 3", "j = 4", "l = 5"]
        return shape, "\n".join(text + lines + ["end subroutine"])

    def program(self, procedures):
        parts = [self.procedure(p) for p in range(procedures)]
        calls = []
        for number, (shape, _) in enumerate(parts):
            m, n, k = (self.random.choice([0, 1, 2, 4, 5, 6, 6]) for _ in range(3))
            vectors = "u, v, w"
            if shape == "target" and self.random.random() < 0.6:
                vectors = self.random.choice(["u, u(3:), w", "u(4:), u, w", "u, u, w", "u, a(:, 2), a(:, 3)"])
            calls += ["call reset()", f"call p{number}({m}, {n}, {k}, ld, alpha, beta, a, b, c, {vectors}, s, t, count)",
                      f"call state({number})"]
        return f"""module fuzzed
  implicit none
  integer, parameter :: ld = 14
  integer :: notes = 0
  real(8), target :: a(ld, ld), b(ld, ld), c(ld, ld), u(ld + 6), v(ld), w(ld)
  real(8) :: alpha, beta, s, t
  integer :: count
contains
include "{os.path.join(HERE, 'fill.inc')}"
subroutine note(x)
  real(8), intent(in) :: x
  if (x > 0) notes = notes + 1
end subroutine
subroutine reset()
  call fill(a, ld*ld, 1)
  call fill(b, ld*ld, 2)
  call fill(c, ld*ld, 3)
  call fill(u, ld + 6, 4)
  call fill(v, ld, 5)
  call fill(w, ld, 6)
  alpha = 0.75d0
  beta = 0.5d0
  s = 0.375d0
  t = 0.625d0
  count = 0
end subroutine
subroutine state(number)
  integer, intent(in) :: number
  print '(i6,i9,12es24.15)', number, count + 100000*notes, weighted(a, ld*ld), weighted(b, ld*ld), weighted(c, ld*ld), &
    weighted(u, ld + 6), weighted(v, ld), weighted(w, ld), alpha, beta, s, t
end subroutine
real(8) function weighted(q, n)
  integer, intent(in) :: n
  real(8), intent(in) :: q(*)
  integer :: i
  weighted = 0
  do i = 1, n
    weighted = weighted + q(i)*(1.0d0 + modulo(37*i, 101)/101.0d0) + abs(q(i))*1d-3*modulo(i, 7)
  end do
end function
{chr(10).join(p for _, p in parts)}
end module
program main
use fuzzed
implicit none
{chr(10).join(calls)}
end program
"""


def differ(expected, actual):
    a, b = expected.splitlines(), actual.splitlines()
    if len(a) != len(b):
        return f"{len(a)} lines became {len(b)}"
    for x, y in zip(a, b):
        xs, ys = x.split(), y.split()
        if xs[:2] != ys[:2] or len(xs) != len(ys):
            return f"procedure p{xs[0]}: '{x.strip()}' became '{y.strip()}'"
        for p, q in zip(map(number, xs[2:]), map(number, ys[2:])):
            if p == q or (p != p and q != q):
                continue
            # What has grown huge carries its rounding errors along: not our concern.
            if not (math.isfinite(p) and abs(p) < 1e8):
                break
            if not abs(p - q) <= 1e-9 * max(1.0, abs(p)):
                return f"procedure p{xs[0]}: {p!r} became {q!r}"
    return None


def number(word):
    try:
        return float(word)
    except ValueError:
        return math.nan  # a field too wide, or one that Fortran prints as 1.0+100


def one(seed, options, flang, smr):
    work = tempfile.mkdtemp(prefix="smr-fuzz-")
    try:
        source = os.path.join(work, f"fuzz{seed}.f90")
        with open(source, "w") as stream:
            stream.write(Maker(seed, options.rate).program(options.procedures))
        outputs = []
        for tool in ([flang], [smr, f"--smr-report={work}/report.json"]):
            done = subprocess.run(tool + [f"-{options.level}", source, "-o", os.path.join(work, "x")], cwd=work,
                                  capture_output=True, text=True, timeout=300)
            if done.returncode != 0:
                return seed, 0, f"{tool[0]} exits with {done.returncode}: {done.stderr[:400]}", work
            if tool[0] == smr and "warning" in done.stderr:
                return seed, 0, f"smr-flang warns: {done.stderr[:400]}", work
            ran = subprocess.run([os.path.join(work, "x")], capture_output=True, text=True, timeout=60)
            outputs.append(ran.stdout + f"exit {ran.returncode} 0\n")
        with open(os.path.join(work, "report.json")) as stream:
            rewrites = len(json.load(stream)["rewrites"])
        return seed, rewrites, differ(*outputs), work
    except subprocess.TimeoutExpired as error:
        return seed, 0, str(error), work


os.environ["SMR_FLAGS"] = "--smr-at-O0"  # every level is tried


def main():
    parser = argparse.ArgumentParser(description="random programs under flang and smr-flang")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--procedures", type=int, default=40)
    parser.add_argument("--rate", type=float, default=0.35, help="how often something is changed, 0 to 1")
    parser.add_argument("--level", default="O1")
    parser.add_argument("--keep-failing", default="", help="copy the programs that fail to this folder")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    flang = os.environ.get("FLANG", "/usr/lib/llvm-22/bin/flang")
    smr = os.path.join(os.path.abspath(options.build), "bin", "smr-flang")
    failures = total = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, rewrites, fault, work in pool.map(lambda s: one(s, options, flang, smr),
                                                    range(options.seed, options.seed + options.files)):
            total += rewrites
            if fault:
                failures += 1
                print(f"seed {seed}: {fault}", flush=True)
                if options.keep_failing:
                    os.makedirs(options.keep_failing, exist_ok=True)
                    shutil.copy(os.path.join(work, f"fuzz{seed}.f90"), options.keep_failing)
            shutil.rmtree(work)
    print(f"{options.files} programs, {options.files * options.procedures} procedures, {total} rewrites, {failures} failures")
    return 1 if failures or not total else 0


if __name__ == "__main__":
    sys.exit(main())
