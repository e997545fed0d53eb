#!/usr/bin/env python3
"""Every routine of BLAS that shipped code calls is wrapped (lib/runtime/gpu/routines.def).

usage: routines.py SOURCE BUILD

Calls are found in the compiled libraries of pairs, and in what the passes that print calls themselves mention."""
import pathlib
import re
import sys

source, build = map(pathlib.Path, sys.argv[1:])
ALL = """axpy scal copy swap rot dot dotu dotc asum nrm2 gemv symv hemv ger geru gerc her syr syr2 her2 trmv trsv
gemm symm hemm syrk herk syr2k her2k trmm trsm""".split()


def wrapped():
    """Symbols that routines.def gives wrappers."""
    text = (source / "lib/runtime/gpu/routines.def").read_text().replace("\\\n", " ")
    lists = {}
    for name, body in re.findall(r"#define SMR_GPU_CUBLAS_(\w+)\(X, \.\.\.\) (.*)", text):
        lists[name] = re.findall(r"X\(\w+, (\w+)", body)
    both = lists["BOTH"] + ["gemm"]
    names = [(t, n) for types, listed in (("sd", lists["REAL"]), ("cz", lists["COMPLEX"])) for t in types for n in both + listed]
    return ({t + n + "_" for t, n in names} | {f"cblas_{t}{n}" for t, n in names}
            | {f"cblas_{t}{n}_sub" for t in "cz" for n in lists["PUT"]})


def is_blas(symbol):
    name = re.fullmatch(r"cblas_[sdcz](\w+?)(?:_sub)?|[sdcz](\w+)_", symbol)
    return bool(name) and (name[1] or name[2]) in ALL


def called():
    calls = {}
    for library in sorted((build / "share/smr").glob("*.pfa")):
        for word in set(re.findall(rb"[a-z0-9_]{4,24}", library.read_bytes())):
            if is_blas(word.decode()):
                calls.setdefault(word.decode(), set()).add(library.stem)
    for file in sorted(source.glob("lib/**/*.c")):
        if "runtime" in file.parts:
            continue
        for t, name in re.findall(r"@cblas_(%c|%s|[sd])(\w+)\(", file.read_text()):
            for letter in "sd" if t.startswith("%") else t:
                if is_blas(f"cblas_{letter}{name}"):
                    calls.setdefault(f"cblas_{letter}{name}", set()).add("lib/" + file.parent.name)
    return calls


def main():
    have, calls = wrapped(), called()
    for symbol in sorted(calls, key=lambda s: (s.startswith("cblas_"), s)):
        print(f"{symbol:18} {'wrapped' if symbol in have else 'NOT WRAPPED':11} {' '.join(sorted(calls[symbol]))}")
    print(f"{len(calls)} routines called, {len(have)} wrapped")
    return bool(set(calls) - have)


sys.exit(main())
