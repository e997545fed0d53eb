//===- select.cpp - which functions are worth a look --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Most files have no loop that an idiom could match; for those the plugin costs this one walk. Functions
// without one count only when a library has pairs without loops, and they compute or store something.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace smr;

enum {
  MaxHelper = 300,      // instructions, as clang wrote them
  MaxHelperDepth = 10,  // calls from a candidate: an element of a std::unique_ptr takes 8
  MaxHelpers = 2000,    // in all
  MaxCandidate = 50000, // instructions
};

static bool isFloat(Type *type) {
  return type->getScalarType()->isFloatingPointTy();
}

static bool hasFloats(const Instruction &instruction) {
  return isFloat(instruction.getType()) ||
         any_of(instruction.operands(), [](const Use &use) { return isFloat(use->getType()); });
}

static bool touchesMemory(const Instruction &instruction) {
  return isa<LoadInst, StoreInst>(instruction) || isa<MemIntrinsic>(instruction);
}

/// The two signs of a dot product of small integers.
static bool widensSmall(const Instruction &instruction) {
  return isa<SExtInst, ZExtInst>(instruction) && instruction.getOperand(0)->getType()->isIntegerTy() &&
         instruction.getOperand(0)->getType()->getIntegerBitWidth() > 1 &&
         instruction.getOperand(0)->getType()->getIntegerBitWidth() <= 16;
}

/// (A product with a constant is an address or a hash.)
static bool isProduct(const Instruction &instruction) {
  return instruction.getOpcode() == Instruction::Mul && !isa<Constant>(instruction.getOperand(0)) &&
         !isa<Constant>(instruction.getOperand(1));
}

static Function *helperOf(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && !callee->isDeclaration() && !callee->isInterposable() ? callee : nullptr;
}

/// What an idiom without loops has at least one of: a getter has none.
static bool isWork(const Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  bool parameter = store && isa<AllocaInst>(store->getPointerOperand()); // (into a variable of its own)
  return (store && !parameter) || isa<MemIntrinsic>(instruction) || instruction.isBinaryOp() ||
         instruction.isUnaryOp() || isa<CmpInst, SelectInst>(instruction) ||
         (isa<CastInst>(instruction) && hasFloats(instruction)) ||
         (isa<CallBase>(instruction) && !helperOf(instruction) && !isa<MemIntrinsic>(instruction) &&
          !instruction.isLifetimeStartOrEnd() && !isa<DbgInfoIntrinsic>(instruction));
}

/// A call of something other than a mathematical function. (Complex numbers are multiplied by __muldc3 where
/// the formula gives NaN.)
static bool isStranger(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  if (!call || isa<IntrinsicInst>(call))
    return false;
  const Function *callee = call->getCalledFunction();
  if (callee && (callee->getName() == "__muldc3" || callee->getName() == "__mulsc3"))
    return false;
  return !isFloat(call->getType()) ||
         !all_of(call->args(), [](const Use &use) { return isFloat(use->getType()); });
}

/// Does the function's code stand around the place, FILE:LINE?
static bool standsAround(const Function &function, StringRef place) {
  auto [file, number] = place.rsplit(':');
  unsigned line = 0;
  if (number.getAsInteger(10, line))
    return true;
  const DISubprogram *program = function.getSubprogram();
  if (!program || program->getLine() > line)
    return false;
  SmallString<256> path = program->getFilename();
  sys::path::make_absolute(program->getDirectory(), path);
  if (!sys::fs::equivalent(path, file))
    return false;
  return any_of(instructions(function), [&](const Instruction &instruction) {
    const DILocation *own = instruction.getDebugLoc().get();
    return own && own->getLine() >= line && own->getScope()->getSubprogram() == program;
  });
}

/// Is it bitcode that has been here before? What is left of its loops runs where our checks fail.
static bool wasRewritten(const Function &function) {
  auto isOurs = [](const Value *value) {
    return isa<GlobalValue>(value) && value->getName().starts_with("smr.");
  };
  return isOurs(&function) || any_of(instructions(function), [&](const Instruction &instruction) {
           return any_of(instruction.operands(), [&](const Use &use) { return isOurs(use.get()); });
         });
}

namespace {
class Selector {
public:
  Selector(Wanted wanted, bool respectOptNone, bool explain)
      : interest(wanted.loops), straight(wanted.straight), place(wanted.place), maps(wanted.maps),
        respectOptNone(respectOptNone), explain(explain) {}

  Selection run(Module &module) {
    auto contexts = findContexts(module);
    for (Function &function : module) {
      if (function.isDeclaration() || function.hasAvailableExternallyLinkage())
        continue;
      if (!place.empty() && !standsAround(function, place))
        continue;
      bool loops = interest == Interest::Anything || hasInterestingLoop(function) || callsAlgorithm(function);
      if (!loops && !isStraightCandidate(function)) {
        if (explain)
          passOver(function);
        continue;
      }
      if (wasRewritten(function))
        continue;
      const char *reason = unsuitable(function);
      if (auto context = contexts.find(&function); !reason && context != contexts.end())
        reason = context->second;
      if (!reason)
        selection.candidates.insert(&function);
      else if (loops)
        selection.refused.push_back({&function, reason});
      else if (explain)
        passOver(function);
    }
    for (Function *candidate : selection.candidates)
      addHelpers(*candidate, 0);
    return std::move(selection);
  }

private:
  /// What a set of instructions holds that makes it interesting.
  struct Signs {
    bool floats = false, memory = false, widening = false, product = false, stranger = false, work = false;
    void add(const Signs &other) {
      floats |= other.floats, memory |= other.memory, work |= other.work;
      widening |= other.widening, product |= other.product, stranger |= other.stranger;
    }
  };

  bool enough(const Signs &signs) const {
    if (interest == Interest::Everything)
      return signs.floats || signs.memory;
    bool products = interest == Interest::SmallIntegers && signs.widening && signs.product;
    return (signs.floats || products) && (explain || !signs.stranger);
  }

  void look(const BasicBlock &block, Signs &signs, unsigned depth) {
    for (const Instruction &instruction : block) {
      signs.floats |= hasFloats(instruction);
      signs.memory |= touchesMemory(instruction);
      signs.widening |= widensSmall(instruction);
      signs.product |= isProduct(instruction);
      signs.work |= isWork(instruction);
      if (Function *helper = helperOf(instruction))
        signs.add(lookInto(*helper, depth + 1));
      else
        signs.stranger |= isStranger(instruction);
    }
  }

  Signs lookInto(Function &helper, unsigned depth) {
    auto [at, fresh] = known.try_emplace(&helper);
    if (!fresh)
      return at->second;
    Signs signs;
    if (depth <= MaxHelperDepth && helper.getInstructionCount() <= MaxHelper)
      for (const BasicBlock &block : helper)
        look(block, signs, depth);
    else
      signs.stranger = true;
    return known[&helper] = signs;
  }

  static bool isAlone(const Loop &loop) { return loop.isInnermost() && loop.isOutermost(); }

  /// Every idiom of the standard libraries has an innermost loop that calls nothing. (A report may say so.)
  bool hasInterestingLoop(Function &function) {
    if (function.size() == 1 && succ_empty(&function.front()))
      return false;
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> edges;
    FindFunctionBackedges(function, edges);
    if (edges.empty())
      return false;
    DominatorTree tree(function);
    LoopInfo loops(tree);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      if (!loop->isInnermost() && (maps || explain))
        continue; // the innermost ones say enough
      Signs signs;
      for (const BasicBlock *block : loop->blocks())
        look(*block, signs, 0);
      bool integers = signs.widening && signs.product;
      if (enough(signs) &&
          (maps || integers || (explain ? !isAlone(*loop) || !isMap(*loop, loops) : mayPay(*loop, loops))))
        return true;
    }
    return false;
  }

  bool isStraightCandidate(Function &function) {
    Signs signs;
    for (const BasicBlock &block : function) {
      if (!straight || (signs.work && signs.floats))
        break;
      look(block, signs, 0);
    }
    return signs.work && (signs.floats || straight == SMR_STRAIGHT_ANY);
  }

  /// Every loop nest has an answer in a report.
  void passOver(Function &function) {
    if (function.size() == 1 && succ_empty(&function.front()))
      return;
    DominatorTree tree(function);
    LoopInfo loops(tree);
    for (const Loop *loop : reverse(loops)) { // it has the last first
      Signs signs;
      for (const BasicBlock *block : loop->blocks())
        look(*block, signs, 0);
      selection.passed.push_back({&function, loop->getStartLoc(),
                                  !signs.floats   ? "no floating-point work"
                                  : !signs.memory ? "reads no array"
                                  : isAlone(*loop) && isMap(*loop, loops)
                                      ? "one loop that sums nothing is faster than a call"
                                      : "resembles no idiom of the libraries"});
    }
  }

  /// Of the C++ library, with such a loop: llvm/prepare.cpp inlines it.
  bool callsAlgorithm(Function &function) {
    return any_of(instructions(function), [&](const Instruction &instruction) {
      Function *callee = helperOf(instruction);
      if (!callee || !callee->isDiscardableIfUnused() || !callee->getName().starts_with("_ZSt"))
        return false;
      auto [at, fresh] = algorithms.try_emplace(callee, false);
      return fresh ? algorithms[callee] = hasInterestingLoop(*callee) : at->second;
    });
  }

  /// Why the function would not survive the way through MLIR, or is not allowed to change; null: it may.
  const char *unsuitable(const Function &function) const {
    if (function.isVarArg())
      return "the function has variable arguments";
    if (function.hasGC() || function.hasPrefixData() || function.hasPrologueData())
      return "the function has data of another tool's in front";
    if (!is_contained({CallingConv::C, CallingConv::Fast}, function.getCallingConv()))
      return "the function has a calling convention of its own";
    if (function.getInstructionCount() > MaxCandidate)
      return "the function is too large";
    static const std::pair<Attribute::AttrKind, const char *> refused[] = {
        {Attribute::Naked, "the function is naked"},
        {Attribute::ReturnsTwice, "the function returns twice"},
        {Attribute::StrictFP, "the function may look at the floating-point environment"},
        {Attribute::PresplitCoroutine, "the function is a coroutine"},
        {Attribute::NoImplicitFloat, "the function may not use floating-point registers"},
        {Attribute::DisableSanitizerInstrumentation, "the function is a resolver, or part of a sanitizer"}};
    for (auto [kind, reason] : refused)
      if (function.hasFnAttribute(kind))
        return reason;
    if (respectOptNone && function.hasOptNone())
      return "the function is not to be optimised";
    for (const BasicBlock &block : function) {
      if (block.hasAddressTaken())
        return "the function has computed gotos";
      for (const Instruction &instruction : block)
        if (!survives(instruction))
          return "the function has inline assembly, setjmp, exceptions of another kind, or two names of one "
                 "variable";
    }
    return nullptr;
  }

  static bool survives(const Instruction &instruction) {
    if (isa<IndirectBrInst, CallBrInst, FuncletPadInst, CatchSwitchInst, CatchReturnInst, CleanupReturnInst,
            VAArgInst>(instruction))
      return false;
    if (instruction.getType()->isTokenTy() || instruction.getType()->isX86_AMXTy())
      return false;
    if (auto *call = dyn_cast<CallBase>(&instruction)) {
      if (call->isInlineAsm() || call->isMustTailCall() || call->hasFnAttr(Attribute::ReturnsTwice) ||
          (call->hasOperandBundles() && !isa<AssumeInst>(call)))
        return false;
    }
    return none_of(instruction.operands(), [](const Use &use) {
      // Two names of one variable: MLIR and SMR take them for two variables.
      const Value *value = use.get()->stripInBoundsOffsets();
      return isa<BlockAddress, DSOLocalEquivalent, NoCFIValue>(value) ||
             (isa<GlobalAlias>(value) && !isa<Function>(cast<GlobalAlias>(value)->getAliaseeObject()));
    });
  }

  void addHelpers(Function &caller, unsigned depth) {
    if (depth == MaxHelperDepth)
      return;
    for (Instruction &instruction : instructions(caller)) {
      Function *helper = helperOf(instruction);
      if (!helper || selection.candidates.contains(helper) || selection.helpers.size() >= MaxHelpers ||
          helper->getInstructionCount() > MaxHelper || helper->hasGC() || helper->hasPrefixData() ||
          helper->hasPrologueData() || helper->isVarArg())
        continue;
      bool plain = all_of(*helper, [](const BasicBlock &block) {
        return !block.hasAddressTaken() &&
               all_of(block, [](const Instruction &each) { return survives(each); });
      });
      if (plain && selection.helpers.insert(helper))
        addHelpers(*helper, depth + 1);
    }
  }

  Interest interest;
  SmrStraight straight;
  StringRef place;
  bool maps, respectOptNone, explain;
  Selection selection;
  DenseMap<Function *, Signs> known;
  DenseMap<Function *, bool> algorithms;
};
} // namespace

Selection smr::select(Module &module, Wanted wanted, bool respectOptNone, bool explain) {
  return Selector(wanted, respectOptNone, explain).run(module);
}
