func.func @product(%a: memref<64x32xf64>, %b: memref<32x48xf64>, %c: memref<64x48xf64>) {
  linalg.matmul ins(%a, %b : memref<64x32xf64>, memref<32x48xf64>) outs(%c : memref<64x48xf64>)
  return
}
