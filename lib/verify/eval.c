//===- eval.c - the idiom, run on its graph ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The normal form is what the matcher and the guards know of an idiom, so it is run, element by element, to
// learn for given arguments which bytes the guards speak of, which of them are read before they are written,
// and how large the terms are that a result is summed from. Every memory is empty at first; what is read
// before it was written gets a value that only the inputs and its place determine.
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "verify/verify_internal.h"
#include <math.h>
#include <string.h>

typedef SmrVerifyEval Eval;

/// The run stops; without this, because the graph holds something that only the compiled code can do.
static bool exclude(Eval *e) {
  e->verdict = SMR_RUN_EXCLUDED;
  return false;
}

//--- Memory ------------------------------------------------------------------------

int64_t smr_verify_place_of(const SmrVerifyObject *o, int64_t at) {
  return o->pages.data[at / SMR_VERIFY_PAGE] * SMR_VERIFY_PAGE + at % SMR_VERIFY_PAGE;
}

/// In a sparse run: where an array's byte would be if the pages touched so far were contiguous. False: there
/// are too many.
static bool among_pages(Eval *e, uint32_t object, int64_t *offset) {
  SmrVerifyObject *o = &e->objects[object];
  if (!e->sparse || object >= e->param_count || e->pattern->args[object].kind != SMR_ARG_ARRAY)
    return true;
  int64_t page = (*offset - (*offset & (SMR_VERIFY_PAGE - 1))) / SMR_VERIFY_PAGE;
  uint32_t place = *smr_map_at(&o->places, (uint64_t)page, o->pages.size);
  if (place == o->pages.size)
    smr_vec_push(&o->pages, page);
  *offset = (int64_t)place * SMR_VERIFY_PAGE + (*offset & (SMR_VERIFY_PAGE - 1));
  return place < SMR_VERIFY_REACH / SMR_VERIFY_PAGE;
}

/// NULL: the run stops.
static SmrVerifyCell *cell_at(Eval *e, uint32_t object, int64_t offset, SmrType type) {
  SmrVerifyObject *o = &e->objects[object];
  int64_t bytes = smr_type_bytes(type);
  bool inside =
      among_pages(e, object, &offset) && offset >= -SMR_VERIFY_REACH && offset <= SMR_VERIFY_REACH - bytes;
  if (!inside && bytes)
    exclude(e);
  if (!inside || !bytes)
    return NULL;
  if (!o->cells) {
    o->cells = calloc(2 * SMR_VERIFY_REACH, sizeof *o->cells);
    o->marks = calloc(2 * SMR_VERIFY_REACH, 1);
  }
  if (!o->cells || !o->marks)
    return NULL;
  if (o->low == o->high)
    o->low = offset, o->high = offset + bytes, o->element = type;
  if (offset < o->low)
    o->low = offset;
  if (offset + bytes > o->high)
    o->high = offset + bytes;
  SmrVerifyCell *cell = &o->cells[offset + SMR_VERIFY_REACH];
  if (cell->type && cell->type != type)
    return NULL; // one memory, two types
  o->marks[offset + SMR_VERIFY_REACH] = (uint8_t)bytes;
  return cell;
}

/// In a run of corners: only extents.
static bool touch(Eval *e, uint32_t object, int64_t offset, SmrType type) {
  SmrVerifyObject *o = &e->objects[object];
  int64_t bytes = smr_type_bytes(type);
  if (!bytes || offset < -SMR_VERIFY_REACH || offset > SMR_VERIFY_REACH - bytes)
    return bytes && exclude(e);
  if (!o->extents_only || o->low == o->high)
    o->low = offset, o->high = offset + bytes, o->element = type;
  o->extents_only = true;
  o->low = offset < o->low ? offset : o->low;
  o->high = offset + bytes > o->high ? offset + bytes : o->high;
  return o->element == type;
}

static bool load(Eval *e, uint32_t object, int64_t offset, SmrType type, SmrCell *out) {
  if (e->corners) { // scalar arguments have values, data are not known
    bool scalar = object < e->pattern->arg_count && (e->pattern->args[object].kind == SMR_ARG_INT ||
                                                     e->pattern->args[object].kind == SMR_ARG_FLOAT);
    *out = scalar ? smr_verify_first(e, e->inputs, object, offset, type) : (SmrCell){.unknown = true};
    return touch(e, object, offset, type);
  }
  SmrVerifyCell *cell = cell_at(e, object, offset, type);
  if (!cell)
    return false;
  if (!cell->type) {
    cell->type = type;
    cell->read_first = true;
    cell->first = cell->value = smr_verify_first(e, e->inputs, object, offset, type);
  }
  *out = cell->value;
  out->unknown |= SMR_TYPE_KIND(type) == SMR_T_PTR;
  return true;
}

static bool store(Eval *e, uint32_t object, int64_t offset, SmrType type, SmrCell value) {
  if (e->corners)
    return touch(e, object, offset, type);
  SmrVerifyCell *cell = cell_at(e, object, offset, type);
  if (!cell)
    return false;
  cell->type = type;
  cell->written = true;
  cell->value = value;
  return true;
}

int64_t smr_verify_next(const SmrVerifyObject *o, int64_t at, int64_t high) {
  const uint8_t *marks = o->marks + SMR_VERIFY_REACH;
  uint64_t eight;
  while (at < high && !marks[at]) {
    if (at + 8 > high || (memcpy(&eight, marks + at, 8), eight))
      at++;
    else
      at += 8;
  }
  return at;
}

static void clear(Eval *e) {
  for (uint32_t k = 0; k < e->object_count; k++) {
    SmrVerifyObject *o = &e->objects[k];
    if (o->cells && o->high > o->low && !o->extents_only) {
      for (int64_t at = o->low; (at = smr_verify_next(o, at, o->high)) < o->high; at++)
        o->cells[at + SMR_VERIFY_REACH] = (SmrVerifyCell){0};
      memset(o->marks + o->low + SMR_VERIFY_REACH, 0, (size_t)(o->high - o->low));
    }
    o->low = o->high = 0;
    o->element = 0;
    o->pages.size = 0;
    smr_map_clear(&o->places);
    o->extents_only = false;
  }
}

//--- Magnitudes --------------------------------------------------------------------

/// The condition number times the result's size. False: not known.
static bool math_magnitude(const char *name, SmrType type, SmrCell a, double result, double *out) {
  double m = a.magnitude, x = a.f;
  if (!strcmp(name, SMR_MATH_RE) || !strcmp(name, SMR_MATH_IM) || !strcmp(name, SMR_MATH_CONJ))
    *out = m;
  else if (!strcmp(name, "sqrt"))
    *out = result > 0 ? result * (m / x) : sqrt(m);
  else if (!strcmp(name, "exp") || !strcmp(name, "exp2"))
    *out = result * (1 + m);
  else if (!strcmp(name, "log"))
    *out = fabs(result) + m / fabs(x);
  else if (!strcmp(name, "sin") || !strcmp(name, "cos"))
    *out = 1 + m;
  else if (!strcmp(name, "tanh"))
    *out = fabs(result) + m;
  else
    return false; // (floor and its like are steps)
  // (What a root is of may have lost all its digits.)
  return strcmp(name, "sqrt") || !(m < (type == SMR_F64 ? 0x1p-960 : 0x1p-90));
}

/// Of one op of numbers with these magnitudes.
static double float_magnitude(SmrOpcode code, bool complex, SmrCell a, SmrCell b, SmrCell c) {
  switch (code) {
  case SMR_OP_FMUL:
  case SMR_OP_FPROD:
    return (complex ? 2 : 1) * a.magnitude * b.magnitude;
  case SMR_OP_FDIV:
    return (a.magnitude + fabs(a.f) * (b.magnitude / fabs(b.f))) / fabs(b.f);
  case SMR_OP_FNEG:
  case SMR_OP_FABS:
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_NOREASSOC:
    return a.magnitude;
  case SMR_OP_FMA:
    return a.magnitude * b.magnitude + c.magnitude;
  default: // FREM is a step: no bound
    return a.magnitude + b.magnitude;
  }
}

/// How large the terms are that the result is made of.
static void set_magnitude(Eval *e, SmrOp op, SmrOpcode code, SmrType type) {
  const SmrInterp *in = &e->interp;
  const SmrOpData *o = smr_op(e->graph, op);
  SmrCell *out = &in->values[o->result_first], a = {0};
  bool complex = smr_type_is_complex(type);
  if (code >= SMR_OP_FADD && code != SMR_OP_SITOFP && code != SMR_OP_UITOFP)
    a = smr_interp_operand(in, op, 0);
  if (code == SMR_OP_MATH) {
    const char *name = smr_intern_text(e->graph->symbols, o->name);
    if (!strcmp(name, SMR_MATH_COMPLEX))
      out->magnitude = a.magnitude + smr_interp_operand(in, op, 1).magnitude;
    else
      out->unknown |= !math_magnitude(name, type, a, out->f, &out->magnitude);
  } else if (code == SMR_OP_FSUM || code == SMR_OP_FPROD) {
    for (uint32_t k = 1; k < o->operand_count; k++)
      a.magnitude = float_magnitude(code, complex, a, smr_interp_operand(in, op, k), a);
    out->magnitude = a.magnitude;
  } else if (code != SMR_OP_CONST && code != SMR_OP_SITOFP && code != SMR_OP_UITOFP) {
    SmrCell b = smr_interp_operand(in, op, o->operand_count > 1),
            c = o->operand_count > 2 ? smr_interp_operand(in, op, 2) : a;
    out->magnitude = float_magnitude(code, complex, a, b, c);
    out->unknown |= complex && code == SMR_OP_FDIV;
  }
  if (!complex && !(out->magnitude >= fabs(out->f)))
    out->magnitude = fabs(out->f);
}

//--- Control -----------------------------------------------------------------------

/// The rewriter guards that a loop runs, unless its count changes inside the nest.
static bool trip_varies(Eval *e, SmrOp op) {
  if (e->varies[op])
    return e->varies[op] - 1;
  const SmrGraph *g = e->graph;
  SmrOp outermost = 0;
  for (SmrOp at = smr_parent(g, op); at; at = smr_parent(g, at))
    outermost = at;
  bool varies = outermost && smr_poly_inside(g, smr_poly_of(g, &e->arena, smr_operand(g, op, 0)), outermost);
  e->varies[op] = varies ? 2 : 1;
  return varies;
}

static void set_unknown(Eval *e, SmrOp op) {
  const SmrOpData *o = smr_op(e->graph, op);
  for (uint32_t k = 0; k < o->result_count; k++)
    e->interp.values[o->result_first + k] = (SmrCell){.unknown = true};
}

static bool run_loop_corners(Eval *e, SmrOp op, int64_t from, int64_t end, int64_t step, uint32_t carried) {
  enum { MOST_CARRIED = 32 };
  SmrCell args[1 + MOST_CARRIED];
  double weight = e->weight;
  int64_t trips = step > 0 ? (end - from + step - 1) / step : (from - end - step - 1) / -step;
  if (carried > MOST_CARRIED)
    return false;
  for (int corner = 0; corner < 2 && corner < trips; corner++) {
    for (uint32_t k = 1; k <= carried; k++)
      args[k] = (SmrCell){.unknown = true};
    args[0] = (SmrCell){.i = corner ? from + (trips - 1) * step : from};
    e->weight = weight * (double)trips / (trips > 1 ? 2 : 1);
    if (!smr_interp_region(&e->interp, smr_body_block(e->graph, op, 0), args, 1 + carried))
      return false;
  }
  e->weight = weight;
  set_unknown(e, op);
  return true;
}

static bool run_loop(Eval *e, SmrOp op) {
  const SmrOpData *o = smr_op(e->graph, op);
  bool counted = o->code == SMR_OP_LOOP;
  uint32_t fixed = counted ? 1 : 3;
  SmrCell bounds[3];
  for (uint32_t k = 0; k < fixed; k++) {
    bounds[k] = smr_interp_operand(&e->interp, op, k);
    if (bounds[k].unknown)
      return false;
  }
  if (counted && bounds[0].i < 1 && !e->unguarded && !trip_varies(e, op))
    return exclude(e);
  int64_t from = counted ? 0 : bounds[0].i, end = bounds[counted ? 0 : 1].i, step = counted ? 1 : bounds[2].i;
  if (!e->corners || !step)
    return smr_interp_op(&e->interp, op);
  if (!counted && (o->flags & SMR_F_INCLUSIVE))
    end += step > 0 ? 1 : -1;
  return run_loop_corners(e, op, from, end, step, o->operand_count - fixed);
}

static bool run_if(Eval *e, SmrOp op) {
  if (!e->corners)
    return smr_interp_op(&e->interp, op);
  for (uint32_t side = 0; side < 2; side++)
    if (!smr_interp_region(&e->interp, smr_body_block(e->graph, op, side), NULL, 0))
      return false;
  set_unknown(e, op);
  return true;
}

//--- Addresses ---------------------------------------------------------------------

static bool address(Eval *e, SmrOp op) {
  SmrInterp *in = &e->interp;
  bool known = !smr_interp_operand(in, op, 0).unknown && !smr_interp_operand(in, op, 1).unknown;
  for (int64_t k = 0; known && k < smr_op(e->graph, op)->imm; k++) {
    SmrCell index = smr_interp_operand(in, op, 2 + 2 * (uint32_t)k),
            extent = smr_interp_operand(in, op, 3 + 2 * (uint32_t)k);
    if (!index.unknown && !extent.unknown && (index.i < 0 || index.i >= extent.i))
      return exclude(e);
  }
  return smr_interp_op(in, op);
}

/// Remembers with which indices the watched element was named.
static void watch(Eval *e, SmrOp access, uint32_t object, int64_t offset) {
  const SmrGraph *g = e->graph;
  if (object != e->watched_object || offset != e->watched_offset)
    return;
  SmrOp def = smr_def(g, smr_access_ptr(g, access));
  e->index_count = 0;
  if (!def || smr_op(g, def)->code != SMR_OP_ADDR)
    return;
  for (int64_t k = 0; k < smr_op(g, def)->imm && k < 8; k++) {
    SmrCell index = smr_interp_operand(&e->interp, def, 2 + 2 * (uint32_t)k);
    e->indices[e->index_count++] = index.i;
    if (index.unknown) {
      e->index_count = 0;
      return;
    }
  }
}

static bool run_access(Eval *e, SmrOp op, SmrOpcode code) {
  SmrCell ptr = smr_interp_operand(&e->interp, op, code == SMR_OP_STORE), value = {0};
  int64_t offset = 0;
  uint32_t object = smr_interp_object(ptr.i, &offset);
  if (ptr.unknown || object >= e->object_count)
    return false;
  watch(e, op, object, offset);
  if (code == SMR_OP_STORE)
    return store(e, object, offset, smr_value_type(e->graph, smr_operand(e->graph, op, 0)),
                 smr_interp_operand(&e->interp, op, 0));
  bool ok = load(e, object, offset, smr_value_type(e->graph, smr_result(e->graph, op, 0)), &value);
  e->interp.values[smr_result(e->graph, op, 0)] = value;
  return ok;
}

static SmrCell descriptor(Eval *e, SmrOp op, SmrOpcode code) {
  SmrCell box = smr_interp_operand(&e->interp, op, 0);
  int64_t offset = 0;
  uint32_t k = smr_interp_object(box.i, &offset), dim = (uint32_t)smr_op(e->graph, op)->imm;
  if (box.unknown || k >= e->pattern->arg_count || (code != SMR_OP_DESCR_ADDR && dim >= SMR_VERIFY_DIMS))
    return (SmrCell){.unknown = true};
  return (SmrCell){.i = code == SMR_OP_DESCR_ADDR     ? smr_interp_address(e->inputs->alias[k])
                        : code == SMR_OP_DESCR_LB     ? 1
                        : code == SMR_OP_DESCR_EXTENT ? e->inputs->box[k].extent[dim]
                                                      : e->inputs->box[k].stride[dim]};
}

//--- The walk ----------------------------------------------------------------------

static bool is_out_marker(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  return o->code == SMR_OP_OPAQUE && o->name && !strcmp(smr_intern_text(g->symbols, o->name), SMR_OPAQUE_OUT);
}

/// Pointers into two objects have no order.
static bool is_comparable(const Eval *e, SmrOp op) {
  int64_t offset;
  return smr_value_type(e->graph, smr_operand(e->graph, op, 0)) != SMR_PTR ||
         smr_interp_object(smr_interp_operand(&e->interp, op, 0).i, &offset) ==
             smr_interp_object(smr_interp_operand(&e->interp, op, 1).i, &offset);
}

static bool run_arithmetic(Eval *e, SmrOp op, SmrOpcode code) {
  const SmrOpData *o = smr_op(e->graph, op);
  if (!smr_interp_op(&e->interp, op))
    return false;
  SmrCell *out = &e->interp.values[o->result_first];
  SmrType type = smr_value_type(e->graph, o->result_first);
  if (code >= SMR_OP_DIVS && code <= SMR_OP_REMU && out->unknown &&
      !smr_interp_operand(&e->interp, op, 0).unknown && !smr_interp_operand(&e->interp, op, 1).unknown)
    return exclude(e); // a division that C does not define
  out->unknown |= code == SMR_OP_ICMP && !is_comparable(e, op);
  if (smr_type_is_number(type) && code != SMR_OP_SELECT && code != SMR_OP_UNDEF && code != SMR_OP_BITCAST)
    set_magnitude(e, op, code, type);
  return true;
}

static bool run_unknown(Eval *e, SmrOp op) {
  const SmrOpData *o = smr_op(e->graph, op);
  if (is_out_marker(e->graph, op))
    return o->imm < 0 || o->imm >= e->param_count || !o->operand_count ||
           store(e, (uint32_t)o->imm, 0, smr_value_type(e->graph, smr_operand(e->graph, op, 0)),
                 smr_interp_operand(&e->interp, op, 0));
  if (!(o->flags & SMR_F_PURE) || o->region_count)
    return false;
  set_unknown(e, op);
  return true;
}

static bool run_op(SmrInterp *in, SmrOp op, void *host) {
  Eval *e = host;
  const SmrGraph *g = e->graph;
  const SmrOpData *o = smr_op(g, op);
  SmrOpcode code = (SmrOpcode)o->code;
  SmrType type = o->result_count ? smr_value_type(g, smr_result(g, op, 0)) : 0;
  e->work += e->weight;
  if (++e->steps > e->most_steps)
    return exclude(e);
  switch (code) {
  case SMR_OP_CONST:
    if (SMR_TYPE_KIND(type) != SMR_T_PTR && SMR_TYPE_KIND(type) != SMR_T_COMPLEX)
      return run_arithmetic(e, op, code);
    set_unknown(e, op);
    return true;
  case SMR_OP_BITCAST:
    if (smr_value_type(g, smr_operand(g, op, 0)) == type)
      return smr_interp_op(in, op);
    set_unknown(e, op);
    return true;
  case SMR_OP_ADDR:
    return address(e, op);
  case SMR_OP_FREE:
    return true;
  case SMR_OP_HEAP:
  case SMR_OP_ALLOCA:
    if (e->object_count == 2 * SMR_VERIFY_ARGS)
      return false;
    in->values[o->result_first] = (SmrCell){.i = smr_interp_address(e->object_count++)};
    return true;
  case SMR_OP_DESCR_ADDR:
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_STRIDE:
    in->values[o->result_first] = descriptor(e, op, code);
    return true;
  case SMR_OP_LOAD:
  case SMR_OP_STORE:
    return run_access(e, op, code);
  case SMR_OP_LOOP:
  case SMR_OP_FOR:
    return run_loop(e, op);
  case SMR_OP_WHILE:
    return !e->corners && smr_interp_op(in, op);
  case SMR_OP_IF:
    return run_if(e, op);
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    return run_unknown(e, op);
  case SMR_OP_GLOBAL:
  case SMR_OP_FIELD:
    return false;
  default:
    return run_arithmetic(e, op, code);
  }
}

static bool set_argument(Eval *e, uint32_t k, SmrType type, SmrCell *out) {
  const SmrPatternArg *arg = &e->pattern->args[k];
  bool is_array = arg->kind == SMR_ARG_ARRAY;
  if (SMR_TYPE_KIND(type) == SMR_T_PTR || SMR_TYPE_KIND(type) == SMR_T_BOX)
    *out = (SmrCell){.i = smr_interp_address(is_array ? e->inputs->alias[k] : k)};
  else if (arg->kind != SMR_ARG_OUT)
    *out = smr_verify_first(e, e->inputs, k, 0, type);
  else if (arg->read) // by value here, a reference in the code that runs
    return load(e, k, 0, type, out);
  else
    *out = (SmrCell){.unknown = true};
  return true;
}

static bool run_wrapper(Eval *e) {
  const SmrGraph *g = e->graph;
  const SmrBlockData *entry = &g->blocks.data[smr_region_block(g, g->body)];
  SmrCell args[SMR_VERIFY_ARGS];
  if (g->regions.data[g->body].blocks.size != 1 || e->param_count > SMR_VERIFY_ARGS)
    return false;
  for (uint32_t k = 0; k < e->param_count; k++)
    if (!set_argument(e, k, smr_value_type(g, entry->args.data[k]), &args[k]))
      return false;
  if (!smr_interp_run(&e->interp, g, args, e->param_count))
    return false;
  return !e->interp.out.size ||
         store(e, e->param_count, 0, smr_value_type(g, smr_operand(g, e->interp.left, 0)),
               e->interp.out.data[0]);
}

void smr_verify_eval_init(SmrVerifyEval *e, const SmrGraph *graph, const SmrPattern *pattern) {
  memset(e, 0, sizeof *e);
  e->graph = graph;
  e->pattern = pattern;
  e->param_count = graph->blocks.data[smr_region_block(graph, graph->body)].args.size;
  e->interp = (SmrInterp){.run = run_op,
                          .host = e,
                          .values = smr_xcalloc(graph->values.size + 1, sizeof *e->interp.values),
                          .max_steps = UINT64_MAX,
                          .partial = true};
  e->varies = smr_xcalloc(graph->ops.size + 1, 1);
  e->objects = smr_xcalloc(2 * SMR_VERIFY_ARGS + 1, sizeof *e->objects);
  e->watched_object = UINT32_MAX;
  e->most_steps = SMR_VERIFY_STEPS;
}

SmrVerifyRun smr_verify_eval(SmrVerifyEval *e, const SmrVerifyCase *inputs) {
  clear(e);
  e->object_count = e->pattern->arg_count;
  e->inputs = inputs;
  e->steps = 0;
  e->weight = 1;
  e->work = 0;
  e->index_count = 0;
  e->verdict = SMR_RUN_OK;
  if (!run_wrapper(e) && e->verdict == SMR_RUN_OK)
    e->verdict = SMR_RUN_UNKNOWN;
  return e->verdict;
}
