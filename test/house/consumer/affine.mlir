func.func @dot(%a: memref<1000xf64>, %b: memref<1000xf64>) -> f64 {
  %z = arith.constant 0.0 : f64
  %r = affine.for %i = 0 to 1000 iter_args(%s = %z) -> f64 {
    %x = affine.load %a[%i] : memref<1000xf64>
    %y = affine.load %b[%i] : memref<1000xf64>
    %p = arith.mulf %x, %y : f64
    %q = arith.addf %s, %p : f64
    affine.yield %q : f64
  }
  return %r : f64
}
