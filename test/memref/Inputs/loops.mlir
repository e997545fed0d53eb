// Functions and how they are called: see ../native.py.

// Results that are numbers in memrefs: of rank 0, the first element, returned.
// CALL ddot: x=[20], y=[20], o=[]
// CALL ddot: x=[20]@7, y=[20]@1, o=[]@5
// CALL none: x=[0], y=[0], o=[]
// CALL none: x=[20], y=[20], o:x=[]@3
// CALL none: x=[20], y=[20], o:y=[]@19
// CALL ddot: x=[20], y=[20], o:y=[]@20
// CALL ddot: x=[20], y:x=[20], o=[]
func.func @dot_rank0(%x: memref<?xf64, strided<[1], offset: ?>>, %y: memref<?xf64, strided<[1], offset: ?>>, %o: memref<f64, strided<[], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64, strided<[1], offset: ?>>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf64, strided<[1], offset: ?>>
    %b = memref.load %y[%i] : memref<?xf64, strided<[1], offset: ?>>
    %s = memref.load %o[] : memref<f64, strided<[], offset: ?>>
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %s, %p : f64
    memref.store %q, %o[] : memref<f64, strided<[], offset: ?>>
  }
  return
}
// CALL ddot: x=[9], y=[9], o=[1]
// CALL none: x=[9], y=[9], o:x=[1]
func.func @dot_first(%x: memref<9xf64>, %y: memref<9xf64>, %o: memref<1xf64>) {
  affine.for %i = 0 to 9 {
    %a = affine.load %x[%i] : memref<9xf64>
    %b = affine.load %y[%i] : memref<9xf64>
    %s = affine.load %o[0] : memref<1xf64>
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %s, %p : f64
    affine.store %q, %o[0] : memref<1xf64>
  }
  return
}
// Steps that only the program knows: forwards, backwards, none at all.
// CALL ddot: x=[20], y=[20], 20
// CALL ddot: x=[20]*[3], y=[20]*[2]@9, 20
// CALL ddot: x=[20]*[3], y=[20]*[2]@9, 7
// CALL ddot: x=[20], y=[20], 1
// CALL none: x=[20], y=[20], 0
// CALL ddot: x=[20]*[-1]@40, y=[20], 20
// CALL ddot: x=[20], y=[20]*[-2]@60, 20
// CALL ddot: x=[20]*[0]@4, y=[20], 20
func.func @dot_returned(%x: memref<?xf64, strided<[?], offset: ?>>, %y: memref<?xf64, strided<[?], offset: ?>>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> f64 {
    %a = memref.load %x[%i] : memref<?xf64, strided<[?], offset: ?>>
    %b = memref.load %y[%i] : memref<?xf64, strided<[?], offset: ?>>
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %s, %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
// Rows that lie apart, or in each other; columns that do, too; what is written is read.
// CALL dgemm: a=[4 5], b=[5 6], c=[4 6]
// CALL dgemm: a=[4 5]*[11 1]@2, b=[5 6]*[7 1]@30, c=[4 6]*[9 1]@100
// CALL dgemm: a=[4 5]*[1 8], b=[5 6], c=[4 6]
// CALL dgemm: a=[4 5]*[1 8], b=[5 6]*[1 5], c=[4 6]*[1 4]
// CALL dgemm: a=[4 5]*[7 1]@1, b:a=[5 6]@300, c:a=[4 6]@600
// CALL dgemm: a=[1 1], b=[1 1], c=[1 1]
// CALL none: a=[4 5]*[20 2], b=[5 6], c=[4 6]
// CALL none: a=[4 5], b=[5 6]*[20 3], c=[4 6]
// CALL none: a=[4 5], b=[5 6], c=[4 6]*[20 2]
// CALL none: a=[4 5]*[-5 1]@30, b=[5 6], c=[4 6]
// CALL none: a=[4 5]*[5 -1]@30, b=[5 6], c=[4 6]
// CALL none: a=[4 5], b=[5 6], c=[4 6]*[-6 1]@40
// CALL none: a=[4 5]*[0 1], b=[5 6], c=[4 6]
// CALL none: a=[4 5]*[2 1], b=[5 6], c=[4 6]
// CALL none: a=[4 5], b=[5 6], c=[4 6]*[0 1]
// CALL none: a=[4 5], b=[5 6], c=[4 6]*[4 1]
// CALL none: a=[4 5], b=[5 6], c:a=[4 6]@3
// CALL none: a=[4 5], b=[5 6], c:b=[4 6]@29
// CALL none: a=[4 5], b=[5 6], c:b=[4 6]
// CALL none: a=[0 5], b=[5 6], c=[0 6]
// CALL none: a=[4 0], b=[0 6], c=[4 6]
func.func @gemm_strided(%a: memref<?x?xf64, strided<[?, ?], offset: ?>>, %b: memref<?x?xf64, strided<[?, ?], offset: ?>>, %c: memref<?x?xf64, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %k = memref.dim %a, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  %n = memref.dim %b, %c1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.for %l = %c0 to %k step %c1 {
        %x = memref.load %a[%i, %l] : memref<?x?xf64, strided<[?, ?], offset: ?>>
        %y = memref.load %b[%l, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
        %s = memref.load %c[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
        %p = arith.mulf %x, %y : f64
        %q = arith.addf %s, %p : f64
        memref.store %q, %c[%i, %j] : memref<?x?xf64, strided<[?, ?], offset: ?>>
      }
    }
  }
  return
}
// The last step is 1 and the first is the program's, as one-shot-bufferize leaves it.
// CALL sgemm: a=[4 5]*[8 1]@3, b=[5 6]*[8 1], c=[4 6]*[8 1]@1
// CALL none: a=[4 5]*[8 1]@3, b=[5 6]*[8 1], c=[4 6]*[5 1]@1
// CALL none: a=[4 5]*[-8 1]@40, b=[5 6]*[8 1], c=[4 6]*[8 1]@1
func.func @gemm_rows(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %b: memref<?x?xf32, strided<[?, 1], offset: ?>>, %c: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %k = memref.dim %a, %c1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %n = memref.dim %b, %c1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.for %l = 0 to %k {
        %x = affine.load %a[%i, %l] : memref<?x?xf32, strided<[?, 1], offset: ?>>
        %y = affine.load %b[%l, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
        %s = affine.load %c[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
        %p = arith.mulf %x, %y : f32
        %q = arith.addf %s, %p : f32
        affine.store %q, %c[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      }
    }
  }
  return
}
// CALL dgemm: a=[6 4], b=[4 5], c=[6 5]
// CALL none: a=[6 4], b=[4 5], c:a=[6 5]@20
func.func @gemm_affine_parallel(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  affine.parallel (%i, %j) = (0, 0) to (6, 5) {
    affine.for %l = 0 to 4 {
      %x = affine.load %a[%i, %l] : memref<6x4xf64>
      %y = affine.load %b[%l, %j] : memref<4x5xf64>
      %s = affine.load %c[%i, %j] : memref<6x5xf64>
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %s, %p : f64
      affine.store %q, %c[%i, %j] : memref<6x5xf64>
    }
  }
  return
}
// Bounds of several parts, and steps: every second row, the least of two bounds.
// CALL dgemm: a=[9 4], b=[4 5], c=[9 5], 7
// CALL dgemm: a=[9 4], b=[4 5], c=[9 5], 30
// CALL none: a=[9 4], b=[4 5], c=[9 5], 0
func.func @gemm_affine_parallel_steps(%a: memref<9x4xf64>, %b: memref<4x5xf64>, %c: memref<9x5xf64>, %n: index) {
  affine.parallel (%i, %j) = (0, max(0, 1)) to (min(%n, 9), 5) step (2, 1) {
    affine.for %l = 0 to 4 {
      %x = affine.load %a[%i, %l] : memref<9x4xf64>
      %y = affine.load %b[%l, %j] : memref<4x5xf64>
      %s = affine.load %c[%i, %j] : memref<9x5xf64>
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %s, %p : f64
      affine.store %q, %c[%i, %j] : memref<9x5xf64>
    }
  }
  return
}
// CALL dgemm: a=[6 4], b=[4 5], c=[6 5]
func.func @gemm_scf_parallel(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c6, %c5) step (%c1, %c1) {
    affine.for %l = 0 to 4 {
      %x = memref.load %a[%i, %l] : memref<6x4xf64>
      %y = memref.load %b[%l, %j] : memref<4x5xf64>
      %s = memref.load %c[%i, %j] : memref<6x5xf64>
      %p = arith.mulf %x, %y : f64
      %q = arith.addf %s, %p : f64
      memref.store %q, %c[%i, %j] : memref<6x5xf64>
    }
  }
  return
}
// One view is a place behind the other: each round reads what the one before has written.
// CALL none: x=[40], 3.0
func.func @shifted(%x: memref<40xf64>, %s: f64) {
  %a = memref.subview %x[0] [30] [1] : memref<40xf64> to memref<30xf64, strided<[1]>>
  %b = memref.subview %x[1] [30] [1] : memref<40xf64> to memref<30xf64, strided<[1], offset: 1>>
  affine.for %i = 0 to 30 {
    %u = affine.load %a[%i] : memref<30xf64, strided<[1]>>
    %v = affine.load %b[%i] : memref<30xf64, strided<[1], offset: 1>>
    %w = arith.mulf %u, %s : f64
    %z = arith.addf %v, %w : f64
    affine.store %z, %b[%i] : memref<30xf64, strided<[1], offset: 1>>
  }
  return
}
// Two halves of one buffer are apart, and known to be.
// CALL daxpy: x=[40], 3.0
func.func @halves(%x: memref<40xf64>, %s: f64) {
  %a = memref.subview %x[0] [20] [1] : memref<40xf64> to memref<20xf64, strided<[1]>>
  %b = memref.subview %x[20] [20] [1] : memref<40xf64> to memref<20xf64, strided<[1], offset: 20>>
  affine.for %i = 0 to 20 {
    %u = affine.load %a[%i] : memref<20xf64, strided<[1]>>
    %v = affine.load %b[%i] : memref<20xf64, strided<[1], offset: 20>>
    %w = arith.mulf %u, %s : f64
    %z = arith.addf %v, %w : f64
    affine.store %z, %b[%i] : memref<20xf64, strided<[1], offset: 20>>
  }
  return
}
// CALL daxpy: x=[30]*[2], y=[30]*[3]@5, 2.0
// CALL none: x=[30]*[2], y:x=[30]*[2]@2, 2.0
// CALL none: x=[30], y:x=[30]@1, 2.0
// CALL none: x=[30], y=[30]*[0], 2.0
// CALL none: x=[30], y=[30]*[-1]@40, 2.0
func.func @axpy_strided(%x: memref<30xf64, strided<[?], offset: ?>>, %y: memref<30xf64, strided<[?], offset: ?>>, %s: f64) {
  affine.for %i = 0 to 30 {
    %u = affine.load %x[%i] : memref<30xf64, strided<[?], offset: ?>>
    %v = affine.load %y[%i] : memref<30xf64, strided<[?], offset: ?>>
    %w = arith.mulf %u, %s : f64
    %z = arith.addf %v, %w : f64
    affine.store %z, %y[%i] : memref<30xf64, strided<[?], offset: ?>>
  }
  return
}
