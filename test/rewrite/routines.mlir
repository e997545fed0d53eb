// What nests of affine and scf loops over memrefs compute is said by BLAS; lowered and run, the program is what it was.
// REQUIRES: plugin
// RUN: smr-opt --smr-rewrite="library=%build/share/smr/blas.pfa mode=equality costs=none report=%t.json" %s -o %t.smr.mlir
// RUN: FileCheck %s --input-file=%t.json
// RUN: mlir-opt %s --lower-affine --convert-scf-to-cf --convert-math-to-llvm --expand-strided-metadata --lower-affine --convert-arith-to-llvm --finalize-memref-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | mlir-translate --mlir-to-llvmir -o %t.plain.ll
// RUN: mlir-opt %t.smr.mlir --lower-affine --convert-scf-to-cf --convert-math-to-llvm --expand-strided-metadata --lower-affine --convert-arith-to-llvm --finalize-memref-to-llvm --convert-cf-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts | mlir-translate --mlir-to-llvmir -o %t.smr.ll
// RUN: clang -O1 -w %t.plain.ll %S/Inputs/routines_main.c -lm -o %t.plain && %t.plain > %t.plain.txt
// RUN: clang -O1 -w %t.smr.ll %S/Inputs/routines_main.c -lm -lopenblas -o %t.smr && %t.smr > %t.smr.txt
// RUN: diff %t.plain.txt %t.smr.txt

// CHECK-DAG: "function":"matmul","idiom":"dgemm"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"matvec","idiom":"dgemv"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"lu","idiom":"dtrsv"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"lu","idiom":"dgemv"{{.*}}"tier":"equality"
// CHECK-DAG: "function":"left","idiom":"dgemv"{{.*}}"tier":"equality"

func.func @matmul(%a: memref<16x24xf64>, %b: memref<24x20xf64>, %c: memref<16x20xf64>) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to 24 {
        %x = affine.load %a[%i, %k] : memref<16x24xf64>
        %y = affine.load %b[%k, %j] : memref<24x20xf64>
        %z = affine.load %c[%i, %j] : memref<16x20xf64>
        %p = arith.mulf %x, %y : f64
        %s = arith.addf %z, %p : f64
        affine.store %s, %c[%i, %j] : memref<16x20xf64>
      }
    }
  }
  return
}

func.func @matvec(%m: index, %n: index, %a: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %u = memref.load %a[%i, %j] : memref<?x?xf64>
      %v = memref.load %x[%j] : memref<?xf64>
      %w = memref.load %y[%i] : memref<?xf64>
      %p = arith.mulf %u, %v : f64
      %s = arith.addf %w, %p : f64
      memref.store %s, %y[%i] : memref<?xf64>
    }
  }
  return
}

// What is read lies in the memref that is written.
func.func @lu(%n: index, %a: memref<?x?xf64>) attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to %n {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %l = affine.load %a[%i, %k] : memref<?x?xf64>
        %u = affine.load %a[%k, %j] : memref<?x?xf64>
        %v = affine.load %a[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %l, %u : f64
        %s = arith.subf %v, %p : f64
        affine.store %s, %a[%i, %j] : memref<?x?xf64>
      }
      %d = affine.load %a[%j, %j] : memref<?x?xf64>
      %v = affine.load %a[%i, %j] : memref<?x?xf64>
      %q = arith.divf %v, %d : f64
      affine.store %q, %a[%i, %j] : memref<?x?xf64>
    }
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to %n {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %l = affine.load %a[%i, %k] : memref<?x?xf64>
        %u = affine.load %a[%k, %j] : memref<?x?xf64>
        %v = affine.load %a[%i, %j] : memref<?x?xf64>
        %p = arith.mulf %l, %u : f64
        %s = arith.subf %v, %p : f64
        affine.store %s, %a[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// Roots stay in a copy of the loop.
func.func @left(%n: index, %a: memref<?x?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f64
  affine.for %i = 0 to %n {
    affine.store %zero, %y[%i] : memref<?xf64>
    affine.for %j = 0 to %n {
      %u = affine.load %a[%i, %j] : memref<?x?xf64>
      %v = affine.load %x[%j] : memref<?xf64>
      %w = affine.load %y[%i] : memref<?xf64>
      %p = arith.mulf %u, %v : f64
      %s = arith.addf %w, %p : f64
      affine.store %s, %y[%i] : memref<?xf64>
    }
    %t = affine.load %y[%i] : memref<?xf64>
    %b = math.absf %t : f64
    %r = math.sqrt %b : f64
    affine.store %r, %z[%i] : memref<?xf64>
  }
  return
}
