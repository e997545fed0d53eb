//===- transform.cpp - transform.smr.rewrite ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/transform.h"
#include "capi/created.h"
#include "capi/rewrite.h"
#include "capi/run.h"
#include "mlir-c/Dialect/Linalg.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/import/import.h"

#define GET_OP_CLASSES
#include "SmrTransform.h.inc"

#define GET_OP_CLASSES
#include "SmrTransform.cpp.inc"

using namespace mlir;

namespace {
/// The place of a word in its list; the list's length when it is not there.
unsigned find(llvm::StringRef word, llvm::ArrayRef<const char *> words) {
  return static_cast<unsigned>(llvm::find(words, word) - words.begin());
}

constexpr const char *modes[] = {"auto", "exact", "equality", "off"};
constexpr const char *contracts[] = {"reassoc", "exact", "algebra"};
constexpr const char *guards[] = {"auto", "static"};

unsigned choice(std::optional<llvm::StringRef> word, llvm::ArrayRef<const char *> words) {
  return word ? find(*word, words) : 0;
}

std::vector<const char *> texts(std::optional<ArrayAttr> list) {
  std::vector<const char *> out;
  if (list)
    for (auto text : list->getAsRange<StringAttr>())
      out.push_back(text.getValue().data()); // (attributes' texts end with 0)
  return out;
}

/// All functions of the module but those that are asked for.
std::vector<SmrRunSkip> others(ModuleOp module, llvm::ArrayRef<Operation *> asked) {
  std::vector<SmrRunSkip> out;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!llvm::is_contained(asked, function.getOperation()))
      out.push_back({function.getNameAttr().getValue().data(), "the transform script leaves it alone"});
  return out;
}

struct SmrTransformExtension : transform::TransformDialectExtension<SmrTransformExtension> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SmrTransformExtension)
  using Base::Base;
  void init() {
    declare(smr::CreatedDialects());
    registerTransformOps<smr::SmrRewriteOp>();
  }

private:
  template <typename... Dialects> void declare(smr::DialectList<Dialects...>) {
    (declareGeneratedDialect<Dialects>(), ...);
  }
};
} // namespace

LogicalResult smr::SmrRewriteOp::verify() {
  for (NamedAttribute other : (*this)->getDiscardableAttrs())
    if (!other.getName().getValue().contains('.'))
      return emitOpError("has no option '")
             << other.getName().getValue() << "': library, pat, only, disable, mode, fp or guards";
  if (choice(getMode(), modes) == std::size(modes))
    return emitOpError("has no mode '") << *getMode() << "': auto, exact, equality or off";
  if (choice(getFp(), contracts) == std::size(contracts))
    return emitOpError("has no fp '") << *getFp() << "': reassoc, exact or algebra";
  if (choice(getGuards(), guards) == std::size(guards))
    return emitOpError("has no guards '") << *getGuards() << "': auto or static";
  return success();
}

void smr::SmrRewriteOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// One module: the whole of it, or some of its functions.
static DiagnosedSilenceableFailure rewrite(smr::SmrRewriteOp op, ModuleOp module, bool whole,
                                           llvm::ArrayRef<Operation *> functions) {
  std::vector<const char *> libraries = texts(op.getLibrary()), pats = texts(op.getPat()),
                            only = texts(op.getOnly()), disabled = texts(op.getDisable());
  std::vector<SmrRunSkip> skips = whole ? std::vector<SmrRunSkip>() : others(module, functions);
  SmrRunOptions options = {};
  options.libraries = libraries.data();
  options.libraryCount = static_cast<uint32_t>(libraries.size());
  options.pats = pats.data();
  options.patCount = static_cast<uint32_t>(pats.size());
  options.only = only.data();
  options.onlyCount = static_cast<uint32_t>(only.size());
  options.disabled = disabled.data();
  options.disabledCount = static_cast<uint32_t>(disabled.size());
  options.mode = static_cast<SmrRunMode>(choice(op.getMode(), modes));
  options.exactFloat = choice(op.getFp(), contracts) == 1;
  options.algebraFloat = choice(op.getFp(), contracts) == 2;
  options.staticGuards = choice(op.getGuards(), guards) == 1;
  options.skips = skips.data();
  options.skipCount = static_cast<uint32_t>(skips.size());
  smr_import_read_linalg(mlirLinalgGetIndexingMapsAttribute);
  smr::RunOptions run(&options);
  run.values.disposable = true; // nothing is put back: this very op may stand in the module
  SmrReport report = {};
  SmrDiag diag = {};
  std::string errors;
  if (!smr_rewrite_module(wrap(module.getOperation()), &run.values, &report, &diag)) {
    auto append = [](SmrOutput kind, MlirStringRef text, void *to) {
      if (kind == SMR_OUT_ERROR && static_cast<std::string *>(to)->empty())
        static_cast<std::string *>(to)->assign(text.data, text.length);
    };
    smr::tellDiagnostics(diag, append, &errors);
  }
  smr_report_free(&report);
  smr_diag_free(&diag);
  return errors.empty() ? DiagnosedSilenceableFailure::success()
                        : DiagnosedSilenceableFailure(op.emitDefiniteFailure() << errors);
}

DiagnosedSilenceableFailure smr::SmrRewriteOp::apply(transform::TransformRewriter &,
                                                     transform::TransformResults &results,
                                                     transform::TransformState &state) {
  llvm::SmallVector<Operation *> payload(state.getPayloadOps(getTarget()));
  llvm::MapVector<Operation *, llvm::SmallVector<Operation *>> modules;
  for (Operation *target : payload) {
    bool function = isa<FunctionOpInterface>(target);
    auto module = function ? dyn_cast_or_null<ModuleOp>(target->getParentOp()) : dyn_cast<ModuleOp>(target);
    if (!module)
      return emitDefiniteFailure() << "takes modules, and functions in one, not '" << target->getName()
                                   << "'";
    modules[module].push_back(target);
  }
  for (auto &[module, asked] : modules) {
    auto result = rewrite(*this, cast<ModuleOp>(module), llvm::is_contained(asked, module), asked);
    if (!result.succeeded())
      return result;
  }
  results.set(cast<OpResult>(getRewritten()), payload);
  return DiagnosedSilenceableFailure::success();
}

void smr::registerTransform(DialectRegistry &registry) {
  if (!registry.getDialectAllocator("smr"))
    registry.addExtensions<SmrTransformExtension>();
}
