"""The idioms of blas.pat in every form that a program may hold its arrays in: right and called, or missed with a reason.

  python3 forms.py [--build DIR] [--type f64|f32|c64] [--only TEXT] [--part K/N] [--flags FLAGS] [--list] [--jobs N] [--least CALLED]

computations.py × arrays (C: array, pointer with a leading dimension, array of variable length, struct member, byte strides, and
C++'s vector; Fortran: explicit, assumed shape, allocatable, pointer, section, component) × rows and columns × orders of loops.
Each is run with n the leading dimension, one less, a multiple of 4 and an odd number. A cell is a form at a size; it is called
if at least as many calls are made as were reported. Prints a table; --list prints what was reported and not called, and each
miss with its reason. --only: names contain TEXT, such as gemm/vla; --part 2/5: every fifth function, from the second on. Exits
with 1 if results differ, or if fewer than CALLED cells were called.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from toolchain import PERCENT, ROOT, SEED, call, stock, write  # noqa: E402
sys.path.append(os.path.join(ROOT, "test", "fired"))
import calls  # noqa: E402
import computations  # noqa: E402

C_FORMS = ("array", "pointer", "vla", "struct", "bytes", "vector")
FORTRAN_FORMS = ("explicit", "shape", "allocatable", "fpointer", "section", "component")
LD = 29
Type = collections.namedtuple("Type", "c fortran size flags c_number f_number")
TYPES = {"f64": Type("double", "real(8)", 8, [], "{}", "{}_w"), "f32": Type("float", "real(4)", 4, [], "{}f", "{}_w"),
         "c64": Type("double _Complex", "complex(8)", 16, ["-fcx-limited-range"], "({} + 1.0i)", "cmplx({}_w, 1, w)")}
Form = collections.namedtuple("Form", "name computation order form layout")
ARRAYS, MATRICES = "abcxyz", "abc"


def is_ordered(nodes):
    """Has it what complex numbers have not?"""
    return any("abs" in node or "sqrt" in node if isinstance(node, str) else node[0] == "if" or is_ordered(node[-1]) for node in nodes)


def all_forms(kind):
    for computation, written in computations.ALL.items():
        for order, nodes in written.items():
            if kind == "c64" and is_ordered(nodes):
                continue
            for form in C_FORMS + FORTRAN_FORMS:
                for layout in ("rows", "columns") if computation in computations.MATRICES else ("rows",):
                    yield Form(f"{computation}/{form}/{layout}/{order}", computation, order, form, layout)


# --- C and C++ -----------------------------------------------------------------------------------------------------------

def c_element(kind, form, layout, name, indices):
    if len(indices) == 1:
        base = {"array": f"the_{name}", "struct": f"v->{name}"}.get(form, name)
        return f"*({kind.c} *)({name} + ({indices[0]}) * st)" if form == "bytes" else f"{base}[{indices[0]}]"
    i, j = indices if layout == "rows" else indices[::-1]
    if form in ("array", "vla"):
        return f"{'the_' if form == 'array' else ''}{name}[{i}][{j}]"
    if form == "bytes":
        return f"*({kind.c} *)({name} + ({i}) * rs + ({j}) * st)"
    return f"{'v->' if form == 'struct' else ''}{name}[({i}) * {'v->' if form == 'struct' else ''}ld + {j}]"


def with_elements(node, element, number):
    """With elements and numbers of the language; 0.0 stays."""
    node = re.sub(r"\b([1-9]\.\d)\b", lambda m: number.format(m[1]), node)
    return re.sub(r"\{(\w):([^}]*)\}", lambda m: element(m[1], [k.strip() for k in m[2].split(",")]), node)


def c_nodes(kind, form, nodes):
    text = ""
    for node in nodes:
        if isinstance(node, str):
            one = with_elements(node, lambda name, indices: c_element(kind, form.form, form.layout, name, indices), kind.c_number)
            one = one.replace("abs(", "fabs(")
            text += (re.sub(r"(fabs|sqrt)\(", r"\1f(", one) if kind.size == 4 else one) + ";\n"
        elif node[0] == "if":
            text += f"if ({c_nodes(kind, form, [node[1]])[:-2]}) {{\n{c_nodes(kind, form, node[2])}}}\n"
        else:
            _, index, low, high, step, inner = node
            head = f"{index} = {low}; {index} < {high}; {index}++" if step > 0 else f"{index} = {high} - 1; {index} >= {low}; {index}--"
            text += f"for (int {head}) {{\n{c_nodes(kind, form, inner)}}}\n"
    return text


def c_function(kind, form, number):
    names = {"pointer": "int n, int ld, " + ", ".join(f"{kind.c} *{a}" for a in ARRAYS),
             "vla": "int n, int ld, " + ", ".join(f"{kind.c} {a}[{'n][ld' if a in MATRICES else 'n'}]" for a in ARRAYS),
             "array": "int n", "struct": "const View *v, int n",
             "bytes": "int n, long rs, long st, " + ", ".join(f"char *{a}" for a in ARRAYS),
             "vector": "int n, int ld, " + ", ".join(f"std::vector<{kind.c}> &{a}" for a in ARRAYS)}[form.form]
    body = c_nodes(kind, form, computations.ALL[form.computation][form.order])
    call = {"pointer": f"n, {LD}, {', '.join(ARRAYS)}",
            "vla": f"n, {LD}, " + ", ".join(f"({kind.c} (*)[{LD}]){a}" if a in MATRICES else a for a in ARRAYS),
            "array": "n", "struct": "&v, n", "bytes": f"n, {kind.size} * {LD}, {kind.size}, " + ", ".join(f"(char *){a}" for a in ARRAYS),
            "vector": f"n, {LD}, " + ", ".join(f"v{a}" for a in ARRAYS)}[form.form]
    before = after = ""
    for a in ARRAYS:
        size = LD * LD if a in MATRICES else LD
        if form.form == "array":
            before += f"memcpy(the_{a}, {a}, {kind.size * size});\n"
            after += f"memcpy({a}, the_{a}, {kind.size * size});\n"
        elif form.form == "vector":
            before += f"std::vector<{kind.c}> v{a}({a}, {a} + {size});\n"
            after += f"memcpy({a}, v{a}.data(), {kind.size * size});\n"
    if form.form == "struct":
        before = f"View v = {{{LD}, {', '.join(ARRAYS)}}};\n"
    outside = 'extern "C" ' if form.form == "vector" else ""
    return f"""{outside}__attribute__((noinline)) void NAME(g{number})({names}) {{
{kind.c} s = 0, t = 0;
{body}(void)s, (void)t; }}
{outside}void NAME(f{number})(int n, {kind.c} *a, {kind.c} *b, {kind.c} *c, {kind.c} *x, {kind.c} *y, {kind.c} *z) {{
{before}NAME(g{number})({call});
{after}}}
"""


def c_start(kind):
    return f"""#include <math.h>
#include <string.h>
#ifdef __cplusplus
#include <vector>
#else
static {kind.c} the_a[{LD}][{LD}], the_b[{LD}][{LD}], the_c[{LD}][{LD}], the_x[{LD}], the_y[{LD}], the_z[{LD}];
typedef struct {{ int ld; {kind.c} *a, *b, *c, *x, *y, *z; }} View;
#endif
"""


# --- Fortran ---------------------------------------------------------------------------------------------------------------

def f_element(form, layout, name, indices):
    indices = indices if layout == "columns" or len(indices) == 1 else indices[::-1]
    return f"{'v%' if form == 'component' else ''}{name}({', '.join(k + ' + 1' for k in indices)})"


def f_nodes(kind, form, nodes):
    text = ""
    for node in nodes:
        if isinstance(node, str):
            one = with_elements(node, lambda name, indices: f_element(form.form, form.layout, name, indices), kind.f_number)
            text += re.sub(r"\b0\.0\b", "0.0_w", one.replace("!=", "/=")) + "\n"
        elif node[0] == "if":
            text += f"if ({f_nodes(kind, form, [node[1]])[:-1]}) then\n{f_nodes(kind, form, node[2])}end if\n"
        else:
            _, index, low, high, step, inner = node
            text += f"do {index} = {f'{low}, {high} - 1' if step > 0 else f'{high} - 1, {low}, -1'}\n{f_nodes(kind, form, inner)}end do\n"
    return text.replace("+ 1 - 1", "")


def f_function(kind, form, number):
    """(the function, what calls it: not compiled by SMR, as it copies)"""
    attribute = {"allocatable": "allocatable, intent(inout)", "fpointer": "pointer"}.get(form.form, "intent(inout)")
    if form.form == "component":
        names, declared, call = "n, v", "type(view), intent(inout) :: v\n", "n, v"
        before = "".join(f"v%{a} = {a}\n" for a in ARRAYS)
        after = "".join(f"{a} = v%{a}\n" for a in ARRAYS)
        local = "type(view) :: v\n"
    else:
        explicit = form.form == "explicit"
        names = f"n, {'ld, ' * explicit}{', '.join(ARRAYS)}"
        shape = {True: ("ld, n", "n"), False: (":, :", ":")}[explicit]
        declared = "integer, intent(in) :: ld\n" * explicit + "".join(
            f"{kind.fortran}, {attribute} :: {a}({shape[a not in MATRICES]})\n" for a in ARRAYS)
        local = before = after = ""
        call = f"n, {f'{LD}, ' * explicit}{', '.join(ARRAYS)}"
        if form.form in ("allocatable", "fpointer"):
            word = "allocatable" if form.form == "allocatable" else "pointer"
            local = "".join(f"{kind.fortran}, {word} :: v{a}({':, :' if a in MATRICES else ':'})\n" for a in ARRAYS)
            before = "".join(f"v{a} = {a}\n" if word == "allocatable" else f"v{a} => {a}\n" for a in ARRAYS)
            after = "".join(f"{a} = v{a}\n" for a in ARRAYS) if word == "allocatable" else ""
            call = "n, " + ", ".join("v" + a for a in ARRAYS)
        elif form.form == "section":
            call = "n, " + ", ".join(f"{a}(1:n, 1:n)" if a in MATRICES else f"{a}(1:n)" for a in ARRAYS)
    arguments = "".join(f"{kind.fortran}, target :: {a}({f'{LD}, {LD}' if a in MATRICES else LD})\n" for a in ARRAYS)
    return f"""subroutine @g{number}({names})
integer, intent(in) :: n
{declared}integer :: i, j, k
{kind.fortran} :: s, t
{f_nodes(kind, form, computations.ALL[form.computation][form.order])}end subroutine
""", f"""subroutine @f{number}(n, {', '.join(ARRAYS)}) bind(c, name="@f{number}")
integer, value :: n
{arguments}{local}{before}call @g{number}({call})
{after}end subroutine
"""


# --- Compiled and run --------------------------------------------------------------------------------------------------------

def f_start(kind):
    return (f"integer, parameter :: w = kind({'1d0' if kind.size >= 8 else '1.0'})\ntype view\n" + "".join(
        f"{kind.fortran}, allocatable :: {a}({':, :' if a in MATRICES else ':'})\n" for a in ARRAYS) + "end type\n")


def compile_twin(options, folder, parts, twin):
    """The objects of one twin. parts: those of write_sources."""
    ours = {part: os.path.join(options.build, "bin", name) for part, name in
            (("c", "smr-clang"), ("cpp", "smr-clang++"), ("f90", "smr-flang"))}
    plain = {part: stock(name) for part, name in (("c", "clang"), ("cpp", "clang++"), ("f90", "flang"))}
    for part in parts:
        source = f"{twin}.f90" if part == "f90" else f"functions.{part}"
        flags = ["-O1"] if twin == "plain" else ["-O2", *options.flags.split(), f"--smr-report={part}.json"]
        flags += [] if part == "f90" else ["-w", f"-DNAME(f)={twin}_##f", *TYPES[options.type].flags]
        call([(plain if twin == "plain" else ours)[part], *flags, "-c", source, "-o", f"{twin}-{part}.o"], folder)
    if "f90" in parts:
        call([plain["f90"], "-O1", "-c", f"{twin}-calls.f90", "-o", f"{twin}-calls.o"], folder)


def write_sources(kind, folder, forms):
    """The languages that there are: c, cpp, f90."""
    texts, callers = collections.defaultdict(str), ""
    for number, form in enumerate(forms):
        if form.form in FORTRAN_FORMS:
            function, caller = f_function(kind, form, number)
            texts["f90"] += function
            callers += caller
        else:
            texts["cpp" if form.form == "vector" else "c"] += c_function(kind, form, number)
    for part, text in texts.items():
        if part != "f90":
            write(folder, f"functions.{part}", c_start(kind) + text)
            continue
        for twin in ("plain", "smr"):
            write(folder, f"{twin}.f90", f"module {twin}\nimplicit none\n{f_start(kind)}contains\n{text.replace('@', twin + '_')}end module\n")
            write(folder, f"{twin}-calls.f90",
                  f"module {twin}_calls\nuse {twin}\nimplicit none\ncontains\n{callers.replace('@', twin + '_')}end module\n")
    return list(texts)


def build(options, folder, forms):
    """Writes and compiles all of them; the reports' rewrites and misses by number of function."""
    kind = TYPES[options.type]
    parts = write_sources(kind, folder, forms)
    for twin in ("plain", "smr"):
        compile_twin(options, folder, parts, twin)
    names = ", ".join(f"plain_f{k}, smr_f{k}" for k in range(len(forms)))
    rows = ", ".join(f'{{"{k}", plain_f{k}, smr_f{k}}}' for k in range(len(forms)))
    write(folder, "table.c", f"""typedef void Function(int{', void *' * 6});
extern Function {names};
const struct {{ const char *name; Function *plain, *smr; }} pairs[] = {{{rows}}};
const int pair_count = {len(forms)};
""")
    call([stock("clang"), "-O1", "-w", f"-DTYPE={kind.c}", "-c", "table.c", os.path.join(HERE, "driver.c")], folder)
    objects = [f"{twin}-{part}.o" for part in parts + ["calls"] * ("f90" in parts) for twin in ("plain", "smr")]
    driver = "smr-flang" if "f90" in parts else "smr-clang"
    call([os.path.join(options.build, "bin", driver), *objects, "table.o", "driver.o", *["-lstdc++"] * ("cpp" in parts), "-lm", "-o",
          "program"], folder)
    rewrites, misses = collections.defaultdict(list), collections.defaultdict(list)
    for part in parts:
        with open(os.path.join(folder, part + ".json"), encoding="utf-8") as stream:
            report = json.load(stream)
        for found, where in ((report["rewrites"], rewrites), (report["missed"], misses)):
            for one in found:
                number = re.search(r"smr_g(\d+)", one["function"])
                if number:
                    where[int(number[1])].append(one)
    return rewrites, misses


def examine(options, forms):
    """[(form, size, verdict, detail)]"""
    with tempfile.TemporaryDirectory(prefix="smr-forms-") as folder:
        rewrites, misses = build(options, folder, forms)
        counter = os.path.join(options.build, "test", "libfired.so")
        out = call(["./program"], folder, variables={"LD_PRELOAD": counter, "OPENBLAS_NUM_THREADS": "1"})
    result = []
    for line in out.splitlines():
        number, size, count, wrong = map(int, line.split())
        form, some = forms[number], rewrites[number]
        detail = "; ".join(sorted({m["reason"] for m in misses[number]})) or "no reason"
        due = sum(r["idiom"] in options.known for r in some)
        verdict = ("wrong" if wrong else "missed" if not some else "own code" if not count and not due
                   else "called" if count >= due else "not called")
        if verdict != "missed":
            detail = "; ".join(f"{r['idiom']} ({', '.join(r['guards'])})" for r in some)
        result.append((form, ("n = ld", "n = ld - 1", "multiple of 4", "odd")[size], verdict, detail))
    return result


def print_table(rows):
    verdicts = ("called", "own code", "missed", "not called", "wrong")
    for title, key in (("form", lambda f: f.form), ("idiom", lambda f: f.computation)):
        print(f"| {title} | cells | {' | '.join(verdicts)} |\n|---|" + "---|" * (len(verdicts) + 1))
        groups = collections.defaultdict(collections.Counter)
        for form, _, verdict, _ in rows:
            groups[key(form)][verdict] += 1
            groups["all"][verdict] += 1
        for name, counts in sorted(groups.items(), key=lambda item: (item[0] == "all", item[0])):
            print(f"| {name} | {sum(counts.values())} | {' | '.join(str(counts[v]) for v in verdicts)} |")
        print()
    reasons = collections.Counter(re.sub(r"line \d+|'[^']*'", "…", detail) for _, _, verdict, detail in rows if verdict == "missed")
    for reason, count in reasons.most_common(20):
        print(f"missed {count}: {reason}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--type", choices=TYPES, default="f64")
    parser.add_argument("--only", default="")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--flags", default="--smr-costs=none")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=int, default=0)
    options = parser.parse_args()
    options.build = os.path.abspath(options.build)
    options.known = calls.routines(options.build)
    first, step = map(int, options.part.split("/"))
    if PERCENT < 100:
        step, options.least = step * 100 // PERCENT, 0
        first = 1 + (first - 1 + SEED) % step
    forms = [f for f in all_forms(options.type) if options.only in f.name][first - 1::step]
    parts = [forms[k::options.jobs * 2] for k in range(options.jobs * 2)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = [row for part in pool.map(lambda some: examine(options, some), [p for p in parts if p]) for row in part]
    for form, size, verdict, detail in sorted(rows):
        if verdict == "wrong" or options.list and verdict in ("missed", "not called"):
            print(f"{form.name}, {size}: {verdict}: {detail}")
    print_table(rows)
    counts = collections.Counter(row[2] for row in rows)
    return counts["wrong"] > 0 or counts["called"] < options.least


if __name__ == "__main__":
    sys.exit(main())
