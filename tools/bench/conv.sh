#!/bin/sh
# Convolution layers as plain loops: clang -O3 -march=native, smr-clang with the same flags, oneDNN where it is installed
# (libdnnl-dev), in one program on one thread; and layers so small that SMR must not lose.
#   tools/bench/conv.sh [--build DIR]
here=$(cd "$(dirname "$0")" && pwd)
build=$here/../../build
[ "$1" = --build ] && build=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
clang=${SMR_CLANG:-/usr/lib/llvm-22/bin/clang}
flags="-O3 -march=native"
onednn=
[ -f /usr/include/dnnl.h ] && onednn="-DONEDNN -ldnnl"
"$clang" $flags "-DNAME(f)=clang_##f" -c "$here/conv/layers.c" -o "$work/clang.o" &&
  "$build/bin/smr-clang" $flags "-DNAME(f)=smr_##f" -c "$here/conv/layers.c" -o "$work/smr.o" \
    "--smr-report=$work/report.json" &&
  "$build/bin/smr-clang" --smr-mode=off -O2 "$here/conv/main.c" "$work"/*.o $onednn -lm -o "$work/run" || exit 1
sed -n 's/^model name[^:]*: */processor: /p' /proc/cpuinfo | head -1
echo "load: $(cut -d' ' -f1-3 /proc/loadavg), $(nproc) processors, one thread"
OPENBLAS_CORETYPE=${OPENBLAS_CORETYPE-SkylakeX} OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 "$work/run"
