//===- call.c - memory between guard pages, and calls --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every object lies in pages of its own with a guard page at either end, and every input is run with the
// idiom's bytes flush against the one, then against the other. What the idiom does not read before it writes
// starts as a NaN, what it does not write must stay as it was.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include "verify/ties.h"
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

static SmrVerifyChild *current; // for the signal handler

//--- Crashes -----------------------------------------------------------------------

static const char *verify_name(const SmrVerifyChild *c, uint32_t object) {
  const SmrPatternArg *arg = &c->pattern->args[object];
  return arg->kind == SMR_ARG_RESULT ? "the result" : arg->name;
}

static void on_signal(int number, siginfo_t *info, void *context) {
  SmrVerifyChild *c = current;
  SmrVerifyReport *r = c->report;
  if (c->may_retreat && r->side == 0)
    siglongjmp(c->retreat, 1);
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
    const SmrVerifyMemory *m = &c->memory[k];
    if (c->eval.sparse && m->span && at >= m->span && at < m->span + m->span_size)
      snprintf(r->crash, sizeof r->crash, "%s an element of %s that the idiom does not touch", verb,
               verify_name(c, k));
    if (c->eval.sparse)
      continue;
    if (!m->pages || at < m->pages - SMR_VERIFY_PAGE || at >= m->pages + SMR_VERIFY_REGION + SMR_VERIFY_PAGE)
      continue;
    if (c->read_only && at >= m->at + m->low && at < m->at + m->high) {
      snprintf(r->crash, sizeof r->crash, "writes %s, which the idiom only reads", verify_name(c, k));
      break;
    }
    long long below = (long long)(m->at + m->low - at), above = (long long)(at - (m->at + m->high));
    if (m->low == m->high)
      snprintf(r->crash, sizeof r->crash, "%s %s, of which the idiom touches nothing", verb,
               verify_name(c, k));
    else if (below > 0)
      snprintf(r->crash, sizeof r->crash, "%s outside %s: %lld bytes before what the idiom touches", verb,
               verify_name(c, k), below);
    else
      snprintf(r->crash, sizeof r->crash, "%s outside %s: %lld bytes behind what the idiom touches", verb,
               verify_name(c, k), above);
    if (below <= 0 && above == 0 && m->low != m->high)
      snprintf(r->crash, sizeof r->crash, "%s outside %s: right behind what the idiom touches", verb,
               verify_name(c, k));
  }
  if (c->eval.sparse && (number == SIGSEGV || number == SIGBUS))
    snprintf(r->crash + strlen(r->crash), sizeof r->crash - strlen(r->crash), "%s",
             " (does an index wrap around in 32 bits, here or in a library?)");
  _exit(3);
}

void smr_verify_catch_signals(SmrVerifyChild *c) {
  current = c;
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
void smr_verify_name_element(SmrVerifyChild *c, uint32_t object, int64_t offset, SmrType type, char *text,
                             size_t size) {
  const SmrPatternArg *arg = &c->pattern->args[object];
  bool fortran = c->pair->pair->source->idiom.language == SMR_LANGUAGE_FORTRAN;
  *text = 0;
  add(text, size, "%s", verify_name(c, object));
  if (arg->kind != SMR_ARG_ARRAY && arg->kind != SMR_ARG_BOX)
    return;
  SmrVerifyEval *e = &c->eval;
  e->watched_object = object;
  e->watched_offset = offset =
      e->sparse && e->objects[object].pages.size ? smr_verify_place_of(&e->objects[object], offset) : offset;
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

void smr_verify_describe(SmrVerifyChild *c) {
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
    else if (arg->kind == SMR_ARG_BOX && k < c->pair->pair->source->idiom.argument_count) {
      bool memref = c->pair->ties && c->pair->ties->rank[k]; // row by row
      add(text, size, " shape(%s)=", arg->name);
      for (uint32_t d = 0; d < in->box[k].rank; d++)
        add(text, size, "%s%lld", d ? "x" : "", (long long)in->box[k].extent[d]);
      if (!memref)
        add(text, size, " stride(%s)=%lld", arg->name, (long long)in->box[k].stride[0]);
    }
  }
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    if (in->alias[k] != k)
      add(text, size, ", %s the same array as %s", verify_name(c, k), verify_name(c, in->alias[k]));
  static const char *const data[] = {[SMR_DATA_TINY] = ", all data tiny",
                                     [SMR_DATA_ZEROS] = ", many zeros of either sign",
                                     [SMR_DATA_NONE] = ", all other data zero",
                                     [SMR_DATA_BROAD] = ", data up to 32",
                                     [SMR_DATA_LARGE] = ", all data large"};
  if (in->data < sizeof data / sizeof *data && data[in->data])
    add(text, size, "%s", data[in->data]);
  if (in->spice && in->spiced_offset != INT64_MIN) {
    char name[128];
    smr_verify_name_element(c, in->spiced_object, in->spiced_offset, c->pattern->args[in->spiced_object].type,
                            name, sizeof name);
    add(text, size, ", %s in %s", in->spice == SMR_SPICE_NAN ? "a NaN" : "an infinity", name);
  }
}

//--- Memory ------------------------------------------------------------------------

/// Passed by address, but no array: a temporary of the rewriter's, which holds a value whether or not the
/// idiom reads it.
bool smr_verify_is_place(const SmrPatternArg *arg) {
  return arg->kind == SMR_ARG_OUT ||
         (arg->by_reference && arg->kind != SMR_ARG_ARRAY && arg->kind != SMR_ARG_BOX);
}

bool smr_verify_has_memory(const SmrVerifyChild *c, uint32_t k) {
  const SmrPatternArg *arg = &c->pattern->args[k];
  return smr_verify_is_place(arg) || arg->kind == SMR_ARG_ARRAY || arg->kind == SMR_ARG_BOX;
}

static void reserve(SmrVerifyChild *c, uint32_t k) {
  SmrVerifyMemory *m = &c->memory[k];
  if (m->pages)
    return;
  unsigned char *all = mmap(NULL, SMR_VERIFY_REGION + 2 * SMR_VERIFY_PAGE, PROT_NONE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (all == MAP_FAILED || mprotect(all + SMR_VERIFY_PAGE, SMR_VERIFY_REGION, PROT_READ | PROT_WRITE) != 0)
    _exit(4);
  m->pages = all + SMR_VERIFY_PAGE;
}

/// What a byte that the idiom does not read holds: a NaN as seen through the object's type, a number nowhere
/// else.
static void fill_unread(const SmrVerifyChild *c, uint32_t k, unsigned char *bytes, int64_t low,
                        int64_t high) {
  SmrType type = c->eval.objects[k].element;
  int64_t width = type && smr_type_is_number(type) ? smr_type_bytes(type) : 1;
  for (int64_t at = 0; at + width <= high - low; at += width) {
    if (width > 1)
      (void)smr_floats.store(bytes + at, type, (SmrCell){.f = (double)NAN, .im.f = (double)NAN});
    else
      bytes[at] = (unsigned char)(0x5a + 7 * at);
    if (type == SMR_F64)
      bytes[at + 1] = (unsigned char)at, bytes[at + 2] = (unsigned char)(at >> 8);
  }
}

void smr_verify_room(SmrVerifyChild *c, uint32_t k) {
  SmrVerifyMemory *m = &c->memory[k];
  size_t size = (size_t)(m->high - m->low);
  reserve(c, k);
  if (size <= m->capacity && m->first)
    return;
  m->capacity = size < 256 ? 256 : size;
  m->first = smr_xrealloc(m->first, m->capacity);
  m->after[0] = smr_xrealloc(m->after[0], m->capacity);
  m->after[1] = smr_xrealloc(m->after[1], m->capacity);
}

/// What the object holds there at the start.
static void store_first(const SmrVerifyChild *c, uint32_t k, int64_t offset, void *at) {
  SmrType type = c->pattern->args[k].type;
  (void)smr_floats.store(at, type, smr_verify_first(&c->eval, c->inputs, k, offset, type));
}

static void plan_object(SmrVerifyChild *c, uint32_t k) {
  SmrVerifyMemory *m = &c->memory[k];
  const SmrPatternArg *arg = &c->pattern->args[k];
  SmrVerifyObject *o = &c->eval.objects[k];
  bool loose = c->chooser.loose && !smr_verify_is_place(arg);
  m->low = loose ? 0 : o->low, m->high = loose ? SMR_VERIFY_LOOSE : o->high;
  if (smr_verify_is_place(arg) && m->low == m->high) {
    int64_t bytes = smr_type_bytes(arg->type);
    m->low = 0, m->high = bytes ? bytes : 16;
  }
  size_t size = (size_t)(m->high - m->low);
  smr_verify_room(c, k);
  if (!size)
    return;
  fill_unread(c, k, m->first, m->low, m->high);
  int64_t width = smr_type_bytes(arg->type);
  if (loose || (smr_verify_is_place(arg) && !o->cells)) {
    for (int64_t at = 0; width && at + width <= (int64_t)size; at += width)
      store_first(c, k, at, m->first + at);
    return;
  }
  if (!o->cells)
    return;
  bool first = o->cells[SMR_VERIFY_REACH].type;
  if (!first && smr_verify_is_place(arg) && arg->type && arg->kind != SMR_ARG_OUT)
    store_first(c, k, 0, m->first - m->low);
  for (int64_t at = o->low; (at = smr_verify_next(o, at, o->high)) < o->high; at++) {
    const SmrVerifyCell *cell = &o->cells[at + SMR_VERIFY_REACH];
    if (cell->read_first)
      (void)smr_floats.store(m->first + (at - m->low), cell->type, cell->first);
  }
}

void smr_verify_plan(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  c->inputs = inputs;
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    if (smr_verify_has_memory(c, k))
      plan_object(c, k);
}

bool smr_verify_prepare(SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  SmrVerifyRun run = smr_verify_eval(&c->eval, inputs);
  if (run == SMR_RUN_EXCLUDED)
    return false;
  c->chooser.loose |= run == SMR_RUN_UNKNOWN;
  c->report->loose = c->chooser.loose;
  smr_verify_plan(c, inputs);
  return true;
}

static void set_descriptor(SmrVerifyChild *c, uint32_t k) {
  SmrVerifyDescriptor *d = &c->boxes[k];
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
  volatile uint64_t area[2048];
  for (size_t k = 0; k < sizeof area / sizeof *area; k++)
    area[k] = byte * UINT64_C(0x0101010101010101);
}

void smr_verify_restore(SmrVerifyChild *c, int side) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    SmrVerifyMemory *m = &c->memory[k];
    if (!smr_verify_has_memory(c, k))
      continue;
    if (c->pattern->args[k].kind ==
        SMR_ARG_UNUSED) // no match binds it: what the two sides get must not matter
      memset(m->at + m->low, 0x11 + side, (size_t)(m->high - m->low));
    else
      memcpy(m->at + m->low, m->first, (size_t)(m->high - m->low));
  }
}

/// By value, or the result: the stub looks into scalars.
static void set_scalar(SmrVerifyChild *c, uint32_t k, int side) {
  const SmrPatternArg *arg = &c->pattern->args[k];
  memset(c->scalars[k].bytes, arg->kind == SMR_ARG_RESULT ? 0xff : 0, SMR_VERIFY_RESULT);
  if (arg->kind == SMR_ARG_UNUSED)
    memset(c->scalars[k].bytes, 0x11 + side, SMR_VERIFY_RESULT);
  else if (arg->kind != SMR_ARG_RESULT)
    store_first(c, k, 0, c->scalars[k].bytes);
}

void smr_verify_place(SmrVerifyChild *c, int side, bool at_end, void **arguments) {
  uint32_t count = c->pattern->arg_count;
  for (uint32_t k = 0; k < count; k++) {
    SmrVerifyMemory *m = &c->memory[k];
    arguments[k] = c->scalars[k].bytes;
    if (!smr_verify_has_memory(c, k)) {
      set_scalar(c, k, side);
      continue;
    }
    m->at = at_end ? m->pages + SMR_VERIFY_REGION - m->high : m->pages - m->low;
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
  smr_verify_restore(c, side);
}

static void protect(const SmrVerifyChild *c, bool on) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrPatternArg *arg = &c->pattern->args[k];
    const SmrVerifyMemory *m = &c->memory[k];
    if ((arg->kind == SMR_ARG_ARRAY || arg->kind == SMR_ARG_BOX) && !arg->written && m->pages &&
        mprotect(m->pages, SMR_VERIFY_REGION, on ? PROT_READ : PROT_READ | PROT_WRITE) != 0)
      _exit(4);
  }
}

void smr_verify_invoke(SmrVerifyChild *c, int side, bool at_end, void **arguments) {
  static const struct itimerval limit = {.it_value = {.tv_sec = 2}}, none = {0};
  c->report->side = side;
  c->report->runs++;
  c->warm += side == 1;
  setitimer(ITIMER_PROF, &limit, NULL);
  soil_stack((unsigned char)(at_end ? 0xa5 : 0x7f));
  if (c->read_only && side)
    protect(c, true);
  smr_verify_traces_begin(at_end ? 0 : 77);
  c->pair->call[side](arguments);
  c->traces[side] = smr_verify_traces_end();
  if (c->read_only && side)
    protect(c, false);
  setitimer(ITIMER_PROF, &none, NULL);
  c->report->side = -1;
}

void smr_verify_gather(SmrVerifyChild *c, int side) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    SmrVerifyMemory *m = &c->memory[k];
    if (c->pattern->args[k].kind == SMR_ARG_RESULT) {
      m->low = 0, m->high = SMR_VERIFY_RESULT;
      smr_verify_room(c, k);
      memcpy(m->after[side], c->scalars[k].bytes, SMR_VERIFY_RESULT);
    } else if (smr_verify_has_memory(c, k) && m->high > m->low) {
      memcpy(m->after[side], m->at + m->low, (size_t)(m->high - m->low));
    }
  }
}

void smr_verify_call(SmrVerifyChild *c, int side, bool at_end) {
  void *arguments[SMR_VERIFY_ARGS + 1];
  smr_verify_place(c, side, at_end, arguments);
  smr_verify_invoke(c, side, at_end, arguments);
  smr_verify_gather(c, side);
}
