//===- plugin.cpp - SMR inside clang ------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The pass stands at the start of clang's pipeline, at every -O level. It selects functions, has them
// rewritten in a child, and puts what comes back in their place; any failure is one warning.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "base/link_name.h"
#include "capi/llvm/records.h"
#include "capi/llvm/traces.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace smr;

/// From SMR_CLANG_OPTIONS, which smr-clang writes: nothing in it is wrong.
static void readOptions(PluginOptions &options) {
  const char *text = getenv("SMR_CLANG_OPTIONS"), *seconds = getenv("SMR_CLANG_SECONDS");
  SmrStr problem = {};
  smr_settings_environment(smr_settings, SMR_SETTING_API, &options, &options.arena, nullptr);
  smr_settings_read(smr_settings, SMR_SETTING_API | SMR_SETTING_PLUGIN, text ? text : "", &options,
                    &options.arena, &problem);
  smr_str_free(&problem);
  smr_settings_environment(smr_settings, SMR_SETTING_PLUGIN, &options, &options.arena, nullptr);
  options.seconds = seconds ? static_cast<unsigned>(std::max(1, atoi(seconds))) : 120;
  options.whyAside = options.aside ? options.aside : "";
}

static void append(const std::string &path, const std::string &text, bool fresh) {
  int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | (fresh ? O_EXCL : O_APPEND), 0666);
  const char *at = text.data();
  for (size_t left = text.size(); fd >= 0 && left > 0;) {
    ssize_t wrote = write(fd, at, left);
    if (wrote < 0 && errno != EINTR)
      break;
    if (wrote > 0)
      at += wrote, left -= static_cast<size_t>(wrote);
  }
  if (fd >= 0)
    close(fd);
}

/// A library as lines of a linker's response file. SMR's own run-time library lies beside this plugin;
/// entries come before it, for they may call it.
static std::string linkerOptions(const std::string &library, const PluginOptions &options) {
  bool own = StringRef(library).starts_with("smr"), entries = smr_is_entries(library.c_str());
  std::string runtime = "-L" + besideUs("") + "\n-lsmr_rt", text = "-l" + library;
  if (library.find('/') != std::string::npos)
    text = library;
  else if (entries)
    text = std::string(options.share ? options.share : "") + "/" + library;
  if (smr_is_entry(library.c_str()))
    text = "-u\n" + library;
  else if (entries)
    text += "\n" + runtime;
  else if (own)
    text = "-L" + besideUs("") + "\n" + text;
  if (library == "smr_rt") // its constructor fills the slots that libraries are called by
    text = "-u\nsmr_rt_bind\n" + text;
  if (library == "smr_rt_gpu") // the constructor asks it, where it is
    text = "-u\nsmr_rt_gpu_wrap\n" + text;
  std::string quoted;
  for (char c : text) {
    if (StringRef(" \t'\"\\").contains(c))
      quoted += '\\';
    quoted += c;
  }
  // Others are opened by that one when calls are due; only what the code calls by name is needed before.
  return own || entries ? quoted + "\n" : "--push-state\n--as-needed\n" + quoted + "\n--pop-state\n";
}

/// Does the message start with the name of a library, PAT or idiom that the user gave?
static bool namesLibrary(StringRef message, const PluginOptions &options) {
  auto starts = [&](const char *name) { return message.starts_with(std::string(name) + ":"); };
  return any_of(ArrayRef(options.libraries.data, options.libraries.size), starts) ||
         any_of(ArrayRef(options.pats.data, options.pats.size), starts) || message.starts_with("only=") ||
         message.starts_with("disable=");
}

static Interest interestOf(const PluginOptions &options) {
  if (getenv("SMR_TEST_TRANSPLANT"))
    return Interest::Anything;
  // The standard libraries know floating-point loops and dot products of small integers.
  bool standard = !options.libraries.size && !options.pats.size;
  return standard ? Interest::SmallIntegers : Interest::Everything;
}

namespace {
class RewritePass : public PassInfoMixin<RewritePass> {
public:
  explicit RewritePass(OptimizationLevel level)
      : respectOptNone(level != OptimizationLevel::O0), atO2(level != OptimizationLevel::O3) {}

  static bool isRequired() { return true; }

  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    PluginOptions options = {};
    readOptions(options);
    options.at_O2 = atO2;
    options.near_misses = options.records || options.werror || wantsRemarks(module);
    options.facts = options.near_misses || options.verbose;
    // By the costs that ship with SMR, compiled with -O1 or more, most loops take less than their calls.
    options.gains = interestOf(options) == Interest::SmallIntegers && respectOptNone && !options.at;
    smr_vec_clear(&facts);
    reports.clear();
    if (options.whyAside.empty())
      options.whyAside = whyNotIn(module);
    if (options.whyAside.empty() && !respectOptNone && !options.at_O0)
      options.whyAside = "at -O0 (--smr-at-O0 asks for it)";
    bool changed = options.whyAside.empty() && rewrite(module, options);
    if (!options.whyAside.empty())
      standAside(module, options);
    ArrayRef all(facts.data, facts.size);
    sortBySource({facts.data, facts.size});
    emitRemarks(module, all);
    if (options.verbose)
      printRewrites(all);
    if (options.werror)
      emitMissed(module, all);
    changed |= dropOffMarks(module);
    if (options.records)
      leaveRecords(module, options), changed = true;
    if (options.at)
      dropBodies(module), changed = true;
    if (options.strip)
      changed |= stripPlaces(module);
    if (options.unname)
      discardNames(module);
    smr_vec_free(&facts);
    smr_arena_destroy(&texts);
    smr_arena_destroy(&options.arena);
    return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }

private:
  bool rewrite(Module &module, const PluginOptions &options) {
    Stopwatch watch;
    Selection selection = select(
        module,
        {interestOf(options), options.straight, options.at ? options.at : "", !smr_settings_gains(&options)},
        respectOptNone, options.near_misses);
    std::string times = watch.lap("functions selected");
    bool changed = false;
    Outcome outcome;
    for (auto &[function, reason] : selection.refused)
      tellRefused(module, *function, reason, options);
    if (options.facts)
      tellPassed(module, selection.passed);
    if (!selection.candidates.empty()) {
      outcome = rewriteInChild(module, selection, options);
      times += watch.lap("waited for the child; of that:") + outcome.times;
      watch = {};
      std::string reason = outcome.failure;
      for (const Failed &one : outcome.failed)
        if (reason.empty())
          errs() << "smr-clang: warning: " << module.getSourceFileName() << ": " << demangle(one.symbol)
                 << " is compiled without SMR: " << one.reason << "\n";
      if (reason.empty() && !outcome.bitcode.empty())
        changed = transplant(module, outcome, reason);
      times += watch.lap("functions put back");
      if (namesLibrary(reason, options)) { // a mistake of the user's
        module.getContext().emitError("SMR: " + reason);
        outcome.report.clear();
      } else if (!reason.empty()) {
        errs() << "smr-clang: warning: " << module.getSourceFileName() << " is compiled without SMR: "
               << StringRef(reason).take_until([](char c) { return c == '\n'; }) << "\n";
        outcome.report.clear();
      }
      if (options.verbose)
        for (const std::string &text : outcome.warnings)
          errs() << "smr-clang: " << module.getSourceFileName() << ": " << text << "\n";
    }
    if (options.time)
      errs() << "smr-clang: " << module.getSourceFileName() << ": where SMR's time goes, in milliseconds\n"
             << times;
    if (options.verbose)
      errs() << "smr-clang: " << module.getSourceFileName() << ": " << selection.candidates.size()
             << (selection.candidates.size() == 1 ? " candidate function, " : " candidate functions, ")
             << (changed ? outcome.rewritten.size() : 0) << " rewritten"
             << (changed && options.fp != SMR_FP_EXACT
                     ? " (sums in the library's order; --smr-fp=exact keeps the program's)"
                     : "")
             << "\n";
    for (bool entries : {true, false}) // (which may call the other libraries by name)
      for (const std::string &library : outcome.links)
        if (changed && options.link && smr_link_name_ok(library.data(), library.size()) &&
            entries == (smr_is_entry(library.c_str()) || smr_is_entries(library.c_str())))
          append(options.link, linkerOptions(library, options), false);
    smr_findings_read(outcome.report.c_str(), &texts, &facts);
    reports.push_back(outcome.report);
    return changed;
  }

  /// In the object, for whoever gets it, and in a file for the driver, where the object is not to stay.
  void leaveRecords(Module &module, const PluginOptions &options) {
    auto [source, directory] = placesOf(module);
    Records records(source, directory, options.share ? options.share : "");
    for (const std::string &report : reports)
      records.add(report);
    records.embed(module);
    if (options.report)
      append(std::string(options.report) + "/" + std::to_string(getpid()) + "." + std::to_string(count++),
             records.get(), true);
  }

  /// The source and the folder of the compilation, as debug information has them (-ffile-prefix-map= counts).
  static std::pair<std::string, std::string> placesOf(const Module &module) {
    SmallString<256> directory;
    for (const DICompileUnit *unit : module.debug_compile_units())
      return {pathOf(*unit->getFile()), unit->getDirectory().str()};
    sys::fs::current_path(directory);
    return {module.getSourceFileName(), std::string(directory)};
  }

  void tellMissed(ArrayRef<SmrFinding> all) {
    for (const SmrFinding &one : all)
      smr_vec_push(&facts, one);
    reports.push_back(printMissed(all));
  }

  /// Who asked of one place has no use for the code.
  static void dropBodies(Module &module) {
    if (!module.alias_empty() || !module.ifunc_empty()) // (of definitions)
      return;
    for (Function &function : module)
      if (!function.isDeclaration()) {
        function.deleteBody();
        function.setComdat(nullptr);
        function.setSubprogram(nullptr);
      }
  }

  void standAside(const Module &module, const PluginOptions &options) {
    if (options.verbose)
      errs() << "smr-clang: " << module.getSourceFileName() << ": SMR stands aside " << options.whyAside
             << "\n";
    if (options.facts)
      tellMissed(missed(module.getSourceFileName(), 1, "", "SMR stands aside " + options.whyAside));
  }

  void tellRefused(const Module &module, const Function &function, const std::string &reason,
                   const PluginOptions &options) {
    std::string name = demangle(function.getName());
    if (options.verbose)
      errs() << "smr-clang: " << module.getSourceFileName() << ": " << name << " is left alone: " << reason
             << "\n";
    if (options.facts)
      tellMissed(missedIn(module, function, reason));
  }

  SmrFinding missed(const std::string &file, unsigned line, const std::string &function,
                    const std::string &reason) {
    SmrFinding fact = {};
    fact.file = smr_arena_strdup(&texts, file.c_str());
    fact.function = smr_arena_strdup(&texts, function.c_str());
    fact.reason = smr_arena_strdup(&texts, reason.c_str());
    fact.idiom = fact.tier = "";
    fact.line = line, fact.column = 1;
    return fact;
  }

  /// The file and the line of a function, as far as they are known.
  SmrFinding missedIn(const Module &module, const Function &function, const std::string &reason) {
    const DISubprogram *place = function.getSubprogram();
    return missed(place && !place->getFilename().empty() ? pathOf(*place->getFile())
                                                         : module.getSourceFileName(),
                  place && place->getLine() ? place->getLine() : 1, demangle(function.getName()), reason);
  }

  static std::string pathOf(const DIFile &file) {
    if (file.getFilename().starts_with("/") || file.getDirectory().empty())
      return file.getFilename().str();
    return (file.getDirectory() + "/" + file.getFilename()).str();
  }

  void tellPassed(const Module &module, ArrayRef<Selection::Nest> nests) {
    std::vector<SmrFinding> all;
    for (const Selection::Nest &nest : nests) {
      SmrFinding one = missedIn(module, *nest.function, nest.reason);
      if (const DILocation *place = nest.place.get(); place && place->getLine())
        one.file = smr_arena_strdup(&texts, pathOf(*place->getFile()).c_str()), one.line = place->getLine(),
        one.column = place->getColumn();
      all.push_back(one);
    }
    if (!all.empty())
      tellMissed(all);
  }

  bool respectOptNone, atO2;
  std::vector<std::string> reports; // JSON, in the order of the finds
  unsigned count = 0;
  SmrFindings facts = {}; // of one module
  SmrArena texts = {};    // theirs
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "smr-clang", SMR_VERSION, [](PassBuilder &builder) {
            builder.registerPipelineStartEPCallback([](ModulePassManager &manager, OptimizationLevel level) {
              manager.addPass(RewritePass(level));
            });
          }};
}
