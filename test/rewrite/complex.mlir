// Complex numbers in memrefs, said by the complex dialect: what is conjugated where BLAS conjugates it becomes a call;
// lowered and run, the program is what it was.
// REQUIRES: plugin
// RUN: smr-opt --smr-rewrite="library=%build/share/smr/complex.pfa mode=equality costs=none report=%t.json" %s -o %t.smr.mlir
// RUN: FileCheck %s --input-file=%t.json
// RUN: mlir-opt %s --lower-affine --convert-scf-to-cf --convert-complex-to-standard --convert-complex-to-llvm --convert-math-to-llvm --expand-strided-metadata --lower-affine --convert-arith-to-llvm --finalize-memref-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | mlir-translate --mlir-to-llvmir -o %t.plain.ll
// RUN: mlir-opt %t.smr.mlir --lower-affine --convert-scf-to-cf --convert-complex-to-standard --convert-complex-to-llvm --convert-math-to-llvm --expand-strided-metadata --lower-affine --convert-arith-to-llvm --finalize-memref-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | mlir-translate --mlir-to-llvmir -o %t.smr.ll
// RUN: clang -O1 -w %t.plain.ll %S/Inputs/complex_main.c -lm -o %t.plain && %t.plain > %t.plain.txt
// RUN: clang -O1 -w %t.smr.ll %S/Inputs/complex_main.c -lm -lopenblas -o %t.smr && %t.smr > %t.smr.txt
// RUN: diff %t.plain.txt %t.smr.txt

// CHECK-DAG: "function":"adjoint","idiom":"zgemm_c"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"scaled","idiom":"zaxpy"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"constant","idiom":"caxpy"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"matvec","idiom":"zgemv"{{.*}}"tier":"equality"
// CHECK-NOT: "function":"other","idiom":"z{{.*}}"tier"

func.func @adjoint(%a: memref<24x16xcomplex<f64>>, %b: memref<24x20xcomplex<f64>>, %c: memref<16x20xcomplex<f64>>) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to 24 {
        %x = affine.load %a[%k, %i] : memref<24x16xcomplex<f64>>
        %y = affine.load %b[%k, %j] : memref<24x20xcomplex<f64>>
        %z = affine.load %c[%i, %j] : memref<16x20xcomplex<f64>>
        %d = complex.conj %x : complex<f64>
        %p = complex.mul %d, %y : complex<f64>
        %s = complex.add %z, %p : complex<f64>
        affine.store %s, %c[%i, %j] : memref<16x20xcomplex<f64>>
      }
    }
  }
  return
}

// The factor is computed of a real number, in the loop.
func.func @scaled(%n: index, %r: f64, %x: memref<?xcomplex<f64>>, %y: memref<?xcomplex<f64>>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xcomplex<f64>>
    %v = memref.load %y[%i] : memref<?xcomplex<f64>>
    %minus = arith.negf %r : f64
    %h = arith.mulf %half, %r : f64
    %f = complex.create %h, %minus : complex<f64>
    %g = complex.conj %f : complex<f64>
    %p = complex.mul %u, %g : complex<f64>
    %s = complex.sub %v, %p : complex<f64>
    memref.store %s, %y[%i] : memref<?xcomplex<f64>>
  }
  return
}

func.func @constant(%x: memref<100xcomplex<f32>>, %y: memref<100xcomplex<f32>>) attributes {llvm.emit_c_interface} {
  %f = complex.constant [2.0 : f32, -1.0 : f32] : complex<f32>
  affine.for %i = 0 to 100 {
    %u = affine.load %x[%i] : memref<100xcomplex<f32>>
    %v = affine.load %y[%i] : memref<100xcomplex<f32>>
    %p = complex.mul %f, %u : complex<f32>
    %s = complex.add %p, %v : complex<f32>
    affine.store %s, %y[%i] : memref<100xcomplex<f32>>
  }
  return
}

func.func @matvec(%m: index, %n: index, %a: memref<?x?xcomplex<f64>>, %x: memref<?xcomplex<f64>>, %y: memref<?xcomplex<f64>>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %z = complex.create %zero, %zero : complex<f64>
  scf.for %i = %c0 to %m step %c1 {
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %z) -> complex<f64> {
      %u = memref.load %a[%i, %j] : memref<?x?xcomplex<f64>>
      %v = memref.load %x[%j] : memref<?xcomplex<f64>>
      %p = complex.mul %u, %v : complex<f64>
      %s = complex.add %acc, %p : complex<f64>
      scf.yield %s : complex<f64>
    }
    memref.store %sum, %y[%i] : memref<?xcomplex<f64>>
  }
  return
}

// The conjugate is that of what is added, the parts are exchanged.
func.func @other(%n: index, %x: memref<?xcomplex<f64>>, %y: memref<?xcomplex<f64>>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xcomplex<f64>>
    %v = memref.load %y[%i] : memref<?xcomplex<f64>>
    %re = complex.re %u : complex<f64>
    %im = complex.im %u : complex<f64>
    %w = complex.create %im, %re : complex<f64>
    %d = complex.conj %u : complex<f64>
    %p = complex.add %w, %d : complex<f64>
    %s = complex.add %v, %p : complex<f64>
    memref.store %s, %y[%i] : memref<?xcomplex<f64>>
  }
  return
}
