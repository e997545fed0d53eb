//===- regions.c - where arrays may stay on the device ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A place lies in a region when a call of the device comes before it and another one after it, on some path
// each, and nothing unknown between: what the first leaves there, the second may find. Whether it does is a
// property of the place, so regions begin and end once on every path, and loops that hold calls only are
// entered in a region. (Before something unknown no place leads to a call, behind it none comes from one.)
//===----------------------------------------------------------------------===//
#include "residency/internal.h"

static bool to_or_from_device(const StayFact *fact, const SmrStayEvent *event, bool holds) {
  (void)fact;
  return event->kind == SMR_STAY_DEVICE || (holds && event->kind != SMR_STAY_UNKNOWN);
}

static void mark_block(SmrStay *stay, uint32_t block, const StayFact *came, const StayFact *goes) {
  SmrStayBlock *b = &stay->blocks.data[block];
  bool holds = came->in[block];
  for (uint32_t k = 0; k < b->events.size; k++) {
    b->events.data[k].before = holds;
    b->events.data[k].after = holds = came->step(came, &b->events.data[k], holds);
  }
  holds = goes->in[block];
  for (uint32_t k = b->events.size; k-- > 0;) {
    SmrStayEvent *e = &b->events.data[k];
    e->after &= holds;
    holds = goes->step(goes, e, holds);
    e->before &= holds;
    e->begins = !e->before && e->after;
    e->ends = e->before && !e->after;
  }
}

void smr_stay_regions(SmrStay *stay) {
  StayFact came = {.stay = stay, .step = to_or_from_device};
  StayFact goes = {.stay = stay, .step = to_or_from_device, .backward = true};
  smr_stay_facts(&came);
  smr_stay_facts(&goes);
  for (uint32_t b = 0; b < stay->blocks.size; b++)
    mark_block(stay, b, &came, &goes);
  for (uint32_t k = 0; k < stay->edges.size; k++) {
    SmrStayEdge *e = &stay->edges.data[k];
    bool before = smr_stay_through(&came, e->from) && goes.in[e->from];
    bool after = came.in[e->to] && smr_stay_through(&goes, e->to);
    e->begins = !before && after;
    e->ends = before && !after;
  }
  smr_stay_facts_free(&came);
  smr_stay_facts_free(&goes);
}
