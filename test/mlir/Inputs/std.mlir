// scf, affine, memref, cf, arith without Fortran.
// EXPECT: func @memrefs wraps(%0: box, %1: box unique, %2: i64)
// EXPECT: descr_extent 1 %0
// EXPECT: = heap %2
// EXPECT: free
// EXPECT: func @layouts
// EXPECT: descr_stride
// EXPECT: func @views
// EXPECT: func @affine
// EXPECT: mins
// EXPECT: for
// EXPECT: func @flow
// EXPECT: while
// EXPECT: if
// EXPECT: cbr
// EXPECT: func @opaque
// EXPECT: opaque<attrs "answer = 42 : i64, name = \"x\""> "my.op"
// EXPECT: "my.region"
func.func @memrefs(%a: memref<?x?xf64>, %b: memref<100xf64> {llvm.noalias}, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %h = memref.alloc(%n) : memref<?x4xf32>
  %d = memref.dim %a, %c1 : memref<?x?xf64>
  %s = scf.for %i = %c0 to %d step %c1 iter_args(%acc = %zero) -> (f64) {
    %x = memref.load %a[%n, %i] : memref<?x?xf64>
    %y = memref.load %b[%i] : memref<100xf64>
    %xy = arith.mulf %x, %y fastmath<reassoc> : f64
    %z = memref.load %h[%i, %c1] : memref<?x4xf32>
    %ze = arith.extf %z : f32 to f64
    %t = arith.addf %acc, %xy fastmath<fast> : f64
    %u = arith.addf %t, %ze : f64
    scf.yield %u : f64
  }
  memref.dealloc %h : memref<?x4xf32>
  return %s : f64
}
func.func @layouts(%a: memref<?x?xf64, strided<[?, 1], offset: ?>>, %b: memref<4x5xf32, strided<[10, 2]>>, %c: memref<*xf32>, %i: index) -> f64 {
  %x = memref.load %a[%i, %i] : memref<?x?xf64, strided<[?, 1], offset: ?>>
  %y = memref.load %b[%i, %i] : memref<4x5xf32, strided<[10, 2]>>
  %r = memref.cast %c : memref<*xf32> to memref<?xf32>
  %z = memref.load %r[%i] : memref<?xf32>
  memref.store %y, %r[%i] : memref<?xf32>
  return %x : f64
}
memref.global @g : memref<8x8xf64>
func.func @views(%a: memref<?x?xf64>, %i: index) -> f64 {
  %g = memref.get_global @g : memref<8x8xf64>
  %v = memref.subview %a[%i, 2] [%i, 4] [2, 1] : memref<?x?xf64> to memref<?x4xf64, strided<[?, 1], offset: ?>>
  %w = memref.subview %g[0, %i] [8, 1] [1, 1] : memref<8x8xf64> to memref<8xf64, strided<[8], offset: ?>>
  %r = memref.reinterpret_cast %g to offset: [%i], sizes: [%i, 3], strides: [3, 1] : memref<8x8xf64> to memref<?x3xf64, strided<[3, 1], offset: ?>>
  %x = memref.load %v[%i, %i] : memref<?x4xf64, strided<[?, 1], offset: ?>>
  %y = memref.load %w[%i] : memref<8xf64, strided<[8], offset: ?>>
  %z = memref.load %r[%i, %i] : memref<?x3xf64, strided<[3, 1], offset: ?>>
  call @use(%v) : (memref<?x4xf64, strided<[?, 1], offset: ?>>) -> ()
  %s = arith.addf %x, %y : f64
  %t = arith.addf %s, %z : f64
  return %t : f64
}
func.func private @use(memref<?x4xf64, strided<[?, 1], offset: ?>>)
func.func @affine(%a: memref<?x?xf32>, %n: index, %m: index) {
  affine.for %i = 0 to min affine_map<(d0)[s0] -> (d0, s0 * 2)>(%n)[%m] {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to %m step 2 {
      %x = affine.load %a[%i, %j floordiv 2] : memref<?x?xf32>
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d0 mod 2 == 0)>(%i, %j) {
        affine.store %x, %a[%j, %i * 3 + 1] : memref<?x?xf32>
      }
      %k = affine.apply affine_map<(d0, d1) -> (d0 * 4 + d1 ceildiv 3)>(%i, %j)
      %l = affine.max affine_map<(d0) -> (d0, 5)>(%k)
      memref.store %x, %a[%l, %i] : memref<?x?xf32>
    }
  }
  return
}
func.func @flow(%n: i32, %p: i1, %v: vector<4xf64>) -> (i32, vector<4xf64>) {
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %w = scf.while (%x = %n) : (i32) -> i32 {
    %c = arith.cmpi slt, %x, %c9 : i32
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%y: i32):
    %q = scf.if %p -> (i32) {
      %r = arith.addi %y, %c1 overflow<nsw> : i32
      scf.yield %r : i32
    } else {
      scf.yield %y : i32
    }
    scf.yield %q : i32
  }
  %vv = arith.addf %v, %v : vector<4xf64>
  %e = scf.execute_region -> i32 {
    %t = arith.muli %w, %w : i32
    scf.yield %t : i32
  }
  cf.switch %e : i32, [
    default: ^bb1(%w : i32),
    3: ^bb2(%n, %e : i32, i32),
    5: ^bb1(%e : i32)
  ]
^bb1(%z: i32):
  cf.cond_br %p, ^bb2(%z, %z : i32, i32), ^bb1(%n : i32)
^bb2(%z1: i32, %z2: i32):
  %i = arith.index_cast %z1 : i32 to index
  %c0i = arith.constant 0 : index
  scf.parallel (%a, %b) = (%c0i, %c0i) to (%i, %i) step (%i, %i) {
    %ab = arith.addi %a, %b : index
    scf.reduce
  }
  %j = arith.extui %z2 : i32 to i64
  return %z1, %vv : i32, vector<4xf64>
}
func.func @opaque(%a: f64, %t: tensor<4xf64>) -> tensor<4xf64> {
  %x = "my.op"(%a) {name = "x", answer = 42 : i64} : (f64) -> f64
  "my.region"(%x) ({
  ^bb0(%y: f64):
    "my.use"(%y, %x) : (f64, f64) -> ()
    %big = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
    %huge = arith.constant 170141183460469231731687303715884105727 : i128
    %nan = arith.constant 0x7FC00000 : f32
    cf.br ^bb1
  ^bb1:
    "my.end"() : () -> ()
  }, {
  }) : (f64) -> ()
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%t : tensor<4xf64>) outs(%t : tensor<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %x : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
