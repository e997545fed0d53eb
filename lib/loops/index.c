//===- index.c - integers of a program -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Polynomials whose leaves are the program's atoms: sizes, loop variables, quotients. Sizes, variables and
// quotients of what is not negative are not negative: bounds put 0 or count - 1 for a variable. (Inside of
// its loop the count is at least 1.)
//===----------------------------------------------------------------------===//
#include "loops/internal.h"
#include <math.h>
#include <string.h>

void smr_loops_fail(SmrLoopsProgram *l, const char *reason) {
  if (!l->error)
    l->error = reason;
}

/// The program's own copy; frees what the computation of the polynomial allocated.
static SmrLoopsIndex keep(SmrLoopsProgram *l, bool ok, SmrPoly poly) {
  if (!ok)
    smr_loops_fail(l, "an index is too large");
  uint32_t kept = smr_poly_intern(&l->polys, ok ? poly : (SmrPoly){NULL, 0});
  smr_arena_destroy(&l->scratch);
  return l->polys.polys.data[kept];
}

SmrLoopsIndex smr_loops_int(SmrLoopsProgram *l, int64_t value) {
  return keep(l, true, smr_poly_const(&l->scratch, value));
}

bool smr_loops_is_int(SmrLoopsIndex a, int64_t *value) {
  return smr_poly_is_const(*a, value);
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
  return keep(l, true, (SmrPoly){&(SmrMonomial){factor, 1, &atom}, 1});
}

SmrLoopsIndex smr_loops_variable(SmrLoopsProgram *l, SmrLoopsIndex count) {
  smr_vec_push(&l->variables, count);
  smr_vec_push(&l->atoms, (SmrLoopsAtom){SMR_LOOPS_ATOM_VARIABLE, l->variables.size - 1, NULL, NULL});
  return of_atom(l, l->atoms.size - 1, 1);
}

SmrLoopsIndex smr_loops_to_index(SmrLoopsProgram *l, SmrLoopsValue value) {
  if (!l->values.data[value].integer)
    smr_loops_fail(l, "an index is not an integer");
  return of_atom(l, atom(l, (SmrLoopsAtom){SMR_LOOPS_ATOM_VALUE, value, NULL, NULL}), 1);
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

SmrLoopsIndex smr_loops_add(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrPoly sum;
  bool ok = smr_poly_add(&l->scratch, *a, *b, &sum);
  return keep(l, ok, sum);
}

SmrLoopsIndex smr_loops_sub(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrPoly difference;
  bool ok = smr_poly_sub(&l->scratch, *a, *b, &difference);
  return keep(l, ok, difference);
}

SmrLoopsIndex smr_loops_mul(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrPoly product;
  bool ok = smr_poly_mul(&l->scratch, *a, *b, &product);
  return keep(l, ok, product);
}

SmrLoopsIndex smr_loops_div(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  SmrPoly quotient = {NULL, 0}, left;
  bool ok = b->count != 1 || smr_poly_divide_floor(&l->scratch, *a, *b, &quotient, &left);
  SmrLoopsIndex q = b->count == 1 ? keep(l, ok, quotient) : smr_loops_int(l, a == b);
  SmrLoopsIndex rest = smr_loops_sub(l, a, smr_loops_mul(l, q, b));
  SmrLoopsIndex last = smr_loops_sub(l, b, smr_loops_int(l, 1));
  if (!rest->count || (smr_loops_known_le(l, smr_loops_int(l, 0), rest) && smr_loops_known_le(l, rest, last)))
    return q;
  uint32_t rounded = atom(l, (SmrLoopsAtom){SMR_LOOPS_ATOM_QUOTIENT, 0, rest, b});
  return smr_loops_add(l, q, of_atom(l, rounded, 1));
}

SmrLoopsIndex smr_loops_mod(SmrLoopsProgram *l, SmrLoopsIndex a, SmrLoopsIndex b) {
  return smr_loops_sub(l, a, smr_loops_mul(l, b, smr_loops_div(l, a, b)));
}

typedef struct {
  SmrLoopsIndex (*size)(uint32_t leaf, void *data);
  void *data;
} Sizes;

static bool size_of(uint32_t leaf, SmrPoly *out, void *data) {
  const Sizes *s = data;
  SmrLoopsIndex size = s->size(leaf, s->data);
  if (size)
    *out = *size;
  return size != NULL;
}

SmrLoopsIndex smr_loops_fraction(SmrLoopsProgram *l, SmrFraction f,
                                 SmrLoopsIndex (*size)(uint32_t leaf, void *data), void *data) {
  SmrArena arena = {0};
  SmrPoly poly;
  SmrLoopsIndex a =
      smr_poly_map(&arena, f.poly, size_of, &(Sizes){size, data}, &poly) ? keep(l, true, poly) : NULL;
  smr_arena_destroy(&arena);
  if (!a)
    return NULL;
  SmrLoopsIndex by = smr_loops_int(l, f.divisor), q = smr_loops_div(l, a, by);
  return smr_loops_mul(l, q, by) == a ? q : NULL;
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
    SmrLoopsIndex term = smr_loops_int(l, p->terms[i].coef);
    for (uint32_t k = 0; k < p->terms[i].degree; k++)
      term = smr_loops_mul(l, term, bound_atom(l, p->terms[i].leaves[k], greatest == p->terms[i].coef > 0));
    result = smr_loops_add(l, result, term);
  }
  return result;
}

// Neither in what it says nor in what bounds its variables.
static bool no_negative_atom(SmrLoopsProgram *l, SmrLoopsIndex p) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(*p, &at, &leaf);) {
    SmrLoopsAtom a = l->atoms.data[leaf];
    if (a.kind == SMR_LOOPS_ATOM_VALUE ||
        (a.kind == SMR_LOOPS_ATOM_QUOTIENT && !smr_loops_known_le(l, smr_loops_int(l, 0), a.over)))
      return false;
    if (a.kind == SMR_LOOPS_ATOM_VARIABLE && !no_negative_atom(l, l->variables.data[a.of]))
      return false;
  }
  return true;
}

typedef struct {
  const SmrLoopsProgram *l;
  double (*size)(void *user, const char *name);
  void *user;
} Estimate;

static double estimate_atom(uint32_t number, void *data) {
  const Estimate *e = data;
  const SmrLoopsAtom *a = &e->l->atoms.data[number];
  if (a->kind == SMR_LOOPS_ATOM_SIZE)
    return e->size(e->user, e->l->sizes.data[a->of].name) / (double)e->l->sizes.data[a->of].divisor;
  if (a->kind != SMR_LOOPS_ATOM_QUOTIENT)
    return 0;
  return floor(smr_poly_estimate(*a->over, estimate_atom, data) /
               smr_poly_estimate(*a->by, estimate_atom, data));
}

double smr_loops_estimate(const SmrLoopsProgram *l, SmrLoopsIndex a,
                          double (*size)(void *user, const char *name), void *user) {
  return smr_poly_estimate(*a, estimate_atom, &(Estimate){l, size, user});
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
  return !smr_poly_has_negative(*bound(l, difference, false));
}

//===--- looking ---===//

bool smr_loops_mentions(const SmrLoopsProgram *l, SmrLoopsIndex p, uint32_t variable) {
  uint32_t leaf;
  for (SmrLeafPlace at = {0}; smr_poly_next_leaf(*p, &at, &leaf);) {
    const SmrLoopsAtom *a = &l->atoms.data[leaf];
    if (a->kind == SMR_LOOPS_ATOM_VALUE || (a->kind == SMR_LOOPS_ATOM_VARIABLE && a->of == variable))
      return true;
    if (a->kind == SMR_LOOPS_ATOM_QUOTIENT &&
        (smr_loops_mentions(l, a->over, variable) || smr_loops_mentions(l, a->by, variable)))
      return true;
  }
  return false;
}

static void dump_atom(uint32_t number, SmrStr *out, void *data) {
  const SmrLoopsProgram *l = data;
  const SmrLoopsAtom *a = &l->atoms.data[number];
  if (a->kind == SMR_LOOPS_ATOM_VARIABLE || a->kind == SMR_LOOPS_ATOM_VALUE) {
    smr_str_printf(out, "%c%u", a->kind == SMR_LOOPS_ATOM_VALUE ? 'v' : 'i', a->of);
  } else if (a->kind == SMR_LOOPS_ATOM_SIZE) {
    const SmrLoopsSize *size = &l->sizes.data[a->of];
    smr_str_puts(out, size->divisor == 1 ? "" : "(");
    smr_str_puts(out, size->name);
    if (size->divisor != 1)
      smr_str_printf(out, "/%lld)", (long long)size->divisor);
  } else {
    smr_str_puts(out, "((");
    smr_loops_index_dump(l, a->over, out);
    smr_str_puts(out, ")/(");
    smr_loops_index_dump(l, a->by, out);
    smr_str_puts(out, "))");
  }
}

void smr_loops_index_dump(const SmrLoopsProgram *l, SmrLoopsIndex p, SmrStr *out) {
  smr_poly_print(*p, out, dump_atom, (void *)l);
}
