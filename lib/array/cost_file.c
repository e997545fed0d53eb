//===- cost_file.c - costs that were measured ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "array/cost_file.h"
#include "array/internal.h"
#include "egraph/rules_text.h"
#include <math.h>
#include <string.h>

struct SmrArrayCostFile {
  SmrArray *array;
  SmrArrayTarget target;
  SmrRules rules;
  SmrCostTable *table;
  SmrCost inner;
};

enum { ROWS, COLUMNS, VOLUME, SIZE };

static int32_t resolve(void *user, const char *name, uint32_t count) {
  (void)user;
  if (count != 1)
    return -1;
  return !strcmp(name, "rows") || !strcmp(name, "length") ? ROWS
         : !strcmp(name, "columns")                       ? COLUMNS
         : !strcmp(name, "volume")                        ? VOLUME
         : !strcmp(name, "size")                          ? SIZE
                                                          : -1;
}

static double take(const SmrArray *a, SmrArrayType *type) {
  const SmrArrayTypeInfo *t = &a->types.data[*type];
  int64_t n;
  if (t->kind != SMR_ARRAY_TYPE_ARRAY || !smr_array_size(a, t->dim, &n))
    return INFINITY;
  *type = t->a;
  return (double)n;
}

static double value(void *user, SmrEgraph *g, SmrNode node, int32_t number, const uint32_t *children,
                    uint32_t count) {
  SmrArray *a = user;
  (void)count;
  SmrClass c = smr_egraph_children(g, node)[children[0]];
  int64_t n;
  if (number == SIZE)
    return smr_array_size(a, smr_array_class_size(a, g, c), &n) ? (double)n : INFINITY;
  SmrArrayType type = smr_array_class_type(a, g, c);
  double rows = take(a, &type);
  if (number == ROWS)
    return rows;
  if (number == COLUMNS)
    return take(a, &type);
  while (a->types.data[type].kind == SMR_ARRAY_TYPE_ARRAY)
    rows *= take(a, &type);
  return rows;
}

/// The names, for cost tables; borrows the language.
static SmrCostNames cost_names(SmrArray *array) {
  return (SmrCostNames){resolve, value, array};
}

static double node_cost(void *user, SmrEgraph *g, SmrNode node, const double *children) {
  SmrArrayCostFile *f = user;
  SmrArrayOp which = smr_array_classify(f->array, smr_egraph_op(g, node));
  if (smr_array_is_call(which) && (which >= SMR_A_T_DOT ? SMR_TARGET_TORCH : SMR_TARGET_BLAS) != f->target)
    return INFINITY;
  return smr_cost_of(&f->inner, g, node, children);
}

static void place(void *user, SmrEgraph *g, SmrNode node, const char **file, uint32_t *line,
                  uint32_t *column) {
  SmrArrayCostFile *f = user;
  if (f->inner.place)
    f->inner.place(f->inner.user, g, node, file, line, column);
}

SmrArrayCostFile *smr_array_cost_file_read(SmrArray *array, SmrArrayTarget target, const char *path,
                                           SmrDiag *diag) {
  SmrArrayCostFile *f = smr_xcalloc(1, sizeof *f);
  f->array = array;
  f->target = target;
  SmrCostNames names = cost_names(array);
  bool ok = smr_rules_read(array->ops, path, &f->rules, diag);
  f->table = smr_cost_table_create(array->ops, &names);
  for (uint32_t i = 0; ok && i < f->rules.costs.size; i++) {
    const SmrRuleCost *c = &f->rules.costs.data[i];
    ok = smr_cost_table_set(f->table, c->name, &c->expression, smr_term_root(&c->expression), c->file,
                            c->line, c->column, diag);
  }
  if (!ok) {
    smr_array_cost_file_free(f);
    return NULL;
  }
  f->inner = smr_cost_table_cost(f->table);
  return f;
}

SmrCost smr_array_cost_file_cost(SmrArrayCostFile *file) {
  return (SmrCost){.kind = SMR_COST_CALL, .node = node_cost, .place = place, .user = file};
}

void smr_array_cost_file_free(SmrArrayCostFile *file) {
  if (!file)
    return;
  smr_cost_table_destroy(file->table);
  smr_rules_free(&file->rules);
  free(file);
}
