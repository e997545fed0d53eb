"""Kernels whose sizes are constants: sweep.py --constants.

Each kernel is one nest, written once for C and Fortran (the order of indices turned round, so that memory is walked alike), in one type
and one size. Three versions are in one program: the plain compiler's, SMR's, and SMR's with --smr-costs=none, which calls wherever it can.
The report of the second gives the estimates. They run in turn, and the least processor time of each counts. Where the first two are the
same instructions, they take the same time. What looks slower, or whose estimate is off, is timed again alone before it counts.
"""
import itertools
import json
import math
import os
import re
import subprocess
import tempfile

import fortran
from harness import mean, smr, stock

SIZES = (2, 3, 4, 6, 8, 9, 12, 16, 20, 24, 32, 40, 48, 57, 64, 65, 80, 100)
TYPES = {"d": "double", "s": "float"}
OFF = 3  # an estimate that is so many times what was measured, or as little of it, is counted as off
REPORTED = 1.25  # a call that is so much faster than loops that stayed is counted as left out


class Nest:
    """A statement in loops: [(variable, from, to)], bounds are numbers, `n` or variables; the array's indices as letters."""

    def __init__(self, name, loops, target, term, adds=True, scalar=False, subtracts=False, sizes=SIZES):
        self.name, self.loops, self.target, self.term = name, loops, target, term
        self.adds, self.scalar, self.subtracts, self.sizes = adds, scalar, subtracts, sizes


def square(order):
    return [(v, "0", "n") for v in order]


def nests():
    for order in itertools.permutations("ijk"):
        yield Nest("gemm_" + "".join(order), square(order), "c:ij", "a:ik b:kj")
    for name, term in (("nn", "a:ik b:kj"), ("nt", "a:ik b:jk"), ("tn", "a:ki b:kj"), ("tt", "a:ki b:jk")):
        yield Nest("gemm_sum_" + name, square("ijk"), "c:ij", term, adds=False, scalar=True)
    yield Nest("gemm_sum_ji", square("jik"), "c:ij", "a:ik b:kj", adds=False, scalar=True)
    yield Nest("gemm_rows_nt", square("ikj"), "c:ij", "a:ik b:jk")
    yield Nest("gemv_ij", square("ij"), "c:i", "a:ij b:j")
    yield Nest("gemv_ji", square("ji"), "c:i", "a:ij b:j")
    yield Nest("gemv_t_ij", square("ij"), "c:j", "a:ij b:i")
    yield Nest("gemv_t_ji", square("ji"), "c:j", "a:ij b:i")
    yield Nest("gemv_sum", square("ij"), "c:i", "a:ij b:j", adds=False, scalar=True)
    yield Nest("gemv_t_sum", square("ji"), "c:j", "a:ij b:i", adds=False, scalar=True)
    yield Nest("ger", square("ij"), "c:ij", "a:i b:j")
    yield Nest("dot", square("i"), "c:", "a:i b:i", adds=False, scalar=True, sizes=(3, 4, 8, 16, 32, 48, 64, 100, 400, 1000))
    yield Nest("frob", square("ij"), "c:", "a:ij b:ij", adds=False, scalar=True)
    yield Nest("syrk", [("i", "0", "n"), ("j", "0", "i+1"), ("k", "0", "n")], "c:ij", "a:ik a:jk", scalar=True)
    yield Nest("syrk_rows", [("i", "0", "n"), ("k", "0", "n"), ("j", "0", "i+1")], "c:ij", "a:ik a:jk")
    yield Nest("trmm", [("i", "0", "n"), ("j", "0", "n"), ("k", "i+1", "n")], "c:ij", "a:ik c:kj")
    yield Nest("trsm", [("i", "0", "n"), ("k", "0", "i"), ("j", "0", "n")], "c:ij", "a:ik c:kj", subtracts=True)
    yield Nest("trsv", [("i", "0", "n"), ("j", "0", "i")], "c:i", "a:ij c:j", subtracts=True)


def first_summed(nest):
    """The number of the outermost loop of a sum that is kept in a variable, or None."""
    inner = [at for at, (v, _, _) in enumerate(nest.loops) if v not in nest.target.split(":")[1]]
    return min(inner) if nest.scalar else None


def element(text):
    array, indices = text.split(":")
    return array + ("".join(f"[{v}]" for v in indices) or "[0]")


def rank(nest, array):
    return max([len(text.split(":")[1]) for text in [nest.target, *nest.term.split()] if text.startswith(array)] or [1])


def body(nest, letter, n):
    lines, target, summed = [], element(nest.target), first_summed(nest)
    for at, (v, low, high) in enumerate(nest.loops):
        if at == summed:
            lines.append(f"  {{ {TYPES[letter]} s = {target if nest.adds else 0};")
        lines.append(f"  for (int {v} = {low.replace('+', ' + ')}; {v} < {high.replace('n', str(n)).replace('+', ' + ')}; {v}++)")
    lines.append(f"    {target if summed is None else 's'} {'-=' if nest.subtracts else '+='} {' * '.join(map(element, nest.term.split()))};")
    return "\n".join(lines + ([f"  {target} = s; }}"] if summed is not None else []))


def c_source(nest, letter, n, symbol):
    arguments = []
    for array in "abc":
        const = "" if array == nest.target[0] else "const "
        arguments.append(f"{const}{TYPES[letter]} *restrict {array}" if rank(nest, array) < 2 else f"{const}{TYPES[letter]} (*restrict {array})[{n}]")
    return f"void {symbol}({', '.join(arguments)}) {{\n{body(nest, letter, n)}\n}}\n"


def fortran_source(nest, letter, n, symbol):
    return fortran.Subroutine(symbol, ", ".join(f"{TYPES[letter]} {array}" + f"[{n}]"*max(rank(nest, array), 1) for array in "abc"), body(nest, letter, n))


MAIN = r"""
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef void Kernel(void *, void *, void *);
typedef struct { const char *name; int bytes, n; Kernel *version[3]; } Case;
DECLARATIONS
static const Case cases[] = { TABLE };
enum { MOST = 1 << 15 };
static double memory[3][MOST], start[MOST];
static double now(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec*1e9 + t.tv_nsec; }
static void fill(void *to, int bytes, int n, int which) {
  for (int i = 0; i < n*n + n && i < MOST; i++) {
    double value = which ? 0.5 + i % 7 * 0.125 : ((i * 5 + 3) % 9 - 4) * 0x1p-12;
    if (bytes == 8) ((double *)to)[i] = value; else ((float *)to)[i] = (float)value;
  }
}
__attribute__((noinline)) static double run(Kernel *f, int repeats) {
  double begin = now();
  for (int r = 0; r < repeats; r++) f(memory[0], memory[1], memory[2]);
  return (now() - begin) / repeats;
}
int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 30;
  for (unsigned k = 0; k < sizeof cases / sizeof *cases; k++) {
    const Case *c = &cases[k];
    int wanted = argc <= 2, repeats = 1;
    for (int a = 2; a < argc; a++) wanted |= !strcmp(argv[a], c->name);
    if (!wanted) continue;
    fill(memory[0], c->bytes, c->n, 0), fill(memory[1], c->bytes, c->n, 1), fill(start, c->bytes, c->n, 2);
    double best[3] = {INFINITY, INFINITY, INFINITY};
    for (; repeats < 50000; repeats *= 2) {
      memcpy(memory[2], start, sizeof start);
      if (run(c->version[0], repeats) * repeats > 30e3) break; // asking for the time takes 0.3e3
    }
    for (int r = 0; r < rounds; r++)
      for (int v = 0; v < 3; v++) {
        int which = (v + r) % 3;
        memcpy(memory[2], start, sizeof start);
        c->version[which](memory[0], memory[1], memory[2]);
        double time = run(c->version[which], repeats);
        if (time < best[which]) best[which] = time;
      }
    printf("%s %.3f %.3f %.3f\n", c->name, best[0], best[1], best[2]);
    fflush(stdout);
  }
}
"""


def is_slower(plain, own):
    return plain / own < 0.95 and own - plain > 1  # of shorter calls, the clock's own steps are seen


def is_off(estimate, plain):
    return bool(estimate) and not 1 / OFF <= estimate / plain <= OFF


def code_of(path):
    """{kernel: its assembly}, the same for all versions of it where the code is."""
    code, name = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            start = re.match(r"^(\w+)_v\d:", line)
            if start:
                name = start[1]
                code[name] = []
            elif line.startswith(".Lfunc_end"):
                name = None
            elif name and not line.lstrip().startswith(("#", ".loc")):
                code[name].append(re.sub(r"\.L(BB|CPI)\d+_|_v\d\b|#.*", "", line).rstrip())
    return code


def named(name):
    """A kernel's function name as the report has it."""
    return name.rsplit("_v", 1)[0]


def compile_all(options, flags, language, wanted, folder):
    """The program, the report's entries of each kernel, and the kernels of which SMR leaves every instruction."""
    report = os.path.join(folder, "report.json")
    own = [f"--smr-costs={options.costs}"] if options.costs else []
    ours = smr(options.build, language)
    sides = ((stock(language), []), (ours, [*own, f"--smr-report={report}"]), (ours, ["--smr-costs=none"]))
    declarations, table, objects, code = [], [], [], []
    for nest, letter, n in wanted:
        name = f"{letter}{nest.name}_{n}"
        declarations.append(f"Kernel {', '.join(f'{name}_v{v}' for v in range(3))};")
        table.append(f'{{"{name}", {8 if letter == "d" else 4}, {n}, {{{", ".join(f"{name}_v{v}" for v in range(3))}}}}},')
    for v, (compiler, more) in enumerate(sides):
        source = os.path.join(folder, f"side{v}." + ("F90" if language == "flang" else "c"))
        make = fortran_source if language == "flang" else c_source
        made = [make(nest, letter, n, f"{letter}{nest.name}_{n}_v{v}") for nest, letter, n in wanted]
        with open(source, "w", encoding="utf-8") as file:
            file.write(fortran.module(made) if language == "flang" else "\n".join(made))
        assembly = os.path.join(folder, f"side{v}.s")
        subprocess.run([compiler, *flags, *more, *(['-DNAME=""'] if language == "flang" else ["-falign-functions=64"]), "-S", source, "-o", assembly],
                       check=True, cwd=folder)
        code.append(code_of(assembly))
        objects.append(os.path.join(folder, f"side{v}.o"))
        subprocess.run([smr(options.build, "clang"), "-c", assembly, "-o", objects[-1]], check=True)
    main = os.path.join(folder, "main.c")
    with open(main, "w", encoding="utf-8") as file:
        file.write(MAIN.replace("DECLARATIONS", "\n".join(declarations)).replace("TABLE", "\n".join(table)))
    program = os.path.join(folder, "program")
    subprocess.run([smr(options.build, "clang"), "-O1", "--smr-mode=off", "-c", main, "-o", main + ".o"], check=True)
    subprocess.run([ours, main + ".o", *objects, "-lm", "-o", program], check=True)
    with open(report, encoding="utf-8") as file:
        told = json.load(file)
    entries = {}
    for kind in ("missed", "rewrites"):
        for entry in told[kind]:
            entries.setdefault(named(entry["function"]), []).append((kind == "rewrites", entry))
    return program, entries, {name for name in code[0] if code[0][name] == code[1].get(name)}


def estimate_of(entries):
    """(called, code_ns or None, call_ns or None, reason) of a kernel, from its entries in the report."""
    called = any(rewrite for rewrite, _ in entries)
    code = call = None
    for rewrite, entry in entries:
        if rewrite == called and entry.get("estimate"):
            code = (code or 0) + entry["estimate"]["code_ns"]
            call = (call or 0) + entry["estimate"].get("call_ns", 0)
    reason = "; ".join(entry.get("reason", entry["idiom"]) for _, entry in entries)
    return called, code, call, reason


def measure(options, flags, language):
    """[(kernel, called, estimated, of the call, plain, smr, forced, reason)], nanoseconds."""
    wanted = [(nest, letter, n) for nest in nests() for letter in TYPES for n in nest.sizes
              if (not options.kernels or nest.name in options.kernels) and n <= (options.to or 1 << 20)]
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(options.threads or 1))
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        program, entries, same = compile_all(options, flags, language, wanted, folder)

        def times(rounds, names):
            out = subprocess.run([program, str(rounds), *names], check=True, text=True, stdout=subprocess.PIPE, env=environment).stdout
            return {line.split()[0]: [float(x) for x in line.split()[1:]] for line in out.splitlines()}

        best = times(options.rounds, [])
        for _ in range(options.again):
            odd = [name for name, (plain, own, _) in best.items() if (name not in same and is_slower(plain, own)) or
                   is_off(estimate_of(entries.get(name, []))[1], plain)]
            if not odd:
                break
            for name, more in times(2 * options.rounds, odd).items():
                best[name] = [min(pair) for pair in zip(best[name], more)]
        for nest, letter, n in wanted:
            name = f"{letter}{nest.name}_{n}"
            plain, own, forced = best[name]
            if name in same:
                plain = own = min(plain, own)
            rows.append((name, *estimate_of(entries.get(name, [])), plain, own, forced))
    return rows


def show(options, flags, language):
    rows = measure(options, flags, language)
    title = f"{'Fortran' if language == 'flang' else 'C'}, {' '.join(flags)}"
    if options.json:
        with open(options.json, "a", encoding="utf-8") as file:
            for row in rows:
                file.write(json.dumps([title, *row]) + "\n")
    for name, called, code, call, reason, plain, own, forced in rows:
        if options.all:
            print(f"{title}: {name:22} {'call' if called else 'left'} loops {plain:10.1f} smr {own:10.1f} call {forced:10.1f} ns, "
                  f"{plain/own:6.2f} {plain/forced:6.2f}, estimate/loops {code/plain if code else math.nan:6.2f}  {'' if called else reason}")
    slower = [(row[0], row[5] / row[6]) for row in rows if is_slower(row[5], row[6])]
    left = [(row[0], row[5] / row[7]) for row in rows if not row[1] and row[5] / row[7] > REPORTED]
    estimates = [(row[0], row[2] / row[5]) for row in rows if row[2]]
    off = [(name, ratio) for name, ratio in estimates if is_off(ratio, 1)]
    ratios = [row[5] / row[6] for row in rows if row[1]]
    print(f"\n{title}: {len(rows)} kernels, {len(ratios)} called, mean ratio of these {mean(ratios):.2f}, least of all "
          f"{min(row[5] / row[6] for row in rows):.2f}; {len(estimates)} estimates, {len(off)} off by more than {OFF}; "
          f"{len(left)} left though a call is {REPORTED} times as fast")
    for what, cases in (("slower than the plain compiler", slower), ("estimate / measured", off), ("left, loops / call", left)):
        if cases:
            print(f"  {what}: " + ", ".join(f"{name} {ratio:.2f}" for name, ratio in cases))
