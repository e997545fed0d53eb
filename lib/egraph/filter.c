//===- filter.c - nodes that are not added -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/filter.h"
#include "egraph/program_internal.h"
#include <string.h>

struct SmrFilters {
  SmrEgraph *g;
  SmrRules *rules;
  SmrDataSet *data;
  bool sizes;
  uint32_t analysis; // of sizes
  uint64_t *dropped; // by filter
  SMR_VEC(uint32_t) used;
};

uint32_t smr_filter_named(const SmrRules *rules, const char *name) {
  for (uint32_t i = 0; i < rules->data.filters.size; i++)
    if (!strcmp(rules->data.filters.data[i].name, name))
      return i;
  return UINT32_MAX;
}

uint64_t smr_filters_dropped(const SmrFilters *f, uint32_t filter) {
  return f->dropped[filter];
}

//===--- sizes of smallest terms ---===//

static uint64_t class_size(SmrFilters *f, SmrClass c) {
  return *(uint64_t *)smr_egraph_data(f->g, f->analysis, c);
}

static uint64_t size_of(SmrFilters *f, SmrOperator op, const SmrClass *children) {
  uint64_t size = 1;
  for (uint32_t i = smr_arity(f->g, op); i-- > 0;)
    if (__builtin_add_overflow(size, class_size(f, children[i]), &size))
      return UINT64_MAX;
  return size;
}

static void make(void *user, SmrEgraph *g, SmrNode node, void *out) {
  *(uint64_t *)out = size_of(user, smr_egraph_op(g, node), smr_egraph_children(g, node));
}

static unsigned merge(void *user, SmrEgraph *g, void *into, const void *from) {
  uint64_t *a = into, b = *(const uint64_t *)from, least = *a < b ? *a : b;
  (void)user, (void)g;
  unsigned changed = (*a != least) | (b != least) << 1;
  *a = least;
  return changed;
}

//===--- judging ---===//

// What a filter's clause asks for: of a class, or of a node that is none yet.
static SmrDatum input(SmrFilters *f, uint32_t declaration, SmrOperator op, const SmrClass *children,
                      SmrClass c) {
  if (declaration == SMR_FILTER_SIZE) {
    uint64_t size = c == SMR_NO_CLASS ? size_of(f, op, children) : class_size(f, c);
    return smr_datum_integer(smr_operators_values(f->g->ops), size > INT64_MAX ? INT64_MAX : (int64_t)size);
  }
  if (c != SMR_NO_CLASS)
    return smr_data_of(f->data, declaration, c);
  SmrDatum data[SMR_MAX_ARITY];
  for (uint32_t i = smr_arity(f->g, op); i-- > 0;)
    data[i] = smr_data_of(f->data, declaration, children[i]);
  return smr_data_make(f->rules, declaration, f->g->ops, op, data);
}

static bool keeps(void *user, SmrEgraph *g, SmrOperator op, const SmrClass *children, SmrClass c) {
  SmrFilters *f = user;
  SmrDatum bound[SMR_DATA_SLOTS];
  (void)g;
  for (uint32_t i = 0; i < f->used.size; i++) {
    const SmrDataFilter *filter = &f->rules->data.filters.data[f->used.data[i]];
    for (uint32_t k = 0; k < filter->inputs.size; k++)
      bound[k] = input(f, filter->inputs.data[k], op, children, c);
    SmrDataClause clause = f->rules->data.code.clauses.data[filter->clause];
    SmrDatum none;
    if (smr_data_check(&f->rules->data.code, &clause, bound, filter->inputs.size, &none) == SMR_NO) {
      f->dropped[f->used.data[i]]++;
      return false;
    }
  }
  return true;
}

//===--- life ---===//

SmrFilters *smr_filters_create(SmrEgraph *g, SmrRules *rules, SmrDataSet *data) {
  SmrFilters *f = smr_xcalloc(1, sizeof *f);
  *f = (SmrFilters){.g = g, .rules = rules, .data = data};
  f->dropped = smr_xcalloc(rules->data.filters.size + 1, sizeof *f->dropped);
  for (uint32_t i = 0; i < rules->data.filters.size; i++)
    for (uint32_t k = 0; k < rules->data.filters.data[i].inputs.size; k++)
      f->sizes |= rules->data.filters.data[i].inputs.data[k] == SMR_FILTER_SIZE;
  if (f->sizes)
    f->analysis = smr_egraph_analyse(g, &(SmrAnalysis){"size", sizeof(uint64_t), make, merge, NULL, f});
  return f;
}

void smr_filters_destroy(SmrFilters *f) {
  if (!f)
    return;
  free(f->dropped);
  smr_vec_free(&f->used);
  free(f);
}

void smr_filters_use(SmrFilters *f, uint32_t filter, SmrProgram *program) {
  smr_vec_push(&f->used, filter);
  program->keeps = keeps;
  program->keeps_user = f;
}
