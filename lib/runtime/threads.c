//===- threads.c - how many threads a call uses --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Threads of a BLAS that wait for each other on a machine with other work make a call slower than loops are,
// and several threads of a program that call at once get in each other's way. OpenBLAS has one number of
// threads for all of the process (openblas_set_num_threads_local of later versions sets that one, too). So it
// changes only while no other thread can see it: where the process has none.
//
// What decides does not change from run to run: the estimate, the cores that the process may use, who started
// it, and its own threads at this point of the program.
//===----------------------------------------------------------------------===//
#include "runtime/threads.h"
#ifdef __ELF__
#include <dirent.h>
#include <dlfcn.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma weak dlsym

extern char **environ;

/// So many multiply-adds of double precision take 3 to 12 ms with one thread.
static const double large = 1e8;

enum { MOST_CORES = 1024 };

static void (*set_threads)(int);
static int workers; // that large calls have made the library start

//--- What the user wants ----------------------------------------------------------------------

/// -1: auto; 0: library.
static int wished(void) {
  const char *wish = getenv("SMR_RT_THREADS");
  if (!wish || !*wish || !strcmp(wish, "auto"))
    return getenv("OPENBLAS_NUM_THREADS") || getenv("GOTO_NUM_THREADS") ? 0 : -1;
  int number = atoi(wish);
  return number > 0 ? number : 0;
}

int smr_rt_threads_at_load(void) {
  int wish = wished();
  return wish < 0 ? 1 : wish;
}

void smr_rt_threads_loaded(void (*set)(int)) {
  set_threads = wished() < 0 ? set : NULL;
}

//--- Cores ------------------------------------------------------------------------------------

static long read_number(const char *file, long *second) {
  long first = 0;
  FILE *f = fopen(file, "re");
  *second = 0;
  if (f && fscanf(f, "%ld %ld", &first, second) < 1)
    first = 0; // "max"
  if (f)
    fclose(f);
  return first;
}

/// The processors' time that the control group may use, in whole cores; 0: all.
static int cores_of_group(void) {
  char line[512], file[640];
  long period, quota = 0;
  FILE *f = fopen("/proc/self/cgroup", "re");
  while (f && fgets(line, sizeof line, f))
    if (!strncmp(line, "0::", 3)) {
      line[strcspn(line, "\n")] = '\0';
      snprintf(file, sizeof file, "/sys/fs/cgroup%s/cpu.max", line + 3);
      quota = read_number(file, &period);
    }
  if (f)
    fclose(f);
  if (!quota)
    quota = read_number("/sys/fs/cgroup/cpu.max", &period);
  if (!quota) {
    long unused;
    quota = read_number("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", &unused);
    period = read_number("/sys/fs/cgroup/cpu/cpu.cfs_period_us", &unused);
  }
  return quota > 0 && period > 0 ? (int)(quota / period > 0 ? quota / period : 1) : 0;
}

static int least(int a, int b) {
  return b > 0 && b < a ? b : a;
}

static int count_cores(void) {
  static int known;
  cpu_set_t *set = CPU_ALLOC(MOST_CORES);
  size_t size = CPU_ALLOC_SIZE(MOST_CORES);
  if (!known && set) {
    const char *most = getenv("OMP_NUM_THREADS");
    int cores = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 1;
    known = least(least(cores, cores_of_group()), most ? atoi(most) : 0);
  }
  CPU_FREE(set);
  return known > 1 ? known : 1;
}

//--- Is the process alone? -------------------------------------------------------------------

/// Others of its kind run beside it where a launcher of MPI has started it.
static int is_launched(void) {
  static const char *const names[] = {
      "PMI_",        "PMIX_", "OMPI_COMM_WORLD_", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_", "PALS_RANKID",
      "ALPS_APP_PE", NULL};
  const char *tasks = getenv("SLURM_NTASKS");
  if (tasks && atoi(tasks) > 1)
    return 1;
  for (char **e = environ; e && *e; e++)
    for (int k = 0; names[k]; k++)
      if (!strncmp(*e, names[k], strlen(names[k])))
        return 1;
  return 0;
}

/// Has the process no thread but this one and those that the library has started for us?
static int has_no_threads(void) {
  int count = 0;
  DIR *tasks = opendir("/proc/self/task");
  for (const struct dirent *e; tasks && (e = readdir(tasks));)
    count += e->d_name[0] != '.';
  if (tasks)
    closedir(tasks);
  return count == 1 || count == 1 + workers;
}

static int is_in_parallel(void) {
  void *symbol = dlsym ? dlsym(RTLD_DEFAULT, "omp_in_parallel") : NULL;
  int (*in_parallel)(void);
  memcpy(&in_parallel, &symbol, sizeof symbol);
  return symbol && in_parallel();
}

//--- Calls ------------------------------------------------------------------------------------

/// Only products and factorisations take long enough.
int smr_rt_threads_chosen(const char *symbol) {
  static const char *const routines[] = {"gemm", "symm", "hemm",  "syrk",  "herk",  "syr2k",
                                         "trmm", "trsm", "her2k", "getrf", "potrf", NULL};
  for (int k = 0; set_threads && routines[k]; k++)
    if (strstr(symbol, routines[k]))
      return count_cores() > 1 && !is_launched();
  return 0;
}

static double read_size(const void *size, int by_value, int wide) {
  int32_t narrow;
  int64_t number;
  if (by_value)
    return (double)(intptr_t)size;
  memcpy(wide ? (void *)&number : &narrow, size, wide ? sizeof number : sizeof narrow);
  return wide ? (double)number : narrow;
}

/// The multiply-adds of a call, in those of double precision: the product of its sizes. One that is not known
/// counts as the smallest of the others: a triangle may stand on either side of a matrix.
static double work_of(const char *symbol, const void *const sizes[3]) {
  int by_value = !strncmp(symbol, "cblas_", 6), wide = strstr(symbol, "64_") != NULL;
  char type = symbol[by_value ? 6 : 0];
  double smallest = sizes[0] ? read_size(sizes[0], by_value, wide) : 0, work = smallest;
  for (int k = 1; k < 3; k++) {
    double size = sizes[k] ? read_size(sizes[k], by_value, wide) : smallest;
    smallest = size < smallest ? size : smallest;
    work *= size;
  }
  return work * (type == 's' ? 0.5 : type == 'c' ? 2 : type == 'z' ? 4 : 1);
}

int smr_rt_threads_begin(const char *symbol, const void *const sizes[3]) {
  if (!set_threads || work_of(symbol, sizes) < large || is_in_parallel() || !has_no_threads())
    return 0;
  workers = count_cores() - 1;
  set_threads(workers + 1);
  return 1;
}

void smr_rt_threads_end(void) {
  set_threads(1);
}
#endif
