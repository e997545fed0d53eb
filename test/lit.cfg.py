# lit's configuration: which files are tests and what their RUN lines may name.
#   %smr-lib   libsmr.so            %load      --load-pass-plugin=libsmr.so
#   %source    the source tree      %build     the build tree
#   %llvm-lib  LLVM's libraries     %same-code two objects are the same but for their reports
#   %cc        the C compiler       %quick     --quick, but for the nightly check      %fewer     of test/fortran/run_diff.py, likewise
#   %cheap     costs of a GPU that is faster at everything
#   %fired     in front of a program: what it calls is printed on stderr (test/fired/fired.c)
# Tools are found on PATH: first this build's (smr-opt, smr-build …, raise-oracle), then LLVM's (mlir-opt, fir-opt, FileCheck, not …).
# `REQUIRES: plugin` marks tests that load libsmr.so into a stock tool: a sanitized library cannot be loaded there;
# `REQUIRES: flang-plugin`: libsmr-flang.so is there, and flang can load it;
# `REQUIRES: pragma`: libsmr-pragma.so is there; `REQUIRES: browser`: Debian's chromium is;
# `REQUIRES: x86`: compilers make code for x86-64, unless told otherwise;
# `REQUIRES: nightly` marks tests that the quick check (SMR_ROUNDS < 100) leaves to the nightly one;
# `UNSUPPORTED: sanitizer` marks tests in which other programs do most of the work.
import os
import platform
import shutil
import sys

import lit.Test
import lit.TestTimes

sys.path.insert(0, os.path.dirname(__file__))
import smr_lit

# ctest runs several lit at once, and all keep their tests' times in one file: one that reads it half-written dies.
lit.Test.read_test_times = lit.TestTimes.read_test_times = lambda suite: {}

config.name = "SMR"
config.test_format = smr_lit.RunLines(execute_external=False)
config.test_source_root = os.path.dirname(__file__)
config.suffixes = [".mlir", ".test", ".f90", ".F90", ".f", ".pat", ".sh"]
config.excludes = ["Inputs", "inputs", "lit.cfg.py", "CMakeLists.txt"]

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.smr_build, "bin"), os.path.join(config.smr_build, "test"), config.smr_llvm_bin, config.environment["PATH"]]
)
for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS", "HOME", "SMR_ROUNDS", "SMR_SEED", "SMR_MUTANT"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Small examples would not pay; what is recognised is tested apart from that (test/costs and test/readme ask for it).
config.environment["SMR_COSTS"] = "none"
# Short programs call from the start, so that their results are those of the calls (test/slots tests when libraries are opened).
config.environment["SMR_RT"] = "now"

config.environment["SMR_TESTS"] = os.path.dirname(__file__)  # modules that scripts of tests share

library = os.path.join(config.smr_build, "lib", "libsmr.so")
quick = int(os.environ.get("SMR_ROUNDS", "100")) < 100  # a part of what tests by chance do, and of the largest suites
two_step = lit_config.params.get("flang") == "two-step"
config.substitutions += [
    ("%smr-lib", library),
    ("%load", "--load-pass-plugin=" + library),
    ("%source", config.smr_source),
    ("%build", config.smr_build),
    ("%exact", os.path.join(config.smr_build, "test", "exact.pfa")),  # pairs of the exact tier: test/Inputs/exact.pat
    ("%llvm-lib", os.path.join(os.path.dirname(config.smr_llvm_bin), "lib")),
    ("%cc", config.smr_cc),
    ("%cheap", os.path.join(os.path.dirname(__file__), "gpu", "Inputs", "cheap")),
    ("%fired", "env SMR_FIRED=- LD_PRELOAD=" + os.path.join(config.smr_build, "test", "libfired.so")),
    ("%same-code", f'"{sys.executable}" "{os.path.join(os.path.dirname(__file__), "same_code.py")}"'),
    ("%quick", "--quick" if quick else ""),
    ("%fewer", "--levels O2 --only variants/s" if config.smr_sanitize or quick and two_step else "--levels O2" if quick else ""),
]
if config.smr_sanitize:
    config.available_features.add("sanitizer")
else:
    config.available_features.add("plugin")
    if os.path.exists(os.path.join(config.smr_build, "lib", "libsmr-flang.so")):
        config.available_features.add("flang-plugin")
    if os.path.exists(os.path.join(config.smr_build, "lib", "libsmr-pragma.so")):
        config.available_features.add("pragma")
if not quick:
    config.available_features.add("nightly")
if platform.machine() == "x86_64":
    config.available_features.add("x86")
if shutil.which("chromium"):  # (a large package, which the set-up does not bring)
    config.available_features.add("browser")
# `--param flang=two-step`: smr-flang's other way (who names an smr-opt gets it), with a folder of its own for what tests leave.
if two_step:
    config.environment["SMR_OPT"] = os.path.join(config.smr_build, "bin", "smr-opt")
    config.test_exec_root = os.path.join(config.test_exec_root, "two-step")
# (Its servers go into a root folder of their own.)
if os.geteuid() == 0 and all(shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin") for name in ("icecc", "iceccd", "icecc-scheduler")):
    config.available_features.add("icecc")
for name, program in {"bazel": "bazel", "ccache": "ccache", "distcc": "distccd", "redis": "redis-server"}.items():
    if shutil.which(program):
        config.available_features.add(name)


def open_to_all(folder):
    """May every user go there? (A distcc server that root starts works as another one.)"""
    return os.stat(folder).st_mode & 1 and (folder == "/" or open_to_all(os.path.dirname(folder)))


if os.getuid() == 0 and not open_to_all(os.path.realpath(config.smr_build)):
    config.available_features.discard("distcc")
