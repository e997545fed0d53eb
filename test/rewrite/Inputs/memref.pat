MLIR {
  func.func @axpy_idiom(%n: index, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %u = memref.load %x[%i] : memref<?xf64>
      %v = memref.load %y[%i] : memref<?xf64>
      %w = arith.mulf %a, %u : f64
      %z = arith.addf %v, %w : f64
      memref.store %z, %y[%i] : memref<?xf64>
    }
    return
  }
} = {
  func.func private @lib_axpy(index, f64, memref<?xf64>, memref<?xf64>)
  func.func @axpy_idiom(%n: index, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
    func.call @lib_axpy(%n, %a, %x, %y) : (index, f64, memref<?xf64>, memref<?xf64>) -> ()
    return
  }
}
name "axpy"
MLIR {
  func.func @dot_idiom(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %f = arith.constant 0.0 : f64
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %f) -> f64 {
      %u = memref.load %x[%i] : memref<?xf64>
      %v = memref.load %y[%i] : memref<?xf64>
      %w = arith.mulf %v, %u : f64
      %z = arith.addf %s, %w : f64
      scf.yield %z : f64
    }
    return %r : f64
  }
} = {
  func.func private @lib_dot(index, memref<?xf64>, memref<?xf64>) -> f64
  func.func @dot_idiom(%n: index, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
    %r = func.call @lib_dot(%n, %x, %y) : (index, memref<?xf64>, memref<?xf64>) -> f64
    return %r : f64
  }
}
name "dot"
