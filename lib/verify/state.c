//===- state.c - again and again, and at the same time -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A replacement is called wherever its loop stood: any number of times, from any number of threads, with
// constants in read-only memory. Whether it keeps state of its own shows in its variables, and where it does
// the tests take longer.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { THREADS = 4, REPEATS = 400, LONG_REPEATS = 20000 };

//--- The pairs' own variables ------------------------------------------------------

typedef struct {
  const void *base;
  unsigned char *from[8], *copy[8];
  size_t size[8];
  uint32_t count;
} Variables;

static Variables variables;

static int find_variables(struct dl_phdr_info *info, size_t size, void *data) {
  Variables *v = data;
  (void)size;
  if ((const void *)info->dlpi_addr != v->base)
    return 0;
  uint64_t relro_from = 0, relro_to = 0;
  for (int k = 0; k < info->dlpi_phnum; k++)
    if (info->dlpi_phdr[k].p_type == PT_GNU_RELRO)
      relro_from = info->dlpi_phdr[k].p_vaddr, relro_to = relro_from + info->dlpi_phdr[k].p_memsz;
  for (int k = 0; k < info->dlpi_phnum && v->count < 8; k++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[k];
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
      continue;
    uint64_t from = p->p_vaddr, to = from + p->p_memsz;
    if (relro_to > from && relro_from <= from)
      from = relro_to;
    if (from >= to || to - from > 1 << 24)
      continue;
    v->from[v->count] = (unsigned char *)(info->dlpi_addr + from);
    v->size[v->count++] = to - from;
  }
  return 1;
}

static void take_copy(void) {
  for (uint32_t k = 0; k < variables.count; k++)
    memcpy(variables.copy[k], variables.from[k], variables.size[k]);
}

static bool changed(void) {
  for (uint32_t k = 0; k < variables.count; k++)
    if (memcmp(variables.copy[k], variables.from[k], variables.size[k]) != 0)
      return true;
  return false;
}

void smr_verify_state_begin(const SmrVerifyChild *c) {
  Dl_info info;
  void *stub;
  memcpy(&stub, &c->pair->call[1], sizeof stub);
  if (!dladdr(stub, &info))
    return;
  variables.base = info.dli_fbase;
  dl_iterate_phdr(find_variables, &variables);
  for (uint32_t k = 0; k < variables.count; k++)
    variables.copy[k] = smr_xmalloc(variables.size[k]);
  take_copy();
}

//--- Again and again ---------------------------------------------------------------

static bool add_words(SmrVerifyChild *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool add_words(SmrVerifyChild *c, const char *format, ...) {
  size_t used = strlen(c->report->message);
  va_list args;
  va_start(args, format);
  vsnprintf(c->report->message + used, sizeof c->report->message - used, format, args);
  va_end(args);
  return false;
}

/// Is everything as the first call of the replacement left it?
static bool as_before(const SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrVerifyMemory *m = &c->memory[k];
    const void *now = c->pattern->args[k].kind == SMR_ARG_RESULT ? (const void *)c->scalars[k].bytes
                      : smr_verify_has_memory(c, k)              ? (const void *)(m->at + m->low)
                                                                 : NULL;
    if (now && m->high > m->low && memcmp(now, m->after[1], (size_t)(m->high - m->low)) != 0)
      return false;
  }
  return true;
}

static int lowest_descriptor(void) {
  int fd = open("/dev/null", O_RDONLY);
  if (fd >= 0)
    close(fd);
  return fd;
}

static size_t heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static bool repeat(SmrVerifyChild *c, const SmrVerifyCase *inputs, unsigned times) {
  void *arguments[SMR_VERIFY_ARGS + 1];
  struct itimerval limit = {.it_value = {.tv_sec = 5}}, none = {0};
  if (!smr_verify_prepare(c, inputs))
    return true;
  smr_verify_describe(c);
  smr_verify_call(c, 0, true);
  smr_verify_call(c, 1, true);
  if (!smr_verify_compare(c))
    return false;
  smr_verify_place(c, 1, true, arguments);
  int descriptor = lowest_descriptor();
  size_t heap = heap_in_use();
  setitimer(ITIMER_PROF, &limit, NULL);
  for (unsigned k = 0; k < times; k++) {
    smr_verify_restore(c, 1);
    if (c->pattern->arg_count && c->pattern->args[c->pattern->arg_count - 1].kind == SMR_ARG_RESULT)
      memset(c->scalars[c->pattern->arg_count - 1].bytes, 0xff, SMR_VERIFY_RESULT);
    c->report->side = 1;
    c->pair->call[1](arguments);
    c->report->side = -1;
    c->report->runs++;
    if (as_before(c))
      continue;
    smr_verify_gather(c, 1);
    if (!smr_verify_compare(c))
      return add_words(c, ", in call %u with the same inputs", k + 2);
    smr_verify_call(c, 1, true);
    smr_verify_place(c, 1, true, arguments);
  }
  setitimer(ITIMER_PROF, &none, NULL);
  size_t more = heap_in_use();
  more = more > heap ? more - heap : 0;
  if (more >= 8 * (size_t)times)
    return smr_verify_wrong(c, "the replacement keeps about %zu bytes of memory in every call", more / times);
  if (lowest_descriptor() > descriptor + 2)
    return smr_verify_wrong(c, "the replacement leaves files open");
  return true;
}

//--- At the same time --------------------------------------------------------------

typedef struct {
  const SmrVerifyChild *child;
  SmrVerifyCase inputs;
  void *arguments[SMR_VERIFY_ARGS + 1];
  unsigned char *raw[SMR_VERIFY_ARGS + 1], *at[SMR_VERIFY_ARGS + 1], *first[SMR_VERIFY_ARGS + 1],
      *expected[SMR_VERIFY_ARGS + 1]; // from offset `low` on
  size_t size[SMR_VERIFY_ARGS + 1];
  SmrVerifyScalar scalars[SMR_VERIFY_ARGS + 1];
  SmrVerifyDescriptor boxes[SMR_VERIFY_ARGS];
  pthread_t thread;
  bool started, bad;
  atomic_uint *go;
  int64_t until; // nanoseconds
} Worker;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static bool one_call(Worker *w) {
  const SmrVerifyChild *c = w->child;
  uint32_t count = c->pattern->arg_count;
  for (uint32_t k = 0; k < count; k++)
    if (w->size[k])
      memcpy(w->at[k], w->first[k], w->size[k]);
  c->pair->call[1](w->arguments);
  for (uint32_t k = 0; k < count; k++)
    if (w->size[k] && memcmp(w->at[k], w->expected[k], w->size[k]) != 0)
      return false;
  return true;
}

static void *work(void *data) {
  Worker *w = data;
  while (!atomic_load(w->go))
    sched_yield(); // (who starts the others may need this processor)
  for (uint32_t k = 0; !w->bad && (k < 4 || now() < w->until); k++)
    w->bad = !one_call(w);
  return NULL;
}

/// The worker's memory lies as the last call's did, relative to pages: libraries may sum in an order that
/// depends on that. False: the pair is wrong without any threads.
static bool set_up(SmrVerifyChild *c, Worker *w) {
  if (!smr_verify_prepare(c, &w->inputs))
    return true;
  smr_verify_describe(c);
  smr_verify_call(c, 0, true);
  smr_verify_call(c, 1, true);
  if (!smr_verify_compare(c))
    return false;
  w->child = c;
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrVerifyMemory *m = &c->memory[k];
    bool result = c->pattern->args[k].kind == SMR_ARG_RESULT;
    w->scalars[k] = c->scalars[k];
    w->arguments[k] = w->scalars[k].bytes;
    if (!result && !smr_verify_has_memory(c, k))
      continue;
    w->size[k] = result ? SMR_VERIFY_RESULT : (size_t)(m->high - m->low);
    w->raw[k] = smr_xmalloc(w->size[k] + 2 * SMR_VERIFY_PAGE);
    w->at[k] = w->raw[k] + ((uintptr_t)(m->at + m->low) - (uintptr_t)w->raw[k]) % SMR_VERIFY_PAGE;
    if (result)
      w->at[k] = w->scalars[k].bytes;
    else
      w->arguments[k] = w->at[k] - m->low;
    w->first[k] = smr_xmalloc(w->size[k] | 1);
    w->expected[k] = smr_xmalloc(w->size[k] | 1);
    memcpy(w->expected[k], m->after[1], w->size[k]);
    if (result)
      memset(w->first[k], 0xff, w->size[k]);
    else if (c->pattern->args[k].kind == SMR_ARG_UNUSED)
      memset(w->first[k], 0x12, w->size[k]);
    else
      memcpy(w->first[k], m->first, w->size[k]);
    if (c->pattern->args[k].kind == SMR_ARG_BOX) {
      w->boxes[k] = c->boxes[k];
      w->boxes[k].base = (int64_t)(intptr_t)w->arguments[k];
      w->arguments[k] = &w->boxes[k];
    }
  }
  return true;
}

/// What a worker found, judged like any other result.
static bool judge(SmrVerifyChild *c, const Worker *w) {
  if (!w->bad || !smr_verify_prepare(c, &w->inputs))
    return true;
  smr_verify_describe(c);
  smr_verify_call(c, 0, true);
  smr_verify_call(c, 1, true);
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    if (w->size[k])
      memcpy(c->memory[k].after[1], w->at[k], w->size[k]);
  return smr_verify_compare(c) || add_words(c, ", while other threads call it, too");
}

static void release(SmrVerifyChild *c, Worker *workers, uint32_t count) {
  for (uint32_t t = 0; t < count; t++)
    for (uint32_t k = 0; k < c->pattern->arg_count; k++)
      free(workers[t].raw[k]), free(workers[t].first[k]), free(workers[t].expected[k]);
  free(workers);
}

/// Workers with data of their own; NULL: the pair is wrong, or *kept_away is set.
static Worker *make_workers(SmrVerifyChild *c, const SmrVerifyCase *inputs, uint32_t count, bool *kept_away) {
  Worker *workers = smr_xcalloc(count, sizeof *workers);
  for (uint32_t t = 0; t < count; t++) {
    workers[t].inputs = *inputs;
    workers[t].inputs.seed += t * UINT64_C(0x632be59bd9b4e019);
    bool ok = set_up(c, &workers[t]);
    *kept_away = ok && !workers[t].child; // other data, other guards
    if (!ok || *kept_away) {
      release(c, workers, count);
      return NULL;
    }
  }
  return workers;
}

static bool run_threads(SmrVerifyChild *c, const SmrVerifyCase *inputs, int64_t nanoseconds) {
  bool kept_away = false, ok = true;
  Worker *workers = make_workers(c, inputs, THREADS, &kept_away);
  atomic_uint go = 0;
  if (!workers)
    return kept_away;
  struct itimerval limit = {.it_value = {.tv_sec = 20}};
  setitimer(ITIMER_REAL, &limit, NULL);
  c->report->side = 1;
  int64_t until = now() + nanoseconds;
  for (uint32_t t = 0; t < THREADS; t++) {
    workers[t].until = until, workers[t].go = &go;
    workers[t].started = pthread_create(&workers[t].thread, NULL, work, &workers[t]) == 0;
  }
  atomic_store(&go, 1);
  for (uint32_t t = 0; t < THREADS; t++)
    if (workers[t].started)
      pthread_join(workers[t].thread, NULL);
  c->report->side = -1;
  limit = (struct itimerval){.it_value = {.tv_sec = 120}};
  setitimer(ITIMER_REAL, &limit, NULL);
  for (uint32_t t = 0; t < THREADS && ok; t++) {
    ok = judge(c, &workers[t]);
  }
  release(c, workers, THREADS);
  return ok;
}

//--- One call in the middle of another -----------------------------------------------

// Threads seldom meet where it matters. Here one is stopped after some instructions, for another one's whole
// call: the processor traps after each. What takes a lock only waits. Traps are what takes long, so that one
// call is stopped at several places; at how many differs from call to call, for what two others undo.
#if defined(__x86_64__)
enum { MOST_STEPS = 4000, STOPS = 24, CALLS = 4, TRAP_FLAG = 0x100 };

/// Places lie evenly over a call's steps. For each: the call that is stopped there (one of them once, the
/// others three, seven and thirteen times).
static const char calls_stops[STOPS + 1] = "dcdbdcddcdcdadbcddcddbcd";

static struct {
  uint32_t steps, all; // of all: 0 while they are counted
  char call;           // its letter in calls_stops
  atomic_int turn;     // 0: nobody's; 1: the other's; 2: it is done; 3: the end
} stepper;

static uint32_t step_of_stop(uint32_t k) {
  return 1 + stepper.all * k / STOPS;
}

/// Is this step a stop of this call? *rest: there may be more.
static bool is_stop(bool *rest) {
  bool here = false;
  *rest = !stepper.all;
  for (uint32_t k = 0; k < STOPS && stepper.all; k++)
    if (calls_stops[k] == stepper.call) {
      here = here || step_of_stop(k) == stepper.steps;
      *rest = *rest || step_of_stop(k) > stepper.steps;
    }
  return here;
}

static void on_step(int number, siginfo_t *info, void *context) {
  greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
  (void)number, (void)info;
  bool rest;
  stepper.steps++;
  if (is_stop(&rest)) {
    int64_t until = now() + 5 * INT64_C(1000000);
    atomic_store(&stepper.turn, 1);
    while (atomic_load(&stepper.turn) == 1 && now() < until)
      sched_yield();
  }
  if (!rest || stepper.steps >= MOST_STEPS)
    registers[REG_EFL] &= ~(greg_t)TRAP_FLAG;
}

static void *other_one(void *data) {
  Worker *w = data;
  int turn;
  while ((turn = atomic_load(&stepper.turn)) != 3) {
    if (turn != 1) {
      sched_yield();
      continue;
    }
    w->bad = w->bad || !one_call(w);
    atomic_compare_exchange_strong(&stepper.turn, &turn, 2);
  }
  return NULL;
}

/// A call that is stopped where its letter stands.
static void stepped_call(Worker *w, char call_letter) {
  stepper.steps = 0, stepper.call = call_letter;
  for (uint32_t k = 0; k < w->child->pattern->arg_count; k++)
    if (w->size[k])
      memcpy(w->at[k], w->first[k], w->size[k]);
  SmrVerifyStub *call = w->child->pair->call[1];
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | TRAP_FLAG);
  call(w->arguments);
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~(unsigned long long)TRAP_FLAG);
  for (uint32_t k = 0; k < w->child->pattern->arg_count; k++)
    w->bad |= w->size[k] && memcmp(w->at[k], w->expected[k], w->size[k]) != 0;
}

static bool interleave(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  bool kept_away = false;
  Worker *workers = make_workers(c, inputs, 2, &kept_away);
  if (!workers)
    return kept_away;
  struct sigaction action = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &action, NULL);
  c->report->side = 1;
  stepper.all = 0;
  stepped_call(&workers[0], '\0');
  stepper.all = stepper.steps;
  if (pthread_create(&workers[1].thread, NULL, other_one, &workers[1]) == 0) {
    for (int k = 0; k < CALLS && !workers[0].bad && !workers[1].bad; k++)
      stepped_call(&workers[0], (char)('a' + k));
    atomic_store(&stepper.turn, 3); // (in the middle of its call it ends after that)
    pthread_join(workers[1].thread, NULL);
  }
  c->report->side = -1;
  bool ok = judge(c, &workers[0]) && judge(c, &workers[1]);
  release(c, workers, 2);
  return ok;
}
#else
static bool interleave(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  (void)c, (void)inputs;
  return true;
}
#endif

//--- The whole ---------------------------------------------------------------------

static bool other_data(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  SmrVerifyCase other = *inputs;
  other.seed ^= UINT64_C(0x9e6c63d0876a9a47);
  return smr_verify_try(c, inputs) && smr_verify_try(c, &other) && smr_verify_try(c, inputs);
}

static bool constants_in_peace(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  c->read_only = true;
  bool ok = smr_verify_try(c, inputs);
  c->read_only = false;
  return ok;
}

bool smr_verify_state(SmrVerifyChild *c, const SmrVerifyCase *small, const SmrVerifyCase *big) {
  if (!constants_in_peace(c, small) || !constants_in_peace(c, big) || !other_data(c, small) ||
      !other_data(c, big))
    return false;
  bool stateful = changed();
  take_copy();
  return repeat(c, small, stateful ? LONG_REPEATS : REPEATS) && (!stateful || interleave(c, small)) &&
         run_threads(c, big, (stateful || changed() ? 60000 : 150) * INT64_C(1000));
}
