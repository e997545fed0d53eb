#!/bin/bash
# Sets the machine up, builds SMR, and runs the tests. Ends with ctest's summary; the exit status says whether all passed.
#   bash tools/check.sh            what a change has to pass: all as released in build/, then under AddressSanitizer and
#                                  UndefinedBehaviorSanitizer in build-asan/ unit tests, fuzzers' inputs and each tool once
#   bash tools/check.sh --fast     while working: builds what has changed in build/, and runs all tests but those with the
#                                  label `slow` (test/CMakeLists.txt: programs compared by the hundred, the drivers, other build tools)
#   bash tools/check.sh --nightly  everything, sanitized too: random tests at full length, every program in every form and
#                                  level, longer campaigns, and the mutants of tools/mutants.sh
# All but --nightly run a tenth of the random tests' rounds (SMR_ROUNDS, in percent), sanitized a twentieth. SMR_SEED chooses
# which: by default it is the commit's.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=${1:-}
case "$mode" in
  "" | --fast | --nightly) ;;
  *) echo "usage: bash tools/check.sh [--fast | --nightly]" >&2; exit 2 ;;
esac

. tools/build.sh
jobs=$(nproc)
logs=$(mktemp -d)
beside= # the process group of the build that goes on beside
trap '[ -z "$beside" ] || kill -- -"$beside" 2>/dev/null; rm -rf "$logs"' EXIT

# lit and ctest share the cores: each of ctest's jobs is one of lit's.
tests() { # preset, rounds in percent, ctest's options
  say "testing: $1 (SMR_SEED=$SMR_SEED SMR_ROUNDS=$2)"
  SMR_ROUNDS=$2 LIT_OPTS=-j1 ctest --preset "$1" -j "$jobs" --no-label-summary "${@:3}" | grep --line-buffered -v '^ *Start *[0-9]*: ' || status=1
}

say "setting up"
bash tools/setup.sh
commit=$(git rev-parse HEAD 2>/dev/null || echo 0)
export SMR_SEED=${SMR_SEED:-$((16#${commit:0:7}))}
status=0
if [ "$mode" = --fast ]; then
  build release "$logs/release" -DSMR_TESTS=ON
  tests release 10 -LE 'slow|nightly'
else
  # The second build takes what the first one and the tests leave idle.
  set -m
  { renice -n 19 $BASHPID >"$logs/nice" && BUILD_TARGET=$([ "$mode" ] || echo sanitized) build asan "$logs/asan" -DSMR_TESTS=ON || exit 1; } &
  beside=$!
  set +m
  build release "$logs/release" -DSMR_TESTS=ON
  if [ "$mode" ]; then
    tests release 100
    bash tools/mutants.sh --nightly || status=1
  else
    tests release 10 -LE nightly
  fi
  say "waiting: asan"
  wait "$beside" || exit 1
  beside=
  [ "$mode" ] || cp build/share/smr/*.pfa build/share/smr/*.pfa.a build-asan/share/smr/ # both builds make the same bytes
  # Leaks are reported, too; LLVM's own globals are not ours to free. FIR's parser comes without instrumentation
  # and reads arena memory that instrumented headers have poisoned: that is no error.
  export ASAN_OPTIONS=detect_leaks=1:allow_user_poisoning=0
  export LSAN_OPTIONS=suppressions=$PWD/test/house/lsan.txt:print_suppressions=0
  if [ "$mode" ]; then tests asan 25; else tests asan 5 -LE nightly; fi
fi
[ $status -eq 0 ] || echo "check: tests failed, see above; the random ones repeat with SMR_SEED=$SMR_SEED"
exit $status
