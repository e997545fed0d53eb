//===- llvm.cpp - LLVM IR in and out of MLIR ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/llvm/llvm.h"
#include "base/phase.h"
#include "capi/llvm/names.h"
#include "capi/llvm/prepare.h"
#include "capi/llvm/sites.h"
#include "capi/shim/module.h"
#include "capi/shim/shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;

/// `reason`: the first error. An import takes the module with it; where `kept` is asked for, a copy is made
/// as soon as there is an error, and only then.
static OwningOpRef<ModuleOp> tryImport(std::unique_ptr<llvm::Module> module, MLIRContext *context,
                                       std::string *reason, std::unique_ptr<llvm::Module> *kept = nullptr) {
  // (A handler that is added later goes first; warnings about metadata that is left out are of no use.)
  auto id = context->getDiagEngine().registerHandler([reason, kept, &from = *module](Diagnostic &d) {
    if (d.getSeverity() == DiagnosticSeverity::Error && reason->empty()) {
      *reason = d.str();
      if (kept)
        *kept = CloneModule(from);
    }
    return success();
  });
  OwningOpRef<ModuleOp> result =
      translateLLVMIRToModule(std::move(module), context, /*emitExpensiveWarnings=*/false,
                              /*dropDICompositeTypeElements=*/true, /*loadAllDialects=*/false);
  context->getDiagEngine().eraseHandler(id);
  return result;
}

/// Turns the functions that cannot be imported into declarations. True when there were some and others are
/// left.
static bool dropUnimportable(llvm::Module &module, MLIRContext *context, SmrDiag *diag) {
  bool dropped = false, left = false;
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    llvm::ValueToValueMapTy map;
    auto alone = CloneModule(module, map, [&](const llvm::GlobalValue *value) { return value == &function; });
    std::string reason;
    if (tryImport(std::move(alone), context, &reason)) {
      left = true;
      continue;
    }
    smr_report(diag, SMR_WARNING, nullptr, 0, 0, "%s cannot be read: %s", function.getName().str().c_str(),
               reason.c_str());
    function.deleteBody();
    function.setComdat(nullptr);
    function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    dropped = true;
  }
  return dropped && left;
}

void (*smr::registerIntrinsics)(MLIRContext &context, const llvm::Module *module) = nullptr;

void smrContextRegisterAll(MlirContext context) {
  if (smr::registerIntrinsics)
    smr::registerIntrinsics(*unwrap(context), nullptr);
}

static void loadDialects(MLIRContext *context) {
  DialectRegistry registry;
  registry.insert<LLVM::LLVMDialect, DLTIDialect>();
  registerLLVMDialectImport(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<LLVM::LLVMDialect, DLTIDialect>();
}

std::unique_ptr<llvm::Module> smr::parse(llvm::LLVMContext &context, const void *bytes, size_t size,
                                         SmrDiag *diag) {
  llvm::SMDiagnostic error;
  auto buffer = llvm::MemoryBuffer::getMemBufferCopy(StringRef(static_cast<const char *>(bytes), size), "");
  std::unique_ptr<llvm::Module> module = llvm::parseIR(*buffer, error, context);
  if (!module)
    smr_error(diag, nullptr, 0, 0, "not LLVM IR: %s", error.getMessage().str().c_str());
  return module;
}

bool smr::importModule(MlirContext context, std::unique_ptr<llvm::Module> module, SourceModule *source,
                       bool combine, MlirModule *out, SmrDiag *diag) {
  if (source) {
    source->file = module->getSourceFileName();
    for (const llvm::GlobalValue &value : module->global_values())
      source->symbols.insert(value.getName());
  }
  SmrPhase before = smr_phase(SMR_PHASE_PREPARE);
  smr::prepareForMatching(*module, combine, source && source->gains ? &source->leftOut : nullptr);
  *out = {nullptr};
  if (source && source->leftOut &&
      llvm::all_of(*module, [](const llvm::Function &function) { return function.isDeclaration(); })) {
    smr_phase(before);
    return true;
  }
  smr_phase(SMR_PHASE_DIALECTS);
  MLIRContext *ctx = unwrap(context);
  loadDialects(ctx);
  if (smr::registerIntrinsics)
    smr::registerIntrinsics(*ctx, module.get());
  smr_phase(SMR_PHASE_TRANSLATE);
  smr::SourceNames names = smr::collectNames(*module);
  std::string reason;
  std::unique_ptr<llvm::Module> kept;
  OwningOpRef<ModuleOp> result = tryImport(std::move(module), ctx, &reason, &kept);
  if (!result && kept && dropUnimportable(*kept, ctx, diag))
    result = tryImport(std::move(kept), ctx, &reason);
  if (result)
    smr::attachNames(*result, names, source != nullptr);
  smr_phase(before);
  if (!result)
    return smr_error(diag, nullptr, 0, 0, "LLVM IR that MLIR cannot express: %s", reason.c_str());
  *out = wrap(result.release());
  return true;
}

static bool read(MlirContext context, const void *bytes, size_t size, bool combine, MlirModule *out,
                 SmrDiag *diag) {
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module = smr::parse(llvmContext, bytes, size, diag);
  return module && smr::importModule(context, std::move(module), nullptr, combine, out, diag);
}

bool smr_llvm_read(MlirContext context, const void *bytes, size_t size, MlirModule *out, SmrDiag *diag) {
  return read(context, bytes, size, true, out, diag);
}

bool smr_llvm_read_as_written(MlirContext context, const void *bytes, size_t size, MlirModule *out,
                              SmrDiag *diag) {
  return read(context, bytes, size, false, out, diag);
}

/// The marks of smr_host_llvm.keep_whole: a call that is convergent stays where it is.
static void keepWhole(llvm::Module &module) {
  llvm::Function *mark = llvm::Intrinsic::getDeclarationIfExists(&module, llvm::Intrinsic::sideeffect);
  if (!mark)
    return;
  for (llvm::User *user : mark->users())
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
      call->setConvergent();
}

/// The triple; and, without debug information, the flag of its version, which MLIR always adds: with one,
/// LLVM verifies what it reads.
static void leaveOutKnown(llvm::Module &module) {
  module.setTargetTriple(llvm::Triple());
  llvm::NamedMDNode *flags = module.getModuleFlagsMetadata();
  if (flags && module.debug_compile_units().empty())
    module.eraseNamedMetadata(flags);
}

bool smr_llvm_write(MlirOperation module, bool known, SmrBytes *out, SmrDiag *diag) {
  SmrPhase before = smr_phase(SMR_PHASE_WRITE);
  Operation *op = unwrap(module);
  loadDialects(op->getContext());
  SmrCapture *capture = smrCaptureCreate(wrap(op->getContext()), diag);
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> result = translateModuleToLLVMIR(op, context, "smr", known);
  smrCaptureDestroy(capture);
  llvm::SmallVector<char, 0> text;
  if (result) {
    keepWhole(*result);
    if (known) {
      leaveOutKnown(*result);
      smr::shareSites(*result);
    }
    llvm::BitcodeWriter writer(text); // (without a linker's symbol table)
    writer.writeModule(*result);
    writer.writeStrtab();
  }
  smr_phase(before);
  if (!result)
    return diag->errors ? false
                        : smr_error(diag, nullptr, 0, 0, "the module is not wholly of the llvm dialect");
  smr_put_bytes(out, text.data(), text.size());
  return true;
}
