//===- equations.c - array equations: names, bounds, lifetime -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "raise/equations.h"
#include "raise/words.h"
#include <string.h>

bool smr_is_quotient(const SmrEquations *e, const SmrFactor *f) {
  return f->kind == SMR_FACTOR_FUNCTION && smr_equal(smr_intern_text(e->symbols, f->name), SMR_QUOTIENT);
}

SmrEquations *smr_equations_create(SmrIntern *symbols, SmrSym name) {
  SmrEquations *equations = smr_xcalloc(1, sizeof *equations);
  equations->symbols = symbols;
  equations->name = name;
  smr_vec_push(&equations->integers, (SmrRaisedInteger){0});
  return equations;
}

bool smr_equations_name_index(const SmrEquations *equations, SmrPoly poly) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(poly, &at, &leaf);)
    if (equations->integers.data[leaf].index)
      return true;
  return false;
}

bool smr_equations_factor_moves(const SmrEquations *equations, const SmrFactor *factor) {
  bool moves = (factor->kind == SMR_FACTOR_LOAD || factor->kind == SMR_FACTOR_INTEGER) &&
               smr_equations_name_index(equations, factor->poly);
  for (uint32_t a = 0; a < factor->arg_count && !moves; a++)
    for (uint32_t t = 0; t < factor->args[a].term_count && !moves; t++)
      for (uint32_t k = 0; k < factor->args[a].terms[t].factor_count && !moves; k++)
        moves = smr_equations_factor_moves(equations, factor->args[a].terms[t].factors[k]);
  return moves;
}

void smr_equations_add_either(SmrEquations *equations, SmrEither either) {
  for (uint32_t k = 0; k < equations->eithers.size; k++)
    if (smr_either_equal(equations->eithers.data[k], either))
      return;
  if (either.count)
    smr_vec_push(&equations->eithers, either);
}

void smr_equations_destroy(SmrEquations *equations) {
  if (!equations)
    return;
  smr_vec_free(&equations->integers);
  smr_vec_free(&equations->scalars);
  smr_vec_free(&equations->arrays);
  smr_vec_free(&equations->equations);
  smr_vec_free(&equations->needs);
  smr_vec_free(&equations->eithers);
  smr_vec_free(&equations->known);
  smr_vec_free(&equations->known_if);
  smr_vec_free(&equations->multiples);
  smr_arena_destroy(&equations->arena);
  free(equations);
}

const char *const smr_law_names[] = {
#define X(name, text) text,
    SMR_LAWS(X)
#undef X
};

//--- Words -------------------------------------------------------------------

SmrType smr_equations_type(const char *word) {
  static const struct {
    const char *word;
    SmrType type;
  } types[] = {{"f64", SMR_F64},
               {"f32", SMR_F32},
               {"bf16", SMR_BF16},
               {"f16", SMR_TYPE(SMR_T_FLOAT, 16)},
               {"f80", SMR_TYPE(SMR_T_FLOAT, 80)},
               {"f128", SMR_TYPE(SMR_T_FLOAT, 128)},
               {"c32", SMR_TYPE(SMR_T_COMPLEX, 32)},
               {"c64", SMR_TYPE(SMR_T_COMPLEX, 64)},
               {"i8", SMR_TYPE(SMR_T_INT, 8)},
               {"i16", SMR_TYPE(SMR_T_INT, 16)},
               {"i32", SMR_I32},
               {"i64", SMR_I64}};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (smr_equal(word, types[k].word))
      return types[k].type;
  return SMR_T_NONE;
}

static bool in_names(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool smr_equations_is_name(const char *word) {
  static const char *const reserved[] = {"equations", "int", "array", "in", "need",
                                         "for",       "sum", "inv",   "by", NULL};
  for (const char *c = word; *c; c++)
    if (!in_names(*c))
      return false;
  return *word && (*word < '0' || *word > '9') && !smr_among(word, reserved) &&
         smr_equations_type(word) == SMR_T_NONE;
}

static bool is_taken(const SmrEquations *equations, SmrSym name) {
  for (uint32_t k = 1; k < equations->integers.size; k++)
    if (equations->integers.data[k].name == name)
      return true;
  for (uint32_t k = 0; k < equations->scalars.size; k++)
    if (equations->scalars.data[k].name == name)
      return true;
  for (uint32_t k = 0; k < equations->arrays.size; k++)
    if (equations->arrays.data[k].name == name)
      return true;
  return false;
}

SmrSym smr_equations_name(const SmrEquations *equations, const char *wanted, const char *other) {
  SmrStr text = {0};
  for (const char *c = wanted && *wanted ? wanted : other; *c; c++)
    smr_str_putc(&text, in_names(*c) ? *c : '_');
  if (!text.size || (text.data[0] >= '0' && text.data[0] <= '9')) {
    SmrStr digits = text;
    text = (SmrStr){0};
    smr_str_printf(&text, "_%s", smr_str_get(&digits));
    smr_str_free(&digits);
  }
  size_t stem = text.size;
  SmrSym name = smr_intern(equations->symbols, text.data);
  for (uint32_t k = 2; is_taken(equations, name) || !smr_equations_is_name(text.data); k++) {
    text.size = stem;
    smr_str_printf(&text, "_%u", k);
    name = smr_intern(equations->symbols, text.data);
  }
  smr_str_free(&text);
  return name;
}

void smr_equations_name_indices(SmrEquations *equations) {
  for (uint32_t k = 1; k < equations->integers.size; k++)
    if (!equations->integers.data[k].name)
      equations->integers.data[k].name = smr_equations_name(equations, "i", "i");
}

//--- Bounds ------------------------------------------------------------------

uint32_t smr_domain_lower(const SmrDomain *domain, uint32_t which) {
  uint32_t leaf;
  for (uint32_t r = 0; r < domain->row_count; r++)
    if (smr_poly_is_leaf(domain->rows[r], &leaf) && leaf == domain->indices[which])
      return r;
  return domain->row_count;
}

/// Does the row say coef*index <= p, -coef the only coefficient of the index?
static bool bounds_above(SmrPoly row, uint32_t index, bool times) {
  bool found = false;
  for (uint32_t t = 0; t < row.count; t++) {
    const SmrMonomial *term = &row.terms[t];
    bool alone = term->degree == 1 && term->leaves[0] == index;
    if (alone && (times ? term->coef < 0 : term->coef == -1))
      found = true;
    else if (smr_poly_contains((SmrPoly){term, 1}, index))
      return false;
  }
  return found;
}

uint32_t smr_domain_upper(const SmrDomain *domain, uint32_t which, bool times) {
  for (uint32_t r = 0; r < domain->row_count; r++) {
    bool ok = bounds_above(domain->rows[r], domain->indices[which], times);
    for (uint32_t later = which + 1; later < domain->index_count && ok; later++)
      ok = !smr_poly_contains(domain->rows[r], domain->indices[later]);
    if (ok)
      return r;
  }
  return domain->row_count;
}
