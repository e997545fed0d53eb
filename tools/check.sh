#!/bin/bash
# Sets the machine up, builds SMR, and runs the tests. Ends with ctest's summary; the exit status says whether all passed.
#   bash tools/check.sh          everything: as released in build/, then under AddressSanitizer and UndefinedBehaviorSanitizer in
#                                build-asan/, without tests in which other programs do most of the work
#   bash tools/check.sh --fast   while working: builds what has changed in build/, and runs all tests but those with the label
#                                `slow` (test/CMakeLists.txt: programs compared by the hundred, the drivers, other build tools)
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | --fast) ;;
  *) echo "usage: bash tools/check.sh [--fast]" >&2; exit 2 ;;
esac

. tools/build.sh
jobs=$(nproc)
logs=$(mktemp -d)
beside= # the process group of the build that goes on beside
trap '[ -z "$beside" ] || kill -- -"$beside" 2>/dev/null; rm -rf "$logs"' EXIT

# lit and ctest share the cores: each of ctest's jobs is one of lit's.
tests() { # preset, ctest's options
  say "testing: $1"
  LIT_OPTS=-j1 ctest --preset "$1" -j "$jobs" --no-label-summary "${@:2}" | grep --line-buffered -v '^ *Start *[0-9]*: ' || status=1
}

say "setting up"
bash tools/setup.sh
status=0
if [ "${1:-}" = --fast ]; then
  build release "$logs/release" -DSMR_TESTS=ON
  tests release -LE slow
else
  # The second build takes what the first one and the tests leave idle.
  set -m
  { renice -n 19 $BASHPID >"$logs/nice" && build asan "$logs/asan" -DSMR_TESTS=ON || exit 1; } &
  beside=$!
  set +m
  build release "$logs/release" -DSMR_TESTS=ON
  tests release
  say "waiting: asan"
  wait "$beside" || exit 1
  beside=
  # Leaks are reported, too; LLVM's own globals are not ours to free. FIR's parser comes without instrumentation
  # and reads arena memory that instrumented headers have poisoned: that is no error.
  export ASAN_OPTIONS=detect_leaks=1:allow_user_poisoning=0
  export LSAN_OPTIONS=suppressions=$PWD/test/house/lsan.txt:print_suppressions=0
  tests asan
fi
[ $status -eq 0 ] || echo "check: tests failed, see above"
exit $status
