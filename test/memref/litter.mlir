// What a rewrite leaves in a module is what it needs: no constant twice in a block, one replacement and what that
// calls, nothing of Flang's about accesses.
// RUN: smr-opt --smr-rewrite %s | FileCheck %s
// RUN: smr-opt --smr-rewrite %s | not grep tbaa
// RUN: smr-opt --smr-rewrite %s > %t.mlir
// RUN: smr-opt --symbol-dce %t.mlir | cmp - %t.mlir

// CHECK: module attributes {smr.link = ["openblas"]}
// CHECK-LABEL: func.func @product
// CHECK-NEXT: %[[DID:.*]] = call @smr.site.product(
// CHECK-NEXT: scf.if %[[DID]]
// CHECK: return
// CHECK-NOT: ddot
// CHECK: llvm.func internal {{.*}}@smr.blas.dgemm
// CHECK: llvm.func {{.*}}@dgemm_
// CHECK-NOT: llvm.func
// CHECK: func.func private @smr.site.product(
// CHECK: %[[M:.*]] = arith.constant 16384 : i64
// CHECK-NOT: arith.constant 16384 : i64
// CHECK: cf.cond_br
// CHECK: %[[N:.*]] = arith.constant 48 : i64
// CHECK-NOT: arith.constant 48 : i64
// CHECK: llvm.call @smr.blas.dgemm
// CHECK-NOT: llvm.func
func.func @product(%a: memref<64x32xf64>, %b: memref<32x48xf64>, %c: memref<64x48xf64>) {
  linalg.matmul ins(%a, %b : memref<64x32xf64>, memref<32x48xf64>) outs(%c : memref<64x48xf64>)
  return
}
