//===- after.c - what the code behind sees ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Results and variables of the roots as they are behind the steps. What is known before the steps is computed
// before them: they may change the memory that it is read from.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice/edit/edit.h"

static MlirValue result_of(SmrSplice *s, SmrAfter after) {
  const SmrSplicePlan *plan = s->plan;
  bool known = after.step < plan->step_count && after.arg < plan->steps[after.step].arg_count;
  return known ? s->out[after.step][after.arg] : (MlirValue){NULL};
}

MlirValue smr_splice_after(SmrSplice *s, SmrAfter after, MlirValue original, MlirType type) {
  SmrEmit *e = &s->emit;
  MlirBlock before = e->block;
  MlirValue value = {NULL};
  switch (after.kind) {
  case SMR_AFTER_ARG:
    value = result_of(s, after);
    e->block = s->run;
    break;
  case SMR_AFTER_COPY:
    value = smr_left_value(s, after.step, original);
    break;
  case SMR_AFTER_EXPR:
    value = smr_emit_expr(e, after.expr);
    break;
  case SMR_AFTER_VALUE:
    value = smr_emit_value(e, after.value);
    break;
  default:
    return smr_emit_fail(e, "a value that the code computes besides the idiom is used later");
  }
  if (!value.ptr)
    value = smr_emit_fail(e, "a value that is used later cannot be rebuilt");
  else if (mlirTypeIsARankedTensor(type) && mlirTypeIsARankedTensor(mlirValueGetType(value)))
    value = smr_emit_array(e, value, type); // the sizes are what they are
  else if (!mlirTypeEqual(mlirValueGetType(value), type))
    value = (smr_mlir_is_integer(type) && smr_mlir_is_integer(mlirValueGetType(value))) ||
                    (smr_mlir_is_c_pointer(type) && smr_mlir_is_c_pointer(mlirValueGetType(value)))
                ? smr_emit_convert(e, value, type)
                : smr_emit_fail(e, "a value that is used later has another type");
  e->block = before;
  return value;
}

/// The MLIR store of a SUNK store tells the pointer's type; a slot's is that of its own MLIR value. The store
/// goes to the end of `block`.
static bool build_store(SmrSplice *s, const SmrAfterStore *store, MlirBlock block) {
  SmrEmit *e = &s->emit;
  MlirOperation original = {store->store ? smr_op(e->g, store->store)->handle : NULL};
  MlirType element;
  MlirValue pointer;
  if (original.ptr && mlirOperationGetNumOperands(original) >= 2) {
    const SmrHost *host = e->s->host;
    element = mlirValueGetType(smr_mlir_stored(e->s, original));
    if (mlirTypeIsAShaped(element)) // an op that stores to the elements of its last operand
      element = mlirShapedTypeGetElementType(element);
    MlirType type = host->memrefs ? host->element_pointer(e->context, element)
                                  : mlirValueGetType(smr_mlir_stored_to(e->s, original));
    pointer = mlirTypeIsNull(type) ? (MlirValue){NULL} : smr_emit_address(e, store->ptr, type);
  } else {
    pointer = original.ptr ? (MlirValue){NULL} : smr_emit_value(e, store->ptr);
    element = pointer.ptr ? smr_mlir_pointee(mlirValueGetType(pointer)) : (MlirType){NULL};
  }
  if (!pointer.ptr || mlirTypeIsNull(element))
    return smr_emit_fail(e, "a store after the loop cannot be rebuilt"), false;
  MlirValue value = s->from_copies[store - s->plan->stores];
  if (!value.ptr)
    value = smr_splice_after(s, store->value, value, element);
  if (!value.ptr)
    return false;
  if (s->plan->check)
    smr_vec_push(&s->stored, ((SmrStored){pointer, element}));
  MlirBlock before = e->block;
  e->block = block;
  smr_emit_store(e, value, pointer);
  e->block = before;
  return true;
}

//--- Variables ----------------------------------------------------------------------

/// Both are of one loop or op of MLIR's.
static bool of_part(const SmrSplice *s, const SmrAfterStore *store, uint32_t part) {
  const SmrGraph *g = s->emit.g;
  MlirOperation op = {smr_op(g, store->root)->handle};
  return s->emit.chain ? smr_op(g, s->chain.parts.data[part].root)->handle == op.ptr
                       : smr_mlir_inside(op, s->roots.data[part]);
}

typedef bool Accesses(SmrSplicer *s, MlirOperation root, MlirValue slot);

/// Does code between the part and the last one do that to the variable? (What is held there goes.)
static bool between_does(SmrSplice *s, uint32_t part, SmrValue variable, Accesses *accesses) {
  SmrSplicer *splicer = s->emit.s;
  MlirValue slot = {s->emit.g->values.data[variable].handle};
  if (!slot.ptr)
    return true;
  slot = smr_mlir_slot(splicer, slot);
  for (uint32_t k = 0; k < s->chain.moved.size; k++)
    if (s->chain.moved.data[k].part >= part && accesses(splicer, s->chain.moved.data[k].op, slot))
      return true;
  if (s->emit.chain)
    return false;
  for (MlirOperation op = s->roots.data[part]; !mlirOperationEqual(op, smr_vec_last(&s->roots));
       op = mlirOperationGetNextInBlock(op))
    if (!smr_splice_goes(s, op) && accesses(splicer, op, slot))
      return true;
  return false;
}

/// What a part left in the variable is overwritten by code between the parts, which runs before the steps.
static bool overwritten(SmrSplice *s, const SmrAfterStore *store) {
  uint32_t last = (s->emit.chain ? s->chain.parts.size : s->roots.size) - 1;
  for (uint32_t part = 0; part < last && !store->store; part++)
    if (of_part(s, store, part))
      return between_does(s, part, store->ptr, smr_mlir_stores_to);
  return false;
}

/// The variable is one of a root's own.
static bool goes_away(const SmrSplice *s, const SmrAfterStore *store) {
  MlirValue slot = {s->emit.g->values.data[store->ptr].handle};
  slot = slot.ptr && !store->store ? smr_mlir_slot(s->emit.s, slot) : (MlirValue){NULL};
  return slot.ptr && mlirValueIsAOpResult(slot) && smr_splice_in_roots(s, mlirOpResultGetOwner(slot));
}

bool smr_splice_build_stores(SmrSplice *s) {
  for (uint32_t k = 0; k < s->plan->store_count; k++) {
    const SmrAfterStore *store = &s->plan->stores[k];
    bool nobody = smr_splice_left(s, store) || overwritten(s, store) || goes_away(s, store);
    if (!nobody && !build_store(s, store, s->run))
      return false;
  }
  return true;
}

bool smr_splice_early_stores(SmrSplice *s, uint32_t part) {
  for (uint32_t k = 0; k < s->plan->store_count; k++) {
    const SmrAfterStore *store = &s->plan->stores[k];
    if (store->store || !of_part(s, store, part))
      continue;
    if (smr_splice_left(s, store) || goes_away(s, store)) // code between that reads it is held
      continue;
    if (store->value.kind == SMR_AFTER_VALUE) {
      if (!build_store(s, store, s->emit.block))
        return false;
    } else if (between_does(s, part, store->ptr, smr_mlir_loads_from)) {
      return smr_emit_fail(&s->emit, "a variable set by a part of the idiom is read later"), false;
    }
  }
  return true;
}

//--- Results ------------------------------------------------------------------------

typedef enum { USED_NOWHERE, USED_BEHIND, USED_BETWEEN } Used;

/// Where code that stays uses a root's result.
static Used used(SmrSplice *s, MlirValue result) {
  MlirOperation last = smr_vec_last(&s->roots);
  MlirRegion region = mlirBlockGetParentRegion(mlirOperationGetBlock(last));
  Used found = USED_NOWHERE;
  for (MlirOpOperand use = mlirValueGetFirstUse(result); !mlirOpOperandIsNull(use);
       use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user = mlirOpOperandGetOwner(use);
    if (smr_splice_goes(s, user))
      continue;
    user = smr_mlir_op_in(region, user);
    bool same = user.ptr && mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(last));
    if (same && smr_mlir_before(s->emit.s, user, last))
      return USED_BETWEEN;
    found = USED_BEHIND;
  }
  return found;
}

static SmrAfter after_of(const SmrSplice *s, MlirValue result) {
  SmrValue value = smr_splice_value(s->emit.s, result);
  return value ? s->plan->after(s->plan->after_data, value) : (SmrAfter){0};
}

/// A result that code between the roots uses, or that is known before.
static bool build_passing(SmrSplice *s, MlirValue result) {
  Used where = used(s, result);
  SmrAfter becomes = where == USED_NOWHERE ? (SmrAfter){0} : after_of(s, result);
  if (becomes.kind != SMR_AFTER_VALUE)
    return where != USED_BETWEEN ||
           (smr_emit_fail(&s->emit, "code behind a part of the idiom uses its result"), false);
  MlirValue instead = smr_splice_after(s, becomes, result, mlirValueGetType(result));
  smr_vec_push(&s->passing, result);
  smr_vec_push(&s->instead, instead);
  return instead.ptr != NULL;
}

/// Parts of the idiom that stand before its last part move down to it. What the code between sees of them
/// (final values of loop variables) is built where they stood; it must be right even when the part runs
/// later, so only values that hold for any trip count will do.
bool smr_splice_build_early(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  MlirOperation at = e->at;
  bool ok = true;
  for (uint32_t r = 0; r + 1 < s->roots.size && ok; r++) {
    MlirOperation root = s->roots.data[r];
    SmrMap known = e->pre_known;
    e->pre_known = (SmrMap){0};
    e->at = root;
    e->block = mlirBlockCreate(0, NULL, NULL);
    smr_vec_push(&s->early, e->block);
    for (intptr_t k = 0; k < mlirOperationGetNumResults(root) && ok; k++)
      ok = build_passing(s, mlirOperationGetResult(root, k));
    ok = ok && smr_splice_early_stores(s, r);
    smr_map_free(&e->pre_known);
    e->pre_known = known;
  }
  e->at = at;
  return ok;
}

static bool passes(const SmrSplice *s, MlirValue result) {
  for (uint32_t k = 0; k < s->passing.size; k++)
    if (mlirValueEqual(s->passing.data[k], result))
      return true;
  return false;
}

bool smr_splice_build_escaping(SmrSplice *s) {
  for (uint32_t r = 0; r < s->roots.size; r++)
    for (intptr_t k = 0; k < mlirOperationGetNumResults(s->roots.data[r]); k++) {
      MlirValue result = mlirOperationGetResult(s->roots.data[r], k);
      if (passes(s, result) || used(s, result) == USED_NOWHERE)
        continue;
      if (!smr_splice_value(s->emit.s, result))
        return smr_emit_fail(&s->emit, "a result of the code is not understood"), false;
      MlirValue becomes = smr_splice_after(s, after_of(s, result), result, mlirValueGetType(result));
      if (!becomes.ptr)
        return false;
      smr_vec_push(&s->escaping, result);
      smr_vec_push(&s->becomes, becomes);
    }
  return true;
}
