#!/bin/bash
# Sets the machine up, builds SMR, and runs every test: as released in build/, then under AddressSanitizer and
# UndefinedBehaviorSanitizer in build-asan/. Ends with ctest's summary; the exit status says whether all passed.
#   bash tools/check.sh [--fast]      --fast leaves the sanitizers out
set -euo pipefail
cd "$(dirname "$0")/.."
bash tools/setup.sh

jobs=$(nproc)
build() { # preset
  local log
  log=$(mktemp)
  cmake --preset "$1" -DSMR_TESTS=ON >"$log" 2>&1 && cmake --build --preset "$1" -j "$jobs" >"$log" 2>&1 || {
    cat "$log"
    rm -f "$log"
    echo "check: the $1 build failed" >&2
    exit 1
  }
  rm -f "$log"
}

status=0
build release
ctest --preset release -j "$jobs" || status=1
if [ "${1:-}" != --fast ]; then
  build asan
  # Leaks are reported, too; LLVM's own globals are not ours to free. FIR's parser comes without instrumentation
  # and reads arena memory that instrumented headers have poisoned: that is no error.
  ASAN_OPTIONS=detect_leaks=1:allow_user_poisoning=0 LSAN_OPTIONS=suppressions=$PWD/test/house/lsan.txt:print_suppressions=0 \
    ctest --preset asan -j "$jobs" || status=1
fi
[ $status -eq 0 ] || echo "check: tests failed, see above"
exit $status
