"""Every option of lib/base/settings.def changes something, and what is written about options by hand agrees with it.

usage: effects.py SOURCE BUILD LLVM   reads the table, and shows an effect of each row: with the option a run prints or
                                      writes something else than without it (LLVM: the folder of clang and flang)
       effects.py --self-test         shows that a row without an effect is reported

A new row needs an entry in EFFECTS.
"""
import ctypes
import os
import re
import subprocess
import sys
import tempfile

KINDS = "FLAG|CHOICE|TEXT|INPUT|OUTPUT|COUNT|PERCENT|LIST|INPUTS"
PROGRAM = """void mm(int n, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}
void twice(int n, const double *restrict a, const double *restrict b, double *restrict c, double *restrict d) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        d[i * n + j] += a[i * n + k] * c[k * n + j];
}
double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
double short_dot(const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < 36; i++)
    s += x[i] * y[i];
  return s;
}
void scale(int n, double a, double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
double near(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i] * y[i] * i;
  return s;
}
"""
FORTRAN = """function dot(n, x, y) result(s)
  integer :: n, i
  real(8) :: x(n), y(n), s
  s = 0
  do i = 1, n
    s = s + x(i)*y(i)
  end do
end function
subroutine product(n, a, b, c)
  integer :: n
  real(8) :: a(n, n), b(n, n), c(n, n)
  c = matmul(a, b)
  !$omp parallel workshare
  a = 2*b
  !$omp end parallel workshare
end subroutine
"""
PAT = """C { double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * y[i];
  return s;
} } = {
  double fast_dot(int n, const double *x, const double *y);
  double dot(int n, const double *x, const double *y) { return fast_dot(n, x, y); }
}
"""

# By field: how it is given, of whom, and what has to be given beside it. Options of the C API and of the pass are lines,
# those of plugins are what a driver passes to its plugin, those of drivers are words and variables. `test` names a lit test that
# shows the effect, and the words in it that do.
API, PASS, CLANG, FLANG, CPLUGIN, FPLUGIN, RESIDENCY = "api", "pass", "clang", "flang", "clang plugin", "flang plugin", "residency"
EFFECTS = {
    "libraries": (API, "library={share}/nn.pfa"),
    "pats": (API, "pat=x.pat"),
    "only": (API, "only=ddot"),
    "disable": (API, "disable=ddot"),
    "mode": (API, "mode=exact"),
    "fp": (API, "fp=exact"),
    "guards": (API, "guards=static"),
    "costs": (API, "costs=none"),
    "budget": ("test", "rewrite/budget.test", "--smr-budget=200"),
    "gpu": (API, "gpu=on", "slots"),
    "report": (CLANG, "--smr-report=out.json"),
    "records": (CLANG, "--smr-report"),
    "check": (API, "check", "slots"),
    "explain": (API, "explain"),
    "werror": (CLANG, "--smr-werror=missed"),
    "at_O0": (CLANG, "--smr-at-O0", "-O0"),
    "verbose": (CLANG, "--smr-verbose"),
    "time": (API, "time"),
    "clang_frontend": (CLANG, "--smr-frontend=cir", "--smr-verbose"),
    "flang_frontend": (FLANG, "--smr-frontend=plugin", "SMR_FLANG_PLUGIN=/none.so"),
    "print_files": (CLANG, "--smr-print-files"),
    "print_state": (CLANG, "--smr-print-state"),
    "help": (CLANG, "--smr-help"),
    "version": (CLANG, "--smr-version"),
    "slots": (API, "slots"),
    "sites": (API, "sites=entries", "slots"),
    "directives": ("test", "driver/directive.test", "directive.f90"),
    "wraps": ("test", "rewrite/wraps.f90", "wraps"),
    "dry_run": (API, "dry-run"),
    "function_ms": ("test", "smr-opt/options.mlir", "function-ms=0"),
    "stats": (PASS, "stats"),
    "progress": (PASS, "progress=out.txt"),
    "skip_file": (PASS, "skip=skips.txt"),
    "skips": (API, "skip=dot because"),
    "at_O2": (API, "at-O2"),
    "near_misses": (API, "near-misses"),
    "gains": ("test", "clang-driver/gains.test", "smr-clang"),
    "no_report": (API, "no-report"),
    "last": ("none", "memory stays as it is when the process ends: that only saves time"),
    "aside": (CPLUGIN, "aside=because"),
    "share": (CPLUGIN, "share={share}", "report"),
    "at": (CPLUGIN, "at={folder}/x.c:3", "report"),
    "strip": (CPLUGIN, "strip"),
    "unname": (CPLUGIN, "unname"),
    "straight": ("test", "clang-driver/straight.test", "smr-clang"),
    "link": (CPLUGIN, "link=out.txt"),
    "source": (RESIDENCY, "source=other.c", "report"),
    "action": (FPLUGIN, "action=-S"),
    "answer": (FPLUGIN, "answer=out.txt"),
    "seconds": ("test", "driver/plugin.test", "SMR_FLANG_SECONDS=1"),
    "at_O1": (FPLUGIN, "at-O1"),
    "openmp": (FPLUGIN, "openmp=simd", "at-O1"),
}


def rows_of(text):
    """(field, name, users) of each row."""
    found = re.findall(rf'^(?:{KINDS})\((?:Smr\w+, )?(\w+), "([^"]+)", ([\w| ]+),', text, re.M)
    return [(field, name, set(users.split(" | "))) for field, name, users in found]


def problems_of_table(rows, effects):
    fields = [field for field, _, _ in rows]
    return [f"{field}: no effect is listed for it in effects.py" for field in fields if field not in effects] + \
           [f"{field}: effects.py lists an effect of no option" for field in effects if field not in fields]


def problems_of_texts(rows, readme, header):
    """The passes' table and the C API's comment name what the table has, and nothing else."""
    problems = []
    for user, place, text, pattern in (("PASS", "passes/README.md", readme, r"^\| ((?:`[\w-]+=?`(?:, )?)+) \|"),
                                       ("API", "capi/smr.h", header, r"^//   (.*)")):
        names = {name for _, name, users in rows if user in users}
        lines = "\n".join(re.findall(pattern, text, re.M))
        told = set(re.findall(r"`([\w-]+)=?`" if user == "PASS" else r"(?:^|  )([\w-]+)(?==|  )", lines, re.M))
        problems += [f"{place}: it does not name the option {name}" for name in sorted(names - told)]
        problems += [f"{place}: {name} is no option" for name in sorted(told - names)]
    return problems


class Runs:
    """What is seen of a run: all that it prints and writes."""

    def __init__(self, build, llvm, folder):
        self.build, self.llvm, self.folder, self.seen = build, llvm, folder, {}
        self.clang = [f"{llvm}/clang", "-O2", "-gline-tables-only", "-fno-discard-value-names"]
        for name, text in (("x.c", PROGRAM), ("x.f90", FORTRAN), ("x.pat", PAT), ("skips.txt", "_QPdot because\n")):
            with open(os.path.join(folder, name), "w") as stream:
                stream.write(text)
        os.mkdir(os.path.join(folder, "out"))
        self.command(self.clang + ["-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "x.c", "-o", "x.bc"], {})
        self.command([f"{self.llvm}/flang", "-fc1", "-emit-fir", "-O2", "x.f90", "-o", "x.fir"], {})
        with open(os.path.join(folder, "x.bc"), "rb") as stream:
            self.bitcode = stream.read()
        self.library = None

    def command(self, words, variables):
        done = subprocess.run(words, cwd=self.folder, capture_output=True, timeout=120, env=dict(os.environ, **variables))
        seen = [done.returncode, done.stdout, done.stderr]
        for name in ("x.o", "x.s", "out.json", "out.txt"):
            path = os.path.join(self.folder, name)
            if os.path.exists(path):
                with open(path, "rb") as stream:
                    seen.append((name, stream.read()))
                os.remove(path)
        return seen

    def api(self, options):
        class Text(ctypes.Structure):
            _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]
        seen, kinds = [], ctypes.CFUNCTYPE(None, ctypes.c_int, Text, ctypes.c_void_p)
        call = kinds(lambda kind, text, _: seen.append((kind, ctypes.string_at(text.data, text.size) if text.size else b"")))
        self.library = self.library or ctypes.CDLL(f"{self.build}/lib/libsmr.so")
        self.library.smrRewriteLLVM(self.bitcode, ctypes.c_size_t(len(self.bitcode)), "\n".join(options).encode(), call, None)
        return seen

    def run(self, kind, options):
        """With options, as the kind of user gives them."""
        driver, lines = f"{self.build}/bin/smr-{kind}", "".join(option + "\n" for option in options)
        plugin = f"{self.build}/lib/libsmr-{kind.split()[0]}.so"
        if kind == API:
            here = os.getcwd()
            os.chdir(self.folder)
            seen = self.api(options)
            os.chdir(here)
            return seen
        if kind == PASS:
            return self.command([f"{self.build}/bin/smr-opt", "x.fir", f"--smr-rewrite={' '.join(options)}"], {})
        if kind in (CLANG, FLANG):
            source = "x.c" if kind == CLANG else "x.f90"
            variables = dict(option.split("=") for option in options if option[0] != "-")
            words = [option for option in options if option[0] == "-"]
            return self.command([driver, "-O2", "-c", source, "-o", "x.o"] + words, variables)
        if kind == FPLUGIN:
            words = [f"{self.llvm}/flang", "-fc1", "-O0", "-fopenmp", "-S", "-load", plugin, "-plugin", "smr", "x.f90", "-o", "x.s"]
            return self.command(words, {"SMR_FLANG_OPTIONS": lines})
        words = self.clang + [f"-fpass-plugin={self.build}/lib/libsmr-clang.so", "-S", "-emit-llvm", "x.c", "-o", "x.s"]
        if kind == CPLUGIN:
            return self.command(words, {"SMR_CLANG_OPTIONS": lines})
        return self.command(words + [f"-fpass-plugin={plugin}"],
                            {"SMR_CLANG_OPTIONS": "slots\ngpu=on\n", "SMR_RESIDENCY_OPTIONS": lines})

    def changes(self, kind, option, *beside):
        """None, or what is wrong with the proof."""
        option = option.format(share=f"{self.build}/share/smr", folder=os.path.realpath(self.folder))
        plain = (kind,) + beside
        if plain not in self.seen:
            self.seen[plain] = self.run(kind, beside)
            if self.run(kind, beside) != self.seen[plain]:
                return "two runs without it differ"
        return "it changes nothing" if self.run(kind, beside + (option,)) == self.seen[plain] else None


def problems_of_completion(rows, source, build):
    """What man pages and completion are made of has each option of each program's help, and each of the drivers' rows."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, os.path.join(source, "tools/package"))
    import pages
    problems = []
    for program, question, _ in pages.programs():
        path = os.path.join(build, "bin", program)
        if not os.path.exists(path):
            continue
        text = pages.help_of(path, question)
        user = {"smr-clang": "CLANG", "smr-clang++": "CLANG", "smr-flang": "FLANG"}.get(program)
        names = set(re.findall(r"^  (--?[A-Za-z][\w-]*)", text, re.M)) | {
            "--smr-" + name for _, name, users in rows if user in users}
        problems += [f"{program}: completion lacks {name}" for name in sorted(names - {o[0] for o in pages.options_of(text)})]
        problems += [f"{program}: completion has no text for {o[0]}" for o in pages.options_of(text)
                     if not o[3] and o[0] not in ("-h", "--help", "--version")]
    return problems


def problems_of_effects(rows, source, build, llvm):
    problems = []
    with tempfile.TemporaryDirectory(prefix="smr-effects-") as folder:
        runs = Runs(build, llvm, folder)
        for field, name, _ in rows:
            kind, *proof = EFFECTS[field]
            problem = None
            if kind == "test":
                with open(os.path.join(source, "test", proof[0])) as stream:
                    problem = None if proof[1] in stream.read() else f"{proof[0]} has no '{proof[1]}'"
            elif kind != "none":
                problem = runs.changes(kind, *proof)
            if problem:
                problems.append(f"option {name} ({field}): {problem}")
    return problems


def self_test():
    rows = rows_of('FLAG(wraps, "wraps", PASS | API, NULL, NULL, "x")\nCHOICE(SmrMode, mode, "mode", API, NULL, "a|b", "y")\n')
    assert rows == [("wraps", "wraps", {"PASS", "API"}), ("mode", "mode", {"API"})], rows
    assert problems_of_table(rows, {"wraps": ()}) == ["mode: no effect is listed for it in effects.py"]
    assert len(problems_of_table(rows, {"wraps": (), "mode": (), "old": ()})) == 1
    assert not problems_of_texts(rows, "| `wraps` | x |\n", "//   mode=a|b  wraps   text\n")
    assert problems_of_texts(rows, "| `wraps`, `old=` | x |\n", "//   mode=a|b\n") == \
        ["passes/README.md: old is no option", "capi/smr.h: it does not name the option wraps"]


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    source, build, llvm = sys.argv[1:]

    def read(path):
        with open(os.path.join(source, path), encoding="utf-8") as stream:
            return stream.read()
    rows = rows_of(read("lib/base/settings.def"))
    comment = read("capi/smr.h").split("// Options are text", 1)[1].split("SMR_EXPORT", 1)[0]
    readme = read("passes/README.md").split("\n### ", 1)[0]
    problems = problems_of_table(rows, EFFECTS) + problems_of_texts(rows, readme, comment)
    problems += problems_of_completion(rows, source, build)
    problems = problems or problems_of_effects(rows, source, build, llvm)
    sys.exit("\n".join(problems) or 0)


if __name__ == "__main__":
    main()
