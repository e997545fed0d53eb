#!/bin/bash
# Builds of a generated project over caches and compile servers, on this machine's loopback:
#   distributed.sh [BUILD [FILES]]     BUILD: SMR's build tree (build), FILES: of C, with a matrix product each (64)
# Prints a line for each way: seconds, and how many objects are those of a plain build (all of them, or it is an error).
# Needs ccache, distcc, redis-server (tools/setup.sh installs them).
set -euo pipefail
export LC_ALL=C
build=$(realpath "${1:-build}")
files=${2:-64}
export PATH="$build/bin:$PATH"
work=$(mktemp -d)
servers=()
cleanup() {
  for server in "${servers[@]}"; do kill "$server" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work"

for ((k = 0; k < files; k++)); do
  printf '#include <stdio.h>\n#include <string.h>\nvoid product%d(int n, const double *a, const double *b, double *c) {
  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) {\n      double s = %d;\n      for (int l = 0; l < n; l++)
        s += a[i * n + l] * b[l * n + j];\n      c[i * n + j] = s;\n    }\n}\n' "$k" "$((k % 3))" >"f$k.c"
done
printf 'all: %s\nf%%.o: f%%.c\n\t$(PRE) $(CC) -O2 --smr-report -c $< -o $@\n' "$(seq -f 'f%g.o' -s ' ' 0 $((files - 1)))" >Makefile

port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# way NAME WORDS…: make, from nothing, and compares.
way() {
  local name=$1 start end same=0
  shift
  rm -f ./*.o
  start=$(date +%s.%N)
  env "$@" make -s -j8 all >log 2>&1 || { cat log; echo "$name: the build failed" >&2; exit 1; }
  end=$(date +%s.%N)
  [ -d plain ] || { mkdir plain && cp ./*.o plain; }
  for object in plain/*.o; do cmp -s "$object" "$(basename "$object")" && same=$((same + 1)); done
  printf '%-44s %7.2f s   %d of %d objects the same\n' "$name" "$(echo "$end - $start" | bc -l 2>/dev/null ||
    python3 -c "print($end - $start)")" "$same" "$files"
  [ "$same" -eq "$files" ] || exit 1
}

one=$(port)
two=$(port)
store=$(port)
mkdir one two distcc
chmod 777 "$work" one two
for number in one two; do
  TMPDIR=$work/$number distccd --daemon --no-detach --port "${!number}" --listen 127.0.0.1 --allow 127.0.0.1 --jobs 4 \
    --user nobody --log-file /dev/null --enable-tcp-insecure >/dev/null 2>&1 &
  servers+=($!)
done
redis-server --port "$store" --bind 127.0.0.1 --save '' --appendonly no --dir "$work" >/dev/null 2>&1 &
servers+=($!)
sleep 1

export DISTCC_DIR=$work/distcc DISTCC_FALLBACK=0 DISTCC_HOSTS="127.0.0.1:$one/4 127.0.0.1:$two/4"
export CCACHE_CONFIGPATH=$work/none CCACHE_REMOTE_STORAGE=redis://127.0.0.1:$store
way 'make -j8' CC=smr-clang
way 'distcc, two servers' CC=smr-clang PRE=distcc
way 'ccache, cold, remote store empty' CC=smr-clang PRE=ccache CCACHE_DIR="$work/c1"
way 'ccache, warm' CC=smr-clang PRE=ccache CCACHE_DIR="$work/c1"
way 'ccache, another machine: remote store alone' CC=smr-clang PRE=ccache CCACHE_DIR="$work/c2"
smr-dump --report ./*.o >report.json
printf '%-44s %7d rewrites in %d objects\n' 'smr-dump --report *.o' "$(grep -c '"tier"' report.json)" "$files"
