//===- costs.c - what steps take on a machine -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "tensorize/costs.h"
#include "base/cost_lines.h"
#include <fnmatch.h>
#include <math.h>

SmrTensorizeCosts smr_tensorize_default_costs(void) {
#define X(name, f32, f64) .name = {f32, f64},
  return (SmrTensorizeCosts){SMR_TENSORIZE_COSTS(X)};
#undef X
}

#define X(name, f32, f64) "f32-" #name, "f64-" #name,
static const char *const names[] = {SMR_TENSORIZE_COSTS(X)};
#undef X
enum { NAMES = sizeof names / sizeof *names };

/// told[k]: an earlier line has the cost of names[k].
static bool take_line(const char *path, const SmrCostLine *line, bool *told, SmrTensorizeCosts *costs,
                      SmrDiag *diag) {
  char *end;
  double ps = strtod(line->cost, &end), *to = (double *)costs; // (in the names' order)
  bool fits = false;
  if (end[strspn(end, " \t")] || !(ps >= 0) || isinf(ps))
    return smr_error(diag, path, line->line, line->column, "'%s' is no number of picoseconds", line->cost);
  for (uint32_t k = 0; k < NAMES; k++)
    if (fnmatch(line->names, names[k], 0) == 0) {
      to[k] = told[k] ? to[k] : ps;
      told[k] = fits = true;
    }
  return fits || smr_error(diag, path, line->line, 1, "there is no cost '%s'", line->names);
}

bool smr_tensorize_read_costs(const char *path, SmrTensorizeCosts *costs, SmrDiag *diag) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrCostLines lines = {0};
  const char *unread;
  bool told[NAMES] = {0}, ok = smr_cost_lines_read(path, &arena, &lines, &unread, diag);
  if (unread)
    smr_error(diag, path, 0, 0, "cannot be read: %s", unread);
  for (uint32_t k = 0; k < lines.size && ok; k++)
    ok = take_line(path, &lines.data[k], told, costs, diag);
  smr_vec_free(&lines);
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
