//===- test_loops.c - printed programs compute what interpreted ones do --===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "../../tools/bench/native.h"
#include "base/vec.h"
#include "loops/interpret.h"
#include "loops/print.h"
#include "loops/random_loops.h"
#include "test.h"
#include <math.h>

static void check(SmrLoopsProgram *l) {
  SMR_OWNED(SmrStr, smr_str_free) why = {0};
  if (!smr_loops_check(l, &why))
    fail_msg("%s", smr_str_get(&why));
}

//===--- programs by chance ---===//

enum { M, N, LD, ALPHA, A, B, V, C, ARGUMENTS };

typedef struct {
  int64_t sizes[3];
  SmrLoopsArgument arguments[ARGUMENTS];
} Data;

static void put(const SmrLoopsArgument *a, size_t i, bool wide, double value) {
  if (wide)
    ((double *)a->data)[i] = value;
  else
    ((float *)a->data)[i] = (float)value;
}

static double get(const SmrLoopsArgument *a, size_t i, bool wide) {
  return wide ? ((const double *)a->data)[i] : (double)((const float *)a->data)[i];
}

static Data data(uint64_t seed, bool wide) {
  Data d = {{1 + (int64_t)(seed % 5), 4 * (1 + (int64_t)(seed % 3)), 0}, {{0}}};
  d.sizes[2] = d.sizes[1] + (int64_t)(seed % 2) * 3;
  size_t m = (size_t)d.sizes[0], n = (size_t)d.sizes[1];
  size_t elements[ARGUMENTS] = {0, 0, 0, 1, m * (size_t)d.sizes[2], n, m * 8, 3 + 2 * m * n};
  for (int k = 0; k < ARGUMENTS; k++) {
    d.arguments[k] = (SmrLoopsArgument){smr_xcalloc(elements[k] + 1, 8), elements[k]};
    for (size_t i = 0; i < elements[k]; i++)
      put(&d.arguments[k], i, wide, (double)((i * 7 + (size_t)k + seed) % 11) - 5);
    if (k < ALPHA)
      *(int64_t *)d.arguments[k].data = d.sizes[k];
  }
  return d;
}

static void release(Data *d) {
  for (int k = 0; k < ARGUMENTS; k++)
    free(d->arguments[k].data);
}

static bool same(const Data *a, const Data *b, bool wide) {
  for (size_t i = 0; i < a->arguments[C].elements; i++) {
    double x = get(&a->arguments[C], i, wide), y = get(&b->arguments[C], i, wide);
    if (!(x == y || (isnan(x) && isnan(y)))) {
      fprintf(stderr, "element %zu: %.17g instead of %.17g\n", i, y, x);
      return false;
    }
  }
  return true;
}

static bool agree(SmrLoopsProgram *l, void *library, uint32_t number, bool wide) {
  char name[32];
  snprintf(name, sizeof name, "f%u_packed", number);
  void (*function)(void **);
  *(void **)&function = dlsym(library, name);
  assert_non_null(function);
  bool ok = true;
  for (uint64_t seed = number; seed < number + 3 && ok; seed++) {
    Data one = data(seed, wide), other = data(seed, wide);
    SmrStr why = {0};
    if (!smr_loops_interpret(l, one.arguments, &why))
      fprintf(stderr, "%s\n", smr_str_get(&why));
    void *pointers[ARGUMENTS];
    for (int k = 0; k < ARGUMENTS; k++)
      pointers[k] = other.arguments[k].data;
    function(pointers);
    ok = !why.size && same(&one, &other, wide);
    release(&one);
    release(&other);
    smr_str_free(&why);
  }
  return ok;
}

// Bit for bit: nothing is contracted, nothing reordered.
TEST(random_programs) {
  uint32_t count = test_rounds(120), first = test_seed();
  SmrLoopsProgram **programs = smr_xcalloc(count, sizeof *programs);
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  for (uint32_t i = 0; i < count; i++) {
    programs[i] = random_loops(first + i, i % 2 ? SMR_LOOPS_F64 : SMR_LOOPS_F32);
    check(programs[i]);
    char name[32];
    snprintf(name, sizeof name, "f%u", i);
    smr_loops_print(programs[i], name, &(SmrLoopsPrint){.gemm = (SmrLoopsGemm)(i % 3), .packed = true},
                    &functions);
  }
  void *library = native_library(&functions, SMR_LOOPS_PASSES, "random", "-O1 -fopenmp");
  assert_non_null(library);
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (!agree(programs[i], library, i, i % 2)) {
      SmrStr text = {0};
      smr_loops_dump(programs[i], &text);
      fprintf(stderr, "program %u\n%s\n", i, smr_str_get(&text));
      smr_str_free(&text);
      wrong++;
    }
    smr_loops_destroy(programs[i]);
  }
  free(programs);
  dlclose(library);
  assert_int_equal(wrong, 0);
}

//===--- memrefs ---===//

// y[i] = 2 sum over j of A[i][j], with strides of the memref.
TEST(memrefs_with_strides) {
  SmrLoopsProgram *l = smr_loops_create();
  SmrLoopsIndex sizes[] = {smr_loops_size(l, "m", 1), smr_loops_size(l, "n", 1)};
  SmrLoopsIndex strides[] = {smr_loops_size(l, "row", 1), smr_loops_size(l, "column", 1)};
  SmrLoopsBuffer a = smr_loops_argument(l, "A", SMR_LOOPS_F32, 2, sizes, strides, NULL, false);
  SmrLoopsBuffer y = smr_loops_argument(l, "y", SMR_LOOPS_F32, 1, sizes, NULL, NULL, true);
  SmrLoopsIndex at[2] = {smr_loops_for(l, sizes[0], SMR_LOOPS_SEQUENTIAL)};
  SmrLoopsValue sum = smr_loops_constant(l, SMR_LOOPS_F32, 0), inside;
  at[1] = smr_loops_for_carried(l, sizes[1], SMR_LOOPS_SEQUENTIAL, 1, &sum, &inside);
  sum = smr_loops_arith(l, SMR_LOOPS_ADD, inside, smr_loops_load(l, SMR_LOOPS_F32, a, at));
  smr_loops_end(l, 1, &sum, &sum);
  sum = smr_loops_arith(l, SMR_LOOPS_MUL, sum, smr_loops_constant(l, SMR_LOOPS_F32, 2));
  smr_loops_store(l, y, at, sum, false);
  smr_loops_end(l, 0, NULL, NULL);
  check(l);
  SMR_OWNED(SmrStr, smr_str_free) functions = {0};
  smr_loops_print(l, "rows", &(SmrLoopsPrint){.memrefs = true}, &functions);
  void *library = native_library(&functions, SMR_LOOPS_PASSES, "memrefs", "-O1");
  assert_non_null(library);
  void (*rows)(float *, float *, int64_t, int64_t, int64_t, int64_t, int64_t, float *, float *, int64_t,
               int64_t, int64_t);
  *(void **)&rows = dlsym(library, "rows");
  float data[20], out[3] = {7, 7, 7};
  for (int i = 0; i < 20; i++)
    data[i] = (float)i;
  rows(data, data, 1, 2, 3, 10, 2, out, out, 1, 2, 1); // elements 1 3 5 and 11 13 15
  assert_float_equal(out[0], 7, 0);
  assert_float_equal(out[1], 18, 0);
  assert_float_equal(out[2], 78, 0);
  dlclose(library);
  smr_loops_destroy(l);
}

TEST_MAIN {
  return test_run(NULL, native_leave);
}
