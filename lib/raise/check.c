//===- check.c - the rules of well-formed array equations -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Verifies E1, E2, E3, the order of E4, E5 and E6 of equations.h. Time is linear in what is printed, times
// the indices of a domain.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "raise/words.h"
#include <stdarg.h>
#include <string.h>

enum { MAX_REPORTS = 20 };

typedef struct {
  const SmrEquations *eq;
  SmrDiag *diag; // NULL: only the result counts
  bool ok;
  uint32_t reports, nesting;
  const SmrRaisedEquation *at; // NULL: in declarations
  bool *around;                // by integer: an index of a domain around
} Checker;

static bool fail(Checker *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static const char *text_of(const Checker *c, SmrSym name) {
  return smr_intern_text(c->eq->symbols, name);
}

static const char *array_name(const Checker *c, uint32_t array) {
  return text_of(c, c->eq->arrays.data[array].name);
}

/// Reports, naming the equations and the one that is looked at; false. After some reports only the result is
/// kept.
static bool fail(Checker *c, const char *format, ...) {
  c->ok = false;
  if (!c->diag || c->reports++ >= MAX_REPORTS)
    return false;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  if (c->at)
    smr_str_printf(&text, "%s.%u: ", array_name(c, c->at->array), c->at->version);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  smr_error(c->diag, NULL, 0, 0, "@%s: %s", text_of(c, c->eq->name), smr_str_get(&text));
  return false;
}

//--- E1, E2: integers and domains --------------------------------------------------

static void check_poly(Checker *c, SmrPoly poly) {
  const SmrEquations *eq = c->eq;
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);) {
    if (!leaf || leaf >= eq->integers.size)
      fail(c, "a polynomial names integer %u of %u [E1]", leaf, eq->integers.size);
    else if (eq->integers.data[leaf].index && !c->around[leaf])
      fail(c, "'%s' is no index of a domain around it [E1]", text_of(c, eq->integers.data[leaf].name));
  }
}

/// Takes the domain's indices into scope; how many of them it took.
static uint32_t enter(Checker *c, const SmrDomain *domain) {
  const SmrEquations *eq = c->eq;
  if (domain->index_count > SMR_EQUATIONS_MAX_INDICES)
    fail(c, "a domain has %u indices [E2]", domain->index_count);
  for (uint32_t k = 0; k < domain->index_count; k++) {
    uint32_t index = domain->indices[k];
    if (!index || index >= eq->integers.size || !eq->integers.data[index].index || c->around[index]) {
      fail(c, "index %u of a domain is %s [E2]", k,
           !index || index >= eq->integers.size ? "no integer"
           : c->around[index]                   ? "one of a domain around it"
                                                : "a parameter");
      return k;
    }
    c->around[index] = true;
  }
  for (uint32_t k = 0; k < domain->index_count; k++) {
    const char *name = text_of(c, eq->integers.data[domain->indices[k]].name);
    if (smr_domain_lower(domain, k) == domain->row_count)
      fail(c, "index '%s' is not bounded below by 0 [E2]", name);
    if (smr_domain_upper(domain, k, true) == domain->row_count)
      fail(c, "index '%s' is not bounded above [E2]", name);
  }
  for (uint32_t r = 0; r < domain->row_count; r++)
    check_poly(c, domain->rows[r]);
  return domain->index_count;
}

static void leave(Checker *c, const SmrDomain *domain, uint32_t entered) {
  for (uint32_t k = 0; k < entered; k++)
    c->around[domain->indices[k]] = false;
}

//--- E3, E5: sums ------------------------------------------------------------------

static bool is_number(const Checker *c, SmrType type) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_type_print(c->eq->symbols, type, &text);
  return type != SMR_T_NONE && smr_equations_type(smr_str_get(&text)) == type;
}

static void check_sum(Checker *c, const SmrSum *sum);

static void check_args(Checker *c, const SmrFactor *f) {
  if (f->kind == SMR_FACTOR_INVERSE && f->arg_count != 1)
    fail(c, "an inverse of %u arguments [E5]", f->arg_count);
  if (c->nesting == SMR_EQUATIONS_MAX_NESTING) {
    fail(c, "functions are nested more than %d deep [E5]", SMR_EQUATIONS_MAX_NESTING);
    return;
  }
  ++c->nesting;
  for (uint32_t k = 0; k < f->arg_count; k++)
    check_sum(c, &f->args[k]);
  --c->nesting;
}

static void check_load(Checker *c, const SmrFactor *f) {
  if (f->id >= c->eq->arrays.size) {
    fail(c, "a load of array %u of %u [E3]", f->id, c->eq->arrays.size);
    return;
  }
  const SmrRaisedArray *array = &c->eq->arrays.data[f->id];
  if (f->version > array->versions)
    fail(c, "%s.%u is read, whose last version is %u [E3]", text_of(c, array->name), f->version,
         array->versions);
  if (f->type != array->type)
    fail(c, "a load has another type than its array %s [E5]", text_of(c, array->name));
  check_poly(c, f->poly);
}

static void check_factor(Checker *c, const SmrFactor *f, SmrType type) {
  if (f->type != type)
    fail(c, "a factor has another type than its sum [E5]");
  switch (f->kind) {
  case SMR_FACTOR_LOAD:
    check_load(c, f);
    return;
  case SMR_FACTOR_SCALAR:
    if (f->id >= c->eq->scalars.size)
      fail(c, "scalar %u of %u [E5]", f->id, c->eq->scalars.size);
    else if (f->type != c->eq->scalars.data[f->id].type)
      fail(c, "'%s' has another type than it is declared with [E5]",
           text_of(c, c->eq->scalars.data[f->id].name));
    return;
  case SMR_FACTOR_INTEGER:
    check_poly(c, f->poly);
    return;
  case SMR_FACTOR_INVERSE:
  case SMR_FACTOR_FUNCTION:
    check_args(c, f);
    return;
  }
  fail(c, "a factor of kind %d [E5]", (int)f->kind);
}

static void check_sum(Checker *c, const SmrSum *sum) {
  if (!is_number(c, sum->type))
    fail(c, "a sum's type is no number's [E5]");
  if (sum->laws >> SMR_LAW_COUNT)
    fail(c, "a sum's laws are 0x%x [E6]", sum->laws);
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    uint32_t entered = enter(c, &term->domain);
    for (uint32_t k = 0; k < term->factor_count; k++)
      check_factor(c, term->factors[k], sum->type);
    leave(c, &term->domain, entered);
  }
}

//--- E5: declarations ----------------------------------------------------------------

static void check_name(Checker *c, SmrMap *names, SmrSym name) {
  uint32_t *seen = smr_map_at(names, name, 0);
  if ((*seen)++)
    fail(c, "two things are named '%s' [E5]", text_of(c, name));
  else if (!smr_equations_is_name(text_of(c, name)))
    fail(c, "'%s' is no name [E5]", text_of(c, name));
}

static void check_known(Checker *c) {
  const SmrEquations *eq = c->eq;
  for (uint32_t k = 0; k < eq->known.size; k++)
    check_poly(c, eq->known.data[k]);
  for (uint32_t k = 0; k < eq->known_if.size; k++) {
    check_poly(c, eq->known_if.data[k].when);
    check_poly(c, eq->known_if.data[k].row);
  }
  for (uint32_t k = 0; k < eq->multiples.size; k++) {
    check_poly(c, eq->multiples.data[k].poly);
    if (eq->multiples.data[k].of < 1)
      fail(c, "a multiple of %lld [E5]", (long long)eq->multiples.data[k].of);
  }
}

static void check_declarations(Checker *c) {
  const SmrEquations *eq = c->eq;
  SmrMap names = {0};
  for (uint32_t k = 1; k < eq->integers.size; k++)
    check_name(c, &names, eq->integers.data[k].name);
  for (uint32_t k = 0; k < eq->scalars.size; k++) {
    check_name(c, &names, eq->scalars.data[k].name);
    if (!is_number(c, eq->scalars.data[k].type))
      fail(c, "the type of '%s' is no number's [E5]", text_of(c, eq->scalars.data[k].name));
  }
  for (uint32_t k = 0; k < eq->arrays.size; k++) {
    uint32_t memory = eq->arrays.data[k].memory;
    check_name(c, &names, eq->arrays.data[k].name);
    if (!is_number(c, eq->arrays.data[k].type))
      fail(c, "the type of '%s' is no number's [E5]", array_name(c, k));
    if (memory > k || eq->arrays.data[memory].memory != memory)
      fail(c, "the memory of '%s' is not that of the first array in it [E5]", array_name(c, k));
  }
  smr_map_free(&names);
  for (uint32_t k = 0; k < eq->needs.size; k++)
    check_poly(c, eq->needs.data[k]);
  for (uint32_t k = 0; k < eq->eithers.size; k++)
    for (uint32_t i = 0; i < eq->eithers.data[k].count; i++)
      for (uint32_t j = 0; j < eq->eithers.data[k].cases[i].count; j++)
        check_poly(c, eq->eithers.data[k].cases[i].polys[j]);
  check_known(c);
}

//--- E4: equations ---------------------------------------------------------------------

static void check_equation(Checker *c, const SmrRaisedEquation *e, uint32_t *made) {
  if (e->array >= c->eq->arrays.size) {
    fail(c, "an equation of array %u of %u [E4]", e->array, c->eq->arrays.size);
    return;
  }
  c->at = e;
  uint32_t *last = &made[e->array];
  if (e->version == 0 || (e->version != *last && e->version != *last + 1))
    fail(c, "stands behind version %u of its array [E4]", *last);
  *last = e->version;
  if (e->sum.type != c->eq->arrays.data[e->array].type)
    fail(c, "the sum has another type than the array [E5]");
  uint32_t entered = enter(c, &e->domain);
  check_poly(c, e->offset);
  check_sum(c, &e->sum);
  leave(c, &e->domain, entered);
  c->at = NULL;
}

bool smr_equations_check(const SmrEquations *equations, SmrDiag *diag) {
  Checker c = {.eq = equations, .diag = diag, .ok = true};
  c.around = smr_xcalloc(equations->integers.size, sizeof *c.around);
  uint32_t *made = smr_xcalloc(equations->arrays.size + 1, sizeof *made);
  check_declarations(&c);
  for (uint32_t k = 0; k < equations->equations.size; k++)
    check_equation(&c, &equations->equations.data[k], made);
  for (uint32_t k = 0; k < equations->arrays.size; k++)
    if (made[k] != equations->arrays.data[k].versions)
      fail(&c, "%s has %u versions, and equations that make %u [E4]", array_name(&c, k),
           equations->arrays.data[k].versions, made[k]);
  free(c.around);
  free(made);
  return c.ok;
}
