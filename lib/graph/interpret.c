//===- interpret.c - runs a graph ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/interpret.h"
#include "graph/number.h"
#include <string.h>

enum { MOST_OBJECTS = 30000, LARGE_OBJECT = 1 << 24, SOME_OBJECT = 1 << 16 };

bool smr_interp_trap(SmrInterp *in, SmrOp op, const char *why) {
  const SmrOpData *data = smr_op(in->graph, op);
  if (!in->trap[0])
    snprintf(in->trap, sizeof in->trap, "%s at line %u: %s", smr_opcode_name((SmrOpcode)data->code),
             in->graph->locs.data[data->loc].line, why);
  return false;
}

/// The op has no value.
static bool undefined(SmrInterp *in, SmrOp op, const char *why, SmrCell *out) {
  out->unknown = true;
  return in->partial || smr_interp_trap(in, op, why);
}

static SmrCell operand(const SmrInterp *in, SmrOp op, uint32_t k) {
  return smr_interp_operand(in, op, k);
}

static SmrType operand_type(const SmrInterp *in, SmrOp op, uint32_t k) {
  return smr_value_type(in->graph, smr_operand(in->graph, op, k));
}

static SmrType result_type(const SmrInterp *in, SmrOp op) {
  return smr_value_type(in->graph, smr_result(in->graph, op, 0));
}

//--- Arithmetic ----------------------------------------------------------------

static bool integer_op(SmrInterp *in, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(in->graph, op);
  SmrType type = operand_type(in, op, 0);
  int64_t a = operand(in, op, 0).i, b = operand(in, op, 1).i;
  if (data->code == SMR_OP_ICMP) {
    if (data->imm < 0 || data->imm > SMR_UGE)
      return smr_interp_trap(in, op, "no such predicate");
    out->i = smr_int_compare((SmrIcmp)data->imm, type, a, b);
    return true;
  }
  return smr_int_op((SmrOpcode)data->code, type, a, b, &out->i) ||
         undefined(in, op, "division by zero, overflow, or a shift too far", out);
}

static int64_t poly_value(const SmrInterp *in, SmrOp op) {
  const SmrGraph *g = in->graph;
  const SmrPolyData *poly = &g->polys.data[smr_op(g, op)->poly];
  uint64_t sum = 0;
  for (uint32_t t = 0; t < poly->count; t++) {
    const SmrTermData *term = &g->terms.data[poly->first + t];
    uint64_t product = (uint64_t)term->coef;
    for (uint32_t i = 0; i < term->count; i++) {
      uint32_t k = g->monomials.data[term->first + i];
      product *= (uint64_t)smr_int_signed(operand_type(in, op, k), operand(in, op, k).i);
    }
    sum += product;
  }
  return (int64_t)sum;
}

/// Sums and products of several from left to right.
static bool number_op(SmrInterp *in, SmrOp op, SmrCell *out) {
  enum { MOST = 8 };
  const SmrOpData *data = smr_op(in->graph, op);
  SmrOpcode code = (SmrOpcode)data->code;
  bool many = code == SMR_OP_FSUM || code == SMR_OP_FPROD;
  SmrCell args[MOST];
  SmrType types[MOST];
  if (data->operand_count > MOST && !many)
    return smr_interp_trap(in, op, "too many operands");
  SmrNumberOp number = {.code = code == SMR_OP_FSUM    ? SMR_OP_FADD
                                : code == SMR_OP_FPROD ? SMR_OP_FMUL
                                                       : code,
                        .imm = data->imm,
                        .name = smr_intern_text(in->graph->symbols, data->name),
                        .type = result_type(in, op),
                        .types = types,
                        .count = many ? 2 : data->operand_count};
  for (uint32_t k = 0; k < number.count; k++) {
    args[k] = operand(in, op, k);
    types[k] = operand_type(in, op, k);
  }
  bool ok = in->numbers->op(&number, args, out);
  for (uint32_t k = 2; many && k < data->operand_count; k++) {
    args[0] = *out, args[1] = operand(in, op, k);
    ok &= in->numbers->op(&number, args, out);
  }
  return ok || undefined(in, op,
                         code == SMR_OP_FPTOSI || code == SMR_OP_FPTOUI ? "conversion out of range"
                                                                        : "no such op on these numbers",
                         out);
}

static bool cast_op(SmrInterp *in, SmrOp op, SmrCell *out) {
  SmrType from = operand_type(in, op, 0), to = result_type(in, op);
  SmrOpcode code = (SmrOpcode)smr_op(in->graph, op)->code;
  SmrCell x = operand(in, op, 0);
  if (code == SMR_OP_SEXT || code == SMR_OP_ZEXT || code == SMR_OP_TRUNC) {
    out->i = smr_int_cast(code, from, to, x.i);
    return true;
  }
  if (code != SMR_OP_BITCAST)
    return number_op(in, op, out);
  *out = x;
  return from == to || (SMR_TYPE_KIND(from) == SMR_T_PTR && to == SMR_I64) ||
         undefined(in, op, "no such cast here", out);
}

//--- Memory --------------------------------------------------------------------

static SmrType memory_type(SmrType type) {
  return type == SMR_BOX ? SMR_I64 : type;
}

static bool load(SmrInterp *in, SmrOp op, SmrCell *out) {
  SmrType type = memory_type(result_type(in, op));
  const void *bytes = smr_interp_bytes(in, operand(in, op, 0).i, smr_type_bytes(type));
  if (!bytes && (smr_op(in->graph, op)->flags & SMR_F_HOISTED)) { // before a loop that does not run, then
    out->i = 0x7a7a7a7a;
    in->wild = true;
    return true;
  }
  if (!bytes)
    return smr_interp_trap(in, op, "outside of every object");
  return in->numbers->load(bytes, type, out) || smr_interp_trap(in, op, "no such type in memory");
}

static bool store(SmrInterp *in, SmrOp op) {
  SmrType type = memory_type(operand_type(in, op, 0));
  void *bytes = smr_interp_bytes(in, operand(in, op, 1).i, smr_type_bytes(type));
  if (!bytes)
    return smr_interp_trap(in, op, "outside of every object");
  return in->numbers->store(bytes, type, operand(in, op, 0)) ||
         smr_interp_trap(in, op, "no such type in memory");
}

/// Zeros owned by the interpreter.
static bool allocate(SmrInterp *in, SmrOp op, int64_t size, int64_t *out) {
  if (in->objects.size >= MOST_OBJECTS)
    return smr_interp_trap(in, op, "too many objects");
  size_t bytes = size >= 0 && size < LARGE_OBJECT ? (size_t)size : SOME_OBJECT;
  *out = smr_interp_memory(in, smr_xcalloc(1, bytes), bytes);
  smr_vec_last(&in->objects).owned = true;
  return true;
}

/// The global (outer address 0) or field.
static bool named_address(SmrInterp *in, SmrOp op, int64_t outer, int64_t size, int64_t *out) {
  const char *name = smr_intern_text(in->graph->symbols, smr_op(in->graph, op)->name);
  for (uint32_t i = 0; i < in->named.size; i++)
    if (in->named.data[i].outer == outer && !strcmp(in->named.data[i].name, name)) {
      *out = in->named.data[i].address;
      return true;
    }
  if (!allocate(in, op, size, out))
    return false;
  smr_interp_global(in, name, *out);
  smr_vec_last(&in->named).outer = outer;
  return true;
}

static bool memory_op(SmrInterp *in, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(in->graph, op);
  SmrCell first = data->operand_count ? operand(in, op, 0) : (SmrCell){0};
  int64_t offset = 0;
  uint32_t object;
  switch ((SmrOpcode)data->code) {
  case SMR_OP_ALLOCA:
    return allocate(in, op, data->imm, &out->i);
  case SMR_OP_HEAP:
    return allocate(in, op, data->operand_count ? first.i : -1, &out->i);
  case SMR_OP_FREE:
    object = smr_interp_object(first.i, &offset);
    if (object < in->objects.size)
      in->objects.data[object].dead = true;
    return true;
  case SMR_OP_GLOBAL:
    return named_address(in, op, 0, data->imm, &out->i);
  case SMR_OP_FIELD:
    return named_address(in, op, first.i, -1, &out->i);
  case SMR_OP_ADDR:
    out->i = (int64_t)((uint64_t)first.i + (uint64_t)operand(in, op, 1).i);
    out->unknown = first.unknown || operand(in, op, 1).unknown;
    return true;
  case SMR_OP_LOAD:
    return first.unknown ? smr_interp_trap(in, op, "an unknown address") : load(in, op, out);
  case SMR_OP_STORE:
    return operand(in, op, 1).unknown ? smr_interp_trap(in, op, "an unknown address") : store(in, op);
  default:
    return smr_interp_trap(in, op, "no meaning here"); // a descriptor
  }
}

//--- Control -------------------------------------------------------------------

/// One block and those that it branches to, until a YIELD, CONDITION or RETURN.
static bool run_block(SmrInterp *in, SmrBlock block);

/// Hands the values of the terminator, from `first` on, to block arguments or results.
static void take(SmrInterp *in, uint32_t first, const SmrValue *to, SmrValue to_first, uint32_t count) {
  for (uint32_t k = 0; k < count && first + k < in->out.size; k++)
    in->values[to ? to[k] : to_first + k] = in->out.data[first + k];
}

static void leave_with(SmrInterp *in, SmrOp op) {
  in->left = op;
  in->out.size = 0;
  for (uint32_t k = 0; k < smr_op(in->graph, op)->operand_count; k++)
    smr_vec_push(&in->out, operand(in, op, k));
}

static void give_operands(SmrInterp *in, SmrOp op, uint32_t first, SmrBlock to, uint32_t skip,
                          uint32_t count) {
  SmrCell few[8],
      *copy = count > 8 ? smr_xcalloc(count, sizeof *copy) : few; // all are read before any is written
  for (uint32_t k = 0; k < count; k++)
    copy[k] = operand(in, op, first + k);
  for (uint32_t k = 0; k < count && skip + k < in->graph->blocks.data[to].args.size; k++)
    in->values[in->graph->blocks.data[to].args.data[skip + k]] = copy[k];
  if (copy != few)
    free(copy);
}

static bool run_counted(SmrInterp *in, SmrOp op) {
  const SmrGraph *g = in->graph;
  const SmrOpData *data = smr_op(g, op);
  bool is_for = data->code == SMR_OP_FOR;
  uint32_t fixed = is_for ? 3 : 1, carried = data->operand_count - fixed;
  SmrBlock body = smr_body_block(g, op, 0);
  const SmrValue *args = g->blocks.data[body].args.data;
  int64_t lower = is_for ? operand(in, op, 0).i : 0, upper = operand(in, op, is_for ? 1 : 0).i;
  int64_t step = is_for ? operand(in, op, 2).i : 1;
  bool inclusive = data->flags & SMR_F_INCLUSIVE;
  for (uint32_t k = 0; k < fixed; k++)
    if (operand(in, op, k).unknown)
      return smr_interp_trap(in, op, "an unknown bound");
  if (!step)
    return smr_interp_trap(in, op, "step is zero");
  give_operands(in, op, fixed, body, 1, carried);
  for (uint32_t k = 0; k < carried; k++) // no iteration: the inits
    in->values[data->result_first + k] = operand(in, op, fixed + k);
  __int128 iv = lower;
  while (step > 0 ? (inclusive ? iv <= upper : iv < upper) : (inclusive ? iv >= upper : iv > upper)) {
    in->values[args[0]] = (SmrCell){.i = (int64_t)iv};
    if (!run_block(in, body))
      return false;
    take(in, 0, args + 1, 0, carried);
    take(in, 0, NULL, data->result_first, carried);
    iv += step;
  }
  return true;
}

static bool run_while(SmrInterp *in, SmrOp op) {
  const SmrGraph *g = in->graph;
  const SmrOpData *data = smr_op(g, op);
  SmrBlock before = smr_body_block(g, op, 0), body = smr_body_block(g, op, 1);
  give_operands(in, op, 0, before, 0, data->operand_count);
  for (;;) {
    if (!run_block(in, before))
      return false;
    SmrCell again = in->out.data[0];
    if (again.unknown)
      return smr_interp_trap(in, op, "an unknown condition");
    take(in, 1, NULL, data->result_first, data->result_count);
    if (!(again.i & 1))
      return true;
    take(in, 1, g->blocks.data[body].args.data, 0, g->blocks.data[body].args.size);
    if (!run_block(in, body))
      return false;
    take(in, 0, g->blocks.data[before].args.data, 0, g->blocks.data[before].args.size);
  }
}

static bool run_if(SmrInterp *in, SmrOp op) {
  const SmrOpData *data = smr_op(in->graph, op);
  SmrCell condition = operand(in, op, 0);
  if (condition.unknown)
    return smr_interp_trap(in, op, "an unknown condition");
  if (!run_block(in, smr_body_block(in->graph, op, condition.i & 1 ? 0 : 1)))
    return false;
  take(in, 0, NULL, data->result_first, data->result_count);
  return true;
}

//--- All -----------------------------------------------------------------------

static bool constant(SmrInterp *in, SmrOp op, SmrCell *out) {
  SmrType type = result_type(in, op);
  if (smr_type_is_float(type))
    return in->numbers->constant(type, smr_const_float(in->graph, op), out) ||
           smr_interp_trap(in, op, "no such number here");
  out->i = smr_int_wrap(type, smr_op(in->graph, op)->imm);
  return true;
}

/// An op with one result at most, and no regions.
static bool compute(SmrInterp *in, SmrOp op, SmrCell *out) {
  const SmrOpData *data = smr_op(in->graph, op);
  SmrOpcode code = (SmrOpcode)data->code;
  SmrCell condition;
  bool ok;
  if (code >= SMR_OP_ALLOCA && code <= SMR_OP_DESCR_STRIDE)
    return memory_op(in, op, out);
  switch (code) {
  case SMR_OP_CONST:
    return constant(in, op, out);
  case SMR_OP_UNDEF:
    *out = (SmrCell){.i = 0x5a5a5a5a5a5a5a5a, .unknown = in->partial};
    return true;
  case SMR_OP_SELECT:
    condition = operand(in, op, 0);
    *out = operand(in, op, condition.i & 1 ? 1 : 2);
    out->unknown |= condition.unknown;
    return true;
  case SMR_OP_POLY:
    out->i = poly_value(in, op);
    ok = true;
    break;
  default:
    ok = code >= SMR_OP_ADD && code <= SMR_OP_ICMP       ? integer_op(in, op, out)
         : code >= SMR_OP_FADD && code <= SMR_OP_MATH    ? number_op(in, op, out)
         : code >= SMR_OP_SEXT && code <= SMR_OP_BITCAST ? cast_op(in, op, out)
                                                         : smr_interp_trap(in, op, "no meaning here");
  }
  for (uint32_t k = 0; k < data->operand_count; k++)
    out->unknown |= operand(in, op, k).unknown;
  return ok;
}

bool smr_interp_op(SmrInterp *in, SmrOp op) {
  const SmrOpData *data = smr_op(in->graph, op);
  switch ((SmrOpcode)data->code) {
  case SMR_OP_FOR:
  case SMR_OP_LOOP:
    return run_counted(in, op);
  case SMR_OP_WHILE:
    return run_while(in, op);
  case SMR_OP_IF:
    return run_if(in, op);
  default: {
    SmrCell result = {0};
    if (!compute(in, op, &result))
      return false;
    if (data->result_count)
      in->values[data->result_first] = result;
    return true;
  }
  }
}

static bool run_block(SmrInterp *in, SmrBlock block) {
  const SmrGraph *g = in->graph;
  SmrOp op = g->blocks.data[block].first;
  uint64_t limit = in->max_steps ? in->max_steps : 10000000;
  while (op) {
    const SmrOpData *data = smr_op(g, op);
    if (++in->steps > limit)
      return smr_interp_trap(in, op, "too many steps");
    if (data->code == SMR_OP_BR || data->code == SMR_OP_CBR) {
      SmrCell condition = data->code == SMR_OP_CBR ? operand(in, op, 0) : (SmrCell){.i = 1};
      if (condition.unknown)
        return smr_interp_trap(in, op, "an unknown condition");
      bool second = !(condition.i & 1);
      uint32_t split = data->code == SMR_OP_CBR ? (uint32_t)data->imm + 1 : data->operand_count;
      uint32_t first = second ? split : data->code == SMR_OP_CBR;
      give_operands(in, op, first, data->succ[second], 0, (second ? data->operand_count : split) - first);
      op = g->blocks.data[data->succ[second]].first;
      continue;
    }
    if (smr_opcode_terminator((SmrOpcode)data->code)) {
      leave_with(in, op);
      return true;
    }
    if (!(in->run ? in->run(in, op, in->host) : smr_interp_op(in, op)))
      return false;
    op = data->next;
  }
  snprintf(in->trap, sizeof in->trap, "a block has no terminator");
  return false;
}

bool smr_interp_region(SmrInterp *in, SmrBlock block, const SmrCell *args, uint32_t count) {
  const SmrBlockData *data = &in->graph->blocks.data[block];
  for (uint32_t k = 0; k < count && k < data->args.size; k++)
    in->values[data->args.data[k]] = args[k];
  return run_block(in, block);
}

bool smr_interp_run(SmrInterp *in, const SmrGraph *graph, const SmrCell *args, uint32_t arg_count) {
  SmrCell *own = in->values ? NULL : smr_xcalloc(graph->values.size, sizeof *own);
  SmrBlock entry = smr_region_block(graph, graph->body);
  in->graph = graph;
  in->numbers = in->numbers ? in->numbers : &smr_floats;
  in->values = own ? own : in->values;
  in->steps = 0;
  in->wild = false;
  in->trap[0] = 0;
  bool ok = entry && graph->blocks.data[entry].args.size == arg_count;
  if (!ok)
    snprintf(in->trap, sizeof in->trap, "the function does not take %u arguments", arg_count);
  ok = ok && smr_interp_region(in, entry, args, arg_count);
  if (own)
    in->values = NULL;
  free(own);
  return ok;
}
