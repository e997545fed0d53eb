// kernels.c in upstream's dialects.
llvm.func @axpy_(i64, f64, !llvm.ptr, !llvm.ptr)
llvm.func @scale_(i64, f64, !llvm.ptr, !llvm.ptr)
llvm.func @dot_(i64, !llvm.ptr, !llvm.ptr) -> f64
llvm.func @chain_(i64, f64, !llvm.ptr, !llvm.ptr, !llvm.ptr)
llvm.func @sum_(i64, !llvm.ptr, !llvm.ptr, !llvm.ptr)
llvm.func @w_sum(%n: i64, %x: !llvm.ptr, %y: !llvm.ptr, %s: !llvm.ptr) {
  llvm.call @sum_(%n, %x, %y, %s) : (i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @w_axpy(%n: i64, %a: f64, %x: !llvm.ptr, %y: !llvm.ptr) {
  llvm.call @axpy_(%n, %a, %x, %y) : (i64, f64, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @w_scale(%n: i64, %a: f64, %x: !llvm.ptr, %y: !llvm.ptr) {
  llvm.call @scale_(%n, %a, %x, %y) : (i64, f64, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @w_dot(%n: i64, %x: !llvm.ptr, %y: !llvm.ptr) -> f64 {
  %s = llvm.call @dot_(%n, %x, %y) : (i64, !llvm.ptr, !llvm.ptr) -> f64
  llvm.return %s : f64
}
llvm.func @w_chain(%n: i64, %a: f64, %x: !llvm.ptr, %y: !llvm.ptr, %z: !llvm.ptr) {
  llvm.call @chain_(%n, %a, %x, %y, %z) : (i64, f64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()
  llvm.return
}
func.func @two_loops(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %y[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %z[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %z[%i] : memref<?xf64>
  }
  return
}
func.func @init_main(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    memref.store %f, %y[%i] : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    memref.store %r, %y[%i] : memref<?xf64>
  }
  return
}
func.func @two_dots(%size: i64, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> f64 {
    %u = memref.load %x[%i] : memref<?xf64>
    %w = arith.mulf %u, %u : f64
    %r = arith.addf %acc, %w : f64
    scf.yield %r : f64
  }
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> f64 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %u, %v : f64
    %r = arith.addf %acc, %w : f64
    scf.yield %r : f64
  }
  %d = arith.mulf %t, %two : f64
  %r = arith.addf %s, %d : f64
  return %r : f64
}
func.func @rows(%rows: i64, %size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %m = arith.index_cast %rows : i64 to index
  %n = arith.index_cast %size : i64 to index
  affine.for %j = 0 to %m {
    affine.for %i = 0 to %n {
      %u = affine.load %x[%i] : memref<?xf64>
      %v = affine.load %y[%j * symbol(%n) + %i] : memref<?xf64>
      %w = arith.mulf %a, %u : f64
      %r = arith.addf %v, %w : f64
      affine.store %r, %y[%j * symbol(%n) + %i] : memref<?xf64>
    }
    affine.for %i = 0 to %n {
      %u = affine.load %x[%i] : memref<?xf64>
      %v = affine.load %z[%j * symbol(%n) + %i] : memref<?xf64>
      %w = arith.mulf %a, %u : f64
      %r = arith.addf %v, %w : f64
      affine.store %r, %z[%j * symbol(%n) + %i] : memref<?xf64>
    }
  }
  return
}
func.func @late(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    memref.store %r, %y[%i] : memref<?xf64>
  }
  %b = memref.load %y[%c0] : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %z[%i] : memref<?xf64>
    %w = arith.mulf %b, %u : f64
    %r = arith.addf %v, %w : f64
    memref.store %r, %z[%i] : memref<?xf64>
  }
  return
}
func.func @numbers(%size: i64, %k: i64, %a: f32, %p: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %three = arith.constant -3.0 : f64
  %wide = arith.extf %a : f32 to f64
  %p1 = memref.load %p[%c1] : memref<?xf64>
  %p2 = memref.load %p[%c2] : memref<?xf64>
  %product = arith.mulf %wide, %p1 : f64
  %more = arith.mulf %three, %product : f64
  %divisor = arith.sitofp %k : i64 to f64
  %t = arith.divf %more, %divisor : f64
  %u = arith.negf %p2 : f64
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %x[%i] : memref<?xf64>
    %f = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %t, %e : f64
    %r = arith.addf %f, %w : f64
    memref.store %r, %y[%i] : memref<?xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %x[%i] : memref<?xf64>
    %f = memref.load %z[%i] : memref<?xf64>
    %w = arith.mulf %u, %e : f64
    %r = arith.addf %f, %w : f64
    memref.store %r, %z[%i] : memref<?xf64>
  }
  return
}
func.func @start(%size: i64, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 2.5 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %f) -> f64 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %y[%i] : memref<?xf64>
    %w = arith.mulf %u, %v : f64
    %r = arith.addf %acc, %w : f64
    scf.yield %r : f64
  }
  return %s : f64
}
func.func @thirds(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>, %w: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %x[%i] : memref<?xf64>
    %0 = arith.addf %e, %one : f64
    memref.store %0, %z[%i] : memref<?xf64>
    %f = memref.load %y[%i] : memref<?xf64>
    %g = arith.mulf %a, %e : f64
    %h = arith.addf %f, %g : f64
    memref.store %h, %y[%i] : memref<?xf64>
    %v = memref.load %w[%i] : memref<?xf64>
    %r = arith.subf %v, %e : f64
    memref.store %r, %w[%i] : memref<?xf64>
  }
  return
}
func.func @second(%rows: i64, %size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %m = arith.index_cast %rows : i64 to index
  %n = arith.index_cast %size : i64 to index
  %zero = arith.constant 0.0 : f64
  affine.for %j = 0 to %m {
    affine.for %i = 0 to %n {
      affine.store %zero, %z[%j * symbol(%n) + %i] : memref<?xf64>
    }
    affine.for %i = 0 to %n {
      %u = affine.load %x[%i] : memref<?xf64>
      %v = affine.load %y[%j * symbol(%n) + %i] : memref<?xf64>
      %w = arith.mulf %a, %u : f64
      %r = arith.addf %v, %w : f64
      affine.store %r, %y[%j * symbol(%n) + %i] : memref<?xf64>
      %f = affine.load %z[%j * symbol(%n) + %i] : memref<?xf64>
      %g = arith.mulf %u, %u : f64
      %h = arith.addf %f, %g : f64
      affine.store %h, %z[%j * symbol(%n) + %i] : memref<?xf64>
    }
  }
  return
}
func.func @sum_left(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>) -> f64 {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %one) -> f64 {
    %e = memref.load %x[%i] : memref<?xf64>
    %r = arith.addf %acc, %e : f64
    %f = memref.load %y[%i] : memref<?xf64>
    %g = arith.mulf %a, %e : f64
    %h = arith.addf %f, %g : f64
    memref.store %h, %y[%i] : memref<?xf64>
    scf.yield %r : f64
  }
  return %s : f64
}
func.func @twice(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) -> f64 {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %s = memref.alloca() : memref<f64>
  memref.store %one, %s[] : memref<f64>
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %x[%i] : memref<?xf64>
    %more = arith.addf %e, %one : f64
    memref.store %more, %z[%i] : memref<?xf64>
    %acc = memref.load %s[] : memref<f64>
    %r = arith.addf %acc, %e : f64
    memref.store %r, %s[] : memref<f64>
    %f = memref.load %y[%i] : memref<?xf64>
    %g = arith.mulf %a, %e : f64
    %h = arith.addf %f, %g : f64
    memref.store %h, %y[%i] : memref<?xf64>
  }
  %result = memref.load %s[] : memref<f64>
  return %result : f64
}
func.func @into(%size: i64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.load %x[%i] : memref<?xf64>
    %v = memref.load %z[%i] : memref<?xf64>
    %w = arith.mulf %u, %v : f64
    %acc = memref.load %y[%c2] : memref<?xf64>
    %r = arith.addf %acc, %w : f64
    memref.store %r, %y[%c2] : memref<?xf64>
  }
  return
}
func.func @apart(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %one = arith.constant 1.0 : f64
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %y[%i] : memref<?xf64>
    affine.store %one, %z[%i] : memref<?xf64>
  }
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %z[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %z[%i] : memref<?xf64>
    %f = affine.load %y[%i] : memref<?xf64>
    %g = arith.subf %f, %one : f64
    affine.store %g, %y[%i] : memref<?xf64>
  }
  return
}
func.func @passed_on(%size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  %zero = arith.constant 0.0 : f64
  %s = affine.for %i = 0 to %n iter_args(%acc = %zero) -> f64 {
    %u = affine.load %x[%i] : memref<?xf64>
    %w = arith.mulf %u, %u : f64
    %r = arith.addf %acc, %w : f64
    affine.yield %r : f64
  }
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %y[%i] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %y[%i] : memref<?xf64>
    %f = affine.load %z[%i] : memref<?xf64>
    %g = arith.mulf %f, %s : f64
    affine.store %g, %z[%i] : memref<?xf64>
  }
  return
}
func.func @inner(%rows: i64, %size: i64, %a: f64, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %m = arith.index_cast %rows : i64 to index
  %n = arith.index_cast %size : i64 to index
  %one = arith.constant 1.0 : f64
  affine.for %j = 0 to %m {
    affine.store %one, %z[%j] : memref<?xf64>
    affine.for %i = 0 to %n {
      %u = affine.load %x[%i] : memref<?xf64>
      %v = affine.load %y[%j * symbol(%n) + %i] : memref<?xf64>
      %w = arith.mulf %a, %u : f64
      %r = arith.addf %v, %w : f64
      affine.store %r, %y[%j * symbol(%n) + %i] : memref<?xf64>
      %f = affine.load %z[%j] : memref<?xf64>
      %g = arith.addf %f, %u : f64
      affine.store %g, %z[%j] : memref<?xf64>
    }
  }
  return
}
func.func @between(%size: i64, %p: memref<?xf64>, %x: memref<?xf64>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %n = arith.index_cast %size : i64 to index
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %y[%i] : memref<?xf64>
    %a = affine.load %p[1] : memref<?xf64>
    %w = arith.mulf %a, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %y[%i] : memref<?xf64>
  }
  %b = affine.load %p[2] : memref<?xf64>
  affine.for %i = 0 to %n {
    %u = affine.load %x[%i] : memref<?xf64>
    %v = affine.load %z[%i] : memref<?xf64>
    %w = arith.mulf %b, %u : f64
    %r = arith.addf %v, %w : f64
    affine.store %r, %z[%i] : memref<?xf64>
  }
  return
}
