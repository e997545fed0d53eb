//===- plugin.h - the parts of clang's plugin ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// libsmr-clang.so is what smr-clang loads into clang. It depends on libLLVM alone and is small;
// libsmr-llvm.so, with MLIR in it, is loaded only for a file that has candidates, and only in a child
// process. Whatever happens there, the parent's module is touched last and only where a function was
// rewritten.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_CLANG_PLUGIN_H
#define SMR_CAPI_CLANG_PLUGIN_H
#include "base/settings.h"
#include "match/findings.h"
#ifdef __cplusplus
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <chrono>
#include <string>
#include <vector>

namespace smr {

/// Which loops are worth a look: those with floating-point numbers; those that multiply small integers, too;
/// all that read or write memory; for tests, functions without loops, too.
enum class Interest { Floats, SmallIntegers, Everything, Anything };
/// What smr-clang asks for, through the environment (see tools/smr-clang/README.md).
struct PluginOptions : SmrSettings {
  bool facts = false;   // somebody wants to know at least what was rewritten (near_misses: what was not, too)
  std::string whyAside; // not empty: nothing is to be rewritten, for this reason
  SmrArena arena = {};  // of the texts
};

//--- select.cpp -----------------------------------------------------------

struct Selection {
  llvm::SetVector<llvm::Function *> candidates;
  llvm::SetVector<llvm::Function *> helpers; // small functions that candidates call
  std::vector<std::pair<llvm::Function *, std::string>>
      refused; // that would have been candidates, and why not
  struct Nest {
    const llvm::Function *function;
    llvm::DebugLoc place;
    const char *reason;
  };
  std::vector<Nest> passed; // with `explain`: the loop nests of all other functions
};
struct Wanted {
  Interest loops;
  SmrStraight straight;
  llvm::StringRef place; // FILE:LINE: only functions whose code stands around it; "": all
  bool maps;             // loops that sum nothing, too
};
/// Linear in the module's size. `respectOptNone`: false at -O0, where every function has the attribute.
/// `explain`: there will be a report, so what only resembles an idiom counts, too.
Selection select(llvm::Module &module, Wanted wanted, bool respectOptNone, bool explain);

//--- maps.cpp ---------------------------------------------------------------

/// Outside of loops within it, do the loop's iterations make one element each or carry a recurrence, such as
/// y[i] = f(x[i]) and s = s*x + c[i]? They sum nothing, nor look for an extremum. For code as clang writes
/// it.
bool isMap(const llvm::Loop &loop, const llvm::LoopInfo &loops);
/// Is it no map, and, if it is an innermost loop, does it read an array and end by one condition?
bool mayPay(const llvm::Loop &loop, const llvm::LoopInfo &loops);

//--- contexts.cpp -----------------------------------------------------------

/// Why no library may be called from anywhere in the module; "" when nothing speaks against it.
std::string whyNotIn(const llvm::Module &module);
/// The functions of a module from which no library may be called, though the language allows it: what runs in
/// signal handlers, between fork and exec, in interrupts, under a sanitizer, or on every thread of an OpenMP
/// region; with the reason.
llvm::DenseMap<const llvm::Function *, const char *> findContexts(llvm::Module &module);

//--- scratch.cpp ------------------------------------------------------------

/// Moves the selection into a module of its own, with declarations of what it refers to. The old module is
/// unusable afterwards: for the child only.
std::unique_ptr<llvm::Module> takeOut(llvm::Module &module, const Selection &selection);
/// For a reader with another libLLVM.
std::string inBitcode(llvm::Module &module);
/// The names that takeOut gives globals without one, and the parent uses to find them again.
std::vector<std::pair<std::string, llvm::GlobalValue *>> anonymousNames(llvm::Module &module);

//--- variables.cpp ----------------------------------------------------------

/// A local variable or a parameter, as a debugger knows it.
struct Variable {
  llvm::DILocalVariable *variable;
  llvm::DIExpression *expression;
  llvm::DebugLoc place;
  llvm::AllocaInst *slot;             // null: none, or it is no more
  uint64_t size = 0;                  // of the slot, in bytes
  llvm::Argument *argument = nullptr; // whose value it holds at the start
  bool changes = false;               // or it may hold another value later
};
/// In a fixed order: that of a function which was not optimised yet.
std::vector<Variable> variablesOf(llvm::Function &function);
/// Marks the slots by their places, so that they are known again in a rewritten body.
void markSlots(llvm::Function &function);
/// Describes the variables in the new body: slots that are still there, parameters as long as they keep their
/// value; the others are known to be optimised out. `slots` are the new body's, by their marks.
void describeVariables(llvm::Function &function, const std::vector<Variable> &variables,
                       const std::vector<std::pair<llvm::AllocaInst *, unsigned>> &slots);

/// Lines as smr_phases_print writes them.
class Stopwatch {
public:
  /// The time since it was made, or last asked.
  std::string lap(const char *name);

private:
  using clock = std::chrono::steady_clock;
  clock::time_point since = clock::now();
};

//--- child.cpp --------------------------------------------------------------

/// The path of a file in the plugin's folder.
std::string besideUs(const char *name);

/// A function that cost an attempt.
struct Failed {
  std::string symbol, reason;
};
struct Outcome {
  std::string failure;        // not empty: nothing else counts
  std::string function;       // that was looked at when the child failed; "": none
  std::vector<Failed> failed; // left alone, after earlier attempts
  std::string bitcode, report, times;
  std::vector<std::string> rewritten, fresh, links, warnings;
};
/// Forks; the child takes the selection out and rewrites it. A function in which it crashes or takes too long
/// is left alone in another attempt; there are few of those.
Outcome rewriteInChild(llvm::Module &module, const Selection &selection, const PluginOptions &options);

//--- remarks.cpp ------------------------------------------------------------

/// The report of misses.
std::string printMissed(llvm::ArrayRef<SmrFinding> missed);
/// Does the command line ask for remarks of ours (-Rpass=, -Rpass-missed=, -Rpass-analysis=,
/// -fsave-optimization-record)?
bool wantsRemarks(llvm::Module &module);
/// As clang's own passes tell it, at their places. Before debug information goes.
void emitRemarks(llvm::Module &module, llvm::ArrayRef<SmrFinding> facts);
/// An error for each nest that is like an idiom and was not rewritten.
void emitMissed(llvm::Module &module, llvm::ArrayRef<SmrFinding> facts);
/// In the order of lines, which functions are not compiled in.
void sortBySource(llvm::MutableArrayRef<SmrFinding> facts);
/// A line for each rewrite.
void printRewrites(llvm::ArrayRef<SmrFinding> facts);

//--- marks.cpp --------------------------------------------------------------

/// Takes off the marks that `#pragma smr off` left on loops (pragma.cpp). True when there was one.
bool dropOffMarks(llvm::Module &module);

//--- transplant.cpp ---------------------------------------------------------

/// Puts the rewritten bodies into the module. False with a reason when the outcome does not fit; the module
/// is then as it was.
bool transplant(llvm::Module &module, const Outcome &outcome, std::string &reason);

} // namespace smr
#endif
#endif
