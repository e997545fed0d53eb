//===- queue.h - classes by cost -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// For this folder alone: a binary heap of (cost, class), cheapest first, ties by number. An entry is void
// when its class has another cost by then; who pops it checks that.
//===----------------------------------------------------------------------===//
#ifndef SMR_EGRAPH_QUEUE_H
#define SMR_EGRAPH_QUEUE_H
#include "egraph/egraph.h"

typedef struct {
  double cost;
  SmrClass c;
} SmrWaiting;

typedef SMR_VEC(SmrWaiting) SmrQueue;

static inline bool smr_queue_before(SmrWaiting a, SmrWaiting b) {
  return a.cost < b.cost || (a.cost == b.cost && a.c < b.c);
}

static inline void smr_queue_sift_down(SmrQueue *q, uint32_t i) {
  SmrWaiting moved = q->data[i];
  for (;;) {
    uint32_t k = 2 * i + 1;
    if (k >= q->size)
      break;
    if (k + 1 < q->size && smr_queue_before(q->data[k + 1], q->data[k]))
      k++;
    if (!smr_queue_before(q->data[k], moved))
      break;
    q->data[i] = q->data[k];
    i = k;
  }
  q->data[i] = moved;
}

/// Orders entries that were appended without regard to order.
static inline void smr_queue_order(SmrQueue *q) {
  for (uint32_t i = q->size / 2; i-- > 0;)
    smr_queue_sift_down(q, i);
}

void smr_queue_push(SmrQueue *q, double cost, SmrClass c);

static inline SmrWaiting smr_queue_pop(SmrQueue *q) {
  SmrWaiting first = q->data[0];
  q->data[0] = smr_vec_last(q);
  if (--q->size)
    smr_queue_sift_down(q, 0);
  return first;
}

#endif
