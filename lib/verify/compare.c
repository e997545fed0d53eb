//===- compare.c - do both sides come to the same? -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// README.md says what counts as equal.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <float.h>
#include <math.h>
#include <string.h>

bool smr_verify_wrong(SmrVerifyChild *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(c->report->message, sizeof c->report->message, format, args);
  va_end(args);
  c->report->tell = SMR_TELL_WRONG;
  return false;
}

static double tolerance(SmrType type, const SmrVerifyCell *cell, double a) {
  double epsilon = smr_float_epsilon(type),
         least = SMR_TYPE_PAYLOAD(type) == 32 ? (double)FLT_TRUE_MIN : DBL_TRUE_MIN;
  if (cell && !cell->value.unknown && isfinite(cell->value.magnitude))
    return 256 * epsilon * cell->value.magnitude + 4096 * least;
  return 65536 * epsilon * (1 + fabs(a));
}

static bool same_float(const SmrVerifyChild *c, SmrType type, const SmrVerifyCell *cell, const void *x,
                       const void *y, double a, double b) {
  if (c->pair->pair->source->fp_exact)
    return (isnan(a) && isnan(b)) || memcmp(x, y, smr_type_bytes(type)) == 0;
  bool infinities = c->inputs->spice == SMR_SPICE_INF || c->inputs->spice == SMR_SPICE_MINUS_INF;
  if (!isfinite(a))
    return isnan(a) ? isnan(b) || (infinities && isinf(b)) : a == b || (infinities && !isfinite(b));
  return isfinite(b) && fabs(a - b) <= tolerance(type, cell, a);
}

/// A complex number that is not finite may be another one that is not: (inf, 1) times (1, 0) is (inf, nan).
/// But one that has a NaN keeps one.
static bool same_special(const SmrVerifyChild *c, const double *a, const double *b) {
  bool infinities = c->inputs->spice == SMR_SPICE_INF || c->inputs->spice == SMR_SPICE_MINUS_INF;
  if (isfinite(b[0]) && isfinite(b[1]))
    return false;
  return infinities || isnan(b[0]) || isnan(b[1]) || !(isnan(a[0]) || isnan(a[1]));
}

static bool compare_complex(SmrVerifyChild *c, uint32_t k, int64_t at, SmrType type,
                            const SmrVerifyCell *cell) {
  const SmrVerifyMemory *m = &c->memory[k];
  const unsigned char *x = m->after[0] + (at - m->low), *y = m->after[1] + (at - m->low);
  SmrType part = smr_type_part(type);
  uint32_t bytes = smr_type_bytes(part);
  double a[2], b[2];
  char name[128];
  int64_t none;
  for (uint32_t half = 0; half < 2; half++) {
    smr_number_load(x + half * bytes, part, &none, &a[half]);
    smr_number_load(y + half * bytes, part, &none, &b[half]);
  }
  bool special = !c->pair->pair->source->fp_exact && !(isfinite(a[0]) && isfinite(a[1]));
  for (uint32_t half = 0; half < 2; half++) {
    bool same = special ? same_special(c, a, b)
                        : same_float(c, part, cell, x + half * bytes, y + half * bytes, a[half], b[half]);
    double normal = cell ? half ? cell->value.im.f : cell->value.f : 0;
    bool as_known = special || !cell || cell->value.unknown || c->inputs->spice ||
                    fabs(a[half] - normal) <= tolerance(part, cell, a[half]);
    if (same && as_known)
      continue;
    smr_verify_name_element(c, k, at, type, name, sizeof name);
    return smr_verify_wrong(
        c,
        same ? "the %s part of %s is %.9g by the idiom's code and %.9g by its normal form: a bug of SMR"
             : "the %s part of %s is %.9g by the idiom and %.9g by the replacement",
        half ? "imaginary" : "real", name, a[half], same ? normal : b[half]);
  }
  return true;
}

static bool compare_element(SmrVerifyChild *c, uint32_t k, int64_t at, SmrType type,
                            const SmrVerifyCell *cell) {
  const SmrVerifyMemory *m = &c->memory[k];
  const unsigned char *x = m->after[0] + (at - m->low), *y = m->after[1] + (at - m->low);
  char name[128];
  int64_t p, q;
  double a, b;
  if (smr_type_is_complex(type))
    return compare_complex(c, k, at, type, cell);
  smr_number_load(x, type, &p, &a);
  smr_number_load(y, type, &q, &b);
  if (!smr_type_is_float(type)) {
    if (p == q)
      return true;
    smr_verify_name_element(c, k, at, type, name, sizeof name);
    return smr_verify_wrong(c, "%s is %lld by the idiom and %lld by the replacement", name, (long long)p,
                            (long long)q);
  }
  if (!same_float(c, type, cell, x, y, a, b)) {
    smr_verify_name_element(c, k, at, type, name, sizeof name);
    bool near = fabs(a - b) < 1e-7 * fabs(a);
    return smr_verify_wrong(c, "%s is %.*g by the idiom and %.*g by the replacement", name, near ? 17 : 9, a,
                            near ? 17 : 9, b);
  }
  if (cell && !cell->value.unknown && !c->inputs->spice && isfinite(a) &&
      !(fabs(a - cell->value.f) <= tolerance(type, cell, a))) {
    double normal = cell->value.f;
    smr_verify_name_element(c, k, at, type, name, sizeof name);
    return smr_verify_wrong(c, "%s is %.9g by the idiom's code and %.9g by its normal form: a bug of SMR",
                            name, a, normal);
  }
  return true;
}

/// Bytes that the idiom does not write.
static bool compare_rest(SmrVerifyChild *c, uint32_t k, int64_t at) {
  const SmrVerifyMemory *m = &c->memory[k];
  size_t i = (size_t)(at - m->low);
  char name[128];
  bool unused = c->pattern->args[k].kind == SMR_ARG_UNUSED;
  for (int side = 0; side < 2; side++) {
    if (m->after[side][i] == (unused ? 0x11 + side : m->first[i]))
      continue;
    SmrType type = c->eval.objects[k].element;
    uint32_t bytes = type ? smr_type_bytes(type) : 1;
    int64_t start = at - (bytes ? (((at - m->low) % bytes) + bytes) % bytes : 0);
    smr_verify_name_element(c, k, start, type ? type : SMR_TYPE(SMR_T_INT, 8), name, sizeof name);
    return smr_verify_wrong(c,
                            side ? "the replacement writes %s, which the idiom does not"
                                 : "the idiom writes %s, which it does not by its normal form: a bug of SMR",
                            name);
  }
  return true;
}

static bool compare_bytes(SmrVerifyChild *c, uint32_t k, int64_t from, int64_t to) {
  const SmrVerifyMemory *m = &c->memory[k];
  size_t i = (size_t)(from - m->low), size = (size_t)(to - from);
  if (from >= to ||
      (c->pattern->args[k].kind != SMR_ARG_UNUSED && !memcmp(m->after[0] + i, m->first + i, size) &&
       !memcmp(m->after[1] + i, m->first + i, size)))
    return true;
  for (; from < to; from++)
    if (!compare_rest(c, k, from))
      return false;
  return true;
}

bool smr_verify_compare_traces(SmrVerifyChild *c) {
  const SmrVerifyTraces *idiom = &c->traces[0], *replacement = &c->traces[1];
  if (replacement->odd && !idiom->odd)
    return smr_verify_wrong(c, "the replacement %s", replacement->odd);
  int more = replacement->flags & ~idiom->flags;
  if (more && (c->pair->pair->source->fp_exact || (!idiom->flags && !c->inputs->spice)))
    return smr_verify_wrong(c,
                            "the replacement raises the floating-point exception \"%s\", the idiom does not",
                            smr_verify_flag_name(more));
  // (A library may set itself up first; functions that set errno themselves are matched without it.)
  if (replacement->error_set && !idiom->error_set && c->warm > 4)
    return smr_verify_wrong(c, "the replacement sets errno to %d, the idiom leaves it alone",
                            replacement->error);
  return true;
}

/// Every element that is written may differ as far as the contract lets it.
static bool compare_loose(SmrVerifyChild *c, uint32_t k) {
  const SmrVerifyMemory *m = &c->memory[k];
  const SmrPatternArg *arg = &c->pattern->args[k];
  int64_t width = smr_type_bytes(arg->type), at = m->low;
  for (; width && arg->written && at + width <= m->high; at += width)
    if (!compare_element(c, k, at, arg->type, NULL))
      return false;
  return compare_bytes(c, k, at, m->high);
}

static bool compare_cells(SmrVerifyChild *c, uint32_t k) {
  const SmrVerifyMemory *m = &c->memory[k];
  const SmrVerifyObject *o = &c->eval.objects[k];
  int64_t at = m->low;
  while (o->cells && (at < m->high)) {
    int64_t next = smr_verify_next(o, at, m->high);
    if (!compare_bytes(c, k, at, next))
      return false;
    if (next == m->high)
      return true;
    SmrVerifyCell copy = o->cells[next + SMR_VERIFY_REACH]; // naming an element runs the idiom again
    at = next + smr_type_bytes(copy.type);
    if (copy.written ? !compare_element(c, k, next, copy.type, &copy) : !compare_bytes(c, k, next, at))
      return false;
  }
  return compare_bytes(c, k, at, m->high);
}

bool smr_verify_compare(SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrPatternArg *arg = &c->pattern->args[k];
    const SmrVerifyObject *o = &c->eval.objects[k];
    if (arg->kind == SMR_ARG_RESULT) {
      if (!compare_element(c, k, 0, arg->type,
                           c->chooser.loose || !o->cells ? NULL : &o->cells[SMR_VERIFY_REACH]))
        return false;
      continue;
    }
    if (!smr_verify_has_memory(c, k) || c->inputs->alias[k] != k)
      continue;
    bool loose = c->chooser.loose && (!smr_verify_is_place(arg) || arg->kind == SMR_ARG_OUT);
    if (loose ? !compare_loose(c, k) : !compare_cells(c, k))
      return false;
  }
  return smr_verify_compare_traces(c);
}
