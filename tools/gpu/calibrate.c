//===- calibrate.c - smr-gpu-calibrate: what calls and copies cost here ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Times the GPU as lib/runtime/gpu uses it, and the BLAS that programs would be bound to, and writes the
// table that programs read at their start (lib/runtime/gpu/choice.h). Sizes grow until a call takes too long.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/choice.h"
#include "runtime/gpu/residency.h"
#include "runtime/gpu/settings.h"
#include "runtime/gpu/smr_rt_gpu.h"
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

/// gemm, gemv or axpy of the size, over these arrays.
static SmrGpuCall make_call(SmrGpuRoutine *routine, int n, void *a, void *b, void *c) {
  SmrGpuCall call = {.routine = routine, .flag = {'N', 'N'}, .size = {n, n, n}, .at = {a, b, c}};
  int is_vector = routine->kind == SMR_GPU_AXPY;
  call.step[0] = is_vector ? 1 : n;
  call.step[1] = routine->kind == SMR_GPU_GEMM ? n : 1;
  call.step[2] = call.step[1];
  if (routine->type == 's')
    call.alpha.f = 0.5f;
  else
    call.alpha.d = 0.5;
  return call;
}

static void on_cpu(SmrGpuCall *call) {
  call->routine->host(call);
}

static void on_gpu(SmrGpuCall *call) {
  smr_gpu_call(call);
  (void)SMR_GPU_TRY(cudaStreamSynchronize, smr_gpu_device()->compute);
}

/// The best of a few rounds, the first of which, where arrays travel and memory is made, does not count.
static double best(SmrGpuCall *call, void (*make)(SmrGpuCall *), void *result, size_t bytes) {
  double least = 1e9;
  for (int round = 0; round <= ROUNDS; round++) {
    double start = now();
    make(call);
    double seconds = now() - start;
    smr_rt_host_reads(result, bytes);
    if (round && seconds < least)
      least = seconds;
  }
  return least;
}

static void fill(char *at, size_t bytes, int is_float) {
  for (size_t k = 0; k < bytes / (is_float ? 4 : 8); k++)
    if (is_float)
      ((float *)(void *)at)[k] = (float)(k % 7) / 7;
    else
      ((double *)(void *)at)[k] = (double)(k % 7) / 7;
}

/// False: no memory of the host's.
static int measure(SmrGpuRoutine *routine, int n, Point *point) {
  size_t number = routine->type == 's' ? 4 : 8, vector = (size_t)n * number, matrix = vector * (size_t)n;
  int level = routine->kind == SMR_GPU_GEMM ? 3 : routine->kind == SMR_GPU_GEMV ? 2 : 1;
  size_t bytes[3] = {level == 1 ? vector : matrix, level == 3 ? matrix : vector,
                     level == 3 ? matrix : vector};
  char *at[3] = {NULL};
  int ok = 1;
  for (int k = 0; k < 3; k++) {
    ok &= (at[k] = malloc(bytes[k])) != NULL;
    if (at[k])
      fill(at[k], bytes[k], number == 4);
  }
  if (ok) {
    int result = level == 1 ? 1 : 2;
    SmrGpuCall call = make_call(routine, n, at[0], at[1], at[2]);
    smr_rt_region_begin();
    point->seconds[1] = best(&call, on_gpu, at[result], bytes[result]);
    smr_rt_region_end();
    point->seconds[0] = best(&call, on_cpu, at[result], bytes[result]);
    point->work = (double)n * (level > 1 ? n : 1) * (level > 2 ? n : 1);
  }
  for (int k = 0; k < 3; k++)
    free(at[k]);
  return ok;
}

//--- Copies -------------------------------------------------------------------------------------

/// Bytes a second, up and back, as the runtime copies. False: an error.
static int measure_copies(double most, double rates[2]) {
  size_t bytes = most < 0.1 ? (size_t)1 << 20 : (size_t)1 << 28;
  char *array = calloc(bytes, 1);
  SmrGpuOperand operand = {{array, (int64_t)(bytes / 64), 8, (int64_t)(bytes / 64), 8, 'F'}, SMR_GPU_BOTH, 0};
  rates[0] = rates[1] = 0;
  smr_gpu_lock();
  for (int round = 0; array && round < ROUNDS; round++) {
    double start = now();
    SmrGpuArray *there = smr_gpu_array_get(&operand, 0);
    if (!there)
      break;
    (void)SMR_GPU_TRY(cudaStreamSynchronize, smr_gpu_device()->compute);
    double up = now();
    smr_gpu_array_written(there, &operand);
    int ok = smr_gpu_array_finish(there);
    double back = now();
    (void)smr_gpu_arrays_let_go();
    if (!ok)
      break;
    rates[0] = (double)bytes / (up - start) > rates[0] ? (double)bytes / (up - start) : rates[0];
    rates[1] = (double)bytes / (back - up) > rates[1] ? (double)bytes / (back - up) : rates[1];
  }
  smr_gpu_unlock();
  free(array);
  return rates[0] > 0 && rates[1] > 0;
}

//--- The table ------------------------------------------------------------------------------------

static SmrGpuRoutine *bind(SmrGpuRoutine *table, SmrGpuKind kind) {
  const char *path = "";
  void *cpu = smr_rt_find("openblas", table[kind].symbol, &path);
  if (!cpu) {
    fprintf(stderr, "smr-gpu-calibrate: error: no BLAS has %s\n", table[kind].symbol);
    return NULL;
  }
  (void)smr_rt_gpu_wrap(table[kind].symbol, cpu, SMR_GPU_ON);
  return &table[kind];
}

static int write_series(FILE *file, SmrGpuRoutine *routine, int level, double most) {
  int first = level == 1 ? 1 << 10 : 64, factor = level == 1 ? 4 : 2, count = 0;
  Point points[SIZES];
  for (int n = first; count < SIZES; n *= factor) {
    if (!measure(routine, n, &points[count]))
      break;
    printf("%s %8d: CPU %.3g s, GPU %.3g s\n", routine->symbol, n, points[count].seconds[0],
           points[count].seconds[1]);
    if (points[count++].seconds[0] > most)
      break;
  }
  for (int gpu = 0; gpu < 2; gpu++)
    for (int k = 0; k < count; k++)
      fprintf(file, "%s f%d %d %.17g %.6g\n", gpu ? "gpu" : "cpu", routine->type == 's' ? 32 : 64, level,
              points[k].work, points[k].seconds[gpu]);
  return count > 0 && smr_gpu_state() == SMR_GPU_READY;
}

static int write_table(FILE *file, double start, double most) {
  static const SmrGpuKind kinds[] = {SMR_GPU_AXPY, SMR_GPU_GEMV, SMR_GPU_GEMM};
  SmrGpuRoutine *const tables[] = {smr_gpu_routines_f32, smr_gpu_routines_f64};
  double rates[2];
  if (!measure_copies(most, rates))
    return 0;
  printf("start %.3g s, up %.3g GB/s, down %.3g GB/s\n", start, rates[0] / 1e9, rates[1] / 1e9);
  fprintf(file, "smr-gpu-costs 1\nstart %.6g\nup %.6g\ndown %.6g\n", start, rates[0], rates[1]);
  for (int type = 0; type < 2; type++)
    for (int level = 1; level <= 3; level++) {
      SmrGpuRoutine *routine = bind(tables[type], kinds[level - 1]);
      if (!routine || !write_series(file, routine, level, most))
        return 0;
    }
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
    else
      return fprintf(stderr, "smr-gpu-calibrate: error: not understood: %s (see --help)\n", argv[k]), 2;
  }
  if (!*path && !smr_gpu_costs_path(path, sizeof path))
    return fail("-o", "a file is needed, as there is no home");
  setvbuf(stdout, NULL, _IOLBF, 0); // (it takes a minute, and says how far it is)
  setenv("SMR_GPU", "on", 1);
  smr_gpu_settings_read(SMR_GPU_ON);
  SmrGpuRoutine *gemm = bind(smr_gpu_routines_f64, SMR_GPU_GEMM);
  double before = now();
  Point first;
  if (!gemm || !measure(gemm, 64, &first) || smr_gpu_state() != SMR_GPU_READY) // (it was said why)
    return 1;
  return write_file(path, now() - before, most);
}
