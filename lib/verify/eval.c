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
typedef SmrVerifyValue Value;

static _Noreturn void stop(Eval *e, SmrVerifyRun verdict) {
  e->verdict = verdict;
  longjmp(e->stop, 1);
}

//--- Numbers -----------------------------------------------------------------------

void smr_verify_store(void *at, SmrType type, int64_t bits, double value, double im) {
  SmrType part = smr_type_part(type);
  smr_number_store(at, part, bits, value);
  if (part != type)
    smr_number_store((char *)at + smr_type_bytes(part), part, bits, im);
}

static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// `x` is in [-1, 1), `r` the random number that it was made of.
static double shape(SmrVerifyData data, SmrType part, uint64_t r, double x) {
  uint32_t width = SMR_TYPE_PAYLOAD(part);
  if (data == SMR_DATA_WHOLE)
    return (double)((int64_t)(r >> 24) % 7 - 3);
  if (data == SMR_DATA_FLAT)
    return 1 + x * 0x1p-10;
  if (data == SMR_DATA_NONE)
    return 0.0;
  if (r % 64 == 0 || (data == SMR_DATA_ZEROS && (r & 6)))
    return r & 256 ? 0.0 : -0.0;
  switch (data) {
  case SMR_DATA_TINY:
    return x * (part == SMR_F64 ? 0x1p-1030 : part == SMR_F32 ? 0x1p-130 : 1.0);
  case SMR_DATA_BROAD:
    return x * 32;
  case SMR_DATA_LARGE:
    return x * (width == 64 ? 0x1p300 : width == 32 && SMR_TYPE_KIND(part) == SMR_T_FLOAT ? 0x1p36 : 16);
  case SMR_DATA_ABS:
    return fabs(x);
  default:
    return x;
  }
}

static double spiced(SmrSpice spice) {
  return spice == SMR_SPICE_NAN ? (double)NAN : spice == SMR_SPICE_INF ? HUGE_VAL : -HUGE_VAL;
}

static bool is_spiced(const SmrVerifyCase *inputs, uint32_t object, int64_t offset) {
  return inputs->spice && inputs->spiced_object == object &&
         (inputs->spiced_offset == offset || inputs->spiced_offset == INT64_MIN);
}

static uint64_t draw(const SmrVerifyCase *inputs, uint32_t object, int64_t offset) {
  return mix(inputs->seed ^ mix(object + 1) ^ mix((uint64_t)offset * 0x5851f42d4c957f2du));
}

/// Special is the real part of a complex number, or its imaginary one, or both.
enum { SPICED_RE = 1, SPICED_IM = 2 };
static unsigned spiced_parts(const SmrVerifyCase *inputs, uint32_t object) {
  return 1 + (unsigned)(draw(inputs, object, 1) % 3);
}

static double random_number(uint64_t r) {
  return (double)(int64_t)(r >> 11) * 0x1p-52 - 1.0;
}

/// A factor that is 0 or 1 is mostly real.
static double scalar_im(const SmrVerifyCase *inputs, uint32_t object, uint64_t r) {
  double re = inputs->floats[object];
  if (re == 0 || re == 1)
    return r & 3 ? 0 : 1;
  double im = r & 3 ? random_number(r) * 2 : re;
  return inputs->data == SMR_DATA_WHOLE ? rint(im) : inputs->data == SMR_DATA_ABS ? fabs(im) : im;
}

double smr_verify_first_im(const SmrVerifyEval *e, const SmrVerifyCase *inputs, uint32_t object,
                           int64_t offset, SmrType type) {
  const SmrPatternArg *arg = object < e->pattern->arg_count ? &e->pattern->args[object] : NULL;
  uint64_t r = draw(inputs, object, offset ^ INT64_C(0x2545f4914f6cdd1d));
  SmrType part = smr_type_part(type);
  if (part == type)
    return 0;
  if (is_spiced(inputs, object, offset) && (spiced_parts(inputs, object) & SPICED_IM))
    return spiced(inputs->spice);
  bool scalar = arg && arg->kind == SMR_ARG_FLOAT;
  return smr_float_round(part, scalar ? scalar_im(inputs, object, r)
                                      : shape(inputs->data, part, r, random_number(r)));
}

void smr_verify_first(const SmrVerifyEval *e, const SmrVerifyCase *inputs, uint32_t object, int64_t offset,
                      SmrType type, int64_t *bits, double *value) {
  const SmrPatternArg *arg = object < e->pattern->arg_count ? &e->pattern->args[object] : NULL;
  uint64_t r = draw(inputs, object, offset);
  *bits = 0, *value = 0;
  if (smr_type_is_number(type)) {
    SmrType part = smr_type_part(type);
    double x = shape(inputs->data, part, r, random_number(r));
    if (arg && arg->kind == SMR_ARG_FLOAT)
      x = inputs->data == SMR_DATA_ABS ? fabs(inputs->floats[object]) : inputs->floats[object];
    if (is_spiced(inputs, object, offset) && (part == type || (spiced_parts(inputs, object) & SPICED_RE)))
      x = spiced(inputs->spice);
    *value = smr_float_round(part, x);
  } else if (arg && arg->kind == SMR_ARG_INT) {
    *bits = smr_int_wrap(type, inputs->ints[object]);
  } else {
    *bits = inputs->wide_ints ? smr_int_wrap(type, (int64_t)r) : (int64_t)(r >> 20) % 7;
    uint32_t width = SMR_TYPE_PAYLOAD(type);
    if (inputs->wide_ints && inputs->seed % 4 == 0 && width > 1 && width <= 16) // sums grow as they can
      *bits = smr_int_most(width) - (int64_t)(r % 3 == 0);
    *bits = smr_int_wrap(type, *bits);
  }
}

//--- Memory ------------------------------------------------------------------------

int64_t smr_verify_place_of(const SmrVerifyObject *o, int64_t at) {
  return o->pages.data[at / SMR_VERIFY_PAGE] * SMR_VERIFY_PAGE + at % SMR_VERIFY_PAGE;
}

/// In a sparse run: where an array's byte would be if the pages touched so far were contiguous.
static int64_t among_pages(Eval *e, uint32_t object, int64_t offset) {
  SmrVerifyObject *o = &e->objects[object];
  if (!e->sparse || object >= e->param_count || e->pattern->args[object].kind != SMR_ARG_ARRAY)
    return offset;
  int64_t page = (offset - (offset & (SMR_VERIFY_PAGE - 1))) / SMR_VERIFY_PAGE;
  uint32_t place = *smr_map_at(&o->places, (uint64_t)page, o->pages.size);
  if (place == o->pages.size)
    smr_vec_push(&o->pages, page);
  if (place >= SMR_VERIFY_REACH / SMR_VERIFY_PAGE)
    stop(e, SMR_RUN_EXCLUDED);
  return (int64_t)place * SMR_VERIFY_PAGE + (offset & (SMR_VERIFY_PAGE - 1));
}

static SmrVerifyCell *cell_at(Eval *e, uint32_t object, int64_t offset, SmrType type) {
  SmrVerifyObject *o = &e->objects[object];
  offset = among_pages(e, object, offset);
  int64_t bytes = smr_type_bytes(type);
  if (!bytes || offset < -SMR_VERIFY_REACH || offset > SMR_VERIFY_REACH - bytes)
    stop(e, bytes ? SMR_RUN_EXCLUDED : SMR_RUN_UNKNOWN);
  if (!o->cells) {
    o->cells = calloc(2 * SMR_VERIFY_REACH, sizeof *o->cells);
    o->marks = calloc(2 * SMR_VERIFY_REACH, 1);
  }
  if (!o->cells || !o->marks)
    stop(e, SMR_RUN_UNKNOWN);
  if (o->low == o->high)
    o->low = offset, o->high = offset + bytes, o->element = type;
  if (offset < o->low)
    o->low = offset;
  if (offset + bytes > o->high)
    o->high = offset + bytes;
  SmrVerifyCell *cell = &o->cells[offset + SMR_VERIFY_REACH];
  if (cell->type && cell->type != type)
    stop(e, SMR_RUN_UNKNOWN); // one memory, two types
  o->marks[offset + SMR_VERIFY_REACH] = (uint8_t)bytes;
  return cell;
}

/// In a run of corners: extents alone.
static void touch(Eval *e, uint32_t object, int64_t offset, SmrType type) {
  SmrVerifyObject *o = &e->objects[object];
  int64_t bytes = smr_type_bytes(type);
  if (!bytes || offset < -SMR_VERIFY_REACH || offset > SMR_VERIFY_REACH - bytes)
    stop(e, bytes ? SMR_RUN_EXCLUDED : SMR_RUN_UNKNOWN);
  if (!o->extents_only || o->low == o->high)
    o->low = offset, o->high = offset + bytes, o->element = type;
  o->extents_only = true;
  if (o->element != type)
    stop(e, SMR_RUN_UNKNOWN);
  o->low = offset < o->low ? offset : o->low;
  o->high = offset + bytes > o->high ? offset + bytes : o->high;
}

/// A scalar argument's value; data are not known.
static Value load_corner(Eval *e, uint32_t object, int64_t offset, SmrType type) {
  Value value = {0};
  touch(e, object, offset, type);
  if (object < e->pattern->arg_count &&
      (e->pattern->args[object].kind == SMR_ARG_INT || e->pattern->args[object].kind == SMR_ARG_FLOAT)) {
    smr_verify_first(e, e->inputs, object, offset, type, &value.i, &value.f);
    value.im = smr_verify_first_im(e, e->inputs, object, offset, type);
    value.known = true;
  }
  return value;
}

static Value load(Eval *e, uint32_t object, int64_t offset, SmrType type) {
  if (e->corners)
    return load_corner(e, object, offset, type);
  SmrVerifyCell *cell = cell_at(e, object, offset, type);
  if (!cell->type) {
    cell->type = type;
    cell->read_first = true;
    smr_verify_first(e, e->inputs, object, offset, type, &cell->first, &cell->first_float);
    cell->bits = cell->first;
    cell->value = cell->first_float;
    cell->im = cell->first_im = smr_verify_first_im(e, e->inputs, object, offset, type);
    cell->magnitude = fmax(fabs(cell->value), fabs(cell->im));
    cell->exact = true;
  }
  return (Value){
      .f = cell->value, .im = cell->im, .magnitude = cell->magnitude, .i = cell->bits, .known = cell->exact};
}

static void store(Eval *e, uint32_t object, int64_t offset, SmrType type, Value value) {
  if (e->corners) {
    touch(e, object, offset, type);
    return;
  }
  SmrVerifyCell *cell = cell_at(e, object, offset, type);
  cell->type = type;
  cell->written = true;
  cell->exact = value.known;
  cell->bits = value.i;
  cell->value = value.f;
  cell->im = value.im;
  cell->magnitude = value.magnitude;
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

//--- Operations --------------------------------------------------------------------

static Value get(Eval *e, SmrValue v) {
  return e->values[smr_value(e->graph, v)];
}
static Value operand(Eval *e, SmrOp op, uint32_t k) {
  return e->values[smr_operand(e->graph, op, k)];
}
static int64_t known_int(Eval *e, Value v) {
  if (!v.known || v.object)
    stop(e, SMR_RUN_UNKNOWN);
  return v.i;
}
static Value integer(SmrType type, int64_t value) {
  return (Value){.i = smr_int_wrap(type, value), .known = true};
}
static Value real(SmrType type, double value, double magnitude, bool known) {
  value = smr_float_round(type, value);
  if (!(magnitude >= fabs(value)))
    magnitude = fabs(value);
  return (Value){.f = value, .magnitude = magnitude, .known = known && smr_type_is_float(type)};
}

static Value poly(Eval *e, SmrOp op) {
  const SmrGraph *g = e->graph;
  const SmrPolyData *p = &g->polys.data[smr_op(g, op)->poly];
  uint64_t sum = 0;
  for (uint32_t t = 0; t < p->count; t++) {
    const SmrTermData *term = &g->terms.data[p->first + t];
    uint64_t product = (uint64_t)term->coef;
    for (uint32_t k = 0; k < term->count; k++) {
      Value v = operand(e, op, g->monomials.data[term->first + k]);
      if (!v.known || v.object)
        return (Value){0};
      product *= (uint64_t)v.i;
    }
    sum += product;
  }
  return (Value){.i = (int64_t)sum, .known = true};
}

static Value int_arithmetic(Eval *e, SmrOp op, SmrOpcode code, SmrType type) {
  Value a = operand(e, op, 0), b = operand(e, op, 1);
  if (!a.known || !b.known || a.object || b.object)
    return (Value){0};
  Value result = {.known = true};
  if (smr_int_op(code, type, a.i, b.i, &result.i))
    return result;
  if (code == SMR_OP_SHL || code == SMR_OP_SHRS || code == SMR_OP_SHRU)
    return (Value){0};
  stop(e, SMR_RUN_EXCLUDED); // a division that C does not define
}

static Value compare_ints(Eval *e, SmrOp op) {
  Value a = operand(e, op, 0), b = operand(e, op, 1);
  if (!a.known || !b.known || a.object != b.object)
    return (Value){0};
  SmrType type = smr_value_type(e->graph, smr_operand(e->graph, op, 0));
  return integer(SMR_I1, smr_int_compare((SmrIcmp)smr_op(e->graph, op)->imm, type, a.i, b.i));
}

static Value compare_floats(Eval *e, SmrOp op) {
  Value a = operand(e, op, 0), b = operand(e, op, 1);
  if (!a.known || !b.known)
    return (Value){0};
  return integer(SMR_I1, smr_float_compare(smr_op(e->graph, op)->imm, a.f, b.f));
}

/// How large the terms are that the result is made of.
static double float_magnitude(SmrOpcode code, Value a, Value b, Value c) {
  switch (code) {
  case SMR_OP_FMUL:
    return a.magnitude * b.magnitude;
  case SMR_OP_FDIV:
    return (a.magnitude + fabs(a.f) * (b.magnitude / fabs(b.f))) / fabs(b.f);
  case SMR_OP_FNEG:
  case SMR_OP_FABS:
    return a.magnitude;
  case SMR_OP_FMA:
    return a.magnitude * b.magnitude + c.magnitude;
  default: // FREM is a step: no bound
    return a.magnitude + b.magnitude;
  }
}

/// One op of two complex numbers; the magnitude is that of either part's terms.
static Value complex_op(SmrOpcode code, SmrType type, Value a, Value b) {
  SmrType part = smr_type_part(type);
  Value out = {.known = a.known && b.known, .magnitude = a.magnitude + b.magnitude};
  switch (code) {
  case SMR_OP_FADD:
    out.f = a.f + b.f, out.im = a.im + b.im;
    break;
  case SMR_OP_FSUB:
    out.f = a.f - b.f, out.im = a.im - b.im;
    break;
  case SMR_OP_FMUL:
    out.f = a.f * b.f - a.im * b.im, out.im = a.f * b.im + a.im * b.f;
    out.magnitude = 2 * a.magnitude * b.magnitude;
    break;
  case SMR_OP_FNEG:
    out.f = -a.f, out.im = -a.im, out.magnitude = a.magnitude;
    break;
  default:
    out.known = false;
  }
  out.f = smr_float_round(part, out.f), out.im = smr_float_round(part, out.im);
  return out;
}

static Value complex_arithmetic(Eval *e, SmrOp op, SmrOpcode code, SmrType type) {
  uint32_t count = smr_op(e->graph, op)->operand_count;
  Value a = operand(e, op, 0);
  code = code == SMR_OP_FSUM ? SMR_OP_FADD : code == SMR_OP_FPROD ? SMR_OP_FMUL : code;
  if (code == SMR_OP_NOREASSOC)
    return a;
  if (count == 1)
    return complex_op(code, type, a, a);
  for (uint32_t k = 1; k < count; k++)
    a = complex_op(code, type, a, operand(e, op, k));
  return a;
}

/// Complex numbers and their parts; false for other functions.
static bool complex_math(const char *name, Value a, Value b, Value *out) {
  if (!strcmp(name, SMR_MATH_COMPLEX))
    *out = (Value){.f = a.f, .im = b.f, .magnitude = a.magnitude + b.magnitude, .known = a.known && b.known};
  else if (!strcmp(name, SMR_MATH_CONJ))
    *out = (Value){.f = a.f, .im = -a.im, .magnitude = a.magnitude, .known = a.known};
  else if (!strcmp(name, SMR_MATH_RE) || !strcmp(name, SMR_MATH_IM))
    *out = (Value){.f = !strcmp(name, SMR_MATH_RE) ? a.f : a.im, .magnitude = a.magnitude, .known = a.known};
  else
    return false;
  return true;
}

static Value float_arithmetic(Eval *e, SmrOp op, SmrOpcode code, SmrType type) {
  uint32_t count = smr_op(e->graph, op)->operand_count;
  Value a = operand(e, op, 0), b = count > 1 ? operand(e, op, 1) : a;
  bool known = a.known && b.known;
  if (smr_type_is_complex(type))
    return complex_arithmetic(e, op, code, type);
  if (code == SMR_OP_NOREASSOC)
    return real(type, a.f, a.magnitude, known);
  if (code != SMR_OP_FSUM && code != SMR_OP_FPROD) {
    Value c = count > 2 ? operand(e, op, 2) : a;
    double result = 0;
    known &= c.known && smr_float_op(code, type, (double[]){a.f, b.f, c.f}, &result);
    return real(type, result, float_magnitude(code, a, b, c), known);
  }
  for (uint32_t k = 1; k < count; k++) { // in which order is nobody's business: rounded at the end
    Value c = operand(e, op, k);
    a.f = code == SMR_OP_FSUM ? a.f + c.f : a.f * c.f;
    a.magnitude = code == SMR_OP_FSUM ? a.magnitude + c.magnitude : a.magnitude * c.magnitude;
    known &= c.known;
  }
  return real(type, a.f, a.magnitude, known);
}

/// The condition number times the result's size, where the function is known.
static Value math(Eval *e, SmrOp op, SmrType type) {
  const char *name = smr_intern_text(e->graph->symbols, smr_op(e->graph, op)->name);
  Value a = operand(e, op, 0), out;
  if (complex_math(name, a, operand(e, op, smr_op(e->graph, op)->operand_count > 1), &out))
    return out;
  if (!smr_type_is_float(type) || !a.known)
    return (Value){0};
  double m = a.magnitude, x = a.f, r;
  if (!strcmp(name, "sqrt")) {
    r = sqrt(x);
    if (m < (type == SMR_F64 ? 0x1p-960 : 0x1p-90)) // what it is of may have lost all its digits
      return (Value){0};
    return real(type, r, r > 0 ? r * (m / x) : sqrt(m), true);
  }
  if (!strcmp(name, "exp"))
    return real(type, exp(x), exp(x) * (1 + m), true);
  if (!strcmp(name, "exp2"))
    return real(type, exp2(x), exp2(x) * (1 + m), true);
  if (!strcmp(name, "log"))
    return real(type, log(x), fabs(log(x)) + m / fabs(x), true);
  if (!strcmp(name, "sin") || !strcmp(name, "cos"))
    return real(type, *name == 's' ? sin(x) : cos(x), 1 + m, true);
  if (!strcmp(name, "tanh"))
    return real(type, tanh(x), fabs(tanh(x)) + m, true);
  if (!strcmp(name, "floor") || !strcmp(name, "ceil") || !strcmp(name, "trunc") || !strcmp(name, "round"))
    return (Value){0};
  return (Value){0};
}

static Value cast(Eval *e, SmrOp op, SmrOpcode code, SmrType type) {
  SmrType from = smr_value_type(e->graph, smr_operand(e->graph, op, 0));
  Value a = operand(e, op, 0);
  if (!a.known)
    return (Value){0};
  switch (code) {
  case SMR_OP_SEXT:
  case SMR_OP_ZEXT:
  case SMR_OP_TRUNC:
    return integer(type, smr_int_cast(code, from, type, a.i));
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
    return real(type, smr_float_of_int(code, from, type, a.i), 0, true);
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI: {
    Value result = {.known = true};
    return smr_float_to_int(code, type, a.f, &result.i) ? result : (Value){0};
  }
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
    return real(type, a.f, a.magnitude, true);
  default:
    if (from == type)
      return a;
    return (Value){0};
  }
}

//--- Control -----------------------------------------------------------------------

static void run_block(Eval *e, SmrBlock block, SmrOp *terminator);

static void set_args(Eval *e, SmrBlock block, uint32_t first, const Value *values, uint32_t count) {
  const SmrBlockData *b = &e->graph->blocks.data[block];
  for (uint32_t k = 0; k < count && first + k < b->args.size; k++)
    e->values[b->args.data[first + k]] = values[k];
}

static void take_operands(Eval *e, SmrOp op, uint32_t first, Value *out, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    out[k] = operand(e, op, first + k);
}

/// The rewriter guards that a loop runs, unless its count changes inside the nest.
static bool trip_varies(Eval *e, SmrOp op) {
  if (e->varies[op])
    return e->varies[op] - 1;
  const SmrGraph *g = e->graph;
  SmrOp outermost = 0;
  for (SmrOp at = smr_parent(g, op); at; at = smr_parent(g, at))
    outermost = at;
  bool varies = false;
  if (outermost) {
    SmrPoly trip = smr_poly_of(g, &e->arena, smr_operand(g, op, 0));
    for (uint32_t t = 0; t < trip.count; t++)
      for (uint32_t k = 0; k < trip.terms[t].degree; k++)
        varies |= smr_value_inside(g, trip.terms[t].leaves[k], outermost);
  }
  e->varies[op] = varies ? 2 : 1;
  return varies;
}

enum { MOST_CARRIED = 32 };

static void run_loop_corners(Eval *e, SmrOp op, SmrType type, int64_t from, int64_t end, int64_t step,
                             uint32_t carried) {
  const SmrGraph *g = e->graph;
  const Value unknown[MOST_CARRIED] = {0};
  double weight = e->weight;
  int64_t trips = step > 0 ? (end - from + step - 1) / step : (from - end - step - 1) / -step;
  SmrBlock body = smr_body_block(g, op, 0);
  for (int corner = 0; corner < 2 && corner < trips; corner++) {
    SmrOp last;
    Value iv = integer(type, corner ? from + (trips - 1) * step : from);
    e->weight = weight * (double)trips / (trips > 1 ? 2 : 1);
    set_args(e, body, 0, &iv, 1);
    set_args(e, body, 1, unknown, carried);
    run_block(e, body, &last);
  }
  e->weight = weight;
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++)
    e->values[smr_result(g, op, k)] = (Value){0};
}

static void run_loop(Eval *e, SmrOp op) {
  const SmrGraph *g = e->graph;
  const SmrOpData *o = smr_op(g, op);
  bool counted = o->code == SMR_OP_LOOP;
  uint32_t fixed = counted ? 1 : 3, carried = o->operand_count - fixed;
  Value values[MOST_CARRIED];
  if (carried > MOST_CARRIED)
    stop(e, SMR_RUN_UNKNOWN);
  int64_t at = counted ? 0 : known_int(e, operand(e, op, 0));
  int64_t end = known_int(e, operand(e, op, counted ? 0 : 1));
  int64_t step = counted ? 1 : known_int(e, operand(e, op, 2));
  SmrType type = counted ? SMR_I64 : smr_value_type(g, smr_operand(g, op, 0));
  if (counted && end < 1 && !e->unguarded && !trip_varies(e, op))
    stop(e, SMR_RUN_EXCLUDED);
  if (!step)
    stop(e, SMR_RUN_UNKNOWN);
  if (!counted && (o->flags & SMR_F_INCLUSIVE))
    end += step > 0 ? 1 : -1;
  if (e->corners) {
    run_loop_corners(e, op, type, at, end, step, carried);
    return;
  }
  take_operands(e, op, fixed, values, carried);
  SmrBlock body = smr_body_block(g, op, 0);
  for (; step > 0 ? at < end : at > end; at += step) {
    SmrOp last;
    Value iv = integer(type, at);
    set_args(e, body, 0, &iv, 1);
    set_args(e, body, 1, values, carried);
    run_block(e, body, &last);
    take_operands(e, last, 0, values, carried);
  }
  for (uint32_t k = 0; k < o->result_count; k++)
    e->values[smr_result(g, op, k)] = values[k];
}

static void run_while(Eval *e, SmrOp op) {
  const SmrGraph *g = e->graph;
  const SmrOpData *o = smr_op(g, op);
  Value values[MOST_CARRIED];
  if (o->operand_count > MOST_CARRIED || o->result_count > MOST_CARRIED || e->corners)
    stop(e, SMR_RUN_UNKNOWN);
  take_operands(e, op, 0, values, o->operand_count);
  for (;;) {
    SmrOp last;
    SmrBlock before = smr_body_block(g, op, 0), body = smr_body_block(g, op, 1);
    set_args(e, before, 0, values, o->operand_count);
    run_block(e, before, &last);
    int64_t go_on = known_int(e, operand(e, last, 0));
    take_operands(e, last, 1, values, o->result_count);
    if (!go_on)
      break;
    set_args(e, body, 0, values, o->result_count);
    run_block(e, body, &last);
    take_operands(e, last, 0, values, o->operand_count);
  }
  for (uint32_t k = 0; k < o->result_count; k++)
    e->values[smr_result(g, op, k)] = values[k];
}

static void run_if(Eval *e, SmrOp op) {
  const SmrGraph *g = e->graph;
  SmrOp last;
  if (e->corners) {
    for (uint32_t side = 0; side < 2; side++)
      run_block(e, smr_body_block(g, op, side), &last);
    for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++)
      e->values[smr_result(g, op, k)] = (Value){0};
    return;
  }
  int64_t condition = known_int(e, operand(e, op, 0));
  run_block(e, smr_body_block(g, op, condition ? 0 : 1), &last);
  for (uint32_t k = 0; k < smr_op(g, op)->result_count; k++)
    e->values[smr_result(g, op, k)] = operand(e, last, k);
}

//--- Addresses ---------------------------------------------------------------------

static Value address(Eval *e, SmrOp op) {
  const SmrGraph *g = e->graph;
  Value base = operand(e, op, 0);
  Value offset = operand(e, op, 1);
  if (!base.known || !base.object || !offset.known)
    return (Value){0};
  base.i = (int64_t)((uint64_t)base.i + (uint64_t)offset.i);
  for (int64_t k = 0; k < smr_op(g, op)->imm; k++) {
    Value index = operand(e, op, 2 + 2 * (uint32_t)k), extent = operand(e, op, 3 + 2 * (uint32_t)k);
    if (index.known && extent.known && (index.i < 0 || index.i >= extent.i))
      stop(e, SMR_RUN_EXCLUDED);
  }
  return base;
}

/// Remembers with which indices the watched element was named.
static void watch(Eval *e, SmrOp access, Value ptr) {
  const SmrGraph *g = e->graph;
  if (ptr.object != e->watched_object + 1 || ptr.i != e->watched_offset)
    return;
  SmrOp def = smr_def(g, smr_access_ptr(g, access));
  e->index_count = 0;
  if (!def || smr_op(g, def)->code != SMR_OP_ADDR)
    return;
  for (int64_t k = 0; k < smr_op(g, def)->imm && k < 8; k++) {
    Value index = operand(e, def, 2 + 2 * (uint32_t)k);
    e->indices[e->index_count++] = index.i;
    if (!index.known) {
      e->index_count = 0;
      return;
    }
  }
}

static Value descriptor(Eval *e, SmrOp op, SmrOpcode code) {
  Value box = operand(e, op, 0);
  if (!box.known || !box.object || box.object > e->pattern->arg_count)
    return (Value){0};
  uint32_t k = box.object - 1, dim = (uint32_t)smr_op(e->graph, op)->imm;
  if (code == SMR_OP_DESCR_ADDR)
    return (Value){.object = e->inputs->alias[k] + 1u, .known = true};
  if (dim >= SMR_VERIFY_DIMS)
    return (Value){0};
  return integer(SMR_I64, code == SMR_OP_DESCR_LB       ? 1
                          : code == SMR_OP_DESCR_EXTENT ? e->inputs->box[k].extent[dim]
                                                        : e->inputs->box[k].stride[dim]);
}

//--- The walk ----------------------------------------------------------------------

static bool is_out_marker(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  return o->code == SMR_OP_OPAQUE && o->name && !strcmp(smr_intern_text(g->symbols, o->name), SMR_OPAQUE_OUT);
}

static void run_op(Eval *e, SmrOp op) {
  const SmrGraph *g = e->graph;
  const SmrOpData *o = smr_op(g, op);
  SmrOpcode code = (SmrOpcode)o->code;
  SmrType type = o->result_count ? smr_value_type(g, smr_result(g, op, 0)) : 0;
  e->work += e->weight;
  if (++e->steps > e->most_steps)
    stop(e, SMR_RUN_EXCLUDED);
  Value result = {0};
  switch (code) {
  case SMR_OP_CONST:
    result = smr_type_is_float(type) ? real(type, smr_const_float(g, op), 0, true) : integer(type, o->imm);
    if (SMR_TYPE_KIND(type) == SMR_T_PTR || SMR_TYPE_KIND(type) == SMR_T_COMPLEX)
      result = (Value){0};
    break;
  case SMR_OP_UNDEF:
    break;
  case SMR_OP_POLY:
    result = poly(e, op);
    break;
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
    result = int_arithmetic(e, op, code, type);
    break;
  case SMR_OP_ICMP:
    result = compare_ints(e, op);
    break;
  case SMR_OP_FCMP:
    result = compare_floats(e, op);
    break;
  case SMR_OP_SELECT: {
    Value condition = operand(e, op, 0);
    if (condition.known)
      result = operand(e, op, condition.i ? 1 : 2);
    break;
  }
  case SMR_OP_FADD:
  case SMR_OP_FSUB:
  case SMR_OP_FMUL:
  case SMR_OP_FDIV:
  case SMR_OP_FREM:
  case SMR_OP_FNEG:
  case SMR_OP_FMA:
  case SMR_OP_FMIN:
  case SMR_OP_FMAX:
  case SMR_OP_FABS:
  case SMR_OP_FSUM:
  case SMR_OP_FPROD:
  case SMR_OP_NOREASSOC:
    result = float_arithmetic(e, op, code, type);
    break;
  case SMR_OP_MATH:
    result = math(e, op, type);
    break;
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
    result = cast(e, op, code, type);
    break;
  case SMR_OP_FREE:
    break;
  case SMR_OP_HEAP:
  case SMR_OP_ALLOCA:
    if (e->object_count == 2 * SMR_VERIFY_ARGS)
      stop(e, SMR_RUN_UNKNOWN);
    result = (Value){.object = ++e->object_count, .known = true};
    break;
  case SMR_OP_ADDR:
    result = address(e, op);
    break;
  case SMR_OP_DESCR_ADDR:
  case SMR_OP_DESCR_LB:
  case SMR_OP_DESCR_EXTENT:
  case SMR_OP_DESCR_STRIDE:
    result = descriptor(e, op, code);
    break;
  case SMR_OP_LOAD: {
    Value ptr = operand(e, op, 0);
    if (!ptr.known || !ptr.object)
      stop(e, SMR_RUN_UNKNOWN);
    watch(e, op, ptr);
    result = load(e, ptr.object - 1, ptr.i, type);
    break;
  }
  case SMR_OP_STORE: {
    Value ptr = operand(e, op, 1);
    if (!ptr.known || !ptr.object)
      stop(e, SMR_RUN_UNKNOWN);
    watch(e, op, ptr);
    store(e, ptr.object - 1, ptr.i, smr_value_type(g, smr_operand(g, op, 0)), operand(e, op, 0));
    break;
  }
  case SMR_OP_LOOP:
  case SMR_OP_FOR:
    run_loop(e, op);
    return;
  case SMR_OP_WHILE:
    run_while(e, op);
    return;
  case SMR_OP_IF:
    run_if(e, op);
    return;
  case SMR_OP_CALL:
  case SMR_OP_OPAQUE:
    if (is_out_marker(g, op)) {
      if (o->imm >= 0 && o->imm < e->param_count && o->operand_count)
        store(e, (uint32_t)o->imm, 0, smr_value_type(g, smr_operand(g, op, 0)), operand(e, op, 0));
      return;
    }
    if (!(o->flags & SMR_F_PURE) || o->region_count)
      stop(e, SMR_RUN_UNKNOWN);
    break;
  default:
    stop(e, SMR_RUN_UNKNOWN);
  }
  for (uint32_t k = 0; k < o->result_count; k++)
    e->values[smr_result(g, op, k)] = k ? (Value){0} : result;
}

static void run_block(Eval *e, SmrBlock block, SmrOp *terminator) {
  const SmrGraph *g = e->graph;
  *terminator = 0;
  for (SmrOp op = g->blocks.data[block].first; op; op = smr_op(g, op)->next) {
    if (smr_opcode_terminator((SmrOpcode)smr_op(g, op)->code)) {
      *terminator = op;
      return;
    }
    run_op(e, op);
  }
  stop(e, SMR_RUN_UNKNOWN);
}

static void run_wrapper(Eval *e) {
  const SmrGraph *g = e->graph;
  SmrBlock entry = smr_region_block(g, g->body);
  for (uint32_t k = 0; k < e->param_count; k++) {
    SmrValue v = g->blocks.data[entry].args.data[k];
    SmrType type = smr_value_type(g, v);
    const SmrPatternArg *arg = &e->pattern->args[k];
    if (SMR_TYPE_KIND(type) == SMR_T_PTR || SMR_TYPE_KIND(type) == SMR_T_BOX)
      e->values[v] =
          (Value){.object = (arg->kind == SMR_ARG_ARRAY ? e->inputs->alias[k] : k) + 1u, .known = true};
    else if (arg->kind == SMR_ARG_OUT) // by value here, a reference in the code that runs
      e->values[v] = arg->read ? load(e, k, 0, type) : (Value){0};
    else {
      Value value = {.known = true};
      smr_verify_first(e, e->inputs, k, 0, type, &value.i, &value.f);
      value.im = smr_verify_first_im(e, e->inputs, k, 0, type);
      value.magnitude = fmax(fabs(value.f), fabs(value.im));
      e->values[v] = value;
    }
  }
  SmrOp last;
  run_block(e, entry, &last);
  if (smr_op(g, last)->code != SMR_OP_RETURN)
    stop(e, SMR_RUN_UNKNOWN);
  if (smr_op(g, last)->operand_count)
    store(e, e->param_count, 0, smr_value_type(g, smr_operand(g, last, 0)), get(e, smr_operand(g, last, 0)));
}

void smr_verify_eval_init(SmrVerifyEval *e, const SmrGraph *graph, const SmrPattern *pattern) {
  memset(e, 0, sizeof *e);
  e->graph = graph;
  e->pattern = pattern;
  e->param_count = graph->blocks.data[smr_region_block(graph, graph->body)].args.size;
  e->values = smr_xcalloc(graph->values.size + 1, sizeof *e->values);
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
  if (setjmp(e->stop) == 0)
    run_wrapper(e);
  return e->verdict;
}
