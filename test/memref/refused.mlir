// Where no library may be called, or the code is not what it resembles, a module stays as it is, byte for byte.
// RUN: mlir-opt --split-input-file %s > %t.before
// RUN: smr-opt --split-input-file --smr-rewrite %s > %t.after
// RUN: cmp %t.before %t.after

// Memory that a plain pointer does not reach: as loops and as linalg's op.
func.func @space(%x: memref<9xf64, 1>, %y: memref<9xf64, 1>, %o: memref<f64, 1>) {
  affine.for %i = 0 to 9 {
    %a = affine.load %x[%i] : memref<9xf64, 1>
    %b = affine.load %y[%i] : memref<9xf64, 1>
    %s = affine.load %o[] : memref<f64, 1>
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %s, %p : f64
    affine.store %q, %o[] : memref<f64, 1>
  }
  return
}
func.func @space_linalg(%a: memref<6x4xf64, 3>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
  linalg.matmul ins(%a, %b : memref<6x4xf64, 3>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
  return
}
func.func @space_symbol(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64, "scratch">) {
  linalg.matmul ins(%a, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64, "scratch">)
  return
}
// Others may add to the same sum at the same time.
func.func @atomic(%x: memref<9xf64>, %y: memref<9xf64>, %o: memref<f64>) {
  affine.for %i = 0 to 9 {
    %a = affine.load %x[%i] : memref<9xf64>
    %b = affine.load %y[%i] : memref<9xf64>
    %p = arith.mulf %a, %b : f64
    %q = memref.atomic_rmw addf %p, %o[] : (f64, memref<f64>) -> f64
  }
  return
}
func.func @generic_atomic(%x: memref<9xf64>, %y: memref<9xf64>, %o: memref<f64>) {
  affine.for %i = 0 to 9 {
    %a = affine.load %x[%i] : memref<9xf64>
    %b = affine.load %y[%i] : memref<9xf64>
    %p = arith.mulf %a, %b : f64
    %q = memref.generic_atomic_rmw %o[] : memref<f64> {
    ^bb0(%s: f64):
      %r = arith.addf %s, %p : f64
      memref.atomic_yield %r : f64
    }
  }
  return
}
// A layout that is no strides.
func.func @layout(%x: memref<8x8xf64, affine_map<(i, j) -> (i floordiv 2, j, i mod 2)>>, %y: memref<8xf64>, %o: memref<8xf64>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %a = affine.load %x[%i, %j] : memref<8x8xf64, affine_map<(i, j) -> (i floordiv 2, j, i mod 2)>>
      %b = affine.load %y[%j] : memref<8xf64>
      %s = affine.load %o[%i] : memref<8xf64>
      %p = arith.mulf %a, %b : f64
      %q = arith.addf %s, %p : f64
      affine.store %q, %o[%i] : memref<8xf64>
    }
  }
  return
}
// On tensors nothing is stored.
func.func @tensors(%a: tensor<6x4xf64>, %b: tensor<4x5xf64>, %c: tensor<6x5xf64>) -> tensor<6x5xf64> {
  %0 = linalg.matmul ins(%a, %b : tensor<6x4xf64>, tensor<4x5xf64>) outs(%c : tensor<6x5xf64>) -> tensor<6x5xf64>
  return %0 : tensor<6x5xf64>
}
// Integers, and products that are no sums.
func.func @integers(%a: memref<6x4xi32>, %b: memref<4x5xi32>, %c: memref<6x5xi32>) {
  linalg.matmul ins(%a, %b : memref<6x4xi32>, memref<4x5xi32>) outs(%c : memref<6x5xi32>)
  return
}
func.func @widened(%a: memref<6x4xf16>, %b: memref<4x5xf16>, %c: memref<6x5xf32>) {
  linalg.matmul ins(%a, %b : memref<6x4xf16>, memref<4x5xf16>) outs(%c : memref<6x5xf32>)
  return
}
func.func @maximum(%a: memref<6x4xf64>, %x: memref<4xf64>, %y: memref<6xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%a, %x : memref<6x4xf64>, memref<4xf64>) outs(%y : memref<6xf64>) {
  ^bb0(%u: f64, %v: f64, %z: f64):
    %p = arith.mulf %u, %v : f64
    %r = arith.maximumf %z, %p : f64
    linalg.yield %r : f64
  }
  return
}
// A body that does more than compute.
func.func private @seen(f64)
func.func @told(%x: memref<9xf64>, %y: memref<9xf64>, %o: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} ins(%x, %y : memref<9xf64>, memref<9xf64>) outs(%o : memref<f64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %p = arith.mulf %a, %b : f64
    func.call @seen(%p) : (f64) -> ()
    %q = arith.addf %s, %p : f64
    linalg.yield %q : f64
  }
  return
}

// -----

// Whatever runs on a device.
module attributes {llvm.target_triple = "nvptx64-nvidia-cuda"} {
  func.func @device(%a: memref<6x4xf64>, %b: memref<4x5xf64>, %c: memref<6x5xf64>) {
    linalg.matmul ins(%a, %b : memref<6x4xf64>, memref<4x5xf64>) outs(%c : memref<6x5xf64>)
    return
  }
}

// -----

// The plain loop, once more, has to be rewritten without the reasons above: what is compared would be empty words.
// RUN: smr-opt --smr-rewrite %S/Inputs/linalg.mlir | grep -c 'llvm.call @smr.blas' | FileCheck %s
// CHECK: {{[1-9][0-9]}}
