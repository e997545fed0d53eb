//===- emit.c - graph values as MLIR ops --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A graph value is materialised by the first way that works: its own MLIR value when that dominates the
// place; ops for its graph op; a copy of its MLIR op; for the iv of a loop around the place, the inverse of
// the source's loop variable.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/splice/value/value.h"
#include <stdarg.h>

MlirValue smr_emit_fail(SmrEmit *e, const char *format, ...) {
  if (!e->reason) {
    va_list args;
    va_start(args, format);
    e->reason = smr_arena_vprintf(&e->s->arena, format, args);
    va_end(args);
  }
  return (MlirValue){NULL};
}

MlirType smr_int_type(SmrEmit *e, unsigned bits) {
  return mlirIntegerTypeGet(e->context, bits);
}

SmrHostBuilder smr_emit_builder(const SmrEmit *e) {
  return (SmrHostBuilder){.context = e->context, .loc = e->loc, .block = e->block};
}

/// What the host made; when it made nothing, `what` it has not.
static MlirValue made(SmrEmit *e, const SmrHostBuilder *b, MlirValue value, const char *what) {
  if (value.ptr)
    return value;
  return b->reason ? smr_emit_fail(e, "%s", b->reason)
                   : smr_emit_fail(e, "\"%s\" has no counterpart in %s", what, e->s->host->title);
}

//--- Types --------------------------------------------------------------------

MlirType smr_builtin_type(MlirContext context, SmrType type) {
  if (SMR_TYPE_KIND(type) == SMR_T_INT)
    return mlirIntegerTypeGet(context, SMR_TYPE_PAYLOAD(type));
  if (SMR_TYPE_KIND(type) == SMR_T_BFLOAT)
    return mlirBF16TypeGet(context);
  if (SMR_TYPE_KIND(type) == SMR_T_FLOAT) {
    switch (SMR_TYPE_PAYLOAD(type)) {
    case 16:
      return mlirF16TypeGet(context);
    case 32:
      return mlirF32TypeGet(context);
    case 64:
      return mlirF64TypeGet(context);
    default:
      break;
    }
  }
  return (MlirType){NULL};
}

MlirType smr_emit_type(SmrEmit *e, SmrType type) {
  return smr_builtin_type(e->context, type);
}

//--- What is computed once ------------------------------------------------------

// What is computed by no operation of SmrHostOp.
enum { COMPUTED_CONSTANT = SMR_HOST_OP_COUNT, COMPUTED_CONVERSION, COMPUTED_ADDRESS };

static uint64_t hash_computed(const SmrComputed *c) {
  uint64_t hash = c->op;
  const void *parts[] = {c->operands[0], c->operands[1], c->operands[2], c->type};
  for (unsigned k = 0; k < 4; k++)
    hash = (hash ^ (uint64_t)(uintptr_t)parts[k]) * 0x9e3779b97f4a7c15, hash ^= hash >> 32;
  return hash;
}

static bool shares(const SmrEmit *e) {
  return e->shared.ptr && e->block.ptr == e->shared.ptr;
}

/// The result that has been computed already in the block, or in tests before it; null: there is none. (What
/// take_back removed is null in `made`.)
static MlirValue known_result(const SmrEmit *e, const SmrComputed *wanted) {
  uint32_t index;
  if (!shares(e) || !smr_map_get(&e->computed_by, hash_computed(wanted), &index) || index >= e->computed.size)
    return (MlirValue){NULL};
  const SmrComputed *c = &e->computed.data[index];
  bool same = c->op == wanted->op && c->type == wanted->type &&
              !memcmp(c->operands, wanted->operands, sizeof c->operands);
  return same ? e->made.data[c->result] : (MlirValue){NULL};
}

static MlirValue note_result(SmrEmit *e, SmrComputed computed, MlirValue result) {
  if (!result.ptr || !shares(e))
    return result;
  computed.result = e->made.size;
  smr_vec_push(&e->made, result);
  smr_map_set(&e->computed_by, hash_computed(&computed), e->computed.size);
  smr_vec_push(&e->computed, computed);
  return result;
}

void smr_emit_assume(SmrEmit *e, const SmrExpr *guard) {
  int64_t value;
  if (guard->op == SMR_X_EQ && smr_expr_is_const(guard->b, &value) && !smr_expr_is_const(guard->a, &value))
    smr_vec_push(&e->equalities, guard);
}

/// A guard before this one says what number the expression is.
static bool is_assumed(const SmrEmit *e, const SmrExpr *x, int64_t *value) {
  for (uint32_t k = 0; k < e->equalities.size && shares(e); k++)
    if (smr_expr_equal(e->equalities.data[k]->a, x))
      return smr_expr_is_const(e->equalities.data[k]->b, value);
  return false;
}

static bool leaf_is_assumed(const SmrEmit *e, uint32_t leaf, int64_t *value) {
  uint32_t known;
  for (uint32_t k = 0; k < e->equalities.size && shares(e); k++) {
    const SmrExpr *x = e->equalities.data[k]->a;
    if (x->op == SMR_X_POLY && smr_poly_is_leaf(x->poly, &known) && known == leaf)
      return smr_expr_is_const(e->equalities.data[k]->b, value);
  }
  return false;
}

//--- Integers ------------------------------------------------------------------

MlirValue smr_emit_constant(SmrEmit *e, MlirAttribute value) {
  SmrHostBuilder b = smr_emit_builder(e);
  SmrComputed wanted = {.op = COMPUTED_CONSTANT, .operands = {value.ptr}};
  MlirValue known = known_result(e, &wanted);
  return known.ptr ? known : note_result(e, wanted, made(e, &b, e->s->host->constant(&b, value), "constant"));
}

MlirValue smr_emit_int(SmrEmit *e, int64_t value) {
  return smr_emit_constant(e, mlirIntegerAttrGet(smr_int_type(e, 64), value));
}

static MlirValue compute(SmrEmit *e, SmrHostOp op, const MlirValue *operands, intptr_t count, MlirType type,
                         int64_t predicate) {
  SmrHostBuilder b = smr_emit_builder(e);
  SmrComputed wanted = {.op = (uint64_t)op | (uint64_t)predicate << 8, .type = type.ptr};
  for (intptr_t k = 0; k < count; k++) {
    if (!operands[k].ptr)
      return operands[k];
    wanted.operands[k] = operands[k].ptr;
  }
  MlirValue known = known_result(e, &wanted);
  if (known.ptr)
    return known;
  return note_result(
      e, wanted,
      made(e, &b, e->s->host->compute(&b, op, operands, count, type, predicate), smr_host_op_name(op)));
}

MlirValue smr_emit_unary(SmrEmit *e, SmrHostOp op, MlirValue value, MlirType type) {
  return compute(e, op, &value, 1, type, 0);
}

MlirValue smr_emit_binary(SmrEmit *e, SmrHostOp op, MlirValue a, MlirValue b) {
  MlirValue operands[] = {a, b};
  return a.ptr ? compute(e, op, operands, 2, mlirValueGetType(a), 0) : a;
}

/// MLIR's predicate numbers: eq ne slt sle sgt sge ult ule ugt uge, as SmrIcmp.
MlirValue smr_emit_compare(SmrEmit *e, int64_t predicate, MlirValue a, MlirValue b) {
  MlirValue operands[] = {a, b};
  return compute(e, SMR_HOST_ICMP, operands, 2, smr_int_type(e, 1), predicate);
}

MlirValue smr_emit_select(SmrEmit *e, MlirValue condition, MlirValue a, MlirValue b) {
  MlirValue operands[] = {condition, a, b};
  return a.ptr ? compute(e, SMR_HOST_SELECT, operands, 3, mlirValueGetType(a), 0) : a;
}

MlirValue smr_emit_convert(SmrEmit *e, MlirValue value, MlirType type) {
  SmrHostBuilder b = smr_emit_builder(e);
  if (!value.ptr || mlirTypeIsNull(type))
    return (MlirValue){NULL};
  SmrComputed wanted = {.op = COMPUTED_CONVERSION, .operands = {value.ptr}, .type = type.ptr};
  MlirValue known = known_result(e, &wanted);
  return known.ptr ? known
                   : note_result(e, wanted, made(e, &b, e->s->host->convert(&b, value, type), "conversion"));
}

MlirValue smr_emit_i64(SmrEmit *e, MlirValue value) {
  if (!value.ptr)
    return value;
  if (!smr_mlir_is_integer(mlirValueGetType(value)))
    return smr_emit_fail(e, "an integer of the code is no MLIR integer");
  return smr_emit_convert(e, value, smr_int_type(e, 64));
}

MlirValue smr_emit_poly(SmrEmit *e, SmrPoly poly) {
  MlirValue sum = {NULL};
  for (uint32_t t = poly.count; t-- > 0;) {
    const SmrMonomial *term = &poly.terms[t];
    MlirValue product = {NULL};
    for (uint32_t i = 0; i < term->degree; i++) {
      int64_t known;
      MlirValue leaf = leaf_is_assumed(e, term->leaves[i], &known)
                           ? smr_emit_int(e, known)
                           : smr_emit_i64(e, smr_emit_value(e, term->leaves[i]));
      if (!leaf.ptr)
        return leaf;
      product = product.ptr ? smr_emit_binary(e, SMR_HOST_MUL, product, leaf) : leaf;
    }
    if (!product.ptr)
      product = smr_emit_int(e, term->coef);
    else if (term->coef != 1)
      product = smr_emit_binary(e, SMR_HOST_MUL, product, smr_emit_int(e, term->coef));
    sum = sum.ptr ? smr_emit_binary(e, SMR_HOST_ADD, sum, product) : product;
  }
  return sum.ptr ? sum : smr_emit_int(e, 0);
}

MlirValue smr_emit_expr(SmrEmit *e, const SmrExpr *x) {
  static const SmrHostOp ops[] = {[SMR_X_ADD] = SMR_HOST_ADD,
                                  [SMR_X_SUB] = SMR_HOST_SUB,
                                  [SMR_X_MUL] = SMR_HOST_MUL,
                                  [SMR_X_DIV] = SMR_HOST_SDIV,
                                  [SMR_X_REM] = SMR_HOST_SREM};
  int64_t number;
  if (is_assumed(e, x, &number))
    return smr_emit_int(e, number);
  if (smr_expr_is_test(x)) {
    MlirValue test = smr_emit_test(e, x);
    return smr_emit_unary(e, SMR_HOST_ZEXT, test, smr_int_type(e, 64));
  }
  switch (x->op) {
  case SMR_X_POLY:
    return smr_emit_poly(e, x->poly);
  case SMR_X_ADDRESS: {
    MlirValue pointer = smr_emit_value(e, x->value);
    SmrHostBuilder b = smr_emit_builder(e);
    SmrComputed wanted = {.op = COMPUTED_ADDRESS, .operands = {pointer.ptr}};
    MlirValue known = pointer.ptr ? known_result(e, &wanted) : pointer;
    if (known.ptr || !pointer.ptr)
      return known;
    return note_result(e, wanted, made(e, &b, smr_build_address(e->s->host, &b, pointer), "address"));
  }
  case SMR_X_SEXT: {
    MlirValue a = smr_emit_expr(e, x->a);
    return smr_emit_convert(e, smr_emit_convert(e, a, smr_int_type(e, x->bits)), smr_int_type(e, 64));
  }
  case SMR_X_MIN:
  case SMR_X_MAX: {
    MlirValue a = smr_emit_expr(e, x->a), b = smr_emit_expr(e, x->b);
    return smr_emit_select(e, smr_emit_compare(e, x->op == SMR_X_MIN ? SMR_SLT : SMR_SGT, a, b), a, b);
  }
  default: {
    int64_t divisor, added;
    if ((x->op == SMR_X_ADD || x->op == SMR_X_SUB) && smr_expr_is_const(x->b, &added) && !added)
      return smr_emit_expr(e, x->a);
    MlirValue a = smr_emit_expr(e, x->a), b = smr_emit_expr(e, x->b);
    if ((x->op == SMR_X_DIV || x->op == SMR_X_REM) && !smr_expr_is_const(x->b, &divisor)) {
      // Never trap: wherever the divisor is not positive the result does not matter.
      MlirValue one = smr_emit_int(e, 1);
      b = smr_emit_select(e, smr_emit_compare(e, SMR_SLT, b, one), one, b);
    }
    return smr_emit_binary(e, ops[x->op], a, b);
  }
  }
}

/// Does the number fit so many bits? One comparison: LLVM's fast instruction selection, which site functions
/// get, cannot truncate to an odd number of bits.
static MlirValue emit_fits(SmrEmit *e, const SmrExpr *number, uint32_t bits) {
  MlirValue moved =
      smr_emit_binary(e, SMR_HOST_ADD, smr_emit_expr(e, number), smr_emit_int(e, INT64_C(1) << (bits - 1)));
  return smr_emit_compare(e, SMR_ULT, moved, smr_emit_int(e, INT64_C(1) << bits));
}

MlirValue smr_emit_test(SmrEmit *e, const SmrExpr *x) {
  if (x->op == SMR_X_EQ && x->a->op == SMR_X_SEXT && x->a->bits < 63 && smr_expr_equal(x->a->a, x->b))
    return emit_fits(e, x->b, x->a->bits);
  switch (x->op) {
  case SMR_X_EQ:
  case SMR_X_NE:
  case SMR_X_LT:
  case SMR_X_LE: {
    static const int64_t predicates[] = {SMR_EQ, SMR_NE, SMR_SLT, SMR_SLE};
    MlirValue a = smr_emit_expr(e, x->a);
    return smr_emit_compare(e, predicates[x->op - SMR_X_EQ], a, smr_emit_expr(e, x->b));
  }
  case SMR_X_AND:
  case SMR_X_OR: {
    MlirValue a = smr_emit_test(e, x->a);
    return smr_emit_binary(e, x->op == SMR_X_AND ? SMR_HOST_AND : SMR_HOST_OR, a, smr_emit_test(e, x->b));
  }
  case SMR_X_NOT: {
    MlirValue a = smr_emit_test(e, x->a);
    return smr_emit_binary(e, SMR_HOST_XOR, a,
                           smr_emit_constant(e, mlirIntegerAttrGet(smr_int_type(e, 1), 1)));
  }
  default: {
    MlirValue value = smr_emit_expr(e, x);
    return value.ptr ? smr_emit_compare(e, SMR_NE, value, smr_emit_int(e, 0)) : value;
  }
  }
}

//--- Memory --------------------------------------------------------------------

MlirValue smr_emit_array(SmrEmit *e, MlirValue array, MlirType type) {
  SmrHostBuilder b = smr_emit_builder(e);
  if (!array.ptr || mlirTypeEqual(mlirValueGetType(array), type))
    return array;
  if (!e->s->host->array)
    return smr_emit_fail(e, "a memref has another type than the replacement's parameter");
  return made(e, &b, e->s->host->array(&b, array, type), "array");
}

MlirValue smr_emit_descriptor(SmrEmit *e, MlirValue from, MlirValue offset, const MlirValue *extents,
                              const MlirValue *strides, MlirType type) {
  SmrHostBuilder b = smr_emit_builder(e);
  return made(e, &b, e->s->host->descriptor(&b, e->entry, from, offset, extents, strides, type),
              "array descriptor");
}

MlirValue smr_emit_part(SmrEmit *e, SmrHostPart part, MlirValue array, int64_t dimension) {
  SmrHostBuilder b = smr_emit_builder(e);
  if (!e->s->host->part)
    return smr_emit_fail(e, "an array descriptor is not at hand");
  return made(e, &b, e->s->host->part(&b, part, array, dimension), "array descriptor");
}

MlirValue smr_emit_global(SmrEmit *e, const char *name) {
  SmrHostBuilder b = smr_emit_builder(e);
  MlirValue global = e->s->host->global(&b, mlirOperationGetParentOperation(e->s->function), name);
  return global.ptr ? global : smr_emit_fail(e, "the global \"%s\" is not at hand", name);
}

/// Where an array's data begins, as a plain pointer.
static MlirValue data_pointer(SmrEmit *e, SmrValue base, const SmrExpr *offset, MlirType type) {
  MlirValue address = smr_emit_expr(e, smr_expr_address(&e->s->arena, base));
  address = smr_emit_binary(e, SMR_HOST_ADD, address, offset ? smr_emit_expr(e, offset) : smr_emit_int(e, 0));
  return smr_emit_convert(e, address, type);
}

MlirValue smr_emit_pointer(SmrEmit *e, SmrValue base, const SmrExpr *offset, MlirType type) {
  const SmrHost *host = e->s->host;
  int64_t bytes;
  if (host->memrefs && !mlirTypeIsAMemRef(type))
    return data_pointer(e, base, offset, type);
  MlirValue pointer = smr_emit_value(e, base);
  if (!pointer.ptr)
    return pointer;
  if (!offset || (smr_expr_is_const(offset, &bytes) && bytes == 0))
    return host->memrefs ? smr_emit_array(e, pointer, type) : smr_emit_convert(e, pointer, type);
  if (host->memrefs)
    return smr_emit_fail(e, "part of a memref cannot be passed yet");
  if (host->offset) {
    MlirValue by = smr_emit_expr(e, offset);
    SmrHostBuilder b = smr_emit_builder(e);
    return by.ptr ? made(e, &b, host->offset(&b, pointer, by, type), "address") : by;
  }
  MlirValue address = smr_emit_convert(e, pointer, smr_int_type(e, 64));
  return smr_emit_convert(e, smr_emit_binary(e, SMR_HOST_ADD, address, smr_emit_expr(e, offset)), type);
}

MlirValue smr_emit_address(SmrEmit *e, SmrValue ptr, MlirType type) {
  SmrValue base = smr_value(e->g, ptr);
  SmrPoly offset = {NULL, 0};
  for (SmrOp def = smr_def(e->g, base); def && smr_op(e->g, def)->code == SMR_OP_ADDR;
       def = smr_def(e->g, base)) {
    if (!smr_poly_add(&e->s->arena, offset, smr_poly_of(e->g, &e->s->arena, smr_operand(e->g, def, 1)),
                      &offset))
      return smr_emit_fail(e, "an address overflows");
    base = smr_operand(e->g, def, 0);
  }
  return smr_emit_pointer(e, base, smr_expr_poly(&e->s->arena, offset), type);
}

MlirValue smr_emit_load(SmrEmit *e, MlirValue pointer, MlirType type) {
  SmrHostBuilder b = smr_emit_builder(e);
  return pointer.ptr ? made(e, &b, e->s->host->load(&b, pointer, type), "load") : pointer;
}

void smr_emit_store(SmrEmit *e, MlirValue value, MlirValue pointer) {
  SmrHostBuilder b = smr_emit_builder(e);
  if (value.ptr && pointer.ptr)
    e->s->host->store(&b, value, pointer);
}

MlirValue smr_emit_temporary(SmrEmit *e, MlirType type) {
  SmrHostBuilder b = smr_emit_builder(e);
  b.block = e->entry;
  return e->s->host->temporary(&b, type);
}
