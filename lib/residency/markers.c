//===- markers.c - what is said of the host's accesses ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A range is stale for readers while a call of this region may have written it and no marker has named it
// since, and for writers while a call may have taken it. A marker stands before each access to a stale range.
// (That an access stands where its range is not stale, and so has no marker, changes nothing: had it one,
// ranges would be as fresh behind it.)
//===----------------------------------------------------------------------===//
#include "residency/internal.h"

static bool covers(const SmrStay *stay, uint32_t range, uint32_t part) {
  while (part != range && part != SMR_STAY_NONE)
    part = stay->ranges.data[part].part_of;
  return part == range;
}

static bool is_access(const SmrStayEvent *event) {
  return event->kind == SMR_STAY_READ || event->kind == SMR_STAY_WRITE || event->kind == SMR_STAY_DIES;
}

/// Is fact->range stale behind the event?
static bool stale(const StayFact *fact, const SmrStayEvent *event, bool holds) {
  SmrStaySet touches = fact->stay->ranges.data[fact->range].touches;
  if (event->kind == SMR_STAY_DEVICE)
    return event->after &&
           ((holds && !event->begins) || ((event->writes | (fact->writes ? event->reads : 0)) & touches));
  if (event->kind == SMR_STAY_UNKNOWN)
    return false;
  if (event->kind == SMR_STAY_ELSEWHERE) // (where a region pauses all results are in the host's memory)
    return holds && fact->writes;
  bool named =
      (event->kind != SMR_STAY_READ || !fact->writes) && covers(fact->stay, event->range, fact->range);
  return holds && !named;
}

static SmrStayMarker marker_of(SmrStayKind kind) {
  return kind == SMR_STAY_READ    ? SMR_STAY_HOST_READS
         : kind == SMR_STAY_WRITE ? SMR_STAY_HOST_WRITES
                                  : SMR_STAY_HOST_FORGETS;
}

/// Before accesses to one range, of readers or of writers.
static void mark_range(SmrStay *stay, uint32_t range, bool writes) {
  StayFact fact = {.stay = stay, .step = stale, .regions = true, .range = range, .writes = writes};
  smr_stay_facts(&fact);
  for (uint32_t b = 0; b < stay->blocks.size; b++) {
    bool holds = fact.in[b];
    for (uint32_t k = 0; k < stay->blocks.data[b].events.size; k++) {
      SmrStayEvent *e = &stay->blocks.data[b].events.data[k];
      if (is_access(e) && e->range == range && (e->kind != SMR_STAY_READ) == writes && holds)
        e->marker = marker_of(e->kind);
      holds = stale(&fact, e, holds);
    }
  }
  smr_stay_facts_free(&fact);
}

//--- What dies unread ---------------------------------------------------------------------

/// May somebody read fact->array before it dies? (Who is not given a local array knows nothing of it. Where
/// it is made again and again, one that dies is not all of them.)
static bool wanted(const StayFact *fact, const SmrStayEvent *event, bool holds) {
  SmrStaySet bit = (SmrStaySet)1 << fact->array;
  if (!is_access(event))
    return holds || (event->reads & bit);
  if (event->kind == SMR_STAY_READ)
    return holds || (fact->stay->ranges.data[event->range].touches & bit);
  return holds && !(event->kind == SMR_STAY_DIES && event->array == fact->array &&
                    !fact->stay->arrays.data[fact->array].is_many);
}

/// Behind the last call of a region in a block.
static void forget_in_block(SmrStay *stay, uint32_t block, const StayFact *want, const StayFact *fresh) {
  SmrStayBlock *b = &stay->blocks.data[block];
  SmrStaySet bit = (SmrStaySet)1 << want->array;
  bool holds = fresh->in[block];
  for (uint32_t k = 0; k < b->events.size; k++) { // written at last in this region?
    SmrStayEvent *e = &b->events.data[k];
    if (e->ends && (holds || (e->writes & bit)))
      e->forgets |= bit;
    holds = stale(fresh, e, holds);
  }
  holds = want->in[block];
  for (uint32_t k = b->events.size; k-- > 0;) {
    SmrStayEvent *e = &b->events.data[k];
    if (holds)
      e->forgets &= ~bit;
    holds = wanted(want, e, holds);
  }
}

static void forget_array(SmrStay *stay, uint32_t array) {
  StayFact want = {.stay = stay, .step = wanted, .backward = true, .array = array};
  StayFact written = {.stay = stay, .step = stale, .regions = true, .range = stay->arrays.data[array].own};
  smr_stay_facts(&want);
  smr_stay_facts(&written);
  for (uint32_t b = 0; b < stay->blocks.size; b++)
    forget_in_block(stay, b, &want, &written);
  for (uint32_t k = 0; k < stay->edges.size; k++) {
    SmrStayEdge *e = &stay->edges.data[k];
    if (e->ends && smr_stay_through(&written, e->from) && !smr_stay_through(&want, e->to))
      e->forgets |= (SmrStaySet)1 << array;
  }
  smr_stay_facts_free(&want);
  smr_stay_facts_free(&written);
}

void smr_stay_markers(SmrStay *stay) {
  for (uint32_t r = 0; r < stay->ranges.size; r++)
    for (int writes = 0; writes < 2; writes++)
      mark_range(stay, r, writes);
  for (uint32_t a = 0; a < stay->arrays.size; a++)
    if (stay->arrays.data[a].is_local && stay->arrays.data[a].own != SMR_STAY_NONE)
      forget_array(stay, a);
}
