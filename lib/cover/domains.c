//===- domains.c - U6: the program's points are the idiom's ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The last step of a match: sizes that only bounds say, domains of equations and terms, and what lies in one
// memory.
//===----------------------------------------------------------------------===//
#include "cover/apart.h"
#include "cover/matching.h"
#include <string.h>

//--- U6: domains ---------------------------------------------------------------------------------

/// The indices and rows of the pair and all around it; NO_PAIR: those of the equation.
static SmrDomain scope_of(SmrMatcher *m, const SmrMatchState *st, uint32_t pair, uint32_t equation,
                          bool idiom) {
  if (pair == SMR_MATCH_NO_PAIR)
    return idiom ? smr_match_idiom(m, equation)->domain : st->program[equation]->domain;
  const SmrMatchPair *one = &st->pairs[pair];
  SmrDomain around = scope_of(m, st, one->around, equation, idiom);
  return smr_domain_join(&m->s, &around, idiom ? &one->idiom->domain : &one->program->domain);
}

static bool index_mapped(const SmrMatchState *st, SmrPoly row, bool idiom) {
  return smr_poly_contains_any(row, idiom ? st->from : st->to, st->index_count);
}

/// Do the two domains have the same points? Rows that name no index become needs.
static bool same_domain(SmrMatcher *m, const SmrMatchState *st, uint32_t pair, uint32_t equation,
                        SmrMoreNeeds *needs) {
  SmrDomain idiom = scope_of(m, st, pair, equation, true), program = scope_of(m, st, pair, equation, false),
            mapped;
  SmrPoly *rows = smr_arena_alloc(m->s.arena, (idiom.row_count + 1) * sizeof *rows);
  for (uint32_t r = 0; r < idiom.row_count; r++)
    if (!smr_match_instantiate_row(m, st, idiom.rows[r], &rows[r]))
      return false;
  mapped = (SmrDomain){.rows = rows, .row_count = idiom.row_count};
  smr_sums_system(&m->s, &program, NULL);
  for (uint32_t r = 0; r < needs->rows.size; r++)
    smr_system_add(&m->s.system, SMR_AFFINE_GE, needs->rows.data[r], 0);
  for (uint32_t r = 0; r < idiom.row_count; r++)
    if (!smr_system_implies(&m->s.system, SMR_AFFINE_GE, rows[r], 0)) {
      if (index_mapped(st, idiom.rows[r], true))
        return false;
      smr_vec_push(&needs->rows, rows[r]);
    }
  smr_sums_system(&m->s, &mapped, NULL);
  for (uint32_t r = 0; r < needs->rows.size; r++)
    smr_system_add(&m->s.system, SMR_AFFINE_GE, needs->rows.data[r], 0);
  for (uint32_t r = 0; r < program.row_count; r++)
    if (!smr_system_implies(&m->s.system, SMR_AFFINE_GE, program.rows[r], 0)) {
      if (index_mapped(st, program.rows[r], false))
        return false;
      smr_vec_push(&needs->rows, program.rows[r]);
    }
  return true;
}

static bool all_bound(const SmrMatcher *m, const SmrMatchState *st) {
  for (uint32_t k = 0; k < m->rule->arg_count; k++) {
    SmrArgKind kind = m->rule->args[k].kind;
    if (!st->args[k].bound && kind != SMR_ARG_UNUSED && kind != SMR_ARG_OUT && kind != SMR_ARG_RESULT)
      return false;
  }
  return true;
}

//--- One memory -----------------------------------------------------------------------------------

typedef struct {
  SmrMatcher *m;
  const SmrMatchState *st;
  SmrMoreNeeds *needs;
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
  return b->m->rule->array_arg[smr_match_idiom(b->m, q)->array] != arg &&
         arrays[array].memory == arrays[b->st->program[q]->array].memory;
}

static bool lies_apart(const SmrFactor *load, const SmrDomain *domain, void *data) {
  const Memory *b = data;
  SmrElements read = {load->poly, *domain};
  bool apart = true;
  for (uint32_t k = 0; k < b->st->beside_count && apart; k++)
    for (uint32_t q = 0; b->st->beside[k].load == load && q < smr_match_equations(b->m) && apart; q++)
      apart = !writes_beside(b, q, b->st->beside[k].arg, load->id) || elements_apart(b, &read, load->type, q);
  return apart;
}

/// What is read or written by one parameter is not written by another.
static bool all_apart(SmrMatcher *m, const SmrMatchState *st, SmrMoreNeeds *needs) {
  Memory b = {m, st, needs};
  for (uint32_t q = 0; q < smr_match_equations(m); q++) {
    const SmrRaisedEquation *e = st->program[q];
    SmrElements made = {e->offset, e->domain};
    if (st->beside_count && !smr_loads_walk(&m->s, &e->sum, &e->domain, lies_apart, &b))
      return false;
    for (uint32_t k = 0; k < q; k++)
      if (writes_beside(&b, k, m->rule->array_arg[smr_match_idiom(m, q)->array], e->array) &&
          !elements_apart(&b, &made, e->sum.type, k))
        return false;
  }
  return true;
}

/// No parameter that is only read stands for what the call makes, nor do two parameters for one version of
/// an array.
static bool reads_nothing_made(const SmrMatcher *m, const SmrMatchState *st) {
  for (uint32_t q = 0; q < smr_match_equations(m); q++) {
    const SmrRaisedEquation *e = st->program[q];
    for (uint32_t k = 0; k < m->rule->arg_count; k++)
      if (st->args[k].version && st->args[k].array == e->array && st->args[k].version == e->version + 1)
        return false;
  }
  return true;
}

/// Parameters that write by several arrays of one memory of the rule write to one memory of the program, and
/// arrays of the rule are different ones of the program.
static bool same_memories(const SmrMatcher *m, const SmrMatchState *st) {
  const SmrRaisedArray *arrays = m->canonical->equations->arrays.data;
  for (uint32_t q = 0; q < smr_match_equations(m); q++) {
    const SmrBound *b = &st->args[m->rule->array_arg[smr_match_idiom(m, q)->array]];
    if (arrays[b->array].memory != arrays[st->program[q]->array].memory)
      return false;
    for (uint32_t k = 0; k < q; k++)
      if (smr_match_idiom(m, k)->array != smr_match_idiom(m, q)->array &&
          st->program[k]->array == st->program[q]->array)
        return false;
  }
  return true;
}

//--- In the end -----------------------------------------------------------------------------------

static void keep(SmrMatcher *m, const SmrMatchState *st, const SmrMoreNeeds *needs) {
  SmrMatched *out = m->out;
  SmrPoly *kept = smr_arena_alloc(m->s.arena, (needs->rows.size + 1) * sizeof *kept);
  if (needs->rows.size)
    memcpy(kept, needs->rows.data, needs->rows.size * sizeof *kept);
  SmrEither *eithers = smr_arena_alloc(m->s.arena, (needs->eithers.size + 1) * sizeof *eithers);
  if (needs->eithers.size)
    memcpy(eithers, needs->eithers.data, needs->eithers.size * sizeof *eithers);
  *out = (SmrMatched){.rule = m->rule, .sizes = out->sizes};
  memcpy(out->args, st->args, m->rule->arg_count * sizeof *out->args);
  memcpy(out->arrays, st->chains, m->rule->canonical->arrays.size * sizeof *out->arrays);
  memcpy(out->equations, st->places, sizeof out->equations);
  for (uint32_t k = 0; k < m->rule->arg_count; k++)
    out->args[k].version -= out->args[k].version > 0;
  out->terms = st->terms;
  out->needs = kept;
  out->need_count = needs->rows.size;
  out->eithers = eithers;
  out->either_count = needs->eithers.size;
  out->laws = st->laws;
}

/// The idiom's own needs say that different elements are different in memory: they are the program's
/// elements, of which the program's needs say that.
static bool finish(SmrMatcher *m, SmrMatchState *st) {
  SmrMoreNeeds needs = {0};
  bool ok =
      smr_match_settle(m, st, true) && all_bound(m, st) && reads_nothing_made(m, st) && same_memories(m, st);
  for (uint32_t q = 0; q < smr_match_equations(m) && ok; q++)
    ok = same_domain(m, st, SMR_MATCH_NO_PAIR, q, &needs);
  for (uint32_t k = 0; k < st->pair_count && ok; k++)
    ok = same_domain(m, st, k, st->pairs[k].equation, &needs);
  ok = ok && all_apart(m, st, &needs) && !m->s.failed;
  if (ok)
    keep(m, st, &needs);
  smr_more_needs_free(&needs);
  return ok ? true : smr_match_miss(m, 6, st->program[0]->store);
}

/// How many times the idiom's row the program's is, by the first index that both name: `n_2 - n - 8*i - 8 >=
/// 0` of pointers that walk is `size - i - 1 >= 0`, eight times.
static int64_t row_scale(SmrMatcher *m, const SmrMatchState *st, SmrPoly idiom, SmrPoly program) {
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

/// What a row says of an index that both name, where that is not known: `place*step + tap*dilation - padding
/// >= 0`. False: it cannot be that.
static bool bind_coefficients(SmrMatcher *m, SmrMatchState *st, SmrPoly idiom, SmrPoly program) {
  for (uint32_t k = 0; k < st->index_count; k++) {
    uint32_t unknown;
    SmrPoly of_idiom, of_program, other, coef, rest;
    smr_sums_split(&m->s, idiom, st->from[k], &of_idiom, &other);
    smr_sums_split(&m->s, program, st->to[k], &of_program, &other);
    if (!of_idiom.count || !smr_match_instantiate(m, st, of_idiom, &unknown, &coef, &rest) || !unknown)
      continue;
    SmrPoly value = smr_sums_sub(&m->s, of_program, rest);
    if (m->s.failed || !smr_poly_divide(m->s.arena, value, coef, &value) ||
        !smr_match_bind_integer(m, st, unknown, value, 1))
      return false;
  }
  return true;
}

/// Do the rows name the same indices? Else no size makes the one of the other. (An index of the program may
/// be that of several equations of the rule.)
static bool same_indices(const SmrMatchState *st, SmrPoly idiom, SmrPoly program) {
  for (uint32_t k = 0; k < st->index_count; k++) {
    bool named = false;
    for (uint32_t j = 0; j < st->index_count; j++)
      named |= st->to[j] == st->to[k] && smr_poly_contains(idiom, st->from[j]);
    if (named != smr_poly_contains(program, st->to[k]))
      return false;
  }
  return true;
}

/// Is the row one that bounds an index by a size, and no other that it has (a place's image is no loop)?
static bool bounds_index(SmrMatcher *m, const SmrMatchState *st, SmrPoly idiom) {
  for (uint32_t k = 0; k < st->index_count; k++) {
    SmrPoly coef, rest;
    int64_t number;
    smr_sums_split(&m->s, idiom, st->from[k], &coef, &rest);
    if (coef.count && !smr_poly_is_const(coef, &number))
      return false;
  }
  return true;
}

/// A row of the idiom with one size that is not known, and what that is for a row of the program.
static bool try_size(SmrMatcher *m, const SmrMatchState *st, SmrPoly idiom, SmrPoly program,
                     SmrMatchState *out) {
  uint32_t unknown;
  SmrPoly coef, rest, value;
  smr_match_copy_state(m, out, st);
  if (!bind_coefficients(m, out, idiom, program) ||
      !smr_match_instantiate(m, out, idiom, &unknown, &coef, &rest) || !unknown || coef.count != 1)
    return false;
  int64_t divisor = row_scale(m, st, idiom, program);
  value = smr_sums_sub(&m->s, program, smr_sums_mul(&m->s, rest, smr_sums_const(&m->s, divisor)));
  if (m->s.failed || !smr_poly_divide(m->s.arena, value, coef, &value))
    return false;
  if (divisor > 1 && smr_poly_divide(m->s.arena, value, smr_sums_const(&m->s, divisor), &value))
    divisor = 1;
  if (!smr_match_bind_integer(m, out, unknown, value, divisor))
    return false;
  if (bounds_index(m, st, idiom))
    m->out->sizes |= (uint64_t)1 << m->rule->integer_arg[unknown];
  return true;
}

static bool has_unknown(SmrMatcher *m, const SmrMatchState *st, SmrPoly row) {
  uint32_t unknown;
  SmrPoly coef, rest;
  return !smr_match_instantiate(m, st, row, &unknown, &coef, &rest) || unknown;
}

static const SmrDomain *idiom_domain(const SmrMatcher *m, const SmrMatchState *st, uint32_t k) {
  uint32_t own = smr_match_equations(m);
  return k < own ? &smr_match_idiom(m, k)->domain : &st->pairs[k - own].idiom->domain;
}

/// Does the row name a size that is not known and that no other row names? It can be told by this row alone.
static bool alone_tells(const SmrMatcher *m, const SmrMatchState *st, SmrPoly row) {
  uint32_t domains = smr_match_equations(m) + st->pair_count;
  for (uint32_t a = 0; a < m->rule->arg_count; a++) {
    uint32_t leaf = 0, others = 0;
    for (uint32_t l = 1; l < m->rule->equations->integers.size && !leaf; l++)
      leaf = m->rule->integer_arg[l] == a ? l : 0;
    if (!leaf || st->args[a].bound || !smr_poly_contains(row, leaf))
      continue;
    for (uint32_t k = 0; k < domains; k++)
      for (uint32_t r = 0; r < idiom_domain(m, st, k)->row_count; r++)
        others += smr_poly_contains(idiom_domain(m, st, k)->rows[r], leaf);
    if (others == 1)
      return true;
  }
  return false;
}

bool smr_match_end(SmrMatcher *m, SmrMatchState *st) {
  const uint32_t own = smr_match_equations(m), used = m->used;
  for (uint32_t k = 0; k < own + st->pair_count; k++) {
    const SmrDomain *idiom = idiom_domain(m, st, k),
                    *program = k < own ? &st->program[k]->domain : &st->pairs[k - own].program->domain;
    for (uint32_t r = 0; r < idiom->row_count; r++) {
      if (!index_mapped(st, idiom->rows[r], true) || !has_unknown(m, st, idiom->rows[r]))
        continue;
      SmrMatchState *next = smr_match_state(m);
      bool told = false;
      for (uint32_t p = 0; p < program->row_count; p++) {
        if (!index_mapped(st, program->rows[p], false) ||
            !same_indices(st, idiom->rows[r], program->rows[p]) || ++m->steps >= SMR_MATCH_MAX_STEPS ||
            !try_size(m, st, idiom->rows[r], program->rows[p], next))
          continue;
        if (smr_match_end(m, next))
          return true;
        told = true;
      }
      m->used = used;
      if (told && alone_tells(m, st, idiom->rows[r])) // whatever else is told first
        return false;
    }
  }
  return finish(m, st);
}
