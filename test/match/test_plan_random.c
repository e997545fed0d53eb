//===- test_plan_random.c - what guards of plans promise, on random nests --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Random nests over pointers into one piece of memory, at random distances. The guards are computed as the
// program would: modulo 2^64, one after the other, from the memory before the nest. Whatever they load the
// nest must load as well. Where all hold, then in the nest's run no two objects touch each other, each value
// that was computed before is what the nest computes, and needs hold. With huge sizes, for which no nest is
// run, integers of random iterations are exact where all guards hold.
//===----------------------------------------------------------------------===//
#include "test.h"
// above
#include "graph/known.h"
#include "graph/normalize/normalize.h"
#include "graph/number.h"
#include "graph/random_graph.h"
#include "graph/ring.h"
#include "graph_text.h"
#include "match/before.h"
#include "match/plan_legality.h"

enum { ARRAYS = 3, INTS = 3, MEMORY = 16384, ARGS = ARRAYS + 2 + INTS, DEEP = 3, RUNS = 16 };

//--- Nests -----------------------------------------------------------------------------------

typedef struct {
  SmrRandom random;
  SmrStr *out;
  uint32_t depth, next, ivs[DEEP], widths[DEEP + 1], budget; // widths: of tiles; 0: it is none
} Gen;

static const char *const sizes[] = {"%n", "%m", "%k"};

static uint32_t below(Gen *g, uint32_t n) {
  return smr_random_below(&g->random, n);
}

static void line(Gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void line(Gen *g, const char *format, ...) {
  va_list args;
  va_start(args, format);
  smr_str_printf(g->out, "%*s", (int)(2 * g->depth + 2), "");
  smr_str_vprintf(g->out, format, args);
  smr_str_puts(g->out, "\n");
  va_end(args);
}

/// A number, or pointer, from memory: the number of its value.
static uint32_t from_memory(Gen *g, const char *base, const char *type) {
  uint32_t from = g->next++, loaded = g->next++;
  line(g, "%%v%u = addr %s, %%c%u", from, base, 8 * below(g, 2));
  line(g, "%%v%u = load %%v%u : %s", loaded, from, type);
  return loaded;
}

static uint32_t address(Gen *g) {
  char base[16];
  snprintf(base, sizeof base, "%%%c", "abc"[below(g, ARRAYS)]);
  if (below(g, 12) == 0)
    snprintf(base, sizeof base, "%%v%u", from_memory(g, "%s", "ptr"));
  uint32_t offset = g->next++, made = g->next++, narrow = 0;
  if (g->depth && below(g, 8) == 0) { // 4 bits, which wrap around
    uint32_t four = g->next++, product = g->next++;
    narrow = g->next++;
    line(g, "%%v%u = trunc %%i%u : i4", four, g->ivs[below(g, g->depth)]);
    line(g, "%%v%u = mul %%v%u, %%n4 : i4", product, four);
    line(g, "%%v%u = %s %%v%u : i64", narrow, below(g, 2) ? "sext" : "zext", product);
  }
  smr_str_printf(g->out, "%*s%%v%u = poly %u", (int)(2 * g->depth + 2), "", offset, 8 * below(g, 3));
  if (narrow)
    smr_str_printf(g->out, " + 8*%%v%u", narrow);
  for (uint32_t d = 0; d < g->depth; d++)
    switch (below(g, 5)) {
    case 0:
      smr_str_printf(g->out, " + 8*%%i%u*%s", g->ivs[d], sizes[below(g, INTS)]);
      break;
    case 1:
      smr_str_printf(g->out, " - 8*%%i%u", g->ivs[d]);
      break;
    case 2:
    case 3:
      smr_str_printf(g->out, " + %u*%%i%u", 8 + 16 * below(g, 2), g->ivs[d]);
      break;
    default:
      if (g->widths[d])
        smr_str_printf(g->out, " + 8*%%v%u", g->widths[d]);
      break;
    }
  smr_str_puts(g->out, "\n");
  line(g, "%%v%u = addr %s, %%v%u", made, base, offset);
  return made;
}

static void statements(Gen *g);

static uint32_t trip(Gen *g) {
  uint32_t made = g->next++, left;
  const char *size = sizes[below(g, INTS)];
  uint32_t iv = g->depth ? g->ivs[below(g, g->depth)] : 0;
  g->widths[g->depth] = 0;
  switch (below(g, g->depth ? 7 : 3)) {
  case 0:
    left = from_memory(g, "%t", "i64");
    line(g, "%%v%u = poly %%v%u", made, left);
    break;
  case 1:
    line(g, "%%v%u = poly %s - 1", made, size);
    break;
  case 3:
    line(g, "%%v%u = poly %s - %%i%u", made, size, iv);
    break;
  case 4:
    line(g, "%%v%u = poly %%i%u + 1", made, iv);
    break;
  case 5: // a tile
    left = g->next++;
    line(g, "%%v%u = poly %s - 2*%%i%u", left, size, iv);
    line(g, "%%v%u = mins %%c2, %%v%u : i64", made, left);
    g->widths[g->depth] = made;
    break;
  default:
    line(g, "%%v%u = poly %s", made, size);
  }
  return made;
}

static void statement(Gen *g) {
  uint32_t kind = below(g, 10);
  --g->budget;
  if (kind < 4 && g->depth < DEEP) {
    uint32_t count = trip(g);
    line(g, "loop %%v%u {", count);
    uint32_t iv = g->next++;
    line(g, "^(%%i%u: i64):", iv);
    g->ivs[g->depth++] = iv;
    statements(g);
    line(g, "yield");
    --g->depth;
    line(g, "}");
  } else if (kind == 4 && g->depth) {
    uint32_t test = g->next++;
    line(g, "%%v%u = icmp slt %%i%u, %s", test, g->ivs[below(g, g->depth)], sizes[below(g, INTS)]);
    line(g, "if %%v%u {", test);
    statements(g);
    line(g, "yield\n} else {\nyield\n}");
  } else {
    uint32_t to = address(g), from = address(g), value = g->next++;
    line(g, "%%v%u = load %%v%u : f64", value, from);
    line(g, "store %%v%u, %%v%u", value, to);
  }
}

static void statements(Gen *g) {
  for (uint32_t k = 1 + below(g, 2); k && g->budget; --k)
    statement(g);
}

static SmrGraph *generate(SmrIntern *symbols, uint64_t seed, SmrStr *text) {
  Gen g = {.random = {seed * 91 + 3}, .out = text, .budget = 3 + (uint32_t)(seed % 6)};
  smr_str_clear(text);
  smr_str_puts(text, "func @f(");
  for (uint32_t k = 0; k < ARRAYS; k++)
    smr_str_printf(text, "%%%c: ptr%s, ", "abc"[k], below(&g, 6) ? "" : " unique");
  smr_str_printf(text, "%%s: ptr unique, %%t: ptr%s, %%n: i64, %%m: i64, %%k: i64) {\n",
                 below(&g, 2) ? " unique" : "");
  smr_str_puts(text, "  %c0 = const 0 : i64\n  %c8 = const 8 : i64\n  %c2 = const 2 : i64\n"
                     "  %n4 = trunc %n : i4\n");
  while (g.budget)
    statement(&g);
  smr_str_puts(text, "  return\n}\n");
  return graph_of_text(symbols, "random", smr_str_get(text), text->size);
}

//--- Runs ------------------------------------------------------------------------------------------

typedef struct {
  int64_t address; // of 8 bytes
  uint32_t object;
  bool store;
} Touch;

typedef struct {
  SmrInterp in;
  const SmrGraph *g;
  SmrBefore *before;
  SmrMap read;            // addresses
  SMR_VEC(Touch) touches; // if `compare`
  bool compare;           // what was computed before with what is computed now
} Run;

/// Which object an access goes to: the pointer, or where in memory the pointer came from.
static uint32_t object(const SmrGraph *g, SmrOp access) {
  SmrValue base = smr_base_of(g, smr_access_ptr(g, access));
  SmrOp def = smr_def(g, base);
  if (!def)
    return base;
  int64_t offset = 0;
  SmrOp addr = smr_def(g, smr_operand(g, def, 0));
  if (addr)
    smr_const_int(g, smr_operand(g, addr, 1), &offset);
  return UINT32_MAX - (uint32_t)offset;
}

static bool run_op(SmrInterp *in, SmrOp op, void *host) {
  Run *run = host;
  const SmrGraph *g = run->g;
  const SmrOpData *o = smr_op(g, op);
  uint32_t at;
  if (o->code == SMR_OP_LOAD || o->code == SMR_OP_STORE) {
    int64_t address = in->values[smr_access_ptr(g, op)].i;
    if (o->code == SMR_OP_LOAD)
      smr_map_set(&run->read, (uint64_t)address, 1);
    if (run->compare)
      smr_vec_push(&run->touches, ((Touch){address, object(g, op), o->code == SMR_OP_STORE}));
  }
  bool ok = smr_interp_op(in, op);
  if (ok && run->compare && o->result_count && smr_map_get(&run->before->early, smr_result(g, op, 0), &at) &&
      in->values[smr_result(g, op, 0)].i != run->before->now.data[at])
    fail_msg("a value is another one than before the nest\n%s", run->before->text);
  return ok;
}

static int by_address(const void *a, const void *b) {
  const Touch *x = a, *y = b;
  return (x->address > y->address) - (x->address < y->address);
}

/// No byte that is stored by the one object is another one's, too.
static void check_apart(const Run *run) {
  const Touch *t = run->touches.data;
  if (run->touches.size)
    qsort(run->touches.data, run->touches.size, sizeof *t, by_address);
  for (uint32_t a = 0; a < run->touches.size; a++)
    for (uint32_t b = a + 1; b < run->touches.size && t[b].address < t[a].address + 8; b++)
      if (t[a].object != t[b].object && (t[a].store || t[b].store))
        fail_msg("two objects overlap\n%s", run->before->text);
}

/// What a call in the nest's place would touch: of one array, over two indices, of which one may bound the
/// other.
typedef struct {
  SmrPlanTouched touched;
  SmrPoly rows[5];
  uint32_t indices[2];
} Call;

static Call random_call(const SmrGraph *g, SmrArena *arena, uint64_t seed) {
  SmrRandom random = {seed * 17 + 5};
  const SmrValue *args = g->blocks.data[smr_region_block(g, g->body)].args.data;
  Call c = {.indices = {g->values.size + 1, g->values.size + 3}};
  uint32_t count = 0;
  bool ok = true;
  SmrPoly i[2], offset = smr_poly_const(arena, 8 * smr_random_below(&random, 3)), term;
  for (uint32_t k = 0; k < 2; k++) {
    SmrPoly size = smr_poly_leaf(arena, args[ARRAYS + 2 + smr_random_below(&random, INTS)]), below;
    i[k] = c.rows[count++] = smr_poly_leaf(arena, c.indices[k]);
    if (k && smr_random_below(&random, 3) == 0) { // i0 <= i1, too
      ok &= smr_poly_sub(arena, i[1], i[0], &c.rows[count++]);
    } else if (k && smr_random_below(&random, 2)) { // i1 < i0 + 2
      ok &= smr_poly_add(arena, i[0], smr_poly_const(arena, 2), &size);
    }
    ok &= smr_poly_sub(arena, size, i[k], &below) &&
          smr_poly_sub(arena, below, smr_poly_const(arena, 1), &c.rows[count++]);
    SmrPoly stride = smr_random_below(&random, 3)
                         ? smr_poly_const(arena, 8 * ((int64_t)smr_random_below(&random, 4) - 1))
                         : smr_poly_leaf(arena, args[ARRAYS + 2 + smr_random_below(&random, INTS)]);
    int64_t number;
    ok &= smr_poly_is_const(stride, &number) || smr_poly_scale(arena, stride, 8, &stride);
    ok &= smr_poly_mul(arena, stride, i[k], &term) && smr_poly_add(arena, offset, term, &offset);
  }
  assert_true(ok && count <= 5);
  c.touched = (SmrPlanTouched){.base = args[smr_random_below(&random, ARRAYS)],
                               .bytes = 8,
                               .written = smr_random_below(&random, 2),
                               .offset = offset,
                               .row_count = count,
                               .index_count = 2};
  return c;
}

static int64_t at_point(SmrBefore *b, SmrPoly poly, const Call *c, const int64_t *point) {
  int64_t sum = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    int64_t product = poly.terms[t].coef;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++) {
      uint32_t leaf = poly.terms[t].leaves[k];
      product *= leaf == c->indices[0]   ? point[0]
                 : leaf == c->indices[1] ? point[1]
                                         : smr_before_value(b, leaf);
    }
    sum += product;
  }
  return sum;
}

static uint64_t elements;

/// What the call touches meets nothing that the nest touches by another object, one of the two being written.
static void check_call_apart(SmrBefore *b, const Run *run, const Call *c) {
  enum { MOST = 12 };
  for (int64_t point[2] = {0, 0}; point[0] < MOST; point[1]++) {
    if (point[1] == MOST) {
      point[1] = -1, point[0]++;
      continue;
    }
    bool inside = true;
    for (uint32_t r = 0; r < c->touched.row_count; r++)
      inside &= at_point(b, c->rows[r], c, point) >= 0;
    if (!inside)
      continue;
    int64_t at = smr_before_value(b, c->touched.base) + at_point(b, c->touched.offset, c, point);
    ++elements;
    for (uint32_t k = 0; k < run->touches.size; k++) {
      const Touch *t = &run->touches.data[k];
      if (t->object != c->touched.base && (c->touched.written || t->store) && t->address < at + 8 &&
          at < t->address + 8)
        fail_msg("a call touches another object\n%s", b->text);
    }
  }
}

static uint64_t accepted, held, failed, traps, reads;

static void run_once(SmrBefore *b, const SmrVerdict *verdict, const SmrOffer *plan, const Call *call,
                     uint64_t seed) {
  static unsigned char memory[MEMORY], copy[MEMORY];
  SmrRandom random = {seed};
  Run run = {.in = {.run = run_op, .numbers = &smr_ring, .max_steps = 100000}, .g = b->g, .before = b};
  for (uint32_t i = 0; i < MEMORY; i += 8) {
    int64_t cell = (int64_t)smr_random_below(&random, 5);
    memcpy(memory + i, &cell, 8);
  }
  int64_t start = smr_interp_memory(&run.in, memory, MEMORY);
  const SmrBlock entry = smr_region_block(b->g, b->g->body);
  uint32_t spread = 1u << smr_random_below(&random, 8);
  for (uint32_t k = 0; k < ARRAYS + 2; k++) {
    bool unique = b->g->values.data[b->g->blocks.data[entry].args.data[k]].base == SMR_BASE_UNIQUE;
    b->args[k] =
        start + 4096 + 8 * smr_random_below(&random, spread) + (smr_random_below(&random, 16) ? 0 : 4);
    if (unique)
      b->args[k] = start + MEMORY - 2048 * (k + 1) + 512;
  }
  for (uint32_t i = 0; i < 2; i++) { // pointers
    int64_t cell = start + 4096 + 8 * smr_random_below(&random, 256);
    memcpy(memory + (b->args[ARRAYS] - start) + 8 * i, &cell, 8);
  }
  for (uint32_t k = 0; k < INTS; k++)
    b->args[ARRAYS + 2 + k] = (int64_t)smr_random_below(&random, 7) - 1;
  memcpy(copy, memory, MEMORY);
  b->memory = copy;
  b->start = start;
  bool hold = smr_before_holds(b, verdict);
  SmrCell args[ARGS] = {{0}};
  uint32_t known;
  for (uint32_t k = 0; k < ARGS; k++)
    args[k].i = b->args[k];
  run.compare = hold;
  run.in.values = smr_xcalloc(b->g->values.size, sizeof *run.in.values);
  run.in.host = &run;
  bool ok = smr_interp_run(&run.in, b->g, args, ARGS);
  traps += !ok;
  held += hold && ok;
  failed += !hold;
  reads += ok && b->loads.size;
  for (uint32_t k = 0; k < b->loads.size && ok; k++)
    if (!smr_map_get(&run.read, (uint64_t)b->loads.data[k], &known))
      fail_msg("a guard reads what the code does not\n%s", b->text);
  if (hold && ok) {
    check_apart(&run);
    check_call_apart(b, &run, call);
  }
  if (hold && plan->need_count && smr_before_poly(b, plan->needs[0]) < 0)
    fail_msg("a need does not hold\n%s", b->text);
  bool some = !plan->either_count;
  for (uint32_t c = 0; !some && c < plan->eithers[0].count; c++)
    some = smr_before_poly(b, plan->eithers[0].cases[c].polys[0]) >= 0;
  if (hold && !some)
    fail_msg("no case of a need holds\n%s", b->text);
  smr_map_free(&run.read);
  smr_vec_free(&run.touches);
  free(run.in.values);
  smr_interp_free(&run.in);
  smr_before_forget(b);
}

//--- Huge sizes --------------------------------------------------------------------------------------

enum { MOST_IVS = 16 };
typedef struct {
  SmrValue iv[MOST_IVS];
  SmrWide now[MOST_IVS];
  uint32_t count;
} Iteration;

static bool wide_value(SmrBefore *b, const Iteration *i, SmrValue value, SmrWide *out);

/// The exact number; false where it exceeds what can be told.
static bool wide_poly(SmrBefore *b, const Iteration *i, SmrPoly poly, SmrWide *out) {
  *out = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrWide product = poly.terms[t].coef, factor;
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      if (!wide_value(b, i, poly.terms[t].leaves[k], &factor) ||
          __builtin_mul_overflow(product, factor, &product))
        return false;
    if (__builtin_add_overflow(*out, product, out))
      return false;
  }
  return true;
}

static bool wide_value(SmrBefore *b, const Iteration *i, SmrValue value, SmrWide *out) {
  const SmrGraph *g = b->g;
  value = smr_value(g, value);
  for (uint32_t k = 0; k < i->count; k++)
    if (i->iv[k] == value) {
      *out = i->now[k];
      return true;
    }
  SmrOp def = smr_def(g, value);
  if (def && smr_op(g, def)->code == SMR_OP_MINS) {
    SmrWide x, y;
    SmrArena arena = {0};
    bool ok = wide_poly(b, i, smr_poly_of(g, &arena, smr_operand(g, def, 0)), &x) &&
              wide_poly(b, i, smr_poly_of(g, &arena, smr_operand(g, def, 1)), &y);
    smr_arena_destroy(&arena);
    *out = ok ? (x < y ? x : y) : 0;
    return ok;
  }
  SmrOpcode code = def ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  SmrWide x = 0, y = 0;
  int64_t narrow;
  if (def && (code == SMR_OP_TRUNC || code == SMR_OP_SEXT || code == SMR_OP_ZEXT || code == SMR_OP_MUL)) {
    SmrType type = smr_value_type(g, smr_operand(g, def, 0));
    if (!wide_value(b, i, smr_operand(g, def, 0), &x) ||
        (code == SMR_OP_MUL && !wide_value(b, i, smr_operand(g, def, 1), &y)))
      return false;
    if (code != SMR_OP_MUL)
      narrow = smr_int_cast(code, type, smr_value_type(g, value), (int64_t)x);
    else
      smr_int_op(code, type, (int64_t)x, (int64_t)y, &narrow);
    *out = narrow;
    return true;
  }
  *out = smr_before_value(b, value);
  return true;
}

static uint64_t iterations;

static void require_exact(SmrBefore *b, const Iteration *i, SmrPoly poly, uint32_t bits) {
  SmrWide exact;
  if (!wide_poly(b, i, poly, &exact) || exact >= (SmrWide)1 << (bits - 1) ||
      exact < -((SmrWide)1 << (bits - 1)))
    fail_msg("an integer is not exact\n%s", b->text);
}

/// A random iteration of everything in the block.
static void sample(SmrBefore *b, Iteration i, SmrOp op, SmrRandom *random) {
  const SmrGraph *g = b->g;
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  bool fits = true;
  for (; op; op = smr_op(g, op)->next) {
    SmrOpcode code = (SmrOpcode)smr_op(g, op)->code;
    Iteration inner = i;
    if (code == SMR_OP_LOAD || code == SMR_OP_STORE)
      require_exact(b, &i, smr_access_offset(g, &arena, smr_access_ptr(g, op), &fits), 63);
    if (code == SMR_OP_LOOP) {
      SmrWide trip;
      SmrPoly poly = smr_loop_trip(g, &arena, op);
      require_exact(b, &i, poly, 64);
      if (!wide_poly(b, &i, poly, &trip) || trip < 1)
        continue;
      inner.iv[inner.count] = smr_loop_iv(g, op);
      inner.now[inner.count++] = smr_random_below(random, 3) ? trip - 1
                                 : smr_random_below(random, 2)
                                     ? 0
                                     : (SmrWide)(smr_random_next(random) % (uint64_t)trip);
      ++iterations;
    }
    if (code == SMR_OP_LOOP || code == SMR_OP_IF)
      sample(b, inner, g->blocks.data[smr_body_block(g, op, 0)].first, random);
  }
}

static void sample_huge(SmrBefore *b, const SmrVerdict *verdict, SmrOp first, uint64_t seed) {
  static const int64_t big[] = {
      1,         2,        100, 1 << 13, 1 << 20, 1 << 27, INT32_MAX, (int64_t)1 << 33, (int64_t)1 << 60,
      INT64_MAX, INT64_MIN};
  SmrRandom random = {seed};
  for (uint32_t k = 0; k < ARRAYS + 2; k++)
    b->args[k] = ((int64_t)1 << 46) - ((int64_t)1 << (40 + k));
  for (uint32_t k = 0; k < INTS; k++) {
    int64_t size = big[smr_random_below(&random, sizeof big / sizeof *big)];
    b->args[ARRAYS + 2 + k] = size - (int64_t)smr_random_below(&random, 2) * (size > 2);
  }
  b->memory = NULL;
  b->loaded = big[smr_random_below(&random, sizeof big / sizeof *big)];
  if (smr_before_holds(b, verdict))
    for (uint32_t k = 0; k < 4; k++)
      sample(b, (Iteration){.count = 0}, first, &random);
  smr_before_forget(b);
}

//--- All of it ---------------------------------------------------------------------------------------

static void try(uint64_t seed) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SmrGraph *g = generate(symbols, seed, &text);
  SmrUses uses = smr_uses_compute(g);
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrOp roots[64];
  uint32_t root_count = 0;
  int64_t args[ARGS];
  SmrBefore b = {.args = args, .size = MEMORY, .g = g, .text = smr_str_get(&text)};
  SmrBlock entry = smr_region_block(g, g->body);
  for (SmrOp op = g->blocks.data[entry].first; op != g->blocks.data[entry].last && root_count < 64;
       op = smr_op(g, op)->next)
    if (smr_op(g, op)->code != SMR_OP_CONST && (root_count || smr_op(g, op)->code != SMR_OP_TRUNC))
      roots[root_count++] = op;
  SmrPoly need = {0}, other;
  const SmrValue *ints = g->blocks.data[entry].args.data + ARRAYS + 2;
  assert_true(smr_poly_sub(&arena, smr_poly_leaf(&arena, ints[seed % INTS]),
                           smr_poly_leaf(&arena, ints[seed / 7 % INTS]), &need));
  assert_true(smr_poly_mul(&arena, smr_poly_leaf(&arena, ints[seed / 5 % INTS]), need, &other) &&
              smr_poly_add(&arena, other, smr_poly_const(&arena, (int64_t)(seed % 4) - 2), &other));
  SmrEither either = {(SmrPolyCase[]){{&need, 1}, {&other, 1}}, 2};
  SmrOffer in = {.graph = g,
                 .uses = &uses,
                 .roots = roots,
                 .root_count = root_count,
                 .needs = &need,
                 .need_count = seed % 3 == 0,
                 .eithers = &either,
                 .either_count = seed % 3 == 1,
                 .touched_count = 1};
  Call call = random_call(g, &arena, seed);
  call.touched.rows = call.rows, call.touched.indices = call.indices;
  in.touched = &call.touched;
  SmrLegalityOptions options = {0};
  SmrVerdict verdict;
  if (smr_plan_legality(&in, &options, &arena, &verdict)) {
    ++accepted;
    for (uint64_t k = 0; k < RUNS; k++) {
      run_once(&b, &verdict, &in, &call, seed * 57 + k);
      sample_huge(&b, &verdict, roots[0], seed * 39 + k);
    }
  }
  smr_uses_free(&uses);
  smr_graph_destroy(g);
  smr_intern_destroy(symbols);
}

TEST(random_nests) {
  uint64_t from = 1 + test_seed(), count = test_rounds(6000);
  for (uint64_t seed = from; seed < from + count; seed++)
    try(seed);
  print_message("%llu accepted; runs: %llu with all guards, %llu without, %llu trapped; %llu with loads for "
                "guards; %llu huge iterations; %llu elements of calls\n",
                (unsigned long long)accepted, (unsigned long long)held, (unsigned long long)failed,
                (unsigned long long)traps, (unsigned long long)reads, (unsigned long long)iterations,
                (unsigned long long)elements);
  assert_by_chance(accepted > count / 4 && held > count / 4 && failed > count && reads > count / 4);
}
