// Tensors: behind bufferization, a padded convolution is one on a buffer with the padding in it.
// RUN: mlir-opt --convert-tensor-to-linalg %s | \
// RUN:   mlir-opt %load --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map},smr-tensorize{costs=none})' | \
// RUN:   FileCheck %s
// RUN: mlir-opt --convert-tensor-to-linalg %s | \
// RUN:   mlir-opt %load --one-shot-bufferize="bufferize-function-boundaries=1" --smr-tensorize | FileCheck %s --check-prefix DYNAMIC

// CHECK-LABEL: func.func @layer
// CHECK: linalg.fill
// CHECK: call @smr_tensorize_0
// CHECK-NOT: linalg.conv_2d_nchw_fchw
// CHECK-LABEL: func.func private @smr_tensorize_0(
// CHECK-NOT: scf.if
// CHECK-LABEL: func.func private @smr_tensorize_0_loops(

// The arguments have any layout here: strides are asked for, and the op is the other branch.
// DYNAMIC-LABEL: func.func @layer
// DYNAMIC: call @smr_tensorize_0
// DYNAMIC-LABEL: func.func private @smr_tensorize_0(
// DYNAMIC: scf.if
// DYNAMIC: linalg.conv_2d_nchw_fchw
func.func @layer(%image: tensor<1x8x30x30xf32>, %weights: tensor<16x8x3x3xf32>) -> tensor<1x16x30x30xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x8x30x30xf32> to tensor<1x8x32x32xf32>
  %empty = tensor.empty() : tensor<1x16x30x30xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x16x30x30xf32>) -> tensor<1x16x30x30xf32>
  %out = linalg.conv_2d_nchw_fchw ins(%padded, %weights : tensor<1x8x32x32xf32>, tensor<16x8x3x3xf32>)
    outs(%start : tensor<1x16x30x30xf32>) -> tensor<1x16x30x30xf32>
  return %out : tensor<1x16x30x30xf32>
}
