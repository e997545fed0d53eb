//===- remarks.cpp - what SMR did, where clang's users look for it ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Entries of the report become LLVM's remarks of a pass named `smr`: -Rpass=smr prints them, and
// -fsave-optimization-record writes them down. What clang knows of places is debug information, so each
// remark is given a location in its function.
//===----------------------------------------------------------------------===//
#include "base/json.h"
#include "capi/clang/plugin.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstring>
#include <tuple>

using namespace llvm;
using namespace smr;

static const char pass[] = "smr";

//--- Reports ------------------------------------------------------------------

std::string smr::printMissed(ArrayRef<SmrFinding> missed) {
  SmrStr out = {};
  smr_str_puts(&out, "{\"version\":1,\"rewrites\":[],\"missed\":[");
  for (const SmrFinding &one : missed) {
    smr_json_line(&out, "");
    smr_json_entry(&out, one.file, strlen(one.file), one.line, one.column);
    smr_json_string(&out, "function", one.function);
    smr_json_string(&out, "idiom", one.idiom);
    smr_json_string(&out, "reason", one.reason);
    smr_str_putc(&out, '}');
  }
  smr_str_puts(&out, "]}\n");
  std::string copy(out.data, out.size);
  smr_str_free(&out);
  return copy;
}

//--- Places -------------------------------------------------------------------

namespace {
/// Finds the function that a fact speaks of, and a location in it.
class Places {
public:
  explicit Places(Module &module) : module(module) {
    for (Function &function : module)
      if (!function.isDeclaration())
        byName[demangle(function.getName())] = &function;
  }

  /// Of the fact's function; where that is none of the module's (it was told of the file as a whole), of any.
  Function *function(const SmrFinding &fact) const {
    if (Function *found = byName.lookup(fact.function))
      return found;
    for (Function &function : module)
      if (!function.isDeclaration())
        return &function;
    return nullptr;
  }

  DiagnosticLocation place(const SmrFinding &fact, const Function &function) const {
    DISubprogram *scope = function.getSubprogram();
    if (!scope || !fact.line)
      return DiagnosticLocation();
    DIScope *inFile = scope;
    if (!isFile(*scope->getFile(), fact.file)) { // what was inlined from a header
      auto *file = DIFile::get(module.getContext(), fact.file, "");
      inFile = DILexicalBlockFile::get(module.getContext(), scope, file, 0);
    }
    return DiagnosticLocation(DebugLoc(DILocation::get(module.getContext(), fact.line, fact.column, inFile)));
  }

private:
  static bool isFile(const DIFile &file, StringRef path) {
    SmallString<128> whole(file.getDirectory());
    if (sys::path::is_absolute(file.getFilename()))
      whole.clear();
    sys::path::append(whole, file.getFilename());
    sys::path::remove_dots(whole); // (reports have names without)
    return path == whole || path == file.getFilename();
  }

  Module &module;
  StringMap<Function *> byName;
};
} // namespace

//--- Remarks ------------------------------------------------------------------

bool smr::wantsRemarks(Module &module) {
  LLVMContext &context = module.getContext();
  return context.getLLVMRemarkStreamer() || context.getDiagHandlerPtr()->isAnyRemarkEnabled(pass);
}

void smr::emitRemarks(Module &module, ArrayRef<SmrFinding> facts) {
  if (facts.empty() || !wantsRemarks(module))
    return;
  struct {
    LLVMContext &context;
    DiagnosticLocation place;
    const BasicBlock *block;
  } about = {module.getContext(), {}, nullptr};
  auto emit = [](void *user, SmrFindingKind kind, const char *name, const SmrFindingPart *parts,
                 uint32_t count) {
    auto &at = *static_cast<decltype(about) *>(user);
    auto print = [&](DiagnosticInfoIROptimization &&remark) {
      for (const SmrFindingPart &part : ArrayRef(parts, count))
        remark.insert(part.key ? DiagnosticInfoOptimizationBase::Argument(part.key, StringRef(part.text))
                               : DiagnosticInfoOptimizationBase::Argument(StringRef(part.text)));
      at.context.diagnose(remark);
    };
    if (kind == SMR_FINDING_PASSED)
      print(OptimizationRemark(pass, name, at.place, at.block));
    else if (kind == SMR_FINDING_MISSED)
      print(OptimizationRemarkMissed(pass, name, at.place, at.block));
    else
      print(OptimizationRemarkAnalysis(pass, name, at.place, at.block));
  };
  Places places(module);
  for (const SmrFinding &fact : facts)
    if (Function *function = places.function(fact)) {
      about.place = places.place(fact, *function);
      about.block = &function->getEntryBlock();
      smr_finding_remarks(&fact, emit, &about);
    }
}

void smr::emitMissed(Module &module, ArrayRef<SmrFinding> facts) {
  Places places(module);
  for (const SmrFinding &fact : facts)
    if (Function *function = places.function(fact); function && !fact.rewrite && *fact.idiom) {
      DiagnosticLocation place = places.place(fact, *function);
      std::string text = std::string(fact.idiom) + " not called: " + fact.reason + " [--smr-werror=missed]";
      module.getContext().diagnose(DiagnosticInfoUnsupported(*function, text, place));
    }
}

void smr::sortBySource(MutableArrayRef<SmrFinding> facts) {
  auto before = [](const SmrFinding &one, const SmrFinding &other) {
    int order = strcmp(one.file, other.file);
    return order ? order < 0 : std::tie(one.line, one.column) < std::tie(other.line, other.column);
  };
  for (auto at = facts.begin(); at != facts.end(); ++at) // (what is equal stays in its order)
    std::rotate(std::upper_bound(facts.begin(), at, *at, before), at, at + 1);
}

void smr::printRewrites(ArrayRef<SmrFinding> facts) {
  for (const SmrFinding &fact : facts)
    if (fact.rewrite)
      errs() << fact.file << ":" << fact.line << ":" << fact.column << ": " << fact.idiom << " called in "
             << fact.function << " (" << fact.tier << ", " << fact.guards.size
             << (fact.guards.size == 1 ? " check" : " checks") << ")\n";
}
