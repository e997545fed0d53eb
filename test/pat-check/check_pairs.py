"""Checks that every pair of a PAT file tells the truth: python3 check_pairs.py FILE.pat [--only NAME] [--trials N]

Compiles idiom and replacement of each Fortran pair with plain flang, runs both on random data (non-square, leading
dimension larger than needed, odd sizes, strides, alpha and beta 0 and 1, NaN and Inf among the elements) and
compares every byte range that they could have written. SMR's own guards are taken for granted: each loop runs at
least once, leading dimensions and strides cover the indices, arguments do not overlap. Needs no SMR.
"""
import argparse
import ctypes
import math
import os
import random
import re
import subprocess
import sys
import tempfile

LENGTH = 150 * 150  # elements behind every array argument
SIZES = ("m", "n", "k")


def blocks(text):
    """Yields (idiom, replacement, clauses) of each Fortran pair."""
    def code(at):
        depth, start = 1, at
        while depth:
            c = text[at]
            if c in "'\"":
                at = text.index(c, at + 1)
            elif c == "!":
                at = text.index("\n", at)
            else:
                depth += (c == "{") - (c == "}")
            at += 1
        return text[start:at - 1], at

    # Comments of the PAT file itself start with // or !; none hides a brace in what we check.
    for head in re.finditer(r"^\s*(?:fortran|f90)\s*\{", text, re.I | re.M):
        idiom, at = code(head.end())
        between = re.compile(r"\s*=\s*(?:\w+\s*)?\{").match(text, at)
        replacement, at = code(between.end())
        following = re.compile(r"^\s*(?:fortran|f90|c|mlir)\s*\{", re.I | re.M).search(text, at)
        yield idiom, replacement, text[at:following.start() if following else len(text)]


def renamed(code, name):
    code = re.sub(r"(\bsubroutine\s+)\w+(\s*\()", rf"\g<1>{name}\2", code, count=1, flags=re.I)
    return re.sub(r"(?im)^(\s*end\s+subroutine).*$", r"\1", code)


def signature(code):
    """[(name, type, is_array)] and {leading dimension or stride: array}."""
    head = re.search(r"subroutine\s+\w+\s*\(([^)]*)\)", code, re.I)
    names = [a.strip().lower() for a in head.group(1).split(",") if a.strip()]
    kinds, arrays = {}, {}
    for line in code[head.end():].splitlines():
        match = re.match(r"\s*(integer|real\(8\)|real\(4\))[^:]*::(.*)", line, re.I)
        if not match:
            continue
        for item in re.findall(r"(\w+)\s*(\([^)]*\))?", match.group(2)):
            kinds[item[0].lower()] = match.group(1).lower()
            if item[1]:
                arrays[item[0].lower()] = [d.strip() for d in item[1].strip("()").split(",")]
    return [(n, kinds[n], n in arrays) for n in names]


TYPES = {"integer": ctypes.c_int, "real(8)": ctypes.c_double, "real(4)": ctypes.c_float}


def trial(idiom, replacement, arguments, big):
    top = 70 if big else 9
    size = {n: random.randint(1, top) for n in SIZES}
    special = random.random() < 0.3
    first, second = [], []
    for name, kind, is_array in arguments:
        ctype = TYPES[kind]
        if is_array:
            values = [random.uniform(-1, 1) for _ in range(LENGTH if big else 1200)]
            if special and random.random() < 0.5:
                for _ in range(3):
                    values[random.randrange(60)] = random.choice([math.nan, math.inf, -math.inf])
            made = [(ctype * len(values))(*values) for _ in range(2)]
        elif kind == "integer":
            if name in SIZES:
                value = size[name]
            elif name.startswith("inc"):
                value = random.randint(1, 4)
            else:  # a leading dimension
                value = max(size.values()) + random.choice([0, 0, 1, 5])
            made = [ctype(value) for _ in range(2)]
        else:
            value = random.choice([0.0, 1.0, -1.0, random.uniform(-2, 2), random.uniform(-2, 2)])
            made = [ctype(value) for _ in range(2)]
        first.append(made[0])
        second.append(made[1])
    idiom(*map(ctypes.byref, first))
    replacement(*map(ctypes.byref, second))
    for (name, kind, is_array), x, y in zip(arguments, first, second):
        tolerance = 1e-11 if kind == "real(8)" else 1e-3
        for at, (p, q) in enumerate(zip(x, y) if is_array else [(x.value, y.value)]):
            same = p == q or (math.isnan(p) and math.isnan(q)) or \
                (math.isfinite(p) and math.isfinite(q) and abs(p - q) <= tolerance * (1 + abs(p)))
            if not same:
                scalars = {n: v.value for (n, _, arr), v in zip(arguments, second) if not arr}
                return f"{name}[{at}]: idiom {p!r}, replacement {q!r} with {scalars}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pat")
    parser.add_argument("--only", default="", help="check the pairs whose name contains this")
    parser.add_argument("--trials", type=int, default=12)
    parser.add_argument("--expect-wrong", action="store_true", help="succeed when every pair is found wrong")
    options = parser.parse_args()
    flang = os.environ.get("FLANG", "/usr/lib/llvm-22/bin/flang")
    random.seed(20240229)
    with open(options.pat) as stream:
        pairs = list(blocks(stream.read()))
    source, checks = [], []
    for number, (idiom, replacement, clauses) in enumerate(pairs):
        name = re.search(r'\bname\s+"([^"]*)"', clauses)
        name = name.group(1) if name else f"pair {number + 1}"
        if options.only in name:
            source += [renamed(idiom, f"i{number}"), renamed(replacement, f"r{number}")]
            checks.append((name, number, signature(idiom), signature(replacement)))
    wrong = right = 0
    with tempfile.TemporaryDirectory(prefix="smr-pairs-") as work:
        path, library = os.path.join(work, "pairs.f90"), os.path.join(work, "pairs.so")
        with open(path, "w") as stream:
            stream.write("\n".join(source))
        built = subprocess.run([flang, "-O1", "-fPIC", "-shared", path, "-o", library, "-lopenblas"],
                               capture_output=True, text=True)
        if built.returncode != 0:
            print(built.stderr, file=sys.stderr)
            return 1
        code = ctypes.CDLL(library)
        for name, number, arguments, other in checks:
            fault = None
            if [a[1:] for a in arguments] != [a[1:] for a in other]:
                fault = "idiom and replacement declare different arguments"
            for count in range(options.trials + 1):
                fault = fault or trial(getattr(code, f"i{number}_"), getattr(code, f"r{number}_"), arguments,
                                       big=count == options.trials)
            if fault:
                wrong += 1
                if not options.expect_wrong:
                    print(f"{options.pat}: {name}: {fault}")
            else:
                right += 1
                if options.expect_wrong:
                    print(f"{options.pat}: {name}: no difference was found")
    print(f"{os.path.basename(options.pat)}: {right + wrong} pairs checked, {right} agree, {wrong} differ")
    return 1 if (right if options.expect_wrong else wrong) or not checks else 0


if __name__ == "__main__":
    sys.exit(main())
