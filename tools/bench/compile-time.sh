#!/bin/sh
# See compile_time.py.
exec python3 "$(dirname "$0")/compile_time.py" "$@"
