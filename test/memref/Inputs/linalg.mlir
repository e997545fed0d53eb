// Functions and how they are called: see ../native.py.

// CALL dgemm: a=[6 4], b=[4 5], c=[6 5]
// CALL none: a=[6 4], b=[4 5], c:a=[6 5]@23
func.func @matmul(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  linalg.matmul ins(%a, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  return
}
// What is in the output before plays no part, NaN least of all.
// CALL dgemm: a=[4 5]*[11 1]@2, b=[5 6]*[7 1]@30, c=[4 6]*[9 1]@100, 0.0
// CALL dgemm: a=[4 5], b=[5 6], c=[4 6], 3.0
// CALL none: a=[4 5], b=[5 6], c=[4 6]*[4 1], 0.0
// CALL none: a=[4 5]*[5 -1]@9, b=[5 6], c=[4 6], 0.0
// CALL none: a=[4 5], b=[5 6], c:a=[4 6], 0.0
// CALL none: a=[4 0], b=[0 6], c=[4 6], 0.0
// CALL none: a=[0 5], b=[5 6], c=[0 6], 0.0
func.func @fill_matmul(%a: memref<?x?xf64, strided<[?, ?], offset: ?>>, %b: memref<?x?xf64, strided<[?, ?], offset: ?>>, %c: memref<?x?xf64, strided<[?, ?], offset: ?>>, %z: f64) {
  linalg.fill ins(%z : f64) outs(%c : memref<?x?xf64, strided<[?, ?], offset: ?>>)
  linalg.matmul ins(%a, %b : memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<?x?xf64, strided<[?, ?], offset: ?>>) outs(%c : memref<?x?xf64, strided<[?, ?], offset: ?>>)
  return
}
// CALL sgemv: a=[7 8]*[9 1]@1, x=[8], y=[7]
// CALL none: a=[7 8]*[9 1]@1, x=[8], y:x=[7]
func.func @matvec(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.matvec ins(%a, %x : memref<?x?xf32, strided<[?, 1], offset: ?>>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}
// CALL dgemv: x=[7], a=[7 8], y=[8]
func.func @vecmat(%x: memref<7xf64>, %a: memref<7x8xf64>, %y: memref<8xf64>) {
  linalg.vecmat ins(%x, %a : memref<7xf64>, memref<7x8xf64>) outs(%y : memref<8xf64>)
  return
}
// CALL ddot: x=[20], y=[20], o=[]
// CALL none: x=[20], y=[20], o:x=[]
// CALL none: x=[0], y=[0], o=[]
func.func @dot(%x: memref<?xf64>, %y: memref<?xf64>, %o: memref<f64>) {
  linalg.dot ins(%x, %y : memref<?xf64>, memref<?xf64>) outs(%o : memref<f64>)
  return
}
// CALL dgemm: a=[4 6], b=[4 5], c=[6 5]
func.func @matmul_transpose_a(%a: memref<4x6xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : memref<4x6xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  return
}
// CALL dgemm: a=[6 4], b=[5 4], c=[6 5]
func.func @matmul_transpose_b(%a: memref<6x4xf64>, %b: memref<5x4xf64>, %c: memref<6x5xf64>) {
  linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : memref<6x4xf64>, memref<5x4xf64>) outs(%c : memref<6x5xf64>)
  return
}
// CALL dgemm: a=[4 6], b=[5 4], c=[6 5], 2.0
func.func @generic(%a: memref<4x6xf64>, %b: memref<5x4xf64>, %c: memref<6x5xf64>, %s: f64) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<4x6xf64>, memref<5x4xf64>) outs(%c : memref<6x5xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %p = arith.mulf %x, %s : f64
    %q = arith.mulf %p, %y : f64
    %r = arith.addf %z, %q : f64
    linalg.yield %r : f64
  }
  return
}
// A triangle of a product, chosen by the loops' indices.
// CALL dsyrk: a=[6 4], c=[6 6]
func.func @generic_index(%a: memref<6x4xf64>, %c: memref<6x6xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %a : memref<6x4xf64>, memref<6x4xf64>) outs(%c : memref<6x6xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %in = arith.cmpi sge, %i, %j : index
    %q = arith.mulf %x, %y : f64
    %p = arith.select %in, %q, %zero : f64
    %r = arith.addf %z, %p : f64
    linalg.yield %r : f64
  }
  return
}
// Two results of one op: no call says both.
// CALL none: x=[9], y=[9], u=[], v=[]
func.func @generic_two(%x: memref<9xf64>, %y: memref<9xf64>, %u: memref<f64>, %v: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} ins(%x, %y : memref<9xf64>, memref<9xf64>) outs(%u, %v : memref<f64>, memref<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64, %t: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %s, %p : f64
    %r = arith.addf %t, %a : f64
    linalg.yield %q, %r : f64, f64
  }
  return
}
// One product after the other, through a buffer of the function's.
// CALL dgemm: a=[6 4], b=[4 5], c=[5 7], d=[6 7]
func.func @chain(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<5x7xf64>, %d: memref<6x7xf64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<6x5xf64>
  linalg.fill ins(%zero : f64) outs(%t : memref<6x5xf64>)
  linalg.fill ins(%zero : f64) outs(%d : memref<6x7xf64>)
  linalg.matmul ins(%a, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%t : memref<6x5xf64>)
  linalg.matmul ins(%t, %c : memref<6x5xf64>, memref<5x7xf64>) outs(%d : memref<6x7xf64>)
  memref.dealloc %t : memref<6x5xf64>
  return
}
// The second fill undoes what the product left, which the third op has read.
// CALL dgemm dcopy: a=[6 4], b=[4 5], c=[6 5], d=[6 5]
// CALL none: a=[6 4], b=[4 5], c:a=[6 5]@3, d=[6 5]
func.func @overwritten(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>, %d: memref<6x5xf64>) {
  %one = arith.constant 1.0 : f64
  linalg.fill ins(%one : f64) outs(%c : memref<6x5xf64>)
  linalg.matmul ins(%a, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  linalg.copy ins(%c : memref<6x5xf64>) outs(%d : memref<6x5xf64>)
  linalg.fill ins(%one : f64) outs(%c : memref<6x5xf64>)
  return
}
// Numbers on the stack, set and read by linalg's ops and by others.
// CALL none: x=[9], y=[9], o=[]
func.func @on_the_stack(%x: memref<9xf64>, %y: memref<9xf64>, %o: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  %t = memref.alloca() : memref<f64>
  memref.store %zero, %t[] : memref<f64>
  linalg.dot ins(%x, %y : memref<9xf64>, memref<9xf64>) outs(%t : memref<f64>)
  %s = memref.load %t[] : memref<f64>
  memref.store %s, %o[] : memref<f64>
  linalg.dot ins(%x, %x : memref<9xf64>, memref<9xf64>) outs(%t : memref<f64>)
  return
}
// A batch, as loops around an op on parts.
// CALL dgemv: a=[3 7 8], x=[3 8], y=[3 7]
// CALL none: a=[3 7 8], x=[3 8], y:x=[3 7]
func.func @batch(%a: memref<3x7x8xf64>, %x: memref<3x8xf64>, %y: memref<3x7xf64>) {
  affine.for %i = 0 to 3 {
    %p = memref.subview %a[%i, 0, 0] [1, 7, 8] [1, 1, 1] : memref<3x7x8xf64> to memref<7x8xf64, strided<[8, 1], offset: ?>>
    %q = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<3x8xf64> to memref<8xf64, strided<[1], offset: ?>>
    %r = memref.subview %y[%i, 0] [1, 7] [1, 1] : memref<3x7xf64> to memref<7xf64, strided<[1], offset: ?>>
    linalg.matvec ins(%p, %q : memref<7x8xf64, strided<[8, 1], offset: ?>>, memref<8xf64, strided<[1], offset: ?>>) outs(%r : memref<7xf64, strided<[1], offset: ?>>)
  }
  return
}
// The factor stands in memory, and changes there.
// CALL none: a=[4 6], b=[4 5], c=[6 5], s:c=[]@3
func.func @factor_in_memory(%a: memref<4x6xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>, %s: memref<f64, strided<[], offset: ?>>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> ()>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b, %s : memref<4x6xf64>, memref<4x5xf64>, memref<f64, strided<[], offset: ?>>) outs(%c : memref<6x5xf64>) {
  ^bb0(%x: f64, %y: f64, %f: f64, %z: f64):
    %p = arith.mulf %x, %f : f64
    %q = arith.mulf %p, %y : f64
    %r = arith.addf %z, %q : f64
    linalg.yield %r : f64
  }
  return
}
// A sum that starts where nothing is: what is filled has no dimension.
// CALL ddot: x=[20], y=[20], o=[]
// CALL none: x=[20], y=[20], o:x=[]@3
func.func @filled_dot(%x: memref<20xf64>, %y: memref<20xf64>, %o: memref<f64, strided<[], offset: ?>>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%o : memref<f64, strided<[], offset: ?>>)
  linalg.dot ins(%x, %y : memref<20xf64>, memref<20xf64>) outs(%o : memref<f64, strided<[], offset: ?>>)
  return
}
// CALL any: u=[], v=[]
// CALL any: u=[], v:u=[]
func.func @copied_number(%u: memref<f64>, %v: memref<f64>) {
  linalg.copy ins(%u : memref<f64>) outs(%v : memref<f64>)
  return
}
// Ops whose operands have no groups.
// CALL dgemv: a=[7 8], x=[8], y=[7], t=[7 8]
func.func @mapped_rows(%a: memref<7x8xf64>, %x: memref<8xf64>, %y: memref<7xf64>, %t: memref<7x8xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.broadcast ins(%x : memref<8xf64>) outs(%t : memref<7x8xf64>) dimensions = [0]
  linalg.fill ins(%zero : f64) outs(%y : memref<7xf64>)
  linalg.matvec ins(%a, %x : memref<7x8xf64>, memref<8xf64>) outs(%y : memref<7xf64>)
  return
}
// CALL any: a=[7 8], y=[7]
// CALL any: a=[7 8], y:a=[7]@8
func.func @reduced(%a: memref<7x8xf64>, %y: memref<7xf64, strided<[1], offset: ?>>) {
  linalg.reduce ins(%a : memref<7x8xf64>) outs(%y : memref<7xf64, strided<[1], offset: ?>>) dimensions = [1]
    (%u: f64, %s: f64) {
      %r = arith.addf %s, %u : f64
      linalg.yield %r : f64
    }
  return
}
// CALL any: a=[7 8], b=[8 7], c=[7 8]
func.func @turned(%a: memref<7x8xf64>, %b: memref<8x7xf64>, %c: memref<7x8xf64>) {
  linalg.transpose ins(%a : memref<7x8xf64>) outs(%b : memref<8x7xf64>) permutation = [1, 0]
  linalg.map ins(%a, %c : memref<7x8xf64>, memref<7x8xf64>) outs(%c : memref<7x8xf64>)
    (%u: f64, %v: f64, %o: f64) {
      %p = arith.mulf %u, %v : f64
      linalg.yield %p : f64
    }
  return
}
