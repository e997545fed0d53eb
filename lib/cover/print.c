//===- print.c - plans as text ----------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/plan.h"
#include "graph/syntax.h"
#include <math.h>

static const char *text_of(const SmrEquations *e, SmrSym name) {
  return name ? smr_intern_text(e->symbols, name) : "?";
}

static void print_leaf(uint32_t leaf, SmrStr *out, void *data) {
  const SmrEquations *e = data;
  smr_str_puts(out, text_of(e, e->integers.data[leaf].name));
}

static void print_poly(const SmrEquations *e, SmrPoly poly, SmrStr *out) {
  if (poly.count)
    smr_poly_print(poly, out, print_leaf, (void *)(uintptr_t)e);
  else
    smr_str_putc(out, '0');
}

static void print_product(const SmrEquations *e, double coefficient, const SmrFactor *const *factors,
                          uint32_t count, SmrStr *out);

static void print_factor(const SmrEquations *e, const SmrFactor *f, SmrStr *out) {
  switch (f->kind) {
  case SMR_FACTOR_LOAD:
    smr_str_printf(out, "%s.%u[", text_of(e, e->arrays.data[f->id].name), f->version);
    print_poly(e, f->poly, out);
    smr_str_putc(out, ']');
    break;
  case SMR_FACTOR_SCALAR:
    smr_str_puts(out, text_of(e, e->scalars.data[f->id].name));
    break;
  case SMR_FACTOR_INTEGER:
    smr_str_puts(out, "int(");
    print_poly(e, f->poly, out);
    smr_str_putc(out, ')');
    break;
  case SMR_FACTOR_INVERSE:
  case SMR_FACTOR_FUNCTION:
    smr_str_printf(out, "%s(", f->kind == SMR_FACTOR_INVERSE ? "inv" : text_of(e, f->name));
    for (uint32_t a = 0; a < f->arg_count; a++)
      for (uint32_t t = 0; t < f->args[a].term_count; t++) {
        const SmrRaisedTerm *term = &f->args[a].terms[t];
        smr_str_puts(out, a && !t ? ", " : t ? " + " : "");
        print_product(e, term->coefficient, term->factors, term->factor_count, out);
      }
    smr_str_putc(out, ')');
    break;
  }
}

/// So that it is read back as it is.
static void print_number(double number, uint32_t factors, SmrStr *out) {
  if (isfinite(number))
    smr_syntax_decimal(number, out);
  else
    smr_str_printf(out, "%g", number);
  smr_str_puts(out, factors ? "*" : "");
}

static void print_product(const SmrEquations *e, double coefficient, const SmrFactor *const *factors,
                          uint32_t count, SmrStr *out) {
  if (coefficient == -1 && count)
    smr_str_putc(out, '-');
  else if (coefficient != 1 || !count)
    print_number(coefficient, count, out);
  for (uint32_t k = 0; k < count; k++) {
    smr_str_puts(out, k ? "*" : "");
    print_factor(e, factors[k], out);
  }
}

static const char *name_of(const SmrPatternArg *arg) {
  return arg->name && *arg->name ? arg->name : "result";
}

void smr_matched_print(const SmrMatched *matched, const SmrCanonical *canonical, SmrStr *out) {
  const SmrEquations *e = canonical->equations;
  const SmrCoverRule *rule = matched->rule;
  bool first = true;
  smr_str_printf(out, "%s(", rule->name);
  for (uint32_t k = 0; k < rule->arg_count; k++) {
    const SmrBound *b = &matched->args[k];
    SmrArgKind kind = rule->args[k].kind;
    if (kind == SMR_ARG_UNUSED)
      continue;
    smr_str_printf(out, "%s%s = ", first ? "" : ", ", name_of(&rule->args[k]));
    first = false;
    if (kind == SMR_ARG_INT) {
      print_poly(e, b->poly, out);
      if (b->divisor > 1)
        smr_str_printf(out, "/%lld", (long long)b->divisor);
    } else if (kind == SMR_ARG_FLOAT) {
      print_product(e, b->number.coefficient, b->number.factors, b->number.factor_count, out);
    } else {
      smr_str_puts(out, text_of(e, e->arrays.data[b->array].name));
      if (b->version && kind == SMR_ARG_ARRAY)
        smr_str_printf(out, ".%u", b->version);
      if (b->poly.count) {
        smr_str_puts(out, " + ");
        print_poly(e, b->poly, out);
      }
    }
  }
  smr_str_putc(out, ')');
  for (uint32_t k = 0; k < matched->need_count; k++) {
    smr_str_puts(out, k ? ", " : " if ");
    print_poly(e, matched->needs[k], out);
    smr_str_puts(out, " >= 0");
  }
  for (uint32_t i = 0; i < matched->either_count; i++) {
    const SmrEither *either = &matched->eithers[i];
    smr_str_puts(out, i || matched->need_count ? ", " : " if ");
    for (uint32_t c = 0; c < either->count; c++)
      for (uint32_t k = 0; k < either->cases[c].count; k++) {
        smr_str_puts(out, k ? " and " : c ? " or " : "");
        print_poly(e, either->cases[c].polys[k], out);
        smr_str_puts(out, " >= 0");
      }
  }
}

uint32_t smr_cover_call_laws(const SmrCanonical *canonical, const SmrCoverCall *call) {
  uint32_t count = call->matched.rule->equation_count;
  uint32_t laws = call->matched.laws | smr_canonical_told_laws(canonical, call->equation);
  for (uint32_t q = 0; q < count && count > 1; q++)
    laws |= smr_canonical_told_laws(canonical, call->matched.equations[q]);
  return laws;
}

void smr_cover_laws_print(uint32_t laws, SmrStr *out) {
  bool first = true;
  for (uint32_t k = 0; k < SMR_COVER_LAW_COUNT; k++)
    if (laws >> k & 1) {
      smr_str_printf(out, "%s%s", first ? "" : " ", smr_cover_law_name((SmrCoverLaw)k));
      first = false;
    }
}

static void print_version(const SmrEquations *e, uint32_t equation, SmrStr *out) {
  const SmrRaisedEquation *one = &e->equations.data[equation];
  smr_str_printf(out, "%s.%u", text_of(e, e->arrays.data[one->array].name), one->version);
}

/// What the call makes, of several equations in the rule's order.
static void print_made(const SmrEquations *e, const SmrCoverCall *call, SmrStr *out) {
  uint32_t count = call->matched.rule->equation_count;
  for (uint32_t q = 0; q < count; q++) {
    smr_str_puts(out, q ? " " : "");
    print_version(e, count == 1 ? call->equation : call->matched.equations[q], out);
  }
}

void smr_cover_plan_print(const SmrCoverPlan *plan, bool versions, SmrStr *out) {
  const SmrEquations *e = plan->canonical->equations;
  for (uint32_t k = 0; k < plan->step_count; k++) {
    const SmrCoverStep *step = &plan->steps[k];
    for (uint32_t c = 0; c < step->call_count; c++) {
      if (versions) {
        print_made(e, &step->calls[c], out);
        smr_str_puts(out, ": ");
      }
      smr_matched_print(&step->calls[c].matched, plan->canonical, out);
      smr_str_putc(out, '\n');
    }
    if (step->call_count)
      continue;
    smr_str_puts(out, "loops:");
    for (uint32_t q = 0; q < step->equation_count; q++) {
      smr_str_putc(out, ' ');
      print_version(e, step->equations[q], out);
    }
    smr_str_putc(out, '\n');
  }
}
