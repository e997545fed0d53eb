//===- calibrate.c - smr-gpu-calibrate: what calls and copies cost here ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Times the GPU as lib/runtime/gpu uses it, and the BLAS that programs would be bound to, and writes the
// table that programs read at their start (lib/runtime/gpu/costs.h). Sizes grow until a call takes too long.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/costs.h"
#include "runtime/gpu/lt_api.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu.h"
#include "runtime/gpu/smr_rt_gpu_tensor.h"
#include "runtime/slots.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { SIZES = 8, ROUNDS = 3 };

typedef struct {
  double work, seconds[2]; // CPU, GPU
} Point;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

//--- Calls ------------------------------------------------------------------------------------

/// What is measured of a routine: its level, its flags, which of its arrays are matrices, and the types.
static const struct {
  SmrGpuKind kind;
  int level;
  const char *flags, *arrays, *types;
} measured[] = {
    {SMR_GPU_AXPY, 1, "", "vv", "sdcz"},     {SMR_GPU_DOT, 1, "", "vv", "sd"},
    {SMR_GPU_GEMV, 2, "N", "mvv", "sdcz"},   {SMR_GPU_SYMV, 2, "L", "mvv", "sd"},
    {SMR_GPU_GER, 2, "", "vvm", "sd"},       {SMR_GPU_TRMV, 2, "LNU", "mv", "sd"},
    {SMR_GPU_TRSV, 2, "LNU", "mv", "sd"},    {SMR_GPU_GEMM, 3, "NN", "mmm", "sdcz"},
    {SMR_GPU_SYMM, 3, "LL", "mmm", "sd"},    {SMR_GPU_SYRK, 3, "LN", "mm", "sd"},
    {SMR_GPU_HERK, 3, "LN", "mm", "cz"},     {SMR_GPU_TRMM, 3, "LLNU", "mm", "sd"},
    {SMR_GPU_TRSM, 3, "LLNU", "mm", "sdcz"},
};
enum { MEASURED = sizeof measured / sizeof *measured };

static SmrGpuCall make_call(SmrGpuRoutine *routine, size_t which, int n, void *const at[3]) {
  SmrGpuCall call = {.routine = routine, .size = {n, n, n}};
  memcpy(call.flag, measured[which].flags, strlen(measured[which].flags));
  for (size_t k = 0; k < strlen(measured[which].arrays); k++) {
    call.at[k] = at[k];
    call.step[k] = measured[which].arrays[k] == 'm' ? n : 1;
  }
  if (routine->type == 's' || routine->type == 'c') // (a factor that is real lies in front)
    call.alpha.c = (SmrComplexF32){0.5f, 0};
  else
    call.alpha.z = (SmrComplexF64){0.5, 0};
  return call;
}

static void on_cpu(void *call) {
  SmrGpuCall *c = call;
  c->routine->host(c);
}

static void on_gpu(void *call) {
  smr_gpu_call(call);
  (void)SMR_GPU_TRY(cudaStreamSynchronize, smr_gpu_device()->compute);
}

/// The best of a few rounds, the first of which, where arrays travel and memory is made, does not count; of
/// long ones there are fewer.
static double best(void *call, void (*make)(void *), void *const at[3], const size_t bytes[3]) {
  double least = 1e9, sum = 0;
  for (int round = 0; round <= ROUNDS && (round < 2 || sum < 1); round++) {
    double start = now();
    make(call);
    double seconds = now() - start;
    sum += seconds;
    for (int k = 0; k < 3; k++)
      if (at[k])
        smr_rt_host_reads(at[k], bytes[k]);
    if (round && seconds < least)
      least = seconds;
  }
  return least;
}

/// Small numbers: solving with such a matrix, or multiplying by it often, changes their size little.
static void fill(char *at, size_t bytes, char type, int n) {
  int is_float = type == 's' || type == 'c';
  for (size_t k = 0; k < bytes / (is_float ? 4 : 8); k++) {
    double value = (double)(k % 7) / 7 / n;
    if (type == 'b' || type == 'h')
      memset(at + 8 * k, 0, 8);
    else if (is_float)
      ((float *)(void *)at)[k] = (float)value;
    else
      ((double *)(void *)at)[k] = value;
  }
}

/// False: no memory of the host's.
static int make_arrays(const size_t bytes[3], char type, int n, void *at[3]) {
  int ok = 1;
  for (int k = 0; k < 3; k++) {
    at[k] = NULL;
    if (!bytes[k])
      continue;
    ok &= (at[k] = malloc(bytes[k])) != NULL;
    if (at[k])
      fill(at[k], bytes[k], type, n);
  }
  return ok;
}

static void time_both(void *call, void (*gpu)(void *), void (*cpu)(void *), void *const at[3],
                      const size_t bytes[3], Point *point) {
  smr_rt_region_begin();
  point->seconds[1] = best(call, gpu, at, bytes);
  smr_rt_region_end();
  point->seconds[0] = best(call, cpu, at, bytes);
}

static int measure(SmrGpuRoutine *routine, size_t which, int n, Point *point) {
  char type = routine->type;
  size_t number = type == 's' ? 4 : type == 'z' ? 16 : 8, bytes[3] = {0};
  void *at[3];
  for (size_t k = 0; k < strlen(measured[which].arrays); k++)
    bytes[k] = (size_t)n * number * (measured[which].arrays[k] == 'm' ? (size_t)n : 1);
  int ok = make_arrays(bytes, type, n, at);
  if (ok) {
    SmrGpuPlan plan;
    SmrGpuCall call = make_call(routine, which, n, at);
    time_both(&call, on_gpu, on_cpu, at, bytes, point);
    ok = smr_gpu_plan(&call, &plan);
    point->work = plan.work;
  }
  for (int k = 0; k < 3; k++)
    free(at[k]);
  return ok;
}

//--- Products of tensors ------------------------------------------------------------------------

typedef struct {
  SmrRtProduct product;
  int (*cpu)(const SmrRtProduct *), (*gpu)(int mode, const SmrRtProduct *);
} Linear;

static void linear_on_cpu(void *call) {
  const Linear *l = call;
  (void)l->cpu(&l->product);
}

static void linear_on_gpu(void *call) {
  const Linear *l = call;
  (void)l->gpu(SMR_GPU_ON, &l->product);
  (void)SMR_GPU_TRY(cudaStreamSynchronize, smr_gpu_device()->compute);
}

static const struct {
  char type;
  size_t size;
  int (*cpu)(const SmrRtProduct *), (*gpu)(int mode, const SmrRtProduct *);
} linears[] = {{'s', 4, smr_rt_linear_f32, smr_rt_gpu_linear_f32},
               {'d', 8, smr_rt_linear_f64, smr_rt_gpu_linear_f64},
               {'b', 2, smr_rt_linear_bf16, smr_rt_gpu_linear_bf16},
               {'h', 2, smr_rt_linear_f16, smr_rt_gpu_linear_f16}};

static int measure_linear(char type, int n, Point *point) {
  int which = 0;
  while (linears[which].type != type)
    which++;
  size_t matrix = (size_t)n * (size_t)n * linears[which].size, bytes[3] = {matrix, matrix, matrix};
  void *at[3];
  int ok = make_arrays(bytes, type, n, at);
  if (ok) {
    SmrRtTensor t[3];
    for (int k = 0; k < 3; k++)
      t[k] = (SmrRtTensor){at[k], {0, 0, n, 1}};
    Linear l = {{{1, 1}, n, n, n, t[0], t[1], t[2], 0, NULL}, linears[which].cpu, linears[which].gpu};
    time_both(&l, linear_on_gpu, linear_on_cpu, at, bytes, point);
    point->work = (double)n * n * n;
  }
  for (int k = 0; k < 3; k++)
    free(at[k]);
  return ok;
}

//--- Copies -------------------------------------------------------------------------------------

/// Seconds up and down of an array of so many bytes, as the runtime copies; the best of a few. False: an
/// error.
static int time_copies(char *array, size_t bytes, double seconds[2]) {
  int64_t rows = (int64_t)(bytes / 64);
  SmrGpuOperand operand = {{array, rows, 8, rows, 8, 'F'}, SMR_GPU_BOTH, 0}, result = operand;
  SmrGpuPlan plan = {.operands = {{operand.shape, SMR_GPU_WRITE, 0}}, .count = 1};
  int ok = 1;
  result.use = SMR_GPU_WRITE;
  seconds[0] = seconds[1] = 1e9;
  smr_gpu_lock();
  for (int round = 0; ok && round <= ROUNDS; round++) {
    double start = now();
    SmrGpuArray *there = smr_gpu_array_get(&operand, 0);
    ok = there && SMR_GPU_TRY(cudaStreamSynchronize, smr_gpu_device()->compute);
    double up = now();
    if (ok) {
      smr_gpu_array_written(there, &result);
      ok = smr_gpu_array_send_back(there, &plan) && smr_gpu_array_finish(there);
    }
    double back = now();
    ok = smr_gpu_arrays_let_go() && ok;
    seconds[0] = round && up - start < seconds[0] ? up - start : seconds[0];
    seconds[1] = round && back - up < seconds[1] ? back - up : seconds[1];
  }
  smr_gpu_unlock();
  return ok;
}

/// From seconds of a small and a large piece.
static SmrGpuWay way_of(const double seconds[2], const size_t bytes[2]) {
  double more = seconds[1] - seconds[0], least = seconds[1] * 1e-3;
  SmrGpuWay way = {0, (double)(bytes[1] - bytes[0]) / (more > least ? more : least)};
  way.delay = seconds[0] - (double)bytes[0] / way.rate;
  way.delay = way.delay > 0 ? way.delay : 0;
  return way;
}

static char *make_array(size_t bytes, int pinned) {
  void *at = NULL;
  if (!pinned)
    return calloc(bytes, 1);
  return SMR_GPU_TRY(cudaMallocHost, &at, bytes) ? memset(at, 0, bytes) : NULL;
}

static int measure_copies(const size_t bytes[2], int pinned, SmrGpuWay ways[2]) {
  double seconds[2][2]; // small, large
  char *array = make_array(bytes[1], pinned);
  int ok = array != NULL;
  for (int k = 0; ok && k < 2; k++)
    ok = time_copies(array, bytes[k], seconds[k]);
  for (int down = 0; ok && down < 2; down++)
    ways[down] = way_of((double[]){seconds[0][down], seconds[1][down]}, bytes);
  if (!pinned)
    free(array);
  else if (array)
    ok = SMR_GPU_TRY(cudaFreeHost, array) && ok;
  return ok;
}

/// cudaHostRegister, and its end, of memory that is there.
static int measure_pins(const size_t bytes[2], SmrGpuWay *way) {
  double seconds[2] = {1e9, 1e9};
  char *array = make_array(bytes[1], 0);
  int ok = array != NULL;
  for (int k = 0; ok && k < 2; k++)
    for (int round = 0; ok && round < ROUNDS; round++) {
      memset(array, round, bytes[k]);
      double start = now();
      ok = SMR_GPU_TRY(cudaHostRegister, array, bytes[k], 0) && SMR_GPU_TRY(cudaHostUnregister, array);
      double took = now() - start;
      seconds[k] = took < seconds[k] ? took : seconds[k];
    }
  free(array);
  *way = way_of(seconds, bytes);
  return ok;
}

//--- The table ------------------------------------------------------------------------------------

static SmrGpuRoutine *bind(char type, SmrGpuKind kind) {
  SmrGpuRoutine *table = type == 's'   ? smr_gpu_routines_f32
                         : type == 'd' ? smr_gpu_routines_f64
                         : type == 'c' ? smr_gpu_routines_c32
                                       : smr_gpu_routines_c64;
  const char *path = "";
  void *cpu = smr_rt_find("openblas", table[kind].symbol, &path);
  if (!cpu) {
    fprintf(stderr, "smr-gpu-calibrate: error: no BLAS has %s\n", table[kind].symbol);
    return NULL;
  }
  (void)smr_rt_gpu_wrap(table[kind].symbol, cpu, SMR_GPU_ON);
  return &table[kind];
}

/// `which`: of `measured`; beyond: products of tensors.
static int write_series(FILE *file, char type, size_t which, double most) {
  int is_linear = which == MEASURED, level = is_linear ? 3 : measured[which].level, count = 0;
  SmrGpuKind kind = is_linear ? SMR_GPU_TENSOR : measured[which].kind;
  SmrGpuRoutine *routine = is_linear ? NULL : bind(type, kind);
  const char *name = smr_gpu_cost_routine_name(kind),
             *numbers = smr_gpu_cost_type_name(smr_gpu_cost_type(type));
  Point points[SIZES];
  if (!is_linear && !routine)
    return 0;
  for (int n = level == 1 ? 1 << 10 : 64; count < SIZES; n *= level == 1 ? 4 : 2) {
    if (!(is_linear ? measure_linear(type, n, &points[count]) : measure(routine, which, n, &points[count])))
      break;
    printf("%-4s %-6s %8d: CPU %.3g s, GPU %.3g s\n", numbers, name, n, points[count].seconds[0],
           points[count].seconds[1]);
    if (points[count++].seconds[0] > most)
      break;
  }
  for (int gpu = 0; gpu < 2; gpu++)
    for (int k = 0; k < count; k++)
      fprintf(file, "%s %s %s %.17g %.6g\n", gpu ? "gpu" : "cpu", numbers, name, points[k].work,
              points[k].seconds[gpu]);
  return count > 0 && smr_gpu_state() == SMR_GPU_READY;
}

static int write_ways(FILE *file, double most) {
  const size_t bytes[2] = {1 << 12, most < 0.1 ? (size_t)1 << 20 : (size_t)1 << 28};
  static const char *const kinds[] = {"pageable", "pinned"}, *const directions[] = {"up", "down"};
  SmrGpuWay ways[2][2], pin;
  for (int pinned = 0; pinned < 2; pinned++) {
    if (!measure_copies(bytes, pinned, ways[pinned]))
      return 0;
    for (int down = 0; down < 2; down++) {
      const SmrGpuWay *w = &ways[pinned][down];
      printf("%s %s: %.3g s, then %.3g GB/s\n", directions[down], kinds[pinned], w->delay, w->rate / 1e9);
      fprintf(file, "%s %s %.6g %.6g\n", directions[down], kinds[pinned], w->delay, w->rate);
    }
  }
  if (!measure_pins(bytes, &pin))
    return 0;
  printf("cudaHostRegister: %.3g s, then %.3g GB/s", pin.delay, pin.rate / 1e9);
  double saved = 1 / ways[0][0].rate - 1 / ways[1][0].rate;
  if (saved > 0)
    printf(": pays from %.0f uploads on", 1 / pin.rate / saved + 1);
  printf("\n");
  fprintf(file, "pin %.6g %.6g\n", pin.delay, pin.rate);
  return 1;
}

static int has_lt(void) {
  SmrLtApi lt;
  char reason[256];
  int has = smr_gpu_open_lt(&lt, reason, sizeof reason);
  if (!has)
    printf("linear: not measured: %s\n", reason);
  return has;
}

static int write_table(FILE *file, double start, double most) {
  printf("start %.3g s\n", start);
  fprintf(file, "smr-gpu-costs %d\nstart %.6g\n", SMR_GPU_COSTS_VERSION, start);
  if (!write_ways(file, most))
    return 0;
  for (size_t which = 0; which < MEASURED; which++)
    for (const char *type = measured[which].types; *type; type++)
      if (!write_series(file, *type, which, most))
        return 0;
  for (const char *type = has_lt() ? "sdbh" : ""; *type; type++)
    if (!write_series(file, *type, MEASURED, most))
      return 0;
  return 1;
}

/// The folders above a file.
static void make_folders(const char *path) {
  char folder[SMR_GPU_MOST_COSTS_PATH];
  for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    mkdir(folder, 0777);
  }
}

static int fail(const char *path, const char *what) {
  fprintf(stderr, "smr-gpu-calibrate: error: %s: %s\n", path, what);
  return 1;
}

/// The table appears whole, or not at all.
static int write_file(const char *path, double start, double most) {
  char fresh[SMR_GPU_MOST_COSTS_PATH + 8];
  snprintf(fresh, sizeof fresh, "%s.new", path);
  make_folders(path);
  FILE *file = fopen(fresh, "we");
  if (!file)
    return fail(fresh, strerror(errno));
  int ok = write_table(file, start, most), closed = fclose(file) == 0;
  if (!ok || !closed || rename(fresh, path) != 0) {
    remove(fresh);
    return ok ? fail(path, strerror(errno)) : fail(path, "the GPU or the BLAS failed; no table is written");
  }
  printf("%s\n", path);
  return 0;
}

static int usage(void) {
  printf("usage: smr-gpu-calibrate [--seconds=S] [-o FILE]\n"
         "Measures this machine's GPU and BLAS, for programs that were compiled with --smr-gpu.\n"
         "  --seconds=S  sizes grow until a call takes so long (default: 1)\n"
         "  -o FILE      instead of the file that programs read (SMR_GPU_COSTS, or in the user's cache)\n");
  return 0;
}

int main(int argc, char **argv) {
  char path[SMR_GPU_MOST_COSTS_PATH] = "";
  double most = 1;
  for (int k = 1; k < argc; k++) {
    char *end = NULL;
    if (!strcmp(argv[k], "--help"))
      return usage();
    if (!strcmp(argv[k], "--version"))
      return printf("smr-gpu-calibrate %s\n", SMR_VERSION) < 0;
    if (!strcmp(argv[k], "-o") && k + 1 < argc && strlen(argv[k + 1]) < sizeof path)
      strcpy(path, argv[++k]);
    else if (!strncmp(argv[k], "--seconds=", 10) && (most = strtod(argv[k] + 10, &end)) > 0 && !*end)
      continue;
    else if (!strcmp(argv[k], "--seconds") && k + 1 < argc && (most = strtod(argv[k + 1], &end)) > 0 && !*end)
      k++;
    else
      return fprintf(stderr, "smr-gpu-calibrate: error: not understood: %s (see --help)\n", argv[k]), 2;
  }
  if (!*path && !smr_gpu_costs_path(path, sizeof path))
    return fail("-o", "a file is needed, as there is no home");
  setvbuf(stdout, NULL, _IOLBF, 0); // (it takes some minutes, and says how far it is)
  setenv("SMR_GPU", "on", 1);
  smr_gpu_settings_read(SMR_GPU_ON);
  SmrGpuRoutine *axpy = bind('d', SMR_GPU_AXPY);
  double before = now();
  Point first;
  if (!axpy || !measure(axpy, 0, 64, &first) || smr_gpu_state() != SMR_GPU_READY) // (it was said why)
    return 1;
  return write_file(path, now() - before, most);
}
