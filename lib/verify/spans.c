//===- spans.c - arrays that span more than 2^31 elements -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Strides and leading dimensions that fit their types may be such that indices do not. So both sides are
// given strides around 2^28 to 2^31 (2^33, where the type holds them) and few elements. The idiom runs on its
// normal form, which has numbers of 64 bits, whatever its code does; the pages that it touches are there for
// the replacement, at their distances, and between them nothing is.
//===----------------------------------------------------------------------===//
#include "verify/child.h"
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/// How many elements a dimension has (of BLOCK, some do); how many cases are tried of each scale, and how
/// many of the idiom's operations that may take.
typedef enum { SCALE_FEW, SCALE_SOME, SCALE_BLOCK } Scale;
static const struct {
  int64_t least;
  uint32_t cases, steps;
} scales[] = {[SCALE_FEW] = {1, 8, 150000}, [SCALE_SOME] = {17, 8, 400000}, [SCALE_BLOCK] = {66, 2, 800000}};

enum { MOST_DRAWS = 3000 };
static const int64_t MOST_SPAN = INT64_C(1) << 45; // bytes, of all of a process's 2^47

//--- Memory ------------------------------------------------------------------------

typedef struct {
  unsigned char *pages; // contiguous
  size_t size;
} Mapped;

static bool is_spread(const SmrVerifyChild *c, uint32_t k) {
  return c->eval.objects[k].pages.size > 0;
}

static void extent(const SmrVerifyObject *o, int64_t *low, int64_t *high) {
  *low = *high = o->pages.data[0];
  for (uint32_t p = 1; p < o->pages.size; p++) {
    *low = o->pages.data[p] < *low ? o->pages.data[p] : *low;
    *high = o->pages.data[p] > *high ? o->pages.data[p] : *high;
  }
}

/// Maps the object's pages twice: contiguously, and at their distances. Returns the address to pass; NULL
/// if the memory cannot be mapped.
static unsigned char *map_object(SmrVerifyChild *c, uint32_t k, Mapped *out) {
  const SmrVerifyObject *o = &c->eval.objects[k];
  SmrVerifyMemory *m = &c->memory[k];
  int64_t low, high;
  extent(o, &low, &high);
  int file = memfd_create("smr", MFD_CLOEXEC);
  out->size = (size_t)o->pages.size * SMR_VERIFY_PAGE;
  m->span_size = (size_t)(high - low + 3) * SMR_VERIFY_PAGE;
  m->span = mmap(NULL, m->span_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  bool ok = file >= 0 && m->span != MAP_FAILED && ftruncate(file, (off_t)out->size) == 0;
  out->pages = ok ? mmap(NULL, out->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) : MAP_FAILED;
  ok = ok && out->pages != MAP_FAILED;
  for (uint32_t p = 0; p < o->pages.size && ok; p++)
    ok = mmap(m->span + (o->pages.data[p] - low + 1) * SMR_VERIFY_PAGE, SMR_VERIFY_PAGE,
              PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, (off_t)p * SMR_VERIFY_PAGE) != MAP_FAILED;
  if (file >= 0)
    close(file);
  return ok ? m->span + (1 - low) * SMR_VERIFY_PAGE : NULL;
}

static void unmap_object(SmrVerifyChild *c, uint32_t k, const Mapped *mapped) {
  SmrVerifyMemory *m = &c->memory[k];
  if (m->span && m->span != MAP_FAILED)
    munmap(m->span, m->span_size);
  if (mapped->pages && mapped->pages != MAP_FAILED)
    munmap(mapped->pages, mapped->size);
  m->span = NULL;
}

//--- One case ----------------------------------------------------------------------

/// The idiom's side, by its normal form.
static void set_expected(SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrVerifyMemory *m = &c->memory[k];
    const SmrVerifyObject *o = &c->eval.objects[k];
    const SmrPatternArg *arg = &c->pattern->args[k];
    if (!smr_verify_has_memory(c, k) && arg->kind != SMR_ARG_RESULT)
      continue;
    if (arg->kind == SMR_ARG_UNUSED)
      memset(m->after[0], 0x11, (size_t)(m->high - m->low));
    else if (m->high > m->low)
      memcpy(m->after[0], arg->kind == SMR_ARG_RESULT ? m->after[1] : m->first, (size_t)(m->high - m->low));
    for (int64_t at = o->low; o->cells && (at = smr_verify_next(o, at, o->high)) < o->high; at++) {
      const SmrVerifyCell *cell = &o->cells[at + SMR_VERIFY_REACH];
      if (cell->written)
        (void)smr_floats.store(m->after[0] + (at - m->low), cell->type, cell->value);
    }
  }
  c->traces[0] = c->traces[1];
}

/// Are all results of the run known?
static bool is_exact(const SmrVerifyChild *c) {
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    const SmrVerifyObject *o = &c->eval.objects[k];
    for (int64_t at = o->low; o->cells && (at = smr_verify_next(o, at, o->high)) < o->high; at++)
      if (o->cells[at + SMR_VERIFY_REACH].written && o->cells[at + SMR_VERIFY_REACH].value.unknown)
        return false;
  }
  return true;
}

/// The eval holds the idiom's run.
static bool try_span(SmrVerifyChild *c, const SmrVerifyCase *inputs, bool compare) {
  void *arguments[SMR_VERIFY_ARGS + 1];
  Mapped mapped[SMR_VERIFY_ARGS] = {0};
  smr_verify_plan(c, inputs);
  c->report->cases++;
  smr_verify_describe(c);
  smr_verify_place(c, 1, true, arguments);
  bool ok = true, right = true;
  for (uint32_t k = 0; k < c->pattern->arg_count && ok; k++)
    if (is_spread(c, k)) {
      arguments[k] = map_object(c, k, &mapped[k]);
      c->memory[k].at = mapped[k].pages;
      ok = arguments[k] != NULL;
    }
  if (ok) { // (else memory is short here: other cases may do)
    smr_verify_restore(c, 1);
    smr_verify_invoke(c, 1, true, arguments);
    smr_verify_gather(c, 1);
    set_expected(c);
    right = !compare || smr_verify_compare(c);
  }
  for (uint32_t k = 0; k < c->pattern->arg_count; k++)
    unmap_object(c, k, &mapped[k]);
  return right;
}

//--- Cases -------------------------------------------------------------------------

static uint32_t below(SmrVerifyChild *c, uint32_t limit) {
  return (uint32_t)(smr_verify_random(&c->chooser.random) % limit);
}

static int64_t draw_size(SmrVerifyChild *c, Scale scale) {
  if (c->chooser.extra_count && below(c, 4) == 0) {
    int64_t near = c->chooser.extra[below(c, c->chooser.extra_count)] + (int64_t)below(c, 3) - 1;
    if (near > 0 && near < 300)
      return near;
  }
  bool few = scale == SCALE_BLOCK && below(c, 2);
  return (few ? 1 : scales[scale].least) + (int64_t)below(c, 6);
}

/// 0 where the type holds no such number.
static int64_t draw_far(SmrVerifyChild *c, SmrType type) {
  static const int64_t far[] = {INT32_MAX,
                                (INT64_C(1) << 30) + 1,
                                (INT64_C(1) << 28) + 1,
                                (INT64_C(1) << 27) - 1,
                                (INT64_C(1) << 26) + 3,
                                (INT64_C(1) << 33) + 1};
  uint32_t bits = SMR_TYPE_KIND(type) == SMR_T_INT ? SMR_TYPE_PAYLOAD(type) : 64;
  int64_t value = far[below(c, bits < 64 ? 5 : 6)];
  return bits < 32 ? 0 : below(c, 3) ? value : -value;
}

/// Arguments that are far, upwards and downwards: a bit for each.
typedef struct {
  uint64_t up, down;
} Far;

static Far draw_case(SmrVerifyChild *c, const SmrVerifyCover *cover, Scale scale, SmrVerifyCase *out) {
  Far far = {0};
  int64_t size = 1;
  *out = cover->base;
  out->seed = smr_verify_random(&c->chooser.random);
  for (uint32_t f = 0; f < cover->factor_count; f++)
    if (cover->factors[f].role == SMR_FACTOR_SIZE)
      out->ints[cover->factors[f].arg] = size = draw_size(c, scale);
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    uint32_t arg = cover->factors[f].arg;
    if (cover->factors[f].role != SMR_FACTOR_STRIDE)
      continue;
    int64_t value = below(c, 5) < 3 ? draw_far(c, c->pattern->args[arg].type) : 0;
    *(value > 0 ? &far.up : &far.down) |= value ? UINT64_C(1) << arg : 0;
    out->ints[arg] = value ? value : below(c, 3) ? 1 : size + (int64_t)below(c, 3);
  }
  smr_verify_plain_scalars(c, out);
  return far;
}

static bool holds(const SmrVerifyChild *c, const SmrVerifyCase *inputs) {
  const SmrPair *pair = c->pair->pair->pair;
  for (uint32_t k = 0; k < pair->condition_count; k++)
    if (!smr_verify_condition(&c->chooser, &pair->conditions[k], inputs))
      return false;
  return true;
}

/// Does some array span 2^31 elements and more, and all of them little enough?
static bool spans_much(const SmrVerifyChild *c) {
  bool much = false;
  for (uint32_t k = 0; k < c->pattern->arg_count; k++) {
    int64_t low, high;
    if (!is_spread(c, k))
      continue;
    extent(&c->eval.objects[k], &low, &high);
    if (high - low > MOST_SPAN / SMR_VERIFY_PAGE)
      return false;
    much |= (high - low) * SMR_VERIFY_PAGE >= smr_type_bytes(c->eval.objects[k].element) * (INT64_C(1) << 31);
  }
  return much;
}

/// Until each stride was far in some case, as often as conditions let it. (Of large cases of what divides,
/// digits are not compared: nothing tells which of them count.)
static bool try_cases(SmrVerifyChild *c, const SmrVerifyCover *cover, Scale scale) {
  Far covered = {0};
  SmrVerifyCase inputs;
  uint64_t steps = 0;
  for (uint32_t draws = 0, found = 0;
       draws < MOST_DRAWS && found < scales[scale].cases && steps < scales[scale].steps; draws++) {
    Far far = draw_case(c, cover, scale, &inputs);
    if (!((far.up & ~covered.up) | (far.down & ~covered.down)) || !holds(c, &inputs))
      continue;
    c->eval.most_steps = scales[scale].steps - (uint32_t)steps;
    bool runs = smr_verify_eval(&c->eval, &inputs) == SMR_RUN_OK;
    steps += c->eval.steps;
    if (!runs || !spans_much(c) || !is_exact(c))
      continue;
    covered = (Far){covered.up | far.up, covered.down | far.down};
    found++;
    if (!try_span(c, &inputs, scale != SCALE_BLOCK || smr_verify_exact_large(c)))
      return false;
  }
  return true;
}

bool smr_verify_spans(SmrVerifyChild *c, const SmrVerifyCover *cover) {
  bool strided = false;
  for (uint32_t f = 0; f < cover->factor_count; f++) {
    strided |= cover->factors[f].role == SMR_FACTOR_STRIDE;
    if (cover->factors[f].role == SMR_FACTOR_EXTENT)
      return true; // a descriptor's strides have 64 bits on both sides
  }
  if (!strided || c->chooser.loose || sizeof(void *) < 8)
    return true;
  c->eval.sparse = true;
  uint32_t most_steps = c->eval.most_steps;
  bool ok = true;
  for (Scale scale = SCALE_FEW; scale <= SCALE_BLOCK && ok; scale++)
    ok = try_cases(c, cover, scale);
  c->eval.most_steps = most_steps;
  c->eval.sparse = false;
  return ok;
}
