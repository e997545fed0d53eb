#!/bin/bash
# Makes a Debian package of SMR in build/.
#   bash tools/package/package.sh          set-up, build, package
#   bash tools/package/package.sh --bare   then also installs and uses it in a bare Debian made for the purpose (as root)
set -euo pipefail
cd "$(dirname "$0")/../.."
case "${1:-}" in
  "" | --bare) ;;
  *) echo "usage: bash tools/package/package.sh [--bare]" >&2; exit 2 ;;
esac
bash tools/setup.sh
log=$(mktemp)
root=
cleanup() {
  rm -f "$log"
  [ -n "$root" ] || return 0
  for mount in dev proc; do mountpoint -q "$root/$mount" && umount -l "$root/$mount"; done
  rm -rf --one-file-system "$root"
}
trap cleanup EXIT
run() { "$@" >"$log" 2>&1 || { cat "$log"; echo "package: failed: $*" >&2; exit 1; }; }

echo "package: building"
run cmake --preset release -DSMR_TESTS=OFF
run cmake --build --preset release -j "$(nproc)"
(cd build && run cpack -G DEB)
package=$(ls -t build/smr_*.deb | head -1)
echo "package: $package"
[ "${1:-}" = --bare ] || exit 0

command -v debootstrap >/dev/null || run apt-get install -y -qq debootstrap
root=$(mktemp -d /tmp/smr-bare.XXXXXX)
echo "package: making a bare Debian"
mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/debian.sources)
run debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror"
rm -f "$root/etc/apt/sources.list"
cp /etc/apt/sources.list.d/* "$root/etc/apt/sources.list.d/"
cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
cp -r /etc/apt/trusted.gpg.d /etc/apt/keyrings "$root/etc/apt/" 2>/dev/null || true
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp "$package" tools/package/try.sh "$root/root/"
for mount in proc dev; do mount --bind "/$mount" "$root/$mount"; done
inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }
echo "package: installing it there"
run inside apt-get update
run inside apt-get install -y --no-install-recommends "/root/$(basename "$package")" flang-22 gcc
inside bash /root/try.sh
run inside apt-get purge -y smr
left=$(cd "$root/usr" && find . -path '*smr*' -not -path './share/doc/*')
[ -z "$left" ] || { echo "package: purging leaves $left" >&2; exit 1; }
echo "package: purged, nothing is left"
