//===- check_types.c - operand counts, types and yields -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// G3 and G4 of graph.h. Vectors are opaque types: element-wise ops accept them as they do numbers.
//===----------------------------------------------------------------------===//
#include "graph/check.h"
#include "graph/number.h"
#include "graph/poly_op.h"
#include <string.h>

static bool is_int(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_INT;
}
static bool is_float(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_FLOAT || SMR_TYPE_KIND(type) == SMR_T_BFLOAT;
}
static bool is_opaque(SmrType type) {
  return SMR_TYPE_KIND(type) == SMR_T_OPAQUE;
}

static SmrType operand_type(const SmrCheck *c, SmrOp op, uint32_t k) {
  return smr_value_type(c->graph, smr_operand(c->graph, op, k));
}
static SmrType result_type(const SmrCheck *c, SmrOp op) {
  return c->graph->values.data[smr_result(c->graph, op, 0)].type;
}

static bool mismatch(SmrCheck *c, SmrOp op, const char *what, uint32_t number, SmrType has, SmrType wants) {
  SMR_OWNED(SmrStr, smr_str_free) left = {0}, right = {0};
  smr_type_print(c->graph->symbols, has, &left);
  smr_type_print(c->graph->symbols, wants, &right);
  smr_check_fail(c, op, "%s %u has type %s instead of %s [G4]", what, number, left.data, right.data);
  return false;
}

static bool counts(SmrCheck *c, SmrOp op, uint32_t least, uint32_t most, uint32_t results) {
  const SmrOpData *data = smr_op(c->graph, op);
  if (data->operand_count < least || data->operand_count > most)
    return smr_check_fail(c, op, "has %u operands instead of %s%u [G4]", data->operand_count,
                          least == most ? "" : "at least ", least);
  if (data->result_count != results)
    return smr_check_fail(c, op, "has %u results instead of %u [G4]", data->result_count, results);
  return true;
}

static bool operand_is(SmrCheck *c, SmrOp op, uint32_t k, SmrType type) {
  SmrType has = operand_type(c, op, k);
  return has == type || mismatch(c, op, "operand", k + 1, has, type);
}

static bool result_is(SmrCheck *c, SmrOp op, SmrType type) {
  SmrType has = result_type(c, op);
  return has == type || mismatch(c, op, "result", 1, has, type);
}

/// All operands from `first` on have the result's type.
static bool uniform(SmrCheck *c, SmrOp op, uint32_t first) {
  for (uint32_t k = first; k < smr_op(c->graph, op)->operand_count; k++)
    if (!operand_is(c, op, k, result_type(c, op)))
      return false;
  return true;
}

/// The values of `op` from operand `first` on match a list of values in number and type.
static bool matches(SmrCheck *c, SmrOp op, uint32_t first, uint32_t last, const SmrValue *values,
                    uint32_t count, const char *what) {
  if (last - first != count)
    return smr_check_fail(c, op, "has %u values for %u %s [G3]", last - first, count, what);
  for (uint32_t k = 0; k < count; k++)
    if (!operand_is(c, op, first + k, c->graph->values.data[values[k]].type))
      return false;
  return true;
}

/// Results as a list, for `matches`: their ids are consecutive.
static bool matches_results(SmrCheck *c, SmrOp op, uint32_t first, SmrOp parent) {
  const SmrOpData *data = smr_op(c->graph, parent);
  uint32_t has = smr_op(c->graph, op)->operand_count - first;
  if (has != data->result_count)
    return smr_check_fail(c, op, "has %u values for %u results [G3]", has, data->result_count);
  for (uint32_t k = 0; k < has; k++)
    if (!operand_is(c, op, first + k, c->graph->values.data[data->result_first + k].type))
      return false;
  return true;
}

static const SmrValue *args_of(const SmrCheck *c, SmrBlock block, uint32_t skip, uint32_t *count) {
  uint32_t size = c->graph->blocks.data[block].args.size;
  *count = size < skip ? 0 : size - skip;
  return *count ? c->graph->blocks.data[block].args.data + skip : NULL;
}

static void check_terminator(SmrCheck *c, SmrOp op) {
  const SmrGraph *g = c->graph;
  const SmrOpData *data = smr_op(g, op);
  SmrOp parent = smr_parent(g, op);
  SmrOpcode outer = parent ? smr_op(g, parent)->code : SMR_OP_NONE;
  SmrRegion region = g->blocks.data[data->block].region;
  uint32_t count, operands = data->operand_count;
  const SmrValue *args;
  if (data->result_count) {
    smr_check_fail(c, op, "a terminator has results [G4]");
    return;
  }
  switch ((SmrOpcode)data->code) {
  case SMR_OP_YIELD:
    if (outer == SMR_OP_LOOP || outer == SMR_OP_FOR) {
      args = args_of(c, smr_body_block(g, parent, 0), 1, &count);
      matches(c, op, 0, operands, args, count, "carried values");
    } else if (outer == SMR_OP_IF) {
      matches_results(c, op, 0, parent);
    } else if (outer == SMR_OP_WHILE) {
      args = args_of(c, smr_body_block(g, parent, 0), 0, &count);
      matches(c, op, 0, operands, args, count, "carried values");
    }
    return;
  case SMR_OP_CONDITION:
    if (!operands) {
      smr_check_fail(c, op, "has 0 operands instead of at least 1 [G4]");
    } else if (outer == SMR_OP_WHILE && operand_is(c, op, 0, SMR_I1)) {
      args = args_of(c, smr_body_block(g, parent, 1), 0, &count);
      if (matches(c, op, 1, operands, args, count, "arguments of the body"))
        matches_results(c, op, 1, parent);
    }
    return;
  case SMR_OP_BR:
  case SMR_OP_CBR: {
    bool conditional = data->code == SMR_OP_CBR;
    uint32_t first = conditional, split = operands;
    if (conditional && (!operands || data->imm < 0 || data->imm > (int64_t)operands - 1)) {
      smr_check_fail(c, op, "the number of the first successor's arguments is wrong [G4]");
      return;
    }
    if (conditional && !operand_is(c, op, 0, SMR_I1))
      return;
    if (conditional)
      split = (uint32_t)data->imm + 1;
    for (uint32_t s = 0; s < 1u + conditional; s++) {
      SmrBlock to = data->succ[s];
      if (!to || g->blocks.data[to].region != region || to == smr_region_block(g, region)) {
        smr_check_fail(c, op, "successor %u is no block of the region, or its entry [G2]", s + 1);
        return;
      }
      args = args_of(c, to, 0, &count);
      if (!matches(c, op, s ? split : first, s ? operands : split, args, count, "arguments of a block"))
        return;
    }
    return;
  }
  default: // RETURN: the graph does not know the function's type
    return;
  }
}

/// LOOP, FOR and WHILE: inits, block arguments and results agree; `fixed` operands come before the inits.
static void check_carried(SmrCheck *c, SmrOp op, uint32_t fixed, uint32_t own_args) {
  const SmrGraph *g = c->graph;
  const SmrOpData *data = smr_op(g, op);
  SmrBlock body = smr_body_block(g, op, 0);
  if (data->operand_count < fixed) {
    smr_check_fail(c, op, "has %u operands instead of at least %u [G4]", data->operand_count, fixed);
    return;
  }
  if (g->blocks.data[body].args.size < own_args) {
    smr_check_fail(c, op, "its body has no argument for the induction variable [G4]");
    return;
  }
  uint32_t count;
  const SmrValue *args = args_of(c, body, own_args, &count);
  if (!matches(c, op, fixed, data->operand_count, args, count, "carried values"))
    return;
  if (data->code != SMR_OP_WHILE) { // WHILE's results are what its condition forwards
    if (data->result_count != count) {
      smr_check_fail(c, op, "has %u results for %u carried values [G3]", data->result_count, count);
      return;
    }
    for (uint32_t k = 0; k < count; k++)
      if (g->values.data[data->result_first + k].type != operand_type(c, op, fixed + k)) {
        mismatch(c, op, "result", k + 1, g->values.data[data->result_first + k].type,
                 operand_type(c, op, fixed + k));
        return;
      }
  }
  for (uint32_t k = 0; k < fixed; k++)
    if (!operand_is(c, op, k, data->code == SMR_OP_LOOP ? SMR_I64 : operand_type(c, op, 0)))
      return;
  if (own_args) {
    SmrType iv = g->values.data[g->blocks.data[body].args.data[0]].type;
    if (iv != operand_type(c, op, 0))
      mismatch(c, op, "argument", 1, iv, operand_type(c, op, 0));
    else if (!is_int(iv))
      smr_check_fail(c, op, "the induction variable is not an integer [G4]");
  }
}

static void check_poly(SmrCheck *c, SmrOp op) {
  const SmrGraph *g = c->graph;
  const SmrOpData *data = smr_op(g, op);
  if (!counts(c, op, 0, UINT32_MAX, 1) || !result_is(c, op, SMR_I64))
    return;
  for (uint32_t k = 0; k < data->operand_count; k++)
    if (!is_int(operand_type(c, op, k))) {
      smr_check_fail(c, op, "operand %u is not an integer [G4]", k + 1);
      return;
    }
  if (!data->poly || data->poly >= g->polys.size || g->polys.data[data->poly].count > SMR_POLY_MAX_TERMS) {
    smr_check_fail(c, op, "has no polynomial [G4]");
    return;
  }
  for (uint32_t t = 0; t < g->polys.data[data->poly].count; t++) {
    const SmrTermData *term = &g->terms.data[g->polys.data[data->poly].first + t];
    for (uint32_t i = 0; i < term->count; i++)
      if (g->monomials.data[term->first + i] >= data->operand_count) {
        smr_check_fail(c, op, "a monomial names operand %u of %u [G4]",
                       g->monomials.data[term->first + i] + 1, data->operand_count);
        return;
      }
  }
}

static void check_cast(SmrCheck *c, SmrOp op) {
  if (!counts(c, op, 1, 1, 1))
    return;
  SmrType from = operand_type(c, op, 0), to = result_type(c, op);
  uint32_t narrow = SMR_TYPE_PAYLOAD(from), wide = SMR_TYPE_PAYLOAD(to);
  bool ok = true;
  if (is_opaque(from) || is_opaque(to))
    return;
  switch ((SmrOpcode)smr_op(c->graph, op)->code) {
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
    ok = is_int(from) && is_int(to) && narrow < wide;
    break;
  case SMR_OP_TRUNC:
    ok = is_int(from) && is_int(to) && narrow > wide;
    break;
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
    ok = is_int(from) && is_float(to);
    break;
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI:
    ok = is_float(from) && is_int(to);
    break;
  case SMR_OP_FPEXT:
    ok = is_float(from) && is_float(to) && narrow < wide;
    break;
  case SMR_OP_FPTRUNC:
    ok = is_float(from) && is_float(to) && narrow > wide;
    break;
  default: // BITCAST
    break;
  }
  if (!ok)
    mismatch(c, op, "operand", 1, from, to);
}

static void check_arithmetic(SmrCheck *c, SmrOp op, uint32_t least, uint32_t most, bool integers) {
  if (!counts(c, op, least, most, 1) || !uniform(c, op, 0))
    return;
  SmrType type = result_type(c, op);
  bool fits = is_opaque(type) || (integers ? is_int(type) : smr_type_is_number(type));
  if (!fits)
    smr_check_fail(c, op, "is for %s [G4]", integers ? "integers" : "floating-point numbers");
}

static void check_compare(SmrCheck *c, SmrOp op, int64_t predicates) {
  if (!counts(c, op, 2, 2, 1) || !operand_is(c, op, 1, operand_type(c, op, 0)))
    return;
  if (!is_opaque(result_type(c, op)) && !result_is(c, op, SMR_I1))
    return;
  if (smr_op(c->graph, op)->imm < 0 || smr_op(c->graph, op)->imm >= predicates)
    smr_check_fail(c, op, "has no such predicate: %lld [G4]", (long long)smr_op(c->graph, op)->imm);
}

static void check_addr(SmrCheck *c, SmrOp op) {
  const SmrOpData *data = smr_op(c->graph, op);
  if (data->imm < 0 || data->imm > data->operand_count || data->operand_count != 2 + 2 * data->imm)
    smr_check_fail(c, op, "has %u operands for %lld pairs of index and extent [G4]", data->operand_count,
                   (long long)data->imm);
  else if (counts(c, op, 2, UINT32_MAX, 1) && operand_is(c, op, 0, SMR_PTR) &&
           operand_is(c, op, 1, SMR_I64) && result_is(c, op, SMR_PTR))
    for (uint32_t k = 2; k < data->operand_count; k++)
      if (!is_int(operand_type(c, op, k))) {
        smr_check_fail(c, op, "operand %u is not an integer [G4]", k + 1);
        return;
      }
}

/// The functions of complex numbers and their parts; all others are of any type.
static void check_math(SmrCheck *c, SmrOp op) {
  SmrType type = result_type(c, op);
  const char *name = smr_intern_text(c->graph->symbols, smr_op(c->graph, op)->name);
  bool pair = !strcmp(name, SMR_MATH_COMPLEX), conj = !strcmp(name, SMR_MATH_CONJ),
       part = !strcmp(name, SMR_MATH_RE) || !strcmp(name, SMR_MATH_IM);
  if (!pair && !conj && !part)
    return;
  SmrType complex = part ? operand_type(c, op, 0) : type, first = part ? type : operand_type(c, op, 0);
  if (!counts(c, op, 1u + pair, 1u + pair, 1))
    return;
  if (!smr_type_is_complex(complex) || first != (conj ? complex : smr_type_part(complex)) ||
      (pair && operand_type(c, op, 1) != first))
    smr_check_fail(c, op, "is for complex numbers and their parts [G4]");
}

static void check_named(SmrCheck *c, SmrOp op) {
  if (!smr_op(c->graph, op)->name)
    smr_check_fail(c, op, "has no name [G4]");
}

void smr_check_types(SmrCheck *c, SmrOp op) {
  const SmrOpData *data = smr_op(c->graph, op);
  SmrOpcode code = data->code;
  if (smr_opcode_terminator(code)) {
    check_terminator(c, op);
    return;
  }
  switch (code) {
  case SMR_OP_CONST:
  case SMR_OP_UNDEF:
    counts(c, op, 0, 0, 1);
    return;
  case SMR_OP_ADD:
  case SMR_OP_SUB:
  case SMR_OP_MUL:
  case SMR_OP_DIVS:
  case SMR_OP_DIVU:
  case SMR_OP_REMS:
  case SMR_OP_REMU:
  case SMR_OP_AND:
  case SMR_OP_OR:
  case SMR_OP_XOR:
  case SMR_OP_SHL:
  case SMR_OP_SHRS:
  case SMR_OP_SHRU:
  case SMR_OP_MINS:
  case SMR_OP_MAXS:
  case SMR_OP_MINU:
  case SMR_OP_MAXU:
    check_arithmetic(c, op, 2, 2, true);
    return;
  case SMR_OP_FADD:
  case SMR_OP_FSUB:
  case SMR_OP_FMUL:
  case SMR_OP_FDIV:
  case SMR_OP_FREM:
  case SMR_OP_FMIN:
  case SMR_OP_FMAX:
    check_arithmetic(c, op, 2, 2, false);
    return;
  case SMR_OP_FNEG:
  case SMR_OP_FABS:
    check_arithmetic(c, op, 1, 1, false);
    return;
  case SMR_OP_FMA:
    check_arithmetic(c, op, 3, 3, false);
    return;
  case SMR_OP_FSUM:
  case SMR_OP_FPROD:
    check_arithmetic(c, op, 2, UINT32_MAX, false);
    return;
  case SMR_OP_NOREASSOC:
    if (counts(c, op, 1, 1, 1))
      uniform(c, op, 0);
    return;
  case SMR_OP_MATH:
    if (!counts(c, op, 1, UINT32_MAX, 1))
      return;
    check_named(c, op);
    if (data->name)
      check_math(c, op);
    return;
  case SMR_OP_ICMP:
    check_compare(c, op, 10);
    return;
  case SMR_OP_FCMP:
    check_compare(c, op, 16);
    return;
  case SMR_OP_SELECT:
    if (counts(c, op, 3, 3, 1) && (is_opaque(operand_type(c, op, 0)) || operand_is(c, op, 0, SMR_I1)))
      uniform(c, op, 1);
    return;
  case SMR_OP_POLY:
    check_poly(c, op);
    return;
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
  case SMR_OP_TRUNC:
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI:
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_BITCAST:
    check_cast(c, op);
    return;
  case SMR_OP_ALLOCA:
  case SMR_OP_HEAP:
    if (counts(c, op, 0, UINT32_MAX, 1))
      result_is(c, op, SMR_PTR);
    return;
  case SMR_OP_GLOBAL:
    if (counts(c, op, 0, 0, 1) && result_is(c, op, SMR_PTR))
      check_named(c, op);
    return;
  case SMR_OP_FREE:
    if (counts(c, op, 1, 1, 0))
      operand_is(c, op, 0, SMR_PTR);
    return;
  case SMR_OP_FIELD:
    if (counts(c, op, 1, 1, 1) && operand_is(c, op, 0, SMR_PTR) && result_is(c, op, SMR_PTR))
      check_named(c, op);
    return;
  case SMR_OP_ADDR:
    check_addr(c, op);
    return;
  case SMR_OP_LOAD:
    if (counts(c, op, 1, 1, 1))
      operand_is(c, op, 0, SMR_PTR);
    return;
  case SMR_OP_STORE:
    if (counts(c, op, 2, 2, 0))
      operand_is(c, op, 1, SMR_PTR);
    return;
  case SMR_OP_DESCR_ADDR:
    if (counts(c, op, 1, 1, 1) && operand_is(c, op, 0, SMR_BOX))
      result_is(c, op, SMR_PTR);
    return;
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_STRIDE:
    if (counts(c, op, 1, 1, 1) && operand_is(c, op, 0, SMR_BOX) && result_is(c, op, SMR_I64) && data->imm < 0)
      smr_check_fail(c, op, "has no such dimension: %lld [G4]", (long long)data->imm);
    return;
  case SMR_OP_LOOP:
    check_carried(c, op, 1, 1);
    return;
  case SMR_OP_FOR:
    check_carried(c, op, 3, 1);
    return;
  case SMR_OP_WHILE:
    check_carried(c, op, 0, 0);
    return;
  case SMR_OP_IF:
    if (data->operand_count != 1)
      smr_check_fail(c, op, "has %u operands instead of 1 [G4]", data->operand_count);
    else
      operand_is(c, op, 0, SMR_I1);
    return;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    check_named(c, op);
    return;
  default:
    smr_check_fail(c, op, "is no op [G4]");
  }
}

bool smr_op_check(const SmrGraph *graph, SmrOp op) {
  SmrCheck c = {.graph = graph, .ok = true};
  smr_check_types(&c, op);
  return c.ok;
}
