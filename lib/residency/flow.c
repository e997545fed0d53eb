//===- flow.c - a function's blocks and events ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "residency/residency.h"

void smr_stay_free(SmrStay *stay) {
  for (uint32_t b = 0; b < stay->blocks.size; b++)
    smr_vec_free(&stay->blocks.data[b].events);
  smr_vec_free(&stay->blocks);
  smr_vec_free(&stay->edges);
  smr_vec_free(&stay->loops);
  smr_vec_free(&stay->arrays);
  smr_vec_free(&stay->ranges);
}

uint32_t smr_stay_add_block(SmrStay *stay, uint32_t loop) {
  smr_vec_push(&stay->blocks, (SmrStayBlock){.loop = loop});
  return stay->blocks.size - 1;
}

void smr_stay_add_edge(SmrStay *stay, uint32_t from, uint32_t to) {
  for (uint32_t k = 0; k < stay->edges.size; k++)
    if (stay->edges.data[k].from == from && stay->edges.data[k].to == to)
      return;
  smr_vec_push(&stay->edges, (SmrStayEdge){.from = from, .to = to});
}

void smr_stay_add_event(SmrStay *stay, uint32_t block, const SmrStayEvent *event) {
  smr_vec_push(&stay->blocks.data[block].events, *event);
}

static bool is_in(const SmrStay *stay, uint32_t block, uint32_t loop) {
  uint32_t at = stay->blocks.data[block].loop;
  while (at != SMR_STAY_NONE && at != loop)
    at = stay->loops.data[at];
  return at == loop;
}

/// Does `other`, in each round of a loop, ask for another marker for `event`?
static bool disturbs(const SmrStay *stay, const SmrStayEvent *other, const SmrStayEvent *event) {
  SmrStaySet touches = stay->ranges.data[event->range].touches;
  if (other->kind == SMR_STAY_DEVICE)
    return (other->writes | (event->kind == SMR_STAY_READ ? 0 : other->reads)) & touches;
  return other->kind == SMR_STAY_UNKNOWN;
}

static bool may_leave(const SmrStay *stay, uint32_t loop, const SmrStayEvent *event) {
  for (uint32_t b = 0; b < stay->blocks.size; b++) {
    const SmrStayBlock *block = &stay->blocks.data[b];
    for (uint32_t k = 0; is_in(stay, b, loop) && k < block->events.size; k++)
      if (disturbs(stay, &block->events.data[k], event))
        return false;
  }
  return true;
}

uint32_t smr_stay_limit(const SmrStay *stay, uint32_t block, const SmrStayEvent *event) {
  uint32_t limit = SMR_STAY_NONE;
  for (uint32_t loop = stay->blocks.data[block].loop; loop != SMR_STAY_NONE && may_leave(stay, loop, event);
       loop = stay->loops.data[loop])
    limit = loop;
  return limit;
}
