//===- costs.c - what steps take on a machine -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/costs.h"
#include <math.h>

SmrTensorizeCosts smr_tensorize_default_costs(void) {
#define X(name, f32, f64) .name = {f32, f64},
  return (SmrTensorizeCosts){SMR_TENSORIZE_COSTS(X)};
#undef X
}

static double *entry(SmrTensorizeCosts *costs, const char *type, const char *name) {
  bool f64 = smr_equal(type, "f64");
  if (!f64 && !smr_equal(type, "f32"))
    return NULL;
#define X(field, a, b)                                                                                       \
  if (smr_equal(name, #field))                                                                               \
    return &costs->field[f64];
  SMR_TENSORIZE_COSTS(X)
#undef X
  return NULL;
}

static bool read_line(const char *path, uint32_t number, char *line, SmrTensorizeCosts *costs,
                      SmrDiag *diag) {
  char *rest = line, *words[4] = {NULL}, *end;
  line[strcspn(line, "#")] = 0;
  for (int k = 0; k < 4; k++)
    words[k] = strtok_r(rest, " \t\r", &rest);
  if (!words[0])
    return true;
  if (!words[2] || words[3])
    return smr_error(diag, path, number, 1, "a line is `TYPE NAME NANOSECONDS`");
  double *to = entry(costs, words[0], words[1]), ns = strtod(words[2], &end);
  if (!to)
    return smr_error(diag, path, number, 1, "there is no cost '%s' of %s", words[1], words[0]);
  if (*end || !(ns >= 0) || isinf(ns))
    return smr_error(diag, path, number, 1, "'%s' is no number of nanoseconds", words[2]);
  *to = ns;
  return true;
}

bool smr_tensorize_read_costs(const char *path, SmrTensorizeCosts *costs, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason;
  if (!smr_read_file(path, &text, &reason))
    return smr_error(diag, path, 0, 0, "cannot be read: %s", reason);
  bool ok = true;
  uint32_t number = 0;
  for (char *rest = text.data, *line; ok && rest && *rest;) {
    line = rest;
    rest = strchr(rest, '\n');
    if (rest)
      *rest++ = 0;
    ok = read_line(path, ++number, line, costs, diag);
  }
  smr_str_free(&text);
  return ok;
}

double smr_tensorize_price_op(const SmrTensorizeCosts *c, const SmrTensorizeOp *op) {
  double outside = 1, inside = 1;
  uint32_t around = 0;
  for (uint32_t l = 0; l < op->loop_count; l++) {
    double size = smr_tensorize_about(op, l);
    *(op->loops[l].parallel ? &outside : &inside) *= size;
    around += op->loops[l].parallel && size > 1;
  }
  bool unrolled = inside <= SMR_TENSORIZE_MOST_UNROLLED && around <= SMR_TENSORIZE_MOST_AROUND;
  double step = unrolled                            ? c->unrolled[op->f64]
                : op->kind == SMR_TENSORIZE_PRODUCT ? c->op[op->f64]
                                                    : c->pool[op->f64];
  return step * outside * inside;
}

double smr_tensorize_price(const SmrTensorizeCosts *c, bool f64, bool pairwise, const SmrAccessFigures *f) {
  bool single = !pairwise && !(f->calls > 0) && !(f->tiles > 0) && !(f->vectors > 0);
  return c->run[f64] + c->call[f64] * f->calls + c->multiply[f64] * f->multiplied + c->copy[f64] * f->copied +
         c->vector[f64] * f->vectors + (single ? c->single : c->scalar)[f64] * f->scalars +
         c->block[f64] * f->blocks;
}
