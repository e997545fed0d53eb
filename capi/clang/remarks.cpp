//===- remarks.cpp - what SMR did, where clang's users look for it ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Entries of the report become LLVM's remarks of a pass named `smr`: -Rpass=smr prints them, and
// -fsave-optimization-record writes them down. What clang knows of places is debug information, so each
// remark is given a location in its function.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <tuple>

using namespace llvm;
using namespace smr;

static const char pass[] = "smr";

//--- The report, read ---------------------------------------------------------

static std::vector<std::string> texts(const json::Array *array) {
  std::vector<std::string> all;
  for (size_t k = 0; array && k < array->size(); k++)
    all.push_back((*array)[k].getAsString().value_or("").str());
  return all;
}

static Fact readFact(const json::Object &entry, bool rewrite) {
  auto text = [&](StringRef key) { return entry.getString(key).value_or("").str(); };
  auto number = [&](StringRef key) { return static_cast<unsigned>(entry.getInteger(key).value_or(0)); };
  Fact fact = {.rewrite = rewrite,
               .file = text("file"),
               .line = number("line"),
               .column = number("column"),
               .function = text("function"),
               .idiom = text("idiom"),
               .tier = text("tier"),
               .reason = text("reason"),
               .unverified = !entry.getBoolean("verified").value_or(true),
               .guards = texts(entry.getArray("guards")),
               .laws = {}};
  if (const json::Object *explanation = entry.getObject("explanation"))
    fact.laws = texts(explanation->getArray("laws"));
  return fact;
}

std::vector<Fact> smr::readFacts(StringRef report) {
  std::vector<Fact> facts;
  Expected<json::Value> parsed = json::parse(report);
  const json::Object *object = parsed ? parsed->getAsObject() : nullptr;
  for (StringRef key : {"rewrites", "missed"})
    if (const json::Array *entries = object ? object->getArray(key) : nullptr)
      for (const json::Value &entry : *entries)
        if (const json::Object *one = entry.getAsObject())
          facts.push_back(readFact(*one, key == "rewrites"));
  if (!parsed)
    consumeError(parsed.takeError());
  return facts;
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
