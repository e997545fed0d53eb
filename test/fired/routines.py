"""Has routines.def every routine that the replacements which ship call?

  python3 routines.py BUILD
"""
import glob
import os
import re
import subprocess
import sys

build = sys.argv[1]
counted = subprocess.run(["nm", "-D", "--defined-only", os.path.join(build, "test", "libfired.so")], capture_output=True, text=True,
                         check=True).stdout.split()
with open(os.path.join(build, "test", "fired.rsp"), encoding="utf-8") as stream:
    counted += re.findall(r"--wrap=(\w+)", stream.read())
called = set()
for library in sorted(glob.glob(os.path.join(build, "share", "smr", "*.pfa"))):
    text = subprocess.run([os.path.join(build, "bin", "smr-dump"), "--mlir", library], capture_output=True, text=True, check=True).stdout
    # Of each module what is declared only: BLAS, C's functions, libsmr_rt.
    called |= set(re.findall(r"(?m)^\s*llvm\.func (?!.*\{$).*?@(\w+)\(", text))
    called |= {name.lower() + "_" for name in re.findall(r"(?m)^\s*func\.func private @_QP(\w+)\(", text)}
wanted = {name for name in called if re.fullmatch(r"[sdcz]\w+_|cblas_\w+|smr_rt_\w+", name)}
print(len(wanted), "routines")
missing = sorted(wanted - set(counted) - {"smr_rt_product_", "smr_rt_centred_"})  # (they call the replacement's routine)
for name in missing:
    print(f"{name}: not in routines.def")
sys.exit(bool(missing) or len(wanted) < 76)
