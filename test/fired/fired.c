//===- fired.c - counts the calls that a process makes of BLAS and of libsmr_rt ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A library to preload. It has BLAS' routines, each of which counts and goes on to the real one, and SMR
// takes a preloaded BLAS before all others. Routines of libsmr_rt are part of the program; own.c counts
// those.
//
//   SMR_FIRED=-     when the process ends it prints "fired: ddot_ 3, dgemm_ 1" (or "fired: nothing") on
//   stderr SMR_FIRED=FILE  appends a line for the process and one for each place that called:
//                     process PROGRAM
//                     call COUNT ROUTINE OBJECT OFFSET OBJECT OFFSET
//                   the offsets, in the objects' files, are the return address and its function's return
//                   address
//   long smr_fired(void)   calls until now
//===----------------------------------------------------------------------===//
#include "entry.h"
#include "runtime/openblas.h"
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

enum { PLACES = 1 << 14, DEPTH = 8, FRAMES = DEPTH + 6 };

#define ROUTINE(name) #name,
static const char *const names[] = {
#include "routines.def"
};
static void *real[sizeof names / sizeof *names];

typedef struct {
  const char *routine;
  uintptr_t callers[DEPTH]; // return addresses, the innermost first
  long count;
} Place;

static Place places[PLACES];
static int place_count;
static _Atomic long total;
static const char *log_path; // NULL: places are not asked for
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

_Noreturn static void give_up(const char *what, const char *name) {
  fprintf(stderr, "fired: %s: %s\n", name, what);
  abort();
}

//--- Counting ----------------------------------------------------------------------------

/// The return addresses from `caller` on; 0 where frames have no description.
static void find_callers(uintptr_t caller, uintptr_t callers[DEPTH]) {
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES), k = 0;
  while (k < count && (uintptr_t)frames[k] != caller)
    k++;
  callers[0] = caller;
  for (int d = 1; d < DEPTH && k + d < count; d++)
    callers[d] = (uintptr_t)frames[k + d];
}

__attribute__((visibility("default"))) void smr_fired_count(const char *routine, uintptr_t caller);
void smr_fired_count(const char *routine, uintptr_t caller) {
  Place place = {routine, {0}, 0};
  if (log_path)
    find_callers(caller, place.callers);
  size_t k = (uintptr_t)routine * 7;
  for (int d = 0; d < DEPTH; d++)
    k = k * 31 + place.callers[d];
  pthread_mutex_lock(&lock);
  for (k %= PLACES; places[k].count; k = (k + 1) % PLACES)
    if (places[k].routine == routine && !memcmp(places[k].callers, place.callers, sizeof place.callers))
      break;
  if (!places[k].count && ++place_count == PLACES)
    give_up("called from too many places", routine);
  place.count = places[k].count + 1;
  places[k] = place;
  pthread_mutex_unlock(&lock);
  total++;
}

__attribute__((visibility("default"))) long smr_fired(void);
long smr_fired(void) {
  return total;
}

//--- BLAS' routines --------------------------------------------------------------------------

/// In the BLAS of the process or, if there is none, in OpenBLAS, with the kernels that SMR gives it.
static void *find_real(const char *name) {
  static void *openblas;
  void *found = dlsym(RTLD_NEXT, name);
  if (!found && !openblas) {
    openblas = dlopen("libopenblas.so.0", RTLD_LAZY);
    char *(*config)(void) = openblas ? (char *(*)(void))dlsym(openblas, "openblas_get_config") : NULL;
    const char *better = config ? smr_openblas_better(config()) : NULL;
    if (better) {
      dlclose(openblas);
      setenv("OPENBLAS_CORETYPE", better, 0);
      openblas = dlopen("libopenblas.so.0", RTLD_LAZY);
      unsetenv("OPENBLAS_CORETYPE");
    }
  }
  if (!found && openblas)
    found = dlsym(openblas, name);
  if (!found)
    give_up("no BLAS of this machine has it", name);
  return found;
}

__attribute__((used, visibility("hidden"))) void *smr_fired_blas(size_t routine, uintptr_t caller);
void *smr_fired_blas(size_t routine, uintptr_t caller) {
  smr_fired_count(names[routine], caller);
  pthread_mutex_lock(&lock);
  if (!real[routine])
    real[routine] = find_real(names[routine]);
  pthread_mutex_unlock(&lock);
  return real[routine];
}

FIRED_COMMON(smr_fired_blas);
#define ROUTINE(name) FIRED_ENTRY(#name)
#include "routines.def"

//--- At the end ------------------------------------------------------------------------------

static int by_name(const void *a, const void *b) {
  const Place *x = a, *y = b;
  return x->count && y->count ? strcmp(x->routine, y->routine) : (y->count > 0) - (x->count > 0);
}

static void print_sums(void) {
  qsort(places, PLACES, sizeof *places, by_name);
  fprintf(stderr, "fired:%s", total ? "" : " nothing");
  for (int k = 0; k < place_count; k++)
    fprintf(stderr, "%s %s %ld", k ? "," : "", places[k].routine, places[k].count);
  fprintf(stderr, "\n");
}

typedef struct {
  uintptr_t address;
  const char *object; // "": the program
  ElfW(Addr) base;
} Code;

static int find_object(struct dl_phdr_info *info, size_t size, void *data) {
  Code *code = data;
  (void)size;
  for (int k = 0; k < info->dlpi_phnum; k++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[k];
    if (part->p_type == PT_LOAD && code->address - (info->dlpi_addr + part->p_vaddr) < part->p_memsz) {
      code->object = info->dlpi_name, code->base = info->dlpi_addr;
      return 1;
    }
  }
  return 0;
}

static void write_address(FILE *lines, uintptr_t address, const char *program) {
  Code code = {address, "?", 0};
  dl_iterate_phdr(find_object, &code);
  fprintf(lines, " %s %#lx", *code.object ? code.object : program, (unsigned long)(address - code.base));
}

/// All lines at once: processes may share the file.
static void write_places(void) {
  char program[4096] = "", *text;
  size_t size;
  FILE *lines = open_memstream(&text, &size);
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
    strcpy(program, "?");
  fprintf(lines, "process %s\n", program);
  for (int k = 0; k < PLACES; k++)
    if (places[k].count) {
      fprintf(lines, "call %ld %s", places[k].count, places[k].routine);
      for (int d = 0; d < DEPTH && places[k].callers[d]; d++)
        write_address(lines, places[k].callers[d], program);
      fputc('\n', lines);
    }
  fclose(lines);
  int file = open(log_path, O_WRONLY | O_CREAT | O_APPEND, 0666);
  if (file < 0 || write(file, text, size) != (ssize_t)size)
    fprintf(stderr, "fired: %s: %s\n", log_path, strerror(errno));
  if (file >= 0)
    close(file);
  free(text);
}

__attribute__((constructor)) static void start(void) {
  const char *where = getenv("SMR_FIRED");
  void *frame;
  if (where && *where && strcmp(where, "-") != 0)
    log_path = where, backtrace(&frame, 1); // (it loads a library when it is called first)
}

__attribute__((destructor)) static void tell(void) {
  const char *where = getenv("SMR_FIRED");
  if (log_path)
    write_places();
  else if (where && *where)
    print_sums();
}
