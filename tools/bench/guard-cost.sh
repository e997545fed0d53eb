#!/bin/sh
# What run-time checks cost: at n = 64, pointers of which nothing is known against restrict, and the original loops
# behind checks that fail against the same loops without SMR. The fastest of 3,000 rounds each, in turn.
#   tools/bench/guard-cost.sh [--build DIR]
here=$(cd "$(dirname "$0")" && pwd)
build=$here/../../build
[ "$1" = --build ] && build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
clang=${SMR_CLANG:-/usr/lib/llvm-22/bin/clang}
"$build/bin/smr-clang" -O2 "-DNAME(f)=guarded_##f" -DR= -c "$here/guard-cost/kernels.c" -o "$work/guarded.o" \
  "--smr-report=$work/report.json" &&
  "$build/bin/smr-clang" -O2 "-DNAME(f)=restricted_##f" -DR=restrict -c "$here/guard-cost/kernels.c" \
    -o "$work/restricted.o" &&
  "$clang" -O2 "-DNAME(f)=plain_##f" -DR= -c "$here/guard-cost/kernels.c" -o "$work/plain.o" &&
  "$build/bin/smr-clang" -O2 "$here/guard-cost/main.c" "$work"/*.o -o "$work/run" &&
  OPENBLAS_NUM_THREADS=1 "$work/run"
