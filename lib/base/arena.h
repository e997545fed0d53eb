//===- arena.h - bump allocator ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// An arena owns everything allocated from it; objects are freed together, never one by one. Memory is
// zeroed and aligned to 16 bytes. Out of memory aborts: SMR treats it as its own failure, not the user's.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_ARENA_H
#define SMR_BASE_ARENA_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

typedef struct SmrArenaChunk SmrArenaChunk;
typedef struct {
  SmrArenaChunk *head;
  size_t used, total; // bytes used in the head chunk; bytes handed out in all
} SmrArena;

/// Zero-initialise (`SmrArena a = {0};`) to create; destroy frees every object and leaves it empty.
void *smr_arena_alloc(SmrArena *arena, size_t bytes);
char *smr_arena_strndup(SmrArena *arena, const char *text, size_t length);
char *smr_arena_strdup(SmrArena *arena, const char *text);
void smr_arena_destroy(SmrArena *arena);

/// malloc family that aborts with a message instead of returning NULL.
void *smr_xmalloc(size_t bytes);
void *smr_xcalloc(size_t count, size_t bytes);
void *smr_xrealloc(void *block, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
