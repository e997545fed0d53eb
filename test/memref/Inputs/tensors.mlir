// Products on tensors, brought to memrefs by one-shot-bufferize before SMR sees them; see ../native.py.

// CALL dgemm: a=[6 4], b=[4 5], c=[6 5]
// CALL none: a=[6 4], b=[4 5], c:a=[6 5]@23
func.func @product(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  %zero = arith.constant 0.0 : f64
  %ta = bufferization.to_tensor %a restrict : memref<6x4xf64> to tensor<6x4xf64>
  %tb = bufferization.to_tensor %b restrict : memref<4x5xf64> to tensor<4x5xf64>
  %tc = bufferization.to_tensor %c restrict writable : memref<6x5xf64> to tensor<6x5xf64>
  %0 = linalg.fill ins(%zero : f64) outs(%tc : tensor<6x5xf64>) -> tensor<6x5xf64>
  %1 = linalg.matmul ins(%ta, %tb : tensor<6x4xf64>, tensor<4x5xf64>) outs(%0 : tensor<6x5xf64>) -> tensor<6x5xf64>
  bufferization.materialize_in_destination %1 in restrict writable %c : (tensor<6x5xf64>, memref<6x5xf64>) -> ()
  return
}
// Sizes that only the program knows, and a buffer between two products.
// CALL dgemm: a=[6 4], b=[4 5], c=[5 7], d=[6 7]
// CALL none: a=[6 0], b=[0 5], c=[5 7], d=[6 7]
func.func @chain(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>, %d: memref<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %ta = bufferization.to_tensor %a restrict : memref<?x?xf64> to tensor<?x?xf64>
  %tb = bufferization.to_tensor %b restrict : memref<?x?xf64> to tensor<?x?xf64>
  %tc = bufferization.to_tensor %c restrict : memref<?x?xf64> to tensor<?x?xf64>
  %td = bufferization.to_tensor %d restrict writable : memref<?x?xf64> to tensor<?x?xf64>
  %m = tensor.dim %ta, %c0 : tensor<?x?xf64>
  %n = tensor.dim %tb, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %0 = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = linalg.matmul ins(%ta, %tb : tensor<?x?xf64>, tensor<?x?xf64>) outs(%0 : tensor<?x?xf64>) -> tensor<?x?xf64>
  %2 = linalg.matmul ins(%1, %tc : tensor<?x?xf64>, tensor<?x?xf64>) outs(%td : tensor<?x?xf64>) -> tensor<?x?xf64>
  bufferization.materialize_in_destination %2 in restrict writable %d : (tensor<?x?xf64>, memref<?x?xf64>) -> ()
  return
}
// CALL dgemv: a=[7 8], x=[8], y=[7]
func.func @matvec(%a: memref<7x8xf64>, %x: memref<8xf64>, %y: memref<7xf64>) {
  %ta = bufferization.to_tensor %a restrict : memref<7x8xf64> to tensor<7x8xf64>
  %tx = bufferization.to_tensor %x restrict : memref<8xf64> to tensor<8xf64>
  %ty = bufferization.to_tensor %y restrict writable : memref<7xf64> to tensor<7xf64>
  %0 = linalg.matvec ins(%ta, %tx : tensor<7x8xf64>, tensor<8xf64>) outs(%ty : tensor<7xf64>) -> tensor<7xf64>
  bufferization.materialize_in_destination %0 in restrict writable %y : (tensor<7xf64>, memref<7xf64>) -> ()
  return
}
