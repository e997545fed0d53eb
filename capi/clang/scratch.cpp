//===- scratch.cpp - the functions that SMR gets to see -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "capi/llvm/prepare.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace smr;

std::vector<std::pair<std::string, GlobalValue *>> smr::anonymousNames(Module &module) {
  std::vector<std::pair<std::string, GlobalValue *>> names;
  for (GlobalValue &value : module.global_values())
    if (!value.hasName())
      names.push_back({"smr.anonymous." + std::to_string(names.size()), &value});
  return names;
}

namespace {
/// Declares in the scratch module what a body refers to.
class Declarer : public ValueMaterializer {
public:
  explicit Declarer(Module &scratch) : scratch(scratch) {}

  Value *materialize(Value *value) override {
    auto *global = dyn_cast<GlobalValue>(value);
    if (!global || global->getParent() == &scratch)
      return nullptr;
    auto linkage =
        global->hasExternalWeakLinkage() ? GlobalValue::ExternalWeakLinkage : GlobalValue::ExternalLinkage;
    if (auto *type = dyn_cast<FunctionType>(global->getValueType())) {
      Function *copy =
          Function::Create(type, linkage, global->getAddressSpace(), global->getName(), &scratch);
      if (auto *function = dyn_cast<Function>(global)) {
        copy->setAttributes(function->getAttributes());
        copy->setCallingConv(function->getCallingConv());
      }
      return copy;
    }
    auto *variable = dyn_cast<GlobalVariable>(global);
    Constant *value_known = variable && holdsKnownScalar(*variable) ? variable->getInitializer() : nullptr;
    auto *copy = new GlobalVariable(scratch, global->getValueType(), variable && variable->isConstant(),
                                    value_known ? GlobalValue::AvailableExternallyLinkage : linkage,
                                    value_known, global->getName(), nullptr, global->getThreadLocalMode(),
                                    global->getAddressSpace(), !value_known);
    if (variable)
      copy->setAlignment(variable->getAlign());
    return copy;
  }

private:
  /// `static const int n = 100;` is as good as the number.
  static bool holdsKnownScalar(const GlobalVariable &variable) {
    Type *type = variable.getValueType();
    return variable.isConstant() && variable.hasDefinitiveInitializer() &&
           (type->isIntegerTy() || type->isFloatingPointTy());
  }

  Module &scratch;
};
} // namespace

/// By which names other files may call the function, for what only a whole module knows
/// (lib/rewrite/context/own_names.c):
/// "*" where its assembly speaks of it.
static void noteExports(Function &function, Module &module) {
  std::string names = function.hasLocalLinkage() ? "" : function.getName().str();
  for (const GlobalAlias &alias : module.aliases())
    if (alias.getAliaseeObject() == &function && !alias.hasLocalLinkage())
      names += "," + alias.getName().str();
  if (!function.getName().empty() && StringRef(module.getModuleInlineAsm()).contains(function.getName()))
    names = "*";
  StringRef text = names;
  text.consume_front("\1"); // an asm label
  function.addFnAttr("smr-exports", text);
}

static void move(Function &function, Module &scratch, bool helper) {
  function.removeFromParent();
  scratch.getFunctionList().push_back(&function);
  function.setComdat(nullptr);
  function.setLinkage(helper ? GlobalValue::AvailableExternallyLinkage : GlobalValue::ExternalLinkage);
  function.setVisibility(GlobalValue::DefaultVisibility);
  function.setDLLStorageClass(GlobalValue::DefaultStorageClass);
  function.setSection("");
  for (unsigned kind : {LLVMContext::MD_prof, LLVMContext::MD_type, LLVMContext::MD_associated})
    function.setMetadata(kind, nullptr);
}

/// What stays behind does not use the value any more: passes ask who does.
static void forget(Value &value, const Module &scratch) {
  for (Use &use : make_early_inc_range(value.uses())) {
    auto *instruction = dyn_cast<Instruction>(use.getUser());
    if (instruction ? instruction->getModule() != &scratch : isa<GlobalValue>(use.getUser()))
      use.set(nullptr);
    else if (!instruction)
      forget(*use.getUser(), scratch);
  }
}

std::unique_ptr<Module> smr::takeOut(Module &module, const Selection &selection) {
  for (auto &[name, value] : anonymousNames(module))
    value->setName(name);
  auto scratch = std::make_unique<Module>("smr", module.getContext());
  scratch->setSourceFileName(module.getSourceFileName());
  scratch->setDataLayout(module.getDataLayout());
  scratch->setTargetTriple(module.getTargetTriple());
  scratch->setSemanticInterposition(module.getSemanticInterposition());
  scratch->addModuleFlag(Module::Warning, "Debug Info Version", DEBUG_METADATA_VERSION);
  for (Function *function : selection.candidates)
    noteExports(*function, module);
  for (Function *function : selection.candidates) {
    markSlots(*function);
    move(*function, *scratch, false);
  }
  for (Function *function : selection.helpers)
    move(*function, *scratch, true);
  ValueToValueMapTy map;
  Declarer declarer(*scratch);
  std::vector<Function *> bodies;
  for (Function &function : *scratch)
    bodies.push_back(&function);
  for (Function *function : bodies)
    RemapFunction(*function, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals, nullptr, &declarer);
  for (Function *function : bodies)
    forget(*function, *scratch);
  return scratch;
}

std::string smr::inBitcode(Module &module) {
  flattenDebugInfo(module);
  std::string bitcode;
  raw_string_ostream stream(bitcode);
  WriteBitcodeToFile(module, stream);
  return bitcode;
}
