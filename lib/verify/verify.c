//===- verify.c - processes and verdicts ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// smr-build forks once; that process loads the pairs' code and forks for every pair, a few at a time. Nothing
// that the code of a pair does can reach smr-build itself.
//===----------------------------------------------------------------------===//
#include "base/directory.h"
#include "verify/tensors.h"
#include "verify/ties.h"
#include "verify/verify_internal.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  SmrVerifyReport report;
  int status;        // of the child, as waitpid gives it
  bool done;         // the child ended
  bool native;       // the pair's entry was called
  char missing[128]; // a function that no library of the pair's defines
} Slot;

typedef struct {
  char load_error[512];
  Slot slots[];
} Shared;

enum {
  PAIR_SECONDS = 180,
  NOT_LINKED = 127 // how the loader ends a program
};

//--- In the server -----------------------------------------------------------------

/// The entry of the pair, if its routines are found: they are looked up here, so calls change nothing. (Those
/// of static libraries are not found: the driver, which links programs, names them.)
static void *find_entry(void *handle, uint32_t number) {
  char name[32];
  int32_t (*ask)(void);
  snprintf(name, sizeof name, "smr_ask_%u", 2 * number + 1);
  void *symbol = dlsym(handle, name);
  memcpy(&ask, &symbol, sizeof ask);
  snprintf(name, sizeof name, "smr_entry_%u", 2 * number + 1);
  return symbol && ask() ? dlsym(handle, name) : NULL;
}

static bool bind_pair(void *handle, SmrVerifyPair *pair, uint32_t number, Slot *slot) {
  for (uint32_t k = 0; k < pair->externals.size; k++)
    if (!dlsym(handle, pair->externals.data[k]) && !dlsym(RTLD_DEFAULT, pair->externals.data[k])) {
      snprintf(slot->missing, sizeof slot->missing, "%s", pair->externals.data[k]);
      return false;
    }
  for (uint32_t s = 0; s < 2; s++) {
    char name[32];
    snprintf(name, sizeof name, "smr_stub_%u", 2 * number + s);
    void *stub = dlsym(handle, name), *entry = s ? find_entry(handle, number) : NULL;
    slot->native |= entry != NULL;
    stub = entry ? entry : stub;
    memcpy(&pair->call[s], &stub, sizeof stub);
    if (!stub) {
      snprintf(slot->missing, sizeof slot->missing, "%s", name);
      return false;
    }
  }
  return true;
}

static void quiet(void) {
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; fd++)
    dup2(null, fd);
  struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
}

static void reap(Shared *shared, pid_t *pids, uint32_t count) {
  int status;
  pid_t pid = waitpid(-1, &status, 0);
  for (uint32_t k = 0; k < count; k++)
    if (pid > 0 && pids[k] == pid) {
      shared->slots[k].status = status;
      shared->slots[k].done = true;
      pids[k] = 0;
    }
}

/// The core whose kernels the processor can run, where OpenBLAS does not know it and took older ones: those
/// are not all right, and libsmr_rt does not use them either (runtime/openblas.h).
static const char *better_core(void *handle) {
#ifdef __x86_64__
  void *symbol = dlsym(handle, "openblas_get_corename");
  char *(*core)(void);
  memcpy(&core, &symbol, sizeof core);
  if (!symbol || getenv("OPENBLAS_CORETYPE") || strcmp(core(), "Prescott") != 0)
    return NULL;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") ? "SkylakeX" : "Haswell";
#else
  (void)handle;
#endif
  return NULL;
}

/// The pairs' library, for good.
static void *load(const char *path) {
  void *handle = dlopen(path, RTLD_NOW | RTLD_GLOBAL); // (so that calls change nothing in it)
  if (!handle)
    handle = dlopen(path, RTLD_LAZY | RTLD_GLOBAL); // bind_pair says what is missing
  const char *better = handle ? better_core(handle) : NULL;
  if (!better)
    return handle;
  dlclose(handle);
  setenv("OPENBLAS_CORETYPE", better, 1);
  return load(path);
}

static _Noreturn void serve(SmrVerifyPair *pairs, uint32_t count, const SmrVerifyOptions *options,
                            uint32_t jobs, const char *path, Shared *shared) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody waits any more
  quiet();
  setenv("OPENBLAS_NUM_THREADS", "1", 1); // a pair's verdict must not depend on how many there are
  setenv("OMP_NUM_THREADS", "1", 1);
  setenv("MKL_NUM_THREADS", "1", 1);
  void *handle = load(path);
  if (!handle) {
    snprintf(shared->load_error, sizeof shared->load_error, "%s", dlerror());
    _exit(1);
  }
  pid_t *pids = smr_xcalloc(count, sizeof *pids);
  uint32_t running = 0;
  for (uint32_t k = 0; k < count; k++) {
    if (pairs[k].skipped || (options->only && options->only != k + 1))
      continue;
    if (!bind_pair(handle, &pairs[k], k, &shared->slots[k]))
      continue;
    if (running == jobs)
      reap(shared, pids, count), running--;
    pid_t pid = fork();
    if (pid == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      alarm(PAIR_SECONDS);
      smr_verify_child(&pairs[k], options->costs != NULL, &shared->slots[k].report);
      _exit(0);
    }
    if (pid > 0)
      pids[k] = pid, running++;
  }
  while (running)
    reap(shared, pids, count), running--;
  _exit(0);
}

//--- Verdicts ----------------------------------------------------------------------

static bool at_pair(const SmrVerifyPair *pair, SmrSeverity severity, SmrDiag *diag, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static bool at_pair(const SmrVerifyPair *pair, SmrSeverity severity, SmrDiag *diag, const char *format, ...) {
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  va_list args;
  va_start(args, format);
  smr_str_vprintf(&text, format, args);
  va_end(args);
  const SmrPatPair *source = pair->pair->source;
  smr_report(diag, severity, pair->pair->file, source->line, source->column, "%s", smr_str_get(&text));
  if (source->column_text && severity == SMR_ERROR)
    smr_report(diag, SMR_NOTE, pair->pair->file, source->column_line, source->column_column, "with %s",
               source->column_text);
  return severity != SMR_ERROR;
}

/// Nobody knows whether the pair is right: an error, or a note and the pair is marked "not verified".
static bool cannot(const SmrVerifyPair *pair, bool note, SmrDiag *diag, const char *reason) {
  return note ? at_pair(pair, SMR_NOTE, diag, "pair \"%s\" is not checked: %s", pair->pair->name, reason)
              : at_pair(pair, SMR_ERROR, diag,
                        "pair \"%s\" cannot be checked: %s (--no-verify builds without the check)",
                        pair->pair->name, reason);
}

static bool judge(const SmrVerifyPair *pair, const Slot *slot, const SmrVerifyOptions *options,
                  SmrDiag *diag) {
  bool lenient = options->lenient;
  SmrStr *costs = options->costs;
  const SmrVerifyReport *r = &slot->report;
  const char *name = pair->pair->name;
  if (pair->joined) {
    *pair->pair->joined = !pair->skipped && r->tell == SMR_TELL_FINE;
    return true;
  }
  bool foreign = pair->pair->source->replacement.language == SMR_LANGUAGE_MLIR; // for other tools, perhaps
  if (pair->skipped)
    return lenient || cannot(pair, foreign, diag, pair->skipped);
  if (lenient && (slot->missing[0] || r->tell == SMR_TELL_NO_INPUTS))
    return true;
  if (slot->missing[0]) { // a function of the module it goes into, perhaps
    char reason[sizeof slot->missing + 64];
    snprintf(reason, sizeof reason, "it calls `%s`, which no library of its `link` clauses defines",
             slot->missing);
    return cannot(pair, foreign, diag, reason);
  }
  if (r->tell == SMR_TELL_FINE) {
    if (pair->pair->verified && !costs)
      *pair->pair->verified = true;
    return true;
  }
  if (r->tell == SMR_TELL_NO_INPUTS)
    return cannot(pair, false, diag, "no small arguments satisfy its conditions and array bounds");
  const char *with = r->inputs[0] ? ": with" : "";
  if (r->tell == SMR_TELL_WRONG) {
    at_pair(pair, SMR_ERROR, diag, "pair \"%s\" is wrong%s%s: %s", name, with, r->inputs, r->message);
    if (strstr(r->message, " is nan by the idiom") && !pair->pair->source->fp_exact)
      at_pair(pair, SMR_NOTE, diag,
              "a pair that is right for finite values only says `fp finite`, and fires in code compiled for "
              "those");
    return false;
  }
  char how[64];
  int number = WIFSIGNALED(slot->status) ? WTERMSIG(slot->status) : 0;
  if (!slot->done)
    snprintf(how, sizeof how, "ends without a trace");
  else if (number == SIGPROF || number == SIGALRM)
    snprintf(how, sizeof how, "does not come to an end");
  else if (number)
    snprintf(how, sizeof how, "is ended by signal %d (%s)", number, strsignal(number));
  else
    snprintf(how, sizeof how, "ends the program");
  const char *what = r->crashed ? r->crash : how;
  if (costs)
    return at_pair(pair, SMR_NOTE, diag, "pair \"%s\" is not timed: with%s the %s %s", name, r->inputs,
                   r->side ? "replacement" : "idiom", what);
  if (r->side == 0 && WIFEXITED(slot->status) && WEXITSTATUS(slot->status) == NOT_LINKED)
    return lenient || cannot(pair, foreign, diag, "its compiled code calls a function that is not here");
  if (r->side == 0 && r->loose)
    return lenient || cannot(pair, foreign, diag, "what its idiom touches is not known");
  if (r->side < 0)
    return at_pair(pair, SMR_ERROR, diag, "pair \"%s\" cannot be checked: the check itself failed (%s)", name,
                   what);
  return at_pair(pair, SMR_ERROR, diag, "pair \"%s\" is wrong%s%s: the %s %s", name, with, r->inputs,
                 r->side ? "replacement" : "idiom itself", what);
}

//--- The whole ---------------------------------------------------------------------

static bool run_pairs(SmrVerifyPair *pairs, uint32_t count, const SmrVerifyOptions *options, uint32_t jobs,
                      const char *path, SmrDiag *diag) {
  size_t size = sizeof(Shared) + count * sizeof(Slot);
  Shared *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED)
    return smr_error(diag, pairs[0].pair->file, 0, 0, "cannot check the pairs: %s", strerror(errno));
  fflush(NULL);
  pid_t server = fork();
  if (server == 0)
    serve(pairs, count, options, jobs, path, shared);
  int status = 0;
  while (server > 0 && waitpid(server, &status, 0) < 0 && errno == EINTR)
    ;
  bool ok = true;
  if (server < 0 || status)
    ok =
        smr_error(diag, pairs[0].pair->file, 0, 0,
                  "the pairs' code cannot be loaded to be checked (--no-verify builds without the check): %s",
                  server < 0            ? strerror(errno)
                  : *shared->load_error ? shared->load_error
                                        : "it crashes");
  for (uint32_t k = 0; k < count && ok; k++)
    if (!options->only || options->only == k + 1) {
      const SmrVerifyReport *r = &shared->slots[k].report;
      ok = judge(&pairs[k], &shared->slots[k], options, diag) && ok;
      ok = true;
      if (options->costs && r->message[0])
        smr_str_printf(options->costs, "%-24s %s\n", pairs[k].pair->name, r->message);
      if (options->log && !pairs[k].joined)
        smr_str_printf(options->log, "%s:%u: \"%s\": %u inputs, %u calls%s%s\n", pairs[k].pair->file,
                       pairs[k].pair->source->line, pairs[k].pair->name, r->cases, r->runs,
                       shared->slots[k].native ? " of its entry" : "", r->loose ? ", extents unknown" : "");
    }
  munmap(shared, size);
  return ok;
}

static void set_up(SmrVerifyPair *pair, const SmrBuildChecked *checked, const char *directory,
                   uint32_t number, SmrVerifyTensors *tensors, SmrArena *arena) {
  pair->pair = checked;
  if (smr_verify_has_tensors(checked) &&
      smr_verify_tensors(checked, directory, number, tensors, &pair->skipped)) {
    pair->pair = &tensors->pair;
    pair->skipped = NULL;
    pair->tensors = true;
  }
  pair->ties = smr_verify_find_ties(pair->pair, arena);
}

/// Those that are looked at in another form, too, stand behind them all.
static bool check_all(const SmrBuildChecked *checked, uint32_t count, uint32_t first_joined,
                      const SmrVerifyOptions *options, SmrDiag *diag) {
  uint32_t errors = diag->errors,
           jobs = options->costs ? 1 : options->jobs; // (nothing runs beside what is timed)
  if (!jobs) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    jobs = processors < 1 ? 1 : processors > 8 ? 8 : (uint32_t)processors;
  }
  SmrVerifyPair *pairs = smr_xcalloc(count, sizeof *pairs);
  SmrVerifyTensors *tensors = smr_xcalloc(count, sizeof *tensors);
  SmrArena arena = {0};
  SmrStr directory = {0}, shared_object = {0};
  if (!smr_directory_create(smr_temporary_folder(), "smr", &directory)) {
    smr_error(diag, directory.data, 0, 0, "%s", strerror(errno));
  } else {
    SmrDiag unwanted = {0};
    for (uint32_t k = 0; k < count; k++)
      set_up(&pairs[k], &checked[k], directory.data, k, &tensors[k], &arena),
          pairs[k].joined = k >= first_joined;
    if (smr_verify_link(pairs, count, directory.data, jobs, options->costs ? "-O3" : "-O1", options, &arena,
                        &shared_object, options->lenient ? &unwanted : diag))
      run_pairs(pairs, count, options, jobs, smr_str_get(&shared_object), diag);
    smr_diag_free(&unwanted);
    smr_directory_remove(directory.data);
  }
  for (uint32_t k = 0; k < count; k++) {
    smr_vec_free(&pairs[k].externals);
    smr_verify_tensors_free(&tensors[k]);
  }
  free(tensors);
  free(pairs);
  smr_arena_destroy(&arena);
  smr_str_free(&directory);
  smr_str_free(&shared_object);
  return diag->errors == errors;
}

bool smr_verify_pairs(void *data, const SmrBuildChecked *checked, uint32_t count, SmrDiag *diag) {
  static const SmrVerifyOptions defaults = {0};
  const SmrVerifyOptions *options = data ? data : &defaults;
  SmrBuildChecked *all = smr_xcalloc(2 * (size_t)count, sizeof *all);
  memcpy(all, checked, count * sizeof *all);
  uint32_t more = options->costs ? 0 : smr_verify_joined(checked, count, all + count);
  bool ok = check_all(all, count + more, count, options, diag);
  smr_verify_joined_free(all + count, more);
  free(all);
  return ok;
}
