#!/bin/bash
# Uses an installed SMR as its first user would, and says the first thing that is not as it should be.
#   tools/package/try.sh [PREFIX]      (default: /usr)
set -euo pipefail
prefix=${1:-/usr}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() { echo "try: $*" >&2; exit 1; }
PATH=$prefix/bin:$PATH

cat >dot.c <<'C'
#include <stdio.h>
#include <stdlib.h>
double dot(int n, const double *x, const double *y) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}
int main(int argc, char **argv) {
  int n = atoi(argv[argc - 1]);
  double *x = malloc(n * sizeof *x);
  for (int i = 0; i < n; i++)
    x[i] = i % 7;
  printf("%.0f\n", dot(n, x, x));
}
C
cat >total.f90 <<'F'
program total
  real(8) :: a(60, 50), b(50, 40), c(60, 40)
  integer :: i, j, k
  a = 1
  b = 2
  c = 0
  do j = 1, 40
    do k = 1, 50
      do i = 1, 60
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
  print '(f8.1)', c(3, 4)
end program
F
smr-clang -O2 dot.c -o dot --smr-report=dot.json || fail "smr-clang"
[ "$(./dot 7000)" = 91000 ] || fail "dot gives another number"
grep -q '"idiom":"ddot"' dot.json || fail "there is no ddot in $(cat dot.json)"
says=$(SMR_RT=verbose,now ./dot 7000 2>&1)
[[ $says == *openblas* ]] || fail "the program does not find a BLAS: $says"
other=$(command -v gcc || command -v clang-22)
smr-clang -O2 -c dot.c && "$other" dot.o -o byhand $(smr-config --runtime-libs) && [ "$(./byhand 7000)" = 91000 ] ||
  fail "smr-config --runtime-libs is not enough"
says=$(SMR_RT=verbose,now ./byhand 7000 2>&1)
[[ $says == *openblas* ]] || fail "linked with smr-config --runtime-libs the program calls no BLAS: $says"
if command -v /usr/lib/llvm-22/bin/flang >/dev/null; then
  smr-flang -O2 total.f90 -o total --smr-report=total.json || fail "smr-flang"
  [ "$(./total)" = "   100.0" ] || fail "total gives another number"
  grep -q '"idiom":"dgemm' total.json || fail "there is no dgemm in $(cat total.json)"
fi
if command -v /usr/lib/llvm-22/bin/mlir-opt >/dev/null; then
  /usr/lib/llvm-22/bin/mlir-opt --load-pass-plugin="$(smr-config --plugin)" --help >help
  grep -q smr-rewrite help || fail "mlir-opt does not have the passes of $(smr-config --plugin)"
fi
smr-dump "$(smr-config --library=blas)" >dump
grep -q dgemm dump || fail "smr-dump shows no dgemm"
for program in smr-{build,clang,clang++,flang,opt,dump,why,eqsat,access,array,rise,config,gpu-calibrate} pypm; do
  "$program" --version >version 2>&1 || fail "$program --version: $(cat version)"
  grep -q '[0-9]\.[0-9]' version || fail "$program has no version"
  "$program" --help >help 2>&1 || fail "$program --help"
done
if command -v help2man >/dev/null || [ -f "$prefix/share/man/man1/smr-build.1.gz" ]; then
  zcat "$prefix/share/man/man1/smr-clang.1.gz" >page
  grep -q 'smr\\-report' page || fail "the manual page of smr-clang has no --smr-report"
  for program in smr-{clang,flang,build,dump,config}; do
    zcat "$prefix/share/man/man1/$program.1.gz" | grep -A2 SYNOPSIS | grep -q "$program" || fail "the manual page of $program has no synopsis"
  done
fi
# What icecc's servers are sent (its programs have their own paths there, and SMR's parts lie around clang).
if [ -x /sbin/ldconfig ] && command -v as >/dev/null; then
  bash "$prefix/share/smr/icecc-env.sh" smr-clang env.tar.gz || fail "icecc-env.sh"
  tar -tzf env.tar.gz >files
  for file in usr/bin/clang usr/lib/libsmr-clang.so usr/share/smr/blas.pfa usr/share/smr/blas.pfa.a usr/share/smr/dialect/; do
    grep -qxF "./$file" files || fail "icecc's servers get no $file"
  done
fi
# A shell's completion.
bash -c '
  source "$1/share/bash-completion/completions/smr-clang"
  COMP_WORDS=(smr-clang --smr-mode = e) COMP_CWORD=3
  _smr_clang smr-clang
  [ "${COMPREPLY[*]}" = "exact equality" ] || exit 1
  COMP_WORDS=(smr-clang --smr-rep) COMP_CWORD=1
  _smr_clang smr-clang 2>/dev/null
  [ "${COMPREPLY[0]}" = "--smr-report=" ]' bash "$prefix" || fail "bash completes nothing"
echo "try: all is as it should be in $prefix"
