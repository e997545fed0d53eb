#!/bin/bash
# Sets the machine up, builds what the demo needs of SMR, and compiles sixteen programs by SMR's drivers beside their twins.
#   bash tools/demo.sh [arguments of tools/demo/run.sh]
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/build.sh
say "setting up (the first time: a few hundred megabytes of Debian's packages)"
bash tools/setup.sh demo
log=$(mktemp)
trap 'rm -f "$log"' EXIT
BUILD_TARGET=demo build release "$log" -DSMR_TESTS=OFF
say "running the programs"
bash tools/demo/run.sh "$@" && status=0 || status=$?
say "done"
exit $status
