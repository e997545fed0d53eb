#!/bin/bash
# Times smr-tensorize on layers of ResNet and on small ops: tensorize.sh [--costs]
# With --costs: what the steps of the table of costs take here (lib/tensorize/costs.h), as such a table.
set -e
here=$(cd "$(dirname "$0")" && pwd)
export OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE-SkylakeX} OPENBLAS_NUM_THREADS=1
exec python3 "$here/tensorize.py" --build "${SMR_BUILD:-$here/../../build}" "$@"
