//===- match.c - one idiom at its equations --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A search with few choices: which index is which, which term and which factor. What is still to be done is a
// list of tasks, what is known so far a state; both are copied where there is a choice. Everything that a
// choice leaves open (a stride that is not known yet) is an equation that is looked at again later.
//===----------------------------------------------------------------------===//
#include "cover/match.h"
#include "cover/apart.h"
#include "cover/old.h"
#include "cover/sums.h"
#include <math.h>
#include <string.h>

enum {
  MAX_INDICES = 20,
  MAX_OPEN = 24,
  MAX_STEPS = 4000,
  MAX_PAIRS = 32,
  MAX_BESIDE = 16,
  NO_PAIR = UINT32_MAX
};

/// An idiom's polynomial that is to be a program's.
typedef struct {
  SmrPoly idiom, program;
} Open;

/// A term of the idiom and the program's that it is; around: the pair in whose arguments they stand, or
/// NO_PAIR: then it is one of the equation's.
typedef struct {
  const SmrRaisedTerm *idiom, *program;
  uint32_t around, equation;
} Pair;

/// A load of the program that the idiom has by a parameter that is not the only one that it writes by.
typedef struct {
  const SmrFactor *load;
  uint32_t arg;
} Beside;

typedef struct {
  SmrBound args[SMR_MATCH_MAX_ARGS];
  uint32_t from[MAX_INDICES], to[MAX_INDICES], index_count; // the rule's index, the program's
  uint32_t first_index; // of the equation that is matched: equations of a program share indices
  Open open[MAX_OPEN];
  uint32_t open_count;
  uint32_t shift_of[MAX_OPEN]; // the array parameter whose place an open equation gives, or SMR_RULE_NO_ARG
  uint64_t terms;
  Pair pairs[MAX_PAIRS];
  uint32_t pair_count;
  Beside beside[MAX_BESIDE]; // loads that may lie where something is written by another parameter
  uint32_t beside_count;
  const SmrRaisedEquation *program[SMR_RULE_MAX_EQUATIONS]; // by equation of the rule; NULL: not known yet
  uint32_t places[SMR_RULE_MAX_EQUATIONS];                  // … its number
  SmrMatchedArray chains[SMR_RULE_MAX_ARRAYS];              // by array of the rule
  uint32_t laws;
} State;

typedef enum { TASK_EQUATION, TASK_SUM, TASK_TERM, TASK_FACTORS } TaskKind;
typedef struct Task {
  TaskKind kind;
  uint32_t equation; // of the rule
  const SmrSum *rule_sum, *sum;
  const SmrRaisedTerm *rule_term, *term;
  uint32_t next;  // SUM: the rule's term; FACTORS: the rule's factor
  uint64_t taken; // SUM: the program's terms; FACTORS: its factors
  uint32_t pair;  // whose factors these are, or that is around
  bool top;
  const struct Task *then;
} Task;

typedef struct {
  const SmrCoverRule *rule;
  const SmrCanonical *canonical;
  bool partial;
  uint64_t free; // equations that may be said
  SmrSums s;
  SmrMatched *out;
  SmrMissed *missed;
  uint32_t steps;
} Matcher;

static const SmrRaisedEquation *idiom_of(const Matcher *m, uint32_t equation) {
  return &m->rule->canonical->equations->equations.data[equation];
}

static uint32_t equations_of(const Matcher *m) {
  return m->rule->canonical->equations->equations.size;
}

static bool miss(Matcher *m, uint32_t step, SmrOp at) {
  if (step > m->missed->step)
    *m->missed = (SmrMissed){m->rule, step, at, 0};
  return false;
}

//--- Polynomials of the idiom, as far as parameters are known ------------------------------

/// What the leaf stands for, times *divisor.
static bool known_leaf(const Matcher *m, const State *st, uint32_t leaf, SmrPoly *out, int64_t *divisor) {
  *divisor = 1;
  for (uint32_t k = 0; k < st->index_count; k++)
    if (st->from[k] == leaf) {
      *out = smr_poly_leaf(m->s.arena, st->to[k]);
      return true;
    }
  uint32_t arg = leaf < m->rule->equations->integers.size ? m->rule->integer_arg[leaf] : SMR_RULE_NO_ARG;
  if (arg == SMR_RULE_NO_ARG || !st->args[arg].bound)
    return false;
  *out = st->args[arg].poly;
  *divisor = st->args[arg].divisor;
  return true;
}

/// poly = coef * unknown + rest for at most one leaf that is not known yet (0: none). False: there are more.
static bool instantiate(Matcher *m, const State *st, SmrPoly poly, uint32_t *unknown, SmrPoly *coef,
                        SmrPoly *rest) {
  *unknown = 0;
  *coef = *rest = (SmrPoly){NULL, 0};
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrPoly product = smr_sums_const(&m->s, poly.terms[t].coef), value;
    int64_t divisor, all = 1;
    bool open = false;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      uint32_t leaf = poly.terms[t].leaves[k];
      if (known_leaf(m, st, leaf, &value, &divisor)) {
        product = smr_sums_mul(&m->s, product, value);
        m->s.failed |= __builtin_mul_overflow(all, divisor, &all);
      } else {
        if (open || (*unknown && *unknown != leaf))
          return false;
        open = true;
        *unknown = leaf;
      }
    }
    if (all != 1 && !smr_poly_divide(m->s.arena, product, smr_sums_const(&m->s, all), &product))
      return false;
    SmrPoly *sum = open ? coef : rest;
    *sum = smr_sums_add(&m->s, *sum, product);
  }
  return !m->s.failed;
}

/// A row times `by`, where a size that is a quotient by it, rounded down, stands alone with coefficient 1: of
/// integers n/by + r >= 0 says the same as n + by*r >= 0. `rest`: the row without that size, whose dividend
/// is *size.
static bool quotient_row(Matcher *m, const State *st, SmrPoly row, SmrPoly *rest, SmrPoly *size,
                         int64_t *by) {
  SmrMonomial *kept = smr_arena_alloc(m->s.arena, (row.count + 1) * sizeof *kept);
  uint32_t found = 0, count = 0;
  for (uint32_t t = 0; t < row.count; t++) {
    int64_t divisor = 1;
    SmrPoly value;
    bool quotient = row.terms[t].degree == 1 && row.terms[t].coef == 1 &&
                    known_leaf(m, st, row.terms[t].leaves[0], &value, &divisor) && divisor > 1;
    if (quotient)
      found++, *size = value, *by = divisor;
    else
      kept[count++] = row.terms[t];
  }
  *rest = (SmrPoly){kept, count};
  return found == 1;
}

/// The idiom's row for the program, or a multiple of it; false: something in it is not known.
static bool instantiate_row(Matcher *m, const State *st, SmrPoly row, SmrPoly *out) {
  uint32_t unknown;
  int64_t by = 1;
  SmrPoly coef, rest, size = {NULL, 0};
  bool quotient = quotient_row(m, st, row, &rest, &size, &by);
  if (!instantiate(m, st, quotient ? rest : row, &unknown, &coef, out) || unknown)
    return false;
  if (quotient)
    *out = smr_sums_add(&m->s, size, smr_sums_mul(&m->s, *out, smr_sums_const(&m->s, by)));
  return !m->s.failed;
}

static bool names_program_index(const Matcher *m, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++)
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      if (m->canonical->equations->integers.data[poly.terms[t].leaves[k]].index)
        return true;
  return false;
}

static bool bind_integer(Matcher *m, State *st, uint32_t leaf, SmrPoly value, int64_t divisor) {
  uint32_t arg = leaf < m->rule->equations->integers.size ? m->rule->integer_arg[leaf] : SMR_RULE_NO_ARG;
  if (arg == SMR_RULE_NO_ARG || names_program_index(m, value))
    return false;
  st->args[arg].bound = true;
  st->args[arg].poly = value;
  st->args[arg].divisor = divisor;
  return true;
}

/// left = coef * unknown: the value of the unknown, times *divisor where a size in bytes is divided by that
/// of an element.
static bool quotient(Matcher *m, SmrPoly left, SmrPoly coef, SmrPoly *value, int64_t *divisor) {
  *divisor = 1;
  if (smr_poly_divide(m->s.arena, left, coef, value))
    return true;
  int64_t number;
  if (!smr_poly_is_const(coef, divisor) || *divisor < 2 || smr_poly_is_const(left, &number))
    return false;
  *value = left;
  return true;
}

typedef enum { SOLVED, UNSOLVABLE, LATER } Solved;

/// Makes the idiom's polynomial the program's, by giving a value to what is not known yet.
static Solved solve(Matcher *m, State *st, SmrPoly idiom, SmrPoly program) {
  uint32_t unknown;
  SmrPoly coef, rest, value;
  if (!instantiate(m, st, idiom, &unknown, &coef, &rest))
    return m->s.failed ? UNSOLVABLE : LATER;
  SmrPoly left = smr_sums_sub(&m->s, program, rest);
  if (!unknown)
    return left.count ? UNSOLVABLE : SOLVED;
  if (coef.count != 1)
    return LATER;
  int64_t divisor;
  if (!quotient(m, left, coef, &value, &divisor) || !bind_integer(m, st, unknown, value, divisor))
    return UNSOLVABLE;
  return SOLVED;
}

static bool require(Matcher *m, State *st, SmrPoly idiom, SmrPoly program) {
  Solved solved = solve(m, st, idiom, program);
  if (solved != LATER)
    return solved == SOLVED;
  if (st->open_count == MAX_OPEN)
    return false;
  st->shift_of[st->open_count] = SMR_RULE_NO_ARG;
  st->open[st->open_count++] = (Open){idiom, program};
  return true;
}

/// The rest of an offset says where the array begins.
static Solved place(Matcher *m, State *st, uint32_t arg, SmrPoly idiom, SmrPoly program) {
  uint32_t unknown;
  SmrPoly coef, rest;
  if (!instantiate(m, st, idiom, &unknown, &coef, &rest) || unknown)
    return LATER;
  SmrPoly shift = smr_sums_sub(&m->s, program, rest);
  if (names_program_index(m, shift))
    return UNSOLVABLE;
  if (st->args[arg].bound)
    return smr_poly_equal(st->args[arg].poly, shift) ? SOLVED : UNSOLVABLE;
  st->args[arg].bound = true;
  st->args[arg].poly = shift;
  return SOLVED;
}

static bool require_place(Matcher *m, State *st, uint32_t arg, SmrPoly idiom, SmrPoly program) {
  Solved solved = place(m, st, arg, idiom, program);
  if (solved != LATER)
    return solved == SOLVED;
  if (st->open_count == MAX_OPEN)
    return false;
  st->shift_of[st->open_count] = arg;
  st->open[st->open_count++] = (Open){idiom, program};
  return true;
}

/// Looks at what was left open until nothing changes; with `all`, nothing may stay open.
static bool settle(Matcher *m, State *st, bool all) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t k = 0; k < st->open_count; k++) {
      uint32_t arg = st->shift_of[k];
      Solved solved = arg == SMR_RULE_NO_ARG ? solve(m, st, st->open[k].idiom, st->open[k].program)
                                             : place(m, st, arg, st->open[k].idiom, st->open[k].program);
      if (solved == UNSOLVABLE)
        return false;
      if (solved == LATER)
        continue;
      --st->open_count;
      st->open[k] = st->open[st->open_count];
      st->shift_of[k] = st->shift_of[st->open_count];
      --k;
      changed = true;
    }
  }
  return !all || !st->open_count;
}

//--- U4: an element -------------------------------------------------------------------------

/// The coefficients of all indices that are known so far, and the rest.
static bool offsets(Matcher *m, State *st, uint32_t arg, SmrPoly idiom, SmrPoly program) {
  for (uint32_t k = st->first_index; k < st->index_count; k++) {
    SmrPoly of_idiom, of_program;
    smr_sums_split(&m->s, idiom, st->from[k], &of_idiom, &idiom);
    smr_sums_split(&m->s, program, st->to[k], &of_program, &program);
    if (m->s.failed || !require(m, st, of_idiom, of_program))
      return false;
  }
  if (arg == SMR_RULE_NO_ARG)
    return require(m, st, idiom, program);
  return require_place(m, st, arg, idiom, program);
}

/// The array that the rule writes: its versions follow one another as the program's do. What a memory has
/// before the nest is version 0 of all its arrays.
static bool bind_chain(Matcher *m, State *st, uint32_t rule_array, uint32_t rule_version, uint32_t array,
                       uint32_t version, bool load) {
  SmrMatchedArray *chain = &st->chains[rule_array];
  SmrBound *b = &st->args[m->rule->array_arg[rule_array]];
  const SmrRaisedArray *arrays = m->canonical->equations->arrays.data;
  if (version < rule_version)
    return false;
  if (load && !version) {
    bool same = !chain->bound || (!chain->before && arrays[chain->array].memory == arrays[array].memory);
    chain->first = true;
    b->array = chain->bound ? chain->array : array;
    return same;
  }
  if (!chain->bound && chain->first)
    chain->bound = arrays[b->array].memory == arrays[array].memory && version == rule_version;
  else if (!chain->bound)
    chain->bound = true;
  else if (chain->array != array || chain->before + rule_version != version)
    return false;
  chain->array = b->array = array;
  chain->before = version - rule_version;
  return chain->bound;
}

static bool bind_array(Matcher *m, State *st, uint32_t rule_array, uint32_t rule_version, uint32_t array,
                       uint32_t version) {
  uint32_t arg = m->rule->array_arg[rule_array];
  if (arg == SMR_RULE_NO_ARG)
    return false;
  if (m->rule->canonical->equations->arrays.data[rule_array].versions)
    return bind_chain(m, st, rule_array, rule_version, array, version, true);
  SmrBound *b = &st->args[arg];
  const SmrPatternArg *a = &m->rule->args[arg];
  if (rule_version || (a->kind != SMR_ARG_ARRAY && a->kind != SMR_ARG_BOX))
    return false;
  if (b->version && (b->array != array || b->version != version + 1))
    return false;
  b->array = array;
  b->version = version + 1; // 0: not known yet; made right in the end
  return true;
}

/// May the load, by parameter `arg`, be where the rule writes by another one?
static bool may_be_beside(const Matcher *m, const State *st, const SmrFactor *load, uint32_t arg) {
  const SmrRaisedArray *arrays = m->canonical->equations->arrays.data;
  bool may = false;
  for (uint32_t q = 0; q < equations_of(m); q++) {
    uint32_t made = idiom_of(m, q)->array;
    bool elsewhere = st->program[q] && arrays[load->id].memory != arrays[st->program[q]->array].memory;
    may |= m->rule->array_arg[made] != arg && !elsewhere;
  }
  return may;
}

static bool match_load(Matcher *m, State *st, const SmrFactor *rule, const SmrFactor *load) {
  uint32_t arg = m->rule->array_arg[rule->id];
  if (rule->type != load->type || !bind_array(m, st, rule->id, rule->version, load->id, load->version))
    return false;
  if (may_be_beside(m, st, load, arg)) {
    if (st->beside_count == MAX_BESIDE)
      return false;
    st->beside[st->beside_count++] = (Beside){load, arg};
  }
  return offsets(m, st, arg, rule->poly, load->poly);
}

//--- U5: numbers ------------------------------------------------------------------------------

static bool index_free(const SmrFactor *factor, void *data) {
  const Matcher *m = data;
  if (factor->kind == SMR_FACTOR_LOAD)
    return !factor->version && !names_program_index(m, factor->poly);
  return factor->kind != SMR_FACTOR_INTEGER || !names_program_index(m, factor->poly);
}

static bool is_number(Matcher *m, const SmrFactor *factor);

/// A product, or nothing.
static bool is_product(Matcher *m, const SmrSum *sum) {
  if (!sum->term_count)
    return true;
  bool ok = sum->term_count == 1 && !sum->terms[0].domain.index_count && !sum->terms[0].domain.row_count;
  for (uint32_t k = 0; ok && k < sum->terms[0].factor_count; k++)
    ok = is_number(m, sum->terms[0].factors[k]);
  return ok;
}

/// The conjugate of one factor, a complex number of its parts.
static bool is_complex_number(Matcher *m, const SmrFactor *factor) {
  const char *name = smr_intern_text(m->canonical->equations->symbols, factor->name);
  if (!strcmp(name, SMR_MATH_CONJ))
    return factor->arg_count == 1 && is_product(m, &factor->args[0]) && factor->args[0].term_count &&
           factor->args[0].terms[0].factor_count == 1 && factor->args[0].terms[0].coefficient == 1;
  return !strcmp(name, SMR_MATH_COMPLEX) && factor->arg_count == 2 && is_product(m, &factor->args[0]) &&
         is_product(m, &factor->args[1]);
}

/// A number that can be computed before the nest.
static bool is_number(Matcher *m, const SmrFactor *factor) {
  const SmrFactor *one[] = {factor};
  SmrRaisedTerm term = {.factors = one, .factor_count = 1};
  if (factor->kind == SMR_FACTOR_FUNCTION)
    return is_complex_number(m, factor);
  if (factor->kind == SMR_FACTOR_INVERSE &&
      (factor->args[0].term_count != 1 || factor->args[0].terms[0].domain.row_count))
    return false;
  return smr_term_walk(&term, index_free, m);
}

static bool same_sum(const SmrSum *a, const SmrSum *b);

static bool same_factor(const SmrFactor *a, const SmrFactor *b) {
  if (a->kind != b->kind || a->type != b->type || a->id != b->id || a->version != b->version ||
      a->name != b->name || a->arg_count != b->arg_count || !smr_poly_equal(a->poly, b->poly))
    return false;
  for (uint32_t k = 0; k < a->arg_count; k++)
    if (!same_sum(&a->args[k], &b->args[k]))
      return false;
  return true;
}

/// The same factors, in any order.
static bool same_factors(const SmrFactor *const *a, const SmrFactor *const *b, uint32_t count) {
  uint64_t taken = 0;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t i = 0;
    while (i < count && (taken >> i & 1 || !same_factor(a[k], b[i])))
      ++i;
    if (i == count)
      return false;
    taken |= (uint64_t)1 << i;
  }
  return true;
}

static bool same_sum(const SmrSum *a, const SmrSum *b) {
  if (a->type != b->type || a->term_count != b->term_count)
    return false;
  for (uint32_t t = 0; t < a->term_count; t++) {
    const SmrRaisedTerm *x = &a->terms[t], *y = &b->terms[t];
    if (x->coefficient != y->coefficient || x->factor_count != y->factor_count || x->domain.row_count ||
        y->domain.row_count || x->factor_count > 64 || !same_factors(x->factors, y->factors, x->factor_count))
      return false;
  }
  return true;
}

/// What is left of the term's product is the rule's number, if it has one, else 1.
static bool bind_number(Matcher *m, State *st, const Task *task) {
  const SmrRaisedTerm *term = task->term;
  uint32_t arg = SMR_RULE_NO_ARG, numbers = 0;
  for (uint32_t k = 0; k < task->rule_term->factor_count; k++)
    if (task->rule_term->factors[k]->kind == SMR_FACTOR_SCALAR) {
      arg = m->rule->scalar_arg[task->rule_term->factors[k]->id];
      ++numbers;
    }
  SmrProduct product = {.coefficient = term->coefficient / task->rule_term->coefficient};
  const SmrFactor **left = smr_arena_alloc(m->s.arena, (term->factor_count + 1) * sizeof *left);
  for (uint32_t k = 0; k < term->factor_count; k++)
    if (!(task->taken >> k & 1)) {
      if (!is_number(m, term->factors[k]))
        return false;
      left[product.factor_count++] = term->factors[k];
    }
  product.factors = left;
  if (numbers > 1 || !isfinite(product.coefficient))
    return false;
  if (arg == SMR_RULE_NO_ARG)
    return product.coefficient == 1 && !product.factor_count && !numbers;
  SmrBound *b = &st->args[arg];
  if (b->bound)
    return b->number.coefficient == product.coefficient && b->number.factor_count == product.factor_count &&
           same_factors(b->number.factors, product.factors, product.factor_count);
  b->bound = true;
  b->number = product;
  if (product.coefficient == 1 && !product.factor_count)
    st->laws |= 1u << SMR_COVER_LAW_UNIT;
  return true;
}

//--- U6: domains ---------------------------------------------------------------------------------

/// The indices and rows of the pair and all around it; NO_PAIR: those of the equation.
static SmrDomain scope_of(Matcher *m, const State *st, uint32_t pair, uint32_t equation, bool idiom) {
  if (pair == NO_PAIR)
    return idiom ? idiom_of(m, equation)->domain : st->program[equation]->domain;
  const Pair *one = &st->pairs[pair];
  SmrDomain around = scope_of(m, st, one->around, equation, idiom);
  return smr_domain_join(&m->s, &around, idiom ? &one->idiom->domain : &one->program->domain);
}

static bool index_mapped(const State *st, SmrPoly row, bool idiom) {
  for (uint32_t k = 0; k < st->index_count; k++)
    if (smr_poly_contains(row, idiom ? st->from[k] : st->to[k]))
      return true;
  return false;
}

typedef SmrMoreNeeds Rows;

/// Do the two domains have the same points? Rows that name no index become needs.
static bool same_domain(Matcher *m, const State *st, uint32_t pair, uint32_t equation, Rows *needs) {
  SmrDomain idiom = scope_of(m, st, pair, equation, true), program = scope_of(m, st, pair, equation, false),
            mapped;
  SmrPoly *rows = smr_arena_alloc(m->s.arena, (idiom.row_count + 1) * sizeof *rows);
  for (uint32_t r = 0; r < idiom.row_count; r++)
    if (!instantiate_row(m, st, idiom.rows[r], &rows[r]))
      return false;
  mapped = (SmrDomain){.rows = rows, .row_count = idiom.row_count};
  smr_sums_system(&m->s, &program, NULL);
  for (uint32_t r = 0; r < needs->size; r++)
    smr_system_add(&m->s.system, SMR_AFFINE_GE, needs->data[r], 0);
  for (uint32_t r = 0; r < idiom.row_count; r++)
    if (!smr_system_implies(&m->s.system, SMR_AFFINE_GE, rows[r], 0)) {
      if (index_mapped(st, idiom.rows[r], true))
        return false;
      smr_vec_push(needs, rows[r]);
    }
  smr_sums_system(&m->s, &mapped, NULL);
  for (uint32_t r = 0; r < needs->size; r++)
    smr_system_add(&m->s.system, SMR_AFFINE_GE, needs->data[r], 0);
  for (uint32_t r = 0; r < program.row_count; r++)
    if (!smr_system_implies(&m->s.system, SMR_AFFINE_GE, program.rows[r], 0)) {
      if (index_mapped(st, program.rows[r], false))
        return false;
      smr_vec_push(needs, program.rows[r]);
    }
  return true;
}

static bool all_bound(const Matcher *m, const State *st) {
  for (uint32_t k = 0; k < m->rule->arg_count; k++) {
    SmrArgKind kind = m->rule->args[k].kind;
    if (!st->args[k].bound && kind != SMR_ARG_UNUSED && kind != SMR_ARG_OUT && kind != SMR_ARG_RESULT)
      return false;
  }
  return true;
}

//--- One memory -----------------------------------------------------------------------------------

typedef struct {
  Matcher *m;
  const State *st;
  Rows *needs;
} Memory;

static bool elements_apart(const Memory *b, const SmrElements *a, SmrType type, uint32_t equation) {
  const SmrRaisedEquation *e = b->st->program[equation];
  SmrElements made = {e->offset, e->domain};
  uint32_t bytes = smr_type_bytes(type);
  return bytes == smr_type_bytes(e->sum.type) &&
         smr_elements_apart(&b->m->s, b->m->canonical->equations, bytes, a, &made, b->needs);
}

/// Does equation q write by another parameter than `arg`, in the memory of the array?
static bool writes_beside(const Memory *b, uint32_t q, uint32_t arg, uint32_t array) {
  const SmrRaisedArray *arrays = b->m->canonical->equations->arrays.data;
  return b->m->rule->array_arg[idiom_of(b->m, q)->array] != arg &&
         arrays[array].memory == arrays[b->st->program[q]->array].memory;
}

static bool lies_apart(const SmrFactor *load, const SmrDomain *domain, void *data) {
  const Memory *b = data;
  SmrElements read = {load->poly, *domain};
  bool apart = true;
  for (uint32_t k = 0; k < b->st->beside_count && apart; k++)
    for (uint32_t q = 0; b->st->beside[k].load == load && q < equations_of(b->m) && apart; q++)
      apart = !writes_beside(b, q, b->st->beside[k].arg, load->id) || elements_apart(b, &read, load->type, q);
  return apart;
}

/// What is read or written by one parameter is not written by another.
static bool all_apart(Matcher *m, const State *st, Rows *needs) {
  Memory b = {m, st, needs};
  for (uint32_t q = 0; q < equations_of(m); q++) {
    const SmrRaisedEquation *e = st->program[q];
    SmrElements made = {e->offset, e->domain};
    if (st->beside_count && !smr_loads_walk(&m->s, &e->sum, &e->domain, lies_apart, &b))
      return false;
    for (uint32_t k = 0; k < q; k++)
      if (writes_beside(&b, k, m->rule->array_arg[idiom_of(m, q)->array], e->array) &&
          !elements_apart(&b, &made, e->sum.type, k))
        return false;
  }
  return true;
}

/// No parameter that is only read stands for what the call makes, nor do two parameters for one version of
/// an array.
static bool reads_nothing_made(const Matcher *m, const State *st) {
  for (uint32_t q = 0; q < equations_of(m); q++) {
    const SmrRaisedEquation *e = st->program[q];
    for (uint32_t k = 0; k < m->rule->arg_count; k++)
      if (st->args[k].version && st->args[k].array == e->array && st->args[k].version == e->version + 1)
        return false;
  }
  return true;
}

/// Parameters that write by several arrays of one memory of the rule write to one memory of the program, and
/// arrays of the rule are different ones of the program.
static bool same_memories(const Matcher *m, const State *st) {
  const SmrRaisedArray *arrays = m->canonical->equations->arrays.data;
  for (uint32_t q = 0; q < equations_of(m); q++) {
    const SmrBound *b = &st->args[m->rule->array_arg[idiom_of(m, q)->array]];
    if (arrays[b->array].memory != arrays[st->program[q]->array].memory)
      return false;
    for (uint32_t k = 0; k < q; k++)
      if (idiom_of(m, k)->array != idiom_of(m, q)->array && st->program[k]->array == st->program[q]->array)
        return false;
  }
  return true;
}

//--- In the end -----------------------------------------------------------------------------------

static void keep(Matcher *m, const State *st, const Rows *needs) {
  SmrMatched *out = m->out;
  SmrPoly *kept = smr_arena_alloc(m->s.arena, (needs->size + 1) * sizeof *kept);
  if (needs->size)
    memcpy(kept, needs->data, needs->size * sizeof *kept);
  memcpy(out->args, st->args, sizeof out->args);
  memcpy(out->arrays, st->chains, sizeof out->arrays);
  memcpy(out->equations, st->places, sizeof out->equations);
  for (uint32_t k = 0; k < SMR_MATCH_MAX_ARGS; k++)
    out->args[k].version -= out->args[k].version > 0;
  out->rule = m->rule;
  out->terms = st->terms;
  out->needs = kept;
  out->need_count = needs->size;
  out->laws = st->laws;
}

/// The idiom's own needs say that different elements are different in memory: they are the program's
/// elements, of which the program's needs say that.
static bool finish(Matcher *m, State *st) {
  Rows needs = {0};
  bool ok = settle(m, st, true) && all_bound(m, st) && reads_nothing_made(m, st) && same_memories(m, st);
  for (uint32_t q = 0; q < equations_of(m) && ok; q++)
    ok = same_domain(m, st, NO_PAIR, q, &needs);
  for (uint32_t k = 0; k < st->pair_count && ok; k++)
    ok = same_domain(m, st, k, st->pairs[k].equation, &needs);
  ok = ok && all_apart(m, st, &needs) && !m->s.failed;
  if (ok)
    keep(m, st, &needs);
  smr_vec_free(&needs);
  return ok ? true : miss(m, 6, st->program[0]->store);
}

/// How many times the idiom's row the program's is, by the first index that both name: `n_2 - n - 8*i - 8 >=
/// 0` of pointers that walk is `size - i - 1 >= 0`, eight times.
static int64_t row_scale(Matcher *m, const State *st, SmrPoly idiom, SmrPoly program) {
  for (uint32_t k = 0; k < st->index_count; k++) {
    SmrPoly of_idiom, of_program, rest;
    int64_t a, b;
    smr_sums_split(&m->s, idiom, st->from[k], &of_idiom, &rest);
    smr_sums_split(&m->s, program, st->to[k], &of_program, &rest);
    if (of_idiom.count && of_program.count)
      return smr_poly_is_const(of_idiom, &a) && smr_poly_is_const(of_program, &b) && (a == 1 || a == -1) &&
                     b / a > 1
                 ? b / a
                 : 1;
  }
  return 1;
}

/// A row of the idiom with one size that is not known, and what that is for a row of the program.
static bool try_size(Matcher *m, const State *st, SmrPoly idiom, SmrPoly program, State *out) {
  uint32_t unknown;
  SmrPoly coef, rest, value;
  if (!instantiate(m, st, idiom, &unknown, &coef, &rest) || !unknown || coef.count != 1)
    return false;
  int64_t divisor = row_scale(m, st, idiom, program);
  value = smr_sums_sub(&m->s, program, smr_sums_mul(&m->s, rest, smr_sums_const(&m->s, divisor)));
  if (m->s.failed || !smr_poly_divide(m->s.arena, value, coef, &value))
    return false;
  if (divisor > 1 && smr_poly_divide(m->s.arena, value, smr_sums_const(&m->s, divisor), &value))
    divisor = 1;
  *out = *st;
  if (!bind_integer(m, out, unknown, value, divisor))
    return false;
  m->out->sizes |= (uint64_t)1 << m->rule->integer_arg[unknown];
  return true;
}

static bool has_unknown(Matcher *m, const State *st, SmrPoly row) {
  uint32_t unknown;
  SmrPoly coef, rest;
  return !instantiate(m, st, row, &unknown, &coef, &rest) || unknown;
}

/// Gives values to the sizes that are not known, one after the other: bounds of the program are tried.
static bool bind_sizes(Matcher *m, State *st) {
  uint32_t own = equations_of(m);
  for (uint32_t k = 0; k < own + st->pair_count; k++) {
    const SmrDomain *idiom = k < own ? &idiom_of(m, k)->domain : &st->pairs[k - own].idiom->domain,
                    *program = k < own ? &st->program[k]->domain : &st->pairs[k - own].program->domain;
    for (uint32_t r = 0; r < idiom->row_count; r++) {
      if (!index_mapped(st, idiom->rows[r], true) || !has_unknown(m, st, idiom->rows[r]))
        continue;
      State *next = smr_arena_alloc(m->s.arena, sizeof *next);
      for (uint32_t p = 0; p < program->row_count; p++)
        if (index_mapped(st, program->rows[p], false) && ++m->steps < MAX_STEPS &&
            try_size(m, st, idiom->rows[r], program->rows[p], next) && bind_sizes(m, next))
          return true;
    }
  }
  return finish(m, st);
}

//--- The search ------------------------------------------------------------------------------------

/// Something before it is still free: it is not the next one.
static bool is_skipping(uint64_t taken, uint32_t next) {
  return (taken & (((uint64_t)1 << next) - 1)) != ((uint64_t)1 << next) - 1;
}

static bool run(Matcher *m, State *st, const Task *task);
static bool run_equation(Matcher *m, State *st, const Task *task);

static const Task *push(Matcher *m, Task task) {
  Task *kept = smr_arena_alloc(m->s.arena, sizeof *kept);
  *kept = task;
  return kept;
}

static State *copy_of(Matcher *m, const State *st) {
  State *kept = smr_arena_alloc(m->s.arena, sizeof *kept);
  *kept = *st;
  return kept;
}

static SmrOp store_of(const State *st, const Task *task) {
  return st->program[task->equation]->store;
}

static bool run_sum(Matcher *m, State *st, const Task *task) {
  if (task->next == task->rule_sum->term_count) {
    uint64_t all = task->sum->term_count == 64 ? ~(uint64_t)0 : ((uint64_t)1 << task->sum->term_count) - 1;
    if (task->top)
      st->terms = task->taken;
    if (task->taken != all && !(task->top && m->partial))
      return miss(m, 7, store_of(st, task));
    return run(m, st, task->then);
  }
  for (uint32_t t = 0; t < task->sum->term_count; t++) {
    const SmrRaisedTerm *rule_term = &task->rule_sum->terms[task->next], *term = &task->sum->terms[t];
    if (task->taken >> t & 1 || rule_term->domain.index_count != term->domain.index_count ||
        rule_term->factor_count > term->factor_count + 1)
      continue;
    if (task->top &&
        smr_is_old(idiom_of(m, task->equation), rule_term) != smr_is_old(st->program[task->equation], term))
      continue;
    Task rest = *task;
    ++rest.next;
    rest.taken |= (uint64_t)1 << t;
    State *with = copy_of(m, st);
    with->laws |= is_skipping(task->taken, t) ? 1u << SMR_COVER_LAW_AC : 0;
    if (run(m, with,
            push(m, (Task){.kind = TASK_TERM,
                           .equation = task->equation,
                           .rule_term = rule_term,
                           .term = term,
                           .pair = task->pair,
                           .then = push(m, rest)})))
      return true;
  }
  return miss(m, 2, store_of(st, task));
}

static bool permute(Matcher *m, const State *st, const uint32_t *from, const uint32_t *to, uint32_t count,
                    uint32_t done, uint64_t taken, const Task *then,
                    bool (*go)(Matcher *, State *, const Task *)) {
  if (done == count) {
    State *next = copy_of(m, st);
    return go(m, next, then);
  }
  for (uint32_t k = 0; k < count; k++) {
    if (taken >> k & 1)
      continue;
    State *next = copy_of(m, st);
    next->from[next->index_count] = from[done];
    next->to[next->index_count++] = to[k];
    next->laws |= is_skipping(taken, k) ? 1u << SMR_COVER_LAW_ORDER : 0;
    if (permute(m, next, from, to, count, done + 1, taken | (uint64_t)1 << k, then, go))
      return true;
  }
  return false;
}

static bool run_term(Matcher *m, State *st, const Task *task) {
  const SmrDomain *rule = &task->rule_term->domain, *program = &task->term->domain;
  if (st->index_count + rule->index_count > MAX_INDICES || st->pair_count == MAX_PAIRS)
    return false;
  st->pairs[st->pair_count] = (Pair){task->rule_term, task->term, task->pair, task->equation};
  const Task *factors = push(m, (Task){.kind = TASK_FACTORS,
                                       .equation = task->equation,
                                       .rule_term = task->rule_term,
                                       .term = task->term,
                                       .pair = st->pair_count,
                                       .then = task->then});
  ++st->pair_count;
  return permute(m, st, rule->indices, program->indices, rule->index_count, 0, 0, factors, run);
}

/// Factor `rule` of the idiom is `factor` of the program; what is to be done then.
static bool match_factor(Matcher *m, State *st, const SmrFactor *rule, const SmrFactor *factor,
                         const Task *of, const Task *then) {
  switch (rule->kind) {
  case SMR_FACTOR_LOAD:
    return match_load(m, st, rule, factor) ? run(m, st, then) : miss(m, 4, factor->load);
  case SMR_FACTOR_INTEGER:
    return offsets(m, st, SMR_RULE_NO_ARG, rule->poly, factor->poly) ? run(m, st, then) : miss(m, 4, 0);
  default:
    break;
  }
  if (rule->name != factor->name || rule->type != factor->type || rule->arg_count != factor->arg_count)
    return miss(m, 4, 0);
  for (uint32_t k = 0; k < rule->arg_count; k++)
    then = push(m, (Task){.kind = TASK_SUM,
                          .equation = of->equation,
                          .rule_sum = &rule->args[k],
                          .sum = &factor->args[k],
                          .pair = of->pair,
                          .then = then});
  return run(m, st, then);
}

static bool run_factors(Matcher *m, State *st, const Task *task) {
  const SmrRaisedTerm *rule_term = task->rule_term, *term = task->term;
  uint32_t at = task->next;
  while (at < rule_term->factor_count && rule_term->factors[at]->kind == SMR_FACTOR_SCALAR)
    ++at;
  if (at == rule_term->factor_count)
    return bind_number(m, st, task) ? run(m, st, task->then) : miss(m, 5, store_of(st, task));
  for (uint32_t k = 0; k < term->factor_count && k < 64; k++) {
    if (task->taken >> k & 1 || term->factors[k]->kind != rule_term->factors[at]->kind)
      continue;
    Task rest = *task;
    rest.next = at + 1;
    rest.taken |= (uint64_t)1 << k;
    State *with = copy_of(m, st);
    with->laws |= is_skipping(task->taken, k) ? 1u << SMR_COVER_LAW_AC : 0;
    if (match_factor(m, with, rule_term->factors[at], term->factors[k], task, push(m, rest)))
      return true;
  }
  return miss(m, 4, store_of(st, task));
}

static bool run(Matcher *m, State *st, const Task *task) {
  if (++m->steps > MAX_STEPS || m->s.failed)
    return false;
  if (!settle(m, st, false))
    return miss(m, 4, st->program[0] ? st->program[0]->store : 0);
  if (!task)
    return bind_sizes(m, st);
  switch (task->kind) {
  case TASK_EQUATION:
    return run_equation(m, st, task);
  case TASK_SUM:
    return run_sum(m, st, task);
  case TASK_TERM:
    return run_term(m, st, task);
  case TASK_FACTORS:
    return run_factors(m, st, task);
  }
  return false;
}

/// The target's indices are mapped: its offset, then the sum.
static bool run_target(Matcher *m, State *st, const Task *task) {
  const SmrRaisedEquation *idiom = idiom_of(m, task->equation), *e = st->program[task->equation];
  uint32_t arg = m->rule->array_arg[idiom->array];
  SmrArgKind kind = m->rule->args[arg].kind;
  const SmrRaisedArray *array = &m->canonical->equations->arrays.data[e->array];
  if (kind == SMR_ARG_RESULT ? array->base != 0 : array->result != 0)
    return miss(m, 1, e->store);
  if (!bind_chain(m, st, idiom->array, idiom->version, e->array, e->version, false))
    return false;
  if (kind == SMR_ARG_ARRAY || kind == SMR_ARG_BOX) {
    if (!offsets(m, st, arg, idiom->offset, e->offset))
      return miss(m, 1, e->store);
  } else if (names_program_index(m, e->offset)) {
    return miss(m, 1, e->store);
  }
  return run(m, st, task);
}

//--- Before the search -----------------------------------------------------------------------

enum { FACTOR_KINDS = SMR_FACTOR_FUNCTION + 1 };

static void count_factors(const SmrRaisedTerm *term, uint32_t *counts) {
  for (uint32_t k = 0; k < term->factor_count; k++)
    ++counts[term->factors[k]->kind];
}

/// Each of the idiom's factors but numbers is one of the program's, of its kind; loads that go with the
/// program's indices are no numbers, so each is one of the idiom's (*moves: there is one more).
static bool may_be_term(const Matcher *m, bool old, const SmrRaisedTerm *idiom, const SmrRaisedEquation *e,
                        const SmrRaisedTerm *program, bool *moves) {
  uint32_t wanted[FACTOR_KINDS] = {0}, there[FACTOR_KINDS] = {0}, moving = 0;
  if (idiom->domain.index_count != program->domain.index_count || old != smr_is_old(e, program))
    return false;
  count_factors(idiom, wanted);
  count_factors(program, there);
  for (uint32_t kind = 0; kind < FACTOR_KINDS; kind++)
    if (kind != SMR_FACTOR_SCALAR && wanted[kind] > there[kind])
      return false;
  for (uint32_t k = 0; k < program->factor_count; k++)
    moving +=
        program->factors[k]->kind == SMR_FACTOR_LOAD && names_program_index(m, program->factors[k]->poly);
  *moves |= moving > wanted[SMR_FACTOR_LOAD];
  return moving <= wanted[SMR_FACTOR_LOAD];
}

/// What the search would find out at length: most rules fit no equation of a program by their terms alone.
/// False: *step is the one that fails.
static bool may_match(const Matcher *m, const SmrRaisedEquation *idiom, const SmrRaisedEquation *e,
                      uint32_t *step) {
  for (uint32_t k = 0; k < idiom->sum.term_count; k++) {
    const SmrRaisedTerm *term = &idiom->sum.terms[k];
    bool any = false, moves = false, old = smr_is_old(idiom, term);
    for (uint32_t t = 0; t < e->sum.term_count && !any; t++)
      any = may_be_term(m, old, term, e, &e->sum.terms[t], &moves);
    *step = moves ? 5 : 2;
    if (!any)
      return false;
  }
  return true;
}

//--- Equations -------------------------------------------------------------------------------------

/// The rule's equation is this one of the program; then `then`.
static bool try_equation(Matcher *m, const State *st, uint32_t equation, const SmrRaisedEquation *e,
                         uint32_t number, const Task *then) {
  const SmrRaisedEquation *idiom = idiom_of(m, equation);
  uint32_t rank = idiom->domain.index_count;
  if (e->adds || idiom->adds || m->rule->array_arg[idiom->array] == SMR_RULE_NO_ARG ||
      idiom->sum.type != e->sum.type || rank != e->domain.index_count ||
      st->index_count + rank > MAX_INDICES || e->sum.term_count > SMR_MATCH_MAX_TERMS ||
      idiom->sum.term_count > e->sum.term_count)
    return false;
  uint32_t step;
  if (!may_match(m, idiom, e, &step))
    return miss(m, step, e->store);
  if (!equation)
    *m->out = (SmrMatched){.rule = m->rule};
  State *next = copy_of(m, st);
  next->first_index = st->index_count;
  next->program[equation] = e;
  next->places[equation] = number;
  const Task *sum = push(m, (Task){.kind = TASK_SUM,
                                   .equation = equation,
                                   .rule_sum = &idiom->sum,
                                   .sum = &e->sum,
                                   .pair = NO_PAIR,
                                   .top = true,
                                   .then = then});
  return permute(m, next, idiom->domain.indices, e->domain.indices, rank, 0, 0, sum, run_target);
}

/// An equation of a rule of several is one of the program's: of an array that is known, the one that makes
/// the same version.
static bool run_equation(Matcher *m, State *st, const Task *task) {
  const SmrEquations *p = m->canonical->equations;
  const SmrRaisedEquation *idiom = idiom_of(m, task->equation);
  const SmrMatchedArray *chain = &st->chains[idiom->array];
  for (uint32_t k = 0; k < p->equations.size && k < 64; k++) {
    const SmrRaisedEquation *e = &p->equations.data[k];
    bool taken = !(m->free >> k & 1);
    for (uint32_t q = 0; q < task->equation; q++)
      taken |= st->places[q] == k;
    if (taken || (chain->bound && (chain->array != e->array || chain->before + idiom->version != e->version)))
      continue;
    if (try_equation(m, st, task->equation, e, k, task->then))
      return true;
  }
  return false;
}

static Matcher matcher(const SmrCoverRule *rule, const SmrCanonical *canonical, SmrArena *arena,
                       SmrMatched *out, SmrMissed *missed) {
  return (Matcher){.rule = rule,
                   .canonical = canonical,
                   .s = {.arena = arena, .known = canonical->equations},
                   .out = out,
                   .missed = missed};
}

bool smr_match_equation(const SmrCoverRule *rule, const SmrCanonical *canonical, const SmrRaisedEquation *e,
                        bool partial, SmrArena *arena, SmrMatched *out, SmrMissed *missed) {
  Matcher m = matcher(rule, canonical, arena, out, missed);
  m.partial = partial;
  if (rule->equation_count != 1 || rule->arg_count > SMR_MATCH_MAX_ARGS)
    return false;
  State *st = smr_arena_alloc(arena, sizeof *st);
  bool ok = try_equation(&m, st, 0, e, 0, NULL);
  smr_system_free(&m.s.system);
  return ok && !m.s.failed;
}

bool smr_match_system(const SmrCoverRule *rule, const SmrCanonical *canonical, uint64_t free, SmrArena *arena,
                      SmrMatched *out, SmrMissed *missed) {
  Matcher m = matcher(rule, canonical, arena, out, missed);
  m.free = free;
  if (rule->equation_count < 2 || rule->arg_count > SMR_MATCH_MAX_ARGS)
    return false;
  const Task *then = NULL;
  for (uint32_t q = rule->equation_count; q-- > 0;)
    then = push(&m, (Task){.kind = TASK_EQUATION, .equation = q, .then = then});
  State *st = smr_arena_alloc(arena, sizeof *st);
  bool ok = run(&m, st, then);
  smr_system_free(&m.s.system);
  return ok && !m.s.failed;
}
