//===- transplant.cpp - rewritten bodies into the user's module ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A function keeps its name, linkage, comdat, attributes, section and debug scope; its blocks are exchanged.
// Everything is checked first, so that a refusal leaves the module as it was.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "capi/clang/plugin.h"
#include "capi/llvm/sites.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <map>

using namespace llvm;
using namespace smr;

namespace {
class Transplant {
public:
  Transplant(Module &module, const Outcome &outcome) : module(module), outcome(outcome) {
    for (auto &[name, value] : anonymousNames(module))
      anonymous[name] = value;
    for (const std::string &name : outcome.fresh)
      fresh.insert(name);
  }

  std::string run() {
    auto parsed = parseBitcodeFile(MemoryBufferRef(outcome.bitcode, "smr"), module.getContext());
    if (!parsed) {
      consumeError(parsed.takeError());
      return "its answer is no bitcode";
    }
    donor = std::move(*parsed);
    if (verifyModule(*donor))
      return "its answer is not valid";
    if (std::string reason = pair(); !reason.empty())
      return reason;
    if (std::string reason = check(); !reason.empty())
      return reason;
    bring();
    for (auto [to, from] : pairs)
      exchange(*to, *from);
    for (Function *replacement : replacements)
      RemapFunction(*replacement, map, flags);
    for (auto [to, from] : pairs)
      RemapFunction(*to, map, flags);
    setSitesAside(module);
    for (const std::string &library : outcome.links)
      mark(library);
    return {};
  }

private:
  const RemapFlags flags = RF_NoModuleLevelChanges | RF_IgnoreMissingLocals;

  GlobalValue *known(StringRef name) const {
    auto at = anonymous.find(name);
    return at != anonymous.end() ? at->second : module.getNamedValue(name);
  }

  /// Which body goes where.
  std::string pair() {
    for (const std::string &name : outcome.rewritten) {
      auto *to = dyn_cast_or_null<Function>(known(name));
      Function *from = donor->getFunction(name);
      if (!to || !from || to->isDeclaration() || from->isDeclaration() ||
          to->getFunctionType() != from->getFunctionType())
        return "its answer does not fit '" + name + "'";
      pairs.push_back({to, from});
      places[from] = to;
    }
    return pairs.empty() ? "its answer has no function" : "";
  }

  bool isPaired(const GlobalValue *from) const { return places.contains(from); }

  /// Every symbol of the donor has a place in the module: the same one, a declaration, or a new private one.
  std::string check() {
    for (GlobalValue &value : donor->global_values()) {
      if (isPaired(&value))
        continue;
      StringRef name = value.getName();
      GlobalValue *here = known(name);
      if (!fresh.contains(name)) {
        // (Intrinsics and declarations that nothing uses are no matter.)
        if (!here && !value.use_empty() && !name.starts_with("llvm."))
          return ("its answer refers to '" + name + "', which the module does not have").str();
        continue;
      }
      if (value.isDeclaration() && here && !here->isDeclaration())
        return ("the program defines '" + name + "' itself").str();
      if (!value.isDeclaration() && !isa<Function, GlobalVariable>(value))
        return "its answer has an alias";
    }
    return {};
  }

  /// Makes the module have what the new bodies refer to.
  void bring() {
    for (GlobalValue &value : make_early_inc_range(donor->global_values())) {
      if (isPaired(&value)) {
        map[&value] = known(value.getName());
        continue;
      }
      bool isFresh = fresh.contains(value.getName());
      if (isFresh && !value.isDeclaration())
        continue;
      if (value.use_empty())
        continue;
      GlobalValue *here = known(value.getName());
      map[&value] = here ? here : declare(value);
    }
    // Definitions move over: first all, then their operands are mapped.
    std::vector<GlobalVariable *> variables;
    for (Function &function : make_early_inc_range(*donor))
      if (fresh.contains(function.getName()) && !function.isDeclaration()) {
        function.removeFromParent();
        module.getFunctionList().push_back(&function); // (renamed when the name is taken)
        settle(function);
        replacements.push_back(&function);
      }
    for (GlobalVariable &variable : make_early_inc_range(donor->globals()))
      if (fresh.contains(variable.getName()) && !variable.isDeclaration() &&
          !variable.hasAppendingLinkage()) {
        variable.removeFromParent();
        module.insertGlobalVariable(&variable);
        if (!variable.hasLocalLinkage())
          variable.setLinkage(GlobalValue::InternalLinkage);
        variable.setComdat(nullptr);
        variable.eraseMetadata(LLVMContext::MD_dbg);
        variables.push_back(&variable);
        if (variable.getSection() == "smr_rt_slots") // written by nothing that the optimiser sees
          appendToCompilerUsed(module, {&variable});
      }
    for (GlobalVariable *variable : variables)
      variable->setInitializer(MapValue(variable->getInitializer(), map, flags));
  }

  GlobalValue *declare(GlobalValue &value) {
    if (auto *function = dyn_cast<Function>(&value)) {
      Function *copy = Function::Create(function->getFunctionType(),
                                        function->hasExternalWeakLinkage() ? GlobalValue::ExternalWeakLinkage
                                                                           : GlobalValue::ExternalLinkage,
                                        function->getAddressSpace(), function->getName(), &module);
      copy->setVisibility(function->getVisibility());
      copy->setAttributes(function->getAttributes());
      copy->setCallingConv(function->getCallingConv());
      return copy;
    }
    auto *copy = new GlobalVariable(
        module, value.getValueType(), cast<GlobalVariable>(value).isConstant(),
        value.hasExternalWeakLinkage() ? GlobalValue::ExternalWeakLinkage : GlobalValue::ExternalLinkage,
        nullptr, value.getName(), nullptr, value.getThreadLocalMode(), value.getAddressSpace());
    copy->setVisibility(value.getVisibility());
    return copy;
  }

  /// The functions of the program that can come to run a new one.
  SmallVector<const Function *> callersOf(const Function &function) const {
    SmallVector<const Function *> work{&function}, callers;
    SmallPtrSet<const Function *, 16> seen;
    while (!work.empty())
      for (const User *user : work.pop_back_val()->users()) {
        auto *instruction = dyn_cast<Instruction>(user);
        const Function *caller = instruction ? instruction->getFunction() : nullptr;
        if (!caller || !seen.insert(caller).second)
          continue;
        if (auto place = places.find(caller); place != places.end())
          callers.push_back(place->second);
        else
          work.push_back(caller);
      }
    if (callers.empty())
      for (auto [to, from] : pairs)
        callers.push_back(to);
    return callers;
  }

  static Attribute featuresOf(const Function *function) {
    return function->getFnAttribute("target-features");
  }

  /// The one that is compiled for the fewest features of the processor.
  static const Function &simplestOf(ArrayRef<const Function *> functions) {
    return **min_element(functions, [](const Function *a, const Function *b) {
      Attribute first = featuresOf(a), second = featuresOf(b);
      return first != second && first.getValueAsString().count('+') < second.getValueAsString().count('+');
    });
  }

  /// The features of `model` that all have.
  static std::string commonFeatures(ArrayRef<const Function *> functions, const Function &model) {
    SmallVector<StringRef> common;
    featuresOf(&model).getValueAsString().split(common, ',');
    for (const Function *function : functions) {
      if (featuresOf(function) == featuresOf(&model))
        continue;
      SmallVector<StringRef> features;
      featuresOf(function).getValueAsString().split(features, ',');
      erase_if(common, [&](StringRef feature) { return !is_contained(features, feature); });
    }
    return join(common, ",");
  }

  /// A new function is compiled for a processor that all of its callers are compiled for.
  void settle(Function &function) {
    SmallVector<const Function *> callers = callersOf(function);
    const Function &model = simplestOf(callers);
    function.setLinkage(GlobalValue::InternalLinkage);
    function.setComdat(nullptr);
    function.setSubprogram(nullptr);
    for (StringRef key :
         {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width", "frame-pointer",
          "probe-stack", "stack-probe-size", "stack-protector-buffer-size", "no-trapping-math"}) {
      function.removeFnAttr(key);
      if (model.hasFnAttribute(key))
        function.addFnAttr(model.getFnAttribute(key));
    }
    if (function.hasFnAttribute("target-features"))
      function.addFnAttr("target-features", commonFeatures(callers, model));
    for (Attribute::AttrKind kind :
         {Attribute::UWTable, Attribute::StackProtect, Attribute::StackProtectStrong,
          Attribute::StackProtectReq, Attribute::ShadowCallStack}) {
      function.removeFnAttr(kind);
      if (model.hasFnAttribute(kind))
        function.addFnAttr(model.getFnAttribute(kind));
    }
    for (Instruction &instruction : instructions(function)) {
      instruction.dropDbgRecords();
      instruction.setDebugLoc(DebugLoc());
      instruction.setMetadata(LLVMContext::MD_loop, nullptr);
    }
  }

  void exchange(Function &to, Function &from) {
    std::vector<Variable> variables = variablesOf(to);
    noteScopes(to);
    relocate(from, to.getSubprogram());
    SmallVector<std::pair<unsigned, MDNode *>> metadata;
    to.getAllMetadata(metadata);
    Constant *personality = to.hasPersonalityFn() ? to.getPersonalityFn() : nullptr;
    to.dropAllReferences();
    for (auto [kind, node] : metadata)
      to.setMetadata(kind, node);
    to.splice(to.begin(), &from);
    for (auto [ours, theirs] : zip(to.args(), from.args())) {
      if (!ours.hasName())
        ours.takeName(&theirs);
      theirs.replaceAllUsesWith(&ours);
    }
    describeVariables(to, variables, slots);
    if (!personality && from.hasPersonalityFn()) // it came with an inlined callee
      personality = cast<Constant>(MapValue(from.getPersonalityFn(), map, flags));
    if (personality)
      to.setPersonalityFn(personality);
  }

  /// The blocks of the source that places are in: what the rewritten body says of places are lines and
  /// columns.
  void noteScopes(const Function &to) {
    scopes.clear();
    for (const Instruction &instruction : instructions(to))
      if (const DebugLoc &place = instruction.getDebugLoc(); place && !place.getInlinedAt())
        scopes.try_emplace({place.getLine(), place.getCol()}, cast<DILocalScope>(place.getScope()));
  }

  /// Places in the source become places in the function's own scope, or in its block where that is known.
  void relocate(Function &from, DISubprogram *scope) {
    from.setSubprogram(nullptr);
    slots.clear();
    for (Instruction &instruction : instructions(from)) {
      instruction.dropDbgRecords();
      if (auto *slot = dyn_cast<AllocaInst>(&instruction)) {
        if (const DebugLoc &mark = slot->getDebugLoc(); mark && !mark.getInlinedAt() && mark.getCol())
          slots.push_back({slot, mark.getCol() - 1});
        slot->setDebugLoc(DebugLoc());
      }
      if (!scope) {
        instruction.setDebugLoc(DebugLoc());
        continue;
      }
      const DebugLoc &place = instruction.getDebugLoc();
      if (!place) {
        if (isa<CallBase>(instruction))
          instruction.setDebugLoc(DILocation::get(module.getContext(), 0, 0, scope));
        continue;
      }
      DILocalScope *within = scopeFor(*scope, cast<DIScope>(place.getScope()));
      if (auto block = scopes.find({place.getLine(), place.getCol()});
          within == scope && block != scopes.end())
        within = block->second;
      instruction.setDebugLoc(DILocation::get(module.getContext(), place.getLine(), place.getCol(), within));
    }
  }

  DILocalScope *scopeFor(DISubprogram &scope, const DIScope *old) {
    SmallString<256> own(scope.getDirectory());
    if (scope.getFilename().starts_with("/"))
      own = scope.getFilename();
    else if (!own.empty())
      (own += "/") += scope.getFilename();
    else
      own = scope.getFilename();
    if (old->getFilename() == own)
      return &scope;
    DILexicalBlockFile *&block = blocks[{&scope, old->getFilename()}];
    if (!block)
      block = DILexicalBlockFile::getDistinct(module.getContext(), &scope,
                                              DIFile::get(module.getContext(), old->getFilename(), ""), 0);
    return block;
  }

  /// The link step finds this symbol's section in the object and adds -l<library> (tools/common/marks.h).
  /// Weak and hidden: equal marks of several objects become one, none is exported, and dead code removal
  /// leaves it.
  void mark(const std::string &library) {
    if (!smr_link_name_ok(library.data(), library.size()))
      return;
    std::string name = "__smr_link." + library + "$";
    if (module.getNamedValue(name))
      return;
    Constant *text = ConstantDataArray::getString(module.getContext(), library);
    auto *symbol = new GlobalVariable(module, text->getType(), true, GlobalValue::WeakAnyLinkage, text, name);
    symbol->setVisibility(GlobalValue::HiddenVisibility);
    symbol->setSection(".smr.link");
  }

  Module &module;
  const Outcome &outcome;
  std::unique_ptr<Module> donor;
  StringMap<GlobalValue *> anonymous;
  StringSet<> fresh;
  std::vector<std::pair<Function *, Function *>> pairs;   // to, from
  DenseMap<const GlobalValue *, const Function *> places; // from → to
  std::vector<Function *> replacements;
  std::vector<std::pair<AllocaInst *, unsigned>> slots; // of the body at hand, with their marks
  std::map<std::pair<unsigned, unsigned>, DILocalScope *> scopes;
  std::map<std::pair<DISubprogram *, StringRef>, DILexicalBlockFile *> blocks;
  ValueToValueMapTy map;
};
} // namespace

bool smr::transplant(Module &module, const Outcome &outcome, std::string &reason) {
  reason = Transplant(module, outcome).run();
  return reason.empty();
}
