//===- choice.c - is a call faster on the device? ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/choice.h"
#include "runtime/gpu/settings.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECKED 8e9 // bytes a second that one core looks through

static SmrGpuCosts costs;
static double missed;

static int level_of(SmrGpuKind kind) {
  return kind <= SMR_GPU_HERK || kind == SMR_GPU_TENSOR ? 3 : kind <= SMR_GPU_TRSV ? 2 : 1;
}

//--- Without a file -----------------------------------------------------------------------------

static void constant_rate(SmrGpuSeries *series, double per_second, double delay) {
  series->count = 2;
  series->work[0] = 1, series->seconds[0] = delay;
  series->work[1] = 1e15, series->seconds[1] = delay + 1e15 / per_second;
}

/// Of a CPU that is good (22e9 multiplications and additions of doubles a second on each core), a GPU that is
/// not one of the best (a sixth of an H200's), and pageable copies at half of what PCIe 5 gives.
void smr_gpu_costs_built_in(SmrGpuCosts *out) {
  cpu_set_t set;
  int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 64;
  double memory = 10e9 + 10e9 * (cores < 16 ? cores : 16);
  *out = (SmrGpuCosts){.start = 1.5, .up = 6e9, .down = 6e9};
  for (int type = 0; type < 2; type++) {
    double size = type ? 8 : 4;
    constant_rate(&out->series[0][type][0], memory / size / 2, 0);
    constant_rate(&out->series[0][type][1], memory / size, 0);
    constant_rate(&out->series[0][type][2], 22e9 * cores * (8 / size), 0);
    constant_rate(&out->series[1][type][0], 1e12 / size / 2, 2e-5);
    constant_rate(&out->series[1][type][1], 1e12 / size, 2e-5);
    constant_rate(&out->series[1][type][2], 5e12 * (8 / size), 2e-5);
  }
}

//--- The file -----------------------------------------------------------------------------------

static int parse_point(const char *line, SmrGpuCosts *out) {
  char where[4], type[4];
  int level;
  double work, seconds;
  if (sscanf(line, "%3s %3s %d %lf %lf", where, type, &level, &work, &seconds) != 5)
    return 0;
  int gpu = !strcmp(where, "gpu"), wide = !strcmp(type, "f64");
  if ((!gpu && strcmp(where, "cpu") != 0) || (!wide && strcmp(type, "f32") != 0) || level < 1 || level > 3)
    return 0;
  SmrGpuSeries *s = &out->series[gpu][wide][level - 1];
  if (s->count == SMR_GPU_MOST_POINTS || !(work > 0) || !(seconds >= 0) || !(seconds < 1e9) ||
      !(work < 1e30) || (s->count && work <= s->work[s->count - 1]))
    return 0;
  s->work[s->count] = work;
  s->seconds[s->count++] = seconds;
  return 1;
}

static int parse_line(const char *line, SmrGpuCosts *out) {
  static const char *const names[] = {"start", "up", "down"};
  double *const values[] = {&out->start, &out->up, &out->down};
  for (int k = 0; k < 3; k++) {
    size_t length = strlen(names[k]);
    if (strncmp(line, names[k], length) != 0 || line[length] != ' ')
      continue;
    char *end;
    *values[k] = strtod(line + length, &end);
    return *end == '\0' && *values[k] > (k ? 0 : -1) && *values[k] < 1e30;
  }
  return parse_point(line, out);
}

/// Is every series there?
static int is_complete(const SmrGpuCosts *c) {
  const SmrGpuSeries *all = &c->series[0][0][0];
  for (size_t k = 0; k < sizeof c->series / sizeof *all; k++)
    if (!all[k].count)
      return 0;
  return c->up > 0 && c->down > 0 && c->start >= 0;
}

int smr_gpu_costs_parse(const char *text, SmrGpuCosts *out, char *reason, size_t size) {
  SmrGpuCosts read = {.start = -1};
  char line[128];
  for (int number = 1; *text; number++) {
    size_t length = strcspn(text, "\n");
    snprintf(line, sizeof line, "%.*s", (int)(length < sizeof line ? length : sizeof line), text);
    if (number == 1 ? strcmp(line, "smr-gpu-costs 1") != 0 : !parse_line(line, &read)) {
      snprintf(reason, size, "line %d: %s", number, number == 1 ? "no table of costs" : "not a cost");
      return 0;
    }
    text += length + (text[length] == '\n');
  }
  if (!is_complete(&read)) {
    snprintf(reason, size, "costs are missing");
    return 0;
  }
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

void smr_gpu_costs_read(void) {
  static char text[1 << 14];
  char path[SMR_GPU_MOST_COSTS_PATH], reason[128];
  const char *named = secure_getenv("SMR_GPU_COSTS");
  smr_gpu_costs_built_in(&costs);
  missed = 0;
  FILE *file = smr_gpu_costs_path(path, sizeof path) ? fopen(path, "re") : NULL;
  if (!file) {
    if (named && *named)
      fprintf(stderr, "smr_rt: SMR_GPU_COSTS: cannot open %s; built-in costs are used\n", named);
    return;
  }
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  if (!smr_gpu_costs_parse(text, &costs, reason, sizeof reason))
    fprintf(stderr, "smr_rt: %s: %s; built-in costs are used\n", path, reason);
}

//--- Choosing ----------------------------------------------------------------------------------------

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

double smr_gpu_gain(const SmrGpuCall *call, const SmrGpuPlan *plan, double bytes_up, double bytes_down) {
  char type = call->routine->type;
  int wide = type == 'd' || type == 'z', level = level_of(call->routine->kind);
  double work = plan->work * (type == 'c' || type == 'z' ? 4 : 1);
  return smr_gpu_seconds(&costs.series[0][wide][level - 1], work) -
         smr_gpu_seconds(&costs.series[1][wide][level - 1], work) - bytes_up / costs.up -
         bytes_down / costs.down - plan->checked / CHECKED;
}

typedef struct {
  uintptr_t from, to;
  double seconds;
} Loss;
static Loss losses[16]; // the last of them, in turn
static int next_loss;

double smr_gpu_lost(const void *at, size_t bytes, double seconds) {
  enum { MOST = sizeof losses / sizeof *losses };
  uintptr_t from = (uintptr_t)at, to = from + bytes;
  for (int k = 0; k < MOST; k++)
    if (losses[k].from == from && losses[k].to == to)
      return losses[k].seconds += seconds;
  losses[next_loss] = (Loss){from, to, seconds};
  next_loss = (next_loss + 1) % MOST;
  return seconds;
}

void smr_gpu_lost_no_more(const void *at, size_t bytes) {
  for (size_t k = 0; k < sizeof losses / sizeof *losses; k++)
    if (!at || ((uintptr_t)at < losses[k].to && losses[k].from < (uintptr_t)at + bytes))
      losses[k] = (Loss){0, 0, 0};
}

int smr_gpu_loses(void) {
  for (size_t k = 0; k < sizeof losses / sizeof *losses; k++)
    if (losses[k].to)
      return 1;
  return 0;
}

int smr_gpu_missed(double seconds) {
  missed += seconds;
  return missed > costs.start;
}

int smr_gpu_start_is_slow(void) {
  return costs.start > 0;
}
