//===- test_residency.c - markers keep the contract on every path ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Functions by chance, solved, and walks through them by chance: a machine that knows the contract of
// smr_rt_gpu.h, byte by byte, looks on. Then what markers there are for some that we know.
//===----------------------------------------------------------------------===//
#include "residency/residency.h"
#include "residency/routines.h"
#include "runtime/gpu/call.h"
#include "test.h"

//--- A machine that knows the contract ----------------------------------------------------

// Memory: each array has three cells; two arrays may share some.
enum { ARRAYS = 5, CELLS = 12, RANGES = 10 };

typedef uint32_t Cells;

typedef struct {
  SmrStay stay;
  Cells array[ARRAYS], range[RANGES]; // what they really are
  bool inside;
  Cells written, taken, lost; // in this region, and not named since; forgotten
} Machine;

static uint32_t seed;

static uint32_t chance(uint32_t n) {
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 8) % n;
}

static Cells cells_of(const Machine *m, SmrStaySet arrays) {
  Cells cells = 0;
  for (uint32_t a = 0; a < ARRAYS; a++)
    cells |= arrays >> a & 1 ? m->array[a] : 0;
  return cells;
}

static SmrStaySet meeting(const Machine *m, Cells cells) {
  SmrStaySet set = 0;
  for (uint32_t a = 0; a < ARRAYS; a++)
    set |= m->array[a] & cells ? (SmrStaySet)1 << a : 0;
  return set;
}

static void begin(Machine *m) {
  assert_false(m->inside);
  m->inside = true;
  m->written = m->taken = 0;
}

static void end(Machine *m, SmrStaySet forgets) {
  assert_true(m->inside);
  m->inside = false;
  for (uint32_t a = 0; a < ARRAYS; a++)
    if (forgets >> a & 1)
      m->lost |= m->array[a] & m->written;
  m->written = m->taken = 0;
}

static void name(Machine *m, SmrStayMarker marker, Cells cells) {
  if (marker == SMR_STAY_HOST_FORGETS)
    m->lost |= cells & m->written;
  m->written &= marker ? ~cells : ~0u;
  m->taken &= marker == SMR_STAY_HOST_WRITES || marker == SMR_STAY_HOST_FORGETS ? ~cells : ~0u;
}

static void call(Machine *m, const SmrStayEvent *e) {
  if (e->begins)
    begin(m);
  assert_false(cells_of(m, e->reads) & m->lost);
  m->lost &= ~cells_of(m, e->writes);
  if (m->inside) {
    m->written |= cells_of(m, e->writes);
    m->taken |= cells_of(m, e->reads | e->writes);
  }
  if (e->ends)
    end(m, e->forgets);
}

static void happen(Machine *m, const SmrStayEvent *e) {
  bool is_access = e->kind == SMR_STAY_READ || e->kind == SMR_STAY_WRITE || e->kind == SMR_STAY_DIES;
  Cells cells = is_access ? m->range[e->range] : 0;
  if (e->kind == SMR_STAY_DEVICE) {
    call(m, e);
  } else if (e->kind == SMR_STAY_ELSEWHERE) {
    assert_int_equal(m->inside, e->before && e->after);
    assert_false(cells_of(m, e->reads) & m->lost);
    for (uint32_t a = 0; a < ARRAYS; a++)
      assert_false(!m->stay.arrays.data[a].is_local && (m->array[a] & m->lost));
    m->written = 0; // (the region pauses)
  } else if (e->kind == SMR_STAY_UNKNOWN) {
    assert_false(m->inside);
    assert_false(cells_of(m, e->reads) & m->lost);
    for (uint32_t a = 0; a < ARRAYS; a++)
      assert_false(!m->stay.arrays.data[a].is_local && (m->array[a] & m->lost));
  } else {
    name(m, e->marker, cells);
    assert_false(m->inside && (m->written & cells));
    assert_false(m->inside && e->kind != SMR_STAY_READ && (m->taken & cells));
    assert_false(e->kind == SMR_STAY_READ && (m->lost & cells));
    m->lost &= e->kind == SMR_STAY_READ ? ~0u : ~cells;
  }
}

static void walk(Machine *m, uint32_t steps) {
  m->inside = false;
  m->lost = 0;
  for (uint32_t block = 0; steps-- > 0;) {
    const SmrStayBlock *b = &m->stay.blocks.data[block];
    for (uint32_t k = 0; k < b->events.size; k++) {
      happen(m, &b->events.data[k]);
      if (b->events.data[k].kind == SMR_STAY_ELSEWHERE && chance(30) == 0)
        return; // (it never comes back; what others may read is there)
    }
    uint32_t out = 0, chosen = 0;
    for (uint32_t k = 0; k < m->stay.edges.size; k++)
      if (m->stay.edges.data[k].from == block && chance(++out) == 0)
        chosen = k;
    if (!out) {
      assert_false(m->inside);
      return;
    }
    const SmrStayEdge *edge = &m->stay.edges.data[chosen];
    if (edge->begins)
      begin(m);
    if (edge->ends)
      end(m, edge->forgets);
    block = edge->to;
  }
}

//--- Functions by chance --------------------------------------------------------------------

/// The last range is all memory; the first are arrays; others are parts of one of these.
static void make_memory(Machine *m) {
  for (uint32_t a = 0; a < ARRAYS; a++) {
    bool local = a < 2; // nothing else overlaps these
    uint32_t at = local ? a * 3 : 6 + chance(4);
    m->array[a] = 7u << at;
  }
  for (uint32_t r = 0; r < RANGES; r++) {
    uint32_t part_of = r == RANGES - 1 ? SMR_STAY_NONE : r < ARRAYS ? RANGES - 1 : chance(ARRAYS);
    m->range[r] = r == RANGES - 1 ? ~0u
                  : r < ARRAYS    ? m->array[r]
                                  : m->range[part_of] & (1u << chance(CELLS) | 1u << chance(CELLS));
    smr_vec_push(&m->stay.ranges, (SmrStayRange){meeting(m, m->range[r]), part_of});
  }
  for (uint32_t a = 0; a < ARRAYS; a++)
    smr_vec_push(&m->stay.arrays, (SmrStayArray){.own = a, .is_local = a < 2, .is_many = chance(4) == 0});
}

static SmrStayEvent event_by_chance(const Machine *m) {
  SmrStayEvent e = {.kind = (SmrStayKind)(chance(9) ? chance(3) : 3 + chance(3))};
  if (e.kind == SMR_STAY_DEVICE) {
    uint32_t in = chance(ARRAYS), out = chance(ARRAYS);
    e.reads = meeting(m, m->array[in]);
    e.writes = meeting(m, m->array[out]);
    e.reads |= chance(2) ? e.writes : 0;
    e.takes = (SmrStaySet)1 << in | (SmrStaySet)1 << out;
  } else if (e.kind == SMR_STAY_DIES) {
    e.range = e.array = chance(ARRAYS);
  } else if (e.kind == SMR_STAY_UNKNOWN || e.kind == SMR_STAY_ELSEWHERE) {
    e.reads = chance(2) ? meeting(m, m->array[chance(ARRAYS)]) : 0;
  } else {
    e.range = chance(RANGES);
  }
  return e;
}

static void make(Machine *m) {
  memset(m, 0, sizeof *m);
  make_memory(m);
  uint32_t count = 1 + chance(7);
  for (uint32_t b = 0; b < count; b++) {
    smr_stay_add_block(&m->stay, SMR_STAY_NONE);
    for (uint32_t k = chance(4); k > 0; k--) {
      SmrStayEvent e = event_by_chance(m);
      smr_stay_add_event(&m->stay, b, &e);
    }
  }
  for (uint32_t b = 0; b + 1 < count; b++)
    for (uint32_t k = 1 + chance(2); k > 0; k--)
      smr_stay_add_edge(&m->stay, b, chance(4) ? b + 1 + chance(count - b - 1) : 1 + chance(count - 1));
}

TEST(test_contract_by_chance) {
  for (uint32_t round = 0; round < test_rounds(20000); round++) {
    seed = round + test_seed();
    Machine m;
    make(&m);
    smr_stay_solve(&m.stay);
    for (int k = 0; k < 20; k++)
      walk(&m, 40);
    smr_stay_free(&m.stay);
  }
}

//--- Functions that we know -------------------------------------------------------------------

/// Arrays that share nothing; a range for each.
static void start(SmrStay *stay, uint32_t arrays, bool local) {
  *stay = (SmrStay){0};
  for (uint32_t a = 0; a < arrays; a++) {
    smr_vec_push(&stay->arrays, (SmrStayArray){.own = a, .is_local = local});
    smr_vec_push(&stay->ranges, (SmrStayRange){(SmrStaySet)1 << a, SMR_STAY_NONE});
  }
}

/// to = from * with.
static void product(SmrStay *stay, uint32_t block, uint32_t from, uint32_t with, uint32_t to) {
  SmrStaySet in = (SmrStaySet)1 << from | (SmrStaySet)1 << with, out = (SmrStaySet)1 << to;
  smr_stay_add_event(stay, block,
                     &(SmrStayEvent){.kind = SMR_STAY_DEVICE, .reads = in, .writes = out, .takes = in | out});
}

static void touch(SmrStay *stay, uint32_t block, SmrStayKind kind, uint32_t array) {
  smr_stay_add_event(stay, block, &(SmrStayEvent){.kind = kind, .range = array, .array = array});
}

static SmrStayEvent *at(SmrStay *stay, uint32_t block, uint32_t k) {
  return &stay->blocks.data[block].events.data[k];
}

TEST(test_three_products) {
  SmrStay s;
  start(&s, 7, true);
  smr_stay_add_block(&s, SMR_STAY_NONE);
  product(&s, 0, 0, 1, 4);
  product(&s, 0, 2, 3, 5);
  product(&s, 0, 4, 5, 6);
  product(&s, 0, 4, 5, 6);
  touch(&s, 0, SMR_STAY_READ, 6);
  smr_stay_solve(&s);
  assert_true(at(&s, 0, 0)->begins && at(&s, 0, 3)->ends);
  assert_int_equal(at(&s, 0, 2)->resident, 1 << 4 | 1 << 5);
  assert_int_equal(at(&s, 0, 3)->forgets, 1 << 4 | 1 << 5);
  assert_int_equal(at(&s, 0, 4)->marker, SMR_STAY_NO_MARKER);
  smr_stay_free(&s);
}

/// A loop: q = A p; the host reads q and changes p.
TEST(test_loop) {
  SmrStay s;
  start(&s, 3, false);
  smr_vec_push(&s.loops, SMR_STAY_NONE);
  smr_stay_add_block(&s, SMR_STAY_NONE);
  smr_stay_add_block(&s, 0);
  smr_stay_add_block(&s, SMR_STAY_NONE);
  smr_stay_add_edge(&s, 0, 1);
  smr_stay_add_edge(&s, 1, 1);
  smr_stay_add_edge(&s, 1, 2);
  product(&s, 1, 0, 1, 2);
  touch(&s, 1, SMR_STAY_READ, 2);
  touch(&s, 1, SMR_STAY_WRITE, 1);
  smr_stay_solve(&s);
  assert_true(s.edges.data[0].begins && s.edges.data[2].ends);
  assert_false(s.edges.data[1].begins || s.edges.data[1].ends || at(&s, 1, 0)->begins);
  assert_int_equal(at(&s, 1, 0)->resident, 0);
  assert_int_equal(at(&s, 1, 0)->again, 1 << 0 | 1 << 2);
  assert_int_equal(at(&s, 1, 1)->marker, SMR_STAY_HOST_READS);
  assert_int_equal(at(&s, 1, 2)->marker, SMR_STAY_HOST_WRITES);
  smr_stay_free(&s);
}

/// What was said once is not said again before the next call, nor of what nobody called.
TEST(test_once) {
  SmrStay s;
  start(&s, 4, false);
  s.ranges.data[2].part_of = 3; // 3 contains it
  s.ranges.data[3].touches |= s.ranges.data[2].touches;
  smr_stay_add_block(&s, SMR_STAY_NONE);
  product(&s, 0, 0, 1, 2);
  static const struct {
    SmrStayKind kind;
    uint32_t array;
    SmrStayMarker marker;
  } all[] = {{SMR_STAY_READ, 0, SMR_STAY_NO_MARKER},    {SMR_STAY_READ, 2, SMR_STAY_HOST_READS},
             {SMR_STAY_READ, 2, SMR_STAY_NO_MARKER},    {SMR_STAY_WRITE, 3, SMR_STAY_HOST_WRITES},
             {SMR_STAY_WRITE, 2, SMR_STAY_NO_MARKER},   {SMR_STAY_READ, 3, SMR_STAY_NO_MARKER},
             {SMR_STAY_WRITE, 1, SMR_STAY_HOST_WRITES}, {SMR_STAY_WRITE, 1, SMR_STAY_NO_MARKER}};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    touch(&s, 0, all[k].kind, all[k].array);
  product(&s, 0, 0, 1, 2);
  smr_stay_solve(&s);
  for (uint32_t k = 0; k < sizeof all / sizeof *all; k++)
    assert_int_equal(at(&s, 0, k + 1)->marker, all[k].marker);
  smr_stay_free(&s);
}

TEST(test_unknown_ends) {
  SmrStay s;
  start(&s, 3, false);
  smr_stay_add_block(&s, SMR_STAY_NONE);
  product(&s, 0, 0, 1, 2);
  smr_stay_add_event(&s, 0, &(SmrStayEvent){.kind = SMR_STAY_UNKNOWN});
  product(&s, 0, 0, 1, 2);
  smr_stay_add_event(&s, 0, &(SmrStayEvent){.kind = SMR_STAY_UNKNOWN});
  smr_stay_solve(&s);
  for (uint32_t k = 0; k < 3; k++)
    assert_false(at(&s, 0, k)->begins || at(&s, 0, k)->ends || at(&s, 0, k)->resident);
  assert_true(at(&s, 0, 1)->parts && !at(&s, 0, 0)->parts && !at(&s, 0, 3)->parts);
  smr_stay_free(&s);
}

/// A loop that prints: what is on the GPU stays, and results are in the host's memory.
TEST(test_elsewhere) {
  SmrStay s;
  start(&s, 3, true);
  smr_stay_add_block(&s, SMR_STAY_NONE);
  product(&s, 0, 0, 1, 2);
  smr_stay_add_event(&s, 0, &(SmrStayEvent){.kind = SMR_STAY_ELSEWHERE});
  touch(&s, 0, SMR_STAY_READ, 2);
  touch(&s, 0, SMR_STAY_WRITE, 2);
  product(&s, 0, 0, 1, 2);
  smr_stay_add_event(&s, 0, &(SmrStayEvent){.kind = SMR_STAY_ELSEWHERE, .reads = 1 << 2});
  smr_stay_solve(&s);
  assert_true(at(&s, 0, 0)->begins && at(&s, 0, 4)->ends && !at(&s, 0, 5)->before);
  assert_true(at(&s, 0, 1)->before && at(&s, 0, 1)->after && !at(&s, 0, 1)->parts);
  assert_int_equal(at(&s, 0, 2)->marker, SMR_STAY_NO_MARKER);
  assert_int_equal(at(&s, 0, 3)->marker, SMR_STAY_HOST_WRITES);
  assert_int_equal(at(&s, 0, 4)->resident, 1 << 0 | 1 << 1);
  assert_int_equal(at(&s, 0, 4)->forgets, 0);
  smr_stay_free(&s);
}

/// How far out a marker may go: no call that matters to it stands in the loop.
TEST(test_limits) {
  SmrStay s;
  start(&s, 3, false);
  smr_vec_push(&s.loops, SMR_STAY_NONE);
  smr_vec_push(&s.loops, 0);
  smr_stay_add_block(&s, SMR_STAY_NONE);
  smr_stay_add_block(&s, 0);
  smr_stay_add_block(&s, 1);
  product(&s, 1, 0, 0, 1);
  SmrStayEvent reads = {.kind = SMR_STAY_READ, .range = 0}, writes = {.kind = SMR_STAY_WRITE, .range = 0},
               result = {.kind = SMR_STAY_READ, .range = 1}, other = {.kind = SMR_STAY_WRITE, .range = 2};
  assert_int_equal(smr_stay_limit(&s, 2, &reads), 0);
  assert_int_equal(smr_stay_limit(&s, 2, &writes), 1);
  assert_int_equal(smr_stay_limit(&s, 2, &result), 1);
  assert_int_equal(smr_stay_limit(&s, 2, &other), 0);
  assert_int_equal(smr_stay_limit(&s, 1, &writes), SMR_STAY_NONE);
  smr_stay_add_event(&s, 2, &(SmrStayEvent){.kind = SMR_STAY_UNKNOWN});
  assert_int_equal(smr_stay_limit(&s, 2, &reads), SMR_STAY_NONE);
  smr_stay_free(&s);
}

//--- Routines ---------------------------------------------------------------------------------

/// What the run-time library has wrappers of, and nothing else: an access that passed for a call of the
/// device would have no marker.
TEST(test_routines) {
  SmrGpuRoutine *const tables[] = {smr_gpu_routines_f32, smr_gpu_routines_f64, smr_gpu_routines_c32,
                                   smr_gpu_routines_c64, smr_gpu_cblas_f32,    smr_gpu_cblas_f64,
                                   smr_gpu_cblas_c32,    smr_gpu_cblas_c64};
  static const char *const others[] = {
      "dnrm2_", "zdotc_", "zdotc_sub_", "cblas_dherk", "dgemm", "cblas_dznrm2", "idamax_", "_", ""};
  SmrStayRoutine routine;
  unsigned count = 0;
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (int k = 0; k < SMR_GPU_KIND_COUNT; k++)
      if (tables[t][k].symbol) {
        assert_true(smr_stay_routine(tables[t][k].symbol, &routine));
        count++;
      }
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    assert_false(smr_stay_routine(others[k], &routine));
  static const char *const names[] = {"gemm", "symm", "syrk", "syr2k",    "trmm",     "trsm", "herk", "gemv",
                                      "symv", "ger",  "geru", "gerc",     "syr2",     "trmv", "trsv", "axpy",
                                      "scal", "copy", "swap", "dotu_sub", "dotc_sub", "dot",  "asum", "rot"};
  for (const char *type = "sdcz"; *type; type++)
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
      for (int c = 0; c < 2; c++) {
        char symbol[32];
        snprintf(symbol, sizeof symbol, "%s%c%s%s", c ? "cblas_" : "", *type, names[k], c ? "" : "_");
        count -= smr_stay_routine(symbol, &routine);
      }
  assert_int_equal(count, 0);
}
