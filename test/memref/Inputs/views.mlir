// Views made by ops that nobody describes: what they are is asked at run time; see ../native.py.

// CALL dgemm: a=[2 3 4], b=[4 5], c=[6 5]
// CALL none: a=[2 3 4], b=[4 5], c:a=[6 5]@5
func.func @collapsed(%a: memref<2x3x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  %m = memref.collapse_shape %a [[0, 1], [2]] : memref<2x3x4xf64> into memref<6x4xf64>
  linalg.matmul ins(%m, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  return
}
// CALL dgemm: a=[24], b=[4 5], c=[6 5]
// CALL none: a=[24], b=[4 5], c:a=[6 5]@5
func.func @expanded(%a: memref<24xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  %m = memref.expand_shape %a [[0, 1]] output_shape [6, 4] : memref<24xf64> into memref<6x4xf64>
  linalg.matmul ins(%m, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  return
}
// CALL dgemm: a=[4 6], b=[4 5], c=[6 5]
// CALL none: a=[4 6], b=[4 5], c:a=[6 5]@5
func.func @transposed(%a: memref<4x6xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  %m = memref.transpose %a (i, j) -> (j, i) : memref<4x6xf64> to memref<6x4xf64, strided<[1, 6]>>
  linalg.matmul ins(%m, %b : memref<6x4xf64, strided<[1, 6]>>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  return
}
// The same memory by two names.
// CALL none: a=[24], b=[4 4]
func.func @twice(%a: memref<24xf64>, %b: memref<4x4xf64>) {
  %m = memref.expand_shape %a [[0, 1]] output_shape [6, 4] : memref<24xf64> into memref<6x4xf64>
  %n = memref.expand_shape %a [[0, 1]] output_shape [6, 4] : memref<24xf64> into memref<6x4xf64>
  linalg.matmul ins(%m, %b : memref<6x4xf64>, memref<4x4xf64>) outs(%n : memref<6x4xf64>)
  return
}
// CALL dgemm: b=[4 4], c=[4 4]
func.func @local(%b: memref<4x4xf64>, %c: memref<4x4xf64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<16xf64>
  %m = memref.expand_shape %t [[0, 1]] output_shape [4, 4] : memref<16xf64> into memref<4x4xf64>
  linalg.fill ins(%zero : f64) outs(%t : memref<16xf64>)
  linalg.matmul ins(%b, %b : memref<4x4xf64>, memref<4x4xf64>) outs(%m : memref<4x4xf64>)
  linalg.matmul ins(%m, %b : memref<4x4xf64>, memref<4x4xf64>) outs(%c : memref<4x4xf64>)
  return
}
// Parts of what has an offset and strides of its own.
// CALL dgemv: a=[9 9]*[11 1]@3, x=[5], y=[4]
// CALL dgemv: a=[9 9]*[1 20]@3, x=[5], y=[4]
// CALL none: a=[9 9]*[22 2]@3, x=[5], y=[4]
// CALL none: a=[9 9]*[11 1]@3, x=[5], y:a=[4]@28
func.func @part(%a: memref<9x9xf64, strided<[?, ?], offset: ?>>, %x: memref<5xf64>, %y: memref<4xf64, strided<[1], offset: ?>>) {
  %s = memref.subview %a[2, 3] [4, 5] [1, 1] : memref<9x9xf64, strided<[?, ?], offset: ?>> to memref<4x5xf64, strided<[?, ?], offset: ?>>
  %t = memref.cast %s : memref<4x5xf64, strided<[?, ?], offset: ?>> to memref<?x?xf64, strided<[?, ?], offset: ?>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%t, %x : memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<5xf64>) outs(%y : memref<4xf64, strided<[1], offset: ?>>) {
  ^bb0(%u: f64, %v: f64, %z: f64):
    %p = arith.mulf %u, %v : f64
    %r = arith.addf %z, %p : f64
    linalg.yield %r : f64
  }
  return
}
// Every second row and third column of a part; a part that begins where the program says.
// CALL ddot: a=[9 9], o=[], 3
// CALL ddot: a=[9 9]*[20 2]@1, o=[], 0
// CALL none: a=[9 9], o:a=[]@12, 1
func.func @steps(%a: memref<9x9xf64, strided<[?, ?], offset: ?>>, %o: memref<f64, strided<[], offset: ?>>, %i: index) {
  %s = memref.subview %a[%i, 0] [1, 3] [1, 3] : memref<9x9xf64, strided<[?, ?], offset: ?>> to memref<3xf64, strided<[?], offset: ?>>
  %t = memref.subview %a[0, %i] [3, 1] [2, 1] : memref<9x9xf64, strided<[?, ?], offset: ?>> to memref<3xf64, strided<[?], offset: ?>>
  linalg.dot ins(%s, %t : memref<3xf64, strided<[?], offset: ?>>, memref<3xf64, strided<[?], offset: ?>>) outs(%o : memref<f64, strided<[], offset: ?>>)
  return
}
// A new shape for all of it.
// CALL dgemv: a=[36], x=[5], y=[4]
func.func @reinterpreted(%a: memref<36xf64>, %x: memref<5xf64>, %y: memref<4xf64>) {
  %t = memref.reinterpret_cast %a to offset: [3], sizes: [4, 5], strides: [7, 1] : memref<36xf64> to memref<4x5xf64, strided<[7, 1], offset: 3>>
  linalg.matvec ins(%t, %x : memref<4x5xf64, strided<[7, 1], offset: 3>>, memref<5xf64>) outs(%y : memref<4xf64>)
  return
}
// The views' own shape at run time: an offset in the type, which the address has to count.
// CALL dgemv: a=[4 5]*[7 1]@3, x=[5]@2, y=[4]@6
func.func @fixed_offset(%a: memref<4x5xf64, strided<[7, 1], offset: 3>>, %x: memref<5xf64, strided<[1], offset: 2>>, %y: memref<4xf64, strided<[1], offset: 6>>) {
  linalg.matvec ins(%a, %x : memref<4x5xf64, strided<[7, 1], offset: 3>>, memref<5xf64, strided<[1], offset: 2>>) outs(%y : memref<4xf64, strided<[1], offset: 6>>)
  return
}
