//===- lower_term.c - what is asked of terms that are lowered --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "access/lower_internal.h"

const uint32_t *smr_access_lower_children(const SmrAccessLowering *l, uint32_t node) {
  return smr_term_children(l->term, node);
}

SmrAccessOp smr_access_lower_op(const SmrAccessLowering *l, uint32_t node) {
  return smr_access_classify(l->access, l->term->nodes.data[node].op);
}

bool smr_access_lower_fail(SmrAccessLowering *l, const char *why) {
  if (!l->error)
    l->error = why;
  return false;
}

//===--- sizes ---===//

typedef struct {
  SmrLoopsProgram *loops;
  const SmrDatums *values;
} Sizes;

static SmrLoopsIndex size_named(uint32_t name, void *data) {
  const Sizes *s = data;
  return smr_loops_size(s->loops, smr_datum_name_of(s->values, name), smr_datum_divisor(s->values, name));
}

SmrLoopsIndex smr_access_lower_size(const SmrAccess *access, SmrLoopsProgram *loops, SmrDatum size) {
  Sizes sizes = {loops, smr_access_values(access)};
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrFraction f;
  bool ok = smr_datum_fraction(sizes.values, &arena, size, &f);
  return ok ? smr_loops_fraction(loops, f, size_named, &sizes) : NULL;
}

SmrLoopsIndex smr_access_lower_index(SmrAccessLowering *l, SmrDatum size) {
  SmrLoopsIndex index = smr_access_lower_size(l->access, l->loops, size);
  if (index)
    return index;
  smr_access_lower_fail(l, "a size that is no number");
  return smr_loops_int(l->loops, 1);
}

uint32_t smr_access_lower_shape(SmrAccessLowering *l, uint32_t node, SmrLoopsIndex *dims,
                                uint32_t *accessed) {
  SmrAccessShape shape = {0};
  if (!smr_access_shape(l->access, l->data[node], &shape))
    smr_access_lower_fail(l, "a term without a shape");
  for (uint32_t d = 0; d < shape.rank; d++)
    dims[d] = smr_access_lower_index(l, shape.dims[d]);
  *accessed = shape.accessed;
  return shape.rank;
}

int64_t smr_access_lower_number(SmrAccessLowering *l, uint32_t node) {
  int64_t number = 0;
  if (!smr_datum_is_integer(smr_access_values(l->access), l->data[node], &number))
    smr_access_lower_fail(l, "a dimension that is no number");
  return number;
}

uint32_t smr_access_lower_list(SmrAccessLowering *l, uint32_t node, SmrLoopsIndex *out, uint32_t *first) {
  SmrDatum sizes[SMR_ACCESS_MAX_RANK];
  uint32_t count = smr_access_list(l->access, l->data[node], sizes, first);
  if (count > SMR_ACCESS_MAX_RANK) {
    smr_access_lower_fail(l, "no list of sizes");
    return 0;
  }
  for (uint32_t k = 0; k < count; k++)
    out[k] = smr_access_lower_index(l, sizes[k]);
  return count;
}

//===--- figures ---===//

static double about(void *user, const char *name) {
  SmrDatums *values = smr_access_values(user);
  double estimate;
  return smr_datum_estimate(values, smr_datum_name(values, name), &estimate) ? estimate : 32;
}

double smr_access_lower_estimate(const SmrAccessLowering *l, SmrLoopsIndex size) {
  return smr_loops_estimate(l->loops, size, about, l->access);
}

SmrLoopsIndex smr_access_lower_for(SmrAccessLowering *l, SmrLoopsIndex count) {
  smr_vec_push(&l->around, l->times);
  l->times *= smr_access_lower_estimate(l, count);
  return smr_loops_for(l->loops, count, SMR_LOOPS_SEQUENTIAL);
}

void smr_access_lower_end(SmrAccessLowering *l) {
  l->times = smr_vec_pop(&l->around);
  smr_loops_end(l->loops, 0, NULL, NULL);
}
