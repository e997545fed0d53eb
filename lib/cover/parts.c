//===- parts.c - complex numbers of their parts ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "cover/parts.h"
#include "cover/sums.h"
#include "graph/number.h"
#include <math.h>

enum { MOST_TERMS = 64 };

/// Of one memory: the arrays whose equations make real and imaginary parts (or that are only read, at
/// version 0), and the array that it becomes.
typedef struct {
  bool written, is_complex;
  uint32_t re, im;
} Memory;

typedef struct {
  const SmrEquations *from;
  SmrEquations *to;
  SmrSums s;
  Memory *memories;  // by array, of the first one in the memory
  uint32_t *array;   // by array: its number in `to`
  uint32_t products; // of two complex numbers
} Parts;

typedef struct {
  const SmrSum *re, *im;
  uint64_t re_taken, im_taken;
  SmrRaisedTerm *out;
  uint32_t count;
} Pairing;

static uint32_t memory_of(const Parts *p, uint32_t array) {
  return p->from->arrays.data[array].memory;
}

//--- Pairs of loads -----------------------------------------------------------------------------

static bool is_next(Parts *p, SmrPoly re, SmrPoly im, SmrType type) {
  return smr_poly_equal(im, smr_sums_add(&p->s, re, smr_sums_const(&p->s, smr_type_bytes(type))));
}

/// Are these the parts of one complex number in memory, in one version?
static bool are_loads(Parts *p, const SmrFactor *re, const SmrFactor *im) {
  if (re->kind != SMR_FACTOR_LOAD || im->kind != SMR_FACTOR_LOAD || re->type != im->type ||
      re->version != im->version || memory_of(p, re->id) != memory_of(p, im->id) ||
      !is_next(p, re->poly, im->poly, re->type))
    return false;
  const Memory *m = &p->memories[memory_of(p, re->id)];
  return !re->version || (re->id == m->re && im->id == m->im);
}

static bool is_same(const SmrFactor *a, const SmrFactor *b) {
  return a->kind == b->kind && a->type == b->type && a->id == b->id && a->version == b->version &&
         !a->arg_count && !b->arg_count && smr_poly_equal(a->poly, b->poly);
}

static bool same_domain(const SmrDomain *a, const SmrDomain *b) {
  if (a->index_count != b->index_count || a->row_count != b->row_count)
    return false;
  for (uint32_t k = 0; k < a->index_count; k++)
    if (a->indices[k] != b->indices[k])
      return false;
  for (uint32_t k = 0; k < a->row_count; k++)
    if (!smr_poly_equal(a->rows[k], b->rows[k]))
      return false;
  return true;
}

//--- What is made --------------------------------------------------------------------------------

static SmrType complex_of(SmrType part) {
  return SMR_TYPE(SMR_T_COMPLEX, SMR_TYPE_PAYLOAD(part));
}

static const SmrFactor *function(Parts *p, const char *name, SmrType type, const SmrSum *args,
                                 uint32_t count) {
  SmrFactor *f = smr_arena_alloc(p->s.arena, sizeof *f);
  f->kind = SMR_FACTOR_FUNCTION;
  f->type = type;
  f->name = smr_intern(p->to->symbols, name);
  f->args = args;
  f->arg_count = count;
  return f;
}

static SmrSum sum_of(Parts *p, SmrType type, double coefficient, const SmrFactor *factor) {
  const SmrFactor **one = smr_arena_alloc(p->s.arena, sizeof *one);
  SmrRaisedTerm *term = smr_arena_alloc(p->s.arena, sizeof *term);
  *one = factor;
  *term = (SmrRaisedTerm){.coefficient = coefficient, .factors = one, .factor_count = 1};
  return (SmrSum){.type = type, .terms = term, .term_count = 1};
}

/// A factor that stays as it is, in the new numbering.
static const SmrFactor *kept(Parts *p, const SmrFactor *f) {
  SmrFactor *copy = smr_arena_alloc(p->s.arena, sizeof *copy);
  *copy = *f;
  if (f->kind == SMR_FACTOR_LOAD)
    copy->id = p->array[f->id];
  return copy;
}

/// complex(re, sign*im); im NULL: a real number.
static const SmrFactor *pair(Parts *p, const SmrFactor *re, const SmrFactor *im, double sign) {
  SmrSum *args = smr_arena_alloc(p->s.arena, 2 * sizeof *args);
  args[0] = sum_of(p, re->type, 1, kept(p, re));
  args[1] = im ? sum_of(p, re->type, sign, kept(p, im)) : (SmrSum){.type = re->type};
  return function(p, SMR_MATH_COMPLEX, complex_of(re->type), args, 2);
}

/// The number that the parts are in memory, or its conjugate.
static const SmrFactor *load(Parts *p, const SmrFactor *re, bool conjugate) {
  SmrFactor *f = smr_arena_alloc(p->s.arena, sizeof *f);
  *f = *re;
  f->type = complex_of(re->type);
  f->id = p->array[re->id];
  if (!conjugate)
    return f;
  SmrSum *arg = smr_arena_alloc(p->s.arena, sizeof *arg);
  *arg = sum_of(p, f->type, 1, f);
  return function(p, SMR_MATH_CONJ, f->type, arg, 1);
}

/// Elements of the memory are complex numbers here; false when they are numbers elsewhere, or made singly.
static bool take_memory(Parts *p, const SmrFactor *load) {
  p->memories[memory_of(p, load->id)].is_complex = true;
  return true;
}

//--- Terms ----------------------------------------------------------------------------------------

/// A term that is not taken, of these two factors, over the domain; MOST_TERMS: none.
static uint32_t find_term(const SmrSum *sum, uint64_t taken, const SmrFactor *a, const SmrFactor *b,
                          const SmrDomain *domain) {
  for (uint32_t k = 0; k < sum->term_count; k++) {
    const SmrRaisedTerm *t = &sum->terms[k];
    if (taken >> k & 1 || t->factor_count != 2 || !same_domain(&t->domain, domain))
      continue;
    if ((is_same(t->factors[0], a) && is_same(t->factors[1], b)) ||
        (is_same(t->factors[0], b) && is_same(t->factors[1], a)))
      return k;
  }
  return MOST_TERMS;
}

/// u*v = (ur + i*a*ui)*(vr + i*b*vi) is ur*vr - a*b*ui*vi and i*(b*ur*vi + a*ui*vr).
static bool take_product(Parts *p, Pairing *g, uint32_t first, const SmrFactor *ur, const SmrFactor *ui,
                         const SmrFactor *vr, const SmrFactor *vi, uint32_t second) {
  const SmrRaisedTerm *t = &g->re->terms[first];
  uint32_t third = find_term(g->im, g->im_taken, ur, vi, &t->domain);
  if (third == MOST_TERMS)
    return false;
  uint64_t left = g->im_taken | (uint64_t)1 << third;
  uint32_t fourth = find_term(g->im, left, ui, vr, &t->domain);
  if (fourth == MOST_TERMS)
    return false;
  double c = t->coefficient, a = g->im->terms[fourth].coefficient / c,
         b = g->im->terms[third].coefficient / c;
  if (fabs(a) != 1 || fabs(b) != 1 || g->re->terms[second].coefficient != -a * b * c)
    return false;
  const SmrFactor **factors = smr_arena_alloc(p->s.arena, 2 * sizeof *factors);
  factors[0] = ur->kind == SMR_FACTOR_LOAD ? load(p, ur, a < 0) : pair(p, ur, ui, a);
  factors[1] = load(p, vr, b < 0);
  g->out[g->count++] =
      (SmrRaisedTerm){.coefficient = c, .factors = factors, .factor_count = 2, .domain = t->domain};
  g->re_taken |= (uint64_t)1 << first | (uint64_t)1 << second;
  g->im_taken = left | (uint64_t)1 << fourth;
  ++p->products;
  return take_memory(p, vr) && (ur->kind != SMR_FACTOR_LOAD || take_memory(p, ur));
}

/// Is the term ur*vr, and what are the others? v is in memory, u there, too, or two numbers that do not
/// change.
static bool find_product(Parts *p, Pairing *g, uint32_t first, const SmrFactor *ur, const SmrFactor *vr) {
  const SmrDomain *domain = &g->re->terms[first].domain;
  if (vr->kind != SMR_FACTOR_LOAD || (ur->kind != SMR_FACTOR_LOAD && ur->kind != SMR_FACTOR_SCALAR))
    return false;
  for (uint32_t k = 0; k < g->re->term_count; k++) {
    const SmrRaisedTerm *t = &g->re->terms[k];
    if (k == first || g->re_taken >> k & 1 || t->factor_count != 2 || !same_domain(&t->domain, domain))
      continue;
    for (uint32_t f = 0; f < 2; f++) {
      const SmrFactor *ui = t->factors[f], *vi = t->factors[!f];
      bool fits = ur->kind == SMR_FACTOR_LOAD ? are_loads(p, ur, ui) : ui->kind == SMR_FACTOR_SCALAR;
      if (fits && are_loads(p, vr, vi) && take_product(p, g, first, ur, ui, vr, vi, k))
        return true;
    }
  }
  return false;
}

/// The same product of real numbers with the parts of one element.
static bool find_scaled(Parts *p, Pairing *g, uint32_t first) {
  const SmrRaisedTerm *t = &g->re->terms[first];
  for (uint32_t f = 0; f < t->factor_count; f++)
    for (uint32_t k = 0; k < g->im->term_count; k++) {
      const SmrRaisedTerm *other = &g->im->terms[k];
      bool same = !(g->im_taken >> k & 1) && other->factor_count == t->factor_count &&
                  other->coefficient == t->coefficient && same_domain(&t->domain, &other->domain) &&
                  are_loads(p, t->factors[f], other->factors[f]);
      for (uint32_t r = 0; same && r < t->factor_count; r++)
        same = r == f || is_same(t->factors[r], other->factors[r]);
      if (!same)
        continue;
      const SmrFactor **factors = smr_arena_alloc(p->s.arena, t->factor_count * sizeof *factors);
      for (uint32_t r = 0; r < t->factor_count; r++)
        factors[r] = r == f ? load(p, t->factors[r], false) : pair(p, t->factors[r], NULL, 0);
      g->out[g->count] = *t;
      g->out[g->count++].factors = factors;
      g->re_taken |= (uint64_t)1 << first;
      g->im_taken |= (uint64_t)1 << k;
      return take_memory(p, t->factors[f]);
    }
  return false;
}

static uint64_t all_of(const SmrSum *sum) {
  return sum->term_count ? ~(uint64_t)0 >> (64 - sum->term_count) : 0;
}

/// The two sums as one of complex numbers: products first, whose parts may look like others'.
static bool pair_sums(Parts *p, const SmrSum *re, const SmrSum *im, SmrSum *out) {
  Pairing g = {.re = re, .im = im};
  if (re->term_count > MOST_TERMS || im->term_count > MOST_TERMS)
    return false;
  g.out = smr_arena_alloc(p->s.arena, (re->term_count + 1) * sizeof *g.out);
  for (uint32_t k = 0; k < re->term_count; k++) {
    const SmrRaisedTerm *t = &re->terms[k];
    bool found = g.re_taken >> k & 1 || t->factor_count != 2;
    for (uint32_t f = 0; f < 2 && !found; f++)
      found = find_product(p, &g, k, t->factors[f], t->factors[!f]);
  }
  for (uint32_t k = 0; k < re->term_count; k++)
    if (!(g.re_taken >> k & 1) && !find_scaled(p, &g, k))
      return false;
  *out = (SmrSum){complex_of(re->type), g.out, g.count, re->laws | im->laws};
  return g.re_taken == all_of(re) && g.im_taken == all_of(im);
}

//--- Equations --------------------------------------------------------------------------------------

/// Which equation makes the imaginary parts to these real ones; equations.size: none.
static uint32_t partner_of(Parts *p, uint32_t number) {
  const SmrRaisedEquation *e = &p->from->equations.data[number];
  uint32_t k = 0;
  for (; k < p->from->equations.size; k++) {
    const SmrRaisedEquation *other = &p->from->equations.data[k];
    if (k != number && memory_of(p, other->array) == memory_of(p, e->array) && other->version == e->version &&
        other->adds == e->adds && other->sum.type == e->sum.type && same_domain(&other->domain, &e->domain) &&
        is_next(p, e->offset, other->offset, e->sum.type))
      break;
  }
  return k;
}

/// Which arrays of the memory are made of real parts, and which of imaginary ones.
static bool take_target(Parts *p, const SmrRaisedEquation *re, const SmrRaisedEquation *im) {
  Memory *m = &p->memories[memory_of(p, re->array)];
  if (!p->from->arrays.data[re->array].base || (m->written && (m->re != re->array || m->im != im->array)))
    return false;
  *m = (Memory){true, true, re->array, im->array};
  return true;
}

static bool make_equations(Parts *p, const uint32_t *partners) {
  for (uint32_t k = 0; k < p->from->equations.size; k++) {
    const SmrRaisedEquation *re = &p->from->equations.data[k];
    if (partners[k] == p->from->equations.size)
      continue; // an imaginary part
    SmrRaisedEquation made = *re;
    made.array = p->array[re->array];
    if (!pair_sums(p, &re->sum, &p->from->equations.data[partners[k]].sum, &made.sum))
      return false;
    smr_vec_push(&p->to->equations, made);
  }
  return true;
}

/// Every equation is the real part of one pair, or the imaginary one.
static bool find_partners(Parts *p, uint32_t *partners) {
  uint32_t count = p->from->equations.size, paired = 0;
  bool *is_im = smr_arena_alloc(p->s.arena, (count + 1) * sizeof *is_im);
  for (uint32_t k = 0; k < count; k++) {
    partners[k] =
        p->from->equations.data[k].sum.type == SMR_F32 || p->from->equations.data[k].sum.type == SMR_F64
            ? partner_of(p, k)
            : count;
    if (partners[k] == count)
      continue;
    if (is_im[partners[k]] ||
        !take_target(p, &p->from->equations.data[k], &p->from->equations.data[partners[k]]))
      return false;
    is_im[partners[k]] = true;
    paired += 2;
  }
  for (uint32_t k = 0; k < count; k++)
    if (is_im[k] && partners[k] != count)
      return false;
  return count && paired == count;
}

/// One array for each memory; its versions are those of both.
static void add_arrays(Parts *p) {
  for (uint32_t k = 0; k < p->from->arrays.size; k++) {
    SmrRaisedArray one = p->from->arrays.data[k];
    if (one.memory != k)
      continue;
    const Memory *m = &p->memories[k];
    one.memory = p->to->arrays.size;
    one.versions = m->written ? p->from->arrays.data[m->re].versions : one.versions;
    for (uint32_t j = 0; j < p->from->arrays.size; j++)
      if (memory_of(p, j) == k)
        p->array[j] = one.memory;
    smr_vec_push(&p->to->arrays, one);
  }
}

typedef struct {
  Parts *parts;
  const SmrType *types; // by array of `to`
} Uses;

static bool has_type(const SmrFactor *f, void *data) {
  const Uses *u = data;
  return f->kind != SMR_FACTOR_LOAD || u->parts->to->arrays.data[f->id].type == f->type;
}

/// No memory holds complex numbers here and their parts there.
static bool set_types(Parts *p) {
  for (uint32_t k = 0; k < p->from->arrays.size; k++)
    if (memory_of(p, k) == k && p->memories[k].is_complex)
      p->to->arrays.data[p->array[k]].type = complex_of(p->from->arrays.data[k].type);
  for (uint32_t k = 0; k < p->to->equations.size; k++)
    if (!smr_sum_walk(&p->to->equations.data[k].sum, has_type, &(Uses){.parts = p}))
      return false;
  return true;
}

static void copy_rest(const SmrEquations *from, SmrEquations *to) {
  for (uint32_t k = 1; k < from->integers.size; k++)
    smr_vec_push(&to->integers, from->integers.data[k]);
  for (uint32_t k = 0; k < from->scalars.size; k++)
    smr_vec_push(&to->scalars, from->scalars.data[k]);
  for (uint32_t k = 0; k < from->needs.size; k++)
    smr_vec_push(&to->needs, from->needs.data[k]);
  for (uint32_t k = 0; k < from->eithers.size; k++)
    smr_vec_push(&to->eithers, from->eithers.data[k]);
  smr_sums_copy_known(from, to);
}

SmrEquations *smr_parts(const SmrEquations *parts) {
  if (parts->equations.size < 2 || parts->equations.size % 2)
    return NULL;
  SmrEquations *to = smr_equations_create(parts->symbols, parts->name);
  Parts p = {.from = parts, .to = to, .s = {.arena = &to->arena}};
  p.memories = smr_arena_alloc(&to->arena, (parts->arrays.size + 1) * sizeof *p.memories);
  p.array = smr_arena_alloc(&to->arena, (parts->arrays.size + 1) * sizeof *p.array);
  uint32_t *partners = smr_arena_alloc(&to->arena, parts->equations.size * sizeof *partners);
  bool ok = find_partners(&p, partners);
  if (ok) {
    copy_rest(parts, to);
    add_arrays(&p);
    ok = make_equations(&p, partners) && set_types(&p) && p.products && !p.s.failed;
  }
  smr_system_free(&p.s.system);
  if (!ok) {
    smr_equations_destroy(to);
    return NULL;
  }
  return to;
}

SmrCanonical *smr_parts_canonical(const SmrEquations *complex) {
  SmrCanonical *canonical = smr_canonical(complex);
  for (uint32_t k = 0; canonical && k < canonical->origins.size; k++)
    canonical->origins.data[k].laws |= 1u << SMR_COVER_LAW_PARTS;
  return canonical;
}
