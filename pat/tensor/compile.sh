#!/bin/sh
# Makes the compiled form of the libraries: compile.sh PYPM [FOLDER]. models.mlirbc is what runs first, rest.mlirbc what
# runs behind it.
set -e
cd "$(dirname "$0")"
out=${2:-.}
for name in ops norm attention linear conv transpose batched alone; do
  "$1" compile $name.py -o "$out/$name.mlirbc"
done
"$1" compile norm.py attention.py linear.py conv.py -o "$out/models.mlirbc"
"$1" compile batched.py transpose.py alone.py -o "$out/rest.mlirbc"
