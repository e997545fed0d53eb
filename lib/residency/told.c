//===- told.c - which uploads are left out, and what is in the way ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "residency/internal.h"

/// Has a call of this region taken fact->array, and the host not changed it since?
static bool is_there(const StayFact *fact, const SmrStayEvent *event, bool holds) {
  SmrStaySet bit = (SmrStaySet)1 << fact->array;
  if (event->kind == SMR_STAY_DEVICE)
    return event->after && ((holds && !event->begins) || (event->takes & bit));
  if (event->kind == SMR_STAY_UNKNOWN)
    return false;
  return holds && !(event->kind != SMR_STAY_ELSEWHERE && event->kind != SMR_STAY_READ &&
                    (fact->stay->ranges.data[event->range].touches & bit));
}

static void tell_array(SmrStay *stay, uint32_t array, bool all) {
  StayFact fact = {.stay = stay, .step = is_there, .regions = true, .all = all, .array = array};
  SmrStaySet bit = (SmrStaySet)1 << array;
  smr_stay_facts(&fact);
  for (uint32_t b = 0; b < stay->blocks.size; b++) {
    bool holds = fact.in[b];
    for (uint32_t k = 0; k < stay->blocks.data[b].events.size; k++) {
      SmrStayEvent *e = &stay->blocks.data[b].events.data[k];
      if (e->kind == SMR_STAY_DEVICE && holds && !e->begins)
        *(all ? &e->resident : &e->again) |= e->takes & bit;
      holds = is_there(&fact, e, holds);
    }
  }
  smr_stay_facts_free(&fact);
}

/// A call is on this side.
static bool has_call(const StayFact *fact, const SmrStayEvent *event, bool holds) {
  (void)fact;
  return holds || event->kind == SMR_STAY_DEVICE;
}

/// What is unknown between two calls.
static void tell_parting(SmrStay *stay, uint32_t block, const StayFact *came, const StayFact *goes) {
  SmrStayBlock *b = &stay->blocks.data[block];
  bool holds = came->in[block];
  for (uint32_t k = 0; k < b->events.size; k++) {
    b->events.data[k].parts = holds && b->events.data[k].kind == SMR_STAY_UNKNOWN;
    holds = has_call(came, &b->events.data[k], holds);
  }
  holds = goes->in[block];
  for (uint32_t k = b->events.size; k-- > 0;) {
    b->events.data[k].parts &= holds;
    holds = has_call(goes, &b->events.data[k], holds);
  }
}

/// told.c: which uploads are left out, and what parts calls.
static void stay_told(SmrStay *stay) {
  StayFact came = {.stay = stay, .step = has_call};
  StayFact goes = {.stay = stay, .step = has_call, .backward = true};
  smr_stay_facts(&came);
  smr_stay_facts(&goes);
  for (uint32_t b = 0; b < stay->blocks.size; b++)
    tell_parting(stay, b, &came, &goes);
  smr_stay_facts_free(&came);
  smr_stay_facts_free(&goes);
  for (uint32_t a = 0; a < stay->arrays.size; a++)
    for (int all = 0; all < 2; all++)
      tell_array(stay, a, all);
}

void smr_stay_solve(SmrStay *stay) {
  smr_stay_regions(stay);
  smr_stay_markers(stay);
  stay_told(stay);
}
