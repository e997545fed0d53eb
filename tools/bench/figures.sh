#!/bin/bash
# Runs the main benchmarks: build/bench/*.json and *.txt, and the README's manual/pictures/*.svg.
# Takes a quarter of an hour on two cores.
#   bash tools/bench/figures.sh [--gains] [BUILD]
# --gains: only the README's chart (some minutes); RUNS=1 and PROGRAMS="gemm matmul" try it out.
# As root on Debian it installs what the baselines need; SQLite's amalgamation is measured when
# SMR_SQLITE names a sqlite3.c.
set -euo pipefail
cd "$(dirname "$0")/../.."
gains=
[ "${1:-}" != --gains ] || { gains=yes && shift; }
build=${1:-build}
out=$build/bench
mkdir -p "$out"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  dpkg -s gfortran g++ clang-14 >/dev/null 2>&1 ||
    apt-get install -y --no-install-recommends gfortran g++ clang-14 >/dev/null
fi
{
  grep -m1 'model name' /proc/cpuinfo || true
  nproc
  /usr/lib/llvm-22/bin/clang --version | head -1
  gcc --version | head -1
} >"$out/machine.txt"
machine="$(sed -n '1s/.*: //p' "$out/machine.txt"), $(sed -n 2p "$out/machine.txt") cores"
# shellcheck disable=SC2086 # (several programs)
python3 tools/bench/run_time.py --build "$build" --runs "${RUNS:-5}" --json "$out/run-time.json" ${PROGRAMS:-} |
  tee "$out/run-time.txt"
if [ -n "$gains" ]; then
  python3 tools/bench/pictures.py "$out/run-time.json" "$machine"
  exit
fi
cmake --build "$build" --target bench_match >/dev/null
for language in c fortran; do
  python3 tools/bench/polybench.py --build "$build" --language $language --json "$out/polybench-$language.json" |
    tee "$out/polybench-$language.txt" || true # what is slower or further off is told there
done
python3 tools/bench/compile_time.py --build "$build" --json "$out/compile-time.json" ${SMR_SQLITE:+--large "$SMR_SQLITE"} | tee "$out/compile-time.txt"
python3 tools/bench/pass_time.py --build "$build" --json "$out/pass-time.json" | tee "$out/pass-time.txt"
"$build/bin/bench_match" --json "$out/match-time.json" | tee "$out/match-time.txt"
[ ! -x tools/bench/guard-cost.sh ] || tools/bench/guard-cost.sh --build "$build" | tee "$out/guard-cost.txt"
python3 tools/bench/pictures.py "$out/run-time.json" "$machine"
