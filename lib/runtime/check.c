//===- check.c - library calls are compared with the loops ------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The program goes on with what its loops computed, so it computes what it would without SMR. A difference is
// one line on stderr, and the process ends with status 1.
//
// Sums may differ by the order of their additions. How much is found by experiment: the calls run twice more,
// with each operation rounded up and rounded down. The results move by what each element loses to rounding,
// in solves as well, and whether or not terms cancel. Besides that a rounding or two of the terms themselves
// (which the library may fuse with the additions) is allowed: of the element as it is and was, and of the
// largest product of two elements that are read, but no more than a twentieth of an array's largest element.
//
// The range of an array may be wider than what the program touches (it is computed from the bounds of all
// its accesses), so pages that cannot be read are left out.
//
// Threads: memory between an array's first and last element may belong to others, which may write it. So only
// elements that the calls changed are restored, and from the first copy to the comparison no other thread is
// in checked loops or calls.
//===----------------------------------------------------------------------===//
#include "runtime/check.h"
#include "runtime/half.h"
#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#ifdef __ELF__

/// Programs that need no libm need not be linked with it.
#pragma weak feholdexcept
#pragma weak fesetenv

typedef struct Array {
  struct Array *next; // in the order in which they were named
  char *first;        // its first element
  size_t count, step, bytes;
  int kind, written, exact, value;
  char *before, *called; // copies of the elements, without gaps: as they were; as the calls left them
  char *missing;         // for each element: it cannot be read; NULL: all can
  char *raised;          // as calls left them that rounded up
  double *moved;         // for each element: how much rounding moves what the calls compute; NULL: not known
} Array;

/// A place of the program where loops were replaced.
typedef struct Site {
  struct Site *next;
  const char *text;
  int64_t line;
  unsigned told; // lines that were printed
  int checked;
} Site;

typedef struct Check {
  struct Check *next; // of those that are open
  Site *site;
  int64_t terms;
  Array *arrays, **last;
  pthread_t thread;
  const char *stack; // of the function that began it
  int failed;        // out of memory
  int inner;         // it began among the calls of another one, which has the lock
  enum { NAMING, CALLS, LOOPS, LEFT } state;
  int pass;      // how often the calls ran
  int passes;    // how often they are to
  fenv_t floats; // as the calls found it
  unsigned long control;
} Check;

static Check *open_checks;
static Site *sites;
static int list_lock;            // of these two
static int phase;                // 1: a thread's checked calls or loops run
enum { LONGEST = 60 };           // seconds
static int patience = LONGEST;   // how long the next one waits for others
static pid_t process;            // whose these are
static int is_off, with_summary; // of settings
static double least;
static uint64_t checked_calls, different_calls, unchecked_calls, checked_sites;
enum { MOST_LINES = 5, STATUS = 1 };

static void lock_list(void) {
  while (__atomic_exchange_n(&list_lock, 1, __ATOMIC_ACQUIRE))
    sched_yield();
}

static void unlock_list(void) {
  __atomic_store_n(&list_lock, 0, __ATOMIC_RELEASE);
}

void smr_rt_check_settings(double tolerance) {
  with_summary = 1;
  least = tolerance;
}

void smr_rt_check_off(void) {
  is_off = 1;
}

//--- What is printed -----------------------------------------------------------------------------

static const char *next_text(const char *text) {
  return text + strlen(text) + 1;
}

/// The name of array number k; "": it has none.
static const char *array_name(const Site *site, unsigned k) {
  const char *text = next_text(next_text(next_text(site->text)));
  while (k-- && *text)
    text = next_text(text);
  return text;
}

static const char *idiom_of(const Site *site) {
  return next_text(next_text(site->text));
}

/// Is there to be one more line of this site?
static int may_tell(Site *site) {
  return __atomic_fetch_add(&site->told, 1, __ATOMIC_RELAXED) < MOST_LINES;
}

static void tell_unchecked(Site *site, const char *why) {
  __atomic_fetch_add(&unchecked_calls, 1, __ATOMIC_RELAXED);
  if (may_tell(site))
    fprintf(stderr, "smr_rt: check: %s:%lld: %s: not checked: %s\n", site->text, (long long)site->line,
            idiom_of(site), why);
}

//--- One after the other -----------------------------------------------------------------------------

static int64_t seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

/// A thread that left its loops or calls by longjmp, and never came back, would be waited for without end.
/// Has it been too long? Whoever waits after that waits no more, until a wait ends well.
static int gives_up(int64_t start) {
  if (seconds() - start < __atomic_load_n(&patience, __ATOMIC_RELAXED))
    return 0;
  __atomic_store_n(&patience, 0, __ATOMIC_RELAXED);
  return 1;
}

/// Waits until nobody is in checked calls or loops.
static int begin_calls(void) {
  const int64_t start = seconds();
  for (int nobody = 0;
       !__atomic_compare_exchange_n(&phase, &nobody, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED); nobody = 0) {
    if (gives_up(start))
      return 0;
    sched_yield();
  }
  __atomic_store_n(&patience, LONGEST, __ATOMIC_RELAXED);
  return 1;
}

static void end_calls(void) {
  __atomic_store_n(&phase, 0, __ATOMIC_RELEASE);
}

//--- Checks ----------------------------------------------------------------------------------------

static void discard(Check *check) {
  for (Array *a = check->arrays, *next; a; a = next) {
    next = a->next;
    free(a->before);
    free(a->called);
    free(a->missing);
    free(a->raised);
    free(a->moved);
    free(a);
  }
  free(check);
}

static void remove_open(Check *check) {
  lock_list();
  Check **at = &open_checks;
  while (*at && *at != check)
    at = &(*at)->next;
  if (*at)
    *at = check->next;
  unlock_list();
}

/// The innermost check of this thread that goes on; NULL: there is none. One that a longjmp left is ended: it
/// began further in on the stack than where the thread is now, or in the same function, whose loops begin no
/// check. (Calls do: where a loop that stays beside them has calls in its turn.) Its memory stays: it may
/// have been a signal's handler, on a stack of its own, that looked so.
static Check *around(const char *stack) {
  for (;;) {
    Check *mine = NULL;
    lock_list();
    for (Check *c = open_checks; c && !mine; c = c->next)
      mine = pthread_equal(c->thread, pthread_self()) ? c : NULL;
    unlock_list();
    if (!mine || stack < mine->stack || (stack == mine->stack && mine->state == CALLS))
      return mine;
    if (!mine->inner && (mine->state == CALLS || mine->state == LOOPS))
      end_calls();
    remove_open(mine);
    mine->state = LEFT;
  }
}

/// In a child process there is one thread, and none of those that were waited for.
static void know_process(void) {
  pid_t now = getpid();
  if (__atomic_load_n(&process, __ATOMIC_RELAXED) == now)
    return;
  if (process) {
    open_checks = NULL;
    list_lock = phase = 0;
  }
  __atomic_store_n(&process, now, __ATOMIC_RELAXED);
}

/// NULL if out of memory.
static Site *find_site(const char *text, int64_t line) {
  lock_list();
  Site *site = sites;
  while (site && (site->text != text || site->line != line))
    site = site->next;
  if (!site && (site = calloc(1, sizeof *site))) {
    *site = (Site){.next = sites, .text = text, .line = line};
    sites = site;
  }
  unlock_list();
  return site;
}

int64_t smr_rt_check_begin(const char *text, int64_t line, int64_t terms) {
  if (is_off)
    return 0;
  const int before = errno;
  const char *stack = __builtin_dwarf_cfa();
  know_process();
  Site *site = find_site(text, line), none = {.text = text, .line = line};
  Check *check = NULL;
  const Check *outer = around(stack);
  const int repeats = outer && outer->state == CALLS && outer->pass;
  if (repeats) // was checked the first time
    site = NULL;
  else if (outer && outer->stack != stack)
    tell_unchecked(site ? site : &none, "a check that goes on reached this code");
  else if (!site || !(check = calloc(1, sizeof *check)))
    tell_unchecked(site ? site : &none, "no memory is left");
  if (check) {
    check->site = site;
    check->terms = terms;
    check->last = &check->arrays;
    check->thread = pthread_self();
    check->stack = stack;
    check->inner = outer != NULL;
    lock_list();
    check->next = open_checks;
    open_checks = check;
    unlock_list();
  }
  errno = before;
  return (int64_t)(intptr_t)check;
}

void smr_rt_check_array(int64_t handle, int64_t low, int64_t high, int64_t first, int64_t step,
                        int64_t kind) {
  Check *check = (Check *)(intptr_t)handle;
  if (!check || check->failed)
    return;
  const int before = errno;
  Array *a = calloc(1, sizeof *a);
  check->failed = !a;
  if (a) {
    int64_t bytes = kind >> SMR_RT_CHECK_BYTES;
    step = step < 1 ? bytes : step;
    int64_t late = (low - first) % step; // `low` lies so far after an element
    low += late > 0 ? step - late : -late;
    *a = (Array){.first = (char *)(intptr_t)low,
                 .count = high - low >= bytes ? (size_t)((high - low - bytes) / step + 1) : 0,
                 .step = (size_t)step,
                 .bytes = (size_t)bytes,
                 .kind = (int)(kind & SMR_RT_CHECK_KIND),
                 .written = (kind & SMR_RT_CHECK_WRITTEN) != 0,
                 .exact = (kind & SMR_RT_CHECK_EXACT) != 0,
                 .value = (kind & SMR_RT_CHECK_VALUE) != 0};
    *check->last = a;
    check->last = &a->next;
  }
  errno = before;
}

static int is_there(const Array *a, size_t k) {
  return !a->missing || !a->missing[k];
}

/// The system finds out without a signal: it reads a mask of signals before it looks at what is asked of it.
static int can_read(const char *page) {
#ifdef SYS_rt_sigprocmask
  enum { NOTHING = -1, MASK_BYTES = _NSIG / 8 };
  return syscall(SYS_rt_sigprocmask, NOTHING, page, NULL, (size_t)MASK_BYTES) == 0 || errno != EFAULT;
#else
  (void)page;
  return 1;
#endif
}

/// Which elements lie on pages that cannot be read; 0 if out of memory.
static int find_missing(Array *a) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t known = 0; // up to here, from the last page that was asked for
  int readable = 1;
  for (size_t k = 0; k < a->count; k++) {
    uintptr_t at = (uintptr_t)a->first + k * a->step, end = at + a->bytes;
    int there = at >= known || readable;
    for (uintptr_t p = at >= known ? at / page * page : known; p < end; p += page) {
      readable = can_read((const char *)p);
      there &= readable;
      known = p + page;
    }
    if (there)
      continue;
    if (!a->missing && !(a->missing = calloc(a->count, 1)))
      return 0;
    a->missing[k] = 1;
  }
  return 1;
}

/// Copies the elements to where they stand without gaps.
static void gather(const Array *a, char *to) {
  if (a->step == a->bytes && !a->missing)
    memcpy(to, a->first, a->count * a->bytes);
  else
    for (size_t k = 0; k < a->count; k++)
      if (is_there(a, k))
        memcpy(to + k * a->bytes, a->first + k * a->step, a->bytes);
      else
        memset(to + k * a->bytes, 0, a->bytes);
}

/// Bytes that the machine has. (What is allocated may be there only until it is written.)
static double memory(void) {
  return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

/// (A program need not be linked with libm, which sets rounding, too. A signal's handler that leaves a call
/// by longjmp has the usual rounding on x86, and what the call had on ARM.)
static unsigned long control_of_floats(void) {
#ifdef __SSE__
  return __builtin_ia32_stmxcsr();
#elif defined __aarch64__
  unsigned long control;
  __asm__ volatile("mrs %0, fpcr" : "=r"(control));
  return control;
#else
  return 0;
#endif
}

static void set_control_of_floats(unsigned long control) {
#ifdef __SSE__
  __builtin_ia32_ldmxcsr((unsigned)control);
#elif defined __aarch64__
  __asm__ volatile("msr fpcr, %0" : : "r"(control));
#else
  (void)control;
#endif
}

/// 0: to the nearest number; 1: up; 2: down.
static void round_floats(unsigned long control, int way) {
#ifdef __SSE__
  const unsigned long ways[] = {0, 2ul << 13, 1ul << 13};
#elif defined __aarch64__
  const unsigned long ways[] = {0, 1ul << 22, 2ul << 22};
#else
  const unsigned long ways[] = {0, 0, 0};
#endif
  set_control_of_floats((control & ~(ways[1] | ways[2])) | ways[way]);
}

/// Calls and comparisons set no exceptions that the program could see, and raise none.
static void hold_floats(Check *check) {
  check->control = control_of_floats();
  if (feholdexcept && fesetenv)
    feholdexcept(&check->floats);
}

static void restore_floats(const Check *check) {
  if (feholdexcept && fesetenv)
    fesetenv(&check->floats);
  set_control_of_floats(check->control);
}

int64_t smr_rt_check_ready(int64_t handle) {
  Check *check = (Check *)(intptr_t)handle;
  if (!check)
    return 0;
  if (check->failed || check->state != NAMING)
    return check->state == CALLS;
  const int before = errno;
  double copies = 0;
  for (Array *a = check->arrays; a && !check->failed; a = a->next) {
    size_t size = a->count * a->bytes;
    copies += (double)a->count * (a->written ? 3.0 * (double)a->bytes + sizeof *a->moved : (double)a->bytes);
    if (copies > memory() / 2 || !find_missing(a)) {
      check->failed = 1;
      break;
    }
    if (!a->written || !size)
      continue;
    a->before = malloc(size);
    a->called = malloc(size);
    const int by_rounding = a->kind != SMR_RT_CHECK_BITS && !a->exact;
    a->moved = by_rounding ? calloc(a->count, sizeof *a->moved) : NULL;
    a->raised = by_rounding ? malloc(size) : NULL;
    check->failed = !a->before || !a->called || (by_rounding && (!a->moved || !a->raised));
    check->passes = by_rounding ? SMR_RT_CHECK_PASSES : check->passes;
  }
  int ready = !check->failed && (check->inner || begin_calls());
  if (!ready) {
    tell_unchecked(check->site,
                   check->failed ? "no memory is left for copies" : "another thread's loops do not end");
    check->failed = 1;
  }
  check->state = ready ? CALLS : NAMING;
  for (Array *a = check->arrays; a && ready; a = a->next)
    if (a->before)
      gather(a, a->before);
  if (ready)
    hold_floats(check);
  errno = before;
  return ready;
}

//--- Comparing -------------------------------------------------------------------------------------

static size_t unit_of(const Array *a) {
  switch (a->kind) {
  case SMR_RT_CHECK_F16:
  case SMR_RT_CHECK_BF16:
    return 2;
  case SMR_RT_CHECK_F32:
    return 4;
  case SMR_RT_CHECK_F64:
    return 8;
  default:
    return a->bytes;
  }
}

static double epsilon_of(int kind) {
  return kind == SMR_RT_CHECK_F16    ? 0x1p-10
         : kind == SMR_RT_CHECK_BF16 ? 0x1p-7
         : kind == SMR_RT_CHECK_F32  ? 0x1p-23
                                     : 0x1p-52;
}

static double tiny_of(int kind) {
  return kind == SMR_RT_CHECK_F16 ? 0x1p-14 : kind == SMR_RT_CHECK_F64 ? 0x1p-1022 : 0x1p-126;
}

static double read_number(int kind, const char *at) {
  uint16_t half;
  float single;
  double number;
  uint32_t bits;
  switch (kind) {
  case SMR_RT_CHECK_F16:
    memcpy(&half, at, sizeof half);
    return (double)smr_rt_of_half(half);
  case SMR_RT_CHECK_BF16:
    memcpy(&half, at, sizeof half);
    bits = (uint32_t)half << 16;
    memcpy(&single, &bits, sizeof single);
    return single;
  case SMR_RT_CHECK_F32:
    memcpy(&single, at, sizeof single);
    return single;
  default:
    memcpy(&number, at, sizeof number);
    return number;
  }
}

/// The larger one of the two, without what is not finite.
static double larger(double most, double number) {
  number = fabs(number);
  return number <= 0x1.fffffffffffffp1023 && number > most ? number : most;
}

/// Of what it is or was.
static double largest_of(const Array *a) {
  double most = 0;
  size_t unit = unit_of(a);
  for (size_t k = 0; a->kind != SMR_RT_CHECK_BITS && k < a->count; k++)
    for (size_t at = 0; is_there(a, k) && at + unit <= a->bytes; at += unit) {
      most = larger(most, read_number(a->kind, a->first + k * a->step + at));
      if (a->before)
        most = larger(most, read_number(a->kind, a->before + k * a->bytes + at));
    }
  return most;
}

/// How far the results of the calls that rounded down, in memory, are from the others'. (Not from those that
/// are compared: if only these were wrong, that would excuse them.)
static void note_moved(const Array *a) {
  size_t unit = unit_of(a);
  for (size_t k = 0; k < a->count; k++)
    for (size_t at = 0; is_there(a, k) && at + unit <= a->bytes; at += unit) {
      double one = read_number(a->kind, a->first + k * a->step + at);
      double other = read_number(a->kind, a->raised + k * a->bytes + at);
      double by = isfinite(one) || isfinite(other) ? fabs(one - other) : 0; // (NaN: as good as infinite)
      a->moved[k] = by <= a->moved[k] ? a->moved[k] : by < INFINITY ? by : INFINITY;
    }
}

void smr_rt_check_exchange(int64_t handle) {
  Check *check = (Check *)(intptr_t)handle;
  const int before = errno;
  restore_floats(check);
  for (Array *a = check->arrays; a; a = a->next)
    if (a->called && !check->pass)
      gather(a, a->called);
    else if (a->moved && check->pass == 1)
      gather(a, a->raised);
    else if (a->moved)
      note_moved(a);
  for (Array *a = check->arrays; a; a = a->next)
    for (size_t k = 0; a->called && k < a->count; k++)
      if (is_there(a, k) && memcmp(a->first + k * a->step, a->before + k * a->bytes, a->bytes) != 0)
        memcpy(a->first + k * a->step, a->before + k * a->bytes, a->bytes);
  if (++check->pass < check->passes) {
    hold_floats(check);
    round_floats(check->control, check->pass);
  } else if (check->state == CALLS) {
    check->state = LOOPS;
  }
  errno = before;
}

/// How large the product of two elements may be: of what is only read, or (for a value that is made of what
/// the same calls wrote) of all arrays.
static double largest_product(const Check *check, int all) {
  double most[2] = {0, 0};
  int count = 0;
  for (const Array *a = check->arrays; a; a = a->next)
    if ((!a->written || (all && !a->value)) && a->kind != SMR_RT_CHECK_BITS) {
      double here = largest_of(a);
      ++count;
      if (here > most[0])
        most[1] = most[0], most[0] = here;
      else if (here > most[1])
        most[1] = here;
    }
  return count == 1 ? most[0] : most[0] * most[1];
}

static double terms_of_an_element(const Check *check, double changed) {
  double terms = (double)check->terms;
  if (check->terms <= 0)
    for (const Array *a = check->arrays; a; a = a->next)
      terms = (double)a->count > terms ? (double)a->count : terms;
  terms /= changed > 1 ? changed : 1;
  return terms < 1 ? 1 : terms;
}

/// How much of a difference is due to rounding: of any element, and of an element relative to its size.
typedef struct Allowed {
  double any, relative;
} Allowed;

static Allowed tolerance(const Check *check, const Array *a) {
  enum { FEW = 16 };
  size_t unit = unit_of(a);
  double most = 0, moved = 0, changed = 0;
  for (size_t k = 0; k < a->count; k++) {
    const char *called = a->called + k * a->bytes, *was = a->before + k * a->bytes;
    const char *now = a->first + k * a->step;
    if (!is_there(a, k) || (!memcmp(called, was, a->bytes) && !memcmp(now, was, a->bytes)))
      continue;
    ++changed;
    moved = larger(moved, a->moved[k]);
    for (size_t at = 0; at + unit <= a->bytes; at += unit) {
      most = larger(most, read_number(a->kind, called + at));
      most = larger(most, read_number(a->kind, was + at));
      most = larger(most, read_number(a->kind, now + at));
    }
  }
  double terms = terms_of_an_element(check, changed), eps = 8 * epsilon_of(a->kind) * sqrt(terms + FEW);
  double fused = terms > 1 || a->value ? eps * largest_product(check, a->value) : 0;
  if (changed > 1 && fused > most / 20)
    fused = most / 20;
  fused += moved + eps * (terms + FEW) * tiny_of(a->kind) + tiny_of(a->kind) * epsilon_of(a->kind);
  return (Allowed){fused > least * most ? fused : least * most, eps};
}

/// Do the loops' number and the call's agree?
static int agree(double loops, double call, double allowed) {
  if (isnan(loops) || isnan(call))
    return isnan(loops) && isnan(call);
  return loops == call || fabs(loops - call) <= allowed;
}

/// Of sums in another order. (Their partial sums can be larger than those of the call.)
enum { MOVES = 16 };

static int same_element(const Array *a, size_t k, Allowed allowed) {
  const char *now = a->first + k * a->step, *called = a->called + k * a->bytes;
  size_t unit = unit_of(a);
  if (!memcmp(now, called, a->bytes))
    return 1;
  if (a->kind == SMR_RT_CHECK_BITS)
    return 0;
  double by_rounding = allowed.any + (a->moved ? MOVES * a->moved[k] : 0);
  for (size_t at = 0; at + unit <= a->bytes; at += unit) {
    double loops = read_number(a->kind, now + at), call = read_number(a->kind, called + at);
    double size = larger(larger(0, loops), read_number(a->kind, a->before + k * a->bytes + at));
    int same = a->exact ? !memcmp(now + at, called + at, unit) || (isnan(loops) && isnan(call))
                        : agree(loops, call, by_rounding + allowed.relative * size);
    if (!same)
      return 0;
  }
  return 1;
}

static void print_element(const Array *a, const char *at) {
  size_t unit = unit_of(a);
  int digits = a->kind == SMR_RT_CHECK_F64 ? 17 : 9;
  if (a->kind != SMR_RT_CHECK_BITS && a->bytes == 2 * unit) {
    fprintf(stderr, "(%.*g, %.*g)", digits, read_number(a->kind, at), digits,
            read_number(a->kind, at + unit));
  } else if (a->kind != SMR_RT_CHECK_BITS) {
    fprintf(stderr, "%.*g", digits, read_number(a->kind, at));
  } else if (a->bytes <= sizeof(int64_t)) {
    int64_t number = 0;
    memcpy(&number, at, a->bytes);
    int unused = 64 - 8 * (int)a->bytes;
    fprintf(stderr, "%lld", (long long)((int64_t)((uint64_t)number << unused) >> unused));
  } else {
    fprintf(stderr, "0x");
    for (size_t k = a->bytes; k-- > 0;)
      fprintf(stderr, "%02x", (unsigned char)at[k]);
  }
}

static void tell_difference(Check *check, const Array *a, unsigned number, size_t first, size_t count) {
  Site *site = check->site;
  if (!may_tell(site))
    return;
  const char *name = array_name(site, number);
  flockfile(stderr);
  fprintf(stderr, "smr_rt: check: %s:%lld: %s: ", site->text, (long long)site->line, idiom_of(site));
  if (a->count > 1)
    fprintf(stderr, "element %zu of %s", first, *name ? name : "a result");
  else
    fprintf(stderr, "%s", *name ? name : "a result");
  fprintf(stderr, " is ");
  print_element(a, a->first + first * a->step);
  fprintf(stderr, " by the loops and ");
  print_element(a, a->called + first * a->bytes);
  fprintf(stderr, " by the call");
  if (count > 1)
    fprintf(stderr, "; %zu more elements differ", count - 1);
  fputc('\n', stderr);
  funlockfile(stderr);
}

/// Does the array differ?
static int compare(Check *check, const Array *a, unsigned number) {
  Allowed allowed = a->moved ? tolerance(check, a) : (Allowed){0, 0};
  size_t first = 0, count = 0;
  for (size_t k = 0; k < a->count; k++)
    if (is_there(a, k) && !same_element(a, k, allowed) && !count++)
      first = k;
  if (count)
    tell_difference(check, a, number, first, count);
  return count > 0;
}

/// The process is to end with an error, which a library that is closed before cannot see to.
static void stay_loaded(void) {
  Dl_info info;
  if (dladdr((void *)(uintptr_t)&checked_calls, &info) && info.dli_fname)
    dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

void smr_rt_check_end(int64_t handle) {
  Check *check = (Check *)(intptr_t)handle;
  if (!check)
    return;
  const int before = errno;
  int differs = 0;
  unsigned number = 0;
  if (check->state == LOOPS) {
    hold_floats(check);
    for (const Array *a = check->arrays; a; a = a->next, number++)
      if (a->called)
        differs |= compare(check, a, number);
    restore_floats(check);
    if (!check->inner)
      end_calls();
    if (!__atomic_exchange_n(&check->site->checked, 1, __ATOMIC_RELAXED))
      __atomic_fetch_add(&checked_sites, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&checked_calls, 1, __ATOMIC_RELAXED);
    if (differs && !__atomic_fetch_add(&different_calls, 1, __ATOMIC_RELAXED))
      stay_loaded();
  }
  remove_open(check);
  discard(check);
  errno = before;
}

/// Runs after the program's own destructors and exit handlers.
__attribute__((destructor(101))) static void finish(void) {
  if (with_summary)
    fprintf(stderr, "smr_rt: check: %llu calls at %llu places checked, %llu differ, %llu not checked\n",
            (unsigned long long)checked_calls, (unsigned long long)checked_sites,
            (unsigned long long)different_calls, (unsigned long long)unchecked_calls);
  if (different_calls) {
    fflush(NULL);
    _exit(STATUS);
  }
}
#endif
