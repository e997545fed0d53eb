//===- world.c - calls by chance, on the fake and on the CPU ------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "gpu/world.h"
#include "runtime/gpu/flags.h"
#include "runtime/gpu/settings.h"
#include "runtime/slots.h"
#include "test.h"
#include <dlfcn.h>
#include <math.h>

static const FakeControl *control;

void world_start(const FakeSettings *settings, const char *mode) {
  static const char path[] = SMR_BUILD_DIR "/test/libfakecuda.so";
  setenv("SMR_CUDA_LIBRARIES", path, 1);
  setenv("SMR_GPU", mode, 1);
  if (!control) {
    void *fake = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(fake);
    control = dlsym(fake, "fake_control");
    assert_non_null(control);
  }
  control->reset(settings);
  smr_gpu_settings_forget();
  smr_gpu_settings_read(SMR_GPU_OFF);
  smr_gpu_settings()->talks = 0;
  smr_gpu_settings()->work = 1024;
  smr_gpu_settings()->column = 1;
}

FakeCounts world_counts(void) {
  return control->counts();
}

FakeCounts world_stop(void) {
  smr_gpu_shut_down();
  FakeCounts counts = control->counts();
  assert_int_equal(counts.violations, 0);
  if (!counts.failed)
    assert_int_equal(counts.live, 0);
  return counts;
}

World world_create(char type, uint64_t seed) {
  World w = {.type = type, .size = type == 's' ? 4 : type == 'z' ? 16 : 8, .chance = seed * 2 + 1};
  w.bytes = (size_t)MATRICES * ORDER * ORDER * (size_t)w.size;
  w.ours = aligned_alloc(4096, w.bytes);
  w.right = malloc(w.bytes);
  for (int k = 0; k < 20; k++)
    world_chance(&w, 2);
  world_write(&w, 0, w.bytes);
  return w;
}

void world_pin(World *w, WorldPinned pinned) {
  size_t matrix = w->bytes / MATRICES;
  if (pinned == WORLD_PINNED)
    control->pin(w->ours, w->bytes);
  for (size_t k = 0; pinned == WORLD_MATRICES && k < MATRICES; k += 2)
    control->pin(w->ours + k * matrix, matrix);
  if (pinned == WORLD_HOLES) {
    control->pin(w->ours, matrix / 3);
    control->pin(w->ours + matrix / 2, w->bytes - matrix / 2);
  }
}

void world_free(World *w) {
  free(w->ours);
  free(w->right);
}

unsigned world_chance(World *w, unsigned below) {
  w->chance ^= w->chance << 13;
  w->chance ^= w->chance >> 7;
  w->chance ^= w->chance << 17;
  return (unsigned)(w->chance >> 33) % below;
}

unsigned world_draw(uint64_t *chance, unsigned below) {
  *chance = *chance * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*chance >> 33) % below;
}

void world_strides(uint64_t *chance, const int64_t sizes[4], int may_skip, int is_output,
                   int64_t strides[4]) {
  int turned = (int)world_draw(chance, 3) == 0, between = world_draw(chance, 4) == 0;
  int order[4] = {3, 2, 1, 0};
  if (turned)
    order[0] = 2, order[1] = 3;
  if (between) // [b, row, head, column]
    order[2] = order[1], order[1] = 1;
  int64_t stride = may_skip && world_draw(chance, 12) == 0 ? 2 : 1;
  for (int k = 0; k < 4; k++) {
    strides[order[k]] = stride;
    stride *= sizes[order[k]] + (k == 0 ? (int64_t)world_draw(chance, 3) : 0);
  }
  for (int k = 0; k < 2 && !is_output; k++)
    if (world_draw(chance, 4) == 0)
      strides[k] = 0;
}

static double some_number(World *w) {
  return (double)world_chance(w, 2001) / 1000 - 1;
}

void world_write(World *w, size_t from, size_t bytes) {
  int is_float = w->type == 's' || w->type == 'c';
  size_t part = is_float ? 4 : 8;
  for (size_t at = from; at < from + bytes; at += part) {
    double number = some_number(w);
    float small = (float)number;
    memcpy(w->ours + at, is_float ? (void *)&small : (void *)&number, part);
  }
  memcpy(w->right + from, w->ours + from, bytes);
}

int world_is_right(const World *w, size_t from, size_t bytes) {
  int is_float = w->type == 's' || w->type == 'c';
  for (size_t at = from; at < from + bytes; at += is_float ? 4 : 8) {
    float f[2];
    double d[2];
    memcpy(is_float ? (void *)&f[0] : (void *)&d[0], w->ours + at, is_float ? 4 : 8);
    memcpy(is_float ? (void *)&f[1] : (void *)&d[1], w->right + at, is_float ? 4 : 8);
    double a = is_float ? (double)f[0] : d[0], b = is_float ? (double)f[1] : d[1];
    if (!(fabs(a - b) <= (is_float ? 2e-3 : 1e-9) * (1 + fabs(b))))
      return 0;
  }
  return 1;
}

SmrGpuRoutine *world_routine(char type, SmrGpuKind kind, int cblas) {
  SmrGpuRoutine *table = type == 's'   ? cblas ? smr_gpu_cblas_f32 : smr_gpu_routines_f32
                         : type == 'd' ? cblas ? smr_gpu_cblas_f64 : smr_gpu_routines_f64
                         : type == 'c' ? cblas ? smr_gpu_cblas_c32 : smr_gpu_routines_c32
                         : cblas       ? smr_gpu_cblas_c64
                                       : smr_gpu_routines_c64;
  const char *path = "";
  if (!table[kind].symbol)
    return NULL;
  void *cpu = smr_rt_find("openblas", table[kind].symbol, &path);
  assert_non_null(cpu);
  assert_ptr_equal(smr_rt_gpu_wrap(table[kind].symbol, cpu, SMR_GPU_AUTO), table[kind].wrapper);
  return &table[kind];
}

//--- Arguments ------------------------------------------------------------------------------------

/// Letters that a routine of the kind takes in its k-th place.
static const char *letters(SmrGpuKind kind, char type, int k) {
  int pair = type == 'c' || type == 'z';
  switch (kind) {
  case SMR_GPU_GEMM:
  case SMR_GPU_GEMV:
    return "NTC";
  case SMR_GPU_SYRK:
  case SMR_GPU_SYR2K:
  case SMR_GPU_HERK:
    return k == 0 ? "LU" : pair ? "NC" : "NTC";
  case SMR_GPU_SYMM:
    return k == 0 ? "LR" : "LU";
  case SMR_GPU_TRMM:
    return k == 0 ? "LR" : k == 1 ? "LU" : k == 2 ? "NTC" : "NU";
  case SMR_GPU_TRSM: // (solutions stay small)
    return k == 0 ? "LR" : k == 1 ? "LU" : k == 2 ? "NTC" : "U";
  case SMR_GPU_TRMV:
    return k == 0 ? "LU" : k == 1 ? "NTC" : "NU";
  case SMR_GPU_TRSV:
    return k == 0 ? "LU" : k == 1 ? "NTC" : "U";
  default:
    return "LU";
  }
}

static SmrGpuNumber factor(World *w, int kind) {
  static const double some[] = {1, -0.5, 0.25, 0};
  double re = some[world_chance(w, kind ? 4 : 3)];
  SmrGpuNumber number = {.z = {0, 0}};
  if (w->type == 's')
    number.f = (float)re;
  else if (w->type == 'd')
    number.d = re;
  else if (w->type == 'c')
    number.c = (SmrComplexF32){(float)re, re != 0 ? 0.25f : 0};
  else
    number.z = (SmrComplexF64){re, re != 0 ? 0.25 : 0};
  return number;
}

/// Numbers of one matrix are ORDER apart; inputs may overlap each other. Each operand lies in a matrix of its
/// own, is one, or all lie in quarters of one.
static void place(World *w, SmrGpuCall *call, const SmrGpuPlan *plan) {
  int whole = call->size[0] == ORDER, quarters = !whole && world_chance(w, 3) == 0;
  int first = (int)world_chance(w, MATRICES);
  for (int k = 0; k < 3; k++) {
    int matrix = quarters ? first : (first + k) % MATRICES;
    int row = quarters ? HALF * (k & 1) : whole ? 0 : (int)world_chance(w, HALF);
    int column = quarters ? HALF * (k >> 1) : whole ? 0 : (int)world_chance(w, HALF);
    call->at[k] = w->ours + (size_t)((matrix * ORDER + column) * ORDER + row) * (size_t)w->size;
    if (plan->operands[k].sign == 0)
      call->step[k] = ORDER;
    else if (quarters)
      call->step[k] = 1;
    else
      call->step[k] = (int[]){1, 1, ORDER, 2, -1, -ORDER}[world_chance(w, 6)];
    int is_forward = call->routine->kind == SMR_GPU_SCAL || call->routine->kind == SMR_GPU_ASUM;
    if (is_forward && call->step[k] < 0)
      call->step[k] = -call->step[k];
  }
  const SmrGpuOperand *a = &plan->operands[0], *b = &plan->operands[1];
  int may_overlap = !whole && a->use == SMR_GPU_READ && b->use == SMR_GPU_READ && !a->sign == !b->sign;
  if (may_overlap && world_chance(w, 6) == 0) { // one array as both inputs, or a row further down
    call->at[1] = (char *)call->at[0] + (size_t)world_chance(w, 2) * (size_t)w->size;
    call->step[1] = call->step[0];
  }
}

static int is_cblas(const SmrGpuRoutine *routine) {
  return strncmp(routine->symbol, "cblas_", 6) == 0;
}

SmrGpuCall world_call(World *w, SmrGpuRoutine *routine) {
  SmrGpuCall call = {.routine = routine, .step = {ORDER, ORDER, ORDER}};
  SmrGpuPlan plan;
  for (int k = 0; k < 4; k++) {
    const char *some = letters(routine->kind, w->type, k);
    call.flag[k] = some[world_chance(w, (unsigned)strlen(some))];
  }
  int solves =
      routine->kind == SMR_GPU_TRSM || routine->kind == SMR_GPU_TRSV; // (numbers grow with the order)
  int whole = world_chance(w, 5) == 0 && !solves;
  for (int k = 0; k < 3; k++)
    call.size[k] = whole ? ORDER : 1 + (int)world_chance(w, 10);
  if (is_cblas(routine)) // (of a row-major matrix no routine reads or writes other memory)
    call.order = world_chance(w, 2) ? SMR_GPU_ROW_MAJOR : SMR_GPU_COLUMN_MAJOR;
  call.alpha = factor(w, 0);
  call.beta = factor(w, 1);
  SmrGpuCall columns = call;
  columns.order = 0;
  smr_gpu_plan(&columns, &plan);
  place(w, &call, &plan);
  return call;
}

/// A result that is a number, or its real and imaginary parts.
static double value(const World *w, const SmrGpuNumber *number, int part) {
  switch (w->type) {
  case 's':
    return (double)number->f;
  case 'd':
    return number->d;
  case 'c':
    return (double)(part ? number->c.im : number->c.re);
  default:
    return part ? number->z.im : number->z.re;
  }
}

void world_make(World *w, const SmrGpuCall *call) {
  SmrGpuKind kind = call->routine->kind;
  SmrGpuRoutine through = *call->routine;
  SmrGpuCall ours = *call, right = *call;
  through.cpu = through.wrapper;
  ours.routine = &through;
  for (int k = 0; k < 3; k++)
    right.at[k] = call->at[k] ? w->right + ((char *)call->at[k] - w->ours) : NULL;
  call->routine->host(&ours);
  call->routine->host(&right);
  int is_number = kind == SMR_GPU_DOT || kind == SMR_GPU_ASUM || kind == SMR_GPU_DOTU || kind == SMR_GPU_DOTC;
  for (int part = 0; is_number && part < 2; part++) {
    double a = value(w, &ours.result, part), b = value(w, &right.result, part);
    assert_true(fabs(a - b) <= 1e-3 * (1 + fabs(b)));
  }
}
