//===- entries.c - archives of replacements as native code -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/entries.h"
#include "base/link_name.h"
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "smr-entries 2 ";

/// What an entry is compiled for: a triple without its vendor, `x86_64-linux-gnu`.
static void put_target(const char *triple, size_t length, SmrStr *out) {
  const char *end = triple + length, *first = memchr(triple, '-', length);
  if (!first)
    first = end;
  uint32_t parts = 1;
  for (const char *at = triple; at < end; at++)
    parts += *at == '-';
  const char *rest = first;
  if (parts > 3) // the second one is the vendor
    rest = memchr(first + 1, '-', (size_t)(end - first - 1));
  smr_str_append(out, triple, (size_t)(first - triple));
  smr_str_append(out, rest, (size_t)(end - rest));
}

struct SmrEntries {
  void *file; // mapped
  size_t size;
  const char *target, *lines, *end;
};

/// The index is the first text in the file that begins like one.
static bool find_index(SmrEntries *entries) {
  enum { HEAD = sizeof magic - 1 + 16 + 1 + 8 + 1 }; // with a checksum and a size of 8 digits
  char head[HEAD + 1] = {0}, *rest;
  const char *at = memmem(entries->file, entries->size, magic, sizeof magic - 1);
  const char *end = (const char *)entries->file + entries->size;
  if (!at || end - at < HEAD)
    return false;
  memcpy(head, at, HEAD);
  uint64_t checksum = strtoull(head + sizeof magic - 1, &rest, 16);
  uint64_t size = strtoull(rest, &rest, 10);
  if (rest != head + HEAD - 1 || *rest != '\n' || size > (uint64_t)(end - at - HEAD) ||
      smr_checksum(at + HEAD, size) != checksum)
    return false;
  entries->target = at + HEAD;
  entries->end = entries->target + size;
  entries->lines = memchr(entries->target, '\n', size);
  return entries->lines && entries->lines++;
}

SmrEntries *smr_entries_open(const char *library) {
  SMR_OWNED(SmrStr, smr_str_free) path = {0};
  SmrEntries *entries = smr_xcalloc(1, sizeof *entries);
  struct stat about;
  smr_str_printf(&path, "%s" SMR_ENTRIES_ENDING, library);
  int fd = open(smr_str_get(&path), O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
    void *map = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map != MAP_FAILED)
      entries->file = map, entries->size = (size_t)about.st_size;
  }
  if (fd >= 0)
    close(fd);
  if (entries->file && find_index(entries))
    return entries;
  smr_entries_close(entries);
  return NULL;
}

void smr_entries_close(SmrEntries *entries) {
  if (entries && entries->file)
    munmap(entries->file, entries->size);
  free(entries);
}

void smr_entries_target(const SmrEntries *entries, SmrStr *out) {
  smr_str_append(out, entries->target, (size_t)(entries->lines - 1 - entries->target));
}

bool smr_entries_fit(const SmrEntries *entries, const char *triple, size_t length) {
  SMR_OWNED(SmrStr, smr_str_free) wanted = {0}, target = {0};
  put_target(triple, length, &wanted);
  smr_entries_target(entries, &target);
  return smr_equal(smr_str_get(&wanted), smr_str_get(&target));
}

/// Ends the word and gives the next one.
static char *next_word(char *word) {
  char *blank = strchr(word, ' ');
  if (!blank)
    return word + strlen(word);
  *blank = '\0';
  return blank + 1;
}

bool smr_entries_find(const SmrEntries *entries, uint64_t hash, SmrArena *arena, SmrEntryInfo *out) {
  enum { DIGITS = 16 };
  char text[DIGITS + 1];
  snprintf(text, sizeof text, "%016" PRIx64, hash);
  for (const char *line = entries->lines, *stop; line < entries->end; line = stop + 1) {
    stop = memchr(line, '\n', (size_t)(entries->end - line));
    if (!stop)
      return false;
    if (stop - line < DIGITS || memcmp(line, text, DIGITS) != 0)
      continue;
    char *copy = smr_arena_strndup(arena, line, (size_t)(stop - line));
    char *symbol = next_word(copy), *routines = next_word(symbol), *functions = next_word(routines),
         *facts = next_word(functions), *tries = next_word(facts), *tab = strchr(tries, '\t');
    if (!tab)
      return false;
    *tab = '\0';
    *out = (SmrEntryInfo){symbol, routines, functions, tries, tab + 1, atoi(facts) != 0};
    return true;
  }
  return false;
}

bool smr_entry_lists(const char *names, const char *name) {
  size_t length = strlen(name);
  for (const char *at = names; *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == length && !memcmp(at, name, length))
      return true;
  return false;
}

//--- Writing ------------------------------------------------------------------------------

void smr_entries_index(const char *triple, const SmrStr *lines, SmrStr *out) {
  SMR_OWNED(SmrStr, smr_str_free) rest = {0};
  put_target(triple, strlen(triple), &rest);
  smr_str_putc(&rest, '\n');
  smr_str_append(&rest, smr_str_get(lines), lines->size);
  smr_str_printf(out, "%s%016" PRIx64 " %08zu\n", magic, smr_checksum(smr_str_get(&rest), rest.size),
                 rest.size);
  smr_str_append(out, smr_str_get(&rest), rest.size);
}

void smr_entries_line(uint64_t hash, const SmrEntryInfo *entry, SmrStr *out) {
  smr_str_printf(out, "%016" PRIx64 " %s %s %s %d %s\t%s\n", hash, entry->symbol, entry->routines,
                 entry->functions, entry->joins, entry->tries, entry->others);
}
