// Parallel loops that reduce; see ../native.py.

// CALL ddot: x=[20], y=[20], 20, 0.0
// CALL ddot: x=[20]*[2], y=[20]*[3]@1, 9, 2.0
// CALL none: x=[20], y=[20], 0, 3.0
func.func @dot(%x: memref<?xf64, strided<[?], offset: ?>>, %y: memref<?xf64, strided<[?], offset: ?>>, %n: index, %z: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f64 {
    %a = memref.load %x[%i] : memref<?xf64, strided<[?], offset: ?>>
    %b = memref.load %y[%i] : memref<?xf64, strided<[?], offset: ?>>
    %p = arith.mulf %a, %b : f64
    scf.reduce(%p : f64) {
    ^bb0(%l: f64, %q: f64):
      %s = arith.addf %l, %q : f64
      scf.reduce.return %s : f64
    }
  }
  return %r : f64
}
// A matrix times a vector whose rows are sums of their own.
// CALL dgemv: a=[7 8], x=[8], y=[7]
// CALL none: a=[7 8], x=[8], y:x=[7]@2
func.func @rows(%a: memref<7x8xf64>, %x: memref<8xf64>, %y: memref<7xf64, strided<[1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f64
  scf.parallel (%i) = (%c0) to (%c7) step (%c1) {
    %r = scf.parallel (%j) = (%c0) to (%c8) step (%c1) init (%z) -> f64 {
      %u = memref.load %a[%i, %j] : memref<7x8xf64>
      %v = memref.load %x[%j] : memref<8xf64>
      %p = arith.mulf %u, %v : f64
      scf.reduce(%p : f64) {
      ^bb0(%l: f64, %q: f64):
        %s = arith.addf %q, %l : f64
        scf.reduce.return %s : f64
      }
    }
    memref.store %r, %y[%i] : memref<7xf64, strided<[1], offset: ?>>
  }
  return
}
// A difference is no sum; two results; a greatest product; loops of two dimensions.
// CALL none: x=[20], y=[20]
func.func @least(%x: memref<20xf64>, %y: memref<20xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %z = arith.constant 0.0 : f64
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z) -> f64 {
    %a = memref.load %x[%i] : memref<20xf64>
    %b = memref.load %y[%i] : memref<20xf64>
    %p = arith.mulf %a, %b : f64
    scf.reduce(%p : f64) {
    ^bb0(%l: f64, %q: f64):
      %s = arith.maximumf %l, %q : f64
      scf.reduce.return %s : f64
    }
  }
  return %r : f64
}
// CALL any: x=[20], y=[20], o=[2]
// CALL any: x=[20], y=[20], o:x=[2]@4
func.func @two(%x: memref<20xf64>, %y: memref<20xf64>, %o: memref<2xf64, strided<[1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20 : index
  %z = arith.constant 1.0 : f64
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%z, %z) -> (f64, f64) {
    %a = memref.load %x[%i] : memref<20xf64>
    %b = memref.load %y[%i] : memref<20xf64>
    %p = arith.mulf %a, %b : f64
    scf.reduce(%p, %a : f64, f64) {
    ^bb0(%l: f64, %q: f64):
      %s = arith.addf %l, %q : f64
      scf.reduce.return %s : f64
    }, {
    ^bb0(%l: f64, %q: f64):
      %s = arith.subf %l, %q : f64
      scf.reduce.return %s : f64
    }
  }
  memref.store %r#0, %o[%c0] : memref<2xf64, strided<[1], offset: ?>>
  memref.store %r#1, %o[%c1] : memref<2xf64, strided<[1], offset: ?>>
  return
}
// CALL any: a=[7 8], b=[7 8]
func.func @all(%a: memref<7x8xf64>, %b: memref<7x8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f64
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%c7, %c8) step (%c1, %c1) init (%z) -> f64 {
    %u = memref.load %a[%i, %j] : memref<7x8xf64>
    %v = memref.load %b[%i, %j] : memref<7x8xf64>
    %p = arith.mulf %u, %v : f64
    scf.reduce(%p : f64) {
    ^bb0(%l: f64, %q: f64):
      %s = arith.addf %l, %q : f64
      scf.reduce.return %s : f64
    }
  }
  return %r : f64
}
// affine.parallel starts from what changes nothing.
// CALL ddot: x=[20], y=[20], 20
// CALL none: x=[20], y=[20], 0
func.func @affine_dot(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> f64 {
  %r = affine.parallel (%i) = (0) to (symbol(%n)) reduce ("addf") -> f64 {
    %a = affine.load %x[%i] : memref<?xf64>
    %b = affine.load %y[%i] : memref<?xf64>
    %p = arith.mulf %a, %b : f64
    affine.yield %p : f64
  }
  return %r : f64
}
// CALL dgemv: a=[7 8], x=[8], y=[7]
func.func @affine_rows(%a: memref<7x8xf64>, %x: memref<8xf64>, %y: memref<7xf64>) {
  affine.parallel (%i) = (0) to (7) {
    %r = affine.parallel (%j) = (0) to (8) reduce ("addf") -> f64 {
      %u = affine.load %a[%i, %j] : memref<7x8xf64>
      %v = affine.load %x[%j] : memref<8xf64>
      %p = arith.mulf %u, %v : f64
      affine.yield %p : f64
    }
    affine.store %r, %y[%i] : memref<7xf64>
  }
  return
}
// No sums: products, greatest and least numbers; a sum of every second; two results, of two dimensions.
// CALL none: x=[9], y=[9]
func.func @affine_product(%x: memref<9xf64>, %y: memref<9xf64>) -> f64 {
  %r = affine.parallel (%i) = (0) to (9) reduce ("mulf") -> f64 {
    %a = affine.load %x[%i] : memref<9xf64>
    %b = affine.load %y[%i] : memref<9xf64>
    %p = arith.mulf %a, %b : f64
    affine.yield %p : f64
  }
  return %r : f64
}
// CALL none: x=[9], y=[9]
func.func @affine_greatest(%x: memref<9xf64>, %y: memref<9xf64>) -> f64 {
  %r = affine.parallel (%i) = (0) to (9) reduce ("maximumf") -> f64 {
    %a = affine.load %x[%i] : memref<9xf64>
    %b = affine.load %y[%i] : memref<9xf64>
    %p = arith.mulf %a, %b : f64
    affine.yield %p : f64
  }
  return %r : f64
}
// CALL none: x=[9], y=[9]
func.func @affine_least(%x: memref<9xf64>, %y: memref<9xf64>) -> f64 {
  %r = affine.parallel (%i) = (0) to (9) reduce ("minimumf") -> f64 {
    %a = affine.load %x[%i] : memref<9xf64>
    %b = affine.load %y[%i] : memref<9xf64>
    %p = arith.mulf %a, %b : f64
    affine.yield %p : f64
  }
  return %r : f64
}
// CALL ddot: x=[20], y=[20]
func.func @affine_second(%x: memref<20xf64>, %y: memref<20xf64>) -> f64 {
  %r = affine.parallel (%i) = (3) to (20) step (2) reduce ("addf") -> f64 {
    %a = affine.load %x[%i] : memref<20xf64>
    %b = affine.load %y[%i] : memref<20xf64>
    %p = arith.mulf %a, %b : f64
    affine.yield %p : f64
  }
  return %r : f64
}
// CALL any: a=[7 8], b=[7 8], o=[2]
// CALL any: a=[7 8], b=[7 8], o:a=[2]@4
func.func @affine_two(%a: memref<7x8xf64>, %b: memref<7x8xf64>, %o: memref<2xf64, strided<[1], offset: ?>>) {
  %r:2 = affine.parallel (%i, %j) = (0, 0) to (7, 8) reduce ("addf", "maximumf") -> (f64, f64) {
    %u = affine.load %a[%i, %j] : memref<7x8xf64>
    %v = affine.load %b[%i, %j] : memref<7x8xf64>
    %p = arith.mulf %u, %v : f64
    affine.yield %p, %u : f64, f64
  }
  affine.store %r#0, %o[0] : memref<2xf64, strided<[1], offset: ?>>
  affine.store %r#1, %o[1] : memref<2xf64, strided<[1], offset: ?>>
  return
}
// CALL any: x=[9]
func.func @affine_count(%x: memref<9xi64>) -> i64 {
  %r = affine.parallel (%i) = (0) to (9) reduce ("addi") -> i64 {
    %a = affine.load %x[%i] : memref<9xi64>
    affine.yield %a : i64
  }
  return %r : i64
}
