"""smr-flang as a drop-in compiler: whole projects and command lines, against plain flang.

  python3 run_e2e.py [--build DIR] [--only TEXT]

Every check says one line; exits with 1 when any fails. Each compares exit status, the files that appear and what
the program prints with the same command under plain flang, and then what SMR adds: the report, and slots
for OpenBLAS exactly when something was rewritten.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tools", "fuzz"))
from toolchain import some  # noqa: E402

CHECKS = []

DOT = """\
program dots
  implicit none
  real(8) :: x(31), y(31), s
  integer :: i
  do i = 1, 31
    x(i) = 1.0d0/i
    y(i) = 0.5d0 + modulo(7*i, 5)
  end do
  s = total(31, x, y)
  print '(es20.11)', s
contains
  real(8) function total(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), y(n)
    integer :: i
    total = 0.0d0
    do i = 1, n
      total = total + x(i)*y(i)
    end do
  end function
end program
"""
HELLO = "program hello\n  print '(a)', 'hello'\nend program\n"
FIXED = """\
C     fixed form
      PROGRAM P
      REAL*8 X(9), S
      DO 10 I = 1, 9
   10 X(I) = I
      S = 0
      DO 20 I = 1, 9
        S = S +
     &      X(I)*X(I)
   20 CONTINUE
      PRINT *, S
      END
"""
MACRO = "program m\n#ifdef LOUD\n  print '(a)', 'LOUD'\n#else\n  print '(a)', 'quiet'\n#endif\n  include 'part.inc'\nend program\n"
MODULE = "module shared\n  implicit none\n  integer :: count = 3\nend module\n"
USER = "program user\n  use shared\n  print *, count\nend program\n"
BROKEN = "program broken\n  implicit none\n  x = 1\nend program\n"
OPENMP = """\
program parallel
  implicit none
  real(8) :: x(100), s
  integer :: i
  x = 0.5d0
  s = 0
  !$omp parallel do reduction(+:s)
  do i = 1, 100
    s = s + x(i)*x(i)
  end do
  print '(f8.3)', s
end program
"""


class Failed(Exception):
    pass


def check(function):
    CHECKS.append(function)
    return function


class Place:
    """A folder with one compiler in it."""

    def __init__(self, compiler, folder):
        self.compiler, self.folder = compiler, folder
        os.makedirs(folder)

    def write(self, **files):
        for name, text in files.items():
            with open(os.path.join(self.folder, name.replace("__", ".")), "w") as stream:
                stream.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, *command, env=None):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=300,
                              env={**os.environ, **(env or {})})

    def compile(self, *arguments):
        return self.run(self.compiler, *arguments)

    def calls(self, program):
        """Has the program slots for OpenBLAS, and libsmr_rt, which opens it?"""
        with open(self.path(program), "rb") as stream:
            content = stream.read()
        return b"openblas\0" in content and b".note.smr" in content

    def files(self):
        return sorted(os.path.relpath(os.path.join(d, f), self.folder) for d, _, fs in os.walk(self.folder) for f in fs)


class Pair:
    def __init__(self, flang, smr, folder):
        self.plain, self.smr = Place(flang, os.path.join(folder, "plain")), Place(smr, os.path.join(folder, "smr"))

    def write(self, **files):
        self.plain.write(**files)
        self.smr.write(**files)

    def same(self, *arguments, program="", statuses_only=False):
        """The same command line under both: same status, same files, and the program prints the same."""
        a, b = self.plain.compile(*arguments), self.smr.compile(*arguments)
        if a.returncode != b.returncode:
            raise Failed(f"{' '.join(arguments)}: exit {b.returncode}, flang {a.returncode}: {b.stderr.strip()[:300]}")
        if statuses_only:
            return a, b
        if self.plain.files() != self.smr.files():
            raise Failed(f"{' '.join(arguments)}: files {self.smr.files()}, flang makes {self.plain.files()}")
        if program:
            x, y = self.plain.run(self.plain.path(program)), self.smr.run(self.smr.path(program))
            if (x.returncode, x.stdout) != (y.returncode, y.stdout):
                raise Failed(f"prints {y.stdout.strip()!r} {y.stderr.strip()[:200]}, not {x.stdout.strip()!r}")
        return a, b


def expect(condition, text):
    if not condition:
        raise Failed(text)


def builder(command):
    def make(place, source):
        shutil.copytree(os.path.join(HERE, source), place.path("source"))
        for step in command(place):
            done = place.run(*step)
            expect(done.returncode == 0, f"{' '.join(step)}: {(done.stdout + done.stderr).strip()[-600:]}")
    return make


@check
def cmake_project(pair):
    make = builder(lambda place: [
        ["cmake", "-S", "source", "-B", "out", f"-DCMAKE_Fortran_COMPILER={place.compiler}", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_Fortran_FLAGS=-O2"],
        ["cmake", "--build", "out"]])
    results = []
    for place in (pair.plain, pair.smr):
        make(place, "cmake-project")
        results.append(place.run(place.path("out/heat")).stdout)
    expect(abs(float(results[0]) - float(results[1])) <= 1e-12 * abs(float(results[0])), f"{results}")
    expect(pair.smr.calls("out/heat"), "nothing was rewritten, or the runtime is not linked")


@check
def make_project(pair):
    make = builder(lambda place: [["make", "-C", "source", f"FC={place.compiler}"]])
    results = []
    for place in (pair.plain, pair.smr):
        make(place, "make-project")
        results.append(place.run(place.path("source/product")).stdout)
    expect(results[0] == results[1], "prints something else")
    expect(pair.smr.calls("source/product"), "nothing was rewritten, or the runtime is not linked")


@check
def compile_and_link(pair):
    pair.write(dots__f90=DOT)
    pair.same("-O2", "dots.f90", "-o", "dots", program="dots")
    expect(pair.smr.calls("dots"), "the runtime is not linked")


@check
def default_output_names(pair):
    pair.write(dots__f90=DOT)
    pair.same("-O1", "dots.f90", program="a.out")
    pair.same("-O1", "-c", "dots.f90")
    pair.same("-O1", "-S", "dots.f90")


@check
def separate_link(pair):
    pair.write(dots__f90=DOT)
    pair.same("-O2", "-c", "dots.f90", "-o", "x.o")
    pair.same("x.o", "-o", "dots", program="dots")
    expect(pair.smr.calls("dots"), "the runtime is not linked")


@check
def nothing_rewritten_links_nothing(pair):
    pair.write(hello__f90=HELLO)
    pair.same("-O2", "hello.f90", "-o", "hello", program="hello")
    expect(not pair.smr.calls("hello"), "there are slots though nothing was rewritten")


@check
def several_files_and_module_folders(pair):
    pair.write(shared__f90=MODULE, user__f90=USER)
    pair.same("shared.f90", "user.f90", "-o", "both", program="both")
    for place in (pair.plain, pair.smr):
        os.mkdir(place.path("mods"))
    pair.same("-c", "-J", "mods", "shared.f90")
    pair.same("-c", "-Imods", "user.f90")
    pair.same("shared.o", "user.o", "-o", "apart", program="apart")


@check
def every_level(pair):
    pair.write(dots__f90=DOT)
    for flag in ("-O0", "-O1", "-O2", "-O3", "-g"):
        pair.same(flag, "dots.f90", "-o", "dots" + flag)
        x, y = (place.run(place.path("dots" + flag)).stdout for place in (pair.plain, pair.smr))
        expect(abs(float(x) - float(y)) < 1e-11 * abs(float(x)), f"{flag}: {y} instead of {x}")


@check
def fixed_form(pair):
    pair.write(old__f=FIXED, strange__f90=FIXED)
    pair.same("-O2", "old.f", "-o", "old", program="old")
    pair.same("-O2", "-ffixed-form", "strange.f90", "-o", "strange", program="strange")


@check
def preprocessor_and_include(pair):
    pair.write(m__F90=MACRO, part__inc="  print '(a)', 'included'\n")
    pair.same("m.F90", "-o", "quiet", program="quiet")
    pair.same("-DLOUD", "m.F90", "-o", "loud", program="loud")
    for place in (pair.plain, pair.smr):
        os.mkdir(place.path("inc"))
        os.rename(place.path("part.inc"), place.path("inc/part.inc"))
    pair.same("-cpp", "-Iinc", "-DLOUD=1", "m.F90", "-o", "again", program="again")


@check
def response_file(pair):
    pair.write(dots__f90=DOT, args__rsp="-O2\n-c dots.f90 -o 'from response.o'\n")
    pair.same("@args.rsp")
    expect(os.path.exists(pair.smr.path("from response.o")), "no object")


@check
def outputs_other_than_objects(pair):
    pair.write(dots__f90=DOT)
    pair.same("-fsyntax-only", "dots.f90")
    a, b = pair.same("-E", "dots.f90")
    expect(a.stdout == b.stdout, "-E prints something else")
    a, b = pair.same("--version")
    expect(a.stdout.splitlines()[0] in b.stdout, "--version does not show flang's")
    pair.same("-emit-llvm", "-S", "dots.f90", "-o", "dots.ll")
    pair.same("-print-resource-dir", statuses_only=True)


@check
def shared_library(pair):
    pair.write(shared__f90=MODULE)
    pair.same("-fPIC", "-shared", "shared.f90", "-o", "libshared.so")


@check
def openmp(pair):
    pair.write(parallel__f90=OPENMP)
    a, b = pair.same("-fopenmp", "-O2", "-c", "parallel.f90")
    if a.returncode == 0:
        pair.same("-fopenmp", "parallel.o", "-o", "parallel", statuses_only=True)


@check
def an_error_stays_an_error(pair):
    pair.write(broken__f90=BROKEN)
    a, b = pair.same("-c", "broken.f90")
    expect(a.returncode != 0, "flang accepts it")
    expect("broken.f90:3:" in b.stderr, f"no file and line: {b.stderr[:200]}")
    pair.same("-c", "missing.f90")


@check
def report(pair):
    pair.write(dots__f90=DOT)
    done = pair.smr.compile("-O2", "-c", "dots.f90", "--smr-report=out.json")
    expect(done.returncode == 0, done.stderr)
    with open(pair.smr.path("out.json")) as stream:
        found = json.load(stream)
    expect(found["version"] == 1 and isinstance(found["missed"], list), "not version 1")
    expect(len(found["rewrites"]) >= 1, "no rewrite")
    first = found["rewrites"][0]
    for key, kind in (("file", str), ("line", int), ("column", int), ("function", str), ("idiom", str),
                      ("library", str), ("tier", str), ("guards", list)):
        expect(isinstance(first.get(key), kind), f"{key} is {first.get(key)!r}")
    expect(os.path.basename(first["file"]) == "dots.f90" and first["line"] == 17, f"found at {first['file']}:{first['line']}")


@check
def switched_off(pair):
    pair.write(dots__f90=DOT)
    done = pair.smr.compile("-O2", "--smr-mode=off", "--smr-report=out.json", "dots.f90", "-o", "dots")
    expect(done.returncode == 0, done.stderr)
    if os.path.exists(pair.smr.path("out.json")):
        with open(pair.smr.path("out.json")) as stream:
            expect(json.load(stream)["rewrites"] == [], "rewritten all the same")
    expect(not pair.smr.calls("dots"), "there are slots")


@check
def broken_library_is_an_error(pair):
    pair.write(dots__f90=DOT, bad__pfa="this is no library\n")
    for library in ("bad.pfa", "absent.pfa"):
        done = pair.smr.compile("-O2", f"--smr-library={library}", "dots.f90", "-o", "dots")
        expect(done.returncode != 0, f"{library}: compiled all the same")
        expect("error" in done.stderr and library in done.stderr, f"{library}: no error: {done.stderr!r}")


@check
def unknown_own_flag(pair):
    pair.write(dots__f90=DOT)
    done = pair.smr.compile("-c", "--smr-nonsense=1", "dots.f90")
    expect(done.returncode != 0 and "smr-nonsense" in done.stderr, f"exit {done.returncode}: {done.stderr!r}")


@check
def same_bytes_every_time(pair):
    pair.write(dots__f90=DOT)
    texts = []
    for name in ("one.o", "two.o"):
        done = pair.smr.compile("-O2", "-c", "dots.f90", "-o", name)
        expect(done.returncode == 0, done.stderr)
        with open(pair.smr.path(name), "rb") as stream:
            texts.append(stream.read())
    expect(texts[0] == texts[1], "two runs made two different objects")


@check
def no_temporary_files_left(pair):
    pair.write(dots__f90=DOT)
    scratch = pair.smr.path("scratch")
    os.mkdir(scratch)
    for arguments in (("-O2", "-c", "dots.f90"), ("-c", "absent.f90")):
        pair.smr.run(pair.smr.compiler, *arguments, env={"TMPDIR": scratch})
    expect(os.listdir(scratch) == [], f"left behind: {os.listdir(scratch)}")


def main():
    parser = argparse.ArgumentParser(description="smr-flang as a drop-in compiler")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    flang = os.environ.get("FLANG", "/usr/lib/llvm-22/bin/flang")
    smr = os.path.join(os.path.abspath(options.build), "bin", "smr-flang")
    if not os.path.exists(smr):
        print(f"{smr}: not built", file=sys.stderr)
        return 1
    failures = 0
    with tempfile.TemporaryDirectory(prefix="smr-e2e-") as work:
        for function in some([function for function in CHECKS if options.only in function.__name__]):
            try:
                function(Pair(flang, smr, os.path.join(work, function.__name__)))
                print(f"ok      {function.__name__}", flush=True)
            except (Failed, OSError, ValueError, KeyError) as failure:
                failures += 1
                print(f"FAILED  {function.__name__}: {failure}", flush=True)
    print(f"{failures} failures" if failures else "all checks passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
