//===- ring.c - floating-point numbers as integers, for tests --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/ring.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include <math.h>
#include <string.h>

static int64_t wrap(SmrType type, int64_t value) {
  return SMR_TYPE_PAYLOAD(type) == 32 ? (int64_t)(int32_t)(uint32_t)(uint64_t)value : value;
}

static int64_t add(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a + (uint64_t)b);
}
static int64_t negative(int64_t a) {
  return (int64_t)(0 - (uint64_t)a);
}
static int64_t multiply(int64_t a, int64_t b) {
  return (int64_t)((uint64_t)a * (uint64_t)b);
}

static uint64_t hash(uint64_t seed, uint64_t value) {
  SmrRandom random = {seed * 31 + value};
  return smr_random_next(&random);
}

static int64_t uninterpreted(SmrType type, const char *name, const SmrType *types, const SmrCell *args,
                             uint32_t count) {
  uint64_t value = hash(count, strlen(name));
  for (; *name; name++)
    value = hash(value, (unsigned char)*name);
  for (uint32_t k = 0; k < count; k++) {
    value = hash(value, (uint64_t)args[k].i);
    if (smr_type_is_complex(types[k]))
      value = hash(value, (uint64_t)args[k].im.i);
  }
  return wrap(type, (int64_t)value);
}

/// The uninterpreted 1/x, which is 1 for 1.
static int64_t scalar_inverse(SmrType type, int64_t x) {
  return x == 1 ? 1 : uninterpreted(type, "inverse", &type, &(SmrCell){.i = x}, 1);
}

//--- Complex numbers -----------------------------------------------------------

static SmrCell product(SmrCell a, SmrCell b) {
  return (SmrCell){.i = add(multiply(a.i, b.i), negative(multiply(a.im.i, b.im.i))),
                   .im.i = add(multiply(a.i, b.im.i), multiply(a.im.i, b.i))};
}

/// 1/conj(x) is conj(1/x): of a number and its conjugate one is hashed.
static SmrCell inverse(SmrType type, SmrCell x) {
  SmrCell same = x;
  if (!x.im.i)
    return (SmrCell){.i = scalar_inverse(smr_type_part(type), x.i)};
  if (x.im.i < 0)
    same.im.i = negative(x.im.i);
  SmrCell out = {.i = uninterpreted(smr_type_part(type), "inverse.re", &type, &same, 1),
                 .im.i = uninterpreted(smr_type_part(type), "inverse.im", &type, &same, 1)};
  if (x.im.i < 0)
    out.im.i = negative(out.im.i);
  return out;
}

static bool complex_op(SmrOpcode code, SmrType type, SmrCell a, SmrCell b, SmrCell *out) {
  SmrCell minus = {.i = negative(b.i), .im.i = negative(b.im.i)};
  switch (code) {
  case SMR_OP_FMUL:
    *out = product(a, b);
    return true;
  case SMR_OP_FDIV:
    *out = product(a, inverse(type, b));
    return true;
  case SMR_OP_FNEG:
    *out = minus;
    return true;
  case SMR_OP_FADD:
  case SMR_OP_FSUB:
    b = code == SMR_OP_FADD ? b : minus;
    *out = (SmrCell){.i = add(a.i, b.i), .im.i = add(a.im.i, b.im.i)};
    return true;
  default:
    return false;
  }
}

//--- Functions -------------------------------------------------------------------

/// As many factors as the exponent says, so that x**2 is x*x.
static SmrCell power(SmrCell x, int64_t exponent) {
  SmrCell out = {.i = 1};
  for (int64_t k = 0; k < exponent; k++)
    out = product(out, x);
  return out;
}

/// One that is not known is a hash.
static void function(const SmrNumberOp *op, const char *name, const SmrCell *args, SmrCell *out) {
  SmrCell a = args[0], b = args[op->count > 1];
  bool few = op->count == 2 && b.i >= 0 && b.i <= 64;
  if (!strcmp(name, SMR_MATH_COMPLEX) && op->count == 2)
    *out = (SmrCell){.i = a.i, .im.i = b.i};
  else if (!strcmp(name, SMR_MATH_RE) && op->count == 1)
    *out = (SmrCell){.i = a.i};
  else if (!strcmp(name, SMR_MATH_IM) && op->count == 1)
    *out = (SmrCell){.i = a.im.i};
  else if (!strcmp(name, SMR_MATH_CONJ) && op->count == 1)
    *out = (SmrCell){.i = a.i, .im.i = negative(a.im.i)};
  else if ((!strcmp(name, "fpowi") && few) || (!strcmp(name, "cpowi") && few && b.i))
    *out = power(a, b.i);
  else
    *out = (SmrCell){.i = uninterpreted(op->type, name, op->types, args, op->count)};
}

static bool number_op(const SmrNumberOp *op, bool inverses, const SmrCell *args, SmrCell *out) {
  SmrCell x = args[0], y = args[op->count > 1], result = {0};
  bool complex = smr_type_is_complex(op->type), ok = true;
  switch (complex && op->code != SMR_OP_MATH && op->code != SMR_OP_NOREASSOC ? SMR_OP_NONE : op->code) {
  case SMR_OP_NONE:
    ok = complex_op(op->code, op->type, x, y, &result);
    break;
  case SMR_OP_FADD:
    result.i = add(x.i, y.i);
    break;
  case SMR_OP_FSUB:
    result.i = add(x.i, negative(y.i));
    break;
  case SMR_OP_FMUL:
    result.i = multiply(x.i, y.i);
    break;
  case SMR_OP_FNEG:
    result.i = negative(x.i);
    break;
  case SMR_OP_FMA:
    result.i = add(multiply(x.i, y.i), args[2].i);
    break;
  case SMR_OP_FMIN:
    result.i = x.i < y.i ? x.i : y.i;
    break;
  case SMR_OP_FMAX:
    result.i = x.i > y.i ? x.i : y.i;
    break;
  case SMR_OP_FABS:
    result.i = x.i < 0 ? negative(x.i) : x.i;
    break;
  case SMR_OP_FCMP:
    *out = (SmrCell){.i = smr_float_compare(op->imm, x.i < y.i ? -1 : x.i != y.i, 0)};
    return true;
  case SMR_OP_FDIV:
    if (inverses || y.i == 1)
      result.i = multiply(x.i, scalar_inverse(op->types[1], y.i));
    else
      function(op, "fdiv", args, &result);
    break;
  case SMR_OP_MATH:
    function(op, op->name, args, &result);
    break;
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI:
    *out = (SmrCell){.i = smr_int_wrap(op->type, x.i)};
    return true;
  case SMR_OP_SITOFP:
    result.i = smr_int_signed(op->types[0], x.i);
    break;
  case SMR_OP_UITOFP:
    result.i = (int64_t)smr_int_unsigned(op->types[0], x.i);
    break;
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_NOREASSOC:
    result = x;
    break;
  default: // FREM
    function(op, smr_opcode_name(op->code), args, &result);
  }
  SmrType part = smr_type_part(op->type);
  *out = (SmrCell){.i = wrap(part, result.i), .im.i = wrap(part, result.im.i)};
  return ok;
}

static bool without_inverses(const SmrNumberOp *op, const SmrCell *args, SmrCell *out) {
  return number_op(op, false, args, out);
}
static bool with_inverses(const SmrNumberOp *op, const SmrCell *args, SmrCell *out) {
  return number_op(op, true, args, out);
}

static bool constant(SmrType type, double value, SmrCell *out) {
  (void)type;
  *out = (SmrCell){0};
  if (!(value > -9e18 && value < 9e18) || value != floor(value))
    return false;
  out->i = (int64_t)value;
  return true;
}

//--- Memory --------------------------------------------------------------------

/// What memory has in the place of a number: integers of the same size; none of fewer than 32 bits.
static SmrType integer_of(SmrType part) {
  uint32_t width = SMR_TYPE_PAYLOAD(part);
  return !smr_type_is_float(part) ? part : width == 32 || width == 64 ? SMR_TYPE(SMR_T_INT, width) : 0;
}

static bool load(const void *at, SmrType type, SmrCell *out) {
  SmrType part = smr_type_part(type), integer = integer_of(part);
  SmrCell im = {0};
  bool ok = smr_floats.load(at, integer, out);
  if (ok && part != type)
    ok = smr_floats.load((const char *)at + smr_type_bytes(part), integer, &im);
  out->im.i = im.i;
  return ok;
}

static bool store(void *at, SmrType type, SmrCell x) {
  SmrType part = smr_type_part(type), integer = integer_of(part);
  SmrCell im = {.i = x.im.i};
  return smr_floats.store(at, integer, x) &&
         (part == type || smr_floats.store((char *)at + smr_type_bytes(part), integer, im));
}

const SmrNumbers smr_ring = {without_inverses, load, store, constant};
const SmrNumbers smr_ring_inverses = {with_inverses, load, store, constant};

//--- Random graphs ---------------------------------------------------------------

static SmrCell complex_number(const SmrNumbers *numbers, int64_t re, int64_t im) {
  SmrCell x, y;
  (void)numbers->constant(SMR_F64, (double)re, &x);
  (void)numbers->constant(SMR_F64, (double)im, &y);
  x.im.i = y.i;
  return x;
}

bool smr_run_random(const SmrGraph *graph, uint64_t seed, const SmrNumbers *numbers, unsigned char *memory,
                    SmrCell *result, char reason[160]) {
  SmrInterp in = {.numbers = numbers};
  SmrRandom random = {seed};
  SmrCell args[SMR_RANDOM_ARRAYS + SMR_RANDOM_INTS + SMR_RANDOM_FLOATS] = {0};
  uint32_t n = 0;
  const SmrBlockData *entry = &graph->blocks.data[smr_region_block(graph, graph->body)];
  bool complex = entry->args.size && smr_type_is_complex(smr_value_type(graph, smr_vec_last(&entry->args)));
  SmrType type = complex ? SMR_TYPE(SMR_T_COMPLEX, 32) : SMR_F64;
  for (uint32_t a = 0; a < SMR_RANDOM_ARRAYS; a++) {
    unsigned char *array = memory + a * SMR_RANDOM_ARRAY;
    for (uint32_t i = 0; i < SMR_RANDOM_ARRAY; i += 8) {
      int64_t re = (int64_t)smr_random_below(&random, 9) - 4,
              im = complex ? (int64_t)smr_random_below(&random, 5) - 2 : 0;
      (void)numbers->store(array + i, type, complex_number(numbers, re, im));
    }
    args[n++].i = smr_interp_memory(&in, array, SMR_RANDOM_ARRAY);
  }
  for (uint32_t k = 0; k < SMR_RANDOM_INTS; k++)
    args[n++].i = smr_random_below(&random, 5);
  for (uint32_t k = 0; k < SMR_RANDOM_FLOATS; k++, n++) {
    int64_t re = (int64_t)smr_random_below(&random, 9) - 4, im = complex ? 1 - (int64_t)k * 3 : 0;
    args[n] = complex_number(numbers, re, im);
  }
  bool ok = smr_interp_run(&in, graph, args, n);
  *result = in.out.size ? in.out.data[0] : (SmrCell){0};
  memcpy(reason, in.trap, sizeof in.trap);
  smr_interp_free(&in);
  return ok;
}
