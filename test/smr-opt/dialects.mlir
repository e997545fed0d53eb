// smr-opt knows upstream's dialects, Flang's, and its own.

// RUN: smr-opt %s --split-input-file | FileCheck %s
// RUN: smr-opt --show-dialects | FileCheck %s --check-prefix=ALL
// ALL-DAG: affine
// ALL-DAG: fir
// ALL-DAG: hlfir
// ALL-DAG: llvm
// ALL-DAG: smr

// CHECK: fir.do_loop
// CHECK: hlfir.declare
func.func @fortran(%a: !fir.ref<f64>, %n: index) {
  %one = arith.constant 1 : index
  %x:2 = hlfir.declare %a {uniq_name = "x"} : (!fir.ref<f64>) -> (!fir.ref<f64>, !fir.ref<f64>)
  fir.do_loop %i = %one to %n step %one {
    %v = fir.load %x#0 : !fir.ref<f64>
    fir.store %v to %x#0 : !fir.ref<f64>
  }
  %y:2 = hlfir.declare %a {uniq_name = "y"} : (!fir.ref<f64>) -> (!fir.ref<f64>, !fir.ref<f64>)
  return
}

// -----

// CHECK: affine.for
func.func @polyhedral(%m: memref<10xf32>) {
  affine.for %i = 0 to 10 {
    %v = affine.load %m[%i] : memref<10xf32>
    affine.store %v, %m[%i] : memref<10xf32>
  }
  return
}

// -----

// CHECK: llvm.func @replacement(f64) attributes {smr.replacement = "gemm"}
llvm.func @replacement(f64) attributes {smr.replacement = "gemm"}
