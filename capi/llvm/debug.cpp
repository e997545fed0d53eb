//===- debug.cpp - debug information reduced to places ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/llvm/prepare.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/Path.h"

using namespace llvm;

static std::string absolutePath(const DIScope *scope) {
  StringRef name = scope->getFilename(), directory = scope->getDirectory();
  if (name.empty() || name.starts_with("<"))
    return name.str();
  SmallString<256> path(name.starts_with("/") || directory.empty() ? name : StringRef());
  if (path.empty())
    (path += directory) += "/", path += name;
  sys::path::remove_dots(path); // "./x.c" is told as "x.c"
  return std::string(path);
}

namespace {
class DebugFlattener {
public:
  explicit DebugFlattener(Module &module) : module(module), context(module.getContext()) {}

  void run() {
    std::vector<std::pair<Function *, DISubprogram *>> functions;
    for (Function &function : module)
      if (DISubprogram *old = function.getSubprogram())
        functions.push_back({&function, function.isDeclaration() ? nullptr : old});
    if (NamedMDNode *units = module.getNamedMetadata("llvm.dbg.cu"))
      units->eraseFromParent();
    for (GlobalVariable &global : module.globals())
      global.eraseMetadata(LLVMContext::MD_dbg);
    for (auto [function, old] : functions) {
      function->setSubprogram(nullptr);
      if (old)
        flatten(*function, *old);
    }
    for (Function &function : module)
      if (!function.getSubprogram())
        clear(function);
  }

private:
  DIFile *fileOf(const DIScope *scope) { return DIFile::get(context, absolutePath(scope), ""); }

  void flatten(Function &function, DISubprogram &old) {
    DIFile *file = fileOf(&old);
    if (!unit) {
      unit = DICompileUnit::getDistinct(context, DISourceLanguageName(dwarf::DW_LANG_C11), file, "SMR", false,
                                        "", 0, "", DICompileUnit::LineTablesOnly, nullptr, nullptr, nullptr,
                                        nullptr, nullptr, 0, false, false,
                                        DICompileUnit::DebugNameTableKind::None, false, "", "");
      module.getOrInsertNamedMetadata("llvm.dbg.cu")->addOperand(unit);
    }
    auto *type = DISubroutineType::get(context, DINode::FlagZero, 0, MDTuple::get(context, {}));
    auto *scope = DISubprogram::getDistinct(context, file, function.getName(), function.getName(), file,
                                            old.getLine(), type, old.getScopeLine(), nullptr, 0, 0,
                                            DINode::FlagZero, DISubprogram::SPFlagDefinition, unit);
    function.setSubprogram(scope);
    for (Instruction &instruction : instructions(function)) {
      instruction.dropDbgRecords();
      const DebugLoc &place = instruction.getDebugLoc();
      if (!place)
        continue;
      auto *innermost = cast<DIScope>(place.getScope());
      DIFile *where = fileOf(innermost);
      DILocalScope *within = scope;
      if (where != file) {
        DILexicalBlockFile *&block = blocks[{scope, where}];
        if (!block)
          block = DILexicalBlockFile::getDistinct(context, scope, where, 0);
        within = block;
      }
      instruction.setDebugLoc(DILocation::get(context, place.getLine(), place.getCol(), within));
      strip(instruction);
    }
  }

  /// What else hangs on an instruction and points into the old information.
  void strip(Instruction &instruction) {
    instruction.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
    instruction.setMetadata("heapallocsite", nullptr);
    if (instruction.getMetadata(LLVMContext::MD_loop))
      updateLoopMetadataDebugLocations(
          instruction, [](Metadata *item) -> Metadata * { return isa<DILocation>(item) ? nullptr : item; });
  }

  void clear(Function &function) {
    for (Instruction &instruction : instructions(function)) {
      instruction.dropDbgRecords();
      instruction.setDebugLoc(DebugLoc());
      strip(instruction);
    }
  }

  Module &module;
  LLVMContext &context;
  DICompileUnit *unit = nullptr;
  DenseMap<std::pair<DISubprogram *, DIFile *>, DILexicalBlockFile *> blocks;
};
} // namespace

void smr::flattenDebugInfo(Module &module) {
  DebugFlattener(module).run();
}
