#!/bin/sh
# See run_time.py.
exec python3 "$(dirname "$0")/run_time.py" "$@"
