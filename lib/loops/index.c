//===- index.c - polynomials over sizes and loop variables ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Sizes, variables and quotients of what is not negative are not negative: bounds put 0 or count - 1 for a
// variable. (Inside of its loop the count is at least 1.)
//===----------------------------------------------------------------------===//
#include "loops/internal.h"
#include <math.h>
#include <string.h>

typedef SMR_VEC(SmrLoopsTerm) Terms;

void smr_loops_fail(SmrLoopsProgram *l, const char *reason) {
  if (!l->error)
    l->error = reason;
}

//===--- normal form ---===//

static int compare_atoms(const SmrLoopsTerm *a, const SmrLoopsTerm *b) {
  for (uint32_t k = 0; k < a->count && k < b->count; k++)
    if (a->atoms[k] != b->atoms[k])
      return a->atoms[k] < b->atoms[k] ? -1 : 1;
  return (a->count > b->count) - (a->count < b->count);
}

static uint64_t hash_terms(const Terms *terms) {
  uint64_t h = 14695981039346656037u;
  for (uint32_t i = 0; i < terms->size; i++) {
    h = (h ^ (uint64_t)terms->data[i].factor) * 1099511628211u;
    for (uint32_t k = 0; k < terms->data[i].count; k++)
      h = (h ^ terms->data[i].atoms[k]) * 1099511628211u;
    h = (h ^ UINT32_MAX) * 1099511628211u;
  }
  return h;
}

static bool same_terms(const Terms *terms, SmrLoopsIndex p) {
  if (p->count != terms->size)
    return false;
  for (uint32_t i = 0; i < p->count; i++)
    if (p->terms[i].factor != terms->data[i].factor || compare_atoms(&p->terms[i], &terms->data[i]))
      return false;
  return true;
}

// Takes terms that ascend, without equal ones.
static SmrLoopsIndex intern(SmrLoopsProgram *l, Terms *terms) {
  uint64_t hash = hash_terms(terms);
  uint32_t first = *smr_map_at(&l->poly_map, hash, UINT32_MAX);
  for (uint32_t i = first; i != UINT32_MAX; i = l->poly_next.data[i])
    if (same_terms(terms, l->polys.data[i])) {
      smr_vec_free(terms);
      return l->polys.data[i];
    }
  struct SmrLoopsPoly *p = smr_arena_alloc(&l->arena, sizeof *p);
  SmrLoopsTerm *kept = smr_arena_alloc(&l->arena, terms->size * sizeof *kept);
  if (terms->size)
    memcpy(kept, terms->data, terms->size * sizeof *kept);
  *p = (struct SmrLoopsPoly){terms->size, l->polys.size, kept};
  smr_vec_push(&l->polys, p);
  smr_vec_push(&l->poly_next, first);
  smr_map_set(&l->poly_map, hash, p->id);
  smr_vec_free(terms);
  return p;
}

static int by_atoms(const void *a, const void *b) {
  return compare_atoms(a, b);
}

static SmrLoopsIndex normal(SmrLoopsProgram *l, Terms *terms) {
  if (terms->size)
    qsort(terms->data, terms->size, sizeof *terms->data, by_atoms);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < terms->size; i++) {
    SmrLoopsTerm *last = kept ? &terms->data[kept - 1] : NULL;
    if (last && !compare_atoms(last, &terms->data[i])) {
      if (__builtin_add_overflow(last->factor, terms->data[i].factor, &last->factor))
        smr_loops_fail(l, "an index is too large");
    } else {
      if (last && !last->factor)
        kept--;
      terms->data[kept++] = terms->data[i];
    }
  }
  if (kept && !terms->data[kept - 1].factor)
    kept--;
  terms->size = kept;
  return intern(l, terms);
}

SmrLoopsIndex smr_loops_int(SmrLoopsProgram *l, int64_t value) {
  Terms terms = {0};
  if (value)
    smr_vec_push(&terms, (SmrLoopsTerm){value, 0, NULL});
  return intern(l, &terms);
}

bool smr_loops_is_int(SmrLoopsIndex a, int64_t *value) {
  if (a->count > 1 || (a->count && a->terms[0].count))
    return false;
  *value = a->count ? a->terms[0].factor : 0;
  return true;
}

static uint32_t atom(SmrLoopsProgram *l, SmrLoopsAtom wanted) {
  for (uint32_t i = 0; i < l->atoms.size; i++) {
    const SmrLoopsAtom *a = &l->atoms.data[i];
    if (a->kind == wanted.kind && a->of == wanted.of && a->over == wanted.over && a->by == wanted.by)
      return i;
  }
  smr_vec_push(&l->atoms, wanted);
  return l->atoms.size - 1;
}

static SmrLoopsIndex of_atom(SmrLoopsProgram *l, uint32_t atom, int64_t factor) {
  uint32_t *atoms = smr_arena_alloc(&l->arena, sizeof *atoms);
  *atoms = atom;
  Terms terms = {0};
  smr_vec_push(&terms, (SmrLoopsTerm){factor, 1, atoms});
  return intern(l, &terms);
}

SmrLoopsIndex smr_loops_variable(SmrLoopsProgram *l, SmrLoopsIndex count) {
  smr_vec_push(&l->variables, count);
  smr_vec_push(&l->atoms, (SmrLoopsAtom){SMR_LOOPS_ATOM_VARIABLE, l->variables.size - 1, NULL, NULL});
  return of_atom(l, l->atoms.size - 1, 1);
}

SmrLoopsIndex smr_loops_size(SmrLoopsProgram *l, const char *name, int64_t divisor) {
  uint32_t i = 0;
  while (i < l->sizes.size && strcmp(l->sizes.data[i].name, name))
    i++;
  if (i == l->sizes.size) {
    const char *kept = smr_arena_strdup(&l->arena, name);
    smr_vec_push(&l->sizes, (SmrLoopsSize){kept, divisor});
    smr_vec_push(&l->parameters, (SmrLoopsParameter){SMR_LOOPS_ARGUMENT_SIZE, kept, i});
  }
  if (l->sizes.data[i].divisor != divisor)
    smr_loops_fail(l, "a size has two divisors");
  return of_atom(l, atom(l, (SmrLoopsAtom){SMR_LOOPS_ATOM_SIZE, i, NULL, NULL}), divisor);
}

//===--- arithmetic ---===//

static SmrLoopsIndex sum(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b, int64_t factor) {
  Terms terms = {0};
  smr_vec_reserve(&terms, a->count + b->count);
  for (uint32_t i = 0; i < a->count; i++)
    smr_vec_push(&terms, a->terms[i]);
  for (uint32_t i = 0; i < b->count; i++) {
    SmrLoopsTerm t = b->terms[i];
    if (__builtin_mul_overflow(t.factor, factor, &t.factor))
      smr_loops_fail(l, "an index is too large");
    smr_vec_push(&terms, t);
  }
  return normal(l, &terms);
}

SmrLoopsIndex smr_loops_add(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  return sum(l, a, b, 1);
}

SmrLoopsIndex smr_loops_sub(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  return sum(l, a, b, -1);
}

static SmrLoopsTerm multiply_terms(SmrLoopsProgram *l, const SmrLoopsTerm *a, const SmrLoopsTerm *b) {
  SmrLoopsTerm t = {0, a->count + b->count, NULL};
  if (__builtin_mul_overflow(a->factor, b->factor, &t.factor))
    smr_loops_fail(l, "an index is too large");
  uint32_t *atoms = smr_arena_alloc(&l->arena, t.count * sizeof *atoms), i = 0, j = 0;
  for (uint32_t k = 0; k < t.count; k++)
    atoms[k] = j == b->count || (i < a->count && a->atoms[i] <= b->atoms[j]) ? a->atoms[i++] : b->atoms[j++];
  t.atoms = atoms;
  return t;
}

SmrLoopsIndex smr_loops_mul(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  Terms terms = {0};
  for (uint32_t i = 0; i < a->count; i++)
    for (uint32_t j = 0; j < b->count; j++)
      smr_vec_push(&terms, multiply_terms(l, &a->terms[i], &b->terms[j]));
  return normal(l, &terms);
}

// Divides a term by another one, when that leaves nothing.
static bool divide_term(SmrLoopsProgram *l, const SmrLoopsTerm *a, const SmrLoopsTerm *b, SmrLoopsTerm *out) {
  if (a->factor % b->factor || a->count < b->count)
    return false;
  uint32_t *atoms = smr_arena_alloc(&l->arena, (a->count + 1) * sizeof *atoms), kept = 0, j = 0;
  for (uint32_t i = 0; i < a->count; i++)
    if (j < b->count && a->atoms[i] == b->atoms[j])
      j++;
    else
      atoms[kept++] = a->atoms[i];
  *out = (SmrLoopsTerm){a->factor / b->factor, kept, atoms};
  return j == b->count;
}

// a = b q + the rest, as far as b, a single term, divides a's terms (of an integer, with what it leaves of
// factors).
static SmrLoopsIndex quotient(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  Terms terms = {0};
  const SmrLoopsTerm *by = &b->terms[0];
  for (uint32_t i = 0; i < a->count; i++) {
    SmrLoopsTerm t = a->terms[i];
    if (!by->count && by->factor > 0) {
      int64_t left = t.factor % by->factor;
      t.factor -= left < 0 ? left + by->factor : left;
    }
    if (t.factor && divide_term(l, &t, by, &t))
      smr_vec_push(&terms, t);
  }
  return normal(l, &terms);
}

SmrLoopsIndex smr_loops_div(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrLoopsIndex q = b->count == 1 ? quotient(l, a, b) : a == b ? smr_loops_int(l, 1) : smr_loops_int(l, 0);
  SmrLoopsIndex rest = smr_loops_sub(l, a, smr_loops_mul(l, q, b));
  SmrLoopsIndex last = smr_loops_sub(l, b, smr_loops_int(l, 1));
  if (!rest->count || (smr_loops_known_le(l, smr_loops_int(l, 0), rest) && smr_loops_known_le(l, rest, last)))
    return q;
  uint32_t left = atom(l, (SmrLoopsAtom){SMR_LOOPS_ATOM_QUOTIENT, 0, rest, b});
  return smr_loops_add(l, q, of_atom(l, left, 1));
}

SmrLoopsIndex smr_loops_mod(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  return smr_loops_sub(l, a, smr_loops_mul(l, b, smr_loops_div(l, a, b)));
}

//===--- bounds ---===//

static SmrLoopsIndex bound(SmrLoopsProgram *l, SmrLoopsIndex p, bool greatest);

static SmrLoopsIndex bound_atom(SmrLoopsProgram *l, uint32_t number, bool greatest) {
  SmrLoopsAtom a = l->atoms.data[number];
  if (a.kind == SMR_LOOPS_ATOM_VARIABLE)
    return greatest ? bound(l, smr_loops_sub(l, l->variables.data[a.of], smr_loops_int(l, 1)), true)
                    : smr_loops_int(l, 0);
  int64_t by;
  if (a.kind == SMR_LOOPS_ATOM_QUOTIENT && smr_loops_is_int(a.by, &by))
    return smr_loops_div(l, bound(l, a.over, greatest), a.by);
  return of_atom(l, number, 1);
}

// Bounds of products of bounds of atoms: right where no atom can be negative.
static SmrLoopsIndex bound(SmrLoopsProgram *l, SmrLoopsIndex p, bool greatest) {
  SmrLoopsIndex result = smr_loops_int(l, 0);
  for (uint32_t i = 0; i < p->count; i++) {
    SmrLoopsIndex term = smr_loops_int(l, p->terms[i].factor);
    for (uint32_t k = 0; k < p->terms[i].count; k++)
      term = smr_loops_mul(l, term, bound_atom(l, p->terms[i].atoms[k], greatest == p->terms[i].factor > 0));
    result = smr_loops_add(l, result, term);
  }
  return result;
}

// Neither in what it says nor in what bounds its variables.
static bool no_negative_atom(SmrLoopsProgram *l, SmrLoopsIndex p) {
  for (uint32_t i = 0; i < p->count; i++)
    for (uint32_t k = 0; k < p->terms[i].count; k++) {
      SmrLoopsAtom a = l->atoms.data[p->terms[i].atoms[k]];
      if (a.kind == SMR_LOOPS_ATOM_QUOTIENT && !smr_loops_known_le(l, smr_loops_int(l, 0), a.over))
        return false;
      if (a.kind == SMR_LOOPS_ATOM_VARIABLE && !no_negative_atom(l, l->variables.data[a.of]))
        return false;
    }
  return true;
}

static double estimate_atom(const SmrLoopsProgram *l, SmrLoopsAtom a, double (*size)(void *, const char *),
                            void *user) {
  if (a.kind == SMR_LOOPS_ATOM_SIZE)
    return size(user, l->sizes.data[a.of].name) / (double)l->sizes.data[a.of].divisor;
  if (a.kind == SMR_LOOPS_ATOM_VARIABLE)
    return 0;
  return floor(smr_loops_estimate(l, a.over, size, user) / smr_loops_estimate(l, a.by, size, user));
}

double smr_loops_estimate(const SmrLoopsProgram *l, SmrLoopsIndex a,
                          double (*size)(void *user, const char *name), void *user) {
  double sum = 0;
  for (uint32_t i = 0; i < a->count; i++) {
    double term = (double)a->terms[i].factor;
    for (uint32_t k = 0; k < a->terms[i].count; k++)
      term *= estimate_atom(l, l->atoms.data[a->terms[i].atoms[k]], size, user);
    sum += term;
  }
  return sum;
}

SmrLoopsIndex smr_loops_least(SmrLoopsProgram *l, SmrLoopsIndex p) {
  return no_negative_atom(l, p) ? bound(l, p, false) : p;
}

SmrLoopsIndex smr_loops_greatest(SmrLoopsProgram *l, SmrLoopsIndex p) {
  return no_negative_atom(l, p) ? bound(l, p, true) : p;
}

bool smr_loops_known_le(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrLoopsIndex difference = smr_loops_sub(l, b, a);
  if (!no_negative_atom(l, difference))
    return false;
  SmrLoopsIndex least = bound(l, difference, false);
  for (uint32_t i = 0; i < least->count; i++)
    if (least->terms[i].factor < 0)
      return false;
  return true;
}

//===--- looking ---===//

bool smr_loops_mentions(const SmrLoopsProgram *l, SmrLoopsIndex p, uint32_t variable) {
  for (uint32_t i = 0; i < p->count; i++)
    for (uint32_t k = 0; k < p->terms[i].count; k++) {
      const SmrLoopsAtom *a = &l->atoms.data[p->terms[i].atoms[k]];
      if (a->kind == SMR_LOOPS_ATOM_VARIABLE && a->of == variable)
        return true;
      if (a->kind == SMR_LOOPS_ATOM_QUOTIENT &&
          (smr_loops_mentions(l, a->over, variable) || smr_loops_mentions(l, a->by, variable)))
        return true;
    }
  return false;
}

static void dump_atom(const SmrLoopsProgram *l, const SmrLoopsAtom *a, SmrStr *out) {
  if (a->kind == SMR_LOOPS_ATOM_SIZE) {
    smr_str_puts(out, l->sizes.data[a->of].name);
    if (l->sizes.data[a->of].divisor != 1)
      smr_str_printf(out, "/%lld", (long long)l->sizes.data[a->of].divisor);
  } else if (a->kind == SMR_LOOPS_ATOM_VARIABLE) {
    smr_str_printf(out, "i%u", a->of);
  } else {
    smr_str_putc(out, '(');
    smr_loops_index_dump(l, a->over, out);
    smr_str_puts(out, ") / (");
    smr_loops_index_dump(l, a->by, out);
    smr_str_putc(out, ')');
  }
}

void smr_loops_index_dump(const SmrLoopsProgram *l, SmrLoopsIndex p, SmrStr *out) {
  if (!p->count)
    smr_str_putc(out, '0');
  for (uint32_t i = 0; i < p->count; i++) {
    if (i)
      smr_str_puts(out, " + ");
    const SmrLoopsTerm *t = &p->terms[i];
    if (t->factor != 1 || !t->count)
      smr_str_printf(out, "%lld%s", (long long)t->factor, t->count ? " " : "");
    for (uint32_t k = 0; k < t->count; k++) {
      if (k)
        smr_str_putc(out, ' ');
      dump_atom(l, &l->atoms.data[t->atoms[k]], out);
    }
  }
}
