//===- rule.c - a pair's idiom as something that equations are matched with -//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/rule.h"
#include "cover/old.h"
#include "cover/sums.h"

static uint32_t arg_named(const SmrCoverRule *rule, const char *const *words, const char *name) {
  for (uint32_t k = 0; k < rule->arg_count; k++)
    if (words[k][0] && !strcmp(words[k], name))
      return k;
  return SMR_RULE_NO_ARG;
}

//--- Numbers by reference ------------------------------------------------------------

typedef struct {
  SmrCoverRule *rule;
  uint32_t *scalar; // by array: what stands for it, or SMR_RULE_NO_ARG
} Numbers;

static SmrPoly as_it_is(SmrSums *s, SmrPoly poly, void *data) {
  (void)s, (void)data;
  return poly;
}

static void load_is_number(SmrFactor *load, void *data) {
  const Numbers *n = data;
  if (n->scalar[load->id] == SMR_RULE_NO_ARG)
    return;
  load->kind = SMR_FACTOR_SCALAR;
  load->id = n->scalar[load->id];
  load->version = 0;
  load->poly = (SmrPoly){NULL, 0};
}

/// A number that is passed by its address is an array of one element in the text: here it is a scalar.
static void replace_numbers(SmrCoverRule *rule, const char *const *words) {
  SmrEquations *e = rule->equations;
  SmrSums s = {.arena = &e->arena};
  Numbers numbers = {rule, smr_arena_alloc(&e->arena, (e->arrays.size + 1) * sizeof *numbers.scalar)};
  for (uint32_t a = 0; a < e->arrays.size; a++) {
    SmrRaisedArray *array = &e->arrays.data[a];
    uint32_t arg = arg_named(rule, words, smr_intern_text(e->symbols, array->name));
    numbers.scalar[a] = SMR_RULE_NO_ARG;
    if (arg == SMR_RULE_NO_ARG || rule->args[arg].kind != SMR_ARG_FLOAT || array->versions)
      continue;
    numbers.scalar[a] = e->scalars.size;
    smr_vec_push(&e->scalars, (SmrRaisedScalar){.name = array->name, .type = array->type});
    array->name = smr_equations_name(e, NULL, "by_address");
  }
  for (uint32_t k = 0; k < e->equations.size; k++)
    e->equations.data[k].sum =
        smr_sum_map(&s, &e->equations.data[k].sum,
                    &(SmrSumMap){.poly = as_it_is, .load = load_is_number, .data = &numbers});
}

static void find_args(SmrCoverRule *rule, const char *const *words) {
  SmrEquations *e = rule->equations;
  rule->result = rule->from = SMR_RULE_NO_ARG;
  for (uint32_t k = 0; k < rule->arg_count; k++)
    rule->result = rule->args[k].kind == SMR_ARG_RESULT ? k : rule->result;
  rule->integer_arg = smr_arena_alloc(&e->arena, (e->integers.size + 1) * sizeof(uint32_t));
  rule->scalar_arg = smr_arena_alloc(&e->arena, (e->scalars.size + 1) * sizeof(uint32_t));
  rule->array_arg = smr_arena_alloc(&e->arena, (e->arrays.size + 1) * sizeof(uint32_t));
  for (uint32_t k = 1; k < e->integers.size; k++)
    rule->integer_arg[k] = arg_named(rule, words, smr_intern_text(e->symbols, e->integers.data[k].name));
  for (uint32_t k = 0; k < e->scalars.size; k++)
    rule->scalar_arg[k] = arg_named(rule, words, smr_intern_text(e->symbols, e->scalars.data[k].name));
  for (uint32_t k = 0; k < e->arrays.size; k++) // (parts of one memory are one parameter)
    rule->array_arg[k] =
        arg_named(rule, words, smr_intern_text(e->symbols, e->arrays.data[e->arrays.data[k].memory].name));
}

//--- What to know before matching -------------------------------------------------------

static bool sums_inside(const SmrRaisedTerm *term) {
  for (uint32_t k = 0; k < term->factor_count; k++)
    for (uint32_t a = 0; a < term->factors[k]->arg_count; a++)
      for (uint32_t t = 0; t < term->factors[k]->args[a].term_count; t++)
        if (term->factors[k]->args[a].terms[t].domain.index_count ||
            sums_inside(&term->factors[k]->args[a].terms[t]))
          return true;
  return false;
}

static void summarise_equation(SmrCoverRule *rule, const SmrRaisedEquation *e) {
  rule->rank = e->domain.index_count > rule->rank ? e->domain.index_count : rule->rank;
  rule->terms += e->sum.term_count;
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    const SmrRaisedTerm *term = &e->sum.terms[t];
    uint32_t loads = 0, depth = e->domain.index_count + term->domain.index_count;
    for (uint32_t k = 0; k < term->factor_count; k++)
      loads += term->factors[k]->kind == SMR_FACTOR_LOAD;
    rule->depth = depth > rule->depth ? depth : rule->depth;
    rule->sums_first |= e->domain.index_count && sums_inside(term);
    rule->factors = loads > rule->factors ? loads : rule->factors;
    rule->adds |= rule->equation_count == 1 && smr_is_old(e, term);
  }
}

//--- Shapes -------------------------------------------------------------------------------

enum { SHAPE_RANKS = 6, SHAPE_DEPTHS = 5, SHAPE_NESTS = SHAPE_RANKS * SHAPE_DEPTHS, SHAPE_NAMES = 16 };
_Static_assert(SMR_COVER_SHAPE_NESTS == ((uint64_t)1 << SHAPE_NESTS) - 1, "the nests come first");
// Terms of which nothing is summed, by rank: they read an array, or two.
enum { SHAPE_READS = SHAPE_NESTS, SHAPE_MULTIPLIES = SHAPE_READS + SHAPE_RANKS };
enum { SHAPE_SUMS_PRODUCTS = SHAPE_MULTIPLIES + SHAPE_RANKS, SHAPE_FUNCTIONS = 64 - SHAPE_NAMES };
// What a rule does not have: a term that multiplies two elements which go together, and sums nothing. A
// program's shape always has this bit.
enum { SHAPE_NOT_ELEMENTWISE = SHAPE_SUMS_PRODUCTS + 1 };
_Static_assert(SMR_COVER_NOT_ELEMENTWISE == (uint64_t)1 << SHAPE_NOT_ELEMENTWISE, "the bits of a shape");
_Static_assert((int)SHAPE_NOT_ELEMENTWISE < (int)SHAPE_FUNCTIONS, "the bits of a shape");

static uint64_t bit(uint32_t number) {
  return (uint64_t)1 << number;
}

static uint32_t at_most(uint32_t number, uint32_t most) {
  return number < most ? number : most;
}

static uint64_t nest_bit(const SmrDomain *outer, uint32_t inner) {
  return bit(SHAPE_DEPTHS * at_most(outer->index_count, SHAPE_RANKS - 1) + at_most(inner, SHAPE_DEPTHS - 1));
}

static uint64_t shape_of_name(const SmrEquations *e, SmrSym name) {
  uint32_t hash = 0;
  for (const char *c = smr_intern_text(e->symbols, name); *c; c++)
    hash = hash * 31 + (unsigned char)*c;
  return bit(SHAPE_FUNCTIONS + hash % SHAPE_NAMES);
}

/// Does a bound of the index name another one, or a bound of another one this? (`x[i + j]` is an `x[j]` then,
/// counted from elsewhere.)
static bool is_coupled(const SmrDomain *domain, uint32_t index) {
  bool coupled = false;
  for (uint32_t r = 0; r < domain->row_count; r++)
    for (uint32_t i = 0; i < domain->index_count && !coupled; i++)
      coupled = domain->indices[i] != index && smr_poly_contains(domain->rows[r], domain->indices[i]) &&
                smr_poly_contains(domain->rows[r], index);
  return coupled;
}

/// Is there one way to count in which both elements go with one index? Then they do in every way.
static bool go_together(const SmrDomain *domain, const SmrFactor *a, const SmrFactor *b) {
  SMR_OWNED(SmrArena, smr_arena_destroy) scratch = {0};
  uint32_t mine = 0, others = 0, common = 0;
  for (uint32_t i = 0; i < domain->index_count; i++) {
    bool in_a = smr_poly_contains(a->poly, domain->indices[i]);
    bool in_b = smr_poly_contains(b->poly, domain->indices[i]);
    if (in_a && in_b && !is_coupled(domain, domain->indices[i]))
      return true;
    mine += in_a, others += in_b, common += in_a && in_b;
  }
  if (!common || mine != common || others != common)
    return false;
  SmrPoly distance;
  return common == 1 || (smr_poly_sub(&scratch, a->poly, b->poly, &distance) &&
                         !smr_poly_contains_any(distance, domain->indices, domain->index_count));
}

static bool is_old_load(const SmrFactor *factor, uint32_t newest) {
  return factor->kind == SMR_FACTOR_LOAD && factor->version <= newest;
}

static bool is_plain_sum(const SmrSum *sum, uint32_t newest);

/// No function, and nothing summed in what it divides by; there elements are of versions up to `newest`.
static bool is_plain_factor(const SmrFactor *factor, uint32_t newest) {
  bool plain = factor->kind != SMR_FACTOR_FUNCTION;
  for (uint32_t a = 0; a < factor->arg_count && plain; a++)
    plain = is_plain_sum(&factor->args[a], newest);
  return plain;
}

static bool is_plain_sum(const SmrSum *sum, uint32_t newest) {
  bool plain = true;
  for (uint32_t t = 0; t < sum->term_count && plain; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    plain = !term->domain.index_count;
    for (uint32_t k = 0; k < term->factor_count && plain; k++)
      plain = is_plain_factor(term->factors[k], newest) &&
              (term->factors[k]->kind != SMR_FACTOR_LOAD || term->factors[k]->version <= newest);
  }
  return plain;
}

/// Does the term sum nothing, and multiply two elements (of versions up to `newest`) that go together? It may
/// divide, but not by sums, and calls no function.
static bool is_elementwise_term(const SmrRaisedEquation *e, const SmrRaisedTerm *term, uint32_t newest) {
  bool any = false;
  for (uint32_t k = 0; k < term->factor_count; k++)
    if (!is_plain_factor(term->factors[k], newest))
      return false;
  for (uint32_t k = 0; k < term->factor_count && !term->domain.index_count; k++)
    for (uint32_t i = 0; i < k && !any; i++)
      any = is_old_load(term->factors[i], newest) && is_old_load(term->factors[k], newest) &&
            go_together(&e->domain, term->factors[i], term->factors[k]);
  return any;
}

/// (What is added to an element in no order may be many terms.)
static bool has_elementwise_term(const SmrRaisedEquation *e, uint32_t newest) {
  for (uint32_t t = 0; t < e->sum.term_count && !e->adds; t++)
    if (is_elementwise_term(e, &e->sum.terms[t], newest))
      return true;
  return false;
}

/// `all`: of arguments of functions as well, and of terms that are a number times the old value.
static uint64_t shape_of_sum(const SmrEquations *e, const SmrRaisedEquation *one, const SmrSum *sum,
                             bool all) {
  const uint32_t rank = at_most(one->domain.index_count, SHAPE_RANKS - 1);
  uint64_t shape = 0;
  for (uint32_t t = 0; t < sum->term_count; t++) {
    const SmrRaisedTerm *term = &sum->terms[t];
    uint32_t loads = 0;
    shape |= nest_bit(&one->domain, term->domain.index_count);
    for (uint32_t k = 0; k < term->factor_count; k++) {
      const SmrFactor *factor = term->factors[k];
      loads += factor->kind == SMR_FACTOR_LOAD || smr_is_quotient(e, factor); // (LAW-WITHIN: of the element)
      if (factor->kind == SMR_FACTOR_FUNCTION)
        shape |= shape_of_name(e, factor->name);
      for (uint32_t a = 0; all && a < factor->arg_count; a++)
        shape |= shape_of_sum(e, one, &factor->args[a], true);
    }
    if (!all && smr_is_old(one, term))
      continue;
    if (term->domain.index_count)
      shape |= loads > 1 ? bit(SHAPE_SUMS_PRODUCTS) : 0;
    else
      shape |= (loads ? bit(SHAPE_READS + rank) : 0) | (loads > 1 ? bit(SHAPE_MULTIPLIES + rank) : 0);
  }
  return shape;
}

static uint64_t shape_of(const SmrEquations *e, bool all) {
  uint64_t shape = 0;
  for (uint32_t k = 0; k < e->equations.size; k++) {
    const SmrRaisedEquation *one = &e->equations.data[k];
    shape |= nest_bit(&one->domain, 0) | shape_of_sum(e, one, &one->sum, all);
  }
  return shape;
}

uint64_t smr_cover_shape(const SmrEquations *equations) {
  return shape_of(equations, true) | SMR_COVER_NOT_ELEMENTWISE;
}

uint64_t smr_cover_rule_shape(const SmrCoverRule *rule) {
  uint64_t shape = shape_of(rule->canonical, false) | SMR_COVER_NOT_ELEMENTWISE;
  for (uint32_t k = 0; k < rule->canonical->equations.size; k++)
    if (has_elementwise_term(&rule->canonical->equations.data[k], UINT32_MAX))
      shape &= ~SMR_COVER_NOT_ELEMENTWISE;
  return shape;
}

bool smr_cover_all_elementwise(const SmrEquations *equations) {
  for (uint32_t k = 0; k < equations->equations.size; k++)
    if (!has_elementwise_term(&equations->equations.data[k], 0))
      return false;
  return true;
}

void smr_cover_rule_summarise(SmrCoverRule *rule) {
  const SmrEquations *e = rule->canonical;
  rule->rank = rule->terms = rule->depth = rule->factors = rule->laws = 0;
  rule->sums_first = rule->adds = false;
  rule->equation_count = e->equations.size;
  for (uint32_t k = 0; k < e->equations.size; k++) {
    summarise_equation(rule, &e->equations.data[k]);
    rule->laws |= smr_equations_laws(e, k);
  }
  rule->shape = smr_cover_rule_shape(rule);
}

//--- Rules of several equations ----------------------------------------------------------

/// Loops that make several arrays give their equations the same indices: each gets its own.
static void rename_indices(SmrEquations *e) {
  SmrSums s = {.arena = &e->arena};
  for (uint32_t q = 1; q < e->equations.size; q++) {
    SmrRaisedEquation *one = &e->equations.data[q];
    uint32_t count = one->domain.index_count;
    uint32_t *indices = smr_arena_alloc(&e->arena, (count + 1) * sizeof *indices);
    one->sum = smr_sum_with_own_indices(&s, e, &one->sum, false);
    for (uint32_t k = 0; k < count; k++) {
      indices[k] = smr_equations_index(e);
      *one = smr_equation_put(&s, one, one->domain.indices[k], smr_sums_leaf(&s, indices[k]));
    }
    one->domain.indices = indices;
  }
}

/// Can the rule be matched?
static bool is_possible(const SmrCoverRule *rule) {
  const SmrEquations *e = rule->canonical;
  return e->equations.size && e->equations.size <= SMR_RULE_MAX_EQUATIONS &&
         e->arrays.size <= SMR_RULE_MAX_ARRAYS;
}

static void make_canonical(SmrCoverRule *rule) {
  rule->made = smr_canonical(rule->equations);
  if (!rule->made)
    return;
  rule->canonical = rule->made->equations;
  rename_indices(rule->canonical);
}

SmrCoverRule *smr_cover_rule_create(SmrIntern *symbols, const SmrPair *pair, bool is_canonical,
                                    SmrDiag *diag) {
  if (!pair->equations)
    return NULL;
  SmrDiag own = {0};
  SmrCoverRule *rule = smr_xcalloc(1, sizeof *rule);
  rule->name = pair->pattern.name, rule->args = pair->pattern.args, rule->arg_count = pair->pattern.arg_count;
  rule->equations =
      smr_equations_parse(symbols, rule->name, pair->equations, strlen(pair->equations), diag ? diag : &own);
  if (rule->equations && smr_equations_check(rule->equations, diag) && rule->equations->equations.size) {
    replace_numbers(rule, pair->words);
    find_args(rule, pair->words);
    if (is_canonical)
      rule->canonical = rule->equations;
    else
      make_canonical(rule);
  }
  smr_diag_free(&own);
  if (!rule->canonical || !is_possible(rule)) {
    smr_cover_rule_destroy(rule);
    return NULL;
  }
  smr_cover_rule_summarise(rule);
  return rule;
}

void smr_cover_rule_print(SmrCoverRule *rule, SmrStr *out) {
  smr_equations_name_indices(rule->canonical);
  smr_equations_print(rule->canonical, out);
}

void smr_cover_rule_destroy(SmrCoverRule *rule) {
  if (!rule)
    return;
  smr_canonical_destroy(rule->made);
  smr_equations_destroy(rule->equations);
  free(rule);
}
