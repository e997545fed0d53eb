//===- floats.c - what floating-point numbers are --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/interpret.h"
#include "graph/number.h"
#include <math.h>
#include <string.h>

static bool complex_op(SmrOpcode code, SmrCell a, SmrCell b, SmrCell *out) {
  double size = b.f * b.f + b.im.f * b.im.f;
  switch (code) {
  case SMR_OP_FADD:
    *out = (SmrCell){.f = a.f + b.f, .im.f = a.im.f + b.im.f};
    return true;
  case SMR_OP_FSUB:
    *out = (SmrCell){.f = a.f - b.f, .im.f = a.im.f - b.im.f};
    return true;
  case SMR_OP_FMUL:
    *out = (SmrCell){.f = a.f * b.f - a.im.f * b.im.f, .im.f = a.f * b.im.f + a.im.f * b.f};
    return true;
  case SMR_OP_FDIV:
    *out = (SmrCell){.f = (a.f * b.f + a.im.f * b.im.f) / size, .im.f = (a.im.f * b.f - a.f * b.im.f) / size};
    return true;
  case SMR_OP_FNEG:
    *out = (SmrCell){.f = -a.f, .im.f = -a.im.f};
    return true;
  default:
    return false;
  }
}

static bool math_function(const SmrNumberOp *op, const SmrCell *args, SmrCell *out) {
  static const struct {
    const char *name;
    double (*f)(double);
  } unary[] = {{"sqrt", sqrt}, {"exp", exp},   {"exp2", exp2},   {"log", log},   {"sin", sin},  {"cos", cos},
               {"tan", tan},   {"tanh", tanh}, {"floor", floor}, {"ceil", ceil}, {"absf", fabs}};
  const char *name = op->name;
  bool power = !strcmp(name, "pow") || !strcmp(name, "powf");
  for (size_t k = 0; k < sizeof unary / sizeof *unary; k++)
    if (op->count == 1 && !strcmp(name, unary[k].name)) {
      out->f = unary[k].f(args[0].f);
      return smr_type_is_float(op->type);
    }
  if (op->count == 2 && !strcmp(name, SMR_MATH_COMPLEX))
    *out = (SmrCell){.f = args[0].f, .im.f = args[1].f};
  else if (op->count == 1 && !strcmp(name, SMR_MATH_RE))
    out->f = args[0].f;
  else if (op->count == 1 && !strcmp(name, SMR_MATH_IM))
    out->f = args[0].im.f;
  else if (op->count == 1 && !strcmp(name, SMR_MATH_CONJ))
    *out = (SmrCell){.f = args[0].f, .im.f = -args[0].im.f};
  else if (op->count == 2 && (power || !strcmp(name, "powi") || !strcmp(name, "fpowi")))
    out->f = pow(args[0].f, power ? args[1].f : (double)args[1].i);
  else
    return false;
  return true;
}

static bool float_op(const SmrNumberOp *op, const SmrCell *args, SmrCell *out) {
  SmrType part = smr_type_part(op->type);
  double x[3] = {args[0].f, op->count > 1 ? args[1].f : 0, op->count > 2 ? args[2].f : 0};
  bool ok = true;
  *out = (SmrCell){0};
  switch (op->code) {
  case SMR_OP_FCMP:
    out->i = smr_float_compare(op->imm, x[0], x[1]);
    return true;
  case SMR_OP_FPTOSI:
  case SMR_OP_FPTOUI:
    return smr_float_to_int(op->code, op->type, x[0], &out->i);
  case SMR_OP_SITOFP:
  case SMR_OP_UITOFP:
    out->f = smr_float_of_int(op->code, op->types[0], op->type, args[0].i);
    return true;
  case SMR_OP_MATH:
    ok = math_function(op, args, out);
    break;
  case SMR_OP_FPEXT:
  case SMR_OP_FPTRUNC:
  case SMR_OP_NOREASSOC:
    *out = args[0];
    break;
  default:
    ok = part == op->type ? smr_float_op(op->code, part, x, &out->f)
                          : complex_op(op->code, args[0], args[op->count > 1], out);
  }
  out->f = smr_float_round(part, out->f);
  out->im.f = smr_float_round(part, out->im.f);
  return ok;
}

static bool is_storable(SmrType part) {
  uint32_t size = smr_type_bytes(part);
  return size && size <= 16 && (size <= 8 || smr_type_is_float(part));
}

static bool load(const void *at, SmrType type, SmrCell *out) {
  SmrType part = smr_type_part(type);
  int64_t i;
  double f;
  if (!is_storable(part))
    return false;
  smr_number_load(at, part, &i, &f);
  *out = smr_type_is_float(part) ? (SmrCell){.f = f} : (SmrCell){.i = i};
  if (part != type)
    smr_number_load((const char *)at + smr_type_bytes(part), part, &i, &out->im.f);
  return true;
}

static bool store(void *at, SmrType type, SmrCell x) {
  SmrType part = smr_type_part(type);
  if (!is_storable(part))
    return false;
  smr_number_store(at, part, x.i, x.f);
  if (part != type)
    smr_number_store((char *)at + smr_type_bytes(part), part, 0, x.im.f);
  return true;
}

static bool constant(SmrType type, double value, SmrCell *out) {
  *out = (SmrCell){.f = smr_float_round(smr_type_part(type), value)};
  return true;
}

const SmrNumbers smr_floats = {float_op, load, store, constant};
