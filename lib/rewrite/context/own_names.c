//===- own_names.c - functions that a library has, too ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A program's own ddot_ may be what the library's cblas_ddot calls, for the dynamic linker gives libraries
// the program's definition. Rewritten to call cblas_ddot, it would call itself for ever. So a function that
// others know by a name of the library stays as it is. (The library's routines that pairs call never call
// LAPACK, so LAPACK's names are not among these.)
//===----------------------------------------------------------------------===//
#include "rewrite/context/own_names.h"
#include "base/blas_name.h"
#include "base/entries.h"
#include "base/str.h"
#include "base/vec.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "mlir/host/symbol.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include "mlir/splice/splice.h"
#include <stdlib.h>
#include <string.h>

//--- What a function is called ------------------------------------------------------------

/// clang's plugin knows the whole module, of which this may be a part: `smr-exports` are the names, "*" any.
static bool listed_names(MlirOperation function, SmrStr *out) {
  MlirAttribute list = smr_mlir_attribute(function, "passthrough");
  for (intptr_t k = 0;
       !mlirAttributeIsNull(list) && mlirAttributeIsAArray(list) && k < mlirArrayAttrGetNumElements(list);
       ++k) {
    MlirAttribute each = mlirArrayAttrGetElement(list, k);
    bool pair = mlirAttributeIsAArray(each) && mlirArrayAttrGetNumElements(each) == 2;
    MlirAttribute key = pair ? mlirArrayAttrGetElement(each, 0) : each;
    if (!mlirAttributeIsAString(key) ||
        !mlirStringRefEqual(mlirStringAttrGetValue(key), smr_ref("smr-exports")))
      continue;
    if (pair) {
      MlirStringRef names = mlirStringAttrGetValue(mlirArrayAttrGetElement(each, 1));
      smr_str_append(out, names.data, names.length);
    }
    return true;
  }
  return false;
}

//--- Aliases ----------------------------------------------------------------------------------

/// `name` is another name of `target`, a function or an alias.
typedef struct {
  MlirStringRef target, name;
} Alias;

struct SmrAliases {
  SMR_VEC(Alias) list; // by target; texts live in the context
};

static int compare_names(MlirStringRef a, MlirStringRef b) {
  int order = memcmp(a.data, b.data, a.length < b.length ? a.length : b.length);
  return order ? order : a.length < b.length ? -1 : a.length > b.length;
}

static int compare_targets(const void *a, const void *b) {
  const Alias *x = a, *y = b;
  int order = compare_names(x->target, y->target);
  return order ? order : compare_names(x->name, y->name);
}

typedef struct {
  SmrAliases *aliases;
  MlirStringRef name;
} Aliasing;

static MlirWalkResult add_target(MlirOperation op, void *data) {
  Aliasing *aliasing = data;
  MlirAttribute target = smr_mlir_attribute(op, "global_name");
  if (!mlirAttributeIsNull(target) && mlirAttributeIsAFlatSymbolRef(target))
    smr_vec_push(&aliasing->aliases->list, (Alias){mlirFlatSymbolRefAttrGetValue(target), aliasing->name});
  return MlirWalkResultAdvance;
}

SmrAliases *smr_aliases_create(MlirOperation module) {
  SmrAliases *aliases = smr_xcalloc(1, sizeof *aliases);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr; op = mlirOperationGetNextInBlock(op))
    if (smr_symbol_is_alias(op))
      mlirOperationWalk(op, add_target,
                        &(Aliasing){aliases, mlirStringAttrGetValue(smr_mlir_attribute(op, "sym_name"))},
                        MlirWalkPreOrder);
  if (aliases->list.size)
    qsort(aliases->list.data, aliases->list.size, sizeof *aliases->list.data, compare_targets);
  return aliases;
}

void smr_aliases_destroy(SmrAliases *aliases) {
  smr_vec_free(&aliases->list);
  free(aliases);
}

/// Where the target's aliases start in the list.
static uint32_t first_alias(const SmrAliases *aliases, MlirStringRef target) {
  uint32_t low = 0, high = aliases->list.size;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (compare_names(aliases->list.data[middle].target, target) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// Adds the symbol's aliases, and theirs (`depth` ends a circle, which is no module that anything accepts).
static void add_aliases(const SmrAliases *aliases, MlirStringRef symbol, unsigned depth, SmrStr *out) {
  enum { MOST_DEPTH = 16 };
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  for (uint32_t k = first_alias(aliases, symbol);
       k < aliases->list.size && !compare_names(aliases->list.data[k].target, symbol); ++k) {
    smr_link_name(aliases->list.data[k].name, &name);
    smr_str_printf(out, ",%s", depth < MOST_DEPTH ? smr_str_get(&name) : "*");
    if (depth < MOST_DEPTH)
      add_aliases(aliases, aliases->list.data[k].name, depth + 1, out);
  }
}

/// The names by which others can call a function, separated by commas; "*": any.
static void exported_names(const SmrAliases *aliases, MlirOperation function, SmrStr *out) {
  if (listed_names(function, out))
    return;
  MlirStringRef symbol = mlirStringAttrGetValue(smr_mlir_attribute(function, "sym_name"));
  if (!smr_symbol_is_own_function(function)) {
    SmrStr name = {0};
    smr_link_name(symbol, &name);
    smr_str_puts(out, smr_str_get(&name));
    smr_str_free(&name);
  }
  add_aliases(aliases, symbol, 0, out);
}

//--- Together -------------------------------------------------------------------------------

typedef struct {
  const char *name;
  bool found;
} Called;

/// `smr.blas.ddot.slot.ddot_`; a slot's twin in the other language counts as the slot itself.
static MlirWalkResult calls_name(MlirOperation op, void *data) {
  Called *called = data;
  MlirAttribute global = smr_mlir_attribute(op, "global_name");
  if (mlirAttributeIsNull(global))
    return MlirWalkResultAdvance;
  MlirStringRef slot = mlirFlatSymbolRefAttrGetValue(global);
  size_t length = strlen(called->name);
  called->found |= slot.length > length + 6 &&
                   !memcmp(slot.data + slot.length - length, called->name, length) &&
                   !memcmp(slot.data + slot.length - length - 6, ".slot.", 6);
  return MlirWalkResultAdvance;
}

static bool has_library_name(const char *names, MlirOperation bound, const char *routines) {
  bool found = false;
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  for (const char *at = names; *at && !found; at += strcspn(at, ","), at += *at == ',') {
    smr_str_clear(&name);
    smr_str_append(&name, at, strcspn(at, ","));
    Called called = {smr_str_get(&name), false};
    if (bound.ptr && name.size)
      mlirOperationWalk(bound, calls_name, &called, MlirWalkPreOrder);
    found = called.found || (routines && smr_entry_lists(routines, called.name)) ||
            smr_is_blas_name(called.name) || !strcmp(called.name, "*");
  }
  return found;
}

const char *smr_name_refusal(const SmrAliases *aliases, MlirOperation function, MlirOperation bound,
                             const char *routines) {
  SMR_OWNED(SmrStr, smr_str_free) names = {0};
  exported_names(aliases, function, &names);
  bool found = has_library_name(smr_str_get(&names), bound, routines);
  return found ? "the library has a function of this name, so it could come to call itself" : NULL;
}

//--- Integers of 64 bits -----------------------------------------------------------------------

bool smr_wide_blas(MlirOperation module) {
  MlirAttribute kinds = smr_host_kinds(module); // "a1c4d8i4l4r4"
  bool wide = !mlirAttributeIsNull(kinds) && mlirAttributeIsAString(kinds) &&
              memmem(mlirStringAttrGetValue(kinds).data, mlirStringAttrGetValue(kinds).length, "i8", 2);
  MlirBlock body = mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0));
  SMR_OWNED(SmrStr, smr_str_free) name = {0}, type = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(body); op.ptr && !wide;
       op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute function = smr_mlir_attribute(op, "function_type");
    if (mlirAttributeIsNull(function))
      continue;
    smr_link_name(mlirStringAttrGetValue(smr_mlir_attribute(op, "sym_name")), &name);
    if (!smr_is_blas_name(smr_str_get(&name)))
      continue;
    smr_str_clear(&type);
    mlirAttributePrint(function, smr_mlir_append, &type);
    // (i64 by value in a Fortran routine is the length of a character.)
    bool c = !strncmp(smr_str_get(&name), "cblas_", 6);
    wide = strstr(smr_str_get(&type), c ? "i64" : "!fir.ref<i64>") != NULL;
  }
  return wide;
}
