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

static int64_t uninterpreted(SmrType type, const char *name, const SmrCell *args, uint32_t count) {
  uint64_t value = hash(count, strlen(name));
  for (; *name; name++)
    value = hash(value, (unsigned char)*name);
  for (uint32_t k = 0; k < count; k++)
    value = hash(value, (uint64_t)args[k].i);
  return smr_interp_ring(type, (int64_t)value);
}

int64_t smr_interp_inverse(SmrType type, int64_t x) {
  return x == 1 ? 1 : uninterpreted(type, "inverse", &(SmrCell){.i = x}, 1);
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
static int64_t ring_power(SmrType type, const char *name, const SmrCell *args, uint32_t count) {
  uint64_t product = 1;
  if (args[1].i < 0 || args[1].i > 64)
    return uninterpreted(type, name, args, count);
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
    return count == 2 && !strcmp(name, "fpowi") ? ring_power(type, name, args, count)
                                                : uninterpreted(type, name, args, count);
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

bool smr_interp_function(bool ring, const char *name, SmrType type, const SmrType *types, const SmrCell *args,
                         uint32_t count, SmrCell *out) {
  SmrOpcode code = opcode_of(name);
  uint32_t arity = code == SMR_OP_FMIN || code == SMR_OP_FMAX || code == SMR_OP_FREM ? 2 : 1;
  double x[2] = {0};
  if (!count || (code && count != arity))
    return false;
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
