#!/bin/bash
# Builds a clang with ClangIR, cir-opt and cir-translate beside Debian's packages; see README.md.
#   tools/clang-cir/build.sh [PREFIX]     default: ${XDG_CACHE_HOME:-~/.cache}/smr/clang-cir
# SMR_CIR_WORK: where source and objects lie (default: PREFIX.build, removed at the end unless it was named).
# SMR_CIR_JOBS: parallel compiles (default: all cores).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/smr/clang-cir}
keep=${SMR_CIR_WORK:+yes}
work=${SMR_CIR_WORK:-$prefix.build}
llvm=/usr/lib/llvm-22

die() { echo "clang-cir: $*" >&2; exit 1; }

if [ -x "$prefix/bin/clang" ] && [ -x "$prefix/bin/cir-opt" ] && [ -x "$prefix/bin/cir-translate" ]; then
  echo "clang-cir: already in $prefix"
  exit 0
fi

version=$(dpkg-query -W -f '${Version}' clang-22 2>/dev/null) || die "clang-22 is not installed (tools/setup.sh)"
upstream=${version#*:}
upstream=${upstream%%[-~+]*}
root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
missing=()
for package in clang-22 libclang-22-dev libmlir-22-dev llvm-22-dev mlir-22-tools cmake ninja-build dpkg-dev; do
  [ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "clang-cir: installing ${missing[*]}"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "the packages could not be installed"
fi

mkdir -p "$work" "$prefix"
cd "$work"

# The source index of sid has the upstream tarball of every version in the archive. Lists of its own, so that the system's
# lists stay as they are; the signature is checked with Debian's keyring.
if ! ls llvm-toolchain-22_*.orig.tar.xz >/dev/null 2>&1; then
  mkdir -p apt/lists/partial apt/cache/archives/partial
  mirror=${SMR_CIR_MIRROR:-http://deb.debian.org/debian}
  echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >apt/sources.list
  options=(-o Dir::State::Lists="$work/apt/lists" -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=-
           -o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User=root)
  echo "clang-cir: fetching the source of llvm-toolchain-22 $upstream"
  apt-get "${options[@]}" update -qq || die "the source index could not be fetched"
  full=$(apt-cache "${options[@]}" showsrc llvm-toolchain-22 | awk '/^Version:/ { print $2 }' | grep -F ":$upstream" | sort -V | tail -1)
  [ -n "$full" ] || die "no source of llvm-toolchain-22 $upstream in the archive"
  apt-get "${options[@]}" source --download-only --tar-only "llvm-toolchain-22=$full" >apt/log 2>&1 || { cat apt/log >&2; die "the source could not be fetched"; }
fi

# Only what the packages lack: any other header of the source tree would shadow an installed one.
if [ ! -e src/.done ]; then
  echo "clang-cir: unpacking"
  mkdir -p src
  tar -xf llvm-toolchain-22_*.orig.tar.xz -C src --strip-components=1 --wildcards \
    '*/clang/lib/CIR/*' '*/clang/include/clang/CIR/*' '*/clang/lib/FrontendTool/*' '*/clang/tools/driver/*' '*/clang/tools/cir-*' \
    '*/clang/utils/TableGen/CIRLoweringEmitter.cpp' '*/clang/utils/TableGen/TableGenBackends.h'
  "$here/mend.sh" src/clang
  touch src/.done
fi

echo "clang-cir: building (some minutes)"
CC=clang-22 CXX=clang++-22 cmake -G Ninja -S "$here" -B build -DCIR_SOURCE="$work/src/clang" -DCIR_LLVM="$llvm" \
  -DCMAKE_INSTALL_PREFIX="$prefix" >configure.log || { cat configure.log >&2; die "configuring failed"; }
ninja -C build ${SMR_CIR_JOBS:+-j"$SMR_CIR_JOBS"} install >build.log 2>&1 || { tail -40 build.log >&2; die "the build failed"; }
[ -n "$keep" ] || { cd /; rm -rf "$work"; }
echo "clang-cir: installed in $prefix"
