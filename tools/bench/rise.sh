#!/bin/sh
# See rise.py.
exec python3 "$(dirname "$0")/rise.py" "$@"
