//===- instead.cpp - what libsmr-llvm.so has instead of MLIR's own --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The linker prefers these definitions to those in MLIR's archives. Most programs with an idiom are small,
// and what MLIR does here for any program takes as long as finding and replacing an idiom.
//===----------------------------------------------------------------------===//
#include "capi/llvm/llvm.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/DIExpressionLegalization.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace mlir;

/// The modules have no expressions of debug information (debug.cpp).
void LLVM::legalizeDIExpressionsRecursively(Operation *) {}

//--- Operations of the llvm dialect --------------------------------------------------
// Seven of ten are intrinsics, and a program has few of them.

namespace {
template <typename... Operations> struct List {
  /// Takes those that it finds out of the set.
  static void add(Dialect &dialect, llvm::StringSet<> &names) {
    (void)std::initializer_list<int>{(take<Operations>(dialect, names), 0)...};
  }
  static void add(Dialect &dialect) { (void)std::initializer_list<int>{(take<Operations>(dialect), 0)...}; }

private:
  template <typename Operation> static void take(Dialect &dialect) {
    if (!RegisteredOperationName::lookup(TypeID::get<Operation>(), dialect.getContext()))
      RegisteredOperationName::insert<Operation>(dialect);
  }
  template <typename Operation> static void take(Dialect &dialect, llvm::StringSet<> &names) {
    if (names.erase(Operation::getOperationName()))
      take<Operation>(dialect);
  }
};

using Plain = List<
#define GET_OP_LIST
#include "mlir/Dialect/LLVMIR/LLVMOps.cpp.inc"
    >;
using Intrinsics = List<
#define GET_OP_LIST
#include "mlir/Dialect/LLVMIR/LLVMIntrinsicOps.cpp.inc"
    >;
/// Those that SMR itself creates (lib/mlir/host).
using Own = List<LLVM::SMinOp, LLVM::SMaxOp, LLVM::UMaxOp, LLVM::FAbsOp, LLVM::FMulAddOp, LLVM::FMAOp,
                 LLVM::SqrtOp, LLVM::ExpOp, LLVM::FCeilOp, LLVM::FFloorOp, LLVM::CosOp>;
} // namespace

/// If an intrinsic of the module has an operation of another name, all are registered.
static void registerMore(MLIRContext &context, const llvm::Module *module) {
  Dialect &dialect = *context.getLoadedDialect<LLVM::LLVMDialect>();
  if (!module)
    return Intrinsics::add(dialect);
  llvm::StringSet<> names;
  for (const llvm::Function &function : *module)
    if (llvm::Intrinsic::ID id = function.getIntrinsicID())
      names.insert(("llvm.intr." + llvm::Intrinsic::getBaseName(id).drop_front(strlen("llvm."))).str());
  Intrinsics::add(dialect, names);
  if (!names.empty())
    Intrinsics::add(dialect);
}

/// LLVMDialect::initialize calls this.
template <>
void Dialect::addOperations<
#define GET_OP_LIST
#include "mlir/Dialect/LLVMIR/LLVMOps.cpp.inc"
    ,
#define GET_OP_LIST
#include "mlir/Dialect/LLVMIR/LLVMIntrinsicOps.cpp.inc"
    >() {
  Plain::add(*this);
  Own::add(*this);
  smr::registerIntrinsics = registerMore;
}
