//===- undo.c - variables as the original code finds them ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What stands between the parts of a match runs before all of them, and so do the stores of what a part
// leaves in its variables. When a guard fails, the parts run as they were: their variables must then be what
// they were, and be set again between the parts.
//===----------------------------------------------------------------------===//
#include "mlir/splice/plan/plan.h"

bool smr_splice_guarded(const SmrSplicePlan *plan) {
  bool bound = false;
  for (uint32_t k = 0; k < plan->step_count; k++)
    bound |= plan->steps[k].entry || smr_splice_asks(plan, k);
  return plan->guard_count > 0 || bound || plan->check;
}

bool smr_splice_asks(const SmrSplicePlan *plan, uint32_t step) {
  MlirOperation bound = plan->steps[step].bound;
  for (uint32_t k = 0; k < step; k++)
    if (mlirOperationEqual(plan->steps[k].bound, bound))
      return false;
  return bound.ptr != NULL;
}

typedef struct {
  SmrSplicer *s;
  MlirValue slot;
  bool found;
} Search;

static MlirWalkResult find_access(MlirOperation op, void *data) {
  Search *search = data;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    search->found |= mlirValueEqual(smr_mlir_slot(search->s, mlirOperationGetOperand(op, k)), search->slot);
  return search->found ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

static bool parts_use(const SmrEmit *e, MlirValue slot) {
  Search search = {e->s, slot, false};
  for (uint32_t r = 0; r < e->root_count; r++)
    mlirOperationWalk(e->roots[r], find_access, &search, MlirWalkPreOrder);
  for (uint32_t b = 0; b < e->root_block_count; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(e->root_blocks[b]); op.ptr && !search.found;
         op = mlirOperationGetNextInBlock(op))
      mlirOperationWalk(op, find_access, &search, MlirWalkPreOrder);
  return search.found;
}

/// The variable that a store sets, null for stores elsewhere.
static MlirValue variable_of(SmrSplicer *s, MlirOperation store) {
  return smr_mlir_variable(s, smr_mlir_stored_to(s, store));
}

bool smr_splice_again(const SmrEmit *e, MlirOperation op) {
  MlirValue slot = smr_mlir_is_store(e->s, op) ? variable_of(e->s, op) : (MlirValue){NULL};
  return slot.ptr && parts_use(e, slot);
}

static bool undo(SmrSplice *s, MlirValue slot) {
  SmrEmit *e = &s->emit;
  for (uint32_t k = 0; k < s->undone.size; k++)
    if (mlirValueEqual(s->undone.data[k], slot))
      return true;
  const SmrPart *part = e->chain ? &e->chain->parts.data[0] : NULL;
  MlirOperation first = !part          ? e->roots[0]
                        : part->op.ptr ? part->op
                                       : mlirBlockGetFirstOperation(part->loop.header);
  MlirType type =
      smr_mlir_dominates(e->s, slot, first) ? smr_mlir_variable_type(e->s, slot) : (MlirType){NULL};
  if (mlirTypeIsNull(type))
    return smr_emit_fail(e, "a variable that the parts of the idiom share cannot be kept"), false;
  smr_vec_push(&s->undone, slot);
  e->block = s->save;
  MlirValue value = smr_emit_load(e, slot, type);
  e->block = s->restore;
  smr_emit_store(e, value, slot);
  return true;
}

typedef struct {
  SmrSplice *s;
  MlirOperation top;
  bool ok;
} Walk;

static MlirWalkResult look_at(MlirOperation op, void *data) {
  Walk *walk = data;
  if (!smr_splice_again(&walk->s->emit, op))
    return MlirWalkResultAdvance;
  if (!mlirOperationEqual(op, walk->top)) {
    smr_emit_fail(&walk->s->emit, "a variable that the parts of the idiom share cannot be kept");
    walk->ok = false;
  }
  walk->ok = walk->ok && undo(walk->s, variable_of(walk->s->emit.s, op));
  return walk->ok ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool smr_splice_build_undo(SmrSplice *s, const MlirOperation *between, uint32_t between_count) {
  SmrEmit *e = &s->emit;
  MlirBlock block = e->block;
  Walk walk = {.s = s, .ok = true};
  if (!smr_splice_guarded(s->plan))
    return true;
  s->save = mlirBlockCreate(0, NULL, NULL);
  s->restore = mlirBlockCreate(0, NULL, NULL);
  for (uint32_t r = 0; r < s->early.size; r++)
    for (MlirOperation op = mlirBlockGetFirstOperation(s->early.data[r]); op.ptr && walk.ok;
         op = mlirOperationGetNextInBlock(op)) {
      walk.top = op;
      mlirOperationWalk(op, look_at, &walk, MlirWalkPreOrder);
    }
  for (uint32_t k = 0; k < between_count && walk.ok; k++) {
    walk.top = between[k];
    mlirOperationWalk(between[k], look_at, &walk, MlirWalkPreOrder);
  }
  e->block = block;
  return walk.ok;
}
