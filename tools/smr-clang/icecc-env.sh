#!/bin/bash
# The environment that icecc takes to its compile servers, with SMR in it:
#
#   bash icecc-env.sh smr-clang smr.tar.gz [library.pfa …]
#   ICECC_VERSION=$PWD/smr.tar.gz icecc smr-clang -O2 -c x.c
#
# icecc-create-env knows one program and what it is linked with. SMR is several, and finds its parts from where it
# lies: a server runs /usr/bin/clang in a root of its own, so smr-clang is that, its parts are /usr/lib and
# /usr/share/smr, and clang stays where smr-clang looks for it. Libraries that are named have their own paths there.
# (Not in it: libsmr.so and MLIR, which only --smr-pat= needs.)
set -eu
[ $# -ge 2 ] || { echo "usage: icecc-env.sh SMR-CLANG OUTPUT.tar.gz [LIBRARY.pfa …]" >&2; exit 1; }
driver=$(realpath "$(command -v "$1")")
output=$(realpath -m "$2")
shift 2
prefix=$(dirname "$(dirname "$driver")")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# put FILE PATH: the file, and the libraries that it is linked with, which keep their paths.
put() {
  mkdir -p "$root$(dirname "$2")"
  cp -L "$1" "$root$2"
  for library in $(ldd "$1" 2>/dev/null | sed -nE 's,^.*=> (/[^ ]*) \(.*,\1,p; s,^[[:space:]]*(/[^ ]*) \(.*,\1,p'); do
    [ -e "$root$library" ] && continue
    mkdir -p "$root$(dirname "$library")"
    cp -L "$library" "$root$library"
  done
}

"$driver" --smr-print-files | while read -r file; do
  case $file in
    "$driver") put "$file" /usr/bin/clang ;;
    */libsmr.so) ;;
    "$prefix"/*.so) put "$file" "/usr/lib/$(basename "$file")" ;;
    "$prefix"/share/smr/*) put "$file" "/usr/share/smr/$(basename "$file")" ;;
    *) put "$file" "$file" ;;
  esac
done
cp -r "$prefix/share/smr/dialect" "$root/usr/share/smr/"
for file; do put "$(realpath "$file")" "$(realpath "$file")"; done
# (What icecc asks of an environment.)
ln -s clang "$root/usr/bin/gcc"
put "$(type -P true)" /bin/true
put "$(type -P as)" /usr/bin/as
mkdir -p "$root/etc"
mkdir -m 1777 "$root/tmp"
find "$root" -name '*.so*' -printf '/%P\n' | sed 's,/[^/]*$,,' | sort -u >"$root/etc/ld.so.conf"
/sbin/ldconfig -r "$root"
tar -C "$root" --sort=name --owner=0 --group=0 --mtime=@0 -c . | gzip -1 -n >"$output"
