#!/bin/sh
# Writes describe_builtin.c: the texts of dialect/*.yaml as C strings. Run it after changing one of them; a test
# compares the two.
cd "$(dirname "$0")/../.." || exit 1
out=lib/mlir/describe_builtin.c
{
  echo '//===- describe_builtin.c - dialect/*.yaml as text -----------------------===//'
  echo '// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.'
  echo '//'
  echo '// Made by embed.sh; do not edit.'
  echo '//===----------------------------------------------------------------------===//'
  echo '// clang-format off'
  echo '#include "mlir/describe.h"'
  echo
  echo 'const SmrBuiltinDescription smr_builtin_descriptions[] = {'
  for file in dialect/*.yaml; do
    printf '    {"%s",\n' "$file"
    sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/     "/' -e 's/$/\\n"/' "$file"
    echo '    },'
  done
  echo '    {NULL, NULL}};'
} >"$out.new" && mv "$out.new" "$out"
