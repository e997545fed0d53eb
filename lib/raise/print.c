//===- print.c - the text form of array equations -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Invariant: the text depends on names, structure and the order of parameters, never on the numbers of
// integers, so that what was parsed prints as what was printed. Requires E1, E2 and E5 (check.c); what breaks
// them prints as something that does not parse.
//===----------------------------------------------------------------------===//
#include "graph/syntax.h"
#include "raise/words.h"
#include <math.h>
#include <string.h>

enum { WIDE = 110 }; // an equation that is longer has its domain on a line of its own

typedef struct {
  const SmrEquations *eq;
  SmrStr *out;
  uint32_t *rank; // by integer: indices in the order of the domains around, then parameters
  uint32_t depth; // indices in scope
} Printer;

static const char *text_of(const Printer *p, SmrSym name) {
  return smr_intern_text(p->eq->symbols, name);
}

static const char *integer_name(const Printer *p, uint32_t integer) {
  return integer && integer < p->eq->integers.size ? text_of(p, p->eq->integers.data[integer].name) : "?";
}

//--- Polynomials ---------------------------------------------------------------

static uint32_t rank_of(const Printer *p, uint32_t leaf) {
  return leaf < p->eq->integers.size ? p->rank[leaf] : UINT32_MAX;
}

/// A copy of the leaves in the order of print.
static void sort_leaves(const Printer *p, const SmrMonomial *term, uint32_t *leaves) {
  for (uint32_t i = 0; i < term->degree; i++) {
    uint32_t at = i;
    for (; at > 0 && rank_of(p, leaves[at - 1]) > rank_of(p, term->leaves[i]); --at)
      leaves[at] = leaves[at - 1];
    leaves[at] = term->leaves[i];
  }
}

typedef struct {
  int64_t coef;
  uint32_t degree, leaves[SMR_POLY_MAX_DEGREE];
} Monomial;

/// What is added before what is subtracted, constants last, outer indices first.
static bool comes_before(const Printer *p, const Monomial *a, const Monomial *b) {
  if (!a->degree || !b->degree)
    return a->degree > b->degree;
  if ((a->coef < 0) != (b->coef < 0))
    return a->coef > 0;
  for (uint32_t i = 0; i < a->degree && i < b->degree; i++)
    if (a->leaves[i] != b->leaves[i])
      return rank_of(p, a->leaves[i]) < rank_of(p, b->leaves[i]);
  return a->degree < b->degree;
}

static void print_monomial(const Printer *p, const Monomial *term, bool first) {
  uint64_t magnitude = term->coef < 0 ? 0 - (uint64_t)term->coef : (uint64_t)term->coef;
  smr_str_puts(p->out, first ? (term->coef < 0 ? "-" : "") : term->coef < 0 ? " - " : " + ");
  if (magnitude != 1 || !term->degree)
    smr_str_printf(p->out, "%llu%s", (unsigned long long)magnitude, term->degree ? "*" : "");
  for (uint32_t i = 0; i < term->degree; i++)
    smr_str_printf(p->out, "%s%s", i ? "*" : "", integer_name(p, term->leaves[i]));
}

/// `but`: without its term of that leaf alone (0: all of it); `plus` is added to the constant.
static void print_poly(const Printer *p, SmrPoly poly, uint32_t but, int64_t plus) {
  Monomial terms[SMR_POLY_MAX_TERMS + 1];
  uint32_t count = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrMonomial *term = &poly.terms[t];
    if (but && term->degree == 1 && term->leaves[0] == but)
      continue;
    Monomial next = {.coef = term->coef, .degree = term->degree};
    sort_leaves(p, term, next.leaves);
    if (!term->degree) {
      plus += next.coef;
      continue;
    }
    uint32_t at = count++;
    for (; at > 0 && comes_before(p, &next, &terms[at - 1]); --at)
      terms[at] = terms[at - 1];
    terms[at] = next;
  }
  if (plus || !count)
    terms[count++] = (Monomial){.coef = plus};
  for (uint32_t t = 0; t < count; t++)
    print_monomial(p, &terms[t], t == 0);
}

//--- Domains -------------------------------------------------------------------

static void enter(Printer *p, const SmrDomain *domain) {
  for (uint32_t k = 0; k < domain->index_count; k++)
    if (domain->indices[k] < p->eq->integers.size)
      p->rank[domain->indices[k]] = p->depth + k;
  p->depth += domain->index_count;
}

static void leave(Printer *p, const SmrDomain *domain) {
  p->depth -= domain->index_count;
}

/// The constant of p where the row is p - 1 - index: whether it can be told.
static bool has_end(SmrPoly row) {
  int64_t constant = row.count && !row.terms[0].degree ? row.terms[0].coef : 0;
  return constant < INT64_MAX;
}

static void print_domain(Printer *p, const SmrDomain *domain) {
  bool *done = smr_xcalloc(domain->row_count + 1, sizeof *done), first = true;
  for (uint32_t k = 0; k < domain->index_count; k++, first = false) {
    uint32_t lower = smr_domain_lower(domain, k), upper = smr_domain_upper(domain, k, false);
    smr_str_printf(p->out, "%s%s%s", first ? "" : ", ", lower < domain->row_count ? "0 <= " : "",
                   integer_name(p, domain->indices[k]));
    done[lower] = true;
    if (upper < domain->row_count && has_end(domain->rows[upper])) {
      smr_str_puts(p->out, " < ");
      print_poly(p, domain->rows[upper], domain->indices[k], 1);
      done[upper] = true;
    }
  }
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (!done[r]) {
      smr_str_puts(p->out, first ? "" : ", ");
      print_poly(p, domain->rows[r], 0, 0);
      smr_str_puts(p->out, " >= 0");
      first = false;
    }
  free(done);
}

//--- Terms ---------------------------------------------------------------------

static void print_sum(Printer *p, const SmrSum *sum);

static void print_type(Printer *p, SmrType type) {
  smr_type_print(p->eq->symbols, type, p->out);
}

static void print_args(Printer *p, const SmrFactor *factor) {
  smr_str_putc(p->out, '(');
  for (uint32_t k = 0; k < factor->arg_count; k++) {
    smr_str_puts(p->out, k ? ", " : "");
    if (factor->args[k].type != factor->type) {
      print_type(p, factor->args[k].type);
      smr_str_putc(p->out, ' ');
    }
    print_sum(p, &factor->args[k]);
  }
  smr_str_putc(p->out, ')');
}

static void print_typed(Printer *p, SmrType type, SmrType around) {
  if (type == around)
    return;
  smr_str_putc(p->out, '<');
  print_type(p, type);
  smr_str_putc(p->out, '>');
}

static void print_load(Printer *p, const SmrFactor *factor) {
  SmrSym name = factor->id < p->eq->arrays.size ? p->eq->arrays.data[factor->id].name : 0;
  smr_str_printf(p->out, "%s.%u[", text_of(p, name), factor->version);
  print_poly(p, factor->poly, 0, 0);
  smr_str_putc(p->out, ']');
}

static void print_factor(Printer *p, const SmrFactor *factor, SmrType around) {
  switch (factor->kind) {
  case SMR_FACTOR_LOAD:
    print_load(p, factor);
    return;
  case SMR_FACTOR_SCALAR:
    smr_str_puts(p->out,
                 text_of(p, factor->id < p->eq->scalars.size ? p->eq->scalars.data[factor->id].name : 0));
    return;
  case SMR_FACTOR_INTEGER:
    smr_str_puts(p->out, "int");
    print_typed(p, factor->type, around);
    smr_str_putc(p->out, '(');
    print_poly(p, factor->poly, 0, 0);
    smr_str_putc(p->out, ')');
    return;
  case SMR_FACTOR_INVERSE:
    smr_str_puts(p->out, "inv");
    break;
  case SMR_FACTOR_FUNCTION:
    if (smr_equations_is_name(text_of(p, factor->name)))
      smr_str_puts(p->out, text_of(p, factor->name));
    else
      smr_syntax_string(text_of(p, factor->name), p->out);
  }
  print_typed(p, factor->type, around);
  print_args(p, factor);
}

static void print_coefficient(Printer *p, double magnitude) {
  if (isfinite(magnitude)) {
    smr_syntax_decimal(magnitude, p->out);
    return;
  }
  uint64_t bits;
  memcpy(&bits, &magnitude, sizeof bits);
  smr_str_printf(p->out, "0x%016llx", (unsigned long long)bits);
}

static void print_term(Printer *p, const SmrRaisedTerm *term, SmrType around, bool first) {
  bool negative = signbit(term->coefficient), summed = term->domain.index_count || term->domain.row_count;
  double magnitude = negative ? -term->coefficient : term->coefficient;
  smr_str_puts(p->out, first ? (negative ? "-" : "") : negative ? " - " : " + ");
  if (magnitude != 1 || (!term->factor_count && !summed)) {
    print_coefficient(p, magnitude);
    smr_str_puts(p->out, term->factor_count || summed ? "*" : "");
  }
  enter(p, &term->domain);
  if (summed) {
    smr_str_puts(p->out, "sum(");
    print_domain(p, &term->domain);
    smr_str_puts(p->out, term->factor_count ? ") " : ") 1");
  }
  for (uint32_t k = 0; k < term->factor_count; k++) {
    smr_str_puts(p->out, k ? "*" : "");
    print_factor(p, term->factors[k], around);
  }
  leave(p, &term->domain);
}

static void print_sum(Printer *p, const SmrSum *sum) {
  if (!sum->term_count)
    smr_str_putc(p->out, '0');
  for (uint32_t t = 0; t < sum->term_count; t++)
    print_term(p, &sum->terms[t], sum->type, t == 0);
  for (uint32_t k = 0; k < SMR_LAW_COUNT; k++)
    if (sum->laws >> k & 1)
      smr_str_printf(p->out, "%s %s", sum->laws & ((1U << k) - 1) ? "" : " by", smr_law_names[k]);
}

//--- Equations -----------------------------------------------------------------

static void print_equation(Printer *p, const SmrRaisedEquation *equation) {
  const SmrDomain *domain = &equation->domain;
  SmrFactor target = {.id = equation->array, .version = equation->version, .poly = equation->offset};
  size_t start = p->out->size, end;
  enter(p, domain);
  smr_str_puts(p->out, "  ");
  print_load(p, &target);
  smr_str_puts(p->out, equation->adds ? " += " : " = ");
  print_sum(p, &equation->sum);
  end = p->out->size;
  if (domain->index_count || domain->row_count) {
    SmrStr bounds = {0}, *out = p->out;
    p->out = &bounds;
    print_domain(p, domain);
    p->out = out;
    bool wide = end - start + bounds.size + 5 > WIDE;
    smr_str_printf(p->out, "%sfor %s", wide ? "\n    " : " ", smr_str_get(&bounds));
    smr_str_free(&bounds);
  }
  leave(p, domain);
  smr_str_putc(p->out, '\n');
}

static void print_integers(Printer *p) {
  bool first = true;
  for (uint32_t k = 1; k < p->eq->integers.size; k++)
    if (!p->eq->integers.data[k].index) {
      smr_str_printf(p->out, "%s%s", first ? "  int " : ", ", integer_name(p, k));
      first = false;
    }
  smr_str_puts(p->out, first ? "" : "\n");
}

static void print_scalars(Printer *p) {
  for (uint32_t k = 0; k < p->eq->scalars.size; k++) {
    const SmrRaisedScalar *scalar = &p->eq->scalars.data[k];
    bool first = !k || scalar[-1].type != scalar->type;
    if (first) {
      smr_str_puts(p->out, k ? "\n  " : "  ");
      print_type(p, scalar->type);
    }
    smr_str_printf(p->out, "%s%s", first ? " " : ", ", text_of(p, scalar->name));
  }
  smr_str_puts(p->out, p->eq->scalars.size ? "\n" : "");
}

static void print_arrays(Printer *p) {
  for (uint32_t k = 0; k < p->eq->arrays.size; k++) {
    const SmrRaisedArray *array = &p->eq->arrays.data[k];
    smr_str_printf(p->out, "  array %s : ", text_of(p, array->name));
    print_type(p, array->type);
    if (array->memory != k && array->memory < p->eq->arrays.size)
      smr_str_printf(p->out, " in %s", text_of(p, p->eq->arrays.data[array->memory].name));
    smr_str_putc(p->out, '\n');
  }
}

static void print_known(Printer *p) {
  const SmrEquations *e = p->eq;
  for (uint32_t k = 0; k < e->known.size; k++) {
    smr_str_puts(p->out, "  known ");
    print_poly(p, e->known.data[k], 0, 0);
    smr_str_puts(p->out, " >= 0\n");
  }
  for (uint32_t k = 0; k < e->known_if.size; k++) {
    smr_str_puts(p->out, "  known ");
    print_poly(p, e->known_if.data[k].row, 0, 0);
    smr_str_puts(p->out, " >= 0 if ");
    print_poly(p, e->known_if.data[k].when, 0, 0);
    smr_str_putc(p->out, '\n');
  }
  for (uint32_t k = 0; k < e->multiples.size; k++) {
    smr_str_puts(p->out, "  known ");
    print_poly(p, e->multiples.data[k].poly, 0, 0);
    smr_str_printf(p->out, " multiple %lld\n", (long long)e->multiples.data[k].of);
  }
}

/// need a >= 0 and b >= 0 or c >= 0
static void print_either(Printer *p, SmrEither either) {
  for (uint32_t c = 0; c < either.count; c++)
    for (uint32_t k = 0; k < either.cases[c].count; k++) {
      smr_str_puts(p->out, k ? " and " : c ? " or " : "  need ");
      print_poly(p, either.cases[c].polys[k], 0, 0);
      smr_str_puts(p->out, " >= 0");
    }
  smr_str_puts(p->out, "\n");
}

void smr_equations_print(const SmrEquations *equations, SmrStr *out) {
  Printer p = {.eq = equations, .out = out};
  p.rank = smr_xcalloc(equations->integers.size, sizeof *p.rank);
  for (uint32_t k = 1; k < equations->integers.size; k++)
    p.rank[k] = UINT32_MAX / 2 + k;
  smr_str_puts(out, "equations @");
  smr_syntax_symbol(smr_intern_text(equations->symbols, equations->name), out);
  smr_str_puts(out, " {\n");
  print_integers(&p);
  print_scalars(&p);
  print_arrays(&p);
  for (uint32_t k = 0; k < equations->needs.size; k++) {
    smr_str_puts(out, "  need ");
    print_poly(&p, equations->needs.data[k], 0, 0);
    smr_str_puts(out, " >= 0\n");
  }
  for (uint32_t k = 0; k < equations->eithers.size; k++)
    print_either(&p, equations->eithers.data[k]);
  print_known(&p);
  for (uint32_t k = 0; k < equations->equations.size; k++)
    print_equation(&p, &equations->equations.data[k]);
  smr_str_puts(out, "}\n");
  free(p.rank);
}
