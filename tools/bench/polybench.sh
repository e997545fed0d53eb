#!/bin/sh
# See polybench.py.
exec python3 "$(dirname "$0")/polybench.py" "$@"
