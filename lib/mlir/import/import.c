//===- import.c - values and ops ----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What single ops mean is in the files of the dialects, whose handlers import/importer.c gathers, and in the
// descriptions.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/internal.h"

static SmrImportOp *op_info(SmrImport *imp, MlirOperation op) {
  MlirIdentifier name = mlirOperationGetName(op);
  uint32_t at;
  if (smr_map_get(&imp->op_names, (uintptr_t)name.ptr, &at))
    return &imp->op_infos.data[at];
  SmrImportOp info = {.name = smr_imp_text(imp, mlirIdentifierStr(name))};
  info.desc = smr_descriptions_find(imp->described.descriptions, smr_intern_text(imp->symbols, info.name));
  at = imp->op_infos.size;
  smr_vec_push(&imp->op_infos, info);
  smr_map_set(&imp->op_names, (uintptr_t)name.ptr, at);
  return &imp->op_infos.data[at];
}

const char *smr_imp_op_name(SmrImport *imp, MlirOperation op) {
  return smr_intern_text(imp->symbols, op_info(imp, op)->name);
}

SmrDescHandler smr_imp_handler(SmrImport *imp, MlirOperation op) {
  SmrImportOp *info = op_info(imp, op);
  if (info->desc && info->desc->handler && !smr_imp_fits(op, info->desc)) {
    smr_imp_tell_misfit(imp, op, info);
    return SMR_HANDLER_NONE;
  }
  return info->desc ? info->desc->handler : SMR_HANDLER_NONE;
}

bool smr_imp_forgets(SmrImport *imp, SmrSym op_name) {
  const SmrOpDesc *desc =
      smr_descriptions_find(imp->described.descriptions, smr_intern_text(imp->symbols, op_name));
  return desc && desc->forgets;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmrEntry *smr_imp_entry(SmrImport *imp, MlirValue value) {
  uint32_t at;
  return smr_map_get(&imp->values, (uintptr_t)value.ptr, &at) ? &imp->entries.data[at] : NULL;
}

void smr_imp_bind_entry(SmrImport *imp, MlirValue from, SmrEntry entry) {
  entry.block = imp->block;
  entry.anchor = imp->block ? imp->graph->blocks.data[imp->block].last : 0;
  entry.handle = (void *)(uintptr_t)from.ptr;
  smr_map_set(&imp->values, (uintptr_t)from.ptr, imp->entries.size);
  smr_vec_push(&imp->entries, entry);
}

void smr_imp_alias(SmrImport *imp, MlirValue from, SmrValue to) {
  smr_imp_bind_entry(imp, from, (SmrEntry){.kind = SMR_E_VALUE, .value = to});
}

bool smr_imp_same(SmrImport *imp, MlirValue from, MlirValue to) {
  SmrEntry *entry = smr_imp_entry(imp, from);
  if (entry)
    smr_map_set(&imp->values, (uintptr_t)to.ptr, (uint32_t)(entry - imp->entries.data));
  return entry != NULL;
}

void smr_imp_bind(SmrImport *imp, MlirValue from, SmrValue to) {
  imp->graph->values.data[to].handle = (void *)(uintptr_t)from.ptr;
  smr_imp_alias(imp, from, to);
}

/// An opaque op that stands for an entry: what the entry does not say has no operand, but a bit of `present`.
/// Two of them are the same value only if they say the same.
typedef struct {
  const char *name;
  SmrType type;
  SmrSym attrs;
  SmrValue operands[64];
  uint32_t count, asked;
  int64_t present;
} Stand;

static void say(Stand *s, SmrValue value) {
  if (value && s->count < 64 && s->asked < 63) {
    s->operands[s->count++] = value;
    s->present |= (int64_t)1 << s->asked;
  }
  ++s->asked;
}

static void say_each(Stand *s, const SmrValue *values, uint32_t count) {
  for (uint32_t d = 0; d < count; d++)
    say(s, values ? values[d] : 0);
}

static Stand stand_for(SmrImport *imp, const SmrEntry *entry) {
  Stand s = {.name = SMR_OPAQUE_BOX, .type = SMR_BOX};
  if (entry->kind == SMR_E_VIEW) {
    const SmrArrayView *view = entry->is.view;
    s.attrs = smr_imp_type_at(imp, view->element).text;
    say(&s, view->base ? view->base : view->box);
    say(&s, view->offset);
    say_each(&s, view->extent, view->rank);
    say_each(&s, view->stride, view->rank);
    say_each(&s, view->lower, view->rank);
  } else if (entry->kind == SMR_E_SHAPE) {
    s.name = SMR_OPAQUE_SHAPE;
    s.type = SMR_TYPE(SMR_T_OPAQUE, smr_intern(imp->symbols, "shape"));
    say_each(&s, entry->is.shape->lower, entry->is.shape->rank);
    say_each(&s, entry->is.shape->extent, entry->is.shape->rank);
  } else if (entry->kind == SMR_E_LANES) {
    s.name = SMR_OPAQUE_VECTOR;
    s.type = smr_imp_type_at(imp, entry->type).type;
    say_each(&s, entry->is.lanes, entry->count);
  } else {
    s.name = SMR_OPAQUE_SLICE;
    s.type = SMR_TYPE(SMR_T_OPAQUE, smr_intern(imp->symbols, "slice"));
    say_each(&s, entry->is.slice->triple, 3 * entry->is.slice->rank);
  }
  return s;
}

/// Makes the value of an entry that had none, where the entry was made.
static SmrValue materialise(SmrImport *imp, SmrEntry entry) {
  SmrGraph *g = imp->graph;
  Stand s = stand_for(imp, &entry);
  SmrOp op = smr_op_create(g, SMR_OP_OPAQUE, s.operands, s.count, &s.type, 1, 0);
  smr_op(g, op)->name = smr_intern(imp->symbols, s.name);
  smr_op(g, op)->attrs = s.attrs;
  smr_op(g, op)->imm = s.present;
  smr_op(g, op)->flags = SMR_F_PURE;
  if (entry.anchor)
    smr_op_insert_after(g, entry.anchor, op);
  else if (g->blocks.data[entry.block].first)
    smr_op_insert_before(g, g->blocks.data[entry.block].first, op);
  else
    smr_op_append(g, entry.block, op);
  SmrValue value = smr_result(g, op, 0);
  g->values.data[value].handle = entry.handle;
  return value;
}

SmrValue smr_imp_value(SmrImport *imp, MlirValue value) {
  SmrEntry *entry = smr_imp_entry(imp, value);
  if (!entry) {
    // Graph regions and unreachable code only: a value that nothing is known of.
    SmrValue unknown = smr_imp_undef(imp, smr_imp_value_type(imp, value));
    return unknown;
  }
  if (!entry->value) {
    SmrEntry copy = *entry;
    uint32_t at = (uint32_t)(entry - imp->entries.data);
    SmrValue made = materialise(imp, copy);
    imp->entries.data[at].value = made;
    return made;
  }
  return entry->value;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static SmrOp finish(SmrImport *imp, MlirOperation op, SmrOp made) {
  SmrOpData *data = smr_op(imp->graph, made);
  data->loc = smr_imp_loc(imp, op);
  data->handle = op.ptr;
  smr_op_append(imp->graph, imp->block, made);
  return made;
}

SmrOp smr_imp_op(SmrImport *imp, MlirOperation op, SmrOpcode code, const SmrValue *operands, uint32_t count,
                 uint32_t regions) {
  uint32_t n = (uint32_t)mlirOperationGetNumResults(op);
  SmrType fixed[16], *types = n <= 16 ? fixed : smr_xcalloc(n, sizeof *types);
  for (uint32_t k = 0; k < n; k++)
    types[k] = smr_imp_value_type(imp, mlirOperationGetResult(op, k));
  SmrOp made = finish(imp, op, smr_op_create(imp->graph, code, operands, count, types, n, regions));
  if (types != fixed)
    free(types);
  for (uint32_t k = 0; k < n; k++)
    smr_imp_bind(imp, mlirOperationGetResult(op, k), smr_result(imp->graph, made, k));
  return made;
}

SmrValue smr_imp_make(SmrImport *imp, MlirOperation op, SmrOpcode code, SmrType type,
                      const SmrValue *operands, uint32_t count) {
  return smr_result(imp->graph,
                    finish(imp, op, smr_op_create(imp->graph, code, operands, count, &type, 1, 0)), 0);
}

void smr_imp_terminate(SmrImport *imp, MlirOperation op, SmrOpcode code, const SmrValue *operands,
                       uint32_t count) {
  finish(imp, op, smr_op_create(imp->graph, code, operands, count, NULL, 0, 0));
}

SmrValue smr_imp_pure(SmrImport *imp, const char *name, SmrSym attrs, SmrType type, const SmrValue *operands,
                      uint32_t count) {
  SmrOp op = smr_op_create(imp->graph, SMR_OP_OPAQUE, operands, count, &type, 1, 0);
  SmrOpData *data = smr_op(imp->graph, op);
  data->name = smr_intern(imp->symbols, name);
  data->attrs = attrs;
  data->flags = SMR_F_PURE;
  smr_op_append(imp->graph, imp->block, op);
  return smr_result(imp->graph, op, 0);
}

SmrValue smr_imp_const(SmrImport *imp, int64_t value) {
  return smr_build_const(imp->graph, imp->block, 0, SMR_I64, value);
}

SmrValue smr_imp_undef(SmrImport *imp, SmrType type) {
  return smr_build(imp->graph, imp->block, 0, SMR_OP_UNDEF, type, NULL, 0, 0);
}

SmrValue smr_imp_i64(SmrImport *imp, SmrValue value) {
  SmrType type = smr_value_type(imp->graph, value);
  if (type == SMR_I64)
    return value;
  if (SMR_TYPE_KIND(type) != SMR_T_INT)
    return smr_imp_undef(imp, SMR_I64);
  int64_t number;
  if (smr_const_int(imp->graph, value, &number) && SMR_TYPE_PAYLOAD(type) > 1)
    return smr_imp_const(imp, number);
  return smr_build(imp->graph, imp->block, 0, SMR_TYPE_PAYLOAD(type) > 64 ? SMR_OP_TRUNC : SMR_OP_SEXT,
                   SMR_I64, &value, 1, 0);
}

SmrValue smr_imp_arith(SmrImport *imp, SmrOpcode code, SmrValue a, SmrValue b) {
  int64_t x = 0, y = 0, z;
  bool known_a = smr_const_int(imp->graph, a, &x), known_b = smr_const_int(imp->graph, b, &y);
  if (known_a && known_b) {
    bool overflow = code == SMR_OP_ADD   ? __builtin_add_overflow(x, y, &z)
                    : code == SMR_OP_SUB ? __builtin_sub_overflow(x, y, &z)
                    : code == SMR_OP_MUL ? __builtin_mul_overflow(x, y, &z)
                                         : true;
    if (!overflow)
      return smr_imp_const(imp, z);
  }
  if (known_b && ((y == 0 && (code == SMR_OP_ADD || code == SMR_OP_SUB)) || (y == 1 && code == SMR_OP_MUL)))
    return a;
  if (known_a && ((x == 0 && code == SMR_OP_ADD) || (x == 1 && code == SMR_OP_MUL)))
    return b;
  SmrValue result = smr_build(imp->graph, imp->block, 0, code, SMR_I64, (SmrValue[]){a, b}, 2, 0);
  smr_op(imp->graph, smr_def(imp->graph, result))->flags |= SMR_F_NSW;
  return result;
}

SmrValue smr_imp_icmp(SmrImport *imp, SmrIcmp predicate, SmrValue a, SmrValue b) {
  return smr_build(imp->graph, imp->block, 0, SMR_OP_ICMP, SMR_I1, (SmrValue[]){a, b}, 2, predicate);
}

SmrValue smr_imp_bytes(SmrImport *imp, uint32_t type) {
  SmrTypeInfo info = smr_imp_type_at(imp, type);
  if (info.bytes > 0)
    return smr_imp_const(imp, info.bytes);
  if (strchr(smr_intern_text(imp->symbols, info.text), '?'))
    return smr_imp_undef(imp, SMR_I64); // a length that the type does not know
  return smr_imp_pure(imp, SMR_OPAQUE_SIZEOF, info.text, SMR_I64, NULL, 0);
}

SmrValue smr_imp_global(SmrImport *imp, SmrSym name, int64_t bytes, void *handle, uint8_t base) {
  SmrGraph *g = imp->graph;
  uint32_t known;
  if (smr_map_get(&imp->globals, name, &known))
    return known;
  SmrType type = SMR_PTR;
  SmrOp op = smr_op_create(g, SMR_OP_GLOBAL, NULL, 0, &type, 1, 0);
  smr_op(g, op)->name = name;
  smr_op(g, op)->imm = bytes > 0 ? bytes : -1;
  if (imp->last_global)
    smr_op_insert_after(g, imp->last_global, op);
  else if (g->blocks.data[imp->entry_block].first)
    smr_op_insert_before(g, g->blocks.data[imp->entry_block].first, op);
  else
    smr_op_append(g, imp->entry_block, op);
  imp->last_global = op;
  SmrValue value = smr_result(g, op, 0);
  g->values.data[value].base = base;
  g->values.data[value].name = smr_imp_source_name(imp, name);
  g->values.data[value].handle = handle;
  smr_map_set(&imp->globals, name, value);
  return value;
}

SmrValue *smr_imp_operands(SmrImport *imp, MlirOperation op, uint32_t *count) {
  *count = (uint32_t)mlirOperationGetNumOperands(op);
  SmrValue *operands = smr_arena_alloc(&imp->scratch, (*count + 1) * sizeof *operands);
  for (uint32_t k = 0; k < *count; k++)
    operands[k] = smr_imp_operand(imp, op, k);
  return operands;
}

bool smr_imp_opaque(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  uint32_t count;
  SmrValue *operands = smr_imp_operands(imp, op, &count);
  SmrOp made = smr_imp_op(imp, op, SMR_OP_OPAQUE, operands, count, (uint32_t)mlirOperationGetNumRegions(op));
  SmrOpData *data = smr_op(imp->graph, made);
  const SmrOpDesc *desc = info->desc;
  data->name = info->name;
  data->attrs = smr_imp_attrs(imp, op, desc);
  data->fast = smr_imp_fast(imp, op);
  if (desc && desc->action == SMR_DESC_NEUTRAL)
    data->flags |= SMR_F_PURE;
  else if (desc && desc->action != SMR_DESC_THROUGH)
    data->flags |= desc->effects == SMR_EFFECTS_NONE   ? SMR_F_PURE
                   : desc->effects == SMR_EFFECTS_READ ? SMR_F_READONLY
                                                       : 0;
  data->imm = desc && desc->commutative;
  smr_imp_regions(imp, op, made);
  return true;
}

/// Tensors, and vectors that are not read as their elements, are computed by opaque ops: the neutral ones are
/// about numbers.
static bool all_numbers(SmrImport *imp, MlirOperation op) {
  for (intptr_t k = 0, n = mlirOperationGetNumResults(op); k < n; k++) {
    SmrTypeKind kind = SMR_TYPE_KIND(smr_imp_value_type(imp, mlirOperationGetResult(op, k)));
    if (kind != SMR_T_INT && kind != SMR_T_FLOAT && kind != SMR_T_BFLOAT && kind != SMR_T_COMPLEX)
      return false;
  }
  for (intptr_t k = 0, n = mlirOperationGetNumOperands(op); k < n; k++) {
    SmrTypeKind kind = SMR_TYPE_KIND(smr_imp_value_type(imp, mlirOperationGetOperand(op, k)));
    if (kind != SMR_T_INT && kind != SMR_T_FLOAT && kind != SMR_T_BFLOAT && kind != SMR_T_COMPLEX)
      return false;
  }
  return true;
}

/// An op that its description does not fit counts as one that nobody described.
static bool import_misfit(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  smr_imp_tell_misfit(imp, op, op_info(imp, op));
  return smr_imp_opaque(imp, op, &(SmrImportOp){.name = info->name});
}

static bool is_integer(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_INT;
}

static bool import_neutral(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  const SmrOpDesc *desc = info->desc;
  SmrValue operands[SMR_DESC_MAX_OPERANDS];
  uint32_t count = desc->operand_count, have = (uint32_t)mlirOperationGetNumOperands(op);
  if (!count)
    count = have;
  const bool lanes = smr_imp_has_lanes(op);
  if (count > SMR_DESC_MAX_OPERANDS || !(lanes || all_numbers(imp, op)))
    return smr_imp_opaque(imp, op, info);
  int64_t imm = 0;
  uint32_t from[SMR_DESC_MAX_OPERANDS];
  if (desc->imm && !smr_imp_attr_int(op, desc->imm, &imm))
    return import_misfit(imp, op, info);
  for (uint32_t k = 0; k < count; k++) {
    from[k] = desc->operand_count ? desc->operands[k] : k;
    if (from[k] >= have)
      return import_misfit(imp, op, info);
    operands[k] = lanes ? 0 : smr_imp_operand(imp, op, from[k]);
  }
  if (lanes)
    return smr_imp_elementwise(imp, op, desc, from, count, imm) || smr_imp_opaque(imp, op, info);
  // A conversion between types of the same width (index and i64) is no op at all.
  if ((desc->code == SMR_OP_SEXT || desc->code == SMR_OP_ZEXT || desc->code == SMR_OP_TRUNC) && count == 1 &&
      is_integer(smr_value_type(imp->graph, operands[0])) &&
      smr_value_type(imp->graph, operands[0]) == smr_imp_value_type(imp, mlirOperationGetResult(op, 0))) {
    smr_imp_alias(imp, mlirOperationGetResult(op, 0), operands[0]);
    return true;
  }
  SmrOp made = smr_imp_op(imp, op, desc->code, operands, count, 0);
  SmrOpData *data = smr_op(imp->graph, made);
  data->imm = imm;
  if (desc->math)
    data->name = smr_intern(imp->symbols, desc->math);
  if (!smr_op_check(imp->graph, made)) {
    imp->graph->values.data[smr_result(imp->graph, made, 0)].handle = NULL;
    smr_op_unlink(imp->graph, made);
    return import_misfit(imp, op, info);
  }
  if (is_integer(smr_value_type(imp->graph, smr_result(imp->graph, made, 0))) && desc->code != SMR_OP_FCMP)
    data->flags |= smr_imp_overflow(imp, op, desc->code);
  else
    data->fast = smr_imp_fast(imp, op);
  data->flags |= desc->fused ? SMR_F_FUSED : 0;
  return true;
}

static bool import_through(SmrImport *imp, MlirOperation op, const SmrImportOp *info) {
  uint32_t k = info->desc->operand_count ? info->desc->operands[0] : 0;
  if (mlirOperationGetNumResults(op) != 1 || (intptr_t)k >= mlirOperationGetNumOperands(op))
    return false;
  MlirValue from = mlirOperationGetOperand(op, k), to = mlirOperationGetResult(op, 0);
  if (smr_imp_value_type(imp, from) != smr_imp_value_type(imp, to))
    return false;
  return smr_imp_same(imp, from, to);
}

void smr_imp_import_op(SmrImport *imp, MlirOperation op) {
  if (imp->unsupported || imp->cir.dead)
    return;
  SmrImportOp info = *op_info(imp, op);
  imp->saw_fortran |= info.desc && info.desc->fortran;
  imp->saw_users |= info.desc && info.desc->users;
  if (info.desc && !smr_imp_fits(op, info.desc)) {
    smr_imp_tell_misfit(imp, op, op_info(imp, op));
    info.desc = NULL;
  }
  bool done = false;
  if (info.desc)
    switch (info.desc->action) {
    case SMR_DESC_SKIP:
      done = mlirOperationGetNumResults(op) == 0;
      break;
    case SMR_DESC_NEUTRAL:
      done = import_neutral(imp, op, &info);
      break;
    case SMR_DESC_THROUGH:
      done = import_through(imp, op, &info);
      break;
    case SMR_DESC_HANDLER:
      done = imp->handlers[info.desc->handler](imp, op, &info);
      break;
    case SMR_DESC_OPAQUE:
      break;
    }
  if (imp->unsupported)
    return;
  if (!done && mlirOperationGetNumSuccessors(op) > 0) {
    imp->unsupported = smr_intern_text(imp->symbols, info.name);
    imp->unsupported_op = op;
    return;
  }
  if (!done)
    smr_imp_opaque(imp, op, &info);
}
