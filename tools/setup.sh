#!/bin/bash
# Installs what SMR is built from: Debian packages only. Idempotent, and silent when nothing is missing.
#   bash tools/setup.sh          everything
#   bash tools/setup.sh demo     what tools/demo.sh needs of it
set -euo pipefail

packages=(
  cmake ninja-build pkg-config python3
  clang-22 lld-22 llvm-22-dev libmlir-22-dev mlir-22-tools flang-22 libflang-22-dev
  libopenblas-dev libyaml-dev libxxhash-dev libjansson-dev zlib1g-dev libzstd-dev libxml2-dev
)
rest=(
  build-essential git file help2man
  clang-format-22 llvm-22-tools libclang-22-dev libclang-rt-22-dev libomp-22-dev
  libcmocka-dev libisl-dev
  python3-sphinx python3-myst-parser furo # the manual's site
  ccache distcc redis-server # tests of distributed builds
  valgrind # counts instructions of compilations
)
case "${1:-}" in
  "") packages+=("${rest[@]}") ;;
  demo) ;;
  *) echo "usage: bash tools/setup.sh [demo]" >&2; exit 2 ;;
esac

missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

root=()
[ "$(id -u)" -eq 0 ] || root=(sudo)
install() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >"$log" 2>&1
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup: installing ${missing[*]}"
# The package lists may be absent or old: refresh them only when they do not serve.
if ! apt-cache show "${missing[@]}" >/dev/null 2>&1 || ! install; then
  "${root[@]}" apt-get update -qq >"$log" 2>&1 || { cat "$log"; exit 1; }
  install || { cat "$log"; echo "setup: the packages could not be installed" >&2; exit 1; }
fi
