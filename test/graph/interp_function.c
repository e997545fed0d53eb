//===- interp_function.c - the interpreter's pure functions by name -------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/interp.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include <math.h>
#include <string.h>

int64_t smr_interp_ring(SmrType type, int64_t value) {
  return SMR_TYPE_PAYLOAD(type) == 32 ? (int64_t)(int32_t)(uint32_t)(uint64_t)value : value;
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
  return smr_interp_ring(type, (int64_t)value);
}

int64_t smr_interp_inverse(SmrType type, int64_t x) {
  return x == 1 ? 1 : uninterpreted(type, "inverse", &type, &(SmrCell){.i = x}, 1);
}

static SmrOpcode opcode_of(const char *name) {
  static const SmrOpcode known[] = {SMR_OP_FMIN,   SMR_OP_FMAX,   SMR_OP_FABS,
                                    SMR_OP_FREM,   SMR_OP_FPEXT,  SMR_OP_FPTRUNC,
                                    SMR_OP_SITOFP, SMR_OP_UITOFP, SMR_OP_NOREASSOC};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp(name, smr_opcode_name(known[k])))
      return known[k];
  return SMR_OP_NONE;
}

/// A product as many times, so that x**2 is x*x; no other power is known.
static int64_t ring_power(SmrType type, const char *name, const SmrType *types, const SmrCell *args,
                          uint32_t count) {
  uint64_t product = 1;
  if (args[1].i < 0 || args[1].i > 64)
    return uninterpreted(type, name, types, args, count);
  for (int64_t k = 0; k < args[1].i; k++)
    product *= (uint64_t)args[0].i;
  return smr_interp_ring(type, (int64_t)product);
}

static int64_t ring_function(SmrOpcode code, const char *name, SmrType type, const SmrType *types,
                             const SmrCell *args, uint32_t count) {
  int64_t a = args[0].i, b = args[count > 1].i;
  switch (code) {
  case SMR_OP_FMIN:
    return smr_interp_ring(type, a < b ? a : b);
  case SMR_OP_FMAX:
    return smr_interp_ring(type, a > b ? a : b);
  case SMR_OP_FABS:
    return smr_interp_ring(type, a < 0 ? (int64_t)(0 - (uint64_t)a) : a);
  case SMR_OP_SITOFP:
    return smr_interp_ring(type, smr_int_signed(types[0], a));
  case SMR_OP_UITOFP:
    return smr_interp_ring(type, (int64_t)smr_int_unsigned(types[0], a));
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_NOREASSOC:
    return smr_interp_ring(type, a);
  default:
    return count == 2 && !strcmp(name, "fpowi") ? ring_power(type, name, types, args, count)
                                                : uninterpreted(type, name, types, args, count);
  }
}

static bool math_function(const char *name, SmrType type, const SmrCell *args, uint32_t count, SmrCell *out) {
  static const struct {
    const char *name;
    double (*f)(double);
  } unary[] = {{"sqrt", sqrt}, {"exp", exp},   {"log", log},     {"sin", sin},   {"cos", cos},
               {"tan", tan},   {"tanh", tanh}, {"floor", floor}, {"ceil", ceil}, {"absf", fabs}};
  for (size_t k = 0; k < sizeof unary / sizeof *unary; k++)
    if (count == 1 && !strcmp(name, unary[k].name)) {
      out->f = smr_float_round(type, unary[k].f(args[0].f));
      return true;
    }
  bool power = !strcmp(name, "pow") || !strcmp(name, "powf");
  if (count == 2 && (power || !strcmp(name, "powi") || !strcmp(name, "fpowi"))) {
    out->f = smr_float_round(type, pow(args[0].f, power ? args[1].f : (double)args[1].i));
    return true;
  }
  return false;
}

//--- Complex numbers -----------------------------------------------------------

/// The same of both parts.
static SmrCell rounded(bool ring, SmrType type, SmrCell x) {
  SmrType part = smr_type_part(type);
  if (ring)
    return (SmrCell){.i = smr_interp_ring(part, x.i), .im.i = smr_interp_ring(part, x.im.i)};
  return (SmrCell){.f = smr_float_round(part, x.f), .im.f = smr_float_round(part, x.im.f)};
}

static SmrCell ring_product(SmrCell a, SmrCell b) {
  uint64_t ar = (uint64_t)a.i, ai = (uint64_t)a.im.i, br = (uint64_t)b.i, bi = (uint64_t)b.im.i;
  return (SmrCell){.i = (int64_t)(ar * br - ai * bi), .im.i = (int64_t)(ar * bi + ai * br)};
}

/// 1/conj(x) is conj(1/x): of a number and its conjugate one is hashed.
static SmrCell ring_inverse(SmrType type, SmrCell x) {
  SmrCell same = x;
  if (!x.im.i)
    return (SmrCell){.i = smr_interp_inverse(smr_type_part(type), x.i)};
  if (x.im.i < 0)
    same.im.i = (int64_t)(0 - (uint64_t)x.im.i);
  SmrCell out = {.i = uninterpreted(smr_type_part(type), "inverse.re", &type, &same, 1),
                 .im.i = uninterpreted(smr_type_part(type), "inverse.im", &type, &same, 1)};
  if (x.im.i < 0)
    out.im.i = (int64_t)(0 - (uint64_t)out.im.i);
  return out;
}

static SmrCell ring_complex(SmrOpcode code, SmrType type, SmrCell a, SmrCell b) {
  bool minus = code == SMR_OP_FSUB;
  if (code == SMR_OP_FMUL || code == SMR_OP_FDIV)
    return ring_product(a, code == SMR_OP_FMUL ? b : ring_inverse(type, b));
  return (SmrCell){.i = (int64_t)((uint64_t)a.i + (minus ? 0 - (uint64_t)b.i : (uint64_t)b.i)),
                   .im.i = (int64_t)((uint64_t)a.im.i + (minus ? 0 - (uint64_t)b.im.i : (uint64_t)b.im.i))};
}

static SmrCell float_complex(SmrOpcode code, SmrCell a, SmrCell b) {
  double size = b.f * b.f + b.im.f * b.im.f;
  switch (code) {
  case SMR_OP_FMUL:
    return (SmrCell){.f = a.f * b.f - a.im.f * b.im.f, .im.f = a.f * b.im.f + a.im.f * b.f};
  case SMR_OP_FDIV:
    return (SmrCell){.f = (a.f * b.f + a.im.f * b.im.f) / size, .im.f = (a.im.f * b.f - a.f * b.im.f) / size};
  case SMR_OP_FSUB:
    return (SmrCell){.f = a.f - b.f, .im.f = a.im.f - b.im.f};
  default:
    return (SmrCell){.f = a.f + b.f, .im.f = a.im.f + b.im.f};
  }
}

bool smr_interp_complex(bool ring, SmrOpcode code, SmrType type, SmrCell a, SmrCell b, SmrCell *out) {
  if (code == SMR_OP_FNEG) {
    b = a;
    a = (SmrCell){.f = ring ? 0 : -0.0, .im.f = ring ? 0 : -0.0};
    code = SMR_OP_FSUB;
  }
  if (code != SMR_OP_FADD && code != SMR_OP_FSUB && code != SMR_OP_FMUL && code != SMR_OP_FDIV)
    return false;
  *out = rounded(ring, type, ring ? ring_complex(code, type, a, b) : float_complex(code, a, b));
  return true;
}

static bool complex_function(bool ring, const char *name, SmrType type, const SmrCell *args, uint32_t count,
                             SmrCell *out) {
  if (count == 2 && !strcmp(name, SMR_MATH_COMPLEX)) {
    *out = (SmrCell){.i = args[0].i, .im.i = args[1].i};
  } else if (count == 1 && (!strcmp(name, SMR_MATH_RE) || !strcmp(name, SMR_MATH_IM))) {
    *out = (SmrCell){.i = !strcmp(name, SMR_MATH_RE) ? args[0].i : args[0].im.i};
  } else if (count == 1 && !strcmp(name, SMR_MATH_CONJ)) {
    *out = args[0];
    if (ring)
      out->im.i = (int64_t)(0 - (uint64_t)out->im.i);
    else
      out->im.f = -out->im.f;
  } else if (!strcmp(name, "cpowi") && ring && args[1].i > 0 && args[1].i <= 64) {
    *out = args[0];
    for (int64_t k = 1; k < args[1].i; k++)
      *out = ring_product(*out, args[0]);
  } else {
    return false;
  }
  *out = rounded(ring, type, *out);
  return true;
}

//--- Memory --------------------------------------------------------------------

static bool load_part(bool ring, const void *at, SmrType type, int64_t *i, double *f) {
  uint32_t size = smr_type_bytes(type);
  if (smr_type_is_float(type) && !ring) {
    int64_t none;
    smr_number_load(at, type, &none, f);
    return true;
  }
  if (!size || size > 8 || (smr_type_is_float(type) && size < 4))
    return false;
  uint64_t value = 0;
  memcpy(&value, at, size); // little endian
  *i = smr_type_is_float(type) ? smr_interp_ring(type, (int64_t)value) : smr_int_wrap(type, (int64_t)value);
  return true;
}

bool smr_interp_load(bool ring, const void *at, SmrType type, SmrCell *out) {
  SmrType part = smr_type_part(type);
  const unsigned char *bytes = at;
  *out = (SmrCell){0};
  return load_part(ring, bytes, part, &out->i, &out->f) &&
         (part == type || load_part(ring, bytes + smr_type_bytes(part), part, &out->im.i, &out->im.f));
}

static bool store_part(bool ring, void *at, SmrType type, int64_t i, double f) {
  uint32_t size = smr_type_bytes(type);
  if (!size || size > 8 || (smr_type_is_float(type) && size < 4))
    return false;
  if (smr_type_is_float(type) && !ring)
    smr_number_store(at, type, 0, f);
  else
    memcpy(at, &i, size);
  return true;
}

bool smr_interp_store(bool ring, void *at, SmrType type, SmrCell x) {
  SmrType part = smr_type_part(type);
  unsigned char *bytes = at;
  return store_part(ring, bytes, part, x.i, x.f) &&
         (part == type || store_part(ring, bytes + smr_type_bytes(part), part, x.im.i, x.im.f));
}

//--- All -----------------------------------------------------------------------

bool smr_interp_function(bool ring, const char *name, SmrType type, const SmrType *types, const SmrCell *args,
                         uint32_t count, SmrCell *out) {
  SmrOpcode code = opcode_of(name);
  uint32_t arity = code == SMR_OP_FMIN || code == SMR_OP_FMAX || code == SMR_OP_FREM ? 2 : 1;
  double x[2] = {0};
  if (!count || (code && count != arity))
    return false;
  if (complex_function(ring, name, type, args, count, out))
    return true;
  *out = (SmrCell){0};
  if (ring) {
    out->i = ring_function(code, name, type, types, args, count);
    return true;
  }
  for (uint32_t k = 0; k < count && k < 2; k++)
    x[k] = args[k].f;
  switch (code) {
  case SMR_OP_NONE:
    return math_function(name, type, args, count, out);
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
    out->f = smr_float_of_int(code, types[0], type, args[0].i);
    return true;
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_NOREASSOC:
    out->f = smr_float_round(type, x[0]);
    return true;
  default:
    return smr_float_op(code, type, x, &out->f);
  }
}
