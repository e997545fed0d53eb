#!/bin/sh
# See eqsat.py.
exec python3 "$(dirname "$0")/eqsat.py" "$@"
