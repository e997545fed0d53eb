#!/bin/bash
# kernels.sh [BUILD]: the tensor kernels of BUILD's libsmr_rt beside unfused sequences, one thread (kernels.c).
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
build=${1:-$root/build}
program=$(mktemp)
trap 'rm -f "$program"' EXIT
"${CC:-cc}" -O3 -march=native -fno-math-errno -D_GNU_SOURCE -I"$root/lib" "$root/tools/bench/pypm/kernels.c" \
  "$build/lib/libsmr_rt.a" -lm -o "$program"
OPENBLAS_NUM_THREADS=1 "$program"
