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
#include <tuple>

using namespace llvm;
using namespace smr;

static const char pass[] = "smr";

//--- Reports ------------------------------------------------------------------

static std::string textOf(const char *value) {
  SmrStr text = {};
  smr_json_text(&text, value);
  std::string copy(smr_str_get(&text), text.size);
  smr_str_free(&text);
  return copy;
}

static std::vector<std::string> textsOf(const char *list) {
  std::vector<std::string> all;
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at))
    all.push_back(textOf(at));
  return all;
}

std::vector<Fact> smr::readFacts(const std::string &report) {
  std::vector<Fact> facts;
  for (const char *key : {"rewrites", "missed"})
    for (const char *at = smr_json_first(smr_json_member(report.c_str(), key)); at; at = smr_json_next(at)) {
      auto text = [&](const char *key) { return textOf(smr_json_member(at, key)); };
      const char *verified = smr_json_member(at, "verified");
      facts.push_back({.rewrite = StringRef(key) == "rewrites",
                       .file = text("file"),
                       .line = static_cast<unsigned>(smr_json_number(at, "line")),
                       .column = static_cast<unsigned>(smr_json_number(at, "column")),
                       .function = text("function"),
                       .idiom = text("idiom"),
                       .tier = text("tier"),
                       .reason = text("reason"),
                       .unverified = verified && smr_starts(verified, "false"),
                       .guards = textsOf(smr_json_member(at, "guards")),
                       .laws = textsOf(smr_json_member(smr_json_member(at, "explanation"), "laws"))});
    }
  return facts;
}

std::string smr::printMissed(ArrayRef<Fact> missed) {
  SmrStr out = {};
  smr_str_puts(&out, "{\"version\":1,\"rewrites\":[],\"missed\":[");
  for (const Fact &one : missed) {
    smr_json_line(&out, "");
    smr_json_entry(&out, one.file.data(), one.file.size(), one.line, one.column);
    smr_json_string(&out, "function", one.function.c_str());
    smr_json_string(&out, "idiom", one.idiom.c_str());
    smr_json_string(&out, "reason", one.reason.c_str());
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
  Function *function(const Fact &fact) const {
    if (Function *found = byName.lookup(fact.function))
      return found;
    for (Function &function : module)
      if (!function.isDeclaration())
        return &function;
    return nullptr;
  }

  DiagnosticLocation place(const Fact &fact, const Function &function) const {
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

using Said = DiagnosticInfoOptimizationBase::Argument;

/// What a rewrite rests on: the checks in front of the call, and how it was found.
static void emitAnalysis(LLVMContext &context, const Fact &fact, const DiagnosticLocation &place,
                         const Function &function) {
  if (!fact.guards.empty()) {
    OptimizationRemarkAnalysis remark(pass, "Checks", place, &function.getEntryBlock());
    remark << "the call of " << Said("Idiom", fact.idiom) << " runs where ";
    for (const std::string &guard : fact.guards)
      remark << (&guard == &fact.guards.front() ? "" : "; ") << Said("Check", guard);
    context.diagnose(remark);
  }
  if (!fact.laws.empty()) {
    OptimizationRemarkAnalysis remark(pass, "Laws", place, &function.getEntryBlock());
    remark << Said("Idiom", fact.idiom) << " was found by";
    for (const std::string &law : fact.laws)
      remark << " " << Said("Law", law);
    context.diagnose(remark);
  }
}

static void emitRewrite(LLVMContext &context, const Fact &fact, const DiagnosticLocation &place,
                        const Function &function) {
  OptimizationRemark remark(pass, "Rewritten", place, &function.getEntryBlock());
  remark << "loop nest replaced by a call: " << Said("Idiom", fact.idiom) << " (" << Said("Tier", fact.tier);
  if (!fact.guards.empty())
    remark << ", behind " << Said("Checks", static_cast<unsigned>(fact.guards.size()))
           << (fact.guards.size() == 1 ? " check" : " checks");
  context.diagnose(remark << (fact.unverified ? ", not verified)" : ")"));
  emitAnalysis(context, fact, place, function);
}

/// Why the nest stays as it is: missed, when it is like an idiom; else a word on what it is.
static void emitLeft(LLVMContext &context, const Fact &fact, const DiagnosticLocation &place,
                     const Function &function) {
  if (fact.idiom.empty()) {
    OptimizationRemarkAnalysis remark(pass, "NoIdiom", place, &function.getEntryBlock());
    context.diagnose(remark << "no call: " << Said("Reason", fact.reason));
    return;
  }
  OptimizationRemarkMissed remark(pass, "Missed", place, &function.getEntryBlock());
  context.diagnose(remark << Said("Idiom", fact.idiom) << " not called: " << Said("Reason", fact.reason));
}

void smr::emitRemarks(Module &module, ArrayRef<Fact> facts) {
  if (facts.empty() || !wantsRemarks(module))
    return;
  Places places(module);
  for (const Fact &fact : facts)
    if (Function *function = places.function(fact)) {
      DiagnosticLocation place = places.place(fact, *function);
      (fact.rewrite ? emitRewrite : emitLeft)(module.getContext(), fact, place, *function);
    }
}

void smr::emitMissed(Module &module, ArrayRef<Fact> facts) {
  Places places(module);
  for (const Fact &fact : facts)
    if (Function *function = places.function(fact); function && !fact.rewrite && !fact.idiom.empty()) {
      DiagnosticLocation place = places.place(fact, *function);
      std::string text = fact.idiom + " not called: " + fact.reason + " [--smr-werror=missed]";
      module.getContext().diagnose(DiagnosticInfoUnsupported(*function, text, place));
    }
}

void smr::sortBySource(std::vector<Fact> &facts) {
  auto before = [](const Fact &one, const Fact &other) {
    return std::tie(one.file, one.line, one.column) < std::tie(other.file, other.line, other.column);
  };
  for (auto at = facts.begin(); at != facts.end(); ++at) // (what is equal stays in its order)
    std::rotate(std::upper_bound(facts.begin(), at, *at, before), at, at + 1);
}

void smr::printRewrites(ArrayRef<Fact> facts) {
  for (const Fact &fact : facts)
    if (fact.rewrite)
      errs() << fact.file << ":" << fact.line << ":" << fact.column << ": " << fact.idiom << " called in "
             << fact.function << " (" << fact.tier << ", " << fact.guards.size()
             << (fact.guards.size() == 1 ? " check" : " checks") << ")\n";
}
