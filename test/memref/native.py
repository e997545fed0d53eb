"""Runs functions on memrefs, rewritten and not: native.py [--library=X.pfa | --raise=X.pfa] LIBSMR LLVM-BIN CC WORK FILE [PASSES]

FILE is a module whose functions are called with what stands above each of them:
  // CALL dgemm: a=[4 5]*[5 1], b=[5 6]@3, c=[4 6], 2.0
one line a run: the library's routines that have to be called, "none", or "any", then the arguments. A memref has sizes, then
strides (row by row unless they are told) and the offset of its first element in a buffer of its own, or in that of
the argument whose name stands behind a ":" (`c:a=[4 6]@2`). Other arguments are numbers: 2.0 a float, 7 an index.
All data are small integers, so that every order of a sum gives the same bits: both modules must leave the same in all
buffers and return the same (but where they have grown so large that sums are rounded). PASSES bring the module into the
form that is rewritten, for both sides. With --raise, a library that calls nothing, which routine is called is not asked.
"""
import ctypes
import os
import random
import re
import subprocess
import sys

RAISES = sys.argv[1].startswith("--raise=")
OTHER = "library=" + sys.argv.pop(1).partition("=")[2] if RAISES or sys.argv[1].startswith("--library=") else ""
LIBRARY, LLVM, CC, WORK, FILE = sys.argv[1:6]
BEFORE = sys.argv[6:]
LOWER = ("--convert-linalg-to-loops --expand-strided-metadata --lower-affine --convert-scf-to-cf --finalize-memref-to-llvm "
         "--arith-expand --convert-func-to-llvm --convert-arith-to-llvm --convert-index-to-llvm --convert-cf-to-llvm "
         "--reconcile-unrealized-casts").split()
ROUTINES = "ddot sdot dgemv sgemv dgemm sgemm daxpy dscal dcopy dger dsyrk".split()
KINDS = {"f64": ctypes.c_double, "f32": ctypes.c_float, "i64": ctypes.c_int64}
ROOM = 4000


def opt(*arguments):
    result = subprocess.run([os.path.join(LLVM, "mlir-opt"), *arguments], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"mlir-opt {' '.join(arguments)}\n{result.stderr}")
    return result.stdout


def build(name, text):
    """The module as a shared library, in which calls of the routines are counted."""
    base = os.path.join(WORK, name)
    with open(base + ".mlir", "w") as out:
        out.write(text)
    lowered = opt(base + ".mlir", "--llvm-request-c-wrappers", *LOWER)
    ir = subprocess.run([os.path.join(LLVM, "mlir-translate"), "--mlir-to-llvmir"], input=lowered, capture_output=True, text=True)
    if ir.returncode:
        sys.exit(ir.stderr)
    with open(base + ".ll", "w") as out:
        out.write(ir.stdout)
    with open(base + ".c", "w") as out:
        for routine in ROUTINES:
            # (Arguments are addresses; a function that returns a number is left its register.)
            many = ", ".join(f"void *a{k}" for k in range(15))
            names = ", ".join(f"a{k}" for k in range(15))
            result = {"ddot": "double", "sdot": "float"}.get(routine, "void")
            back = "" if result == "void" else "return "
            out.write(f"int calls_{routine};\n{result} __real_{routine}_({many});\n"
                      f"{result} __wrap_{routine}_({many}) {{ calls_{routine}++; {back}__real_{routine}_({names}); }}\n")
        for routine, number in (("dgemm", "double"), ("sgemm", "float")):
            types = ["int"] * 6 + [number, f"const {number} *", "int", f"const {number} *", "int", number, f"{number} *", "int"]
            declared = ", ".join(f"{type} a{k}" for k, type in enumerate(types))
            names = ", ".join(f"a{k}" for k in range(len(types)))
            out.write(f"void __real_cblas_{routine}({declared});\n"
                      f"void __wrap_cblas_{routine}({declared}) {{ calls_{routine}++; __real_cblas_{routine}({names}); }}\n")
    wraps = [f"-Wl,--wrap={routine}_" for routine in ROUTINES] + ["-Wl,--wrap=cblas_dgemm", "-Wl,--wrap=cblas_sgemm"]
    subprocess.run([CC, "-O1", "-shared", "-fPIC", "-Wno-override-module", base + ".ll", base + ".c", "-o", base + ".so", *wraps,
                    "-lopenblas", "-lm"], check=True)
    return ctypes.CDLL(base + ".so")

EXACT = {ctypes.c_double: 2 ** 53, ctypes.c_float: 2 ** 24}  # integers up to there, and their sums, are


def descriptor(rank):
    class Descriptor(ctypes.Structure):
        _fields_ = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64),
                    ("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]
    return Descriptor


class Memref:
    def __init__(self, text, kind):
        found = re.fullmatch(r"(\w+)(?::(\w+))?=\[([-\d ]*)\](?:\*\[([-\d ]*)\])?(?:@(\d+))?", text)
        if not found:
            sys.exit(f"{FILE}: no argument: {text}")
        self.name, self.of, sizes, strides, offset = found.groups()
        self.kind = KINDS[kind]
        self.sizes = [int(n) for n in sizes.split()]
        self.strides = [int(n) for n in strides.split()] if strides else [self.row(d) for d in range(len(self.sizes))]
        self.offset = int(offset or 0)

    def row(self, d):
        n = 1
        for size in self.sizes[d + 1:]:
            n *= size
        return n

    def pass_in(self, buffer):
        made = descriptor(len(self.sizes))()
        made.allocated = made.aligned = ctypes.addressof(buffer)
        made.offset = self.offset
        made.sizes[:], made.strides[:] = self.sizes, self.strides
        return ctypes.byref(made)


def run(library, function, arguments, result, seed):
    """What the function returns and leaves in all buffers, and which routines it calls."""
    chance, buffers, passed = random.Random(seed), {}, []
    for a in arguments:
        if not isinstance(a, Memref):
            passed.append(ctypes.c_double(a) if isinstance(a, float) else ctypes.c_int64(a))
            continue
        if not a.of:
            buffers[a.name] = (a.kind * ROOM)(*[chance.randrange(-4, 5) for _ in range(ROOM)])
        passed.append(a.pass_in(buffers[a.of or a.name]))
    for routine in ROUTINES:
        ctypes.c_int.in_dll(library, "calls_" + routine).value = 0
    called = getattr(library, "_mlir_ciface_" + function)
    called.restype = KINDS.get(result)
    value = called(*passed)
    calls = [r for r in ROUTINES if ctypes.c_int.in_dll(library, "calls_" + r).value]
    exact = all(abs(x) <= EXACT.get(b._type_, 2 ** 63) for b in buffers.values() for x in b if x == x)
    return value, {name: bytes(b) for name, b in buffers.items()}, calls, exact


def functions(text):
    """Each with its runs; types of memrefs' elements are read off its arguments."""
    runs = []
    for line in text.splitlines():
        if line.startswith("// CALL "):
            runs.append(line[len("// CALL "):])
        found = re.match(r"func\.func @(\w+)\((.*)\) *(?:-> *(\w+))? *\{", line)
        if found:
            yield found.group(1), re.findall(r"%\w+: *(\S.*?)(?=, *%|$)", found.group(2)), found.group(3), runs
            runs = []


def main():
    os.makedirs(WORK, exist_ok=True)
    source = open(FILE).read()
    text = opt(FILE, *BEFORE)
    report = os.path.join(WORK, "report.json")
    plain, path = build("plain", text), os.path.join(WORK, "plain.mlir")
    rewriting = f"--smr-rewrite=report={report} {OTHER}"
    rewritten = build("rewritten", opt("--load-pass-plugin=" + LIBRARY, rewriting, "--verify-each", path))
    count, called, mistakes = 0, 0, []
    for name, types, result, runs in functions(source):
        for seed, line in enumerate(runs):
            wanted, text = line.split(":", 1)
            elements = [re.search(r"(f64|f32|i64)[,>]", t) for t in types]
            arguments = [Memref(a, e.group(1)) if "=" in a else float(a) if "." in a else int(a)
                         for a, e in zip((a.strip() for a in text.split(",")), elements)]
            before, after = (run(lib, name, arguments, result, seed) for lib in (plain, rewritten))
            if before[2] or (before[3] and before[:2] != after[:2]):
                mistakes.append(f"{name}: {line}: other results")
            elif not RAISES and wanted not in ("any", " ".join(after[2] or ["none"])):
                mistakes.append(f"{name}: {line}: calls {after[2]}")
            count, called = count + 1, called + bool(after[2])
    print(f"{count} runs, {called} with calls", *mistakes, sep="\n")
    sys.exit(bool(mistakes))


main()
