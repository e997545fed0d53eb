//===- compile.c - front ends, several at a time -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A front end is a process of its own that takes about as long as everything else here together, so threads
// wait for several of them. Every block has its own diagnostics, which are passed on in the blocks' order.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

typedef struct {
  SmrBuildPair *pairs;
  uint32_t blocks; // two per pair
  const SmrFrontendOptions *options;
  SmrDiag *diags;
  bool *ok;
  atomic_uint next;
} Queue;

/// The user's flags, and before them the PAT file's own folder: what a block includes is looked for there
/// first.
static bool compile_block(const SmrBuildPair *pair, const SmrPatBlock *block,
                          const SmrFrontendOptions *options, SmrStr *out, SmrDiag *diag) {
  SMR_VEC(const char *) flags = {0};
  SmrStr folder = {0};
  const char *path = pair->pat->path, *slash = strrchr(path, '/');
  if (slash)
    smr_str_append(&folder, path, slash == path ? 1 : (size_t)(slash - path));
  else
    smr_str_puts(&folder, ".");
  smr_vec_push(&flags, "-I");
  smr_vec_push(&flags, folder.data);
  for (uint32_t k = 0; k < options->flag_count; k++)
    smr_vec_push(&flags, options->flags[k]);
  SmrFrontendOptions all = {options->flang, flags.data, flags.size};
  bool ok = smr_frontend_compile(block, path, &all, out, diag);
  smr_vec_free(&flags);
  smr_str_free(&folder);
  return ok;
}

static void *work(void *data) {
  Queue *queue = data;
  for (;;) {
    uint32_t k = atomic_fetch_add(&queue->next, 1);
    if (k >= queue->blocks)
      return NULL;
    SmrBuildPair *pair = &queue->pairs[k / 2];
    queue->ok[k] = compile_block(pair, k % 2 ? &pair->source->replacement : &pair->source->idiom,
                                 queue->options, k % 2 ? &pair->replacement : &pair->idiom, &queue->diags[k]);
  }
}

static uint32_t thread_count(const SmrBuildOptions *options, uint32_t blocks) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  uint32_t count = options->jobs    ? options->jobs
                   : processors < 1 ? 1
                   : processors > 8 ? 8
                                    : (uint32_t)processors;
  return count < blocks ? count : blocks;
}

void smr_build_compile(SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options, SmrDiag *diag) {
  Queue queue = {.pairs = pairs, .blocks = 2 * count, .options = &options->frontend};
  queue.diags = smr_xcalloc(queue.blocks, sizeof *queue.diags);
  queue.ok = smr_xcalloc(queue.blocks, sizeof *queue.ok);
  uint32_t threads = thread_count(options, queue.blocks), started = 0;
  pthread_t *handles = smr_xcalloc(threads, sizeof *handles);
  while (started + 1 < threads && pthread_create(&handles[started], NULL, work, &queue) == 0)
    started++;
  work(&queue); // this thread takes part: no thread at all still works
  for (uint32_t t = 0; t < started; t++)
    pthread_join(handles[t], NULL);
  for (uint32_t k = 0; k < queue.blocks; k++) {
    for (uint32_t m = 0; m < queue.diags[k].messages.size; m++) {
      const SmrMessage *message = &queue.diags[k].messages.data[m];
      smr_report(diag, message->severity, message->file, message->line, message->column, "%s", message->text);
    }
    smr_diag_free(&queue.diags[k]);
  }
  for (uint32_t k = 0; k < count; k++)
    pairs[k].compiled = queue.ok[2 * k] && queue.ok[2 * k + 1];
  free(handles);
  free(queue.diags);
  free(queue.ok);
}
