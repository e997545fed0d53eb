"""Every header compiles alone, as C17, without a warning; and all of them compile together, as C17 and as C++17, in
either order, so that each public name means one thing house-wide (the tools' headers, too).

    headers.py SOURCE_TREE CC CXX LLVM_INCLUDE
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

root, cc, cxx, llvm = sys.argv[1:]
# X-macro tables and tablegen's output are not headers; they end in .def and .inc.
headers = []
for folder in ("lib", "capi", "passes"):
    for here, _, names in os.walk(os.path.join(root, folder)):
        headers += [os.path.join(here, name) for name in names if name.endswith(".h")]

common = ["-fsyntax-only", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-D_GNU_SOURCE",
          "-I" + os.path.join(root, "lib"), "-I" + root, "-isystem", llvm]


def compile_alone(header):
    source = f'#include "{header}"\n#include "{header}"\n'
    run = subprocess.run([cc, *common, "-std=c17", "-Wmissing-prototypes", "-xc", "-"], input=source, text=True, capture_output=True)
    return f"{header}:\n{run.stderr}" if run.returncode else None


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


with ThreadPoolExecutor(max_workers=2) as pool:
    failures = [failure for failure in pool.map(compile_alone, sorted(headers)) if failure]
    orders = [sorted(together), sorted(together, reverse=True)]
    failures += [failure for failure in pool.map(compile_together, [
        (order, *how) for order in orders for how in ((cc, ["-std=c17", "-xc"]), (cxx, ["-std=c++17", "-xc++"]))]) if failure]
print(f"{len(headers)} headers")
print("\n".join(failures))
sys.exit(bool(failures))
