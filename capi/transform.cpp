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
/// The op's attributes as options. Returns what is wrong with them, or "".
std::string readOptions(Operation *op, SmrSettings &settings, SmrArena &arena) {
  SmrStr problem = {};
  for (NamedAttribute option : op->getDiscardableAttrs()) {
    StringRef name = option.getName().getValue();
    if (name.contains('.') || problem.size)
      continue;
    auto list = dyn_cast<ArrayAttr>(option.getValue());
    const SmrSetting *row =
        smr_setting_find(smr_settings, SMR_SETTING_SCRIPT, name.data(), name.size(), true);
    if (!row) {
      smr_str_printf(&problem, "has no option '%s'", name.data());
      const char *before = ": ";
      for (const SmrSetting *known = smr_settings; known->name; known++)
        if (known->users & SMR_SETTING_SCRIPT) {
          smr_str_printf(&problem, "%s%s", before, known->name);
          before = ", ";
        }
    } else if (!list != !smr_setting_is_list(row))
      smr_str_printf(&problem, "option '%s' is %s", row->name, list ? "one text" : "a list of texts");
    llvm::SmallVector<Attribute> items = {option.getValue()};
    if (list)
      items.assign(list.begin(), list.end());
    for (Attribute item : items) // (texts of attributes end with 0)
      if (auto text = dyn_cast<StringAttr>(item); !problem.size)
        if (!smr_setting_put(row, text ? text.getValue().data() : nullptr, &settings, &arena))
          smr_setting_problem(row, text ? text.getValue().data() : nullptr, &problem);
  }
  std::string text = smr_str_get(&problem);
  smr_str_free(&problem);
  return text;
}

/// All functions of the module but those that are asked for.
void skipOthers(ModuleOp module, llvm::ArrayRef<Operation *> asked, SmrSettings &settings, SmrArena &arena) {
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!llvm::is_contained(asked, function.getOperation())) {
      std::string skip = function.getName().str() + " the transform script leaves it alone";
      smr_names_add(&settings.skips, smr_arena_strdup(&arena, skip.c_str()), &arena);
    }
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
  SmrSettings settings = {};
  SmrArena arena = {};
  std::string problem = readOptions(*this, settings, arena);
  smr_arena_destroy(&arena);
  return problem.empty() ? success() : emitOpError(problem);
}

void smr::SmrRewriteOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::consumesHandle(getTargetMutable(), effects);
  transform::producesHandle(getOperation()->getOpResults(), effects);
  transform::modifiesPayload(effects);
}

/// One module: the whole of it, or some of its functions.
static DiagnosedSilenceableFailure rewrite(smr::SmrRewriteOp op, ModuleOp module, bool whole,
                                           llvm::ArrayRef<Operation *> functions) {
  SmrRewriteOptions options = {};
  SmrArena arena = {};
  readOptions(op, options.set, arena);
  SmrStr problem = {};
  smr_settings_environment(smr_settings, SMR_SETTING_API, &options.set, &arena, &problem);
  smr_use_standard_libraries(&options.set, true, wrap(op.getContext()), &arena);
  if (!whole)
    skipOthers(module, functions, options.set, arena);
  smr_import_read_linalg(mlirLinalgGetIndexingMapsAttribute);
  options.disposable = true; // nothing is put back: this very op may stand in the module
  SmrReport report = {};
  SmrDiag diag = {};
  std::string errors = smr_str_get(&problem);
  smr_str_free(&problem);
  if (errors.empty() && !smr_rewrite_module(wrap(module.getOperation()), &options, &report, &diag)) {
    auto append = [](SmrOutput kind, MlirStringRef text, void *to) {
      if (kind == SMR_OUT_ERROR && static_cast<std::string *>(to)->empty())
        static_cast<std::string *>(to)->assign(text.data, text.length);
    };
    smr::tellDiagnostics(diag, append, &errors);
  }
  smr_report_free(&report);
  smr_diag_free(&diag);
  smr_arena_destroy(&arena);
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
