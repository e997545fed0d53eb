#!/bin/sh
# Writes Inputs/*.mlir anew: what ClangIR (SMR_CLANG_CIR, see tools/clang-cir) makes of Inputs/*.c, in the form that any
# MLIR tool reads with --allow-unregistered-dialect. With an argument: into that folder.
set -e
: "${SMR_CLANG_CIR:?names a clang with ClangIR}"
opt=$(dirname "$SMR_CLANG_CIR")/cir-opt
cd "$(dirname "$0")/Inputs"
for source in *.c; do
  "$SMR_CLANG_CIR" -fclangir -emit-cir -O2 "$source" -o - | sed -e "s|$PWD/||g" |
    "$opt" --mlir-print-op-generic --mlir-print-local-scope --mlir-print-debuginfo -o "${1:-.}/${source%.c}.mlir"
done
