#!/bin/bash
# Measures the bite of the tests: which faults of lib/ they notice.
#   bash tools/mutants.sh [--quick | --nightly] [--seed N] [--count N] …     --help prints all options
# 300 mutants of lib/ are built into one set of binaries, in build-mutants/: flipped comparisons, conditions replaced by
# true or false, swapped operands, loops of one iteration more or fewer; half of them in guards and legality. SMR_MUTANT=17,23
# switches two on; without it the programs behave as in build/. Each test runs once with a trace of the mutants that it
# reaches: those whose expression has another value than the original one at least once. Then it runs with all surviving
# mutants that it reaches, and if it fails, with halves of them, until it is known which ones it notices; slow tests come last.
# A test notices a mutant if it fails, crashes or takes ten times as long; then the mutant is killed.
#   --quick     the tests of `tools/check.sh`: no label `nightly`, a tenth of the random tests' rounds (the default)
#   --nightly   those, then all tests as `tools/check.sh --nightly` runs them on what survived
# Prints a table, the survivors and a summary. Exits with 1 if too many survive. A run that was stopped resumes with
# --no-build, at the test that it was stopped in. tools/mutants/equivalent.txt lists mutants that are left out because no
# test can notice them. libsmr_rt is left out, too: it is linked into users' programs.
set -euo pipefail
cd "$(dirname "$0")/.."
bash tools/setup.sh
exec nice -n 19 python3 tools/mutants/mutants.py "$@"
