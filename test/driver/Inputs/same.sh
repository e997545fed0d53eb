#!/bin/sh
# same.sh source flags…: for each set of flags smr-flang's output is flang's, byte for byte.
source=$1
shift
for flags in "$@"; do
  flang $flags -w -c "$source" -o plain.out || exit 1
  smr-flang --smr-frontend=plugin $flags -w -c "$source" -o smr.out || exit 1
  cmp plain.out smr.out || { echo "with $flags" >&2; exit 1; }
done
