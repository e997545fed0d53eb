//===- residency.c - which arrays are on the device ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/residency.h"
#include "runtime/gpu/direct.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/stats.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARRAYS = 64 };

static SmrGpuArray arrays[MOST_ARRAYS];
static uint64_t turn, last_ticket;
static size_t on_their_way; // bytes of staging memory

static int places; // behind the last that was ever used

#define EACH_ARRAY(a)                                                                                        \
  for (SmrGpuArray *a = arrays; a < arrays + places; a++)                                                    \
    if (a->used)

//--- Geometry ---------------------------------------------------------------------------------

size_t smr_gpu_extent(const SmrGpuShape *s) {
  return (size_t)((s->columns - 1) * s->step + s->rows) * (size_t)s->size;
}

/// The bytes of its numbers alone.
static size_t size_of(const SmrGpuShape *s) {
  return (size_t)s->rows * (size_t)s->columns * (size_t)s->size;
}

int smr_gpu_meets(const SmrGpuShape *s, const char *at, size_t bytes) {
  return (uintptr_t)s->at < (uintptr_t)at + bytes && (uintptr_t)at < (uintptr_t)s->at + smr_gpu_extent(s);
}

static int is_same(const SmrGpuShape *a, const SmrGpuShape *b) {
  return a->at == b->at && a->rows == b->rows && a->columns == b->columns && a->step == b->step &&
         a->size == b->size;
}

int smr_gpu_are_apart(const SmrGpuShape *a, const SmrGpuShape *b) {
  if (b->at < a->at) {
    const SmrGpuShape *other = a;
    a = b, b = other;
  }
  if (!smr_gpu_meets(a, b->at, smr_gpu_extent(b)))
    return 1;
  int64_t distance = b->at - a->at;
  if (a->step != b->step || a->size != b->size || distance % a->size || a->columns == 1 || b->columns == 1)
    return 0;
  int64_t column = distance / a->size / a->step, row = distance / a->size % a->step;
  return row + b->rows <= a->step && (column >= a->columns || row >= a->rows);
}

//--- Copies back --------------------------------------------------------------------------------

static void end_back(SmrGpuArray *a, SmrGpuBack *b) {
  b->exists = 0;
  if (!b->stage)
    return;
  on_their_way -= a->bytes;
  if (b->stage_plain)
    free(b->stage);
  else
    smr_gpu_unpin(b->stage, a->bytes);
  b->stage = NULL;
}

static int make_stage(SmrGpuArray *a) {
  SmrGpuBack *b = &a->now;
  if (!(b->stage = smr_gpu_pin(a->bytes))) {
    if (smr_gpu_state() != SMR_GPU_READY)
      return 0;
    b->stage = malloc(a->bytes);
    b->stage_plain = 1;
  } else {
    b->stage_plain = 0;
  }
  on_their_way += b->stage ? a->bytes : 0;
  return b->stage != NULL;
}

/// Not too much is on its way.
static int make_way(const SmrGpuArray *next) {
  EACH_ARRAY(a)
  if (a != next && !a->held && a->now.stage && on_their_way + next->bytes > smr_gpu_settings()->staging &&
      !smr_gpu_array_finish(a))
    return 0;
  return 1;
}

/// (residency.h says why.) `plan`: of the call that wrote it; NULL: nothing will be made again.
static int may_go_directly(const SmrGpuArray *a, const SmrGpuPlan *plan) {
  if (a->now.changed != 'F' || !smr_gpu_is_direct(&a->shape, a->step))
    return 0;
  for (int k = 0; plan && k < plan->count; k++) {
    const SmrGpuOperand *o = &plan->operands[k];
    if (!smr_gpu_are_apart(&o->shape, &a->shape) && ((o->use & SMR_GPU_READ) || o->shape.part != 'F'))
      return 0;
  }
  return !plan || !smr_gpu_journal_touches(&a->shape);
}

static int copy_back(SmrGpuArray *a, const SmrGpuPlan *plan) {
  SmrCudaStream back = smr_gpu_device()->back;
  if (may_go_directly(a, plan)) {
    end_back(a, &a->before); // (of which all has arrived, and which would be overwritten)
    if (smr_gpu_copy_directly(&a->shape, a->device, a->step, SMR_CUDA_DOWN, back)) {
      smr_gpu_count(SMR_GPU_ARRAYS_DIRECT, 1);
      return 1;
    }
  }
  return make_way(a) && make_stage(a) &&
         SMR_GPU_TRY(cudaMemcpyAsync, a->now.stage, a->device, a->bytes, SMR_CUDA_DOWN, back);
}

int smr_gpu_array_send_back(SmrGpuArray *a, const SmrGpuPlan *plan) {
  SmrGpuDevice *d = smr_gpu_device();
  int ok = SMR_GPU_TRY(cudaEventRecord, a->computed, d->compute) &&
           SMR_GPU_TRY(cudaStreamWaitEvent, d->back, a->computed, 0) && copy_back(a, plan);
  if (!ok && !a->now.stage)
    return 0;
  ok = ok && SMR_GPU_TRY(cudaEventRecord, a->now.back, d->back);
  a->now.exists = 1;
  a->now.ticket = a->now.group = ++last_ticket;
  smr_gpu_count(SMR_GPU_ARRAYS_DOWN, 1);
  smr_gpu_count(SMR_GPU_BYTES_DOWN, size_of(&a->shape));
  return ok;
}

static void set_guard(SmrGpuArray *a, SmrGpuGuard guard) {
  SmrGpuShape shape = a->shape;
  if (a->guard == guard)
    return;
  shape.part = guard == SMR_GPU_OPEN ? 'F' : guard == SMR_GPU_CLOSED ? a->now.changed : shape.part;
  smr_gpu_guard(&shape, guard);
  a->guard = guard;
}

static void unpack(SmrGpuArray *a, const SmrGpuBack *b) {
  SmrGpuShape changed = a->shape;
  SmrGpuGuard guard = a->guard;
  if (!b->stage)
    return;
  changed.part = b->changed;
  set_guard(a, SMR_GPU_OPEN);
  smr_gpu_unpack(&changed, b->stage, a->step);
  set_guard(a, guard);
}

/// Of the copies that are on their way the first one with this ticket or a later one.
static const SmrGpuBack *first_from(uint64_t ticket) {
  const SmrGpuBack *found = NULL;
  EACH_ARRAY(a)
  for (int k = 0; k < 2; k++) {
    const SmrGpuBack *b = k ? &a->now : &a->before;
    if (b->exists && b->ticket >= ticket && (!found || b->ticket < found->ticket))
      found = b;
  }
  return found;
}

int smr_gpu_wait(uint64_t ticket) {
  const SmrGpuBack *b = ticket > smr_gpu_arrived() ? first_from(ticket) : NULL;
  if (!b)
    return 1;
  if (!SMR_GPU_TRY(cudaEventSynchronize, b->back))
    return 0;
  smr_gpu_has_arrived(b->ticket);
  return 1;
}

int smr_gpu_array_finish(SmrGpuArray *a) {
  if (!a->dirty)
    return 1;
  if (!a->now.exists && !smr_gpu_array_send_back(a, NULL))
    smr_gpu_give_up("no memory for a result");
  if (smr_gpu_state() != SMR_GPU_READY || !smr_gpu_wait(a->now.group))
    return 0;
  unpack(a, &a->now); // (which holds all that the copy before it would change)
  a->dirty = a->going_up = 0;
  end_back(a, &a->before);
  end_back(a, &a->now);
  return 1;
}

/// The copy before the last has to be out of the way. When the last one has arrived it counts no more; else
/// it is what calls are made from again.
static int clear_before(SmrGpuArray *a) {
  if (!a->before.exists)
    return 1;
  if (a->now.group > smr_gpu_arrived()) {
    if (!smr_gpu_wait(a->before.group))
      return 0;
    unpack(a, &a->before);
  }
  end_back(a, &a->before);
  return 1;
}

int smr_gpu_array_goes_on(SmrGpuArray *a, int lazily) {
  SmrCudaEvent spare = a->before.back;
  if (lazily ? !a->now.exists : !a->dirty)
    return 1;
  if (lazily || !a->now.exists)
    return smr_gpu_array_finish(a);
  if (!clear_before(a))
    return 0;
  a->before = a->now;
  a->now.exists = 0;
  a->now.stage = NULL;
  a->now.back = spare;
  return SMR_GPU_TRY(cudaStreamWaitEvent, smr_gpu_device()->compute, a->before.back, 0);
}

/// The call at hand did not come to its end: the array is what it was before.
static void go_back(SmrGpuArray *a) {
  SmrCudaEvent spare = a->now.back;
  if (!a->before.exists || a->now.exists)
    return;
  a->now = a->before;
  a->before.exists = 0;
  a->before.stage = NULL;
  a->before.back = spare;
  a->dirty = a->recorded = 1;
}

//--- The table ---------------------------------------------------------------------------------

void smr_gpu_array_undo(SmrGpuArray *a) {
  a->dirty = 0;
  if (a->now.exists && !smr_gpu_wait(a->now.ticket))
    return;
  end_back(a, &a->now);
  go_back(a);
}

/// Frees what the array has, dirty or not. No copy touches the host's memory afterwards.
static int forget(SmrGpuArray *a) {
  if (a->now.exists && !smr_gpu_wait(a->now.ticket))
    return 0;
  if (a->going_up && !SMR_GPU_TRY(cudaEventSynchronize, a->computed))
    return 0;
  end_back(a, &a->before);
  end_back(a, &a->now);
  set_guard(a, SMR_GPU_OPEN);
  a->dirty = 0;
  int ok = (!a->computed || SMR_GPU_TRY(cudaEventDestroy, a->computed)) &&
           (!a->before.back || SMR_GPU_TRY(cudaEventDestroy, a->before.back)) &&
           (!a->now.back || SMR_GPU_TRY(cudaEventDestroy, a->now.back));
  if (ok)
    smr_gpu_release(a->device, a->bytes);
  a->used = !ok;
  return ok;
}

static int drop(SmrGpuArray *a) {
  return smr_gpu_array_finish(a) && forget(a);
}

static SmrGpuArray *oldest(void) {
  SmrGpuArray *found = NULL;
  EACH_ARRAY(a)
  if (!a->held && (!found || a->turn < found->turn))
    found = a;
  return found;
}

int smr_gpu_evict(void) {
  SmrGpuArray *a = oldest();
  return a && drop(a);
}

static SmrGpuArray *free_place(void) {
  for (int again = 0; again < 2; again++) {
    for (SmrGpuArray *a = arrays; a < arrays + MOST_ARRAYS; a++)
      if (!a->used)
        return a;
    if (!smr_gpu_evict())
      return NULL;
  }
  return NULL;
}

static SmrGpuArray *make(const SmrGpuOperand *o) {
  SmrGpuArray *a = free_place();
  if (!a)
    return NULL;
  *a = (SmrGpuArray){.shape = o->shape, .step = smr_gpu_device_step(&o->shape), .empty = 1};
  a->shape.part = 'F';
  a->bytes = (size_t)((o->shape.columns - 1) * a->step + o->shape.rows) * (size_t)o->shape.size;
  if (!(a->device = smr_gpu_allocate(a->bytes)))
    return NULL;
  a->used = 1;
  places = a - arrays < places ? places : (int)(a - arrays) + 1;
  if (!SMR_GPU_TRY(cudaEventCreateWithFlags, &a->computed, SMR_CUDA_EVENT_PLAIN) ||
      !SMR_GPU_TRY(cudaEventCreateWithFlags, &a->before.back, SMR_CUDA_EVENT_PLAIN) ||
      !SMR_GPU_TRY(cudaEventCreateWithFlags, &a->now.back, SMR_CUDA_EVENT_PLAIN))
    return NULL;
  return a;
}

static SmrGpuArray *find(const SmrGpuShape *s) {
  EACH_ARRAY(a)
  if (is_same(&a->shape, s))
    return a;
  return NULL;
}

/// Of which the device has what the operand reads.
static int serves(const SmrGpuArray *a, const SmrGpuOperand *o) {
  return a->shape.part == 'F' || a->shape.part == o->shape.part;
}

int smr_gpu_array_is_there(const SmrGpuOperand *o) {
  const SmrGpuArray *a = find(&o->shape);
  return a && serves(a, o);
}

static void may_be_read(SmrGpuArray *a) {
  a->unread = 0;
  if (a->guard == SMR_GPU_CLOSED)
    set_guard(a, SMR_GPU_READABLE);
}

/// Other arrays over the same memory: the host's becomes valid, and they go when it is going to change. One
/// that the same call reads goes when it has been read (a routine's result overlaps none of its inputs, but
/// may lie between their columns).
static int settle_others(const SmrGpuOperand *o) {
  EACH_ARRAY(a) {
    if (is_same(&a->shape, &o->shape) || smr_gpu_are_apart(&a->shape, &o->shape))
      continue;
    if (!smr_gpu_array_finish(a))
      return 0;
    may_be_read(a);
    if ((o->use & SMR_GPU_WRITE) && a->held)
      a->stale = 1;
    else if ((o->use & SMR_GPU_WRITE) && !forget(a))
      return 0;
  }
  return 1;
}

static int upload(SmrGpuArray *a) {
  if (!smr_gpu_is_direct(&a->shape, a->step) ||
      !smr_gpu_copy_directly(&a->shape, a->device, a->step, SMR_CUDA_UP, smr_gpu_device()->compute))
    return smr_gpu_state() == SMR_GPU_READY && smr_gpu_upload(&a->shape, a->device, a->step);
  smr_gpu_count(SMR_GPU_ARRAYS_DIRECT, 1);
  a->going_up = 1;
  return SMR_GPU_TRY(cudaEventRecord, a->computed, smr_gpu_device()->compute);
}

SmrGpuArray *smr_gpu_array_get(const SmrGpuOperand *o, int keep) {
  if (!settle_others(o))
    return NULL;
  SmrGpuArray *a = find(&o->shape);
  int fresh = !a;
  if (a && !serves(a, o)) {
    if (a->held || !drop(a))
      return NULL;
    fresh = 1;
  }
  if (fresh && !(a = make(o)))
    return NULL;
  a->held = 1;
  a->turn = ++turn;
  a->kept |= keep;
  if (fresh && (o->use & SMR_GPU_READ)) {
    if (!upload(a))
      return NULL;
    smr_gpu_count(SMR_GPU_ARRAYS_UP, 1);
    smr_gpu_count(SMR_GPU_BYTES_UP, size_of(&a->shape));
    a->empty = 0;
  }
  return a;
}

void smr_gpu_array_written(SmrGpuArray *a, const SmrGpuOperand *o) {
  char part = o->shape.part;
  if (o->use == SMR_GPU_WRITE)
    a->shape.part = part;
  a->now.changed = a->dirty && a->now.changed != part ? 'F' : part;
  a->dirty = 1;
  a->empty = a->recorded = 0;
  a->unread = 1;
}

int smr_gpu_array_spoiled(SmrGpuArray *a) {
  go_back(a);
  a->stale = 1;
  return !a->dirty || a->now.exists;
}

int smr_gpu_arrays_let_go(void) {
  int ok = 1;
  EACH_ARRAY(a) {
    if (!a->held)
      continue;
    a->held = 0;
    go_back(a);
    if (a->stale || a->empty || !a->kept)
      ok = ok && drop(a);
    else
      set_guard(a, a->unread ? SMR_GPU_CLOSED : SMR_GPU_READABLE);
  }
  return ok;
}

void smr_gpu_arrays_rest(int rests) {
  EACH_ARRAY(a)
  set_guard(a, rests ? SMR_GPU_OPEN : SMR_GPU_READABLE);
}

int smr_gpu_arrays_exist(void) {
  EACH_ARRAY(a)
  return 1;
  return 0;
}

int smr_gpu_arrays_end(void) {
  EACH_ARRAY(a) {
    if (!drop(a))
      return 0;
  }
  return 1;
}

int smr_gpu_touch(const char *at, size_t bytes, SmrGpuTouch touch) {
  EACH_ARRAY(a) {
    if (!smr_gpu_meets(&a->shape, at, bytes))
      continue;
    int inside = (uintptr_t)a->shape.at >= (uintptr_t)at &&
                 (uintptr_t)a->shape.at + smr_gpu_extent(&a->shape) <= (uintptr_t)at + bytes;
    if (!(touch == SMR_GPU_HOST_FORGETS && inside) && !smr_gpu_array_finish(a))
      return 0;
    may_be_read(a);
    if (touch != SMR_GPU_HOST_READS && !forget(a))
      return 0;
  }
  return touch == SMR_GPU_HOST_READS || smr_gpu_journal_wait(at, bytes);
}

//--- Without the device ----------------------------------------------------------------------------

/// What has arrived is unpacked; what neither arrived nor can be computed again is lost.
void smr_gpu_arrays_save(void) {
  EACH_ARRAY(a)
  set_guard(a, SMR_GPU_OPEN);
  EACH_ARRAY(a) {
    if (a->before.exists && a->before.group <= smr_gpu_arrived())
      unpack(a, &a->before);
    if (a->dirty && a->now.exists && a->now.group <= smr_gpu_arrived()) {
      unpack(a, &a->now);
      a->dirty = 0;
    }
    if (a->dirty && !a->recorded && !a->before.exists) {
      fprintf(stderr,
              "smr_rt: GPU: the device failed, and with it a result that SMR_GPU=lazy had left there\n");
      _Exit(EXIT_FAILURE);
    }
    for (int k = 0; k < 2; k++) {
      SmrGpuBack *b = k ? &a->now : &a->before;
      if (b->stage_plain)
        free(b->stage);
    }
    a->used = 0;
  }
  on_their_way = 0;
}
