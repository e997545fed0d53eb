#!/bin/sh
# Compiles every demo program with the plain compiler and with SMR's, runs both and prints one table.
# Usage: tools/demo/run.sh [--build DIR] [--runs N] [--missed] [program ...]
exec python3 "$(dirname "$0")/run.py" "$@"
