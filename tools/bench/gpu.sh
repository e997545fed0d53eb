#!/bin/sh
# See gpu.py.
exec python3 "$(dirname "$0")/gpu.py" "$@"
