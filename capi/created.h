//===- created.h - the dialects of replacements --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_CREATED_H
#define SMR_CAPI_CREATED_H
#ifdef __cplusplus
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace smr {
template <typename... Dialects> struct DialectList {};

/// MLIR's dialects whose ops a replacement can contain. A pass or transform op must have them loaded before
/// it runs.
using CreatedDialects =
    DialectList<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect, mlir::func::FuncDialect,
                mlir::LLVM::LLVMDialect, mlir::linalg::LinalgDialect, mlir::math::MathDialect,
                mlir::memref::MemRefDialect, mlir::scf::SCFDialect, mlir::vector::VectorDialect>;
/// Adds these, smr and pypm (defined in pass.cpp).
void registerCreatedDialects(mlir::DialectRegistry &registry);
} // namespace smr
#endif
#endif
