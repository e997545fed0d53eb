// A pair written in C serves upstream's memrefs, by the address of their data, and loops of jumps in a func.func.
// RUN: smr-build --no-verify %S/Inputs/llvm_flow.pat -o %t.pfa
// RUN: smr-opt --smr-rewrite="library=%t.pfa" %s | FileCheck %s
// CHECK-LABEL: func.func @axpy
// CHECK: [[DID:%.*]] = call @smr.site.axpy(%arg0, %arg2, %arg3, %arg1)
// CHECK-NEXT: scf.if [[DID]]
// CHECK: } else {
// CHECK-NEXT: scf.for
// CHECK-LABEL: func.func @jumps
// CHECK: [[GIVEN:%.*]]:2 = call @smr.site.jumps(
// CHECK-NEXT: cf.cond_br [[GIVEN]]#0
// CHECK: return
// CHECK-LABEL: func.func private @smr.site.axpy(
// CHECK: [[X:%.*]] = llvm.inttoptr
// CHECK: [[Y:%.*]] = llvm.inttoptr
// CHECK: llvm.call @{{.*}}.axpy(%arg0, %arg3, [[X]], [[Y]])
// CHECK-LABEL: func.func private @smr.site.jumps(
// CHECK: llvm.call @{{.*}}.dot
func.func @axpy(%n: i32, %a: f64, %x: memref<100xf64>, %y: memref<100xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.index_cast %n : i32 to index
  scf.for %i = %c0 to %m step %c1 {
    %u = memref.load %x[%i] : memref<100xf64>
    %v = memref.load %y[%i] : memref<100xf64>
    %w = arith.mulf %u, %a : f64
    %z = arith.addf %w, %v : f64
    memref.store %z, %y[%i] : memref<100xf64>
  }
  return
}
func.func @jumps(%n: index, %x: memref<100xf64>, %y: memref<100xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f64
  cf.br ^head(%c0, %f : index, f64)
^head(%i: index, %s: f64):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^end
^body:
  %u = memref.load %x[%i] : memref<100xf64>
  %v = memref.load %y[%i] : memref<100xf64>
  %w = arith.mulf %u, %v : f64
  %z = arith.addf %s, %w : f64
  %j = arith.addi %i, %c1 overflow<nsw> : index
  cf.br ^head(%j, %z : index, f64)
^end:
  return %s : f64
}
