//===- plugin.cpp - SMR inside flang -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The front-end action `smr` is the action that the command line asked for (-plugin hides it; the driver
// tells us), with the rewriting put in where HLFIR has become FIR: flang's own pipeline runs once, and where
// nothing fires it ran as ever. A crash in the rewriting ends flang; smr-flang runs it again without the
// function named last.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "base/settings.h"
#include "capi/flang/answer.h"
#include "capi/llvm/records.h"
#include "capi/llvm/sites.h"
#include "capi/smr.h"
#include "flang/Frontend/FrontendActions.h"
#include "flang/Frontend/FrontendPluginRegistry.h"
#include "flang/Support/Version.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>

using namespace Fortran::frontend;
using llvm::StringRef;

// As flang/Optimizer/Passes/Pipelines.h has it. That header, and CompilerInstance.h with flang's parse tree,
// would take ten times as long to compile as all else here.
namespace fir {
enum class EnableOpenMP { None, Simd, Full };
void createHLFIRToFIRPassPipeline(mlir::PassManager &, EnableOpenMP, llvm::OptimizationLevel);
} // namespace fir

//--- The driver's settings and our answer ------------------------------------------------

namespace {
class Answer {
public:
  explicit Answer(const char *path)
      : fd(open(path ? path : "", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {}
  Answer(const Answer &) = delete;
  ~Answer() {
    if (fd >= 0)
      close(fd);
  }

  void say(unsigned char kind, StringRef text) const {
    uint64_t size = text.size();
    iovec parts[] = {{&kind, 1}, {&size, sizeof size}, {const_cast<char *>(text.data()), text.size()}};
    // A record that is cut off is no record: the driver then takes the compilation for failed.
    if (fd >= 0 && writev(fd, parts, 3) < 0)
      return;
  }

private:
  int fd;
};
} // namespace

/// From SMR_FLANG_OPTIONS, which smr-flang writes: nothing in it is wrong.
static SmrSettings readSettings(SmrArena &arena) {
  SmrSettings settings = {};
  SmrStr problem = {};
  const char *text = getenv("SMR_FLANG_OPTIONS");
  smr_settings_read(smr_settings, SMR_SETTING_API | SMR_SETTING_PLUGIN, text ? text : "", &settings, &arena,
                    &problem);
  smr_str_free(&problem);
  smr_settings_environment(smr_settings, SMR_SETTING_PLUGIN, &settings, &arena, nullptr);
  return settings;
}

/// The first and the last line of the function's code in the file; {0, 0}: none.
static std::pair<unsigned, unsigned> linesIn(mlir::Operation &function, StringRef file) {
  std::pair<unsigned, unsigned> lines = {0, 0};
  llvm::StringMap<bool> known;
  auto look = [&](mlir::Location location) {
    auto place = location->findInstanceOf<mlir::FileLineColLoc>();
    if (!place)
      return;
    auto [at, fresh] = known.try_emplace(place.getFilename(), false);
    if (fresh)
      at->second = llvm::sys::fs::equivalent(place.getFilename().getValue(), file);
    if (!at->second)
      return;
    lines.first = lines.first ? std::min(lines.first, place.getLine()) : place.getLine();
    lines.second = std::max(lines.second, place.getLine());
  };
  function.walk([&](mlir::Operation *op) { look(op->getLoc()); });
  return lines;
}

/// Does the function stand around the place FILE:LINE?
static bool standsAround(mlir::Operation &function, StringRef place) {
  auto [file, number] = place.rsplit(':');
  unsigned line = 0;
  if (number.getAsInteger(10, line))
    return true;
  auto [first, last] = linesIn(function, file);
  return first <= line && line <= last;
}

/// Functions that do not stand around the place are no answer to who asks of it.
static void skipOthers(mlir::ModuleOp module, SmrSettings &settings, SmrArena &arena) {
  for (mlir::Operation &op : *module.getBody()) {
    auto function = mlir::dyn_cast<mlir::FunctionOpInterface>(op);
    if (function && !function.isExternal() && !standsAround(op, settings.at))
      smr_names_add(&settings.skips,
                    smr_arena_strdup(&arena, (function.getName() + " not asked of").str().c_str()), &arena);
  }
}

/// Nobody runs what is compiled for a question: of the functions that are neither around the place nor called
/// from there nothing is left but a declaration, before flang's passes take their time over them.
static void declareOthers(mlir::ModuleOp module, StringRef place) {
  llvm::StringSet<> kept;
  std::vector<mlir::Operation *> work;
  for (mlir::Operation &op : *module.getBody())
    if (mlir::isa<mlir::FunctionOpInterface>(op) && standsAround(op, place))
      work.push_back(&op);
  while (!work.empty()) {
    mlir::Operation *function = work.back();
    work.pop_back();
    if (!kept.insert(mlir::SymbolTable::getSymbolName(function).getValue()).second)
      continue;
    function->walk([&](mlir::Operation *op) {
      op->getAttrDictionary().walk([&](mlir::SymbolRefAttr name) {
        if (mlir::Operation *callee = module.lookupSymbol(name.getRootReference());
            mlir::isa_and_nonnull<mlir::FunctionOpInterface>(callee))
          work.push_back(callee);
      });
    });
  }
  for (mlir::Operation &op : *module.getBody()) {
    auto function = mlir::dyn_cast<mlir::FunctionOpInterface>(op);
    if (!function || function.isExternal() || kept.contains(function.getName()))
      continue;
    function.getFunctionBody().dropAllReferences();
    function.getFunctionBody().getBlocks().clear();
    function.setPrivate();
    op.removeAttr("llvm.linkage"); // (of an internal procedure, which has a body)
  }
}

//--- Around the rewriting -------------------------------------------------------

namespace {
/// While SMR is at work a crash is not flang's: no report of a bug in flang, no core, and no endless loop.
class Watch {
public:
  explicit Watch(unsigned seconds) {
    struct sigaction none_at_all = {};
    none_at_all.sa_handler = SIG_DFL;
    for (unsigned k = 0; k < std::size(signals); k++)
      sigaction(signals[k], &none_at_all, &handlers[k]);
    rusage used = {};
    getrusage(RUSAGE_SELF, &used);
    getrlimit(RLIMIT_CORE, &core);
    getrlimit(RLIMIT_CPU, &cpu);
    rlimit none = {0, core.rlim_max}, enough = cpu;
    auto spent = static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1);
    enough.rlim_cur = std::min(cpu.rlim_cur, spent + seconds);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &enough);
  }
  Watch(const Watch &) = delete;
  ~Watch() {
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_CORE, &core);
    for (unsigned k = 0; k < std::size(signals); k++)
      sigaction(signals[k], &handlers[k], nullptr);
  }

private:
  static constexpr int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGXCPU};
  struct sigaction handlers[std::size(signals)];
  rlimit core, cpu;
};
} // namespace

/// For the tests of what the driver does then: `crash:f,hang:g`, in functions.
static void misbehave(StringRef function) {
  const char *how = getenv("SMR_TEST_CRASH");
  for (StringRef one : llvm::split(how ? how : "", ',')) {
    auto [way, where] = one.split(':');
    if (where.empty() || where != function)
      continue;
    if (way == "crash")
      raise(SIGSEGV);
    for (volatile unsigned turns = 0; way == "hang"; turns = turns + 1)
      ;
  }
}

static std::string besideUs(const char *name) {
  Dl_info info;
  std::string path =
      dladdr(reinterpret_cast<void *>(&besideUs), &info) && info.dli_fname ? info.dli_fname : "";
  size_t slash = path.rfind('/');
  return (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + name;
}

/// The standard library's idioms are loops and run-time calls; a user's own may be anything.
static bool worthALook(mlir::ModuleOp module) {
  for (mlir::Operation &op : *module.getBody())
    if (auto symbol = mlir::dyn_cast<mlir::SymbolOpInterface>(op);
        symbol && symbol.getName().starts_with("_FortranA"))
      return true;
  auto found = module.walk([](mlir::Operation *op) {
    StringRef name = op->getName().getStringRef(), dialect = op->getName().getDialectNamespace();
    bool loop = name.ends_with("do_loop") || name.ends_with("iterate_while") ||
                name.contains("do_concurrent") || dialect == "cf" || dialect == "scf" || dialect == "hlfir" ||
                dialect == "omp";
    return loop ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// The link step finds these symbols' section in the object and adds -l<library> (tools/common/marks.h). Weak
/// and hidden: equal marks of several objects become one, none is exported, and dead code removal leaves
/// them.
static void mark(mlir::ModuleOp module, llvm::ArrayRef<std::string> libraries) {
  auto builder = mlir::OpBuilder::atBlockBegin(module.getBody());
  for (const std::string &library : libraries) {
    if (!smr_link_name_ok(library.data(), library.size()))
      continue;
    auto type =
        mlir::LLVM::LLVMArrayType::get(builder.getI8Type(), static_cast<unsigned>(library.size() + 1));
    auto symbol = mlir::LLVM::GlobalOp::create(
        builder, module.getLoc(), type, /*isConstant=*/true, mlir::LLVM::Linkage::Weak,
        "__smr_link." + library + "$", builder.getStringAttr(StringRef(library.c_str(), library.size() + 1)));
    symbol.setVisibility_(mlir::LLVM::Visibility::Hidden);
    symbol.setSection(".smr.link");
  }
}

//--- The action -----------------------------------------------------------------

namespace {
class Rewriting : public PluginParseTreeAction {
public:
  Rewriting() : settings(readSettings(arena)), answer(settings.answer) { answer.say(SMR_FLANG_STARTED, ""); }

private:
  /// What flang would do without us; nothing of it is done twice.
  bool beginSourceFileAction() override {
    StringRef action = settings.action ? settings.action : "";
    if (action == "-S")
      planned = std::make_unique<EmitAssemblyAction>();
    else if (action == "-emit-llvm")
      planned = std::make_unique<EmitLLVMAction>();
    else if (action == "-emit-llvm-bc")
      planned = std::make_unique<EmitLLVMBitcodeAction>();
    else
      planned = std::make_unique<EmitObjAction>();
    planned->setInstance(&getInstance());
    planned->setCurrentInput(getCurrentInput());
    return planned->beginSourceFileAction();
  }

  void executeAction() override {
    if (settings.at)
      declareOthers(*planned->mlirModule, settings.at);
    if (settings.at_O1)
      rewriteCopy();
    else
      rewriteOnTheWay();
    planned->generateLLVMIR(); // (as executeAction does, where there is none yet)
    if (!planned->llvmModule)
      return; // flang has said why
    if (rewritten) {
      smr::shareSites(*planned->llvmModule);
      smr::setSitesAside(*planned->llvmModule);
    }
    if (settings.records)
      embedRecords();
    planned->executeAction();
  }

  /// The report goes into the object.
  void embedRecords() {
    llvm::SmallString<256> directory;
    llvm::sys::fs::current_path(directory);
    smr::Records records(getCurrentInput().getFile(), directory, settings.share ? settings.share : "");
    records.add(report);
    records.embed(*planned->llvmModule);
    answer.say(SMR_FLANG_RECORDS, records.get());
  }

  /// -O0 and -O1 leave array expressions and matmul unlowered that idioms, compiled at -O2, have as loops. So
  /// FIR is made of a copy; the level of code generation stays the user's.
  void rewriteCopy() {
    mlir::OwningOpRef<mlir::ModuleOp> copy = planned->mlirModule->clone();
    mlir::PassManager passes((*copy)->getName(), mlir::OpPassManager::Nesting::Implicit);
    fir::createHLFIRToFIRPassPipeline(passes, static_cast<fir::EnableOpenMP>(settings.openmp),
                                      llvm::OptimizationLevel::O2);
    (void)mlir::applyPassManagerCLOptions(passes);
    if (mlir::succeeded(passes.run(*copy)) && rewrite(*copy))
      planned->mlirModule = std::move(copy);
  }

  /// Inside the run of the pass that makes FIR: the pass manager then verifies the module and forgets what it
  /// knew of it. The handler goes at once, for MLIR asks it about each pattern that it tries.
  void rewriteOnTheWay() {
    planned->mlirCtx->registerActionHandler(
        [this](llvm::function_ref<void()> run, const mlir::tracing::Action &action) {
          run();
          if (action.getTag() != mlir::PassExecutionAction::tag)
            return;
          auto &execution = static_cast<const mlir::PassExecutionAction &>(action);
          if (execution.getPass().getArgument() != "convert-hlfir-to-fir")
            return;
          if (auto module = mlir::dyn_cast<mlir::ModuleOp>(execution.getOp()))
            rewriteHere(module);
        });
  }

  void rewriteHere(mlir::ModuleOp module) {
    rewrite(module);
    module->getContext()->registerActionHandler(nullptr); // (the caller's frame uses nothing of it any more)
  }

  /// Whether anything fired.
  bool rewrite(mlir::ModuleOp module) {
    if (!settings.libraries.size && !settings.pats.size && !worthALook(module))
      return false;
    answer.say(SMR_FLANG_ENTERED, "");
    const char *chosen = getenv("SMR_LIBSMR");
    std::string path = chosen && *chosen ? chosen : besideUs("libsmr.so");
    void *library =
        dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL); // (it stays: the module may speak of what is in it)
    auto *run =
        library ? reinterpret_cast<decltype(&smrRewriteModule)>(dlsym(library, "smrRewriteModule")) : nullptr;
    if (!run) {
      answer.say(SMR_FLANG_UNLOADED, dlerror());
      return false;
    }
    {
      Watch watch(settings.seconds ? settings.seconds : 600);
      rewriteWith(run, module);
    }
    mark(module, links);
    answer.say(SMR_FLANG_DONE, "");
    return rewritten;
  }

  void rewriteWith(decltype(&smrRewriteModule) run, mlir::ModuleOp module) {
    if (settings.at)
      skipOthers(module, settings, arena);
    settings.slots = settings.directives = true;
    SmrStr text = {};
    smr_settings_write(smr_settings, SMR_SETTING_API, &settings, &text);
    run(wrap(module.getOperation()), smr_str_get(&text), hear, this);
    smr_str_free(&text);
  }

  static void hear(SmrOutput kind, MlirStringRef text, void *data) {
    auto &self = *static_cast<Rewriting *>(data);
    self.answer.say(static_cast<unsigned char>(kind), unwrap(text));
    if (kind == SMR_OUT_REPORT)
      self.report = unwrap(text).str();
    if (kind == SMR_OUT_LINK)
      self.links.push_back(unwrap(text).str());
    self.rewritten |= kind == SMR_OUT_REWRITTEN;
    if (kind == SMR_OUT_FUNCTION)
      misbehave(unwrap(text));
  }

  SmrArena arena = {}; // of the settings' texts
  SmrSettings settings;
  Answer answer;
  std::unique_ptr<CodeGenAction> planned;
  std::vector<std::string> links;
  std::string report; // JSON
  bool rewritten = false;
};

/// CodeGenAction's members are private and may be others in another version: that flang is told that there is
/// no such plugin.
struct Registration {
  Registration() {
    if (StringRef(Fortran::common::getFlangFullVersion()).contains("flang version " FLANG_VERSION_STRING))
      static FrontendPluginRegistry::Add<Rewriting> registered("smr", "library calls for hand-written loops");
  }
};
} // namespace
static Registration registration;
