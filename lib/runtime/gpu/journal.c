//===- journal.c - calls whose results are not safe yet -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/residency.h"
#include "runtime/gpu/tensor.h"

enum { MOST_CALLS = 16 };

typedef struct {
  SmrGpuCall call;
  SmrGpuPlan plan;
  uint64_t ticket;
  SmrGpuTensor tensor; // the caller's is gone by then
} Entry;

static Entry journal[MOST_CALLS]; // in the order of the calls
static int count;
static uint64_t arrived;

uint64_t smr_gpu_arrived(void) {
  return arrived;
}

void smr_gpu_has_arrived(uint64_t ticket) {
  int kept = 0;
  if (ticket > arrived)
    arrived = ticket;
  for (int k = 0; k < count; k++)
    if (journal[k].ticket > arrived)
      journal[kept++] = journal[k];
  count = kept;
}

int smr_gpu_journal(const SmrGpuCall *call, const SmrGpuPlan *plan, uint64_t ticket) {
  Entry *e = &journal[count++];
  e->call = *call, e->plan = *plan, e->ticket = ticket;
  if (call->tensor)
    e->tensor = *call->tensor;
  return count < MOST_CALLS || smr_gpu_wait(journal[0].ticket);
}

int smr_gpu_journal_wait(const char *at, size_t bytes) {
  uint64_t last = 0;
  for (int k = 0; k < count; k++)
    for (int operand = 0; operand < journal[k].plan.count; operand++)
      if (smr_gpu_meets(&journal[k].plan.operands[operand].shape, at, bytes))
        last = journal[k].ticket;
  return last <= arrived || smr_gpu_wait(last);
}

int smr_gpu_journal_touches(const SmrGpuShape *shape) {
  for (int k = 0; k < count; k++)
    for (int operand = 0; operand < journal[k].plan.count; operand++)
      if (!smr_gpu_are_apart(&journal[k].plan.operands[operand].shape, shape))
        return 1;
  return 0;
}

void smr_gpu_journal_replay(void) {
  for (int k = 0; k < count; k++) {
    SmrGpuCall *call = &journal[k].call;
    call->tensor = call->tensor ? &journal[k].tensor : NULL;
    call->routine->host(call);
  }
  count = 0;
}

void smr_gpu_recover(void) {
  smr_gpu_arrays_save();
  smr_gpu_journal_replay();
}
