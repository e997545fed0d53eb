//===- rewrite_llvm.cpp - rewriting LLVM IR -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In through smr::importModule, out again only what changed: a function counts as rewritten when it calls a
// replacement.
//===----------------------------------------------------------------------===//
#include "base/phase.h"
#include "capi/llvm/llvm.h"
#include "capi/rewrite.h"
#include "capi/run.h"
#include "capi/smr.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Demangle/Demangle.h"

using namespace mlir;

namespace {
class Run {
public:
  Run(const char *text, SmrOutputCallback output, void *userData)
      : options(text, &diag), output(output), userData(userData) {
    if (options.values.set.time)
      smr_phases_measure();
    SmrPhase before = smr_phase(SMR_PHASE_START);
    context = smrContextCreate();
    smr_phase(before);
  }
  ~Run() {
    if (options.values.set.last)
      return;
    smr_report_free(&facts);
    smr_diag_free(&diag);
    mlirContextDestroy(context);
  }

  bool run(const void *ir, size_t size) {
    llvm::LLVMContext llvmContext;
    return run(smr::parse(llvmContext, ir, size, &diag));
  }

  /// Null: it could not be parsed, and `diag` says why.
  bool run(std::unique_ptr<llvm::Module> in) {
    MlirModule handle;
    source.gains = smr_settings_gains(&options.values.set) && !options.values.set.near_misses;
    bool ok = options.ok && in && smr::importModule(context, std::move(in), &source, true, &handle, &diag);
    if (ok && handle.ptr) {
      OwningOpRef<ModuleOp> module(unwrap(handle));
      ok = rewrite(*module);
      if (options.values.set.last)
        module.release();
    }
    smr::tellDiagnostics(diag, output, userData);
    if (options.values.set.time)
      smr::tellTimes(output, userData);
    return ok;
  }

private:
  void say(SmrOutput kind, StringRef text) {
    output(kind, mlirStringRefCreate(text.data(), text.size()), userData);
  }

  bool rewrite(ModuleOp module) {
    SmrRewriteOptions &values = options.values;
    values.source = source.file.c_str();
    values.left_out = source.leftOut;
    values.entering = [](void *self, const char *symbol) {
      static_cast<Run *>(self)->say(SMR_OUT_FUNCTION, symbol);
    };
    values.entering_data = this;
    // For tests of the way there and back: every function counts as rewritten.
    everything = getenv("SMR_TEST_TRANSPLANT");
    if (!everything && !smr_rewrite_module(wrap(module.getOperation()), &values, &facts, &diag))
      return false;
    say(SMR_OUT_FUNCTION, ""); // what fails from here on is no function's fault
    if (!values.set.no_report)
      report();
    if (!everything && (smr_report_count(&facts, SMR_REPORT_REWRITE) == 0 || values.set.dry_run))
      return true;
    if (auto links = module->getAttrOfType<ArrayAttr>("smr.link"))
      for (auto link : links.getAsRange<StringAttr>())
        say(SMR_OUT_LINK, link);
    module->removeAttr("smr.link");
    for (Operation &op : *module.getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op); symbol && !source.symbols.contains(symbol.getName()))
        say(SMR_OUT_NEW, symbol.getName());
    keepRewritten(module);
    SmrBytes bitcode = {};
    bool ok = smr_llvm_write(wrap(module.getOperation()), values.set.last, &bitcode, &diag);
    if (ok)
      say(SMR_OUT_BITCODE, StringRef(reinterpret_cast<const char *>(bitcode.data), bitcode.size));
    smr_vec_free(&bitcode);
    return ok;
  }

  /// The text with C++'s symbols as the source has them.
  const char *readable(const char *text) {
    StringRef rest = text;
    if (!rest.contains("_Z"))
      return text;
    std::string out;
    for (size_t at; (at = rest.find("_Z")) != StringRef::npos;) {
      StringRef symbol =
          rest.substr(at).take_while([](char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; });
      out += rest.take_front(at).str() + llvm::demangle(symbol);
      rest = rest.substr(at + symbol.size());
    }
    out += rest;
    return smr_arena_strndup(&facts.arena, out.data(), out.size());
  }

  void report() {
    for (uint32_t i = 0; i < facts.entries.size; ++i) {
      SmrReportEntry &entry = facts.entries.data[i];
      entry.function = readable(entry.function);
      if (entry.reason)
        entry.reason = readable(entry.reason);
    }
    SmrStr json = {};
    smr_report_json(&facts, &json);
    say(SMR_OUT_REPORT, StringRef(smr_str_get(&json), json.size));
    smr_str_free(&json);
  }

  void keepRewritten(ModuleOp module) {
    llvm::StringSet<> replacements;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (function->hasAttr("smr.replacement"))
        replacements.insert(function.getName());
    for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
      if (function->removeAttr("smr.replacement") || function.isExternal())
        continue;
      bool calls = everything;
      function.walk(
          [&](LLVM::CallOp call) { calls |= call.getCallee() && replacements.contains(*call.getCallee()); });
      if (calls) {
        say(SMR_OUT_REWRITTEN, function.getName());
        continue;
      }
      function.getBody().dropAllReferences();
      function.getBody().getBlocks().clear();
      function.setLinkage(LLVM::Linkage::External);
      function.setComdatAttr(nullptr);
      function.setPersonalityAttr(nullptr);
      // LLVM refuses the debug information of a body on a declaration.
      function->setLoc(UnknownLoc::get(function.getContext()));
    }
  }

  SmrDiag diag = {};
  smr::RunOptions options;
  SmrOutputCallback output;
  void *userData;
  MlirContext context;
  smr::SourceModule source;
  bool everything = false;
  SmrReport facts = {};
};
} // namespace

MlirLogicalResult smrRewriteLLVM(const void *ir, size_t size, const char *options, SmrOutputCallback output,
                                 void *userData) {
  return MlirLogicalResult{Run(options, output, userData).run(ir, size)};
}

bool smrSharesLLVM(LLVMContextRef (*function)(LLVMModuleRef)) {
  return function == &LLVMGetModuleContext;
}

MlirLogicalResult smrRewriteLLVMModule(LLVMModuleRef module, const char *options, SmrOutputCallback output,
                                       void *userData) {
  std::unique_ptr<llvm::Module> taken(llvm::unwrap(module));
  return MlirLogicalResult{Run(options, output, userData).run(std::move(taken))};
}
