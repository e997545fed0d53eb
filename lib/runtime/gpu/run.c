//===- run.c - where a call is made ------------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Decide, upload, call, send back; what fails on the way is the CPU's, with the same arguments, for its
// inputs are as they were: the host's memory is written when all of a result has arrived, and not before.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/choice.h"
#include "runtime/gpu/direct.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu.h"
#include "runtime/gpu/stats.h"
#include "runtime/gpu/tiles.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread int depth;       // of this thread's regions
static _Atomic int open_regions; // of all threads; while there is none, nothing is on the device between
                                 // calls but in a pause

static _Atomic int is_mixed; // calls of some object are not ours: they would not see what is kept

/// A pause during which copies are kept for nobody's use but the one's who resumes; 0: there is none. (The
/// lock's.)
static uint32_t resting;

int smr_gpu_watched;
double smr_gpu_small[SMR_GPU_TABLES][SMR_GPU_KIND_COUNT];

/// May something be there from an earlier call? Else markers have nothing to do.
static int is_kept(void) {
  return __atomic_load_n(&smr_gpu_watched, __ATOMIC_SEQ_CST) & SMR_GPU_KEPT;
}

static void keep(void) {
  __atomic_fetch_or(&smr_gpu_watched, SMR_GPU_KEPT, __ATOMIC_SEQ_CST);
}

static int is_lazy(void) {
  return depth > 0 && smr_gpu_mode() == SMR_GPU_LAZY;
}

//--- Deciding -----------------------------------------------------------------------------------

/// Would it travel without a buffer? Who does not look hopes so, if the program may have pinned arrays at
/// all.
static int goes_directly(const SmrGpuOperand *o, int down, int looks) {
  int64_t step = smr_gpu_device_step(&o->shape);
  if (down && !is_lazy() && (o->use != SMR_GPU_WRITE || o->shape.part != 'F'))
    return 0;
  if (looks && smr_gpu_state() == SMR_GPU_READY)
    return smr_gpu_seems_direct(&o->shape, step);
  return smr_gpu_may_be_direct(&o->shape, step);
}

static void load(SmrGpuLoad *on, const SmrGpuOperand *o, int down, int looks) {
  int pinned = goes_directly(o, down, looks);
  on->bytes[pinned] += (double)o->shape.rows * (double)o->shape.columns * o->shape.size;
  on->arrays[pinned]++;
}

/// In a region, an input that is not there would stay: what its calls have lost so far is set against what
/// its way costs (as one buys skis when renting them has cost as much).
static double gain_of(const SmrGpuCall *call, const SmrGpuPlan *plan, int looks) {
  const SmrGpuShape *largest = NULL;
  SmrGpuLoad up = {{0}, {0}}, down = up, changed = up; // (of what goes up what the call changes, too)
  size_t most = 0;
  for (int k = 0; k < plan->count; k++) {
    const SmrGpuOperand *o = &plan->operands[k];
    int goes_up = (o->use & SMR_GPU_READ) && !(looks && smr_gpu_array_is_there(o));
    if (goes_up)
      load(&up, o, 0, looks);
    if (goes_up && o->use != SMR_GPU_READ)
      load(&changed, o, 0, looks);
    if ((o->use & SMR_GPU_WRITE) && !is_lazy())
      load(&down, o, 1, looks);
    if (goes_up && o->use == SMR_GPU_READ && smr_gpu_extent(&o->shape) > most)
      largest = &o->shape, most = smr_gpu_extent(&o->shape);
  }
  double gain = smr_gpu_gain(call, plan, &up, &down);
  if (gain > 0 || !looks || depth == 0 || !largest)
    return gain;
  double later = smr_gpu_gain(call, plan, &changed, &down);
  if (later <= 0)
    return gain;
  keep(); // (what is lost, at least)
  return smr_gpu_lost(largest->at, smr_gpu_extent(largest), later) > later - gain ? later : gain;
}

/// Seconds, or 0: the CPU is to make the call. Who has the lock looks at what is on the device.
static double wish_of(const SmrGpuCall *call, const SmrGpuPlan *plan, int looks) {
  SmrGpuMode mode = smr_gpu_mode();
  if (mode == SMR_GPU_OFF || smr_gpu_state() == SMR_GPU_DEAD)
    return 0;
  double gain = mode == SMR_GPU_ON ? 1 : gain_of(call, plan, looks);
  return gain > 0 ? gain : 0;
}

/// Where the device would be faster but is not there, it is started when that adds up.
static int is_there(double wish) {
  if (smr_gpu_mode() == SMR_GPU_ON)
    smr_gpu_start(0);
  else if (smr_gpu_state() == SMR_GPU_COLD && smr_gpu_missed(wish))
    smr_gpu_start(smr_gpu_start_is_slow());
  return smr_gpu_state() == SMR_GPU_READY;
}

//--- On the device ------------------------------------------------------------------------------

typedef struct {
  SmrGpuCall *call;
  const SmrGpuPlan *plan;
  SmrGpuArray *arrays[SMR_GPU_MOST_OPERANDS];
} Run;

/// What the call will change is on its way to the host's memory, or there: that is what it is made from
/// again.
static int get_arrays(Run *r) {
  for (int k = 0; k < r->plan->count; k++)
    if (!(r->arrays[k] = smr_gpu_array_get(&r->plan->operands[k], depth > 0)))
      return 0;
  for (int k = 0; k < r->plan->count; k++)
    if ((r->plan->operands[k].use & SMR_GPU_WRITE) && !smr_gpu_array_goes_on(r->arrays[k], is_lazy()))
      return 0;
  return 1;
}

static void lose(void) {
  fprintf(stderr, "smr_rt: GPU: a call failed, and with it a result that SMR_GPU=lazy had left there\n");
  _Exit(EXIT_FAILURE);
}

static int spoil(Run *r) {
  for (int k = 0; k < r->plan->count; k++)
    if ((r->plan->operands[k].use & SMR_GPU_WRITE) && !smr_gpu_array_spoiled(r->arrays[k]))
      lose();
  return 0;
}

static int set_math(char type) {
  static const SmrCublasMath modes[] = {SMR_CUBLAS_PEDANTIC, SMR_CUBLAS_TF32, SMR_CUBLAS_BF16X9};
  int wide = type == 'd' || type == 'z';
  return SMR_GPU_TRY(cublasSetMathMode, smr_gpu_device()->handle,
                     wide ? SMR_CUBLAS_PEDANTIC : modes[smr_gpu_settings()->floats]);
}

static int launch(Run *r) {
  SmrGpuDevice *d = smr_gpu_device();
  const SmrGpuRoutine *routine = r->call->routine;
  int wide = routine->type == 'd' || routine->type == 'z';
  void *at[SMR_GPU_MOST_OPERANDS] = {NULL};
  int64_t step[SMR_GPU_MOST_OPERANDS] = {0};
  for (int k = 0; k < r->plan->count; k++) {
    int64_t sign = r->plan->operands[k].sign;
    at[k] = r->arrays[k]->device;
    step[k] = sign ? sign : r->arrays[k]->step;
  }
  if (!r->call->tensor && !set_math(routine->type))
    return 0;
  int status = routine->device(r->call, &d->api, d->handle, wide ? SMR_CUBLAS_64F_PEDANTIC : d->compute_f32,
                               at, step, &r->call->result);
  if (status == SMR_CUBLAS_NO_MEMORY || status == SMR_CUBLAS_UNKNOWN)
    return spoil(r);
  return smr_gpu_ok(status, routine->symbol);
}

/// Results go back while the program goes on. False: the call does not count.
static int send_back(Run *r) {
  uint64_t ticket = 0;
  for (int k = 0; k < r->plan->count; k++) {
    SmrGpuArray *a = r->arrays[k];
    if (!(r->plan->operands[k].use & SMR_GPU_WRITE))
      continue;
    smr_gpu_array_written(a, &r->plan->operands[k]);
    if (is_lazy())
      continue;
    if (!smr_gpu_array_send_back(a, r->plan)) {
      for (int other = 0; other <= k; other++) // (nothing that it reads has changed in the host's memory)
        if (r->plan->operands[other].use & SMR_GPU_WRITE)
          smr_gpu_array_undo(r->arrays[other]);
      return spoil(r);
    }
    ticket = a->now.ticket;
  }
  for (int k = 0; ticket && k < r->plan->count; k++)
    if (r->plan->operands[k].use & SMR_GPU_WRITE)
      r->arrays[k]->now.group = ticket, r->arrays[k]->recorded = 1;
  if (ticket)
    (void)smr_gpu_journal(r->call, r->plan,
                          ticket); // (if that is when the device dies, the call is made again)
  return 1;
}

/// Two operands that are one array, which changes: whatever the CPU makes of it.
static int is_tangled(const SmrGpuPlan *plan) {
  for (int k = 0; k < plan->count; k++)
    for (int other = 0; other < plan->count; other++)
      if (other != k && (plan->operands[k].use & SMR_GPU_WRITE) &&
          plan->operands[k].shape.at == plan->operands[other].shape.at)
        return 1;
  return 0;
}

static int run(SmrGpuCall *call, const SmrGpuPlan *plan) {
  Run r = {call, plan, {NULL}};
  int has_arrays = get_arrays(&r), done = has_arrays && launch(&r) && send_back(&r);
  (void)smr_gpu_arrays_let_go();
  if (!has_arrays && smr_gpu_state() == SMR_GPU_READY)
    smr_gpu_count(SMR_GPU_CALLS_TILED, (size_t)(done = smr_gpu_run_tiled(call, plan)));
  return done;
}

//--- On the host --------------------------------------------------------------------------------

/// The CPU is going to make the call.
static void announce(const SmrGpuPlan *plan, int right) {
  int ok = right || smr_gpu_arrays_end();
  for (int k = 0; right && ok && k < plan->count; k++) {
    const SmrGpuOperand *o = &plan->operands[k];
    ok = smr_gpu_touch(o->shape.at, smr_gpu_extent(&o->shape),
                       o->use & SMR_GPU_WRITE ? SMR_GPU_HOST_WRITES : SMR_GPU_HOST_READS);
  }
}

typedef struct {
  int theirs, entered;
} Visit;

/// Before the device is asked anything.
static int go_in(Visit *visit) {
  if (!visit->entered && smr_gpu_state() == SMR_GPU_READY)
    visit->entered = smr_gpu_enter(&visit->theirs);
  return visit->entered;
}

/// The program's device again; after an error, all results where they belong.
static void leave(const Visit *visit) {
  if (visit->entered)
    smr_gpu_leave(visit->theirs);
  if (smr_gpu_state() == SMR_GPU_DEAD)
    smr_gpu_recover();
  if (is_kept() && !smr_gpu_arrays_exist() && !smr_gpu_loses())
    __atomic_fetch_and(&smr_gpu_watched, ~SMR_GPU_KEPT, __ATOMIC_SEQ_CST);
  smr_gpu_unlock();
}

/// Who paused may never come back, and its arrays may be no more, or others: the copies go, and, where no
/// region is open, what was lost.
static void rouse(Visit *visit) {
  int alone = atomic_load(&open_regions) == 0;
  if ((resting || alone) && go_in(visit))
    (void)smr_gpu_arrays_end();
  if (alone)
    smr_gpu_lost_no_more(NULL, 0);
  resting = 0;
}

/// With the lock: is the call made?
static int serve(SmrGpuCall *call, const SmrGpuPlan *plan, int right) {
  Visit visit = {-1, 0};
  int was_there = go_in(&visit);
  rouse(&visit);
  double wish = right ? wish_of(call, plan, 1) : 0;
  if (depth > 0 && wish > 0)
    keep();
  int done = wish > 0 && is_there(wish) && go_in(&visit) && (was_there || wish_of(call, plan, 1) > 0) &&
             run(call, plan);
  if (!done && go_in(&visit))
    announce(plan, right);
  leave(&visit);
  return done;
}

/// Where no region is open, nobody waits for another thread's call to end before the CPU makes one. (Kept is
/// something there in a pause alone.)
void smr_gpu_call(SmrGpuCall *call) {
  SmrGpuPlan plan;
  int done = 0;
  smr_gpu_after_start();
  if (is_kept() || smr_gpu_state() != SMR_GPU_DEAD) {
    int right = smr_gpu_plan(call, &plan) && !is_tangled(&plan), locked = 0;
    if (atomic_load(&open_regions) > 0 || is_kept())
      smr_gpu_lock(), locked = 1;
    else if (right && wish_of(call, &plan, 0) > 0)
      locked = smr_gpu_try_lock();
    if (locked)
      done = serve(call, &plan, right);
  }
  smr_gpu_count(done ? SMR_GPU_CALLS_THERE : SMR_GPU_CALLS_HERE, 1);
  if (!done)
    call->routine->host(call);
}

//--- Regions ------------------------------------------------------------------------------------

void smr_rt_region_begin(void) {
  if (depth == 0 && (is_mixed || smr_gpu_mode() == SMR_GPU_OFF))
    return;
  if (depth++ == 0)
    atomic_fetch_add(&open_regions, 1);
}

void smr_rt_region_end(void) {
  if (depth == 0 || --depth > 0)
    return;
  Visit visit = {-1, 0};
  if (is_kept()) {
    smr_gpu_lock();
    smr_gpu_lost_no_more(NULL, 0);
    if (go_in(&visit))
      (void)smr_gpu_arrays_end();
    leave(&visit);
  }
  atomic_fetch_sub(&open_regions, 1);
}

static _Atomic int mains; // so many have begun

/// The count of regions, and behind it the pause's number. (Without the device nothing is kept.)
unsigned long long smr_rt_region_pause(void) {
  static uint32_t pauses;
  uint32_t number = 0;
  int regions = depth;
  depth = 0;
  if (regions > 0 && is_kept()) {
    Visit visit = {-1, 0};
    smr_gpu_lock();
    rouse(&visit);
    int keeps = atomic_load(&mains) < 2;
    if (go_in(&visit) && smr_gpu_touch(NULL, SIZE_MAX, keeps ? SMR_GPU_HOST_READS : SMR_GPU_HOST_WRITES) &&
        keeps)
      smr_gpu_arrays_rest(1), resting = number = ++pauses ? pauses : ++pauses;
    leave(&visit);
  }
  if (regions > 0) // (it may be left for good)
    atomic_fetch_sub(&open_regions, 1);
  return (unsigned long long)number << 32 | (unsigned)regions;
}

void smr_rt_region_resume(unsigned long long paused) {
  depth = (int)(uint32_t)paused;
  if (depth > 0)
    atomic_fetch_add(&open_regions, 1);
  if (paused >> 32) {
    smr_gpu_lock();
    if (resting == paused >> 32)
      smr_gpu_arrays_rest(0), resting = 0;
    smr_gpu_unlock();
  }
}

static void touch(const void *at, size_t bytes, SmrGpuTouch how) {
  Visit visit = {-1, 0};
  if (!is_kept())
    return;
  smr_gpu_lock();
  if (how != SMR_GPU_HOST_READS && bytes)
    smr_gpu_lost_no_more(at, bytes);
  if (go_in(&visit))
    (void)smr_gpu_touch(at, bytes, how);
  leave(&visit);
}

void smr_rt_host_reads(const void *at, size_t bytes) {
  touch(at, bytes, SMR_GPU_HOST_READS);
}

void smr_rt_host_writes(void *at, size_t bytes) {
  touch(at, bytes, SMR_GPU_HOST_WRITES);
}

void smr_rt_host_forgets(void *at, size_t bytes) {
  touch(at, bytes, SMR_GPU_HOST_FORGETS);
}

void smr_rt_region_main(void) {
  if (atomic_fetch_add(&mains, 1) > 0)
    touch(NULL, SIZE_MAX, SMR_GPU_HOST_WRITES);
}

//--- Binding ------------------------------------------------------------------------------------

/// Objects may be loaded beside other threads' calls. (Not the device's lock: who loads one holds the
/// loader's, which a start needs.)
static pthread_mutex_t binding = PTHREAD_MUTEX_INITIALIZER;

static SmrGpuRoutine *const tables[SMR_GPU_TABLES] = {
    smr_gpu_routines_f32, smr_gpu_routines_f64, smr_gpu_routines_c32, smr_gpu_routines_c64,
    smr_gpu_cblas_f32,    smr_gpu_cblas_f64,    smr_gpu_cblas_c32,    smr_gpu_cblas_c64};

static void set_small(int table, int kind, double work) {
  __atomic_store(&smr_gpu_small[table][kind], &work, __ATOMIC_RELAXED);
}

/// Where calls are counted, none is small; nor where every call is to go to the device.
static void find_small(int table, int kind) {
  int all = smr_gpu_counts_aloud() || smr_gpu_mode() == SMR_GPU_ON;
  int none = smr_gpu_state() == SMR_GPU_DEAD;
  set_small(table, kind, all ? 0 : none ? HUGE_VAL : smr_gpu_find_small(&tables[table][kind]));
}

void smr_gpu_set_small(double work) {
  for (int t = 0; t < SMR_GPU_TABLES; t++)
    for (int k = 0; k < SMR_GPU_KIND_COUNT; k++)
      set_small(t, k, smr_gpu_counts_aloud() ? 0 : work);
}

static int prepare(int mode) {
  static int has_costs;
  SmrGpuMode before = smr_gpu_mode();
  smr_gpu_settings_read((SmrGpuMode)mode);
  if (smr_gpu_mode() != before)
    smr_gpu_set_small(0);
  if (smr_gpu_mode() == SMR_GPU_OFF)
    return 0;
  if (!has_costs++)
    smr_gpu_costs_read();
  return 1;
}

int smr_gpu_prepare(int mode) {
  pthread_mutex_lock(&binding);
  int ok = prepare(mode);
  pthread_mutex_unlock(&binding);
  return ok;
}

static void *bind(int table, int kind, void *address) {
  SmrGpuRoutine *routine = &tables[table][kind];
  pthread_mutex_lock(&binding);
  if (!routine->cpu)
    routine->cpu = address;
  else if (routine->cpu != address) // another library serves that object
    is_mixed = 1;
  int is_ours = routine->cpu == address;
  if (is_ours)
    find_small(table, kind);
  pthread_mutex_unlock(&binding);
  return is_ours ? routine->wrapper : address;
}

void *smr_rt_gpu_wrap(const char *symbol, void *address, int mode) {
  if (!smr_gpu_prepare(mode))
    return address;
  for (int t = 0; t < SMR_GPU_TABLES; t++)
    for (int k = 0; k < SMR_GPU_KIND_COUNT; k++)
      if (tables[t][k].symbol && !strcmp(tables[t][k].symbol, symbol))
        return bind(t, k, address);
  return address;
}
