#!/usr/bin/env python3
"""Spellings that people write, by the plain compiler and by SMR: all memory must be the same, and the wanted calls must be made.

  python3 spellings.py [KIND ...] [--language c|fortran] [--build DIR] [--seed S] [--rounds N] [--count K] [--trials T]
                       [--flags FLAGS] [--least SHARE] [--keep DIR]

Each KIND below makes functions that compute one thing in all forms, and near misses, which differ in one place and compute
something else. spellings_driver.c runs both twins on whole numbers: sizes from 0, odd ones, rows that are longer than they need
be, arrays that overlap if the language allows it. Prints the share of functions that became the wanted call; exits with 1 if
memory differs, or if the share is below --least.
"""
import argparse
import json
import os
import random
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
from toolchain import ROOT, by_chance, call, stock, write  # noqa: E402

KINDS = {}


def kind(function):
    KINDS[function.__name__] = function
    return function


class Function:
    """`text` is the whole function; `wanted` has parts of the names of idioms, one of which is to be called; empty: a near miss."""
    apart = signed = False

    def __init__(self, number, seed, language):
        self.number, self.language = number, language
        self.r = random.Random(f"{language}-{seed}-{number}")
        self.name = f"f{number}"
        self.wanted, self.least = (), 0

    def maybe(self, share=0.5):
        return self.r.random() < share

    def c(self, integer, body, element="double", result="void", apart=False):
        """A C function of sizes n, m, l, row lengths la, lb, lc, a number, and arrays a, b, c, v."""
        self.apart = self.maybe() or apart
        self.signed = integer in ("int", "long")
        restrict = " restrict" if self.apart else ""
        const = "const " if self.maybe() else ""
        self.text = f"""{result} @{self.name}_({integer} n, {integer} m, {integer} l, {integer} la, {integer} lb, {integer} lc, double alpha, {const}{element} *{restrict} a,
    {const}{element} *{restrict} b, {element} *{restrict} c, {element} *{restrict} v) {{
{body}}}
void @{self.name}(const Call *e) {{
  {"*e->result = " if result != "void" else ""}@{self.name}_(e->n, e->m, e->l, e->la, e->lb, e->lc, e->alpha, ({element} *)e->a, ({element} *)e->b, ({element} *)e->c, ({element} *)e->v);
}}
"""

    def fortran(self, declarations, body):
        """A Fortran subroutine of the same."""
        self.apart = True
        self.text = f"""subroutine @{self.name}_(n, m, l, la, lb, lc, alpha, a, b, c, v) bind(c, name="@{self.name}_")
use iso_c_binding
integer(c_int), intent(in) :: n, m, l, la, lb, lc
real(c_double), intent(in) :: alpha
{declarations}
{body}end subroutine
"""


def matrix(name, row, column, stride, turned=False):
    if turned:
        row, column = column, row
    return f"{name}[({row}) * {stride} + {column}]" if not row.isalnum() else f"{name}[{row} * {stride} + {column}]"


# --- Two loops, or three, that are written as one

def digits_c(f, t, inner, integer):
    """Declares i and j; what they are at once."""
    i = f"{t} / {inner}"
    j = f.r.choice([f"{t} % {inner}", f"{t} - i * {inner}", f"{t} - {t} / {inner} * {inner}"])
    return f"{integer} i = {i}, j = {j};\n" if "i *" in j or f.maybe() else f"{integer} j = {j}, i = {i};\n"


def loop_c(f, integer, bound, body):
    way = f.r.choice(["for"] * 5 + ["while", "end", "down", "le"])
    if way == "le" and integer in ("int", "long"):
        return f"for ({integer} t = 0; t <= {bound} - 1; t++) {{\n{body}}}\n"
    if way == "down" and integer in ("int", "long"):
        return f"for ({integer} t = {bound} - 1; t >= 0; t--) {{\n{body}}}\n"
    if way == "while":
        return f"{integer} t = 0;\nwhile (t < {bound}) {{\n{body}t++;\n}}\n"
    if way == "end":
        return f"const {integer} end = {bound};\nfor ({integer} t = 0; t < end; ++t) {{\n{body}}}\n"
    return f"for ({integer} t = 0; t < {bound}; t++) {{\n{body}}}\n"


def collapsed_c(f):
    integer = f.r.choice(["int", "int", "int", "long", "unsigned", "size_t"])
    slip = f.r.choice([None] * 4 + ["divisor", "bound", "start", "shift"])
    by_columns = f.maybe(0.3)
    outer, inner = ("m", "n") if by_columns else ("n", "m")
    if f.maybe(0.15):  # three loops as one
        a, b = matrix("a", "i", "k", "la"), matrix("b", "k", "j", "lb")
        c = matrix("c", "i", "j", "lc")
        digits = ["k = t % l, j = t / l % m, i = t / l / m", "k = t % l, j = t / l % m, i = t / (m * l)",
                            "i = t / (m * l), r = t % (m * l), j = r / l, k = r % l",
                            "i = t / (m * l), j = (t - i * m * l) / l, k = t - (i * m + j) * l"]
        digit = f.r.choice(digits)
        if slip == "divisor":
            digit = f.r.choice(digits[:3]).replace("% m", "% n").replace("r / l", "r / m")
        f.wanted = () if slip == "divisor" else ("gemm",)
        f.c(integer, loop_c(f, integer, "n * m * l", f"{integer} {digit};\n{c} += {a} * {b};\n"))
        return
    if slip == "divisor":
        text = f"{integer} i = t / {outer}, j = t % {inner};\n"
    elif slip == "shift":
        text = f"{integer} i = t / {inner}, j = (t + 1) % {inner};\n"
    else:
        text = digits_c(f, "t", inner, integer)
    bound = {"bound": f"{outer} * {inner} + ({inner} > 0)"}.get(slip, f"{outer} * {inner}")
    if by_columns:
        text = text.replace("i =", "x =").replace("j =", "i =").replace("x =", "j =").replace("i *", "j *")
    packed = f.maybe(0.4) and not by_columns
    if f.maybe(0.2):  # a vector
        c = "c[i]"
        summed = f"if (j == 0)\nc[i] = 0;\nc[i] += {matrix('a', 'i', 'j', 'la')} * b[j];\n" if not by_columns else \
            f"c[i] += {matrix('a', 'i', 'j', 'la')} * b[j];\n"
        f.wanted = ("gemv", "gemm")
    else:
        a, b = matrix("a", "i", "k", "la", f.maybe(0.3)), matrix("b", "k", "j", "lb", f.maybe(0.3))
        c = "c[t]" if packed else matrix("c", "i", "j", "lc")
        factor = f.r.choice(["", "", "alpha * "])
        summed = f.r.choice([
            f"double s = 0;\nfor ({integer} k = 0; k < l; k++)\ns += {a} * {b};\n{c} {f.r.choice(['=', '+='])} {factor}s;\n",
            f"for ({integer} k = 0; k < l; k++)\n{c} += {factor}{a} * {b};\n",
            f"{c} = 0;\nfor ({integer} k = 0; k < l; k++)\n{c} += {a} * {b};\n"])
        f.wanted = ("gemm",)
    beside = f.r.choice(["", "", "", "v[i] = alpha;\n", "v[j] = 2 * alpha;\n", "v[t] += 1;\n"])  # what no call does
    whole = loop_c(f, integer, bound, text + summed + beside)
    if ("t--" in whole and "j == 0" in whole) or beside[:4] in ("v[i]", "v[j]"):  # what was summed, or stored, is overwritten
        f.wanted = ()
    if slip == "start":
        whole = whole.replace("t = 0;", "t = 1;")
        slip = slip if "t = 1;" in whole else None
    f.wanted = () if slip else f.wanted
    f.c(integer, whole)


def collapsed_fortran(f):
    slip = f.r.choice([None] * 4 + ["divisor", "bound"])
    by_rows = f.maybe(0.3)
    outer, inner = ("n", "m") if by_rows else ("m", "n")
    high, low = ("i", "j") if by_rows else ("j", "i")
    first = f.r.choice(["0", "1"])
    t = "t" if first == "0" else "(t - 1)"
    divisor = outer if slip == "divisor" else inner
    digits = [f"{high} = {t} / {divisor} + 1\n", f"{low} = " + f.r.choice([f"mod({t}, {inner})", f"{t} - {t} / {inner} * {inner}",
                                                                        f"modulo({t}, {inner})"]) + " + 1\n"]
    f.r.shuffle(digits)
    a, b = f.r.choice(["a(i, k)", "a(k, i)"]), f.r.choice(["b(k, j)", "b(j, k)"])
    body = f.r.choice([f"s = 0\ndo k = 1, l\ns = s + {a} * {b}\nend do\nc(i, j) = s\n",
                       f"c(i, j) = 0\ndo k = 1, l\nc(i, j) = c(i, j) + {a} * {b}\nend do\n",
                       f"do k = 1, l\nc(i, j) = c(i, j) + alpha * {a} * {b}\nend do\n"])
    last = f"{outer} * {inner}" + (" - 1" if first == "0" else "")
    last += " - 1" if slip == "bound" else ""
    f.wanted = () if slip else ("gemm",)
    f.fortran("real(c_double), intent(in) :: a(la, *), b(lb, *)\nreal(c_double), intent(inout) :: c(lc, *), v(*)\ninteger :: i, j, k, t\nreal(c_double) :: s",
              f"do t = {first}, {last}\n{''.join(digits)}{body}end do\n")


@kind
def collapsed(f):
    (collapsed_c if f.language == "c" else collapsed_fortran)(f)


# --- A symmetric matrix, of which one triangle is stored

def symmetric_c(f):
    integer = f.r.choice(["int", "int", "long", "size_t", "unsigned"])
    slip = f.r.choice([None] * 4 + ["shift", "diagonal", "other", "sign", "max"])
    left = f.maybe()
    i, j = ("i", "k") if left else ("k", "j")
    vector = f.maybe(0.4)
    if vector:
        i, j = "i", "k"
    lower = f.maybe()
    test = f.r.choice([f"{j} <= {i}", f"{j} < {i}", f"{i} >= {j}", f"!({j} > {i})"] if lower else [f"{i} <= {j}", f"{i} < {j}", f"{j} >= {i}"])
    here, there = matrix("a", i, j, "la"), matrix("a", j, i, "la")
    if slip == "shift":
        there = there[:-1] + " + 1]"
    if slip == "other":
        there = "b" + there[1:]
    if slip == "sign":
        there = "-" + there
    if slip == "diagonal":
        test = test.replace(j, f"{j} + 1")
    if slip == "max":
        there = here
    way = f.r.choice(["ternary", "ternary", "if", "index", "max", "swap", "pointer"])
    if slip in ("shift", "other", "sign", "max") and way in ("max", "swap", "index"):
        way = "ternary"
    if slip == "sign" and way == "pointer":
        way = "if"
    before, element = "", f"({test} ? {here} : {there})"
    if way == "if":
        before, element = f"double e;\nif ({test})\ne = {here};\nelse\ne = {there};\n", "e"
    elif way == "pointer":
        element = f"*({test} ? &{here} : &{there})"
    elif way == "index":
        element = f"a[({test} ? {i} : {j}) * la + ({test} ? {j} : {i})]"
    elif way == "swap":
        before = f"{integer} p = {i}, q = {j};\nif (!({test})) {{\np = {j};\nq = {i};\n}}\n"
        element = "a[p * la + q]"
    elif way == "max":
        slip = None
        most, least = f"({i} > {j} ? {i} : {j})", f"({i} < {j} ? {i} : {j})"
        element = f"a[{most} * la + {least}]" if lower else f"a[{least} * la + {most}]"
    f.wanted = () if slip else ("symv", "symm")
    loop = f"for ({integer} {{0}} = 0; {{0}} < {{1}}; {{0}}++)\n"
    if vector:
        body = f.r.choice([f"double s = 0;\n{loop.format('k', 'n')}{{\n{before}s += {element} * b[k];\n}}\nc[i] {f.r.choice(['=', '+='])} s;\n",
                           f"c[i] = 0;\n{loop.format('k', 'n')}{{\n{before}c[i] += {element} * b[k];\n}}\n"])
        f.c(integer, f"{loop.format('i', 'n')}{{\n{body}}}\n")
        return
    other = matrix("b", "k", "j", "lb") if left else matrix("b", "i", "k", "lb")
    rows, columns, inner = ("n", "m", "n") if left else ("m", "n", "n")
    c = matrix("c", "i", "j", "lc")
    body = f.r.choice([f"double s = 0;\n{loop.format('k', inner)}{{\n{before}s += {element} * {other};\n}}\n{c} {f.r.choice(['=', '+=', '= alpha *'])} s;\n",
                       f"{c} = 0;\n{loop.format('k', inner)}{{\n{before}{c} += {element} * {other};\n}}\n"])
    f.c(integer, f"{loop.format('i', rows)}{loop.format('j', columns)}{{\n{body}}}\n")


def symmetric_fortran(f):
    slip = f.r.choice([None] * 4 + ["shift", "other", "max"])
    left, vector, lower = f.maybe(), f.maybe(0.4), f.maybe()
    i, j = ("i", "k") if left or vector else ("k", "j")
    most, least = f"max({i}, {j})", f"min({i}, {j})"
    here, there = f"a({i}, {j})", f"a({j}, {i})"
    there = {"shift": f"a({j}, {i} + 1)", "other": f"b({j}, {i})", "max": here}.get(slip, there)
    test = f.r.choice([f"{j} <= {i}", f"{i} > {j}"] if lower else [f"{i} <= {j}", f"{j} > {i}"])
    element, before = f.r.choice([(f"merge({here}, {there}, {test})", ""), ("e", f"if ({test}) then\ne = {here}\nelse\ne = {there}\nend if\n")]
                                 + [(f"a({most}, {least})" if lower else f"a({least}, {most})", "")] * 2)
    if element.startswith("a(m"):
        element = {"max": f"a({most}, {most})", "shift": f"a({most}, {least} + 1)", "other": f"a({most}, {i})"}.get(slip, element)
    f.wanted = () if slip else ("symv", "symm")
    declarations = "real(c_double), intent(in) :: a(la, *), b(lb, *)\nreal(c_double), intent(inout) :: c(lc, *), v(*)\ninteger :: i, j, k\nreal(c_double) :: s, e"
    if vector:
        body = f"do i = 1, n\ns = 0\ndo k = 1, n\n{before}s = s + {element} * b(k, 1)\nend do\nc(i, 1) = {f.r.choice(['s', 'c(i, 1) + s', 'alpha * s'])}\nend do\n"
    else:
        other = "b(k, j)" if left else "b(i, k)"
        rows, columns = ("n", "m") if left else ("m", "n")
        body = f"do j = 1, {columns}\ndo i = 1, {rows}\nc(i, j) = 0\ndo k = 1, n\n{before}c(i, j) = c(i, j) + {element} * {other}\nend do\nend do\nend do\n"
    f.fortran(declarations, body)


@kind
def symmetric(f):
    (symmetric_c if f.language == "c" else symmetric_fortran)(f)


# --- Products of deviations: covariances, scatter matrices, projections of centred data

def deviations_c(f):
    integer = f.r.choice(["int", "int", "int", "long", "unsigned", "size_t"])
    slip = f.r.choice([None] * 5 + ["mean", "other", "sign", "size"])
    shape = f.r.choice(["full", "full", "lower", "upper", "both", "cross", "single", "scalar", "self"])
    loop = lambda x, end, start="0", less="<": f"for ({integer} {x} = {start}; {x} {less} {end}; {x}++)\n"
    if shape in ("scalar", "self"):
        x, y = "(a[k] - alpha)", ("(a[k] - alpha)" if shape == "self" else f.r.choice(["(b[k] - alpha)", "(b[k] - v[0])"]))
        if slip == "mean":
            y = y.replace("alpha", "v[k]").replace("v[0]", "v[k + 1]")
        elif slip == "other":
            y = y.replace(" - ", " * ")
        term = f"{x} * {y}"
        if f.maybe(0.3):
            term = "x * y"
        before = f"double x = {x}, y = {y};\n" if term == "x * y" else ""
        end = "n - 1" if slip == "size" and integer in ("int", "long") else "n"
        slip = slip if slip in ("mean", "other") else None
        f.wanted = () if slip else ("deviation", "centred", "distance")
        f.c(integer, f"double s = 0;\n{loop('k', end)}{{\n{before}s += {term};\n}}\nreturn s{f.r.choice(['', ' / n', ' / alpha', ' * 2'])};\n", result="double")
        return
    by_samples = f.maybe(0.6)  # a row is a sample
    at = lambda name, x, ld: matrix(name, "k", x, ld) if by_samples else matrix(name, x, "k", ld)
    means = f.r.choice(["x", "x", "x", "k"])
    mean = lambda x: f"v[{x if means == 'x' else 'k'}]"
    first = f"{at('a', 'i', 'la')} - {mean('i')}"
    second = f"{at('a', 'j', 'la')} - {mean('j')}"
    rows, columns = "m", "m"
    if shape == "cross":
        second, columns = f"{at('b', 'j', 'lb')} - {f.r.choice(['v[j + m]', 'v[j]', 'v[k]'])}", "l"
    elif shape == "single":
        second, columns = at("b", "j", "lb"), "l"
    if slip == "mean":
        first = first.replace("v[i]", "v[j]").replace("v[k]", "v[i + j]")
    elif slip == "other" and shape not in ("single", "cross"):
        second = second.replace("a[", "b[")
    elif slip == "sign":
        second = second.replace(" - ", " + ")
    slip = None if slip == "other" and shape in ("single", "cross", "full") or slip == "sign" and shape == "single" or slip == "size" else slip
    if f.maybe(0.2) and slip != "sign":  # both the other way round
        first, second = (" - ".join(reversed(x.split(" - "))) for x in (first, second))
    c = matrix("c", "i", "j", "lc")
    before, x, y = "", f"({first})", f"({second})" if " " in second else second
    way = f.r.choice(["", "", "inside", "mean", "square"])
    if way == "inside":
        before, x, y = f"double x = {first}, y = {second};\n", "x", "y"
    ranges = {"lower": ("0", "i + 1"), "upper": ("i", columns), "both": ("i", columns)}.get(shape, ("0", columns))
    division = f.r.choice(["", "", " / (n - 1)", " / n", " / alpha", "alpha * "])
    result = f"{division}s" if division.endswith("* ") else f"s{division}"
    outer = f.maybe(0.3) and shape != "both" and not (slip == "mean" and way == "inside")
    if outer:  # one sample after the other
        start = f.maybe(0.6)
        clear = f"{loop('i', rows)}{loop('j', ranges[1], ranges[0])}{c} = 0;\n" if start else ""
        if slip != "mean" and (way == "inside" or f.maybe()):
            inner = f"{loop('i', rows)}{{\nconst double x = {first};\n{loop('j', ranges[1], ranges[0])}{c} += x * {y if y != 'y' else '(' + second + ')'};\n}}\n"
        else:
            inner = f"{loop('i', rows)}{loop('j', ranges[1], ranges[0])}{c} += {x} * {y};\n"
        after = f"{loop('i', rows)}{loop('j', ranges[1], ranges[0])}{c} /= n;\n" if start and f.maybe(0.4) else ""
        body = f"{clear}{loop('k', 'n')}{{\n{inner}}}\n{after}"
    else:
        mirror = f"{matrix('c', 'j', 'i', 'lc')} = {f.r.choice([c, result if 's' in result else c])};\n" if shape == "both" else ""
        summed = f.r.choice([f"double s = 0;\n{loop('k', 'n')}{{\n{before}s += {x} * {y};\n}}\n{c} = {result};\n",
                             f"{c} = 0;\n{loop('k', 'n')}{{\n{before}{c} += {x} * {y};\n}}\n"])
        if "double s" not in summed:
            mirror = mirror.replace(result, c) if mirror else ""
            if f.maybe(0.4):
                summed += f"{c} /= n;\n"
        if way == "mean" and means == "x" and slip is None:
            summed = f"const double mean = v[i];\n{summed}".replace("- v[i]", "- mean").replace("v[i] -", "mean -")
        body = f"{loop('i', rows)}{loop('j', ranges[1], ranges[0])}{{\n{summed}{mirror}}}\n"
    f.wanted = () if slip else ("centred", "shifted")
    f.c(integer, body, apart="/" in body)  # (quotients that are summed again would be rounded)


def deviations_fortran(f):
    slip = f.r.choice([None] * 5 + ["mean", "other"])
    shape = f.r.choice(["full", "full", "lower", "upper", "both", "cross", "single", "self"])
    declarations = "real(c_double), intent(in) :: a(la, *), b(lb, *), v(*)\nreal(c_double), intent(inout) :: c(lc, *)\ninteger :: i, j, k\nreal(c_double) :: s"
    if shape == "self":
        y = "(b(k, 1) - v(k))" if slip == "mean" else "(a(k, 1) - alpha)"
        f.wanted = () if slip == "mean" else ("deviation", "centred", "distance")
        body = f.r.choice([f"s = 0\ndo k = 1, n\ns = s + (a(k, 1) - alpha) * {y}\nend do\nc(1, 1) = s\n"] + ([] if slip == "mean" else ["c(1, 1) = sum((a(1:n, 1) - alpha)**2) / n\n", "c(1, 1) = dot_product(a(1:n, 1) - alpha, a(1:n, 1) - alpha)\n"]))
        f.fortran(declarations, body)
        return
    by_columns = f.maybe(0.7)
    at = lambda name, x, k="k": f"{name}({k}, {x})" if by_columns else f"{name}({x}, {k})"
    mean = f.r.choice(["x", "x", "x", "k"])
    m = lambda x, k="k": f"v({x})" if mean == "x" else f"v({k})"
    columns, name = ("l", "b") if shape in ("cross", "single") else ("m", "a")
    if slip == "other" and shape in ("cross", "single", "full"):
        slip = None
    name = "b" if slip == "other" else name
    first = lambda k="k": f"{at('a', 'i', k)} - " + ("v(j)" if slip == "mean" and mean == "x" else "v(i + j)" if slip == "mean" else m("i", k))
    second = lambda k="k": at(name, "j", k) + ("" if shape == "single" else f" - {m('j', k)}")
    p = lambda x: f"({x})" if " " in x else x
    ranges = {"lower": f"1, i", "upper": f"i, {columns}", "both": f"i, {columns}"}.get(shape, f"1, {columns}")
    division = f.r.choice(["", "", " / (n - 1)", " / n", " / alpha"])
    mirror = "c(j, i) = c(i, j)\n" if shape == "both" else ""
    order = ("j", columns, "i", "1, m") if shape in ("full", "cross", "single") else None
    head = f"do j = 1, {columns}\ndo i = 1, m\n" if shape in ("full", "cross", "single") and f.maybe(0.7) else f"do i = 1, m\ndo j = {ranges}\n"
    body = f.r.choice([f"s = 0\ndo k = 1, n\ns = s + {p(first())} * {p(second())}\nend do\nc(i, j) = s{division}\n",
                       f"c(i, j) = 0\ndo k = 1, n\nc(i, j) = c(i, j) + {p(first())} * {p(second())}\nend do\n",
                       f"c(i, j) = sum({p(first('1:n'))} * {p(second('1:n'))}){division}\n",
                       f"c(i, j) = dot_product({first('1:n')}, {second('1:n')}){division}\n"])
    f.wanted = () if slip else ("centred", "shifted")
    f.fortran(declarations, f"{head}{body}{mirror}end do\nend do\n")


@kind
def deviations(f):
    (deviations_c if f.language == "c" else deviations_fortran)(f)


# --- Running

def run(options, seed, folder):
    functions = []
    for number in range(options.count):
        f = Function(number, seed, options.language)
        f.kind = f.r.choice(options.kinds)
        KINDS[f.kind](f)
        functions.append(f)
    c = options.language == "c"
    source, tool = (".c", "clang") if c else (".f90", "flang")
    head = '#include "spellings_driver.h"\n#include <stdlib.h>\n' if c else ""
    twins = (("plain", stock(tool), ["-O1"]), ("smr", os.path.join(options.build, "bin", "smr-" + tool), ["-O2", "--smr-report=r.json", *options.flags.split()]))
    for twin, program, flags in twins:
        write(folder, twin + source, head + "".join(f.text for f in functions).replace("@", twin + "_"))
        call([program, *flags, *(["-w", "-I", HERE] if c else []), "-c", twin + source], folder)
    table = '#include "spellings_driver.h"\n'
    for f in functions:
        for twin in ("plain", "smr"):
            table += f"void {twin}_{f.name}(const Call *);\n" if c else f"""void {twin}_{f.name}_(int *, int *, int *, int *, int *, int *, double *, double *, double *, double *, double *);
static void {twin}_{f.name}(const Call *e) {{
  int n = e->n, m = e->m, l = e->l, la = e->la, lb = e->lb, lc = e->lc;
  double alpha = e->alpha;
  {twin}_{f.name}_(&n, &m, &l, &la, &lb, &lc, &alpha, e->a, e->b, e->c, e->v);
}}
"""
    table += "const Pair pairs[] = {" + ", ".join(f"{{plain_{f.name}, smr_{f.name}, {int(f.apart)}, {int(f.signed)}}}" for f in functions)
    write(folder, "table.c", table + f"}};\nconst int pair_count = {len(functions)};\n")
    call([stock("clang"), "-O1", "-w", "-I", HERE, "-c", "table.c", os.path.join(HERE, "spellings_driver.c")], folder)
    call([os.path.join(options.build, "bin", "smr-" + tool), "plain.o", "smr.o", "table.o", "spellings_driver.o", "-lm", "-o", "program"], folder)
    lines = call(["./program", str(options.trials), str(seed)], folder, 3600, {"OPENBLAS_NUM_THREADS": "1", "SMR_RT": "now"}).splitlines()
    with open(os.path.join(folder, "r.json")) as file:
        report = json.load(file)
    called = {}
    for each in report["rewrites"]:
        called.setdefault(each["function"].split("(")[0].strip("_").replace("smr_", ""), []).append(each["idiom"])
    return functions, called, lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", default=[])
    parser.add_argument("--language", default="c")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--flags", default="--smr-costs=none")
    parser.add_argument("--least", type=float, default=0.95)
    parser.add_argument("--keep")
    parser.add_argument("--show", action="store_true", help="print the functions that did not become the wanted call")
    options = parser.parse_args()
    by_chance(options, "count", "least")
    options.kinds = options.kinds or sorted(KINDS)
    os.environ.pop("SMR_COSTS", None)
    differ, wanted, hit, near = 0, 0, 0, {}
    for seed in range(options.seed, options.seed + options.rounds):
        folder = tempfile.mkdtemp(prefix=f"spellings-{seed}-", dir=options.keep)
        functions, called, lines = run(options, seed, folder)
        wrong = [line for line in lines if line.startswith("differs")]
        differ += len(wrong)
        for f in functions:
            idioms = called.get(f.name, [])
            if f.wanted:
                wanted += 1
                right = any(part in idiom for part in f.wanted for idiom in idioms)
                hit += right
                if options.show and not right:
                    print(f"{seed}: wants {f.wanted}, has {idioms}:\n{f.text}")
            for idiom in idioms if not f.wanted else ():
                near[idiom] = near.get(idiom, 0) + 1
        print("\n".join([*(f"{seed}: {line}" for line in wrong), f"{seed}: {lines[-1]}"]), flush=True)
        if not wrong:
            shutil.rmtree(folder)
        else:
            print(f"kept: {folder}")
    print(f"{hit} of {wanted} became the wanted call; near misses became {near}")
    sys.exit(differ > 0 or hit < options.least * wanted)


if __name__ == "__main__":
    main()
