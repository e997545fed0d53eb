// The stock mlir-opt: affine, scf and memref, with pairs written in MLIR.
// REQUIRES: plugin
// RUN: mlir-opt %load --smr-rewrite="pat=%S/Inputs/memref.pat" --verify-each %s | FileCheck %s
// RUN: smr-opt --smr-rewrite="pat=%S/Inputs/memref.pat" %s | FileCheck %s
// RUN: smr-opt --smr-rewrite="pat=%S/Inputs/memref.pat" %s | smr-opt --smr-rewrite="pat=%S/Inputs/memref.pat" | FileCheck %s

// CHECK-LABEL: func.func @static
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: scf.if
// CHECK: memref.cast
// CHECK: func.call @smr.memref.axpy
// CHECK: } else {
// CHECK-NEXT: affine.for
// CHECK-LABEL: func.func @dynamic
// CHECK: func.call @smr.memref.axpy
// CHECK-LABEL: func.func @dot
// CHECK: [[R:%.*]] = scf.if
// CHECK: func.call @smr.memref.dot
// CHECK: scf.for
// CHECK: return [[R]]
// CHECK-LABEL: func.func @parts
// CHECK-NOT: call
// CHECK: func.func private @lib_axpy

func.func @static(%a: f64, %x: memref<100xf64>, %y: memref<100xf64>) {
  affine.for %i = 0 to 100 {
    %u = affine.load %x[%i] : memref<100xf64>
    %v = affine.load %y[%i] : memref<100xf64>
    %w = arith.mulf %u, %a : f64
    %z = arith.addf %w, %v : f64
    affine.store %z, %y[%i] : memref<100xf64>
  }
  return
}
func.func @dynamic(%n: index, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %z = arith.addf %v, %w : f64
    memref.store %z, %y[%i] : memref<?xf64>
  }
  return
}
func.func @dot(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.alloc(%n) : memref<?xf64>
  %y = memref.alloc(%n) : memref<?xf64>
  %f = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f) -> f64 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %v, %u : f64
    %z = arith.addf %s, %w : f64
    scf.yield %z : f64
  }
  return %r : f64
}
// Part of a buffer: no parameter of the replacement can be that.
func.func @parts(%n: index, %a: f64, %x: memref<?xf64, strided<[1], offset: ?>>, %y: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf64, strided<[1], offset: ?>>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %z = arith.addf %v, %w : f64
    memref.store %z, %y[%i] : memref<?xf64>
  }
  return
}
