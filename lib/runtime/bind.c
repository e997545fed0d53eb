//===- bind.c - slots are filled when calls are due ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// SMR_RT=off leaves every slot empty; SMR_RT=verbose tells on stderr which library serves what; SMR_RT=now
// opens libraries at the first call that is due, whatever it gains; SMR_RT=check ends the process with a
// summary of what was compiled with --smr-check (check.h); SMR_RT=count, with what became of each site
// (count.h). (Words are separated by commas.) The link step
// asks for smr_rt_bind, so that this file, and with it the constructor, is in every rewritten program or
// shared object, each with its own slots.
//
// Opening a library (OpenBLAS: 40 MB to be relocated, threads to be started) takes longer than many programs
// run. So it is opened once the calls that were due up to now would have saved as much as that takes. A
// library that is in the process when it starts is used at once. Whether the program has loaded one since is
// asked once the calls would have saved several times what the question takes.
//===----------------------------------------------------------------------===//
#include "runtime/blas_files.h"
#include "runtime/check.h"
#include "runtime/count.h"
#include "runtime/gpu/smr_rt_gpu.h"
#include "runtime/inside.h"
#include "runtime/openblas.h"
#include "runtime/rows.h"
#include "runtime/slots.h"
#include "runtime/smr_rt.h"
#include "runtime/threads.h"
#include "runtime/wish.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>

#ifdef __ELF__

extern SmrRtSlot __start_smr_rt_slots[] __attribute__((weak, visibility("hidden")));
extern SmrRtSlot __stop_smr_rt_slots[] __attribute__((weak, visibility("hidden")));

/// Tells other objects of the process that this one holds rewritten code (objects.c reads it).
__attribute__((used, section(".note.smr"), aligned(4))) static const struct {
  uint32_t name_size, size, type;
  char name[4];
} note = {4, 0, 1, "SMR"};

/// Weakly referenced by code that calls routines through slots (lib/mlir/splice/edit/slots.c), so it is
/// linked wherever slots are filled.
__attribute__((used)) static int32_t (*const product)() = (int32_t (*)())smr_rt_product_;
/// By sites that copy rows (lib/mlir/host/row_copies.c).
__attribute__((used)) static void *(*const rows)() = (void *(*)())smr_rt_rows_copy;

/// Only programs that were compiled with --smr-gpu have it (gpu/smr_rt_gpu.h).
#pragma weak smr_rt_gpu_wrap
/// Only code that was compiled with --smr-check needs these.
#pragma weak smr_rt_check_settings
#pragma weak smr_rt_check_off
#pragma weak pthread_getattr_np
#pragma weak pthread_attr_getstack
#pragma weak pthread_attr_destroy
extern void *__libc_stack_end __attribute__((weak));

// Picoseconds. On an AMD EPYC (Zen 4) opening OpenBLAS takes 1.7 ms, and looking around 24 microseconds.
static const int64_t opening_takes = 2000000000, looking_pays = 500000000;

/// What kind holds above SmrRtSlotKind.
enum {
  KIND = 255,
  COUNTED = 256, // a call was due
  ABSENT = 512,  // no library of the process serves it
  THREADED = 1024,
  MARKED = 2048,
  ASKED_EACH_TIME = THREADED | MARKED
};

static int is_off, is_verbose, is_now; // from SMR_RT
static int archives_are_ready;         // their constructors have run
static int may_be_present;             // what serves a slot was in the process when it started
static int64_t gained;                 // by calls that were due while nothing was found, in picoseconds

/// Counts only where the process has one thread (threads.c).
static int has_more_threads; // a call that is running now

static const char *symbol_of(const SmrRtSlot *slot) {
  return slot->text + strlen(slot->text) + 1;
}

static int same(const SmrRtSlot *a, const SmrRtSlot *b) {
  return !strcmp(a->text, b->text) && !strcmp(symbol_of(a), symbol_of(b));
}

static int kind_of(const SmrRtSlot *slot) {
  return (int)(__atomic_load_n(&slot->kind, __ATOMIC_ACQUIRE) & KIND);
}

static int has(const SmrRtSlot *slot, uint64_t bit) {
  return (__atomic_load_n(&slot->kind, __ATOMIC_ACQUIRE) & bit) != 0;
}

static void *address_of(const SmrRtSlot *slot) {
  return __atomic_load_n(&slot->address, __ATOMIC_ACQUIRE);
}

/// Nobody has found out yet what serves it.
static int is_open(const SmrRtSlot *slot) {
  return address_of(slot) == (void *)1 && !has(slot, ASKED_EACH_TIME);
}

static void tell(const SmrRtSlot *slot, const void *address, const char *path) {
  const char *better = smr_rt_better_core();
  if (!is_verbose)
    return;
  if (address)
    fprintf(stderr, "smr_rt: %s: %s%s%s\n", symbol_of(slot), path,
            better ? "; faster with OPENBLAS_CORETYPE=" : "", better ? better : "");
  else
    fprintf(stderr, "smr_rt: %s: not found (%s); loops run\n", symbol_of(slot), slot->text);
}

//--- Routines that the link step took from an archive (tools/common/linked.c) -----------

extern const char smr_linked_config[] __asm__("__smr_linked.config")
    __attribute__((weak, visibility("hidden"))); // OpenBLAS' openblas_get_config
extern const char smr_linked_bits[] __asm__("__smr_linked.bits")
    __attribute__((weak, visibility("hidden"))); // BLIS' bli_info_get_blas_int_type_size

static int is_own(const SmrRtSlot *slot) {
  return !strncmp(symbol_of(slot), "smr_rt_", 7);
}

/// Is the BLAS that was linked in one whose integers have 64 bits, or one in which the routine is wrong?
static int may_not_serve(const char *symbol) {
  const char *config_at = smr_linked_config, *bits_at = smr_linked_bits;
  char *(*config)(void);
  int64_t (*bits)(void);
  memcpy(&config, &config_at, sizeof config);
  memcpy(&bits, &bits_at, sizeof bits);
  return (config && (strstr(config(), "USE64BITINT") || smr_openblas_is_wrong(config(), symbol))) ||
         (bits && bits() == 64);
}

static void *find_linked(const SmrRtSlot *slot, const char **path) {
  void *address = is_own(slot) ? NULL : smr_rt_find_chosen(symbol_of(slot), path);
  if (address)
    return address;
  *path = "linked in";
  return !is_own(slot) && smr_is_blas_file(slot->text) && may_not_serve(symbol_of(slot)) ? NULL
                                                                                         : slot->linked;
}

/// OpenBLAS and BLIS in an archive call nothing but themselves; of other archives' code it is not known.
static int is_sealed(const SmrRtSlot *slot, const void *address) {
  return address == slot->linked ? smr_linked_config || smr_linked_bits : !smr_rt_may_come_back(address);
}

//--- When the program starts ----------------------------------------------------------------

/// For a slot that may be served by a GPU, what decides that call by call.
static void *with_gpu(const SmrRtSlot *slot, void *address) {
  if (kind_of(slot) == SMR_RT_SLOT_PLAIN || !address || !smr_rt_gpu_wrap || !smr_is_blas_file(slot->text))
    return address;
  return smr_rt_gpu_wrap(symbol_of(slot), address, kind_of(slot));
}

/// The address of an equal slot before this one; false: there is none.
static int fill_as_before(SmrRtSlot *slot) {
  for (const SmrRtSlot *s = __start_smr_rt_slots; s < slot; s++)
    if (s->kind == slot->kind && s->text && same(s, slot)) {
      slot->address = s->address;
      return 1;
    }
  return 0;
}

/// The slot's address stays 1: its calls are asked for, and marked or made with more threads.
static void ask_each_time(SmrRtSlot *slot, void *address, uint64_t bits) {
  slot->linked = address;
  __atomic_store_n(&slot->address, (void *)1, __ATOMIC_RELEASE);
  __atomic_fetch_or(&slot->kind, bits, __ATOMIC_RELEASE);
}

static void look_around(const SmrRtSlot *slot) {
  static const char *asked = "";
  if (may_be_present || !strcmp(asked, slot->text) || !smr_rt_find_begin())
    return;
  may_be_present = smr_rt_may_be_present(slot->text);
  asked = slot->text;
  smr_rt_find_end();
}

/// Slots that cannot wait: of an archive's routines (`late`), or all others.
static void bind(int late) {
  for (SmrRtSlot *slot = __start_smr_rt_slots; slot < __stop_smr_rt_slots; slot++) {
    int waits = slot->kind == SMR_RT_SLOT_DUE || slot->kind == SMR_RT_SLOT_DUE_READ;
    if (slot->kind > SMR_RT_SLOT_DUE_READ || !slot->text)
      continue;
    if (waits && !is_own(slot)) {
      slot->address = (void *)1;
      look_around(slot);
      continue;
    }
    const char *path = "";
    if (late != (slot->linked && !is_own(slot)) || fill_as_before(slot) || !smr_rt_find_begin())
      continue;
    slot->address = slot->linked ? find_linked(slot, &path) : smr_rt_find(slot->text, symbol_of(slot), &path);
    smr_rt_find_end();
    tell(slot, slot->address, path);
    if (!waits)
      slot->address = with_gpu(slot, slot->address);
    else if (slot->address && smr_rt_counts())
      ask_each_time(slot, slot->address, MARKED);
  }
}

/// "count", or "count=FILE".
static void count_as_wished(const char *wish) {
  static const char word[] = "count";
  size_t length = strlen(word);
  for (; wish && *wish; wish += strcspn(wish, ","), wish += *wish == ',')
    if (!strncmp(wish, word, length) && strchr(",=", wish[length]))
      smr_rt_count_start(wish[length] == '=' ? wish + length + 1 : NULL, strcspn(wish, ",") - length - 1);
}

/// "check", or "check=1e-6": the relative difference that is none.
static void check_as_wished(const char *wish) {
  static const char word[] = "check";
  size_t length = strlen(word);
  if (is_off && smr_rt_check_off)
    smr_rt_check_off();
  for (; wish && *wish; wish += strcspn(wish, ","), wish += *wish == ',') {
    if (strncmp(wish, word, length) || !strchr(",=", wish[length]))
      continue;
    Dl_info object;
    if (smr_rt_check_settings)
      smr_rt_check_settings(wish[length] == '=' ? strtod(wish + length + 1, NULL) : 0);
    else if (__start_smr_rt_slots != __stop_smr_rt_slots) // (libsmr_rt_tensor.so has none)
      fprintf(stderr, "smr_rt: check: no call in %s is checked; compile it with --smr-check\n",
              dladdr(&note, &object) && object.dli_fname ? object.dli_fname : "this program");
  }
}

void smr_rt_bind(void) __attribute__((constructor(101), visibility("hidden")));

void smr_rt_bind(void) {
  const char *wish = getenv("SMR_RT");
  is_off = smr_rt_wishes(wish, "off");
  is_verbose = smr_rt_wishes(wish, "verbose");
  is_now = smr_rt_wishes(wish, "now") || smr_rt_check_settings; // each call is to be checked
  check_as_wished(wish);
  count_as_wished(secure_getenv("SMR_RT")); // (it writes a file)
  if (!is_off)
    bind(0);
  for (SmrRtSlot *slot = __start_smr_rt_slots; is_off && smr_rt_counts() && slot < __stop_smr_rt_slots;
       slot++)
    if (slot->kind == SMR_RT_SLOT_DUE || slot->kind == SMR_RT_SLOT_DUE_READ)
      ask_each_time(slot, NULL, MARKED);
}

/// A library that is part of the program has constructors of its own. The drivers put this file behind it, so
/// that they have run by now.
__attribute__((constructor)) static void bind_late(void) {
  archives_are_ready = 1;
  if (!is_off)
    bind(1);
}

/// Reports what was not opened.
__attribute__((destructor)) static void tell_late(void) {
  for (SmrRtSlot *slot = __start_smr_rt_slots; is_verbose && slot < __stop_smr_rt_slots; slot++)
    if (has(slot, COUNTED) && is_open(slot)) {
      fprintf(stderr, "smr_rt: no library was opened: the calls that were due would have saved %.3g ms\n",
              (double)__atomic_load_n(&gained, __ATOMIC_RELAXED) * 1e-9);
      return;
    }
}

//--- When a call is due ---------------------------------------------------------------------

static int64_t add_gain(int64_t gain) {
  gain = gain < 0 ? 0 : gain > opening_takes ? opening_takes : gain;
  return __atomic_add_fetch(&gained, gain, __ATOMIC_RELAXED);
}

/// Makes known what serves a slot, or NULL: nothing does.
static void settle(SmrRtSlot *slot, void *address) {
  int reads = kind_of(slot) == SMR_RT_SLOT_DUE_READ;
  uint64_t bits = address && (smr_rt_counts() || !is_sealed(slot, address)) ? MARKED : 0;
  if (address && !reads && smr_rt_is_loaded_by_us(address) && smr_rt_threads_chosen(symbol_of(slot)))
    bits |= THREADED;
  if (bits & MARKED && !smr_rt_inside_prepare())
    address = NULL;
  if (address && bits & MARKED && reads)
    address = smr_rt_inside_wrap(symbol_of(slot), address);
  if (smr_rt_counts() && !address)
    bits = MARKED; // what asks in vain is counted
  if (!bits || (!address && !smr_rt_counts())) {
    __atomic_store_n(&slot->address, address, __ATOMIC_RELEASE);
    return;
  }
  ask_each_time(slot, address, bits);
}

/// Opening a library takes room on the stack. Threads that have little leave it to others.
static int has_stack(void) {
  enum { NEEDED = 128 << 10, MAIN = 8 << 20 };
  const char *here = __builtin_frame_address(0), *end = &__libc_stack_end ? __libc_stack_end : NULL;
  struct rlimit limit;
  if (end > here && end - here < MAIN && getrlimit(RLIMIT_STACK, &limit) == 0) // the main thread's
    return limit.rlim_cur >= (rlim_t)(end - here) + NEEDED;
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (!pthread_getattr_np || pthread_getattr_np(pthread_self(), &attributes) != 0)
    return 1;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return here - (char *)low >= NEEDED && here < (char *)low + size;
}

#ifdef __x86_64__
/// What the kernel leaves on the stack for a handler: where this returns to, and the registers of what was
/// interrupted, further up on the same stack.
static int is_signal_frame(const char *const *word, const char *back, const char *end) {
  const ucontext_t *saved = (const ucontext_t *)(word + 1);
  if (*word != back || (const char *)(saved + 1) > end)
    return 0;
  uintptr_t stack = (uintptr_t)saved->uc_mcontext.gregs[REG_RSP];
  return stack > (uintptr_t)word && stack <= (uintptr_t)end;
}

static int has_signal_frame(const char *from, const char *end) {
  const char *seen = NULL;
  for (int number = 1; number < NSIG; number++) {
    struct sigaction action = {0};
    const char *back = NULL;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN)
      memcpy(&back, &action.sa_restorer, sizeof back);
    if (!back || back == seen)
      continue;
    seen = back;
    for (const char *const *word = (const char *const *)from; (const char *)(word + 1) < end; word++)
      if (is_signal_frame(word, back, end))
        return 1;
  }
  return 0;
}
#else
static int has_signal_frame(const char *from, const char *end) {
  (void)from, (void)end;
  return 0;
}
#endif

/// Is this a signal's handler, which may have interrupted malloc or the loader? It is seen on a stack of its
/// own and in the main thread.
static int is_in_handler(void) {
  enum { MAIN = 8 << 20 };
  const char *here = __builtin_frame_address(0), *end = &__libc_stack_end ? __libc_stack_end : NULL;
  stack_t other;
  if (sigaltstack(NULL, &other) == 0 && other.ss_flags & SS_ONSTACK)
    return 1;
  return end > here && end - here < MAIN && has_signal_frame(here, end);
}

/// What serves the slot, where that is known now; *open: it is not, since no library was opened.
static void *look_for(SmrRtSlot *slot, int64_t gain, const char **path, int *open) {
  const int64_t total = add_gain(gain);
  const int opens = total >= opening_takes || is_now;
  const int looks = slot->linked || (!has(slot, ABSENT) && (may_be_present || total >= looking_pays));
  void *address = NULL;
  *open = 1;
  if ((!looks && !opens) || is_in_handler() || !has_stack())
    return NULL;
  if (looks) {
    address = slot->linked ? find_linked(slot, path) : smr_rt_find_present(slot->text, symbol_of(slot), path);
    *open = !address && !slot->linked;
    __atomic_fetch_or(&slot->kind, ABSENT, __ATOMIC_RELEASE);
  }
  if (*open && opens) {
    address = smr_rt_find(slot->text, symbol_of(slot), path);
    *open = 0;
  }
  return address;
}

static void resolve(SmrRtSlot *asked, int64_t gain) {
  const char *path = "";
  int open;
  if (asked->linked && !archives_are_ready)
    return;
  void *address = look_for(asked, gain, &path, &open);
  if (open)
    return;
  tell(asked, address, path);
  for (SmrRtSlot *slot = __start_smr_rt_slots; slot < __stop_smr_rt_slots; slot++)
    if (slot != asked && is_open(slot) && same(slot, asked) && slot->linked == asked->linked)
      settle(slot, address);
  settle(asked, address);
}

static pthread_t finder; // the thread that looks for libraries; 0: none

/// Others run their loops while one thread looks. Not so if calls are checked: what unchecked loops store
/// would count as a difference of a call that is checked beside them.
static int begin_finding(void) {
  enum { MOST_WAITS = 50000 };
  const struct timespec brief = {.tv_nsec = 100000};
  const pthread_t self = pthread_self();
  for (int waits = 0; !smr_rt_find_begin(); waits++) {
    if (!smr_rt_check_settings || waits == MOST_WAITS || __atomic_load_n(&finder, __ATOMIC_RELAXED) == self)
      return 0;
    nanosleep(&brief, NULL);
  }
  __atomic_store_n(&finder, self, __ATOMIC_RELAXED);
  return 1;
}

static void end_finding(void) {
  __atomic_store_n(&finder, 0, __ATOMIC_RELAXED);
  smr_rt_find_end();
}

/// … when it is known what serves the slot, if anything does.
static int may_call(const SmrRtSlot *slot, const void *stack) {
  if (is_open(slot) || !address_of(slot) || (has(slot, ASKED_EACH_TIME) && !slot->linked) ||
      (has(slot, MARKED) && smr_rt_is_inside(stack)))
    return 0;
  return 1;
}

int32_t smr_rt_due(SmrRtSlot *slot, int64_t gain, struct SmrRtSite *site) {
  if (gain > 0 && is_open(slot) && !smr_rt_is_inside(__builtin_dwarf_cfa())) {
    const int before = errno;
    __atomic_fetch_or(&slot->kind, COUNTED, __ATOMIC_RELAXED);
    if (begin_finding()) {
      if (is_open(slot))
        resolve(slot, gain);
      end_finding();
    }
    errno = before;
  }
  const int may = may_call(slot, __builtin_dwarf_cfa());
  if (smr_rt_counts()) {
    smr_rt_count_asked(site, may);
    if (may && is_own(slot))
      smr_rt_count_call();
  }
  return may;
}

void *smr_rt_routine(SmrRtSlot *slot) {
  return has(slot, ASKED_EACH_TIME) ? slot->linked : address_of(slot);
}

void *smr_rt_enter(SmrRtSlot *slot, const void *m, const void *n, const void *k) {
  if (has(slot, MARKED)) {
    smr_rt_inside_begin(__builtin_dwarf_cfa());
    smr_rt_count_begin();
  }
  if (has(slot, THREADED) && smr_rt_threads_begin(symbol_of(slot), (const void *const[]){m, n, k}))
    has_more_threads = 1;
  return smr_rt_routine(slot);
}

void smr_rt_leave(SmrRtSlot *slot) {
  if (has(slot, THREADED) && has_more_threads) {
    has_more_threads = 0;
    smr_rt_threads_end();
  }
  if (has(slot, MARKED)) {
    smr_rt_count_end();
    smr_rt_inside_end();
  }
}
#endif
