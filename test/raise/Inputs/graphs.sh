# Writes the graphs of the test programs as SMR imports them: graphs.sh c|fortran SOURCE_TREE FILE
set -e
: > "$3"
case $1 in
c) for f in poly_blas poly_kernels poly_solvers poly_stencils textbook inference applications; do
    SMR_DUMP_GRAPH=import smr-clang --smr-verbose --smr-mode=exact -O2 -emit-llvm -fno-inline -Dstatic= -I"$2/test/c" \
      -c "$2/test/c/programs/$f.c" -o graphs.o 2>> "$3"
  done ;;
fortran) for f in "$2"/test/fortran/variants/*.f90; do
    SMR_DUMP_GRAPH=import smr-flang --smr-mode=exact -O2 -emit-llvm -I "$2/test/fortran" -c "$f" -o graphs.o 2>> "$3"
  done ;;
esac
