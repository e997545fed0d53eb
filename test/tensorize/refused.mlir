// What stays as it is, and why.
// RUN: mlir-opt %load --smr-tensorize="costs=none stats report=%t.json" %s -o %t.mlir 2> %t.stats
// RUN: FileCheck %s --input-file %t.mlir --implicit-check-not "call @smr_tensorize"
// RUN: FileCheck %s --check-prefix REPORT --input-file %t.json
// RUN: FileCheck %s --check-prefix STATS --input-file %t.stats
// RUN: mlir-opt %load --smr-tensorize="costs=none" --remarks-filter=smr-tensorize %s -o /dev/null 2>&1 | FileCheck %s --check-prefix REMARK

// STATS: smr-tensorize: 0 rewritten, 16 left
// REPORT: "rewrites":[],
// REMARK: Left{{.*}}tensors

// CHECK-LABEL: @integers
// CHECK: linalg.matmul
// REPORT: "function":"integers","op":"linalg.matmul","reason":"it is no sum of products, sum or maximum of floating-point numbers"
func.func @integers(%a: memref<50x50xi32>, %b: memref<50x50xi32>, %c: memref<50x50xi32>) {
  linalg.matmul ins(%a, %b : memref<50x50xi32>, memref<50x50xi32>) outs(%c : memref<50x50xi32>)
  return
}

// CHECK-LABEL: @halves
// CHECK: linalg.matmul
// REPORT: "function":"halves",{{.*}}"reason":"its elements are neither f32 nor f64"
func.func @halves(%a: memref<50x50xf16>, %b: memref<50x50xf16>, %c: memref<50x50xf16>) {
  linalg.matmul ins(%a, %b : memref<50x50xf16>, memref<50x50xf16>) outs(%c : memref<50x50xf16>)
  return
}

// (Its body casts.)
// CHECK-LABEL: @mixed
// CHECK: linalg.matmul
// REPORT: "function":"mixed",{{.*}}"reason":"it is no sum of products
func.func @mixed(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50x50xf64>) {
  linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf64>)
  return
}

// CHECK-LABEL: @minimum
// CHECK: linalg.pooling_nhwc_min
// REPORT: "function":"minimum",{{.*}}"reason":"it is no sum of products
func.func @minimum(%a: memref<1x20x20x20xf32>, %b: memref<3x3xf32>, %c: memref<1x18x18x20xf32>) {
  linalg.pooling_nhwc_min ins(%a, %b : memref<1x20x20x20xf32>, memref<3x3xf32>) outs(%c : memref<1x18x18x20xf32>)
  return
}

// CHECK-LABEL: @tensors
// CHECK: linalg.matmul
// REPORT: "function":"tensors",{{.*}}"reason":"its operands are tensors: run --one-shot-bufferize first"
func.func @tensors(%a: tensor<50x50xf32>, %b: tensor<50x50xf32>, %c: tensor<50x50xf32>) -> tensor<50x50xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<50x50xf32>, tensor<50x50xf32>) outs(%c : tensor<50x50xf32>) -> tensor<50x50xf32>
  return %r : tensor<50x50xf32>
}

// CHECK-LABEL: @elsewhere
// CHECK: linalg.matmul
// REPORT: "function":"elsewhere",{{.*}}"reason":"an operand lies in another memory space"
func.func @elsewhere(%a: memref<50x50xf32, 1>, %b: memref<50x50xf32>, %c: memref<50x50xf32>) {
  linalg.matmul ins(%a, %b : memref<50x50xf32, 1>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
  return
}

// CHECK-LABEL: @shared
// CHECK: linalg.matmul
// REPORT: "function":"shared",{{.*}}"reason":"elements of its output share their memory"
func.func @shared(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50x50xf32, strided<[0, 1]>>) {
  linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32, strided<[0, 1]>>)
  return
}

// CHECK-LABEL: @backwards
// CHECK: linalg.matmul
// REPORT: "function":"backwards",{{.*}}"reason":"an operand's layout has no strides, or negative ones"
func.func @backwards(%a: memref<50x50xf32, strided<[50, -1], offset: 49>>, %b: memref<50x50xf32>, %c: memref<50x50xf32>) {
  linalg.matmul ins(%a, %b : memref<50x50xf32, strided<[50, -1], offset: 49>>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
  return
}

// CHECK-LABEL: @nothing
// CHECK: linalg.matmul
// REPORT: "function":"nothing",{{.*}}"reason":"there is nothing to do: a size is 0"
func.func @nothing(%a: memref<50x0xf32>, %b: memref<0x50xf32>, %c: memref<50x50xf32>) {
  linalg.matmul ins(%a, %b : memref<50x0xf32>, memref<0x50xf32>) outs(%c : memref<50x50xf32>)
  return
}

// CHECK-LABEL: @parallel
// CHECK: linalg.matmul
// REPORT: "function":"parallel",{{.*}}"reason":"no library may be called here, inside of scf.parallel"
func.func @parallel(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50x50xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.parallel (%i) = (%zero) to (%n) step (%one) {
    linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
  }
  return
}

// CHECK-LABEL: gpu.module
// CHECK: linalg.matmul
// REPORT: "function":"",{{.*}}"reason":"no library may be called here, inside of gpu.func"
gpu.module @device_code {
  gpu.func @device(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50x50xf32>) {
    linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
    gpu.return
  }
}

// CHECK-LABEL: @quantized
// CHECK: linalg.conv_2d_nhwc_hwcf_q
// REPORT: "function":"quantized",{{.*}}"reason":"it has not two inputs and one output"
func.func @quantized(%a: memref<1x9x9x4xi8>, %b: memref<3x3x4x4xi8>, %c: memref<1x7x7x4xi32>, %z: i32) {
  linalg.conv_2d_nhwc_hwcf_q ins(%a, %b, %z, %z : memref<1x9x9x4xi8>, memref<3x3x4x4xi8>, i32, i32) outs(%c : memref<1x7x7x4xi32>)
  return
}

// CHECK-LABEL: module @inner
// CHECK: linalg.matmul
// REPORT: "function":"nested",{{.*}}"reason":"its function is in a module of its own"
module @inner {
  func.func @nested(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50x50xf32>) {
    linalg.matmul ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50x50xf32>)
    return
  }
}

// Of a linalg.generic that is none of these nothing is told.
// CHECK-LABEL: @pointwise
// CHECK: linalg.generic
// REPORT-NOT: "function":"pointwise"
#same = affine_map<(i) -> (i)>
func.func @pointwise(%a: memref<50xf32>, %b: memref<50xf32>, %c: memref<50xf32>) {
  linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
      ins(%a, %b : memref<50xf32>, memref<50xf32>) outs(%c : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    linalg.yield %p : f32
  }
  return
}

// Its body does more than compute what it yields.
// CHECK-LABEL: @tells
// CHECK: linalg.generic
#matrix = affine_map<(i, k) -> (i, k)>
#rows = affine_map<(i, k) -> (i)>
#depth = affine_map<(i, k) -> (k)>
func.func private @tell(f32)
func.func @tells(%a: memref<50x50xf32>, %b: memref<50x50xf32>, %c: memref<50xf32>) {
  linalg.generic {indexing_maps = [#matrix, #matrix, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<50x50xf32>, memref<50x50xf32>) outs(%c : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    func.call @tell(%x) : (f32) -> ()
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Reductions that one factor alone has.
// CHECK-LABEL: @input_alone
// CHECK: linalg.generic
func.func @input_alone(%a: memref<50x50xf32>, %b: memref<50xf32>, %c: memref<50xf32>) {
  linalg.generic {indexing_maps = [#matrix, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<50x50xf32>, memref<50xf32>) outs(%c : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: @kernel_alone
// CHECK: linalg.generic
func.func @kernel_alone(%a: memref<50xf32>, %b: memref<50x50xf32>, %c: memref<50xf32>) {
  linalg.generic {indexing_maps = [#rows, #matrix, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<50xf32>, memref<50x50xf32>) outs(%c : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// Loops of the output that no factor has; of what is added up, that it has not.
// CHECK-LABEL: @repeated
// CHECK: linalg.generic
func.func @repeated(%a: memref<50xf32>, %b: memref<50xf32>, %c: memref<50xf32>) {
  linalg.generic {indexing_maps = [#depth, #depth, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<50xf32>, memref<50xf32>) outs(%c : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// CHECK-LABEL: @added_again
// CHECK: linalg.generic
func.func @added_again(%a: memref<50xf32>, %b: memref<50xf32>, %c: memref<50xf32>) {
  linalg.generic {indexing_maps = [#rows, #depth, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<50xf32>, memref<50xf32>) outs(%c : memref<50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %z, %x : f32
    linalg.yield %s : f32
  }
  return
}

// Vectors would reach out of the input, whose size the other two contradict.
// CHECK-LABEL: @too_small
// CHECK: linalg.conv_1d
// REPORT: "function":"too_small",{{.*}}"reason":"an element is out of bounds"
func.func @too_small(%a: memref<1xf64>, %b: memref<?xf64>, %c: memref<?xf64>) {
  linalg.conv_1d ins(%a, %b : memref<1xf64>, memref<?xf64>) outs(%c : memref<?xf64>)
  return
}

// CHECK-LABEL: @large
// CHECK: linalg.matmul
// REPORT: "function":"large",{{.*}}"reason":"an operand is too large"
func.func @large(%a: memref<4294967296x4294967296xf32>, %b: memref<4294967296x4294967296xf32>, %c: memref<4294967296x4294967296xf32>) {
  linalg.matmul ins(%a, %b : memref<4294967296x4294967296xf32>, memref<4294967296x4294967296xf32>) outs(%c : memref<4294967296x4294967296xf32>)
  return
}

// CHECK-LABEL: @large_steps
// CHECK: linalg.conv_2d_nchw_fchw
// REPORT: "function":"large_steps",{{.*}}"reason":"its indices are not those of
func.func @large_steps(%a: memref<1x3x?x?xf32>, %b: memref<4x3x3x3xf32>, %c: memref<1x4x?x?xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<4611686018427387904> : tensor<2xi64>}
      ins(%a, %b : memref<1x3x?x?xf32>, memref<4x3x3x3xf32>) outs(%c : memref<1x4x?x?xf32>)
  return
}
