//===- elements.c - U4: the program's elements are the idiom's -------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The idiom's polynomials are made the program's, by giving values to its parameters. What has more than one
// parameter that is not known yet is left open, and looked at again later.
//===----------------------------------------------------------------------===//
#include "cover/matching.h"

//--- Polynomials of the idiom, as far as parameters are known ------------------------------

/// What the leaf stands for, times *divisor.
static bool known_leaf(const SmrMatcher *m, const SmrMatchState *st, uint32_t leaf, SmrPoly *out,
                       int64_t *divisor) {
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

bool smr_match_instantiate(SmrMatcher *m, const SmrMatchState *st, SmrPoly poly, uint32_t *unknown,
                           SmrPoly *coef, SmrPoly *rest) {
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
static bool quotient_row(SmrMatcher *m, const SmrMatchState *st, SmrPoly row, SmrPoly *rest, SmrPoly *size,
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

bool smr_match_instantiate_row(SmrMatcher *m, const SmrMatchState *st, SmrPoly row, SmrPoly *out) {
  uint32_t unknown;
  int64_t by = 1;
  SmrPoly coef, rest, size = {NULL, 0};
  bool quotient = quotient_row(m, st, row, &rest, &size, &by);
  if (!smr_match_instantiate(m, st, quotient ? rest : row, &unknown, &coef, out) || unknown)
    return false;
  if (quotient)
    *out = smr_sums_add(&m->s, size, smr_sums_mul(&m->s, *out, smr_sums_const(&m->s, by)));
  return !m->s.failed;
}

bool smr_match_bind_integer(SmrMatcher *m, SmrMatchState *st, uint32_t leaf, SmrPoly value, int64_t divisor) {
  uint32_t arg = leaf < m->rule->equations->integers.size ? m->rule->integer_arg[leaf] : SMR_RULE_NO_ARG;
  if (arg == SMR_RULE_NO_ARG || smr_equations_name_index(m->canonical->equations, value))
    return false;
  st->args[arg].bound = true;
  st->args[arg].poly = value;
  st->args[arg].divisor = divisor;
  return true;
}

/// left = coef * unknown: the value of the unknown, times *divisor where a size in bytes is divided by that
/// of an element.
static bool quotient(SmrMatcher *m, SmrPoly left, SmrPoly coef, SmrPoly *value, int64_t *divisor) {
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
static Solved solve(SmrMatcher *m, SmrMatchState *st, SmrPoly idiom, SmrPoly program) {
  uint32_t unknown;
  SmrPoly coef, rest, value;
  if (!smr_match_instantiate(m, st, idiom, &unknown, &coef, &rest))
    return m->s.failed ? UNSOLVABLE : LATER;
  SmrPoly left = smr_sums_sub(&m->s, program, rest);
  if (!unknown)
    return left.count ? UNSOLVABLE : SOLVED;
  if (coef.count != 1)
    return LATER;
  int64_t divisor;
  if (!quotient(m, left, coef, &value, &divisor) || !smr_match_bind_integer(m, st, unknown, value, divisor))
    return UNSOLVABLE;
  return SOLVED;
}

static bool require(SmrMatcher *m, SmrMatchState *st, SmrPoly idiom, SmrPoly program) {
  Solved solved = solve(m, st, idiom, program);
  if (solved != LATER)
    return solved == SOLVED;
  if (st->open_count == SMR_MATCH_MAX_OPEN)
    return false;
  st->shift_of[st->open_count] = SMR_RULE_NO_ARG;
  st->open[st->open_count++] = (SmrMatchOpen){idiom, program};
  return true;
}

/// The rest of an offset says where the array begins.
static Solved place(SmrMatcher *m, SmrMatchState *st, uint32_t arg, SmrPoly idiom, SmrPoly program) {
  uint32_t unknown;
  SmrPoly coef, rest;
  if (!smr_match_instantiate(m, st, idiom, &unknown, &coef, &rest) || unknown)
    return LATER;
  SmrPoly shift = smr_sums_sub(&m->s, program, rest);
  if (smr_equations_name_index(m->canonical->equations, shift))
    return UNSOLVABLE;
  if (st->args[arg].bound)
    return smr_poly_equal(st->args[arg].poly, shift) ? SOLVED : UNSOLVABLE;
  st->args[arg].bound = true;
  st->args[arg].poly = shift;
  return SOLVED;
}

static bool require_place(SmrMatcher *m, SmrMatchState *st, uint32_t arg, SmrPoly idiom, SmrPoly program) {
  Solved solved = place(m, st, arg, idiom, program);
  if (solved != LATER)
    return solved == SOLVED;
  if (st->open_count == SMR_MATCH_MAX_OPEN)
    return false;
  st->shift_of[st->open_count] = arg;
  st->open[st->open_count++] = (SmrMatchOpen){idiom, program};
  return true;
}

bool smr_match_settle(SmrMatcher *m, SmrMatchState *st, bool all) {
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

bool smr_match_offsets(SmrMatcher *m, SmrMatchState *st, uint32_t arg, SmrPoly idiom, SmrPoly program) {
  for (uint32_t k = st->first_index; k < st->index_count; k++)
    if (smr_poly_contains(program, st->to[k]) && !smr_poly_contains(idiom, st->from[k]))
      return false;
  for (uint32_t k = st->first_index; k < st->index_count; k++) {
    SmrPoly of_idiom, of_program;
    if (!smr_poly_contains(idiom, st->from[k]))
      continue;
    smr_sums_split(&m->s, idiom, st->from[k], &of_idiom, &idiom);
    smr_sums_split(&m->s, program, st->to[k], &of_program, &program);
    if (m->s.failed || !require(m, st, of_idiom, of_program))
      return false;
  }
  if (arg == SMR_RULE_NO_ARG)
    return require(m, st, idiom, program);
  return require_place(m, st, arg, idiom, program);
}

bool smr_match_bind_chain(SmrMatcher *m, SmrMatchState *st, uint32_t rule_array, uint32_t rule_version,
                          uint32_t array, uint32_t version, bool load) {
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

static bool bind_array(SmrMatcher *m, SmrMatchState *st, uint32_t rule_array, uint32_t rule_version,
                       uint32_t array, uint32_t version) {
  uint32_t arg = m->rule->array_arg[rule_array];
  if (arg == SMR_RULE_NO_ARG)
    return false;
  if (m->rule->canonical->arrays.data[rule_array].versions)
    return smr_match_bind_chain(m, st, rule_array, rule_version, array, version, true);
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
static bool may_be_beside(const SmrMatcher *m, const SmrMatchState *st, const SmrFactor *load, uint32_t arg) {
  const SmrRaisedArray *arrays = m->canonical->equations->arrays.data;
  bool may = false;
  for (uint32_t q = 0; q < smr_match_equations(m); q++) {
    uint32_t made = smr_match_idiom(m, q)->array;
    bool elsewhere = st->program[q] && arrays[load->id].memory != arrays[st->program[q]->array].memory;
    may |= m->rule->array_arg[made] != arg && !elsewhere;
  }
  return may;
}

bool smr_match_load(SmrMatcher *m, SmrMatchState *st, const SmrFactor *rule, const SmrFactor *load) {
  uint32_t arg = m->rule->array_arg[rule->id];
  if (rule->type != load->type || !bind_array(m, st, rule->id, rule->version, load->id, load->version))
    return false;
  if (may_be_beside(m, st, load, arg)) {
    if (st->beside_count == SMR_MATCH_MAX_BESIDE)
      return false;
    st->beside[st->beside_count++] = (SmrMatchBeside){load, arg};
  }
  return smr_match_offsets(m, st, arg, rule->poly, load->poly);
}
