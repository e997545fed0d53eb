//===- report.c - the JSON report of one or more files -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "report.h"
#include "base/json.h"
#include "match/report_file.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static bool equal(const ReportEntry *a, const ReportEntry *b) {
  return a->hash == b->hash && strcmp(a->text, b->text) == 0;
}

void report_add_entry(ReportEntries *list, const char *text, size_t n, SmrArena *arena) {
  ReportEntry entry = {.text = smr_arena_strndup(arena, text, n), .file = ""};
  const char *file = smr_json_member(entry.text, "file"), *end = file ? smr_json_end(file) : NULL;
  if (end)
    entry.file = smr_arena_strndup(arena, file, (size_t)(end - file));
  entry.line = smr_json_number(entry.text, "line");
  entry.column = smr_json_number(entry.text, "column");
  entry.hash = XXH3_64bits(entry.text, strlen(entry.text));
  smr_vec_push(list, entry);
}

static bool read_entries(const char *json, const char *key, SmrArena *arena, ReportEntries *out) {
  const char *list = smr_json_list(json, key);
  for (const char *at = smr_json_first(list); at; at = smr_json_next(at)) {
    if (*at != '{')
      return false;
    report_add_entry(out, at, (size_t)(smr_json_end(at) - at), arena);
  }
  return list;
}

/// (Only where something may run on a GPU is there anything to tell of residency.)
static bool read_report(const char *json, SmrArena *arena, Report *out) {
  return read_entries(json, "rewrites", arena, &out->rewrites) &&
         read_entries(json, "missed", arena, &out->missed) &&
         (!smr_json_member(json, "residency") || read_entries(json, "residency", arena, &out->residency));
}

bool report_add_json(Report *report, const char *json) {
  return read_report(json, &report->arena, report);
}

static void free_entries(Report *report) {
  smr_vec_free(&report->rewrites);
  smr_vec_free(&report->missed);
  smr_vec_free(&report->residency);
}

bool report_count(const char *json, uint32_t *rewrites) {
  Report report = {0};
  bool ok = read_report(json, &report.arena, &report);
  *rewrites = report.rewrites.size;
  report_free(&report);
  return ok;
}

/// Where a relative path begins; the caller frees.
static char *directory_of(const char *path) {
  return path[0] == '/' ? NULL : getcwd(NULL, 0);
}

static void note(Report *report, const char *path) {
  SMR_OWNED(SmrStr, smr_str_free) plain = {0}, text = {0};
  for (const char *c = path; *c; c++)
    if (smr_starts(c, "./") && (c == path || c[-1] == '/')) // as the entries have it
      c++;
    else
      smr_str_putc(&plain, *c);
  smr_json_put(&text, smr_str_get(&plain));
  smr_vec_push(&report->files, smr_arena_strdup(&report->arena, text.data));
}

void report_note_file(Report *report, const char *path) {
  note(report, path);
  char *directory = directory_of(path);
  if (directory) {
    SmrStr absolute = {0};
    smr_str_printf(&absolute, "%s/%s", directory, path);
    note(report, absolute.data);
    smr_str_free(&absolute);
  }
  free(directory);
}

static bool is_fresh(const Report *report, const ReportEntry *entry) {
  for (uint32_t i = 0; i < report->files.size; i++)
    if (strcmp(report->files.data[i], entry->file) == 0)
      return true;
  return false;
}

static int compare(const ReportEntry *a, const ReportEntry *b) {
  int files = strcmp(a->file, b->file);
  return files                    ? files
         : a->line != b->line     ? (a->line < b->line ? -1 : 1)
         : a->column != b->column ? (a->column < b->column ? -1 : 1)
                                  : strcmp(a->text, b->text);
}

/// In the order of the sources: that of the compilations must not show, in headers neither.
static void sort_entries(ReportEntries *list) {
  for (uint32_t i = 1; i < list->size; i++) {
    ReportEntry entry = list->data[i];
    uint32_t at = i;
    for (; at > 0 && compare(&list->data[at - 1], &entry) > 0; at--)
      list->data[at] = list->data[at - 1];
    list->data[at] = entry;
  }
}

/// Was the file written after the report was? (A header's entries come from many compilations, and none of
/// them may take away what the others told; but what was told of another text is told of no text that there
/// is.)
static bool has_changed(const Report *report, const ReportEntry *entry) {
  struct stat info;
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  smr_json_text(&path, entry->file);
  return report->older.tv_sec && smr_starts(smr_str_get(&path), "/") && stat(path.data, &info) == 0 &&
         (info.st_mtim.tv_sec != report->older.tv_sec ? info.st_mtim.tv_sec > report->older.tv_sec
                                                      : info.st_mtim.tv_nsec > report->older.tv_nsec);
}

/// What the older report says that still holds.
static void keep_older(const Report *report, const ReportEntries *old, ReportEntries *all) {
  bool gone = false;
  for (uint32_t i = 0; i < old->size; i++) {
    const ReportEntry *entry = &old->data[i];
    if (i == 0 || strcmp(entry->file, old->data[i - 1].file) != 0)
      gone = is_fresh(report, entry) || has_changed(report, entry);
    if (!gone)
      smr_vec_push(all, *entry);
  }
}

static void merge(const Report *report, ReportEntries *old, const ReportEntries *now) {
  ReportEntries all = {0};
  keep_older(report, old, &all);
  // An included file's entries come again with each file that includes it.
  for (uint32_t i = 0; i < now->size; i++) {
    uint32_t here = 0, known = 0;
    for (uint32_t k = 0; k <= i; k++)
      here += now->data[k].unit == now->data[i].unit && equal(&now->data[k], &now->data[i]);
    for (uint32_t k = 0; k < all.size; k++)
      known += equal(&all.data[k], &now->data[i]);
    if (known < here)
      smr_vec_push(&all, now->data[i]);
  }
  sort_entries(&all);
  smr_vec_free(old);
  *old = all;
}

static void print_entries(SmrStr *out, const char *key, const ReportEntries *list) {
  smr_json_line(out, "");
  smr_json_open(out, key, '[');
  for (uint32_t i = 0; i < list->size; i++) {
    smr_json_line(out, "");
    smr_json_value(out, NULL, "%s", list->data[i].text);
  }
  smr_json_close_lines(out);
}

/// What an older report holds, and this one.
static void print_merged(const Report *report, Report *older, SmrStr *out) {
  merge(report, &older->rewrites, &report->rewrites);
  merge(report, &older->missed, &report->missed);
  merge(report, &older->residency, &report->residency);
  smr_str_puts(out, "{\"version\":1");
  print_entries(out, "rewrites", &older->rewrites);
  print_entries(out, "missed", &older->missed);
  if (older->residency.size)
    print_entries(out, "residency", &older->residency);
  smr_str_puts(out, "}\n");
}

void report_print(const Report *report, SmrStr *out) {
  Report none = {0};
  print_merged(report, &none, out);
  free_entries(&none);
}

bool report_write(Report *report, const char *path, const char **reason) {
  Report merged = {0};
  SMR_OWNED(SmrStr, smr_str_free) out = {0}, older = {0};
  int fd = smr_report_open(path, O_RDWR | O_CREAT, &older, reason);
  struct stat info;
  if (older.size && fstat(fd, &info) == 0)
    report->older = info.st_mtim;
  if (older.size)
    read_report(smr_str_get(&older), &report->arena, &merged);
  print_merged(report, &merged, &out);
  smr_report_wrap(path, &out);
  bool ok = fd >= 0 && smr_report_replace(fd, path, &out, reason);
  if (fd >= 0)
    close(fd);
  free_entries(&merged);
  return ok;
}

void report_free(Report *report) {
  free_entries(report);
  smr_vec_free(&report->files);
  smr_arena_destroy(&report->arena);
}
