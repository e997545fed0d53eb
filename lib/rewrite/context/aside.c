//===- aside.c - code from which no library may be called ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/context/aside.h"
#include "base/vec.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/type.h"
#include "mlir/import/import.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include <string.h>

const char smr_aside_parallel[] =
    "SMR stands aside in parallel regions and what they call: each thread would "
    "call the library";
static const char in_handler[] = "SMR stands aside in signal handlers and what they call";
static const char sanitized[] = "SMR stands aside where a sanitizer checks";

typedef SMR_VEC(MlirOperation) Operations;

struct SmrAside {
  SmrReach *parallel, *handlers;
};

typedef struct {
  MlirSymbolTable table;
  SmrDescribed *described;
  Operations parallel, handlers, taken; // functions; `taken`: whose address is taken
  bool any_handler;                     // one that is not named where it is registered
} Roots;

static bool starts(MlirStringRef text, const char *prefix) {
  size_t length = strlen(prefix);
  return text.length >= length && memcmp(text.data, prefix, length) == 0;
}

static bool is_parallel(SmrDescribed *described, MlirOperation op) {
  return smr_described(described, op)->threads && mlirOperationGetNumRegions(op) > 0;
}

bool smr_aside_region(MlirOperation op, SmrDescribed *described) {
  for (op = mlirOperationGetParentOperation(op); op.ptr && !smr_import_is_function(described, op);
       op = mlirOperationGetParentOperation(op))
    if (is_parallel(described, op))
      return true;
  return false;
}

/// The function of the module that the attribute names, or null.
static MlirOperation function_named(const Roots *roots, MlirAttribute attribute) {
  MlirOperation none = {NULL};
  if (mlirAttributeIsNull(attribute) || !mlirAttributeIsAFlatSymbolRef(attribute))
    return none;
  MlirOperation op = mlirSymbolTableLookup(roots->table, mlirFlatSymbolRefAttrGetValue(attribute));
  return op.ptr && smr_import_is_function(roots->described, op) ? op : none;
}

/// Does the op give a function's address?
static bool is_address(Roots *roots, MlirOperation op) {
  return smr_described(roots->described, op)->address;
}

static void add_named(const Roots *roots, MlirOperation op, Operations *out) {
  for (intptr_t k = 0; k < mlirOperationGetNumAttributes(op); k++) {
    MlirOperation function = function_named(roots, mlirOperationGetAttribute(op, k).attribute);
    if (function.ptr)
      smr_vec_push(out, function);
  }
}

/// What registers a handler: signal and the like, also Fortran's.
static bool registers_handler(SmrDescribed *described, MlirOperation op, bool *in_memory) {
  MlirAttribute callee = smr_mlir_attribute(op, "callee");
  if (mlirAttributeIsNull(callee) || !mlirAttributeIsAFlatSymbolRef(callee))
    return false;
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  smr_mlir_append(mlirFlatSymbolRefAttrGetValue(callee), &name);
  const SmrCalleeDesc *known = smr_descriptions_callee(described->descriptions, smr_str_get(&name));
  if (known && known->record)
    *in_memory = true;
  return known && known->handler;
}

/// Through the conversions that a procedure's address goes through on its way to a call.
static void follow_address(Roots *roots, MlirValue value, unsigned depth) {
  enum { MOST = 8 };
  if (depth == MOST || !mlirValueIsAOpResult(value)) {
    roots->any_handler |= depth == MOST || mlirValueIsABlockArgument(value);
    return;
  }
  MlirOperation op = mlirOpResultGetOwner(value);
  if (is_address(roots, op)) {
    add_named(roots, op, &roots->handlers);
    return;
  }
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    follow_address(roots, mlirOperationGetOperand(op, k), depth + 1);
}

static MlirWalkResult look_at(MlirOperation op, void *data) {
  Roots *roots = data;
  bool in_memory = false;
  if (is_address(roots, op))
    add_named(roots, op, &roots->taken);
  else if (registers_handler(roots->described, op, &in_memory)) {
    for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
      follow_address(roots, mlirOperationGetOperand(op, k), 0);
    roots->any_handler |= in_memory;
  }
  return MlirWalkResultAdvance;
}

static MlirWalkResult look_in_region(MlirOperation op, void *data) {
  Roots *roots = data;
  add_named(roots, op, &roots->parallel);
  return MlirWalkResultAdvance;
}

static MlirWalkResult look_for_regions(MlirOperation op, void *data) {
  if (!is_parallel(((Roots *)data)->described, op))
    return MlirWalkResultAdvance;
  mlirOperationWalk(op, look_in_region, data, MlirWalkPreOrder);
  return MlirWalkResultSkip;
}

/// Most modules have nothing of the kind.
typedef struct {
  SmrDescribed *described;
  bool parallel, handlers;
} Signs;

static MlirWalkResult look_for_signs(MlirOperation op, void *data) {
  Signs *signs = data;
  bool in_memory;
  signs->parallel |= is_parallel(signs->described, op);
  signs->handlers |= registers_handler(signs->described, op, &in_memory);
  return signs->parallel && signs->handlers ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

SmrAside *smr_aside_create(MlirOperation module, SmrDescribed *described) {
  SmrAside *aside = smr_xcalloc(1, sizeof *aside);
  Signs signs = {.described = described};
  mlirOperationWalk(module, look_for_signs, &signs, MlirWalkPreOrder);
  if (!signs.parallel && !signs.handlers)
    return aside;
  Roots roots = {.table = mlirSymbolTableCreate(module), .described = described};
  if (signs.parallel)
    mlirOperationWalk(module, look_for_regions, &roots, MlirWalkPreOrder);
  if (signs.handlers)
    mlirOperationWalk(module, look_at, &roots, MlirWalkPreOrder);
  for (uint32_t k = 0; roots.any_handler && k < roots.taken.size; k++)
    smr_vec_push(&roots.handlers, roots.taken.data[k]);
  if (roots.parallel.size)
    aside->parallel = smr_reach_create(module, roots.parallel.data, roots.parallel.size);
  if (roots.handlers.size)
    aside->handlers = smr_reach_create(module, roots.handlers.data, roots.handlers.size);
  mlirSymbolTableDestroy(roots.table);
  smr_vec_free(&roots.parallel);
  smr_vec_free(&roots.handlers);
  smr_vec_free(&roots.taken);
  return aside;
}

/// LLVM's attributes that MLIR's llvm dialect has no names for.
static bool is_sanitized(MlirOperation function) {
  MlirAttribute list = smr_mlir_attribute(function, "passthrough");
  if (mlirAttributeIsNull(list) || !mlirAttributeIsAArray(list))
    return false;
  for (intptr_t k = 0; k < mlirArrayAttrGetNumElements(list); k++) {
    MlirAttribute one = mlirArrayAttrGetElement(list, k);
    if (mlirAttributeIsAString(one) && starts(mlirStringAttrGetValue(one), "sanitize_"))
      return true;
  }
  return false;
}

const char *smr_aside_function(const SmrAside *aside, MlirOperation function) {
  if (aside->handlers && smr_reach_has(aside->handlers, function))
    return in_handler;
  if (aside->parallel && smr_reach_has(aside->parallel, function))
    return smr_aside_parallel;
  return is_sanitized(function) ? sanitized : NULL;
}

void smr_aside_destroy(SmrAside *aside) {
  smr_reach_destroy(aside->parallel);
  smr_reach_destroy(aside->handlers);
  free(aside);
}
