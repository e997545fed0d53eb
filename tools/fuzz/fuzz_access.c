//===- fuzz_access.c - fuzz target for programs of access patterns --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "access/eval.h"
#include "access/search.h"
#include "fuzz.h"

#define RULES SMR_FUZZ_RULES
#define MAX_SIZE 2000 // elements of a subterm that is evaluated

static void fill(void *user, const SmrAccessTensor *tensor, SmrAccessValue *value) {
  (void)user;
  for (int64_t i = 0; i < value->size; i++)
    value->data[i] = (double)((i * 7 + tensor->name[0]) % 11) - 3;
}

// Whether all subterms are small.
static bool is_small(SmrAccess *a, const SmrTerm *term, uint32_t root) {
  SmrDatum *values = calloc(root + 1, sizeof *values);
  SmrAccessShape shape;
  uint32_t bad;
  bool small = smr_access_data(a, term, root, values, &bad);
  require(small);
  for (uint32_t i = 0; small && i <= root; i++) {
    int64_t elements = 1, dim = 0;
    if (!smr_operator_info(smr_access_ops(a), term->nodes.data[i].op)->arity &&
        smr_access_classify(a, term->nodes.data[i].op) != SMR_ACCESS_TENSOR)
      continue;
    require(smr_access_shape(a, values[i], &shape));
    for (uint32_t d = 0; small && d < shape.rank; d++) {
      small = smr_access_size(a, shape.dims[d], &dim) && dim <= MAX_SIZE;
      elements *= small ? dim : 1;
      small &= elements <= MAX_SIZE;
    }
  }
  free(values);
  return small;
}

static void same(const SmrAccessValue *x, const SmrAccessValue *y) {
  require(x->rank == y->rank && x->accessed == y->accessed && x->size == y->size &&
          !memcmp(x->dims, y->dims, x->rank * sizeof *x->dims));
  for (int64_t i = 0; i < x->size; i++) // (sums of small integers are exact, unless they overflow)
    require(x->data[i] == y->data[i] || !(x->data[i] < 1e15 && x->data[i] > -1e15));
}

// What is found computes what the term did.
static void search(SmrAccess *a, const SmrAccessTerm *t) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrAccessResult r;
  SmrAccessOptions options = {.reassoc = true, .tile = {2, 2, 2}, .nodes = 500};
  SmrAccessValue x, y;
  if (t->root > 60 || !is_small(a, &t->term, t->root))
    return;
  bool found = smr_access_search(a, &t->term, t->root, &options, &r, &diag);
  require(found == (diag.errors == 0));
  if (found && smr_access_eval(a, &t->term, t->root, fill, NULL, &x)) {
    require(smr_access_eval(a, &r.term, r.root, fill, NULL, &y));
    same(&x, &y);
    smr_access_value_free(&x);
    smr_access_value_free(&y);
  }
  if (found)
    smr_access_result_free(&r);
}

/// The contract: errors, each with a place, and nothing; or terms with shapes, which are searched.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  if (memmem(data, size, "include", 7)) // (nothing outside is read)
    return 0;
  SmrAccess *a = smr_access_parse(RULES, "fuzz.access", (const char *)data, size, &diag);
  require((a != NULL) == (diag.errors == 0));
  require_places(&diag);
  for (uint32_t i = 0; a && i < smr_access_terms(a) && i < 4; i++)
    search(a, smr_access_term(a, i));
  smr_access_destroy(a);
  return 0;
}
