"""Every header compiles alone, as C17 and as C++17, without a warning.

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


def compile_alone(job):
    header, compiler, language = job
    source = f'#include "{header}"\n#include "{header}"\n'
    run = subprocess.run([compiler, *common, *language, "-"], input=source, text=True, capture_output=True)
    return f"{header} as {language[-1]}:\n{run.stderr}" if run.returncode else None


jobs = []
for header in sorted(headers):
    jobs.append((header, cc, ["-std=c17", "-Wmissing-prototypes", "-xc"]))
    jobs.append((header, cxx, ["-std=c++17", "-xc++"]))
with ThreadPoolExecutor(max_workers=2) as pool:
    failures = [failure for failure in pool.map(compile_alone, jobs) if failure]
print(f"{len(headers)} headers")
print("\n".join(failures))
sys.exit(bool(failures))
