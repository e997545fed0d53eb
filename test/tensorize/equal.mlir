// Ops that do the same call the same function; the others have their own.
// RUN: mlir-opt %load --smr-tensorize="costs=none report=%t.json" %s | FileCheck %s
// RUN: mlir-opt %load --smr-tensorize="costs=none" %s | grep -c "func.func private @smr_tensorize_[0-9]*(" | FileCheck --check-prefix=FUNCTIONS %s
// FUNCTIONS: {{^}}7{{$}}
// RUN: FileCheck --check-prefix=REPORT --input-file=%t.json %s
// REPORT-COUNT-9: "what":"products of matrices
// REPORT: "missed":[]

#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
#loops = {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}

// CHECK-LABEL: @convolutions
// CHECK: call @[[FIRST:smr_tensorize_[0-9]+]](%arg0, %arg1, %arg2)
// CHECK: call @[[FIRST]](%arg3, %arg1, %arg2)
// CHECK: call @[[OTHER:smr_tensorize_[0-9]+]](%arg0, %arg1, %arg4)
func.func @convolutions(%x: memref<1x3x20x20xf32>, %k: memref<8x3x3x3xf32>, %y: memref<1x8x18x18xf32>, %z: memref<1x3x20x20xf32>, %h: memref<1x8x9x9xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<1> : vector<2xi64>} ins(%x, %k : memref<1x3x20x20xf32>, memref<8x3x3x3xf32>) outs(%y : memref<1x8x18x18xf32>)
  linalg.conv_2d_nchw_fchw {strides = dense<1> : vector<2xi64>} ins(%z, %k : memref<1x3x20x20xf32>, memref<8x3x3x3xf32>) outs(%y : memref<1x8x18x18xf32>)
  linalg.conv_2d_nchw_fchw {strides = dense<2> : vector<2xi64>} ins(%x, %k : memref<1x3x20x20xf32>, memref<8x3x3x3xf32>) outs(%h : memref<1x8x9x9xf32>)
  return
}

// CHECK-LABEL: @bodies
// CHECK: call @[[PLAIN:smr_tensorize_[0-9]+]](
// CHECK: call @[[FAST:smr_tensorize_[0-9]+]](
// CHECK: call @[[PLAIN]](
// CHECK: call @[[TURNED:smr_tensorize_[0-9]+]](
func.func @bodies(%x: memref<40x40xf32>, %k: memref<40x40xf32>, %y: memref<40x40xf32>) {
  linalg.generic #loops ins(%x, %k : memref<40x40xf32>, memref<40x40xf32>) outs(%y : memref<40x40xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  }
  linalg.generic #loops ins(%x, %k : memref<40x40xf32>, memref<40x40xf32>) outs(%y : memref<40x40xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q fastmath<contract> : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  }
  linalg.generic #loops ins(%x, %k : memref<40x40xf32>, memref<40x40xf32>) outs(%y : memref<40x40xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %p, %q : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  }
  linalg.generic #loops ins(%x, %k : memref<40x40xf32>, memref<40x40xf32>) outs(%y : memref<40x40xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32):
    %m = arith.mulf %q, %p : f32
    %s = arith.addf %r, %m : f32
    linalg.yield %s : f32
  }
  return
}

// What need not be asked of memory that was allocated here has to be asked of arguments.
// CHECK-LABEL: @memory
// CHECK: call @[[ARGUMENTS:smr_tensorize_[0-9]+]](
// CHECK: call @[[OWN:smr_tensorize_[0-9]+]](
// CHECK: func.func private @[[ARGUMENTS]](
// CHECK: scf.if
// CHECK: func.func private @[[OWN]](
// CHECK-NOT: scf.if
// CHECK: return
func.func @memory(%x: memref<40x30xf32>, %k: memref<30x40xf32>, %y: memref<40x40xf32>) {
  linalg.matmul ins(%x, %k : memref<40x30xf32>, memref<30x40xf32>) outs(%y : memref<40x40xf32>)
  %c0 = arith.constant 0.0 : f32
  %own = memref.alloc() : memref<40x40xf32>
  linalg.fill ins(%c0 : f32) outs(%own : memref<40x40xf32>)
  linalg.matmul ins(%x, %k : memref<40x30xf32>, memref<30x40xf32>) outs(%own : memref<40x40xf32>)
  memref.copy %own, %y : memref<40x40xf32> to memref<40x40xf32>
  memref.dealloc %own : memref<40x40xf32>
  return
}
