//===- hold.c - what is computed from one part for the next -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An idiom of several parts computes something between them: the root of a sum, its reciprocal. The call
// computes that itself, so such ops stay with the parts: they go when the parts go, and stand between them
// where the original code remains. They may do nothing but compute (or set a variable that nobody else
// reads), and nobody behind the parts may need what they give.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"
#include "mlir/splice/plan/plan.h"

/// An op of vectors, of which the graph has the lanes.
static bool computes_lanes(SmrSplicer *s, MlirOperation op) {
  const SmrOpDesc *desc = smr_op_means(s, op);
  return desc->action == SMR_DESC_NEUTRAL || desc->effects == SMR_EFFECTS_NONE ||
         smr_mlir_adds_neighbours(op);
}

static bool has_vectors(MlirOperation op) {
  bool has = mlirTypeIsAVector(mlirValueGetType(mlirOperationGetResult(op, 0)));
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    has |= mlirTypeIsAVector(mlirValueGetType(mlirOperationGetOperand(op, k)));
  return has;
}

bool smr_splice_computes(SmrSplicer *s, MlirOperation op) {
  const SmrGraph *g = s->graph;
  if (mlirOperationGetNumRegions(op) || mlirOperationGetNumSuccessors(op) || !mlirOperationGetNumResults(op))
    return false;
  if (has_vectors(op) && computes_lanes(s, op))
    return true;
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++) {
    SmrValue value = smr_splice_value(s, mlirOperationGetResult(op, k));
    SmrOp def = value ? g->values.data[value].def : 0; // as it was read
    if (!def)
      return false;
    const SmrOpData *data = smr_op(g, def);
    bool load = data->code == SMR_OP_LOAD && !(data->flags & SMR_F_VOLATILE);
    if (!load && !smr_opcode_pure((SmrOpcode)data->code) && !(data->flags & SMR_F_PURE))
      return false;
  }
  return true;
}

//--- Code made of blocks ------------------------------------------------------------------

uint32_t smr_chain_part_of(const SmrChain *chain, MlirValue value, bool *between) {
  bool result = mlirValueIsAOpResult(value);
  MlirOperation op =
      result ? smr_mlir_op_in(chain->region, mlirOpResultGetOwner(value)) : (MlirOperation){NULL};
  MlirBlock block = !result  ? mlirBlockArgumentGetOwner(value)
                    : op.ptr ? mlirOperationGetBlock(op)
                             : (MlirBlock){NULL};
  *between = false;
  for (uint32_t p = 0; p < chain->parts.size; p++) {
    const SmrPart *part = &chain->parts.data[p];
    if (part->op.ptr ? result && mlirOperationEqual(op, part->op) : smr_block_loop_has(&part->loop, block))
      return p;
  }
  for (uint32_t b = 0; b < chain->between.size && !result; b++)
    if (mlirBlockEqual(block, chain->between.data[b].block)) {
      *between = true;
      return chain->between.data[b].part;
    }
  return UINT32_MAX;
}

SmrAfter smr_chain_early(SmrEmit *e, const SmrSplicePlan *plan, const SmrChain *chain, MlirValue value,
                         uint32_t p, bool between) {
  const SmrPart *part = &chain->parts.data[p];
  SmrAfter becomes = {0};
  for (SmrValue v = smr_splice_value(e->s, value); v && becomes.kind != SMR_AFTER_VALUE;
       v = e->s->same_handle[v])
    if (part->op.ptr || between || smr_left_by(e->s, v).ptr == part->loop.header.ptr)
      becomes = plan->after(plan->after_data, v);
  return becomes;
}

static bool among(const MlirOperation *ops, uint32_t count, MlirOperation op) {
  for (uint32_t k = 0; k < count; k++)
    if (mlirOperationEqual(ops[k], op))
      return true;
  return false;
}

static SmrOp access_of(const SmrSplicer *s, MlirOperation op) {
  uint32_t access = 0;
  return smr_map_get(&s->accesses, smr_mlir_key(op.ptr), &access) ? access - 1 : 0;
}

static bool is_late(const SmrEmit *e, SmrOp access) {
  uint32_t late;
  return access && smr_map_get(&e->late, access, &late);
}

static bool chain_needs(SmrEmit *e, const SmrSplicePlan *plan, const SmrChain *chain, MlirOperation op) {
  if (is_late(e, access_of(e->s, op)))
    return true;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    MlirValue value = mlirOperationGetOperand(op, k);
    if (mlirValueIsAOpResult(value) && smr_chain_holds(chain, mlirOpResultGetOwner(value)))
      return true;
    bool between;
    uint32_t p = smr_chain_part_of(chain, value, &between);
    if (p != UINT32_MAX && smr_chain_early(e, plan, chain, value, p, between).kind != SMR_AFTER_VALUE)
      return true;
  }
  return false;
}

bool smr_chain_hold(SmrEmit *e, const SmrSplicePlan *plan, SmrChain *chain) {
  uint32_t kept = 0;
  for (uint32_t k = 0; k < chain->moved.size; k++) {
    SmrMoved moved = chain->moved.data[k];
    if (!chain_needs(e, plan, chain, moved.op)) {
      smr_map_set(&chain->moved_ops, smr_mlir_key(moved.op.ptr), kept);
      chain->moved.data[kept++] = moved;
      continue;
    }
    if (!smr_splice_computes(e->s, moved.op))
      return smr_emit_fail(e, "code behind a part of the idiom uses its result"), false;
    smr_vec_push(&chain->held, moved.op);
    smr_map_set(&chain->glue, smr_mlir_key(moved.op.ptr), 1);
  }
  chain->moved.size = kept;
  for (uint32_t k = 0; k < chain->held.size; k++)
    for (intptr_t r = 0; r < mlirOperationGetNumResults(chain->held.data[k]); r++)
      for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(chain->held.data[k], r));
           !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
        if (smr_chain_used(chain, mlirOpOperandGetOwner(use), true) ||
            smr_chain_used(chain, mlirOpOperandGetOwner(use), false))
          return smr_emit_fail(e, "a value between the parts of the idiom is used behind them"), false;
  return true;
}

//--- Structured code: one block, variables in memory --------------------------------------------

bool smr_splice_in_roots(const SmrSplice *s, MlirOperation op) {
  for (uint32_t r = 0; r < s->roots.size; r++)
    if (smr_mlir_inside(op, s->roots.data[r]))
      return true;
  return false;
}

bool smr_splice_holds(const SmrSplice *s, MlirOperation op) {
  return among(s->held.data, s->held.size, op);
}

bool smr_splice_goes(const SmrSplice *s, MlirOperation op) {
  return smr_splice_in_roots(s, op) || smr_splice_holds(s, op);
}

/// The variable that a load or store of the graph goes to when passes made values of all its accesses.
static SmrValue promoted(const SmrGraph *g, SmrOp access) {
  if (!access || smr_op(g, access)->block || (smr_op(g, access)->flags & SMR_F_SUNK))
    return 0;
  SmrValue ptr = smr_value(g, smr_operand(g, access, smr_op(g, access)->code == SMR_OP_STORE ? 1 : 0));
  SmrOp def = smr_def(g, ptr);
  return def && smr_op(g, def)->code == SMR_OP_ALLOCA ? ptr : 0;
}

static bool lost(const SmrSplice *s, SmrValue slot) {
  for (uint32_t k = 0; slot && k < s->lost.size; k++)
    if (s->lost.data[k].slot == slot)
      return true;
  return false;
}

bool smr_splice_left(const SmrSplice *s, const SmrAfterStore *store) {
  return !store->store && store->value.kind == SMR_AFTER_UNKNOWN && lost(s, smr_value(s->emit.g, store->ptr));
}

/// What a part leaves in its variables and the call does not give: no code but the match uses it (legality).
static void lose_variables(SmrSplice *s, MlirOperation root) {
  const SmrGraph *g = s->emit.g;
  for (uint32_t k = 0; k < s->plan->store_count; k++) {
    const SmrAfterStore *store = &s->plan->stores[k];
    if (store->store || !smr_mlir_inside((MlirOperation){smr_op(g, store->root)->handle}, root) ||
        store->value.kind != SMR_AFTER_UNKNOWN)
      continue;
    SmrValue value = 0;
    for (uint32_t e = 0; e < g->exits.size; e++)
      if (g->exits.data[e].loop == store->root &&
          smr_value(g, g->exits.data[e].ptr) == smr_value(g, store->ptr))
        value = smr_value(g, g->exits.data[e].value);
    if (value)
      smr_vec_push(&s->lost, ((SmrLost){smr_value(g, store->ptr), value}));
  }
}

static MlirWalkResult find_need(MlirOperation op, void *data) {
  SmrSplice *s = ((void **)data)[0];
  bool *needs = ((void **)data)[1];
  SmrOp access = access_of(s->emit.s, op);
  *needs |= lost(s, promoted(s->emit.g, access)) || is_late(&s->emit, access);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    MlirValue value = mlirOperationGetOperand(op, k);
    if (!mlirValueIsAOpResult(value))
      continue;
    MlirOperation owner = mlirOpResultGetOwner(value);
    if (smr_splice_holds(s, owner))
      *needs = true;
    if (!among(s->roots.data, s->roots.size, owner))
      continue;
    SmrValue v = smr_splice_value(s->emit.s, value);
    *needs |= !v || s->plan->after(s->plan->after_data, v).kind != SMR_AFTER_VALUE;
  }
  return *needs ? MlirWalkResultInterrupt : MlirWalkResultAdvance;
}

/// Sets a variable to what was computed from a part's result; from there on it is lost, too.
static bool sets_variable(SmrSplice *s, MlirOperation op) {
  const SmrGraph *g = s->emit.g;
  SmrOp access = access_of(s->emit.s, op);
  SmrValue slot = promoted(g, access);
  if (!slot || smr_op(g, access)->code != SMR_OP_STORE || mlirOperationGetNumResults(op))
    return false;
  smr_vec_push(&s->lost, ((SmrLost){slot, smr_value(g, smr_operand(g, access, 0))}));
  return true;
}

typedef struct {
  SmrSplice *s;
  SmrMap seen; // values
  bool ok;
} Readers;

static bool may_be(Readers *r, SmrValue value, SmrValue lost);

static bool operand_may_be(Readers *r, SmrOp op, SmrValue lost) {
  const SmrGraph *g = r->s->emit.g;
  for (uint32_t k = 0; k < smr_op(g, op)->operand_count; k++)
    if (may_be(r, smr_operand(g, op, k), lost))
      return true;
  return false;
}

/// May a variable's value, which conditions choose and loops carry, be the one that is lost? Not one that
/// another part leaves: that is known after the calls, or lost as well.
static bool may_be(Readers *r, SmrValue value, SmrValue lost) {
  const SmrGraph *g = r->s->emit.g;
  value = smr_value(g, value);
  uint32_t seen;
  if (value == lost)
    return true;
  if (!value || smr_map_get(&r->seen, value, &seen))
    return false;
  smr_map_set(&r->seen, value, 1);
  SmrOp op = smr_value_owner(g, value);
  if (!op || !(smr_op(g, op)->region_count || smr_op(g, op)->code == SMR_OP_SELECT) ||
      (smr_def(g, value) && smr_is_among(r->s->plan->roots, r->s->plan->root_count, op)))
    return false;
  if (operand_may_be(r, op, lost))
    return true;
  for (uint32_t k = 0; k < smr_op(g, op)->region_count; k++) {
    const SmrRegionData *region = &g->regions.data[smr_op_region(g, op, k)];
    for (uint32_t b = 0; b < region->blocks.size; b++)
      if (operand_may_be(r, g->blocks.data[region->blocks.data[b]].last, lost))
        return true;
  }
  return false;
}

/// Does another load of a lost variable read what is lost?
static MlirWalkResult look_at_reader(MlirOperation op, void *data) {
  Readers *readers = data;
  SmrSplice *s = readers->s;
  const SmrGraph *g = s->emit.g;
  SmrOp access = access_of(s->emit.s, op);
  if (!access || smr_op(g, access)->code != SMR_OP_LOAD || smr_splice_in_roots(s, op) ||
      smr_splice_holds(s, op))
    return MlirWalkResultAdvance;
  SmrValue ptr = smr_value(g, smr_operand(g, access, 0));
  for (uint32_t k = 0; k < s->lost.size && readers->ok; k++)
    if (s->lost.data[k].slot == ptr) {
      readers->ok =
          !smr_op(g, access)->block && !may_be(readers, smr_result(g, access, 0), s->lost.data[k].value);
      smr_map_free(&readers->seen);
    }
  return readers->ok ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

bool smr_splice_hold(SmrSplice *s) {
  SmrEmit *e = &s->emit;
  for (uint32_t r = 0; r + 1 < s->roots.size; r++) {
    lose_variables(s, s->roots.data[r]);
    for (MlirOperation op = mlirOperationGetNextInBlock(s->roots.data[r]);
         !mlirOperationEqual(op, s->roots.data[r + 1]); op = mlirOperationGetNextInBlock(op)) {
      bool needs = false;
      void *data[] = {s, &needs};
      mlirOperationWalk(op, find_need, data, MlirWalkPreOrder);
      if (!needs)
        continue;
      if (!smr_splice_computes(e->s, op) && !sets_variable(s, op))
        return smr_emit_fail(e, "code behind a part of the idiom uses its result"), false;
      smr_vec_push(&s->held, op);
    }
  }
  for (uint32_t k = 0; k < s->held.size; k++)
    for (intptr_t r = 0; r < mlirOperationGetNumResults(s->held.data[k]); r++)
      for (MlirOpOperand use = mlirValueGetFirstUse(mlirOperationGetResult(s->held.data[k], r));
           !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
        if (!smr_splice_in_roots(s, mlirOpOperandGetOwner(use)) &&
            !smr_splice_holds(s, mlirOpOperandGetOwner(use)))
          return smr_emit_fail(e, "a value between the parts of the idiom is used behind them"), false;
  Readers readers = {.s = s, .ok = true};
  if (s->lost.size)
    mlirOperationWalk(e->s->function, look_at_reader, &readers, MlirWalkPreOrder);
  e->held_ops = s->held.data, e->held_op_count = s->held.size;
  return readers.ok || (smr_emit_fail(e, "a variable set by a part of the idiom is read later"), false);
}
