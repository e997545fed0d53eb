"""Every header compiles alone, as C17, without a warning; and all of them compile together, as C17 and as C++17, so that
each public name means one thing house-wide (the tools' headers, too). Those that are C also do so in the opposite order.

    headers.py SOURCE_TREE CC CXX LLVM_INCLUDE
"""
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

root, cc, cxx, llvm = sys.argv[1:]
# X-macro tables and tablegen's output are not headers; they end in .def and .inc.
headers = []
for folder in ("lib", "capi", "passes"):
    for here, _, names in os.walk(os.path.join(root, folder)):
        headers += [os.path.join(here, name) for name in names if name.endswith(".h")]

common = ["-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-D_GNU_SOURCE",
          "-I" + os.path.join(root, "lib"), "-I" + root, "-isystem", llvm]


def write_sources(folder):
    """A file for each header, which includes it, twice."""
    sources = []
    for header in sorted(headers):
        sources.append(os.path.join(folder, os.path.relpath(header, root).replace("/", ".") + ".c"))
        with open(sources[-1], "w", encoding="utf-8") as stream:
            stream.write(f'#include "{header}"\n#include "{header}"\n')
    return sources


def commands_alone(sources):
    """Clang's compiler proper takes any number of files, each a translation unit of its own: most of what a header costs is
    a compiler's start. Another compiler is started for each."""
    driver = [cc, *common, "-std=c17", "-Wmissing-prototypes", "-xc"]
    said = subprocess.run([*driver, "-###", sources[0]], text=True, capture_output=True).stderr.splitlines()
    proper = shlex.split(said[-1]) if said else []
    if "-cc1" in proper and proper[-1] == sources[0]:
        return [proper[:-1] + sources[part::2] for part in range(2)]
    return [[*driver, source] for source in sources]


def compile_alone(command):
    run = subprocess.run(command, text=True, capture_output=True)
    return run.stderr or f"{command[0]}: exit {run.returncode}" if run.returncode else None


# The demo's, the benches' and the fuzzers' programs are subjects, no part of the house.
together = list(headers)
for here, _, names in os.walk(os.path.join(root, "tools")):
    if not os.path.relpath(here, root).startswith(("tools/demo", "tools/bench", "tools/clang-cir", "tools/fuzz")):
        together += [os.path.join(here, name) for name in names if name.endswith(".h")]
common += ["-I" + os.path.join(root, "tools"), "-I" + os.path.join(root, "tools", "common")]


def compile_together(job):
    order, compiler, language = job
    source = "".join(f'#include "{header}"\n' for header in order)
    run = subprocess.run([compiler, *common, *language, "-"], input=source, text=True, capture_output=True)
    return f"all headers as {language[-1]}:\n{run.stderr}" if run.returncode else None


with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=2) as pool:
    failures = [failure for failure in pool.map(compile_alone, commands_alone(write_sources(folder))) if failure]
    c, cpp = (cc, ["-std=c17", "-xc"]), (cxx, ["-std=c++17", "-xc++"])
    # (The headers of LLVM, clang and flang, which only those of capi/ include, take 12 seconds: once is enough.)
    only_c = [header for header in together if not header.startswith(os.path.join(root, "capi", ""))]
    failures += [failure for failure in pool.map(compile_together, [
        (sorted(together), *cpp), (sorted(together), *c), (sorted(together, reverse=True), *c),
        (sorted(only_c, reverse=True), *cpp)]) if failure]
print(f"{len(headers)} headers")
print("\n".join(failures))
sys.exit(bool(failures))
