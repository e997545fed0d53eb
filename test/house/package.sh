#!/bin/bash
# The Debian package: what it says of itself, and that what it installs works. Where the system may be mounted under a
# second name (as root), dpkg installs it there for good, and purging leaves nothing; elsewhere its files are unpacked.
#   package.sh BUILD SOURCE
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d /tmp/smr-package.XXXXXX)
mounted=
cleanup() {
  if [ -n "$mounted" ]; then
    umount -l "$work/system/proc" "$work/system/dev" "$work/system" "$work/layer" 2>/dev/null || true
  fi
  rm -rf --one-file-system "$work"
}
trap cleanup EXIT
fail() { echo "package: $*" >&2; exit 1; }

cpack --config "$build/CPackConfig.cmake" -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=none -B "$work/pack" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
package=$(ls "$work"/pack/*.deb)
fields=$(dpkg-deb -f "$package")
for word in "Package: smr" clang-22 libopenblas-dev python3 libmlir-22; do
  [[ $fields == *"$word"* ]] || fail "the package does not say $word: $fields"
done
dpkg-deb -x "$package" "$work/files"
bad=$(grep -rlF -e "$build" -e "$source" "$work/files" || true)
[ -z "$bad" ] || fail "where it was built is written in $bad"

mkdir -p "$work/layer" "$work/system"
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs none "$work/layer" 2>/dev/null; then
  mounted=yes
  mkdir "$work/layer/upper" "$work/layer/work"
  if mount -t overlay overlay -o "lowerdir=/,upperdir=$work/layer/upper,workdir=$work/layer/work" "$work/system" 2>/dev/null; then
    mount --bind /proc "$work/system/proc"
    mount --bind /dev "$work/system/dev"
    cp "$package" "$source/tools/package/try.sh" "$work/system/root/"
    inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
      chroot "$work/system" "$@"; }
    inside dpkg -i "/root/$(basename "$package")" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    inside bash /root/try.sh
    inside dpkg --purge smr >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    left=$(cd "$work/layer/upper/usr" && find . -type f -path '*smr*' ! -path './share/doc/*')
    [ -z "$left" ] || fail "purging leaves $left"
    exit 0
  fi
fi
echo "package: nothing can be mounted here: unpacked instead of installed"
bash "$source/tools/package/try.sh" "$work/files/usr"
