// transform.smr.rewrite on the stock mlir-opt: a function of a module, then the module that the script stands in.
// REQUIRES: plugin
// RUN: mlir-opt --load-dialect-plugin=%smr-lib --transform-interpreter=entry-point=function %s 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=HANDLE %s < %t.err
// RUN: mlir-opt --load-dialect-plugin=%smr-lib --transform-interpreter=entry-point=all %s | FileCheck --check-prefix=ALL %s
// RUN: mlir-opt --load-dialect-plugin=%smr-lib --transform-interpreter=entry-point=exact %s | FileCheck --check-prefix=EXACT %s
// RUN: sed s,LINALG,%build/share/smr/linalg.pfa, %s \
// RUN:   | mlir-opt --load-dialect-plugin=%smr-lib --transform-interpreter=entry-point=library \
// RUN:   | FileCheck --check-prefix=LIBRARY %s

// A tool that has the op built in, and that loads it all the same.
// RUN: smr-opt --transform-interpreter=entry-point=all %s | FileCheck --check-prefix=ALL %s
// RUN: smr-opt --load-dialect-plugin=%smr-lib --transform-interpreter=entry-point=all %s | FileCheck --check-prefix=ALL %s

// HANDLE: remark: rewritten
// HANDLE-NEXT: func.func @two
// CHECK-LABEL: func.func @one
// CHECK-NEXT: linalg.matmul
// CHECK-LABEL: func.func @two
// CHECK: call @smr.site.two(
// CHECK: scf.if
// CHECK: llvm.call @smr.blas.dgemm
// ALL-LABEL: func.func @one
// ALL: call @smr.site.one(
// ALL-LABEL: func.func @two
// ALL: call @smr.site.two(
// ALL: llvm.call @smr.blas.dgemm
// EXACT-NOT: llvm.call
// EXACT: func.func @two
// EXACT-NEXT: linalg.matmul
// EXACT-NOT: llvm.call
// RUN: mlir-opt --load-dialect-plugin=%smr-lib --transform-interpreter=entry-point=only %s | FileCheck --check-prefix=EXACT %s
// LIBRARY: llvm.call @"smr.linalg.matmul-f64"
// LIBRARY: llvm.call @"smr.linalg.matmul-f64"
module attributes {transform.with_named_sequence} {
  func.func @one(%a: memref<64x32xf64>, %b: memref<32x48xf64>, %c: memref<64x48xf64>) {
    linalg.matmul ins(%a, %b : memref<64x32xf64>, memref<32x48xf64>) outs(%c : memref<64x48xf64>)
    return
  }
  func.func @two(%a: memref<64x32xf64>, %b: memref<32x48xf64>, %c: memref<64x48xf64>) {
    linalg.matmul ins(%a, %b : memref<64x32xf64>, memref<32x48xf64>) outs(%c : memref<64x48xf64>)
    return
  }
  transform.named_sequence @function(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} attributes{sym_name = "two"} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.smr.rewrite %f {mode = "equality"} : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %g, "rewritten" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @all(%root: !transform.any_op {transform.consumed}) {
    %g = transform.smr.rewrite %root : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %g : (!transform.any_op) -> !transform.any_op
    %h = transform.smr.rewrite %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @exact(%root: !transform.any_op {transform.consumed}) {
    %g = transform.smr.rewrite %root {fp = "exact"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @only(%root: !transform.any_op {transform.consumed}) {
    %f = transform.smr.rewrite %root {only = ["sgemm", "ddot"]} : (!transform.any_op) -> !transform.any_op
    %g = transform.smr.rewrite %f {disable = ["dgem*"]} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @library(%root: !transform.any_op {transform.consumed}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.smr.rewrite %f {library = ["LINALG"], guards = "auto"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
