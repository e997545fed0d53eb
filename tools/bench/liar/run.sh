#!/bin/sh
# Costs of this machine, then the 16 kernels of LIAR: what is found with them, timed against C. The two halves of the table: clang's -O3 alone, and with -march=native.
#   tools/bench/liar/run.sh [BUILD]
set -e
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/../../../build}
cmake --build "$build" --target liar_run liar_calibrate >/dev/null
costs=$(mktemp)
trap 'rm -f "$costs"' EXIT
for flags in "-O3" "-O3 -march=native"; do
  "$build/bin/liar_calibrate" --flags="$flags" >"$costs"
  "$build/bin/liar_run" --flags="$flags" --costs="$costs" --verbose
done
