//===- places.c - where what a guide found came from -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "places.h"
#include "egraph/term_pool.h"

void rise_places_of(const SmrOperators *ops, const SmrGuide *guide, uint32_t input, SmrTermPlaces *places) {
  uint32_t ignored, root;
  const SmrTerm *given = smr_guide_input(guide, input, &ignored),
                *found = smr_guide_term(guide, input, &root);
  const SmrTermPlaces *known = smr_guide_places(guide, input);
  SmrTermPool pool = {0};
  uint32_t *in_given = smr_xmalloc((given->nodes.size + 1) * sizeof *in_given),
           *in_found = smr_xmalloc((found->nodes.size + 1) * sizeof *in_found);
  smr_term_pool_take(&pool, ops, given, in_given);
  smr_term_pool_take(&pool, ops, found, in_found);
  SmrTermPlace *first = smr_xcalloc(pool.term.nodes.size + 1, sizeof *first);
  for (uint32_t i = known->nodes.size; i-- > 0;)
    first[in_given[i]] = known->nodes.data[i];
  places->file = known->file;
  for (uint32_t i = 0; i < found->nodes.size; i++)
    smr_vec_push(&places->nodes, first[in_found[i]]);
  if (known->nodes.size && !places->nodes.data[root].line)
    places->nodes.data[root] = smr_vec_last(&known->nodes);
  for (uint32_t i = root + 1; i-- > 0;)
    for (uint32_t k = smr_operator_info(ops, found->nodes.data[i].op)->arity; k-- > 0;) {
      SmrTermPlace *child = &places->nodes.data[smr_term_children(found, i)[k]];
      if (!child->line)
        *child = places->nodes.data[i];
    }
  free(first);
  free(in_given);
  free(in_found);
  smr_term_pool_free(&pool);
}
