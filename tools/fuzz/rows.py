#!/usr/bin/env python3
"""Random products of matrices whose rows pointers lead to, by clang and by SMR: all memory must be the same.

  python3 rows.py [--build DIR] [--seed S] [--rounds N] [--count K] [--trials T] [--flags FLAGS] [--both FLAGS] [--keep DIR]

Each function is a product in one of many forms: operands as tables of rows, in structures, arrays of pointers or vectors of one
block; in every order of loops, turned, downwards, with offsets, sums stored or added. rows_driver.c calls each on rows that lie
in many ways: in order, scattered, backwards, each at the end of a page, shared, overlapping. Prints how often a library was
called; exits with 1 if something differs, or if no scattered rows led to a call.
"""
import argparse
import os
import random
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
from toolchain import ROOT, call, stock, write  # noqa: E402


class Function:
    def __init__(self, number, seed):
        self.number, self.r = number, random.Random(seed * 1000 + number)
        self.type = self.r.choice(["double", "double", "float"])
        self.integer = self.r.choice(["int", "int", "long", "unsigned", "size_t"])
        self.forms = {name: self.r.choice(["table", "table", "table", "member", "array", "block"]) for name in "abc"}
        self.offsets = [self.r.choice(["", "", "", " + 1", " + q"]) for _ in range(6)]

    def element(self, name, row, column, at):
        row, column = row + self.offsets[at], column + self.offsets[at + 1]
        return {"table": f"{name}[{row}][{column}]", "member": f"{name}->row[{row}][{column}]", "array": f"g{name}[{row}][{column}]",
                "block": f"{name}[({row}) * (long)ld + {column}]"}[self.forms[name]]

    def loop(self, variable, bound):
        if self.integer in ("int", "long") and self.r.random() < 0.15:
            return f"for ({self.integer} {variable} = {bound} - 1; {variable} >= 0; {variable}--)"
        return f"for ({self.integer} {variable} = 0; {variable} < {bound}; {variable}++)"

    def body(self):
        r = self.r
        a = self.element("a", *("ki" if r.random() < 0.3 else "ik"), 0)
        b = self.element("b", *("jk" if r.random() < 0.4 else "kj"), 2)
        if r.random() < 0.1:  # both are one matrix
            self.forms["b"] = self.forms["a"]
            b = self.element("a", "j", "k", 0)
        c = self.element("c", *("ji" if r.random() < 0.2 else "ij"), 4)
        product = r.choice([f"{a} * {b}", f"{b} * {a}", f"alpha * {a} * {b}"])
        loops = {"i": self.loop("i", "m"), "j": self.loop("j", "n"), "k": self.loop("k", "p")}
        sign = r.choice("++-")
        outer = ["i", "j"]
        r.shuffle(outer)
        way = r.random()
        if way < 0.35:
            last = r.choice([f"{c} = sum", f"{c} += sum", f"{c} = alpha * sum", f"{c} = alpha * sum + beta * {c}"])
            return f"{loops[outer[0]]}\n{loops[outer[1]]} {{\nT sum = 0;\n{loops['k']}\nsum {sign}= {product};\n{last};\n}}\n"
        order = list("ijk")
        r.shuffle(order)
        first = "" if way < 0.7 else f"{loops[outer[0]]}\n{loops[outer[1]]}\n{c} {r.choice(['= 0', '*= beta'])};\n"
        return first + "\n".join(loops[v] for v in order) + f"\n{c} {sign}= {product};\n"

    def text(self):
        body = self.body()
        parameters = {"table": "T **{0}", "member": "const struct @m{1} *{0}", "array": "T **{0}", "block": "T *{0}"}
        takes = "".join(", " + parameters[form].format(name, self.number) for name, form in self.forms.items())
        arrays = [name for name, form in self.forms.items() if form == "array"]
        tables = "".join(f"static T *@g{name}{self.number}[ROWS];\n#define g{name} @g{name}{self.number}\n" for name in arrays)
        fills = "".join(f"for (int r = 0; r < ROWS; r++)\n@g{name}{self.number}[r] = (T *)e->table[{at}][r];\n"
                        for at, name in enumerate("abc") if name in arrays)
        given = "".join({"table": f", (T **)e->table[{at}]", "array": ", (T **)0", "block": f", (T *)e->table[{at}][0]",
                         "member": f", &(struct @m{self.number}){{3, (T **)e->table[{at}]}}"}[form] for at, form in enumerate(self.forms.values()))
        kind = self.integer
        return f"""#define T {self.type}
struct @m{self.number} {{ int some; T **row; }};
{tables}__attribute__((noinline)) void @h{self.number}({kind} m, {kind} n, {kind} p, {kind} q, {kind} ld, T alpha, T beta{takes}) {{
{body}}}
void @f{self.number}(const Call *e) {{
{fills}@h{self.number}(e->m, e->n, e->p, e->q, e->ld, e->alpha, e->beta{given});
}}
#undef T
{"".join(f"#undef g{name}{chr(10)}" for name in arrays)}"""


def run(options, seed, folder):
    functions = [Function(number, seed) for number in range(options.count)]
    texts = '#include "rows_driver.h"\n' + "".join(function.text() for function in functions)
    both = options.both.split()
    for twin, tool, flags in (("plain", stock("clang"), ["-O1"]), ("smr", os.path.join(options.build, "bin", "smr-clang"), ["-O2", *options.flags.split()])):
        write(folder, twin + ".c", texts.replace("@", twin + "_"))
        call([tool, *flags, *both, "-w", "-I", HERE, "-c", twin + ".c"], folder)
    names = "".join(f"void plain_f{f.number}(const Call *), smr_f{f.number}(const Call *);\n" for f in functions)
    pairs = ", ".join(f"{{plain_f{f.number}, smr_f{f.number}, {int(f.type == 'float')}, {int(any(form == 'block' for form in f.forms.values()))}}}"
                      for f in functions)
    write(folder, "table.c", f'#include "rows_driver.h"\n{names}const Pair pairs[] = {{{pairs}}};\nconst int pair_count = {len(functions)};\n')
    call([stock("clang"), "-O1", "-w", *both, "-I", HERE, "-c", "table.c", os.path.join(HERE, "rows_driver.c")], folder)
    call([os.path.join(options.build, "bin", "smr-clang"), *both, "plain.o", "smr.o", "table.o", "rows_driver.o", "-lm", "-o", "program"], folder)
    return call(["./program", str(options.trials), str(seed)], folder, 3600,
                {"LD_PRELOAD": os.path.join(options.build, "test", "libfired.so"), "OPENBLAS_NUM_THREADS": "1", "SMR_RT": "now"})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--flags", default="")
    parser.add_argument("--both", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    os.environ.pop("SMR_COSTS", None)
    differ, scattered = 0, 0
    for seed in range(options.seed, options.seed + options.rounds):
        folder = tempfile.mkdtemp(prefix=f"rows-{seed}-", dir=options.keep)
        lines = run(options, seed, folder).splitlines()
        wrong = [line for line in lines if line.startswith("differs")]
        differ += len(wrong)
        scattered += int(lines[-1].split()[-1])
        print("\n".join([*wrong, f"{seed}: {lines[-1]}"]), flush=True)
        if not wrong:
            shutil.rmtree(folder)
        else:
            print(f"kept: {folder}")
    sys.exit(differ > 0 or not scattered)


if __name__ == "__main__":
    main()
