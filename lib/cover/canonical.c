//===- canonical.c - equations without the choices of their spelling ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "affine/view.h"
#include "cover/apart.h"
#include "cover/extremes.h"
#include "cover/indices.h"
#include "cover/join.h"
#include "cover/merge.h"
#include "cover/old.h"
#include "cover/reuse.h"
#include "cover/spread.h"
#include "cover/unroll.h"

const char *smr_cover_law_name(SmrCoverLaw law) {
  static const char *const names[] = {
#define X(name) "LAW-" #name,
      SMR_COVER_LAWS(X)
#undef X
  };
  return names[law];
}

//--- CF1: a version of its own -----------------------------------------------------------

/// Where the versions of one array went: the last one that each of the source's became.
typedef struct {
  uint32_t *last; // by version
} Versions;

static void renumber(SmrFactor *load, void *data) {
  const Versions *versions = data;
  load->version = versions[load->id].last[load->version];
}

typedef struct {
  const SmrEquations *all;
  const SmrRaisedEquation *e;
} Own;

/// What a memory has before the nest is version 0 of all its arrays: an element that the equation makes had
/// it by that array's name.
static void name_own(SmrFactor *load, void *data) {
  const Own *own = data;
  const SmrRaisedArray *arrays = own->all->arrays.data;
  if (!load->version && arrays[load->id].memory == arrays[own->e->array].memory &&
      smr_poly_equal(load->poly, own->e->offset))
    load->id = own->e->array;
}

static Versions *number_versions(SmrSums *s, const SmrEquations *source) {
  Versions *versions = smr_arena_alloc(s->arena, (source->arrays.size + 1) * sizeof *versions);
  uint32_t *made = smr_arena_alloc(s->arena, (source->arrays.size + 1) * sizeof *made);
  for (uint32_t a = 0; a < source->arrays.size; a++)
    versions[a].last =
        smr_arena_alloc(s->arena, (source->arrays.data[a].versions + 1) * sizeof *versions[a].last);
  for (uint32_t k = 0; k < source->equations.size; k++) {
    const SmrRaisedEquation *e = &source->equations.data[k];
    versions[e->array].last[e->version] = ++made[e->array];
  }
  return versions;
}

//--- CF1: what is added is a term --------------------------------------------------------

/// What is the same at all points moves all elements by as much: without it.
static SmrPoly chosen_by_indices(SmrSums *s, SmrPoly offset, const SmrDomain *domain) {
  SmrPoly sum = {NULL, 0};
  for (uint32_t t = 0; t < offset.count; t++)
    for (uint32_t k = 0; k < domain->index_count; k++)
      if (smr_poly_contains((SmrPoly){&offset.terms[t], 1}, domain->indices[k])) {
        sum = smr_sums_add(s, sum, (SmrPoly){&offset.terms[t], 1});
        break;
      }
  return sum;
}

/// Does each point of the indices in the offset have an element of its own? `needs` get what that takes.
static bool tells_apart(SmrSums *s, SmrEquations *out, const SmrRaisedEquation *e, const SmrDomain *domain) {
  SmrViewAccess access = {.offset = chosen_by_indices(s, e->offset, domain),
                          .bytes = SMR_TYPE_PAYLOAD(e->sum.type) / 8,
                          .domain = domain->rows,
                          .domain_count = domain->row_count};
  SmrViewOptions options = {.indices = domain->indices, .index_count = domain->index_count};
  SmrView view;
  smr_system_reset(&s->system);
  if (!domain->index_count)
    return true;
  if (smr_view_make(s->arena, &s->system, &access, 1, &options, &view) != SMR_VIEW_OK ||
      view.rank != domain->index_count)
    return false;
  for (uint32_t k = 0; k < view.rank; k++) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < domain->index_count; i++)
      found += smr_poly_contains(view.indices[0][k], domain->indices[i]);
    if (found != 1)
      return false;
  }
  for (uint32_t k = 0; k < view.need_count; k++)
    smr_vec_push(&out->needs, view.needs[k]);
  if (view.either.count && !smr_needs_say(s, out, view.either))
    smr_vec_push(&out->eithers, view.either);
  return true;
}

static SmrRaisedTerm old_value(SmrSums *s, const SmrRaisedEquation *e) {
  SmrFactor *load = smr_arena_alloc(s->arena, sizeof *load);
  *load = (SmrFactor){.kind = SMR_FACTOR_LOAD,
                      .type = e->sum.type,
                      .id = e->array,
                      .version = e->version - 1,
                      .poly = e->offset};
  const SmrFactor **factors = smr_arena_alloc(s->arena, sizeof *factors);
  *factors = load;
  return (SmrRaisedTerm){.coefficient = 1, .factors = factors, .factor_count = 1};
}

/// The rows that name one of the indices.
static SmrDomain rows_of(SmrSums *s, const SmrDomain *domain, const uint32_t *indices, uint32_t count) {
  SmrDomain out = {.indices = indices, .index_count = count};
  for (uint32_t r = 0; r < domain->row_count; r++)
    for (uint32_t k = 0; k < count; k++)
      if (smr_poly_contains(domain->rows[r], indices[k])) {
        out = smr_domain_with(s, &out, domain->rows[r]);
        break;
      }
  return out;
}

/// `adds` becomes `=`; false when that cannot be said.
static bool say_added(SmrSums *s, SmrEquations *out, SmrRaisedEquation *e, uint32_t *laws) {
  uint32_t *summed = smr_arena_alloc(s->arena, (e->domain.index_count + 1) * sizeof *summed), count = 0;
  SmrDomain domain = e->domain, less;
  for (uint32_t k = e->domain.index_count; k--;)
    if (!smr_poly_contains(e->offset, e->domain.indices[k])) {
      if (!smr_indices_project(s, &domain, e->domain.indices[k], &less))
        return false;
      domain = less;
      summed[count++] = e->domain.indices[k];
    }
  if (!tells_apart(s, out, e, &domain))
    return false;
  SmrDomain rows = rows_of(s, &e->domain, summed, count);
  SmrRaisedTerm *terms = smr_arena_alloc(s->arena, (e->sum.term_count + 1) * sizeof *terms);
  terms[0] = old_value(s, e);
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    terms[t + 1] = e->sum.terms[t];
    terms[t + 1].domain = smr_domain_join(s, &rows, &e->sum.terms[t].domain);
  }
  e->sum.terms = terms, ++e->sum.term_count;
  e->domain = domain;
  e->adds = false;
  *laws |= 1u << SMR_COVER_LAW_ADD;
  return true;
}

//--- CF1: where nothing is added -------------------------------------------------------------

/// The one term that is not what was there before; NULL: there are several, or what was there is changed.
static const SmrRaisedTerm *only_added(const SmrRaisedEquation *e) {
  const SmrRaisedTerm *added = NULL;
  uint32_t old = 0;
  for (uint32_t t = 0; t < e->sum.term_count; t++) {
    const SmrRaisedTerm *term = &e->sum.terms[t];
    if (term->coefficient == 1 && term->factor_count == 1 && !term->domain.row_count && smr_is_old(e, term))
      ++old;
    else if (added)
      return NULL;
    else
      added = term;
  }
  return old == 1 ? added : NULL;
}

void smr_canonical_shrink(SmrSums *s, SmrRaisedEquation *e, uint32_t *laws) {
  const SmrRaisedTerm *added = only_added(e);
  if (!added || !added->domain.index_count)
    return;
  SmrDomain domain = smr_domain_join(s, &e->domain, &added->domain), less;
  for (uint32_t k = added->domain.index_count; k--;) {
    if (!smr_indices_project(s, &domain, added->domain.indices[k], &less))
      return;
    domain = less;
  }
  e->domain = domain;
  smr_indices_of_equation(s, e, laws);
  e->sum = smr_indices_of_sum(s, &e->sum, &e->domain, laws);
}

static void shrink_all(SmrCanonical *c, SmrSums *s) {
  for (uint32_t k = 0; k < c->equations->equations.size && !s->failed; k++)
    if (!c->equations->equations.data[k].adds)
      smr_canonical_shrink(s, &c->equations->equations.data[k], &c->origins.data[k].laws);
}

//--- All of it ----------------------------------------------------------------------------

static void copy_declarations(SmrCanonical *c, const SmrEquations *source) {
  SmrEquations *out = c->equations;
  for (uint32_t k = 1; k < source->integers.size; k++)
    smr_vec_push(&out->integers, source->integers.data[k]);
  for (uint32_t k = 0; k < source->scalars.size; k++)
    smr_vec_push(&out->scalars, source->scalars.data[k]);
  for (uint32_t k = 0; k < source->arrays.size; k++)
    smr_vec_push(&out->arrays, source->arrays.data[k]);
  for (uint32_t k = 0; k < source->needs.size; k++)
    smr_vec_push(&out->needs, source->needs.data[k]);
  for (uint32_t k = 0; k < source->eithers.size; k++)
    smr_vec_push(&out->eithers, source->eithers.data[k]);
  smr_sums_copy_known(source, out);
}

static void add_equation(SmrCanonical *c, SmrSums *s, uint32_t place, const Versions *versions,
                         uint32_t *made) {
  const SmrRaisedEquation *source = &c->source->equations.data[place];
  SmrRaisedEquation e = *source;
  uint32_t *from = smr_arena_alloc(s->arena, sizeof *from), laws = 0;
  *from = place;
  e.version = ++made[e.array];
  e.sum =
      smr_sum_map(s, &e.sum, &(SmrSumMap){.poly = smr_sums_keep, .load = renumber, .data = (void *)versions});
  Own own = {c->source, source};
  e.sum = smr_sum_map(s, &e.sum, &(SmrSumMap){.poly = smr_sums_keep, .load = name_own, .data = &own});
  smr_indices_of_equation(s, &e, &laws);
  while (e.adds && !say_added(s, c->equations, &e, &laws) && smr_indices_join(s, &e, &laws))
    ;
  e.sum = smr_indices_of_sum(s, &e.sum, &e.domain, &laws);
  smr_vec_push(&c->equations->equations, e);
  smr_vec_push(&c->origins, (SmrOrigin){.from = from, .from_count = 1, .laws = laws});
}

static SmrCanonical *make(const SmrEquations *source, bool careful) {
  SmrCanonical *c = smr_xcalloc(1, sizeof *c);
  c->source = source;
  c->equations = smr_equations_create(source->symbols, source->name);
  SmrSums s = {.arena = &c->equations->arena, .known = c->equations};
  copy_declarations(c, source);
  const Versions *versions = number_versions(&s, source);
  uint32_t *made = smr_arena_alloc(s.arena, (source->arrays.size + 1) * sizeof *made);
  for (uint32_t k = 0; k < source->equations.size; k++)
    add_equation(c, &s, k, versions, made);
  for (uint32_t a = 0; a < source->arrays.size; a++)
    c->equations->arrays.data[a].versions = made[a];
  smr_extremes_from_first(c, &s);
  smr_reuse(c, &s);
  if (!careful)
    smr_spread(c, &s);
  smr_merge_versions(c, &s, careful);
  smr_drop_own_copies(c, &s);
  shrink_all(c, &s);
  smr_join(c, &s);
  smr_join_equations(c, &s);
  shrink_all(c, &s); // (what is added may be one term only now)
  for (uint32_t k = 0; k < c->equations->equations.size; k++)
    smr_sum_indices_apart(&s, c->equations, &c->equations->equations.data[k].sum);
  for (uint32_t k = 0; k < c->equations->equations.size; k++)
    while (!s.failed && smr_indices_join(&s, &c->equations->equations.data[k], &c->origins.data[k].laws))
      ;
  smr_system_free(&s.system);
  if (s.failed) {
    smr_canonical_destroy(c);
    return NULL;
  }
  return c;
}

SmrCanonical *smr_canonical(const SmrEquations *source) {
  return make(source, false);
}

SmrCanonical *smr_canonical_careful(const SmrEquations *source) {
  return make(source, true);
}

static uint32_t laws_of(const SmrSum *sum) {
  uint32_t laws = sum->laws;
  for (uint32_t t = 0; t < sum->term_count; t++)
    for (uint32_t k = 0; k < sum->terms[t].factor_count; k++)
      for (uint32_t a = 0; a < sum->terms[t].factors[k]->arg_count; a++)
        laws |= laws_of(&sum->terms[t].factors[k]->args[a]);
  return laws;
}

uint32_t smr_equations_laws(const SmrEquations *equations, uint32_t equation) {
  return laws_of(&equations->equations.data[equation].sum);
}

uint32_t smr_canonical_laws(const SmrCanonical *canonical, uint32_t equation) {
  const SmrOrigin *origin = &canonical->origins.data[equation];
  uint32_t laws = smr_equations_laws(canonical->equations, equation);
  for (uint32_t k = 0; k < origin->from_count && !origin->repeats; k++)
    laws |= laws_of(&canonical->source->equations.data[origin->from[k]].sum);
  return laws;
}

uint32_t smr_canonical_told_laws(const SmrCanonical *canonical, uint32_t equation) {
  uint32_t laws = smr_canonical_laws(canonical, equation);
  return canonical->origins.data[equation].laws | (laws & SMR_LAW_ASSOC ? 1u << SMR_COVER_LAW_AC : 0) |
         (laws & SMR_LAW_DISTR ? 1u << SMR_COVER_LAW_DISTR : 0) |
         (laws & SMR_LAW_INVERSE ? 1u << SMR_COVER_LAW_INVERSE : 0) |
         (laws & SMR_LAW_NANS ? 1u << SMR_COVER_LAW_NANS : 0);
}

void smr_canonical_destroy(SmrCanonical *canonical) {
  if (!canonical)
    return;
  smr_equations_destroy(canonical->equations);
  smr_vec_free(&canonical->origins);
  free(canonical);
}
