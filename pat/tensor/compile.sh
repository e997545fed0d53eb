#!/bin/sh
# Makes the compiled form of the libraries: compile.sh PYPM [FOLDER]. models.mlirbc is all but transpose.
set -e
cd "$(dirname "$0")"
out=${2:-.}
for name in ops norm attention linear conv transpose; do
  "$1" compile $name.py -o "$out/$name.mlirbc"
done
"$1" compile norm.py attention.py linear.py conv.py -o "$out/models.mlirbc"
