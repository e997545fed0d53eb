//===- licences.h - what -ffast-math allows, laid aside -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_LLVM_LICENCES_H
#define SMR_CAPI_LLVM_LICENCES_H
#ifdef __cplusplus
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ValueHandle.h"
#include <vector>

namespace smr {
/// While it lives, a function's arithmetic is without reassoc, arcp, contract and afn (as far as all of it
/// had them), and its comparisons are without flags and see no square root. Afterwards what the arithmetic
/// has become has them again, comparisons where nothing has changed.
class Licences {
public:
  explicit Licences(llvm::Function &function);
  ~Licences();
  Licences(const Licences &) = delete;
  Licences &operator=(const Licences &) = delete;

private:
  struct Comparison {
    explicit Comparison(llvm::FCmpInst &compare);
    void giveBack() const;

    llvm::WeakVH compare, left, right; // null: gone
    llvm::CmpInst::Predicate predicate;
    llvm::FastMathFlags flags;
  };
  using Kind = bool (*)(const llvm::Instruction &);

  llvm::FastMathFlags common(Kind kind);
  void change(Kind kind, llvm::FastMathFlags licences, bool add);
  void hideRoots();
  void showRoots();

  llvm::Function &function;
  llvm::FastMathFlags ofArithmetic, ofCalls;
  std::vector<Comparison> comparisons;
  llvm::SmallVector<std::pair<llvm::Function *, llvm::CmpInst::Predicate>>
      hidden; // what stands for a comparison
};
} // namespace smr
#endif
#endif
