//===- shim.cpp - what MLIR's C API lacks -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

static FileLineColLoc findFile(Location location);

/// One with a line is better than one without (LLVM writes line 0 for code that no line stands for).
static FileLineColLoc better(FileLineColLoc first, Location second) {
  if (first && first.getLine())
    return first;
  FileLineColLoc other = findFile(second);
  return other && (!first || other.getLine()) ? other : first;
}

/// Depth first; a call site stands for its callee's place, as in backtraces.
static FileLineColLoc findFile(Location location) {
  if (auto file = dyn_cast<FileLineColLoc>(location))
    return file;
  if (auto range = dyn_cast<FileLineColRange>(location))
    return FileLineColLoc::get(range.getFilename(), range.getStartLine(), range.getStartColumn());
  if (auto name = dyn_cast<NameLoc>(location))
    return findFile(name.getChildLoc());
  if (auto call = dyn_cast<CallSiteLoc>(location))
    return better(findFile(call.getCallee()), call.getCaller());
  if (auto opaque = dyn_cast<OpaqueLoc>(location))
    return findFile(opaque.getFallbackLocation());
  FileLineColLoc found;
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      found = better(found, part);
  return found;
}

bool smrLocationGetFile(MlirLocation location, MlirStringRef *file, uint32_t *line, uint32_t *column) {
  FileLineColLoc found = findFile(unwrap(location));
  if (!found)
    return false;
  *file = wrap(found.getFilename().strref());
  *line = found.getLine();
  *column = found.getColumn();
  return true;
}

void smrEmitWarning(MlirLocation location, const char *text) {
  emitWarning(unwrap(location)) << text;
}

void smrEmitNote(MlirLocation location, const char *text) {
  Location where = unwrap(location);
  where.getContext()->getDiagEngine().emit(where, DiagnosticSeverity::Note) << text;
}

void smrEmitRemark(MlirLocation location, const char *category, SmrRemarkKind kind, const char *name,
                   const char *function, const SmrRemarkArg *args, uint32_t argCount) {
  auto options = remark::RemarkOpts::name(name).category(category).function(function ? function : "");
  Location where = unwrap(location);
  auto fill = [&](remark::detail::InFlightRemark remark) {
    if (remark)
      for (uint32_t i = 0; i < argCount; i++)
        remark << remark::detail::Remark::Arg(args[i].key, StringRef(args[i].value));
  };
  switch (kind) {
  case SMR_REMARK_PASSED:
    return fill(remark::passed(where, options));
  case SMR_REMARK_MISSED:
    return fill(remark::missed(where, options));
  case SMR_REMARK_ANALYSIS:
    return fill(remark::analysis(where, options));
  }
}

// The engine keeps what it lets through to itself, and mlir-opt always makes one; its command line tells.
bool smrRemarksWanted(MlirContext context) {
  if (!unwrap(context)->getRemarkEngine())
    return false;
  bool optional = false;
  for (const auto &entry : llvm::cl::getRegisteredOptions()) {
    if (!entry.first.starts_with("remarks-filter"))
      continue;
    optional = true;
    if (entry.second->getNumOccurrences())
      return true;
  }
  return !optional;
}

MlirAttribute smrOperationGetHiddenProperties(MlirOperation op) {
  Operation *o = unwrap(op);
  return wrap(o->isRegistered() ? Attribute() : o->getPropertiesAsAttribute());
}

uint32_t smrOperationGetEffects(MlirOperation op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects = getEffectsRecursively(unwrap(op));
  if (!effects)
    return SMR_EFFECT_UNKNOWN;
  uint32_t result = 0;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    if (isa<MemoryEffects::Read>(effect.getEffect()))
      result |= SMR_EFFECT_READ;
    else if (isa<MemoryEffects::Write>(effect.getEffect()))
      result |= SMR_EFFECT_WRITE;
    else if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      result |= SMR_EFFECT_ALLOCATE;
    else if (isa<MemoryEffects::Free>(effect.getEffect()))
      result |= SMR_EFFECT_FREE;
    else
      result |= SMR_EFFECT_UNKNOWN;
  }
  return result;
}

bool smrValueDominates(MlirValue value, MlirOperation op) {
  Operation *user = unwrap(op);
  Operation *root = user;
  // (Not by the trait IsIsolatedFromAbove: a trait is a template, and its identity is its name as the
  // compiler that built libMLIR spells it. GCC and clang differ there; interfaces are safe.)
  while (root->getParentOp() && !isa<FunctionOpInterface>(root))
    root = root->getParentOp();
  DominanceInfo dominance(root);
  return dominance.properlyDominates(unwrap(value), user);
}

bool smrContextKnowsDialect(MlirContext context, const char *name) {
  MLIRContext *ctx = unwrap(context);
  return ctx->getLoadedDialect(name) || ctx->getDialectRegistry().getDialectAllocator(name);
}
