// Products of several matrices at once; see ../native.py.

// CALL dgemm: a=[3 4 5], b=[3 5 6], c=[3 4 6]
// CALL none: a=[3 4 5], b=[3 5 6], c:a=[3 4 6]@59
func.func @batch(%a: memref<3x4x5xf64>, %b: memref<3x5x6xf64>, %c: memref<3x4x6xf64>) {
  linalg.batch_matmul ins(%a, %b : memref<3x4x5xf64>, memref<3x5x6xf64>) outs(%c : memref<3x4x6xf64>)
  return
}
// Sizes that only the program knows.
// CALL sgemm: a=[3 4 5], b=[3 5 6], c=[3 4 6]
// CALL sgemm: a=[1 4 5], b=[1 5 6], c=[1 4 6]
// CALL none: a=[3 4 5], b=[3 5 6], c:b=[3 4 6]
// CALL none: a=[3 4 5], b=[3 5 6], c:a=[3 4 6]@50
// CALL none: a=[0 4 5], b=[0 5 6], c=[0 4 6]
// CALL none: a=[3 4 0], b=[3 0 6], c=[3 4 6]
func.func @set(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<?x?x?xf32>)
  linalg.batch_matmul ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32>)
  return
}
// Steps as well: that results lie apart is not seen.
// CALL none: a=[3 4 5], b=[3 5 6], c=[3 4 6]
// CALL none: a=[3 4 5], b=[3 5 6], c=[3 4 6]*[0 6 1]
func.func @strided(%a: memref<?x?x?xf32>, %b: memref<?x?x?xf32>, %c: memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>) {
  linalg.batch_matmul ins(%a, %b : memref<?x?x?xf32>, memref<?x?x?xf32>) outs(%c : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>)
  return
}
