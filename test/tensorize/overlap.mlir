// Whether the output may overlap an input is asked, unless one was allocated here.
// RUN: mlir-opt %load --smr-tensorize="costs=none" %s | FileCheck %s

// CHECK-LABEL: func.func @arguments
// CHECK: call @smr_tensorize_0
func.func @arguments(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50x50xf32>) {
  linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
  return
}

// CHECK-LABEL: func.func @allocated
// CHECK: call @smr_tensorize_1
func.func @allocated(%a: memref<50x50xf32>, %b: memref<50x50xf32>) -> memref<50x50xf32> {
  %c = memref.alloc() : memref<50x50xf32>
  linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
  return %c : memref<50x50xf32>
}

// Parts of one allocation: nothing is known of them.
// CHECK-LABEL: func.func @parts
// CHECK: call @smr_tensorize_2
func.func @parts(%b: memref<50x50xf32>) -> memref<100x50xf32> {
  %c = memref.alloc() : memref<100x50xf32>
  %x = memref.subview %c[0, 0] [50, 50] [1, 1] : memref<100x50xf32> to memref<50x50xf32, strided<[50, 1]>>
  %y = memref.subview %c[50, 0] [50, 50] [1, 1] : memref<100x50xf32> to memref<50x50xf32, strided<[50, 1], offset: 2500>>
  linalg.matmul ins(%x, %b : memref<50x50xf32, strided<[50, 1]>>, memref<50x50xf32>) outs(%y : memref<50x50xf32, strided<[50, 1], offset: 2500>>)
  return %c : memref<100x50xf32>
}

// What a loop carries may be what was allocated.
// CHECK-LABEL: func.func @carried
// CHECK: call @smr_tensorize_3
func.func @carried(%a: memref<50x50xf32>, %n: index) -> memref<50x50xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = memref.alloc() : memref<50x50xf32>
  %r = scf.for %i = %zero to %n step %one iter_args(%x = %a) -> memref<50x50xf32> {
    linalg.matmul ins(%x, %a : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
    scf.yield %c : memref<50x50xf32>
  }
  return %r : memref<50x50xf32>
}

// The window of a pooling is not read.
// CHECK-LABEL: func.func @window
// CHECK: call @smr_tensorize_4
func.func @window(%a: memref<1x8x20x40xf32>) -> memref<1x8x18x38xf32> {
  %c = memref.alloc() : memref<1x8x18x38xf32>
  %w = memref.subview %c[0, 0, 0, 0] [1, 1, 3, 3] [1, 1, 1, 1] : memref<1x8x18x38xf32> to memref<3x3xf32, strided<[38, 1]>>
  linalg.pooling_nchw_max ins(%a, %w : memref<1x8x20x40xf32>, memref<3x3xf32, strided<[38, 1]>>) outs(%c : memref<1x8x18x38xf32>)
  return %c : memref<1x8x18x38xf32>
}

// CHECK-LABEL: func.func private @smr_tensorize_0(
// CHECK: scf.if
// CHECK: else
// CHECK-NEXT: linalg.matmul ins(%arg0, %arg1 : {{.*}}) outs(%arg2
// CHECK-LABEL: func.func private @smr_tensorize_1(
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func private @smr_tensorize_1_loops(
// CHECK-LABEL: func.func private @smr_tensorize_2(
// CHECK: scf.if
// CHECK: linalg.matmul
// CHECK-LABEL: func.func private @smr_tensorize_3(
// CHECK: scf.if
// CHECK: linalg.matmul
// CHECK-LABEL: func.func private @smr_tensorize_4(
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func private @smr_tensorize_4_loops(
