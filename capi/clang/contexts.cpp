//===- contexts.cpp - code from which no library may be called ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A library takes locks, allocates memory and starts threads. A signal handler that does so may wait for ever
// for the code that it interrupted; a sanitizer no longer sees the accesses; each thread of an OpenMP region
// would start threads of its own. Roots are found by what is done with a function's address, and what they
// call in this module follows them. Other modules cannot be seen (README, limits).
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace smr;

//--- Modules --------------------------------------------------------------------------

/// The word in an attribute. Clang checks `nonblocking` and leaves nothing of it in its IR.
static bool saysNonblocking(StringRef text) {
  for (StringRef word : {"nonblocking", "nonallocating"})
    for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
      StringRef before = text.take_front(at);
      before = before.substr(before.find_last_of(";{}") + 1);
      if (before.contains("__attribute__") || before.contains("[[") || before.contains("#define"))
        return true;
    }
  return false;
}

static bool sourceSaysNonblocking(const Module &module) {
  auto source = MemoryBuffer::getFile(module.getSourceFileName(), /*IsText=*/true,
                                      /*RequiresNullTerminator=*/false);
  return source && saysNonblocking((*source)->getBuffer());
}

std::string smr::whyNotIn(const Module &module) {
  static const Triple host(sys::getProcessTriple());
  const Triple &target = module.getTargetTriple();
  bool environment = target.getEnvironment() == host.getEnvironment() || !target.hasEnvironment();
  if (target.getArch() != host.getArch() || target.getOS() != host.getOS() || !environment ||
      module.getDataLayout().getPointerSizeInBits() != 64)
    return "for the target " + target.str();
  if (module.getCodeModel() == CodeModel::Kernel)
    return "with -mcmodel=kernel";
  if (module.getNamedMetadata("llvm.gcov"))
    return "under --coverage";
  if (module.getNamedGlobal("__llvm_coverage_mapping"))
    return "under -fcoverage-mapping";
  for (const Function &function : module)
    if (function.getName().starts_with("llvm.instrprof.increment"))
      return "under -fprofile-instr-generate";
  if (sourceSaysNonblocking(module))
    return "where functions are nonblocking or nonallocating";
  return "";
}

//--- Functions ------------------------------------------------------------------------

namespace {
enum class Registers { Nothing, Handler, HandlerInMemory, AtFork, Parallel };

class ContextFinder {
public:
  explicit ContextFinder(Module &module) : module(module) {}

  DenseMap<const Function *, const char *> run() {
    for (Function &function : module) {
      if (Registers kind = registers(function.getName()); kind != Registers::Nothing)
        for (const User *user : function.users())
          if (auto *call = dyn_cast<CallBase>(user); call && call->getCalledFunction() == &function) {
            lookAtCall(*call, kind);
            if (kind == Registers::Parallel && !opensRegion(function.getName()))
              add(*call->getFunction(), parallelText);
          }
      if (!function.isDeclaration())
        lookAtFunction(function);
    }
    if (handlersInMemory)
      for (Function &function : module)
        if (!function.isDeclaration() && isHandlerLike(function) && function.hasAddressTaken())
          add(function, handlerText);
    while (!work.empty())
      follow(*work.pop_back_val());
    return std::move(found);
  }

private:
  static constexpr const char *handlerText = "SMR stands aside in signal handlers and what they call";
  static constexpr const char *forkText = "SMR stands aside in what runs at fork";
  static constexpr const char *interruptText = "SMR stands aside in interrupt handlers and what they call";
  static constexpr const char *parallelText =
      "SMR stands aside in OpenMP regions and what they call: each thread would call the library";
  static constexpr const char *sanitizerText = "SMR stands aside where a sanitizer checks";
  static constexpr const char *registersText =
      "SMR stands aside where floating-point registers may not be used";

  static Registers registers(StringRef name) {
    if (name.starts_with("__kmpc_") || name.starts_with("GOMP_"))
      return Registers::Parallel;
    return StringSwitch<Registers>(name)
        .Cases({"signal", "bsd_signal", "ssignal", "sigset", "sysv_signal", "__sysv_signal"},
               Registers::Handler)
        .Cases({"sigaction", "__sigaction", "sigaction64", "sigvec", "timer_create"},
               Registers::HandlerInMemory)
        .Cases({"pthread_atfork", "__register_atfork", "__pthread_atfork"}, Registers::AtFork)
        .Default(Registers::Nothing);
  }

  /// What the code around a region calls. Everything else of the runtime (shares of a loop, sections, tasks,
  /// barriers) is called by code that is run by a region's threads: where it stands outside of all regions,
  /// it was written to be called from one.
  static bool opensRegion(StringRef name) {
    for (StringRef prefix : {"__kmpc_fork_", "__kmpc_push_", "__kmpc_global_", "__kmpc_serialized_",
                             "__kmpc_end_serialized_", "GOMP_parallel", "GOMP_teams"})
      if (name.starts_with(prefix))
        return true;
    return false;
  }

  /// void (int), and void (int, siginfo_t *, void *).
  static bool isHandlerLike(const Function &function) {
    FunctionType *type = function.getFunctionType();
    unsigned count = type->getNumParams();
    return type->getReturnType()->isVoidTy() && (count == 1 || count == 3) &&
           (type->getParamType(0)->isIntegerTy(32) || type->getParamType(0)->isPointerTy()) &&
           (count == 1 || (type->getParamType(1)->isPointerTy() && type->getParamType(2)->isPointerTy()));
  }

  void lookAtCall(const CallBase &call, Registers kind) {
    bool known = false;
    for (const Use &argument : call.args())
      if (auto *function = dyn_cast<Function>(argument->stripPointerCasts())) {
        known = true;
        add(*function, kind == Registers::Parallel ? parallelText
                       : kind == Registers::AtFork ? forkText
                                                   : handlerText);
      }
    // SIG_DFL and SIG_IGN are constants; anything else may be any function whose address was taken.
    bool constant = call.arg_size() > 1 && isa<Constant>(call.getArgOperand(1));
    handlersInMemory |=
        kind == Registers::HandlerInMemory || (kind == Registers::Handler && !known && !constant);
  }

  void lookAtFunction(const Function &function) {
    static const Attribute::AttrKind sanitizers[] = {Attribute::SanitizeAddress,
                                                     Attribute::SanitizeHWAddress,
                                                     Attribute::SanitizeMemory,
                                                     Attribute::SanitizeThread,
                                                     Attribute::SanitizeMemTag,
                                                     Attribute::SanitizeType,
                                                     Attribute::SanitizeRealtime,
                                                     Attribute::SanitizeRealtimeBlocking,
                                                     Attribute::SanitizeNumericalStability};
    for (Attribute::AttrKind kind : sanitizers)
      if (function.hasFnAttribute(kind))
        found.try_emplace(&function, sanitizerText); // (of the function itself, not of what it calls)
    if (function.getCallingConv() == CallingConv::X86_INTR || function.hasFnAttribute("interrupt") ||
        function.hasFnAttribute("no_caller_saved_registers"))
      add(function, interruptText);
    SmallVector<StringRef> features;
    function.getFnAttribute("target-features").getValueAsString().split(features, ',');
    if (is_contained(features, "-sse2") || is_contained(features, "-sse") ||
        is_contained(features, "-neon") || is_contained(features, "-fp-armv8") ||
        is_contained(features, "+soft-float") || function.getFnAttribute("use-soft-float").getValueAsBool())
      found.try_emplace(&function, registersText);
    if (function.hasLocalLinkage() && function.getName().contains(".omp_outlined"))
      add(function, parallelText);
  }

  void add(const Function &function, const char *reason) {
    if (!function.isDeclaration() && reached.insert({&function, true}).second) {
      found.try_emplace(&function, reason);
      work.push_back(&function);
    }
  }

  void follow(const Function &function) {
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases()))
          add(*callee, found.lookup(&function));
  }

  Module &module;
  bool handlersInMemory = false;
  DenseMap<const Function *, const char *> found;
  DenseMap<const Function *, bool> reached;
  SmallVector<const Function *> work;
};
} // namespace

DenseMap<const Function *, const char *> smr::findContexts(Module &module) {
  return ContextFinder(module).run();
}
