//===- arena.c - bump allocator ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/arena.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct SmrArenaChunk {
  SmrArenaChunk *next;
  size_t capacity;
  _Alignas(16) unsigned char bytes[];
};

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, MOST_SPARE = 4 };

// Arenas for one question are made and destroyed by the thousand: each thread keeps a few first chunks. Not
// under the address sanitizer, which is to see every use after an arena's end.
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined __SANITIZE_ADDRESS__ || __has_feature(address_sanitizer)
enum { KEEP_SPARE = 0 };
#else
enum { KEEP_SPARE = 1 };
#endif
static _Thread_local SmrArenaChunk *spare;
static _Thread_local unsigned spare_count;

static void *checked(void *block) {
  if (!block) {
    fputs("smr: out of memory\n", stderr);
    abort();
  }
  return block;
}

void *smr_xmalloc(size_t bytes) {
  return checked(malloc(bytes ? bytes : 1));
}
void *smr_xcalloc(size_t count, size_t bytes) {
  return checked(calloc(count ? count : 1, bytes ? bytes : 1));
}
void *smr_xrealloc(void *block, size_t bytes) {
  return checked(realloc(block, bytes ? bytes : 1));
}

// (From the first page to the last: the system moves a mapping that grows only while it is one to it.)
void smr_advise_huge(void *block, size_t bytes) {
#ifdef MADV_HUGEPAGE
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), huge = (uintptr_t)2 << 20;
  uintptr_t from = (uintptr_t)block & ~(page - 1), to = ((uintptr_t)block + bytes + page - 1) & ~(page - 1);
  if (bytes >= 2 * huge)
    (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
#else
  (void)block, (void)bytes;
#endif
}

void *smr_arena_grow(SmrArena *arena, size_t bytes) {
  size_t capacity = arena->head ? arena->head->capacity * 2 : FIRST_CHUNK;
  if (capacity > LARGEST_CHUNK)
    capacity = LARGEST_CHUNK;
  if (capacity < bytes)
    capacity = bytes;
  SmrArenaChunk *chunk;
  if (capacity == FIRST_CHUNK && spare) {
    chunk = spare;
    spare = chunk->next;
    --spare_count;
  } else {
    chunk = smr_xmalloc(sizeof *chunk + capacity);
  }
  chunk->next = arena->head;
  chunk->capacity = capacity;
  arena->head = chunk;
  arena->next = chunk->bytes + bytes;
  arena->left = capacity - bytes;
  arena->total += bytes;
  return memset(chunk->bytes, 0, bytes);
}

void *smr_arena_copy(SmrArena *arena, const void *from, size_t bytes) {
  void *copy = smr_arena_alloc(arena, bytes + 1);
  if (bytes)
    memcpy(copy, from, bytes);
  return copy;
}

char *smr_arena_strndup(SmrArena *arena, const char *text, size_t length) {
  char *copy = smr_arena_alloc(arena, length + 1);
  memcpy(copy, text, length);
  return copy;
}

char *smr_arena_strdup(SmrArena *arena, const char *text) {
  return smr_arena_strndup(arena, text, strlen(text));
}

char *smr_arena_vprintf(SmrArena *arena, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *text = smr_arena_alloc(arena, (size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, args);
  return text;
}

char *smr_arena_printf(SmrArena *arena, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = smr_arena_vprintf(arena, format, args);
  va_end(args);
  return text;
}

void smr_arena_destroy(SmrArena *arena) {
  for (SmrArenaChunk *chunk = arena->head, *next; chunk; chunk = next) {
    next = chunk->next;
    if (KEEP_SPARE && chunk->capacity == FIRST_CHUNK && spare_count < MOST_SPARE) {
      chunk->next = spare;
      spare = chunk;
      ++spare_count;
    } else {
      free(chunk);
    }
  }
  memset(arena, 0, sizeof *arena);
}
