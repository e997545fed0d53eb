//===- run.c - both sides on the same inputs -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In a child process. Every object lies in pages of its own with a guard page at either end, and every input
// is run with the idiom's bytes flush against the one, then against the other. What the idiom does not read
// before it writes starts as a NaN, what it does not write must stay as it was.
//===----------------------------------------------------------------------===//
#include "verify/verify_internal.h"
#include <float.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

enum { PAGE = 4096, REGION = 2 * SMR_VERIFY_REACH, RESULT_BYTES = 64 };

typedef struct {
  unsigned char *pages; // REGION bytes between two guard pages
  unsigned char *at;    // what offset 0 is
  unsigned char *first, *after[2];
  size_t capacity;
  int64_t low, high; // the bytes that both sides may touch
} Memory;

typedef struct {
  int64_t base, elem_len;
  int32_t version;
  uint8_t rank;
  int8_t type;
  uint8_t attribute, extra;
  struct {
    int64_t lower_bound, extent, stride;
  } dim[SMR_VERIFY_DIMS];
} Descriptor; // as in ISO_Fortran_binding.h

typedef struct {
  const SmrVerifyPair *pair;
  const SmrPattern *pattern;
  SmrVerifyReport *report;
  SmrVerifyEval eval;
  SmrVerifyChooser chooser;
  const SmrVerifyCase *inputs;
  Memory memory[SMR_VERIFY_ARGS + 1];
  Descriptor boxes[SMR_VERIFY_ARGS];
  union {
    unsigned char bytes[RESULT_BYTES];
    long double align;
  } scalars[SMR_VERIFY_ARGS + 1];
} Child;

static Child *current; // for the signal handler

//--- Crashes -----------------------------------------------------------------------

static const char *name_of(const Child *c, uint32_t object) {
  const SmrPatternArg *arg = &c->pattern->args[object];
  return arg->kind == SMR_ARG_RESULT ? "the result" : arg->name;
}

static void on_signal(int number, siginfo_t *info, void *context) {
  Child *c = current;
  SmrVerifyReport *r = c->report;
  const char *verb = "reads or writes";
#if defined(__x86_64__)
  verb = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2 ? "writes" : "reads";
#else
  (void)context;
#endif
  r->crashed = true;
  unsigned char *at = info->si_addr;
  snprintf(r->crash, sizeof r->crash,
           number == SIGFPE   ? "traps in integer arithmetic"
           : number == SIGILL ? "executes an invalid instruction"
                              : "%s memory that is no argument's",
           verb);
  for (uint32_t k = 0; k < c->pattern->arg_count && (number == SIGSEGV || number == SIGBUS); k++) {
    const Memory *m = &c->memory[k];
    if (!m->pages || at < m->pages - PAGE || at >= m->pages + REGION + PAGE)
      continue;
    long long below = (long long)(m->at + m->low - at), above = (long long)(at - (m->at + m->high));
    if (m->low == m->high)
      snprintf(r->crash, sizeof r->crash, "%s %s, of which the idiom touches nothing", verb, name_of(c, k));
    else if (below > 0)
      snprintf(r->crash, sizeof r->crash, "%s outside %s: %lld bytes before what the idiom touches", verb,
               name_of(c, k), below);
    else
      snprintf(r->crash, sizeof r->crash, "%s outside %s: %lld bytes behind what the idiom touches", verb,
               name_of(c, k), above);
    if (below <= 0 && above == 0 && m->low != m->high)
      snprintf(r->crash, sizeof r->crash, "%s outside %s: right behind what the idiom touches", verb,
               name_of(c, k));
  }
  _exit(3);
}

static void catch_signals(void) {
  static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  stack_t stack = {.ss_size = 64 * 1024};
  stack.ss_sp = smr_xmalloc(stack.ss_size);
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    sigaction(numbers[k], &action, NULL);
}

//--- Words -------------------------------------------------------------------------

static void add(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add(char *text, size_t size, const char *format, ...) {
  size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, size - used, format, args);
  va_end(args);
}

/// "c(2,1)" or "c[1][0]"; runs the idiom once more to hear the indices.
static void name_element(Child *c, uint32_t object, int64_t offset, SmrType type, char *text, size_t size) {
  const SmrPatternArg *arg = &c->pattern->args[object];
  bool fortran = c->pair->pair->source->idiom.language == SMR_LANG_FORTRAN;
  *text = 0;
  add(text, size, "%s", name_of(c, object));
  if (arg->kind != SMR_ARG_ARRAY && arg->kind != SMR_ARG_BOX)
    return;
  SmrVerifyEval *e = &c->eval;
  e->watched_object = object, e->watched_offset = offset;
  smr_verify_eval(e, c->inputs);
  e->watched_object = UINT32_MAX;
  if (!e->index_count) {
    uint32_t bytes = smr_type_bytes(type);
    e->index_count = 1;
    e->indices[0] = bytes && offset % bytes == 0 ? offset / bytes : offset;
  }
  for (uint32_t k = 0; k < e->index_count; k++)
    if (fortran)
      add(text, size, "%s%lld", k ? "," : "(", (long long)e->indices[k] + 1);
    else
      add(text, size, "[%lld]", (long long)e->indices[e->index_count - 1 - k]);
  if (fortran)
    add(text, size, ")");
}

static void describe_inputs(Child *c) {
  const SmrVerifyCase *in = c->inputs;
  char *text = c->report->inputs;
  size_t size = sizeof c->report->inputs;
  *text = 0;
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrPatternArg *arg = &c->pattern->args[k];
    bool spiced = in->spice && in->spiced_object == k && in->spiced_offset == INT64_MIN;
    if (arg->kind == SMR_ARG_INT)
      add(text, size, " %s=%lld", arg->name, (long long)in->ints[k]);
    else if (arg->kind == SMR_ARG_FLOAT)
      add(text, size, " %s=%.9g", arg->name,
          !spiced                      ? in->floats[k]
          : in->spice == SMR_SPICE_NAN ? (double)NAN
          : in->spice == SMR_SPICE_INF ? HUGE_VAL
                                       : -HUGE_VAL);
    else if (arg->kind == SMR_ARG_BOX) {
      add(text, size, " shape(%s)=", arg->name);
      for (uint32_t d = 0; d < in->box[k].rank; d++)
        add(text, size, "%s%lld", d ? "x" : "", (long long)in->box[k].extent[d]);
      add(text, size, " stride(%s)=%lld", arg->name, (long long)in->box[k].stride[0]);
    }
  }
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    if (in->alias[k] != k)
      add(text, size, ", %s the same array as %s", name_of(c, k), name_of(c, in->alias[k]));
  if (in->tiny)
    add(text, size, ", all data tiny");
  if (in->spice && in->spiced_offset != INT64_MIN) {
    char name[128];
    name_element(c, in->spiced_object, in->spiced_offset, c->pattern->args[in->spiced_object].type, name,
                 sizeof name);
    add(text, size, ", %s in %s", in->spice == SMR_SPICE_NAN ? "a NaN" : "an infinity", name);
  }
}

//--- Memory ------------------------------------------------------------------------

/// Passed by address, but no array: a temporary of the rewriter's, which holds a value whether or not the
/// idiom reads it.
static bool is_place(const SmrPatternArg *arg) {
  return arg->kind == SMR_ARG_OUT ||
         (arg->by_reference && arg->kind != SMR_ARG_ARRAY && arg->kind != SMR_ARG_BOX);
}

static bool has_memory(const Child *c, uint32_t k) {
  const SmrPatternArg *arg = &c->pattern->args[k];
  return is_place(arg) || arg->kind == SMR_ARG_ARRAY || arg->kind == SMR_ARG_BOX;
}

static void reserve(Child *c, uint32_t k) {
  Memory *m = &c->memory[k];
  if (m->pages)
    return;
  unsigned char *all =
      mmap(NULL, REGION + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED || mprotect(all + PAGE, REGION, PROT_READ | PROT_WRITE) != 0)
    _exit(4);
  m->pages = all + PAGE;
}

/// What a byte that the idiom does not read holds: a NaN as seen through the object's type, a number nowhere
/// else.
static void fill_unread(const Child *c, uint32_t k, unsigned char *bytes, int64_t low, int64_t high) {
  SmrType type = c->eval.objects[k].element;
  int64_t width = type && smr_verify_is_float(type) ? smr_type_bytes(type) : 1;
  for (int64_t at = 0; at + width <= high - low; at += width) {
    if (width > 1)
      smr_verify_store(bytes + at, type, 0, (double)NAN);
    else
      bytes[at] = (unsigned char)(0x5a + 7 * at);
    if (width == 8)
      bytes[at + 1] = (unsigned char)at, bytes[at + 2] = (unsigned char)(at >> 8);
  }
}

static void plan_object(Child *c, uint32_t k) {
  Memory *m = &c->memory[k];
  const SmrPatternArg *arg = &c->pattern->args[k];
  SmrVerifyObject *o = &c->eval.objects[k];
  reserve(c, k);
  bool loose = c->chooser.loose && !is_place(arg);
  m->low = loose ? 0 : o->low, m->high = loose ? SMR_VERIFY_LOOSE : o->high;
  if (is_place(arg) && m->low == m->high) {
    int64_t bytes = smr_type_bytes(arg->type);
    m->low = 0, m->high = bytes ? bytes : 16;
  }
  size_t size = (size_t)(m->high - m->low);
  if (size > m->capacity || !m->first) {
    m->capacity = size | 1;
    m->first = smr_xrealloc(m->first, m->capacity);
    m->after[0] = smr_xrealloc(m->after[0], m->capacity);
    m->after[1] = smr_xrealloc(m->after[1], m->capacity);
  }
  if (!size)
    return;
  fill_unread(c, k, m->first, m->low, m->high);
  int64_t bits, width = smr_type_bytes(arg->type);
  double value;
  if (loose || (is_place(arg) && !o->cells)) {
    for (int64_t at = 0; width && at + width <= (int64_t)size; at += width) {
      smr_verify_first(&c->eval, c->inputs, k, at, arg->type, &bits, &value);
      smr_verify_store(m->first + at, arg->type, bits, value);
    }
    return;
  }
  for (int64_t at = m->low; at < m->high; at++) {
    const SmrVerifyCell *cell = &o->cells[at + SMR_VERIFY_REACH];
    if (cell->type && cell->read_first)
      smr_verify_store(m->first + (at - m->low), cell->type, cell->first, cell->first_float);
    else if (!cell->type && is_place(arg) && at == 0 && arg->type && arg->kind != SMR_ARG_OUT) {
      smr_verify_first(&c->eval, c->inputs, k, 0, arg->type, &bits, &value);
      smr_verify_store(m->first, arg->type, bits, value);
    }
  }
}

static void set_descriptor(Child *c, uint32_t k) {
  Descriptor *d = &c->boxes[k];
  SmrType type = c->pattern->args[k].type;
  uint32_t bytes = smr_type_bytes(type);
  memset(d, 0, sizeof *d);
  d->base = (int64_t)(intptr_t)c->memory[k].at;
  d->elem_len = bytes;
  d->version = 20240719;
  d->rank = (uint8_t)c->inputs->box[k].rank;
  d->type = SMR_TYPE_KIND(type) == SMR_T_INT       ? (bytes == 1   ? 7
                                                      : bytes == 2 ? 8
                                                      : bytes == 4 ? 9
                                                                   : 10)
            : SMR_TYPE_KIND(type) == SMR_T_COMPLEX ? (bytes == 8 ? 34 : 35)
                                                   : (bytes == 4 ? 27 : 28);
  for (uint32_t k2 = 0; k2 < SMR_VERIFY_DIMS; k2++) {
    d->dim[k2].lower_bound = 1;
    d->dim[k2].extent = c->inputs->box[k].extent[k2];
    d->dim[k2].stride = c->inputs->box[k].stride[k2];
  }
}

//--- Calls -------------------------------------------------------------------------

/// Leaves a pattern where the callee's locals will be.
static __attribute__((noinline)) void soil_stack(unsigned char byte) {
  volatile unsigned char area[16384];
  for (size_t k = 0; k < sizeof area; k++)
    area[k] = byte;
}

static void call(Child *c, int side, bool at_end) {
  void *arguments[SMR_VERIFY_ARGS + 1];
  uint32_t count = c->pattern->arg_count;
  for (uint32_t k = 0; k < count; k++) {
    const SmrPatternArg *arg = &c->pattern->args[k];
    Memory *m = &c->memory[k];
    if (!has_memory(c, k)) { // by value, or the result: the stub looks into scalars
      int64_t bits = 0;
      double value = 0;
      memset(c->scalars[k].bytes, arg->kind == SMR_ARG_RESULT ? 0xff : 0, RESULT_BYTES);
      if (arg->kind == SMR_ARG_UNUSED)
        memset(c->scalars[k].bytes, 0x11 + side, RESULT_BYTES);
      else if (arg->kind != SMR_ARG_RESULT) {
        smr_verify_first(&c->eval, c->inputs, k, 0, arg->type, &bits, &value);
        smr_verify_store(c->scalars[k].bytes, arg->type, bits, value);
      }
      arguments[k] = c->scalars[k].bytes;
      continue;
    }
    m->at = at_end ? m->pages + REGION - m->high : m->pages - m->low;
    memcpy(m->at + m->low, m->first, (size_t)(m->high - m->low));
    if (arg->kind == SMR_ARG_UNUSED) // no match binds it: what the two sides get must not matter
      memset(m->at + m->low, 0x11 + side, (size_t)(m->high - m->low));
    arguments[k] = m->at;
  }
  for (uint32_t k = 0; k < count; k++) {
    if (c->inputs->alias[k] != k)
      arguments[k] = c->memory[c->inputs->alias[k]].at;
    if (c->pattern->args[k].kind == SMR_ARG_BOX) {
      set_descriptor(c, k);
      arguments[k] = &c->boxes[k];
    }
  }
  c->report->side = side;
  c->report->runs++;
  struct itimerval limit = {.it_value = {.tv_sec = 2}}, none = {0};
  setitimer(ITIMER_PROF, &limit, NULL);
  soil_stack((unsigned char)(at_end ? 0xa5 : 0x7f));
  c->pair->call[side](arguments);
  setitimer(ITIMER_PROF, &none, NULL);
  c->report->side = -1;
  for (uint32_t k = 0; k < count; k++) {
    Memory *m = &c->memory[k];
    if (c->pattern->args[k].kind == SMR_ARG_RESULT) {
      reserve(c, k);
      m->low = 0, m->high = RESULT_BYTES;
      if (m->capacity < RESULT_BYTES) {
        m->capacity = RESULT_BYTES;
        m->first = smr_xrealloc(m->first, RESULT_BYTES);
        m->after[0] = smr_xrealloc(m->after[0], RESULT_BYTES);
        m->after[1] = smr_xrealloc(m->after[1], RESULT_BYTES);
      }
      memcpy(m->after[side], c->scalars[k].bytes, RESULT_BYTES);
    } else if (has_memory(c, k) && m->high > m->low) {
      memcpy(m->after[side], m->at + m->low, (size_t)(m->high - m->low));
    }
  }
}

//--- Comparing ---------------------------------------------------------------------

static bool wrong(Child *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(Child *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(c->report->message, sizeof c->report->message, format, args);
  va_end(args);
  c->report->tell = SMR_TELL_WRONG;
  return false;
}

static double tolerance(SmrType type, const SmrVerifyCell *cell, double a) {
  double epsilon = smr_verify_epsilon(type),
         least = SMR_TYPE_PAYLOAD(type) == 32 ? (double)FLT_TRUE_MIN : DBL_TRUE_MIN;
  if (cell && cell->exact && isfinite(cell->magnitude))
    return 256 * epsilon * cell->magnitude + 4096 * least;
  return 65536 * epsilon * (1 + fabs(a));
}

static bool same_float(const Child *c, SmrType type, const SmrVerifyCell *cell, const void *x, const void *y,
                       double a, double b) {
  if (c->pair->pair->source->fp_exact)
    return (isnan(a) && isnan(b)) || memcmp(x, y, smr_type_bytes(type)) == 0;
  bool infinities = c->inputs->spice == SMR_SPICE_INF || c->inputs->spice == SMR_SPICE_MINUS_INF;
  if (!isfinite(a))
    return isnan(a) ? isnan(b) || (infinities && isinf(b)) : a == b || (infinities && !isfinite(b));
  return isfinite(b) && fabs(a - b) <= tolerance(type, cell, a);
}

static bool compare_element(Child *c, uint32_t k, int64_t at, SmrType type, const SmrVerifyCell *cell) {
  const Memory *m = &c->memory[k];
  const unsigned char *x = m->after[0] + (at - m->low), *y = m->after[1] + (at - m->low);
  char name[128];
  int64_t p, q;
  double a, b;
  if (SMR_TYPE_KIND(type) == SMR_T_COMPLEX) {
    SmrType part = SMR_TYPE(SMR_T_FLOAT, SMR_TYPE_PAYLOAD(type));
    uint32_t bytes = smr_type_bytes(part);
    for (uint32_t half = 0; half < 2; half++) {
      smr_verify_load(x + half * bytes, part, &p, &a);
      smr_verify_load(y + half * bytes, part, &q, &b);
      if (!same_float(c, part, NULL, x + half * bytes, y + half * bytes, a, b)) {
        name_element(c, k, at, type, name, sizeof name);
        return wrong(c, "the %s part of %s is %.9g by the idiom and %.9g by the replacement",
                     half ? "imaginary" : "real", name, a, b);
      }
    }
    return true;
  }
  smr_verify_load(x, type, &p, &a);
  smr_verify_load(y, type, &q, &b);
  if (!smr_verify_is_float(type)) {
    if (p == q)
      return true;
    name_element(c, k, at, type, name, sizeof name);
    return wrong(c, "%s is %lld by the idiom and %lld by the replacement", name, (long long)p, (long long)q);
  }
  if (!same_float(c, type, cell, x, y, a, b)) {
    name_element(c, k, at, type, name, sizeof name);
    bool near = fabs(a - b) < 1e-7 * fabs(a);
    return wrong(c, "%s is %.*g by the idiom and %.*g by the replacement", name, near ? 17 : 9, a,
                 near ? 17 : 9, b);
  }
  if (cell && cell->exact && !c->inputs->spice && isfinite(a) &&
      !(fabs(a - cell->value) <= tolerance(type, cell, a))) {
    double normal = cell->value;
    name_element(c, k, at, type, name, sizeof name);
    return wrong(c, "%s is %.9g by the idiom's code and %.9g by its normal form: a bug of SMR", name, a,
                 normal);
  }
  return true;
}

/// Bytes that the idiom does not write.
static bool compare_rest(Child *c, uint32_t k, int64_t at) {
  const Memory *m = &c->memory[k];
  size_t i = (size_t)(at - m->low);
  char name[128];
  bool unused = c->pattern->args[k].kind == SMR_ARG_UNUSED;
  for (int side = 0; side < 2; side++) {
    if (m->after[side][i] == (unused ? 0x11 + side : m->first[i]))
      continue;
    SmrType type = c->eval.objects[k].element;
    uint32_t bytes = type ? smr_type_bytes(type) : 1;
    int64_t start = at - (bytes ? (((at - m->low) % bytes) + bytes) % bytes : 0);
    name_element(c, k, start, type ? type : SMR_TYPE(SMR_T_INT, 8), name, sizeof name);
    return wrong(c,
                 side ? "the replacement writes %s, which the idiom does not"
                      : "the idiom writes %s, which it does not by its normal form: a bug of SMR",
                 name);
  }
  return true;
}

static bool compare(Child *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    Memory *m = &c->memory[k];
    const SmrPatternArg *arg = &c->pattern->args[k];
    const SmrVerifyObject *o = &c->eval.objects[k];
    if (arg->kind == SMR_ARG_RESULT) {
      if (!compare_element(c, k, 0, arg->type,
                           c->chooser.loose || !o->cells ? NULL : &o->cells[SMR_VERIFY_REACH]))
        return false;
      continue;
    }
    if (!has_memory(c, k) || c->inputs->alias[k] != k)
      continue;
    bool loose = c->chooser.loose && (!is_place(arg) || arg->kind == SMR_ARG_OUT);
    int64_t width = smr_type_bytes(arg->type);
    for (int64_t at = m->low; at < m->high;) {
      const SmrVerifyCell *cell = o->cells ? &o->cells[at + SMR_VERIFY_REACH] : NULL;
      if (loose && width && at + width <= m->high && arg->written) {
        if (!compare_element(c, k, at, arg->type, NULL))
          return false;
        at += width;
      } else if (!loose && cell && cell->type && cell->written) {
        SmrVerifyCell copy = *cell; // naming an element runs the idiom again
        if (!compare_element(c, k, at, copy.type, &copy))
          return false;
        at += smr_type_bytes(copy.type);
      } else {
        if (!compare_rest(c, k, at))
          return false;
        at++;
      }
    }
  }
  return true;
}

//--- Cases -------------------------------------------------------------------------

/// False when the pair is wrong. Inputs that the guards keep away are passed over.
static bool try(Child *c, const SmrVerifyCase *inputs) {
  SmrVerifyRun run = smr_verify_eval(&c->eval, inputs);
  if (run == SMR_RUN_EXCLUDED)
    return true;
  c->inputs = inputs;
  c->chooser.loose |= run == SMR_RUN_UNKNOWN;
  c->report->loose = c->chooser.loose;
  c->report->cases++;
  describe_inputs(c);
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    if (has_memory(c, k))
      plan_object(c, k);
  for (int at_end = 1; at_end >= 0; at_end--) {
    call(c, 0, at_end);
    call(c, 1, at_end);
    if (!compare(c))
      return false;
  }
  return true;
}

/// One special value in one place that the idiom reads.
static bool try_spices(Child *c, const SmrVerifyCase *plain, uint64_t *random) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrPatternArg *arg = &c->pattern->args[k];
    if (!smr_verify_is_float(arg->type) || arg->kind == SMR_ARG_RESULT || arg->kind == SMR_ARG_UNUSED)
      continue;
    for (SmrSpice spice = SMR_SPICE_NAN; spice <= SMR_SPICE_MINUS_INF; spice++) {
      if (smr_verify_eval(&c->eval, plain) == SMR_RUN_EXCLUDED)
        return true;
      const SmrVerifyObject *o = &c->eval.objects[k];
      SmrVerifyCase spiced = *plain;
      spiced.spice = spice;
      spiced.spiced_object = k;
      spiced.spiced_offset = INT64_MIN;
      if (arg->kind != SMR_ARG_FLOAT) {
        if (!o->cells || o->high == o->low)
          continue;
        // The first element read at or behind a random place.
        int64_t span = o->high - o->low, start = (int64_t)(smr_verify_random(random) % (uint64_t)span);
        for (int64_t i = 0; i < span && spiced.spiced_offset == INT64_MIN; i++) {
          int64_t at = o->low + (start + i) % span;
          if (o->cells[at + SMR_VERIFY_REACH].read_first)
            spiced.spiced_offset = at;
        }
        if (spiced.spiced_offset == INT64_MIN)
          continue;
      }
      if (!try(c, &spiced))
        return false;
    }
  }
  return true;
}

/// Fortran and C both let two arguments that are only read be the same array.
static bool try_aliases(Child *c, const SmrVerifyCase *plain) {
  for (uint32_t k = 1; k < c->pattern->arg_count; k++)
    for (uint32_t j = 0; j < k; j++) {
      const SmrPatternArg *a = &c->pattern->args[j], *b = &c->pattern->args[k];
      if (a->kind != SMR_ARG_ARRAY || b->kind != SMR_ARG_ARRAY || a->written || b->written ||
          a->type != b->type)
        continue;
      SmrVerifyCase aliased = *plain;
      aliased.alias[k] = (uint8_t)j;
      if (!try(c, &aliased))
        return false;
    }
  return true;
}

static bool try_special(Child *c, const SmrVerifyCase *plain, uint64_t *random) {
  SmrVerifyCase tiny = *plain;
  tiny.tiny = true;
  bool finite = c->pair->pair->source->fp_finite;
  return (finite || try_spices(c, plain, random)) && try_aliases(c, plain) && try(c, &tiny);
}

static int64_t weight(const SmrVerifyCase *inputs) {
  int64_t sum = 0;
  for (uint32_t k = 0; k < SMR_VERIFY_ARGS; k++) {
    sum += inputs->ints[k] < 0 ? -2 * inputs->ints[k] : inputs->ints[k];
    for (uint32_t d = 0; d < inputs->box[k].rank; d++)
      sum += inputs->box[k].extent[d];
  }
  return sum;
}

enum { MOST_CASES = 32 };

static bool run_all(Child *c) {
  static const uint8_t per_size[] = {4, 8, 8, 6, 2};
  static SmrVerifyCase cases[MOST_CASES];
  unsigned count = 0;
  for (unsigned size = 0; size < 5; size++)
    for (unsigned k = 0; k < per_size[size]; k++) {
      SmrVerifyCase found;
      c->chooser.first = size == 0 && k < 2 ? k + 1 : size == 4 && !k ? 37 : 0; // these are tried for sure
      if (!smr_verify_choose(&c->chooser, size, &found))
        break;
      unsigned at = count++;
      for (; at && weight(&cases[at - 1]) > weight(&found); at--)
        cases[at] = cases[at - 1];
      cases[at] = found;
    }
  c->eval.most_steps = 16 * SMR_VERIFY_STEPS; // conditions that only larger arguments satisfy
  for (unsigned size = 5; size < SMR_VERIFY_SIZES && !count; size++)
    for (unsigned k = 0; k < 2 && smr_verify_choose(&c->chooser, size, &cases[count]); k++)
      count++;
  if (!count) {
    c->report->tell = SMR_TELL_NO_INPUTS;
    return false;
  }
  uint64_t random = c->chooser.random;
  bool long_run[MOST_CASES] = {0};
  for (unsigned k = 0; k < count; k++) {
    if (!try(c, &cases[k]))
      return false;
    long_run[k] = k > 1 && c->eval.steps > SMR_VERIFY_STEPS / 10;
  }
  for (unsigned k = 0; k + 2 < count; k++) // the last are large
    if (k % 3 == 1 && !long_run[k] && !try_special(c, &cases[k], &random))
      return false;
  if (count <= 2 && !try_special(c, &cases[0], &random))
    return false;
  c->report->tell = SMR_TELL_FINE;
  return true;
}

void smr_verify_child(const SmrVerifyPair *pair, SmrVerifyReport *report) {
  Child *c = smr_xcalloc(1, sizeof *c);
  current = c;
  c->pair = pair;
  c->pattern = &pair->pair->pair->pattern;
  c->report = report;
  report->side = -1;
  smr_verify_eval_init(&c->eval, pair->pair->graph, c->pattern);
  smr_verify_chooser_init(&c->chooser, pair, &c->eval);
  catch_signals();
  run_all(c);
}
