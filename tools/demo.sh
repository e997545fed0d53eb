#!/bin/bash
# Sets the machine up, builds SMR, and runs the demo: Fortran programs compiled with smr-flang beside their twins.
#   bash tools/demo.sh [arguments of tools/demo/run.sh]
set -euo pipefail
cd "$(dirname "$0")/.."
bash tools/setup.sh

log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { cmake --preset release -DSMR_TESTS=OFF && cmake --build --preset release -j "$(nproc)"; } >"$log" 2>&1; then
  cat "$log"
  echo "demo: the build failed" >&2
  exit 1
fi
exec bash tools/demo/run.sh "$@"
