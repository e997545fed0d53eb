//===- interp.c - runs a graph on concrete memory -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/interp.h"
#include "graph/interp_memory.h"
#include "graph/number.h"
#include "graph/poly_op.h"
#include "graph/random_graph.h"
#include <math.h>
#include <string.h>

typedef struct {
  SmrInterp *in;
  const SmrGraph *g;
  SmrCell *values;
  SmrCell out[8]; // of the terminator that ended the last block
  SmrCell *wide;  // the same when there are more
  uint32_t out_count;
} Run;

typedef enum { TRAP, NEXT, LEAVE } Outcome; // LEAVE: a terminator was reached

static Outcome trap(Run *r, SmrOp op, const char *why) {
  if (!r->in->trap[0]) {
    const SmrOpData *data = smr_op(r->g, op);
    const SmrLocData *loc = &r->g->locs.data[data->loc];
    snprintf(r->in->trap, sizeof r->in->trap, "%s at line %u: %s", smr_opcode_name(data->code), loc->line,
             why);
  }
  return TRAP;
}

static SmrCell operand(const Run *r, SmrOp op, uint32_t k) {
  return r->values[smr_operand(r->g, op, k)];
}

//--- Integers ----------------------------------------------------------------

static Outcome integer_op(Run *r, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(r->g, op);
  SmrType type = smr_value_type(r->g, smr_operand(r->g, op, 0));
  int64_t a = operand(r, op, 0).i, b = operand(r, op, 1).i;
  if (data->code == SMR_OP_ICMP) {
    if (data->imm < 0 || data->imm > SMR_UGE)
      return trap(r, op, "no such predicate");
    out->i = smr_int_compare((SmrIcmp)data->imm, type, a, b);
    return NEXT;
  }
  return smr_int_op((SmrOpcode)data->code, type, a, b, &out->i)
             ? NEXT
             : trap(r, op, "division by zero, overflow, or a shift too far");
}

static int64_t poly_value(const Run *r, SmrOp op) {
  const SmrGraph *g = r->g;
  const SmrPolyData *poly = &g->polys.data[smr_op(g, op)->poly];
  uint64_t sum = 0;
  for (uint32_t t = 0; t < poly->count; t++) {
    const SmrTermData *term = &g->terms.data[poly->first + t];
    uint64_t product = (uint64_t)term->coef;
    for (uint32_t i = 0; i < term->count; i++) {
      uint32_t k = g->monomials.data[term->first + i];
      product *= (uint64_t)smr_int_signed(smr_value_type(g, smr_operand(g, op, k)), operand(r, op, k).i);
    }
    sum += product;
  }
  return (int64_t)sum;
}

//--- Floating point ------------------------------------------------------------

/// By the name that smr_interp_function knows it by.
static Outcome named_function(Run *r, SmrOp op, SmrCell *out) {
  enum { MOST = 8 };
  const SmrOpData *data = smr_op(r->g, op);
  const char *name = data->code == SMR_OP_MATH ? smr_intern_text(r->g->symbols, data->name)
                                               : smr_opcode_name((SmrOpcode)data->code);
  SmrCell args[MOST];
  SmrType types[MOST];
  if (data->operand_count > MOST)
    return trap(r, op, "too many operands");
  for (uint32_t k = 0; k < data->operand_count; k++) {
    args[k] = operand(r, op, k);
    types[k] = smr_value_type(r->g, smr_operand(r->g, op, k));
  }
  SmrType type = smr_value_type(r->g, smr_result(r->g, op, 0));
  return smr_interp_function(r->in->ring, name, type, types, args, data->operand_count, out)
             ? NEXT
             : trap(r, op, "no such function");
}

static Outcome ring_op(Run *r, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(r->g, op);
  uint32_t n = data->operand_count;
  uint64_t x[3] = {0};
  for (uint32_t k = 0; k < n && k < 3; k++)
    x[k] = (uint64_t)operand(r, op, k).i;
  uint64_t value = data->code == SMR_OP_FPROD ? 1 : 0;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_FADD:
    value = x[0] + x[1];
    break;
  case SMR_OP_FSUB:
    value = x[0] - x[1];
    break;
  case SMR_OP_FMUL:
    value = x[0] * x[1];
    break;
  case SMR_OP_FNEG:
    value = 0 - x[0];
    break;
  case SMR_OP_FMA:
    value = x[0] * x[1] + x[2];
    break;
  case SMR_OP_FSUM:
    for (uint32_t k = 0; k < n; k++)
      value += (uint64_t)operand(r, op, k).i;
    break;
  case SMR_OP_FPROD:
    for (uint32_t k = 0; k < n; k++)
      value *= (uint64_t)operand(r, op, k).i;
    break;
  case SMR_OP_FMIN:
    value = (uint64_t)((int64_t)x[0] < (int64_t)x[1] ? x[0] : x[1]);
    break;
  case SMR_OP_FMAX:
    value = (uint64_t)((int64_t)x[0] > (int64_t)x[1] ? x[0] : x[1]);
    break;
  case SMR_OP_FABS:
    value = (int64_t)x[0] < 0 ? 0 - x[0] : x[0];
    break;
  case SMR_OP_FCMP:
    out->i = smr_float_compare(data->imm, (int64_t)x[0] < (int64_t)x[1] ? -1 : x[0] != x[1], 0);
    return NEXT;
  case SMR_OP_FDIV:
    if (r->in->inverses || x[1] == 1) {
      value =
          x[0] * (uint64_t)smr_interp_inverse(smr_value_type(r->g, smr_operand(r->g, op, 1)), (int64_t)x[1]);
      break;
    }
    return named_function(r, op, out);
  default: // FREM, MATH: uninterpreted
    return named_function(r, op, out);
  }
  out->i = smr_interp_ring(smr_value_type(r->g, smr_result(r->g, op, 0)), (int64_t)value);
  return NEXT;
}

/// From left to right.
static Outcome complex_op(Run *r, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(r->g, op);
  SmrType type = smr_value_type(r->g, smr_result(r->g, op, 0));
  SmrOpcode code = data->code == SMR_OP_FSUM    ? SMR_OP_FADD
                   : data->code == SMR_OP_FPROD ? SMR_OP_FMUL
                                                : (SmrOpcode)data->code;
  if (code == SMR_OP_MATH || code == SMR_OP_NOREASSOC)
    return named_function(r, op, out);
  if (data->operand_count == 1 || code == SMR_OP_FMA)
    return smr_interp_complex(r->in->ring, code, type, operand(r, op, 0), (SmrCell){0}, out)
               ? NEXT
               : trap(r, op, "no op on complex numbers");
  *out = operand(r, op, 0);
  for (uint32_t k = 1; k < data->operand_count; k++)
    if (!smr_interp_complex(r->in->ring, code, type, *out, operand(r, op, k), out))
      return trap(r, op, "no op on complex numbers");
  return NEXT;
}

static Outcome float_op(Run *r, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(r->g, op);
  if (data->result_count && smr_type_is_complex(smr_value_type(r->g, smr_result(r->g, op, 0))))
    return complex_op(r, op, out);
  if (r->in->ring)
    return ring_op(r, op, out);
  uint32_t n = data->operand_count;
  double x[3] = {0};
  for (uint32_t k = 0; k < n && k < 3; k++)
    x[k] = operand(r, op, k).f;
  SmrType type = smr_value_type(r->g, smr_result(r->g, op, 0));
  switch ((SmrOpcode)data->code) {
  case SMR_OP_FSUM:
  case SMR_OP_FPROD: {
    SmrOpcode code = data->code == SMR_OP_FSUM ? SMR_OP_FADD : SMR_OP_FMUL;
    out->f = x[0];
    for (uint32_t k = 1; k < n; k++)
      smr_float_op(code, type, (double[]){out->f, operand(r, op, k).f}, &out->f);
    return NEXT;
  }
  case SMR_OP_FCMP:
    out->i = smr_float_compare(data->imm, x[0], x[1]);
    return NEXT;
  case SMR_OP_MATH:
    return named_function(r, op, out);
  default:
    return smr_float_op((SmrOpcode)data->code, type, x, &out->f) ? NEXT : trap(r, op, "not a float op");
  }
}

static Outcome cast_op(Run *r, SmrOp op, SmrCell *out) {
  SmrType from = smr_value_type(r->g, smr_operand(r->g, op, 0)),
          to = smr_value_type(r->g, smr_result(r->g, op, 0));
  SmrCell x = operand(r, op, 0);
  bool ring = r->in->ring;
  SmrOpcode code = (SmrOpcode)smr_op(r->g, op)->code;
  switch (code) {
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
  case SMR_OP_TRUNC:
    out->i = smr_int_cast(code, from, to, x.i);
    return NEXT;
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
    if (ring)
      out->i = smr_interp_ring(to, code == SMR_OP_SITOFP ? smr_int_signed(from, x.i)
                                                         : (int64_t)smr_int_unsigned(from, x.i));
    else
      out->f = smr_float_of_int(code, from, to, x.i);
    return NEXT;
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI:
    if (ring)
      out->i = smr_int_wrap(to, x.i);
    else if (!smr_float_to_int(code, to, x.f, &out->i))
      return trap(r, op, "conversion out of range");
    return NEXT;
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
    if (ring)
      out->i = smr_interp_ring(to, x.i);
    else
      out->f = smr_float_round(to, x.f);
    return NEXT;
  case SMR_OP_BITCAST:
    if (SMR_TYPE_KIND(from) != SMR_T_PTR || to != SMR_I64)
      return trap(r, op, "no such cast here");
    out->i = x.i;
    return NEXT;
  default:
    return trap(r, op, "no such cast here");
  }
}

//--- Memory --------------------------------------------------------------------

static uint32_t memory_bytes(SmrType type) {
  return type == SMR_BOX ? 8 : smr_type_bytes(type);
}

static Outcome load(Run *r, SmrOp op, SmrCell *out) {
  SmrType type = smr_value_type(r->g, smr_result(r->g, op, 0));
  uint32_t size = memory_bytes(type);
  const void *bytes = smr_interp_bytes(r->in, operand(r, op, 0).i, size);
  if (!bytes && (smr_op(r->g, op)->flags & SMR_F_HOISTED)) { // before a loop that does not run, then
    out->i = 0x7a7a7a7a;
    r->in->wild = true;
    return NEXT;
  }
  if (!bytes)
    return trap(r, op, "outside of every object");
  r->in->loads++;
  if (!size || !smr_interp_load(r->in->ring, bytes, type == SMR_BOX ? SMR_I64 : type, out))
    return trap(r, op, "no such type in memory");
  return NEXT;
}

static Outcome store(Run *r, SmrOp op) {
  SmrType type = smr_value_type(r->g, smr_operand(r->g, op, 0));
  SmrCell x = operand(r, op, 0);
  uint32_t size = memory_bytes(type);
  void *bytes = smr_interp_bytes(r->in, operand(r, op, 1).i, size);
  if (!bytes)
    return trap(r, op, "outside of every object");
  if (!size || !smr_interp_store(r->in->ring, bytes, type == SMR_BOX ? SMR_I64 : type, x))
    return trap(r, op, "no such type in memory");
  r->in->stores++;
  return NEXT;
}

static Outcome address_op(Run *r, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(r->g, op);
  const char *name = smr_intern_text(r->g->symbols, data->name);
  size_t size = data->imm >= 0 && data->imm < 1 << 24 ? (size_t)data->imm : 1 << 16;
  SmrCell first = data->operand_count ? operand(r, op, 0) : (SmrCell){0};
  const SmrInterpBox *box;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_ALLOCA:
    if (r->in->state->objects.size > 1000000)
      return trap(r, op, "too many objects");
    out->i = smr_interp_fresh(r->in, size);
    return NEXT;
  case SMR_OP_HEAP:
    out->i = smr_interp_fresh(
        r->in, data->operand_count && first.i >= 0 && first.i < 1 << 24 ? (size_t)first.i : 1 << 16);
    return NEXT;
  case SMR_OP_FREE:
    smr_interp_kill(r->in, first.i);
    return NEXT;
  case SMR_OP_GLOBAL:
    out->i = smr_interp_named(r->in, 0, name, size);
    return NEXT;
  case SMR_OP_FIELD:
    out->i = smr_interp_named(r->in, first.i, name, 1 << 16);
    return NEXT;
  case SMR_OP_ADDR:
    out->i = (int64_t)((uint64_t)first.i + (uint64_t)operand(r, op, 1).i);
    return NEXT;
  default:
    break;
  }
  box = smr_interp_get_box(r->in, first.i);
  if (!box)
    return trap(r, op, "not a box");
  if (data->code != SMR_OP_DESCR_ADDR && (data->imm < 0 || data->imm >= box->rank))
    return trap(r, op, "no such dimension");
  out->i = data->code == SMR_OP_DESCR_ADDR     ? box->address
           : data->code == SMR_OP_DESCR_LB     ? box->lower[data->imm]
           : data->code == SMR_OP_DESCR_EXTENT ? box->extent[data->imm]
                                               : box->stride[data->imm];
  return NEXT;
}

//--- Assumptions ---------------------------------------------------------------

typedef struct {
  int64_t low, high; // of all bytes; low > high: none
} Hull;

static bool poly_at(const Run *r, SmrPoly poly, int64_t *out) {
  uint64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    uint64_t product = (uint64_t)poly.terms[t].coef;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      product *= (uint64_t)smr_int_signed(smr_value_type(r->g, poly.terms[t].leaves[k]),
                                          r->values[poly.terms[t].leaves[k]].i);
    sum += product;
  }
  *out = (int64_t)sum;
  return true;
}

/// The innermost loop inside `loop` (or itself) whose iv the polynomial names and that is not in `fixed`.
static SmrOp free_loop(const Run *r, SmrPoly poly, SmrOp loop, const SmrOp *fixed, uint32_t fixed_count) {
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      SmrValue leaf = poly.terms[t].leaves[k];
      if (!smr_value_inside(r->g, leaf, loop))
        continue;
      SmrOp around = r->g->regions.data[r->g->blocks.data[smr_value_data(r->g, leaf)->block].region].parent;
      uint32_t i = 0;
      while (i < fixed_count && fixed[i] != around)
        ++i;
      if (i == fixed_count)
        return around;
    }
  return 0;
}

/// Every iteration of the loops that the offset names, by plain enumeration. Values in the loop are free to
/// be overwritten: it has not begun.
static void enumerate(Run *r, SmrArena *arena, SmrPoly offset, SmrOp loop, SmrOp *fixed, uint32_t fixed_count,
                      uint32_t bytes, Hull *out) {
  SmrOp open = free_loop(r, offset, loop, fixed, fixed_count);
  int64_t trip, at;
  for (SmrOp outer = open; outer && fixed_count < 16;) { // what its trip count depends on comes first
    open = outer;
    outer = free_loop(r, smr_poly_of(r->g, arena, smr_operand(r->g, open, 0)), loop, fixed, fixed_count);
  }
  if (!open || fixed_count == 16) {
    poly_at(r, offset, &at);
    out->low = at < out->low ? at : out->low;
    out->high = at + bytes > out->high ? at + bytes : out->high;
    return;
  }
  poly_at(r, smr_poly_of(r->g, arena, smr_operand(r->g, open, 0)), &trip);
  fixed[fixed_count] = open;
  SmrValue iv = r->g->blocks.data[smr_body_block(r->g, open, 0)].args.data[0];
  for (int64_t i = 0; i < trip && i < 1000; i++) {
    r->values[iv].i = i;
    enumerate(r, arena, offset, loop, fixed, fixed_count + 1, bytes, out);
  }
}

static Hull hull_of(Run *r, SmrOp loop, SmrValue ptr, uint32_t bytes) {
  SmrArena arena = {0};
  SmrOp fixed[16];
  SmrPoly offset = smr_poly_const(&arena, 0), more;
  ptr = smr_value(r->g, ptr);
  for (SmrOp def = smr_def(r->g, ptr); def && smr_op(r->g, def)->code == SMR_OP_ADDR;
       def = smr_def(r->g, ptr)) {
    more = smr_poly_of(r->g, &arena, smr_operand(r->g, def, 1));
    smr_poly_add(&arena, offset, more, &offset);
    ptr = smr_operand(r->g, def, 0);
  }
  Hull hull = {INT64_MAX, INT64_MIN};
  enumerate(r, &arena, offset, loop, fixed, 0, bytes, &hull);
  if (hull.low <= hull.high)
    hull = (Hull){r->values[ptr].i + hull.low, r->values[ptr].i + hull.high};
  smr_arena_destroy(&arena);
  return hull;
}

static void check_assumptions(Run *r, SmrOp loop) {
  for (uint32_t k = 0; k < r->g->assumptions.size && !r->in->broken; k++) {
    const SmrAssumption *one = &r->g->assumptions.data[k];
    int64_t trip = operand(r, loop, 0).i;
    if (one->loop != loop || trip <= 0)
      continue;
    Hull a = hull_of(r, loop, one->a, one->bytes_a), b = hull_of(r, loop, one->b, one->bytes_b);
    r->in->assumed++;
    r->in->broken = a.low <= a.high && b.low <= b.high && a.low < b.high && b.low < a.high;
  }
}

//--- Control -------------------------------------------------------------------

static Outcome run_block(Run *r, SmrBlock block);

/// Hands the terminator's values, from `first` on, to block arguments or results.
static void take(Run *r, uint32_t first, const SmrValue *to, SmrValue to_first, uint32_t count) {
  const SmrCell *values = r->wide ? r->wide : r->out;
  for (uint32_t k = 0; k < count && first + k < r->out_count; k++)
    r->values[to ? to[k] : to_first + k] = values[first + k];
}

static void leave_with(Run *r, SmrOp op) {
  uint32_t n = smr_op(r->g, op)->operand_count;
  free(r->wide);
  r->wide = n > 8 ? smr_xcalloc(n, sizeof *r->wide) : NULL;
  r->out_count = n;
  for (uint32_t k = 0; k < n; k++)
    (r->wide ? r->wide : r->out)[k] = operand(r, op, k);
}

static void give_operands(Run *r, SmrOp op, uint32_t first, SmrBlock to, uint32_t skip, uint32_t count) {
  SmrCell *copy = smr_xcalloc(count, sizeof *copy); // all are read before any is written
  for (uint32_t k = 0; k < count; k++)
    copy[k] = operand(r, op, first + k);
  for (uint32_t k = 0; k < count && skip + k < r->g->blocks.data[to].args.size; k++)
    r->values[r->g->blocks.data[to].args.data[skip + k]] = copy[k];
  free(copy);
}

static Outcome run_counted(Run *r, SmrOp op) {
  const SmrGraph *g = r->g;
  const SmrOpData *data = smr_op(g, op);
  bool is_for = data->code == SMR_OP_FOR;
  uint32_t fixed = is_for ? 3 : 1, carried = data->operand_count - fixed;
  SmrBlock body = smr_body_block(g, op, 0);
  const SmrValue *args = g->blocks.data[body].args.data;
  int64_t lower = is_for ? operand(r, op, 0).i : 0, upper = operand(r, op, is_for ? 1 : 0).i;
  int64_t step = is_for ? operand(r, op, 2).i : 1;
  bool inclusive = data->flags & SMR_F_INCLUSIVE;
  if (!step)
    return trap(r, op, "step is zero");
  if (!is_for)
    check_assumptions(r, op);
  give_operands(r, op, fixed, body, 1, carried);
  for (uint32_t k = 0; k < carried; k++) // no iteration: the inits
    r->values[data->result_first + k] = operand(r, op, fixed + k);
  __int128 iv = lower;
  while (step > 0 ? (inclusive ? iv <= upper : iv < upper) : (inclusive ? iv >= upper : iv > upper)) {
    r->values[args[0]].i = (int64_t)iv;
    if (run_block(r, body) == TRAP)
      return TRAP;
    take(r, 0, args + 1, 0, carried);
    take(r, 0, NULL, data->result_first, carried);
    iv += step;
  }
  return NEXT;
}

static Outcome run_while(Run *r, SmrOp op) {
  const SmrGraph *g = r->g;
  const SmrOpData *data = smr_op(g, op);
  SmrBlock before = smr_body_block(g, op, 0), body = smr_body_block(g, op, 1);
  give_operands(r, op, 0, before, 0, data->operand_count);
  for (;;) {
    if (run_block(r, before) == TRAP)
      return TRAP;
    bool again = (r->wide ? r->wide : r->out)[0].i & 1;
    take(r, 1, NULL, data->result_first, data->result_count);
    if (!again)
      return NEXT;
    take(r, 1, g->blocks.data[body].args.data, 0, g->blocks.data[body].args.size);
    if (run_block(r, body) == TRAP)
      return TRAP;
    take(r, 0, g->blocks.data[before].args.data, 0, g->blocks.data[before].args.size);
  }
}

static Outcome run_if(Run *r, SmrOp op) {
  const SmrOpData *data = smr_op(r->g, op);
  uint32_t side = operand(r, op, 0).i & 1 ? 0 : 1;
  if (run_block(r, smr_body_block(r->g, op, side)) == TRAP)
    return TRAP;
  take(r, 0, NULL, data->result_first, data->result_count);
  return NEXT;
}

static Outcome run_call(Run *r, SmrOp op) {
  const SmrOpData *data = smr_op(r->g, op);
  if (!r->in->call)
    return trap(r, op, "no function to call");
  SmrCell *args = smr_xcalloc(data->operand_count, sizeof *args);
  for (uint32_t k = 0; k < data->operand_count; k++)
    args[k] = operand(r, op, k);
  bool ok = r->in->call(r->in, smr_intern_text(r->g->symbols, data->name), args, data->operand_count,
                        r->values + data->result_first, data->result_count, r->in->call_data);
  free(args);
  return ok ? NEXT : trap(r, op, "the called function trapped");
}

static Outcome run_op(Run *r, SmrOp op) {
  const SmrGraph *g = r->g;
  const SmrOpData *data = smr_op(g, op);
  SmrCell *out = data->result_count ? &r->values[data->result_first] : NULL;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_CONST: {
    SmrType type = g->values.data[data->result_first].type;
    out->i = smr_int_wrap(type, data->imm);
    double value = smr_const_float(g, op);
    if (!smr_type_is_float(type) || !r->in->ring)
      return NEXT;
    if (!(value > -9e18 && value < 9e18) || value != floor(value))
      return trap(r, op, "no integer in ring mode");
    out->i = (int64_t)value;
    return NEXT;
  }
  case SMR_OP_UNDEF:
    out->i = 0x5a5a5a5a5a5a5a5a;
    return NEXT;
  case SMR_OP_SELECT:
    *out = operand(r, op, operand(r, op, 0).i & 1 ? 1 : 2);
    return NEXT;
  case SMR_OP_NOREASSOC:
    *out = operand(r, op, 0);
    return NEXT;
  case SMR_OP_POLY:
    out->i = poly_value(r, op);
    return NEXT;
  case SMR_OP_LOAD:
    return load(r, op, out);
  case SMR_OP_STORE:
    return r->in->left_out && r->in->left_out[op] ? NEXT : store(r, op);
  case SMR_OP_FOR:
  case SMR_OP_LOOP:
    return run_counted(r, op);
  case SMR_OP_WHILE:
    return run_while(r, op);
  case SMR_OP_IF:
    return run_if(r, op);
  case SMR_OP_CALL:
    return run_call(r, op);
  case SMR_OP_OPAQUE:
    return trap(r, op, "opaque");
  default:
    break;
  }
  if (data->code >= SMR_OP_ADD && data->code <= SMR_OP_ICMP)
    return integer_op(r, op, out);
  if (data->code >= SMR_OP_FADD && data->code <= SMR_OP_MATH)
    return float_op(r, op, out);
  if (data->code >= SMR_OP_SEXT && data->code <= SMR_OP_BITCAST)
    return cast_op(r, op, out);
  if (data->code >= SMR_OP_ALLOCA && data->code <= SMR_OP_DESCR_STRIDE)
    return address_op(r, op, out);
  return trap(r, op, "unknown op");
}

/// One block and those that it branches to, until a YIELD, CONDITION or RETURN.
static Outcome run_block(Run *r, SmrBlock block) {
  const SmrGraph *g = r->g;
  SmrOp op = g->blocks.data[block].first;
  uint64_t limit = r->in->max_steps ? r->in->max_steps : 10000000;
  while (op) {
    const SmrOpData *data = smr_op(g, op);
    if (++r->in->steps > limit)
      return trap(r, op, "too many steps");
    if (data->code == SMR_OP_BR || data->code == SMR_OP_CBR) {
      bool second = data->code == SMR_OP_CBR && !(operand(r, op, 0).i & 1);
      uint32_t split = data->code == SMR_OP_CBR ? (uint32_t)data->imm + 1 : data->operand_count;
      uint32_t first = second ? split : data->code == SMR_OP_CBR;
      give_operands(r, op, first, data->succ[second], 0, (second ? data->operand_count : split) - first);
      op = g->blocks.data[data->succ[second]].first;
      continue;
    }
    if (smr_opcode_terminator(data->code)) {
      leave_with(r, op);
      return LEAVE;
    }
    if (r->in->step)
      r->in->step(r->in, op, false, r->in->step_data);
    if (run_op(r, op) == TRAP)
      return TRAP;
    if (r->in->step)
      r->in->step(r->in, op, true, r->in->step_data);
    op = data->next;
  }
  snprintf(r->in->trap, sizeof r->in->trap, "a block has no terminator");
  return TRAP;
}

bool smr_interp_run(SmrInterp *in, const SmrGraph *graph, const SmrCell *args, uint32_t arg_count,
                    SmrCell results[8], uint32_t *result_count) {
  Run r = {.in = in, .g = graph};
  r.values = in->values ? in->values : smr_xcalloc(graph->values.size, sizeof *r.values);
  in->steps = in->loads = in->stores = in->assumed = 0;
  in->broken = in->wild = false;
  in->trap[0] = 0;
  SmrBlock entry = smr_region_block(graph, graph->body);
  bool ok = entry && graph->blocks.data[entry].args.size == arg_count;
  if (!ok)
    snprintf(in->trap, sizeof in->trap, "the function does not take %u arguments", arg_count);
  for (uint32_t k = 0; ok && k < arg_count; k++)
    r.values[graph->blocks.data[entry].args.data[k]] = args[k];
  ok = ok && run_block(&r, entry) == LEAVE;
  *result_count = ok ? r.out_count < 8 ? r.out_count : 8 : 0;
  memcpy(results, r.wide ? r.wide : r.out, *result_count * sizeof *results);
  free(r.wide);
  if (!in->values)
    free(r.values);
  return ok;
}

bool smr_interp_run_random(const SmrGraph *graph, uint64_t seed, bool ring, unsigned char *memory,
                           SmrCell *result, char reason[160]) {
  SmrInterp in = {.ring = ring};
  SmrRandom random = {seed};
  SmrCell args[SMR_RANDOM_ARRAYS + SMR_RANDOM_INTS + SMR_RANDOM_FLOATS] = {{0}}, results[8] = {{0}};
  uint32_t n = 0, count;
  const SmrBlockData *entry = &graph->blocks.data[smr_region_block(graph, graph->body)];
  bool complex = entry->args.size && smr_type_is_complex(smr_value_type(graph, smr_vec_last(&entry->args)));
  smr_interp_init(&in);
  for (uint32_t a = 0; a < SMR_RANDOM_ARRAYS; a++) {
    unsigned char *array = memory + a * SMR_RANDOM_ARRAY;
    for (uint32_t i = 0; i < SMR_RANDOM_ARRAY; i += 8) {
      SmrCell cell = {.i = (int64_t)smr_random_below(&random, 9) - 4};
      if (!ring)
        cell.f = (double)cell.i;
      if (complex) {
        cell.im.i = (int64_t)smr_random_below(&random, 5) - 2;
        cell.im.f = ring ? cell.im.f : (double)cell.im.i;
        (void)smr_interp_store(ring, array + i, SMR_TYPE(SMR_T_COMPLEX, 32), cell);
        continue;
      }
      memcpy(array + i, &cell, 8);
    }
    args[n++].i = smr_interp_memory(&in, array, SMR_RANDOM_ARRAY);
  }
  for (uint32_t k = 0; k < SMR_RANDOM_INTS; k++)
    args[n++].i = smr_random_below(&random, 5);
  for (uint32_t k = 0; k < SMR_RANDOM_FLOATS; k++, n++) {
    args[n].i = (int64_t)smr_random_below(&random, 9) - 4;
    args[n].im.i = complex ? 1 - (int64_t)k * 3 : 0;
    if (!ring)
      args[n].f = (double)args[n].i, args[n].im.f = (double)args[n].im.i;
  }
  bool ok = smr_interp_run(&in, graph, args, n, results, &count);
  *result = results[0];
  memcpy(reason, in.trap, sizeof in.trap);
  smr_interp_free(&in);
  return ok;
}
