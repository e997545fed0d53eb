//===- value.c - graph values as MLIR values ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A graph value is materialised by the first way that works: its own MLIR value when that dominates the
// place; another one that the graph found equal; ops for its graph op; a copy of its MLIR op; for the iv of a
// loop around the place, what splice/induction.c finds.
//===----------------------------------------------------------------------===//
#include "mlir/splice/value/value.h"
#include "graph/number.h"
#include "graph/rows.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

/// Ops that normalising made have no MLIR op.
static MlirValue from_graph_op(SmrEmit *e, SmrOp op, SmrType type) {
  SmrGraph *g = e->g;
  const SmrOpData data = *smr_op(g, op);
  static const struct {
    SmrOpcode code;
    SmrHostOp op;
  } table[] = {
      {SMR_OP_ADD, SMR_HOST_ADD},    {SMR_OP_SUB, SMR_HOST_SUB},   {SMR_OP_MUL, SMR_HOST_MUL},
      {SMR_OP_DIVS, SMR_HOST_SDIV},  {SMR_OP_REMS, SMR_HOST_SREM}, {SMR_OP_MINS, SMR_HOST_SMIN},
      {SMR_OP_MAXS, SMR_HOST_SMAX},  {SMR_OP_MAXU, SMR_HOST_UMAX}, {SMR_OP_FSUM, SMR_HOST_FADD},
      {SMR_OP_FPROD, SMR_HOST_FMUL}, {SMR_OP_SHRS, SMR_HOST_ASHR}, {SMR_OP_SHRU, SMR_HOST_LSHR},
  };
  MlirType result = smr_emit_type(e, type);
  if (mlirTypeIsNull(result))
    return smr_emit_fail(e, "a value inside the code has a type that cannot be rebuilt");
  MlirValue operands[16];
  if (data.operand_count > 16)
    return smr_emit_fail(e, "a value inside the code is too large to be rebuilt");
  int64_t by;
  bool shift = data.code == SMR_OP_SHRS || data.code == SMR_OP_SHRU;
  if ((data.code == SMR_OP_DIVS || data.code == SMR_OP_REMS) &&
      (!smr_const_int(g, smr_operand(g, op, 1), &by) || by == 0 || by == -1))
    return smr_emit_fail(e, "a division inside the code cannot be done before it");
  if (shift && (!smr_const_int(g, smr_operand(g, op, 1), &by) || by < 0 || by >= smr_int_width(type)))
    return smr_emit_fail(e, "a shift inside the code cannot be done before it");
  for (uint32_t k = 0; k < data.operand_count; k++) {
    operands[k] = smr_emit_value(e, smr_operand(g, op, k));
    if (!operands[k].ptr)
      return operands[k];
    SmrType operand_type = smr_value_type(g, smr_operand(g, op, k));
    if (SMR_TYPE_KIND(operand_type) == SMR_T_INT) // index values and the like become plain integers
      operands[k] = smr_emit_convert(e, operands[k], smr_emit_type(e, operand_type));
  }
  switch (data.code) {
  case SMR_OP_SEXT:
  case SMR_OP_TRUNC:
    return smr_emit_convert(e, operands[0], result);
  case SMR_OP_ZEXT:
    return smr_emit_unary(e, SMR_HOST_ZEXT, operands[0], result);
  case SMR_OP_BITCAST: // the address as a number
    if (smr_value_type(g, smr_operand(g, op, 0)) != SMR_PTR || type != SMR_I64)
      break;
    return smr_emit_convert(e, operands[0], result);
  case SMR_OP_ICMP:
    return smr_emit_compare(e, data.imm, operands[0], operands[1]);
  case SMR_OP_SELECT:
    return smr_emit_select(e, operands[0], operands[1], operands[2]);
  case SMR_OP_FNEG:
    return smr_emit_unary(e, SMR_HOST_FNEG, operands[0], result);
  default:
    break;
  }
  for (unsigned k = 0; k < sizeof table / sizeof *table; k++)
    if (table[k].code == (SmrOpcode)data.code && data.operand_count >= 2) {
      MlirValue sum = operands[0];
      for (uint32_t i = 1; i < data.operand_count; i++)
        sum = smr_emit_binary(e, table[k].op, sum, operands[i]);
      return sum;
    }
  const char *name = data.code == SMR_OP_OPAQUE && data.name ? smr_intern_text(g->symbols, data.name)
                                                             : smr_opcode_name((SmrOpcode)data.code);
  return smr_emit_fail(e, "the result of \"%s\" inside the code cannot be computed before it", name);
}

static MlirValue descriptor(SmrEmit *e, SmrOp op) {
  SmrGraph *g = e->g;
  MlirValue box = smr_emit_value(e, smr_operand(g, op, 0));
  if (!box.ptr)
    return box;
  SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
  SmrHostPart part = code == SMR_OP_DESCR_ADDR     ? SMR_HOST_ADDRESS
                     : code == SMR_OP_DESCR_LB     ? SMR_HOST_LOWER
                     : code == SMR_OP_DESCR_EXTENT ? SMR_HOST_EXTENT
                                                   : SMR_HOST_STRIDE;
  if (e->speculative && smr_emit_may_be_absent(e, box))
    return smr_emit_fail(e, "%s", smr_absent);
  if (part == SMR_HOST_ADDRESS && e->s->host->memrefs)
    return box; // a memref is its own address; smr_emit_expr asks for its number
  return smr_emit_part(e, part, box, smr_op(g, op)->imm);
}

/// A variable that exists whether or not the code gets to read it: an argument, a local, a global, a part of
/// one.
static bool always_there(const SmrEmit *e, SmrValue ptr) {
  const SmrGraph *g = e->g;
  SmrOp def = smr_def(g, ptr);
  if (!def) { // only Fortran's arguments are never null; optional ones are told apart by their callers
    MlirValue here = {g->values.data[ptr].handle};
    return !e->s->host->nulls &&
           (!e->s->host->memrefs || (here.ptr && mlirTypeIsAMemRef(mlirValueGetType(here)) &&
                                     mlirShapedTypeGetRank(mlirValueGetType(here)) == 0));
  }
  SmrOpcode code = (SmrOpcode)smr_op(g, def)->code;
  return code == SMR_OP_ALLOCA || code == SMR_OP_GLOBAL ||
         (code == SMR_OP_FIELD && always_there(e, smr_operand(g, def, 0)));
}

/// Reading what the op loads can do no harm even where the code would not have read it.
static bool surely_there(SmrEmit *e, SmrOp op) {
  const SmrGraph *g = e->g;
  SmrValue ptr = smr_operand(g, op, 0);
  SmrOp addr = smr_def(g, ptr);
  return !(addr && smr_op(g, addr)->code == SMR_OP_ADDR) && always_there(e, ptr) &&
         !smr_emit_may_be_absent(e, smr_mlir_loaded_from(e->s, (MlirOperation){smr_op(g, op)->handle}));
}

/// The load is part of the first test of the loop at this place, so the program does it anyway.
static bool runs_first(const SmrEmit *e, MlirOperation load) {
  MlirOperation loop = mlirOperationGetParentOperation(load);
  return mlirOperationEqual(loop, e->at) && e->s->host->tests_first && e->s->host->tests_first(loop) &&
         mlirBlockEqual(mlirOperationGetBlock(load),
                        mlirRegionGetFirstBlock(mlirOperationGetRegion(loop, 0)));
}

/// May the load be done here, although the code might not have done it?
static bool may_load(SmrEmit *e, SmrOp op) {
  MlirOperation load = {smr_op(e->g, op)->handle};
  if (!e->speculative && !e->s->host->nulls)
    return true; // Fortran's variables are there
  return surely_there(e, op) || smr_emit_certain(e, load) || runs_first(e, load) ||
         smr_emit_certain_in_graph(e, op);
}

/// Notes whether the load surely runs once the guards of sizes hold.
static void note_certain(SmrEmit *e, SmrOp op, MlirValue loaded) {
  const uint8_t *held = e->held;
  e->held = e->sized;
  if (e->sized &&
      (smr_emit_certain(e, (MlirOperation){smr_op(e->g, op)->handle}) || smr_emit_certain_in_graph(e, op)))
    smr_map_set(&e->certain, smr_mlir_key(mlirOpResultGetOwner(loaded).ptr), 1);
  e->held = held;
}

/// What the program said of the place: packed structures are aligned less than their members' types.
static MlirValue keep_facts(SmrEmit *e, SmrOp op, MlirValue value) {
  MlirAttribute alignment = smr_mlir_attribute((MlirOperation){smr_op(e->g, op)->handle}, "alignment");
  if (value.ptr)
    note_certain(e, op, value);
  if (value.ptr && !mlirAttributeIsNull(alignment))
    mlirOperationSetAttributeByName(mlirOpResultGetOwner(value), smr_ref("alignment"), alignment);
  return value;
}

static MlirValue load_again(SmrEmit *e, SmrOp op) {
  SmrGraph *g = e->g;
  MlirOperation original = {smr_op(g, op)->handle};
  SmrValue ptr = smr_operand(g, op, 0);
  if (!original.ptr || mlirOperationGetNumOperands(original) < 1 || mlirOperationGetNumResults(original) != 1)
    return smr_emit_fail(e, "a value loaded inside the code cannot be loaded before it");
  uint32_t late;
  bool between = smr_map_get(&e->late, op, &late);
  if ((between || (smr_op(g, op)->block && smr_emit_in_roots(e, op))) && smr_emit_written(e, ptr))
    return smr_emit_fail(e, between ? "a value is loaded behind a part of the idiom that may change it"
                                    : "a value loaded inside the code may change there");
  if (!may_load(e, op))
    return smr_emit_fail(e, "%s would read memory that the code may not read",
                         e->speculative ? "a check" : "the call");
  if (e->s->host->memrefs)
    return smr_emit_copy(e, original, 0, -1); // legality vouches for this one load
  MlirValue pointer = smr_emit_address(e, ptr, mlirValueGetType(smr_mlir_loaded_from(e->s, original)));
  return keep_facts(e, op, smr_emit_load(e, pointer, mlirValueGetType(mlirOperationGetResult(original, 0))));
}

/// When the call's tests run, the variable is not yet what the last part finds there, or no longer what the
/// first part of a chain does.
static bool set_early(const SmrEmit *e, SmrValue ptr) {
  MlirValue slot = {e->g->values.data[ptr].handle};
  if (slot.ptr && smr_emit_held_sets(e, smr_mlir_slot(e->s, slot)))
    return true;
  if (!e->chain || e->chain->parts.size < 2)
    return false;
  for (uint32_t k = 0; k < e->plan->store_count; k++)
    if (smr_value(e->g, e->plan->stores[k].ptr) == smr_value(e->g, ptr))
      return true;
  return !slot.ptr || smr_chain_sets(e->s, e->chain, smr_mlir_slot(e->s, slot));
}

/// Another MLIR value that the graph found equal, or one that the code itself loads from a place to which it
/// never stores, or a variable.
static MlirValue equal_value(SmrEmit *e, SmrValue value) {
  SmrGraph *g = e->g;
  const SmrSplicer *index = e->s;
  for (uint32_t k = index->equal_first[value]; k < index->equal_first[value + 1]; k++) {
    const SmrValueData *other = &g->values.data[index->equal[k]];
    if (other->type == g->values.data[value].type && smr_emit_handle_usable(e, index->equal[k]))
      return (MlirValue){other->handle};
  }
  for (uint32_t k = index->load_first[value]; k < index->load_first[value + 1]; k++) {
    SmrOp op = index->load[k];
    const SmrOpData *data = smr_op(g, op);
    SmrValue ptr = smr_operand(g, op, 0);
    MlirOperation load = {data->handle};
    if (!smr_emit_reads_only(e, op) || !may_load(e, op))
      continue;
    MlirValue pointer = e->s->host->memrefs
                            ? (MlirValue){NULL}
                            : smr_emit_address(e, ptr, mlirValueGetType(smr_mlir_loaded_from(e->s, load)));
    if (pointer.ptr)
      return keep_facts(e, op, smr_emit_load(e, pointer, mlirValueGetType(mlirOperationGetResult(load, 0))));
  }
  return smr_emit_variable(e, value);
}

MlirValue smr_emit_variable(SmrEmit *e, SmrValue value) {
  const SmrGraph *g = e->g;
  void *header = e->chain && !e->chain->parts.data[0].op.ptr ? e->chain->parts.data[0].loop.header.ptr : NULL;
  for (uint32_t k = 0; k < g->exits.size && !e->s->host->flat; k++) {
    const SmrExit *entry = &g->exits.data[k];
    SmrOp slot = smr_def(g, entry->ptr);
    const void *handle = smr_op(g, entry->loop)->handle;
    if (!entry->initial || smr_value(g, entry->initial) != value || !handle ||
        (handle != e->at.ptr && handle != header) || set_early(e, entry->ptr))
      continue;
    if (!slot ||
        smr_op(g, slot)->code != SMR_OP_ALLOCA) { // an accumulator in memory, promoted out of outer loops
      MlirType type = smr_emit_type(e, g->values.data[value].type);
      MlirType pointer = mlirTypeIsNull(type) ? type : e->s->host->pointer(e->context, type);
      MlirValue address =
          mlirTypeIsNull(pointer) ? (MlirValue){NULL} : smr_emit_address(e, entry->ptr, pointer);
      if (address.ptr)
        return smr_emit_load(e, address, type);
      continue;
    }
    MlirValue pointer = smr_emit_value(e, entry->ptr);
    MlirType element = pointer.ptr ? smr_mlir_pointee(mlirValueGetType(pointer)) : (MlirType){NULL};
    if (!mlirTypeIsNull(element))
      return smr_emit_load(e, pointer, element);
  }
  return (MlirValue){NULL};
}

/// What a WHILE's body takes is what its condition hands on; of a loop made of blocks the latter is at hand.
static SmrValue handed_on(const SmrGraph *g, SmrValue value) {
  const SmrValueData *data = &g->values.data[value];
  SmrOp loop = smr_argument_owner(g, value);
  if (!loop || smr_op(g, loop)->code != SMR_OP_WHILE || smr_op(g, loop)->region_count != 2 ||
      smr_body_block(g, loop, 1) != data->block)
    return 0;
  SmrOp condition = g->blocks.data[smr_body_block(g, loop, 0)].last;
  return condition && data->index + 1 < smr_op(g, condition)->operand_count
             ? smr_operand(g, condition, data->index + 1)
             : 0;
}

/// Of rows that pointers lead to: the first row's pointer, or the distance from each row to the next.
static MlirValue row_value(SmrEmit *e, SmrOp rows, bool distance) {
  const SmrGraph *g = e->g;
  SmrHostBuilder b = smr_emit_builder(e);
  bool certain = false;
  for (uint32_t k = 0; k < g->row_pointers.size && !certain; k++)
    certain =
        g->row_pointers.data[k].rows == rows && smr_emit_certain_in_graph(e, g->row_pointers.data[k].load);
  if (!certain)
    return smr_emit_fail(e, "a check would read pointers to rows that the code may not read");
  MlirValue table = smr_emit_value(e, smr_operand(g, rows, 0));
  if (!distance)
    return table.ptr ? e->s->host->hide(&b, smr_emit_load(e, table, mlirValueGetType(table))) : table;
  MlirValue operands[] = {table, smr_emit_value(e, smr_operand(g, rows, 1)),
                          smr_emit_int(e, smr_op(g, rows)->imm)};
  MlirStringRef name = mlirStringAttrGetValue(smr_mlir_attribute(e->plan->rows, "sym_name"));
  for (uint32_t k = 0; k < 3; k++)
    if (!operands[k].ptr)
      return operands[k];
  return mlirOperationGetResult(
      smr_build_call(e->s->host, &b, name, operands, 3, mlirIntegerTypeGet(e->context, 64)), 0);
}

static MlirValue build(SmrEmit *e, SmrValue value) {
  SmrGraph *g = e->g;
  const SmrValueData data = g->values.data[value];
  if (smr_emit_handle_usable(e, value))
    return (MlirValue){data.handle};
  if (smr_enters(e->s, value) && e->chain && !e->chain->parts.data[0].op.ptr &&
      mlirBlockEqual(mlirBlockArgumentGetOwner((MlirValue){data.handle}),
                     e->chain->parts.data[0].loop.header))
    return mlirBlockGetArgument(e->front, mlirBlockArgumentGetArgNumber((MlirValue){data.handle}));
  SmrOpcode code = data.def ? (SmrOpcode)smr_op(g, data.def)->code : SMR_OP_NONE;
  MlirValue equal = {NULL};
  if (code != SMR_OP_CONST && code != SMR_OP_POLY) // those are cheaper to make than to find
    equal = equal_value(e, value);
  if (equal.ptr)
    return equal;
  SmrValue handed = handed_on(g, value);
  if (handed)
    return smr_emit_value(e, handed);
  if (!data.def)
    return SMR_TYPE_KIND(data.type) == SMR_T_INT && data.index == 0
               ? smr_emit_iv(e, value)
               : smr_emit_fail(e, "a value inside the code cannot be computed before it");
  const SmrOpData def = *smr_op(g, data.def);
  switch (def.code) {
  case SMR_OP_POLY:
    return smr_emit_poly(e, smr_poly_of(g, &e->s->arena, value));
  case SMR_OP_CONST: {
    MlirType type = smr_emit_type(e, data.type);
    if (mlirTypeIsNull(type))
      break;
    if (SMR_TYPE_KIND(data.type) == SMR_T_INT)
      return smr_emit_constant(e, mlirIntegerAttrGet(type, def.imm));
    return smr_emit_constant(e, mlirFloatAttrDoubleGet(e->context, type, smr_const_float(g, data.def)));
  }
  case SMR_OP_LOAD:
    return load_again(e, data.def);
  case SMR_OP_DESCR_ADDR:
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_STRIDE:
    return descriptor(e, data.def);
  case SMR_OP_ADDR: { // a sum without promises, so it may be made where the code would not run
    MlirType pointer = e->s->host->pointer(e->context, (MlirType){NULL});
    if (mlirTypeIsNull(pointer))
      break;
    return smr_emit_address(e, value, pointer);
  }
  case SMR_OP_GLOBAL:
    if (!e->s->host->global)
      break;
    return smr_emit_global(e, smr_intern_text(g->symbols, def.name));
  default:
    if (smr_is_rows(g, data.def))
      return row_value(e, data.def, value != smr_result(g, data.def, 0));
    break;
  }
  // The handle may belong to an equal MLIR op elsewhere: copy that one.
  if (data.handle && mlirValueIsAOpResult((MlirValue){data.handle}) && def.handle) {
    const char *before = e->reason;
    MlirValue copy = smr_emit_copy(e, mlirOpResultGetOwner((MlirValue){data.handle}),
                                   mlirOpResultGetResultNumber((MlirValue){data.handle}), 0);
    if (copy.ptr)
      return copy;
    e->reason = before;
  }
  if (def.code == SMR_OP_LOOP || def.code == SMR_OP_IF || def.code == SMR_OP_WHILE)
    return smr_emit_fail(e, "the result of a loop is needed before it");
  return from_graph_op(e, data.def, data.type);
}

enum { DEEPEST = 200, MOST_STEPS = 20000 };

bool smr_emit_enter(SmrEmit *e) {
  if (e->depth >= DEEPEST || e->steps >= MOST_STEPS)
    return smr_emit_fail(e, "a value inside the code takes too many steps to be rebuilt"), false;
  ++e->depth;
  ++e->steps;
  return true;
}

void smr_emit_leave(SmrEmit *e) {
  --e->depth;
}

MlirValue smr_emit_value(SmrEmit *e, SmrValue value) {
  value = smr_value(e->g, value);
  uint32_t index;
  if (smr_map_get(&e->pre_known, value, &index) && e->made.data[index].ptr)
    return e->made.data[index];
  if (e->block.ptr == e->body.ptr && smr_map_get(&e->body_known, value, &index) && e->made.data[index].ptr)
    return e->made.data[index];
  if (smr_map_get(&e->open, value, &index) && index)
    return smr_emit_fail(e, "a value inside the code can only be computed from itself");
  if (!smr_emit_enter(e))
    return (MlirValue){NULL};
  smr_map_set(&e->open, value, 1);
  MlirValue result = build(e, value);
  smr_map_set(&e->open, value, 0);
  smr_emit_leave(e);
  if (result.ptr) {
    smr_map_set(e->block.ptr == e->body.ptr ? &e->body_known : &e->pre_known, value, e->made.size);
    smr_vec_push(&e->made, result);
  }
  return result;
}
