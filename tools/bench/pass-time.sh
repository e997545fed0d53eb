#!/bin/sh
# See pass_time.py.
exec python3 "$(dirname "$0")/pass_time.py" "$@"
