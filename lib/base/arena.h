//===- arena.h - bump allocator ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An arena owns everything allocated from it; objects are freed together, never one by one. Memory is
// zeroed and aligned to 16 bytes. Out of memory aborts: SMR treats it as its own failure, not the user's.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_ARENA_H
#define SMR_BASE_ARENA_H
#include "base/owned.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct SmrArenaChunk SmrArenaChunk;
typedef struct {
  SmrArenaChunk *head;
  unsigned char *next; // free bytes of the head chunk
  size_t left, total;  // how many; bytes handed out in all
} SmrArena;

/// Zero-initialise (`SmrArena a = {0};`) to create; destroy frees every object and leaves it empty.
static inline void *smr_arena_alloc(SmrArena *arena, size_t bytes);
void *smr_arena_grow(SmrArena *arena, size_t bytes); // the same in a new chunk; bytes is a multiple of 16
/// A copy, with room behind it; `bytes` may be 0, `from` is then not read.
void *smr_arena_copy(SmrArena *arena, const void *from, size_t bytes);
char *smr_arena_strndup(SmrArena *arena, const char *text, size_t length);
char *smr_arena_strdup(SmrArena *arena, const char *text);
char *smr_arena_vprintf(SmrArena *arena, const char *format, va_list args);
char *smr_arena_printf(SmrArena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
void smr_arena_destroy(SmrArena *arena);

/// malloc family that aborts with a message instead of returning NULL.
void *smr_xmalloc(size_t bytes);
void *smr_xcalloc(size_t count, size_t bytes);
void *smr_xrealloc(void *block, size_t bytes);
/// Says that a block of some megabytes will be used all over, in any order: large pages if the system has
/// them.
void smr_advise_huge(void *block, size_t bytes);

static inline void *smr_arena_alloc(SmrArena *arena, size_t bytes) {
  bytes = (bytes + 15) & ~(size_t)15;
  if (arena->left <= bytes) // an empty arena has no place for nothing, either
    return smr_arena_grow(arena, bytes);
  void *result = arena->next;
  arena->next += bytes;
  arena->left -= bytes;
  arena->total += bytes;
  return memset(result, 0, bytes);
}

#ifdef __cplusplus
}
#endif
#endif
