//===- costs.c - what calls and copies cost on this machine ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/costs.h"
#include "runtime/gpu/settings.h"
#include <fcntl.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TYPE_NAME(NAME, name, letter) #name,
#define TYPE_LETTER(NAME, name, letter) letter,
#define ROUTINE_NAME(KIND, name, relative) [SMR_GPU_##KIND] = #name,
#define RELATIVE(KIND, name, relative) [SMR_GPU_##KIND] = SMR_GPU_##relative,
static const char *const types[] = {SMR_GPU_COST_TYPES(TYPE_NAME) NULL};
static const char letters[] = {SMR_GPU_COST_TYPES(TYPE_LETTER)};
static const char *const routines[] = {SMR_GPU_COST_ROUTINES(ROUTINE_NAME)[SMR_GPU_KIND_COUNT] = NULL};
static const SmrGpuKind relatives[] = {SMR_GPU_COST_ROUTINES(RELATIVE)};

const char *smr_gpu_cost_type_name(SmrGpuCostType type) {
  return types[type];
}

const char *smr_gpu_cost_routine_name(SmrGpuKind kind) {
  return routines[kind];
}

SmrGpuCostType smr_gpu_cost_type(char letter) {
  return (SmrGpuCostType)((const char *)memchr(letters, letter, sizeof letters) - letters);
}

//--- Without a file -----------------------------------------------------------------------------

static void constant_rate(SmrGpuSeries *series, double per_second, double delay) {
  series->count = 2;
  series->work[0] = 1, series->seconds[0] = delay;
  series->work[1] = 1e15, series->seconds[1] = delay + 1e15 / per_second;
}

/// Of a CPU that is good (22e9 multiplications and additions of doubles a second on each core), a GPU that is
/// not one of the best (a sixth of an H200's), and copies at half of what PCIe 5 gives.
void smr_gpu_costs_built_in(SmrGpuCosts *out) {
  cpu_set_t set;
  int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 64;
  double memory = 10e9 + 10e9 * (cores < 16 ? cores : 16);
  *out = (SmrGpuCosts){.version = SMR_GPU_COSTS_VERSION,
                       .start = 1.5,
                       .up = {{0, 6e9}, {0, 20e9}},
                       .down = {{0, 6e9}, {0, 20e9}},
                       .pin = {1e-4, 4e9}};
  for (int type = SMR_GPU_COST_F32; type <= SMR_GPU_COST_F64; type++) {
    double size = type == SMR_GPU_COST_F64 ? 8 : 4;
    SmrGpuSeries *cpu = out->series[0][type], *gpu = out->series[1][type];
    constant_rate(&cpu[SMR_GPU_AXPY], memory / size / 2, 0);
    constant_rate(&cpu[SMR_GPU_GEMV], memory / size, 0);
    constant_rate(&cpu[SMR_GPU_GEMM], 22e9 * cores * (8 / size), 0);
    constant_rate(&gpu[SMR_GPU_AXPY], 1e12 / size / 2, 2e-5);
    constant_rate(&gpu[SMR_GPU_GEMV], 1e12 / size, 2e-5);
    constant_rate(&gpu[SMR_GPU_GEMM], 5e12 * (8 / size), 2e-5);
  }
}

//--- The file -----------------------------------------------------------------------------------

typedef struct {
  const char *line, *at; // its start; the next word
  int number;
  SmrGpuCosts *out;
  char *reason;
  size_t size;
} Reader;

typedef struct {
  const char *at;
  size_t length;
} Word;

__attribute__((format(printf, 3, 4))) static int wrong(Reader *r, const char *at, const char *format, ...) {
  va_list arguments;
  int length = snprintf(r->reason, r->size, "%d:%d: ", r->number, (int)(at - r->line) + 1);
  va_start(arguments, format);
  if (length > 0 && (size_t)length < r->size)
    vsnprintf(r->reason + length, r->size - (size_t)length, format, arguments);
  va_end(arguments);
  return 0;
}

static Word next(Reader *r) {
  r->at += strspn(r->at, " ");
  Word word = {r->at, strcspn(r->at, " \n")};
  r->at += word.length;
  return word;
}

static int is(Word word, const char *text) {
  return strlen(text) == word.length && !strncmp(word.at, text, word.length);
}

static int find(Word word, const char *const *names) {
  int k = 0;
  while (names[k] && !is(word, names[k]))
    k++;
  return names[k] ? k : -1;
}

/// A number that is finite, and greater than `least` or (if that may be) equal to it.
static int number(Reader *r, double least, int may_be, double *value) {
  Word word = next(r);
  char text[32], *end = NULL;
  if (!word.length)
    return wrong(r, word.at, "a number is missing");
  snprintf(text, sizeof text, "%.*s", (int)(word.length < 31 ? word.length : 31), word.at);
  *value = strtod(text, &end);
  if (*end || word.length > 31 || !(*value > -1e30 && *value < 1e30))
    return wrong(r, word.at, "'%s' is no number", text);
  if (*value < least || (*value == least && !may_be))
    return wrong(r, word.at, "'%s' is too small", text);
  return 1;
}

static int way(Reader *r, SmrGpuWay *to) {
  const char *at = r->at;
  if (to->rate > 0)
    return wrong(r, at, "the same cost for the second time");
  return (r->out->version == 1 || number(r, 0, 1, &to->delay)) && number(r, 0, 0, &to->rate);
}

/// up, down
static int two_ways(Reader *r, SmrGpuWay to[2]) {
  static const char *const kinds[] = {"pageable", "pinned", NULL};
  if (r->out->version == 1) {
    int ok = way(r, &to[0]);
    to[1] = to[0];
    return ok;
  }
  Word word = next(r);
  int kind = find(word, kinds);
  return kind < 0 ? wrong(r, word.at, "neither pageable nor pinned") : way(r, &to[kind]);
}

/// What follows cpu, gpu.
static int point(Reader *r, int gpu) {
  static const char *const levels[] = {"1", "2", "3", NULL};
  static const SmrGpuKind of_levels[] = {SMR_GPU_AXPY, SMR_GPU_GEMV, SMR_GPU_GEMM};
  Word type = next(r), routine = next(r);
  int t = find(type, types), k = find(routine, r->out->version == 1 ? levels : routines);
  double work, seconds;
  if (t < 0)
    return wrong(r, type.at, "no type of numbers");
  if (k < 0)
    return wrong(r, routine.at, r->out->version == 1 ? "no level of BLAS" : "no routine of BLAS");
  SmrGpuSeries *s = &r->out->series[gpu][t][r->out->version == 1 ? of_levels[k] : (SmrGpuKind)k];
  if (s->count == SMR_GPU_MOST_POINTS)
    return wrong(r, type.at, "more than %d lines of a kind", SMR_GPU_MOST_POINTS);
  if (!number(r, s->count ? s->work[s->count - 1] : 0, 0, &work) || !number(r, 0, 1, &seconds))
    return 0;
  s->work[s->count] = work;
  s->seconds[s->count++] = seconds;
  return 1;
}

static int line(Reader *r) {
  static const char *const words[] = {"start", "up", "down", "cpu", "gpu", "pin", NULL};
  Word word = next(r);
  int ok = 0;
  switch (find(word, words)) {
  case 0:
    ok = r->out->start >= 0 ? wrong(r, word.at, "the same cost for the second time")
                            : number(r, 0, 1, &r->out->start);
    break;
  case 1:
    ok = two_ways(r, r->out->up);
    break;
  case 2:
    ok = two_ways(r, r->out->down);
    break;
  case 3:
  case 4:
    ok = point(r, is(word, "gpu"));
    break;
  case 5:
    ok = r->out->version == 1 ? wrong(r, word.at, "no cost") : way(r, &r->out->pin);
    break;
  default:
    return wrong(r, word.at, "no cost");
  }
  if (ok && (word = next(r)).length)
    return wrong(r, word.at, "more than a cost");
  return ok;
}

static int header(Reader *r) {
  static const char start[] = "smr-gpu-costs ";
  double version;
  if (strncmp(r->line, start, sizeof start - 1) != 0)
    return wrong(r, r->line, "no table of costs");
  r->at = r->line + sizeof start - 1;
  if (!number(r, 0, 0, &version))
    return 0;
  if (version != 1 && version != SMR_GPU_COSTS_VERSION)
    return wrong(r, r->line + sizeof start - 1, "a table of another version than 1 and %d: measure anew",
                 SMR_GPU_COSTS_VERSION);
  r->out->version = (int)version;
  return *r->at == '\n' || !*r->at ? 1 : wrong(r, r->at, "more than a version");
}

/// Are all there that relatives fall back on, and both of each?
static int complete(Reader *r) {
  const SmrGpuCosts *c = r->out;
  if (c->start < 0)
    return wrong(r, r->line, "no line for start");
  for (int k = 0; k < 4; k++)
    if (!((k < 2 ? c->up : c->down)[k % 2].rate > 0))
      return wrong(r, r->line, "no line for %s %s", k < 2 ? "up" : "down", k % 2 ? "pinned" : "pageable");
  for (int t = 0; t < SMR_GPU_COST_TYPE_COUNT; t++)
    for (int k = 0; k < SMR_GPU_KIND_COUNT; k++) {
      int cpu = c->series[0][t][k].count, gpu = c->series[1][t][k].count,
          needed = t <= SMR_GPU_COST_F64 && relatives[k] == (SmrGpuKind)k;
      if ((needed || cpu || gpu) && !(cpu && gpu))
        return wrong(r, r->line, "no line for %s %s %s", cpu ? "gpu" : "cpu", types[t], routines[k]);
    }
  return 1;
}

int smr_gpu_costs_parse(const char *text, SmrGpuCosts *out, char *reason, size_t size) {
  static SmrGpuCosts read; // (too large for the stack of who constructs)
  memset(&read, 0, sizeof read);
  read.start = -1;
  Reader r = {.line = text, .at = text, .number = 1, .out = &read, .reason = reason, .size = size};
  int ok = header(&r);
  for (const char *end = strchr(text, '\n'); ok && end && end[1]; end = strchr(end + 1, '\n')) {
    r.line = r.at = end + 1;
    r.number++;
    ok = line(&r);
  }
  if (!ok || !complete(&r))
    return 0;
  *out = read;
  return 1;
}

size_t smr_gpu_costs_path(char *path, size_t size) {
  const char *named = secure_getenv("SMR_GPU_COSTS"), *cache = secure_getenv("XDG_CACHE_HOME"),
             *home = secure_getenv("HOME");
  int length = named && *named   ? snprintf(path, size, "%s", named)
               : cache && *cache ? snprintf(path, size, "%s/smr/gpu.costs", cache)
               : home && *home   ? snprintf(path, size, "%s/.cache/smr/gpu.costs", home)
                                 : 0;
  return length > 0 && (size_t)length < size ? (size_t)length : 0;
}

/// A pipe that nobody writes would let the program wait for ever: such a thing is none.
static FILE *open_table(const char *path) {
  struct stat status;
  int at = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (at < 0)
    return NULL;
  if (fstat(at, &status) == 0 && S_ISFIFO(status.st_mode)) {
    close(at);
    return NULL;
  }
  FILE *file = fdopen(at, "r");
  if (!file)
    close(at);
  return file;
}

void smr_gpu_costs_load(SmrGpuCosts *costs) {
  static char text[1 << 17];
  char path[SMR_GPU_MOST_COSTS_PATH], reason[128];
  const char *named = secure_getenv("SMR_GPU_COSTS");
  smr_gpu_costs_built_in(costs);
  FILE *file = smr_gpu_costs_path(path, sizeof path) ? open_table(path) : NULL;
  if (!file) {
    if (named && *named)
      fprintf(stderr, "smr_rt: SMR_GPU_COSTS: cannot open %s; built-in costs are used\n", named);
    return;
  }
  size_t length = fread(text, 1, sizeof text, file);
  fclose(file);
  if (length == sizeof text)
    fprintf(stderr, "smr_rt: %s: longer than a table of costs is; built-in costs are used\n", path);
  text[length < sizeof text ? length : 0] = '\0';
  if (length == sizeof text)
    return;
  if (!smr_gpu_costs_parse(text, costs, reason, sizeof reason))
    fprintf(stderr, "smr_rt: %s:%s; built-in costs are used\n", path, reason);
  else if (costs->version != SMR_GPU_COSTS_VERSION)
    smr_gpu_tell("%s:1:15: costs of version %d, without pinned arrays: smr-gpu-calibrate measures anew", path,
                 costs->version);
}

//--- Costs --------------------------------------------------------------------------------------

/// Between points on a straight line, beyond them in proportion.
double smr_gpu_seconds(const SmrGpuSeries *s, double work) {
  int last = s->count - 1, k = 0;
  if (work >= s->work[last])
    return s->seconds[last] * (work / s->work[last]);
  if (work <= s->work[0])
    return s->seconds[0];
  while (work > s->work[k + 1])
    k++;
  double part = (work - s->work[k]) / (s->work[k + 1] - s->work[k]);
  return s->seconds[k] + part * (s->seconds[k + 1] - s->seconds[k]);
}

/// The type whose costs stand for another's, with so many times the work.
static SmrGpuCostType simpler(SmrGpuCostType type, double *work) {
  int is_complex = type == SMR_GPU_COST_C32 || type == SMR_GPU_COST_C64;
  if (type == SMR_GPU_COST_F16)
    return SMR_GPU_COST_BF16;
  *work *= is_complex ? 4 : 1;
  return type == SMR_GPU_COST_C64 || type == SMR_GPU_COST_F64 ? SMR_GPU_COST_F64 : SMR_GPU_COST_F32;
}

double smr_gpu_cost(const SmrGpuCosts *costs, int gpu, char letter, SmrGpuKind kind, double work) {
  SmrGpuCostType type = smr_gpu_cost_type(letter);
  SmrGpuKind k = kind;
  while (!costs->series[gpu][type][k].count) {
    if (relatives[k] != k) {
      k = relatives[k];
      continue;
    }
    type = simpler(type, &work);
    k = kind;
  }
  return smr_gpu_seconds(&costs->series[gpu][type][k], work);
}
