//===- queue.c - classes by cost -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/queue.h"

void smr_queue_push(SmrQueue *q, double cost, SmrClass c) {
  SmrWaiting w = {cost, c};
  smr_vec_push(q, w);
  uint32_t i = q->size - 1;
  for (; i && smr_queue_before(w, q->data[(i - 1) / 2]); i = (i - 1) / 2)
    q->data[i] = q->data[(i - 1) / 2];
  q->data[i] = w;
}
