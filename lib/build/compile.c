//===- compile.c - front ends, several at a time -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// First the blocks are put into groups that one compiler run can take (words.c). Threads wait for several
// runs at once. A group that fails is compiled again block by block, so that messages are those of the block
// alone. What comes out depends neither on the number of threads nor on who is first.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include "capi/shim/module.h"
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { GROUP_MAX = 32 };

/// One run: the blocks of a group put together, or one block as it is.
typedef struct {
  SmrPatBlock block;
  SmrStr code; // of several blocks
  SMR_VEC(SmrPatMade) made;
  const SmrPat *pat;
  uint32_t members[GROUP_MAX]; // pair * 2, + 1 for the replacement
  uint32_t count;
  uint32_t line, column; // behind the last block
  SmrBuildText *text;
} Job;

typedef SMR_VEC(Job) Jobs;

typedef struct {
  Jobs *jobs;
  const SmrBuildOptions *options;
  atomic_uint next;
} Queue;

static const SmrPatBlock *block_of(const SmrBuildPair *pairs, uint32_t member) {
  const SmrPatPair *source = pairs[member / 2].source;
  return member % 2 ? &source->replacement : &source->idiom;
}

//--- Groups ------------------------------------------------------------------------

/// Adds the block's code at its own place, which must be on a line of its own behind what is there already.
static bool append_block(Job *job, const SmrPatBlock *block) {
  if (job->count && block->line <= job->line)
    return false;
  if (job->count) {
    for (; job->line < block->line; job->line++)
      smr_str_putc(&job->code, '\n');
    for (uint32_t c = 1; c < block->column; c++)
      smr_str_putc(&job->code, ' ');
  } else {
    job->block = *block;
    job->line = block->line;
  }
  smr_str_append(&job->code, block->code, block->size);
  for (uint32_t k = 0; k < block->size; k++)
    job->line += block->code[k] == '\n';
  for (uint32_t k = 0; k < block->made_count; k++)
    smr_vec_push(&job->made, block->made[k]);
  return true;
}

static void start_job(Jobs *jobs, const SmrBuildPair *pairs, uint32_t member) {
  Job job = {.pat = pairs[member / 2].pat, .members = {member}};
  append_block(&job, block_of(pairs, member));
  job.count = 1;
  smr_vec_push(jobs, job);
}

/// Puts a block into the first of the recent groups of its file and side that takes it.
static void place_block(Jobs *jobs, SmrBuildPair *pairs, const SmrBuildWords *words, uint32_t member) {
  uint32_t looked_at = 0;
  for (uint32_t k = jobs->size; k-- && looked_at < 8 && !words[member].alone;) {
    Job *job = &jobs->data[k];
    if (job->members[0] % 2 != member % 2 || pairs[job->members[0] / 2].pat != pairs[member / 2].pat)
      continue;
    looked_at++;
    bool fits = job->count < GROUP_MAX;
    for (uint32_t m = 0; m < job->count && fits; m++)
      fits = !smr_build_words_clash(&words[job->members[m]], &words[member]);
    if (fits && append_block(job, block_of(pairs, member))) {
      job->members[job->count++] = member;
      return;
    }
  }
  start_job(jobs, pairs, member);
}

static Jobs make_groups(SmrBuildPair *pairs, uint32_t count) {
  Jobs jobs = {0};
  SmrIntern *names = smr_intern_create();
  SmrBuildWords *words = smr_xcalloc(2 * (size_t)count, sizeof *words);
  for (uint32_t m = 0; m < 2 * count; m++)
    smr_build_words(block_of(pairs, m), names, &words[m]);
  for (uint32_t m = 0; m < 2 * count; m++)
    place_block(&jobs, pairs, words, m);
  for (uint32_t m = 0; m < 2 * count; m++)
    smr_build_words_free(&words[m]);
  free(words);
  smr_intern_destroy(names);
  return jobs;
}

//--- Runs --------------------------------------------------------------------------

/// The file's own flag; its folders are beside it.
static const char *flag_of(const SmrPatFlag *flag, const char *folder, SmrArena *arena) {
  if (!smr_starts(flag->text, "-I") || flag->text[2] == '/')
    return flag->text;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "-I%s/%s", folder, flag->text + 2);
  return smr_arena_strdup(arena, smr_str_get(&text));
}

/// The user's flags, and before them the PAT file's own folder (what a block includes is looked for there
/// first) and what the file says for its language.
static bool compile(const SmrPatBlock *block, const SmrPat *pat, const SmrFrontendOptions *options,
                    SmrBuildText *out, SmrDiag *diag) {
  SMR_VEC(const char *) flags = {0};
  SmrArena arena = {0};
  const char *slash = strrchr(pat->path, '/');
  const char *folder =
      !slash ? "."
             : smr_arena_strndup(&arena, pat->path, slash == pat->path ? 1 : (size_t)(slash - pat->path));
  smr_vec_push(&flags, "-I");
  smr_vec_push(&flags, folder);
  for (uint32_t k = 0; k < pat->flag_count; k++)
    if (pat->flags[k].language == block->language)
      smr_vec_push(&flags, flag_of(&pat->flags[k], folder, &arena));
  for (uint32_t k = 0; k < options->flag_count; k++)
    smr_vec_push(&flags, options->flags[k]);
  SmrFrontendOptions all = {options->flang, options->clang, flags.data, flags.size};
  bool ok = smr_frontend_compile(block, pat->path, &all, &out->text, diag);
  for (uint32_t k = 0; k < flags.size; k++) // the last one counts
    if (!strcmp(flags.data[k], "-fwrapv") || !strcmp(flags.data[k], "-fno-wrapv"))
      out->wraps = flags.data[k][2] == 'w';
  if (block->language == SMR_LANGUAGE_FORTRAN)
    smr_build_forget_file(&out->text);
  smr_vec_free(&flags);
  smr_arena_destroy(&arena);
  return ok;
}

static void *work(void *data) {
  Queue *queue = data;
  for (;;) {
    uint32_t k = atomic_fetch_add(&queue->next, 1);
    if (k >= queue->jobs->size)
      return NULL;
    Job *job = &queue->jobs->data[k];
    job->text->ok = compile(&job->block, job->pat, &queue->options->frontend, job->text, &job->text->diag);
  }
}

static uint32_t thread_count(const SmrBuildOptions *options, uint32_t jobs) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  uint32_t count = options->jobs    ? options->jobs
                   : processors < 1 ? 1
                   : processors > 8 ? 8
                                    : (uint32_t)processors;
  return count < jobs ? count : jobs;
}

static void run_threads(void *(*worker)(void *), void *queue, uint32_t threads) {
  uint32_t started = 0;
  pthread_t *handles = smr_xcalloc(threads, sizeof *handles);
  while (started + 1 < threads && pthread_create(&handles[started], NULL, worker, queue) == 0)
    started++;
  worker(queue); // this thread takes part: no thread at all still works
  for (uint32_t t = 0; t < started; t++)
    pthread_join(handles[t], NULL);
  free(handles);
}

static void run_jobs(Jobs *jobs, const SmrBuildOptions *options, SmrBuildTexts *all) {
  for (uint32_t k = 0; k < jobs->size; k++) {
    Job *job = &jobs->data[k];
    job->text = smr_xcalloc(1, sizeof *job->text);
    job->text->shared = job->count > 1;
    if (job->count > 1) {
      job->block.code = smr_str_get(&job->code);
      job->block.size = (uint32_t)job->code.size;
      job->block.made = job->made.data;
      job->block.made_count = job->made.size;
    }
    smr_vec_push(all, job->text);
  }
  Queue queue = {.jobs = jobs, .options = options};
  run_threads(work, &queue, thread_count(options, jobs->size));
}

/// Gives the members their text; those of a failed group get jobs of their own.
static void hand_out(Jobs *jobs, SmrBuildPair *pairs, Jobs *again) {
  for (uint32_t k = 0; k < jobs->size; k++) {
    Job *job = &jobs->data[k];
    for (uint32_t m = 0; m < job->count; m++) {
      uint32_t member = job->members[m];
      SmrBuildText **text = member % 2 ? &pairs[member / 2].replacement : &pairs[member / 2].idiom;
      *text = job->text;
      if (job->count > 1 && !job->text->ok)
        start_job(again, pairs, member);
    }
    smr_str_free(&job->code);
    smr_vec_free(&job->made);
  }
  smr_vec_free(jobs);
}

void smr_build_note_column(const SmrBuildPair *pair, uint32_t errors, SmrDiag *diag) {
  if (pair->source->column_text && diag->errors > errors)
    smr_report(diag, SMR_NOTE, pair->pat->path, pair->source->column_line, pair->source->column_column,
               "with %s", pair->source->column_text);
}

static void pass_on(SmrDiag *from, SmrDiag *to) {
  for (uint32_t m = 0; m < from->messages.size; m++) {
    const SmrMessage *message = &from->messages.data[m];
    smr_report(to, message->severity, message->file, message->line, message->column, "%s", message->text);
  }
  smr_diag_free(from);
}

void smr_build_compile(SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options,
                       SmrBuildTexts *all, SmrDiag *diag) {
  Jobs jobs = make_groups(pairs, count), again = {0};
  run_jobs(&jobs, options, all);
  hand_out(&jobs, pairs, &again);
  run_jobs(&again, options, all);
  hand_out(&again, pairs, NULL);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t errors = diag->errors;
    pass_on(&pairs[k].idiom->diag, diag);
    pass_on(&pairs[k].replacement->diag, diag);
    smr_build_note_column(&pairs[k], errors, diag);
    pairs[k].ok = pairs[k].idiom->ok && pairs[k].replacement->ok;
  }
}

SmrBuildText *smr_build_compile_alone(const SmrBuildPair *pair, const SmrPatBlock *block,
                                      const SmrBuildOptions *options, SmrBuildTexts *all, SmrDiag *diag) {
  SmrBuildText *text = smr_xcalloc(1, sizeof *text);
  smr_vec_push(all, text);
  text->ok = compile(block, pair->pat, &options->frontend, text, diag);
  return text->ok ? text : NULL;
}

//--- Twins -------------------------------------------------------------------------

typedef struct {
  SmrBuildText *text;
  const char *path;
  SmrStr module; // as text
} Lowering;

typedef struct {
  SMR_VEC(Lowering) all;
  const SmrBuildOptions *options;
  atomic_uint next;
} Lowerings;

/// A module that cannot be lowered is not an error.
static void *lower(void *data) {
  Lowerings *queue = data;
  for (uint32_t k; k = atomic_fetch_add(&queue->next, 1), k < queue->all.size;) {
    Lowering *one = &queue->all.data[k];
    SmrDiag ignored = {0};
    smr_frontend_lower_fir(smr_str_get(&one->module), one->module.size, queue->options->frontend.flang,
                           one->path, &one->text->lowered, &ignored);
    smr_diag_free(&ignored);
    smr_str_free(&one->module);
  }
  return NULL;
}

void smr_build_lower(MlirContext context, SmrBuildPair *pairs, uint32_t count, const SmrBuildOptions *options,
                     SmrDescribed *described, SmrArena *arena) {
  Lowerings queue = {.options = options};
  for (uint32_t k = 0; k < count && options->twins; k++) {
    SmrBuildText *text = pairs[k].replacement;
    SmrBuildSide side;
    SmrDiag later = {0}; // (told when the pair is made)
    if (pairs[k].ok && !text->lowering && pairs[k].source->replacement.language == SMR_LANGUAGE_FORTRAN &&
        smr_build_parse(context, &pairs[k], &pairs[k].source->replacement, text, described, arena, &side,
                        &later)) {
      Lowering one = {.text = text, .path = pairs[k].pat->path};
      smrModulePrint(mlirModuleGetOperation(text->module), false, &one.module);
      smr_vec_push(&queue.all, one);
      text->lowering = true;
    }
    smr_diag_free(&later);
  }
  if (queue.all.size)
    run_threads(lower, &queue, thread_count(options, queue.all.size));
  smr_vec_free(&queue.all);
}

void smr_build_texts_free(SmrBuildTexts *all) {
  for (uint32_t k = 0; k < all->size; k++) {
    smr_str_free(&all->data[k]->text);
    smr_str_free(&all->data[k]->lowered);
    if (!mlirModuleIsNull(all->data[k]->lowered_module))
      mlirModuleDestroy(all->data[k]->lowered_module);
    smr_diag_free(&all->data[k]->diag);
    if (!mlirModuleIsNull(all->data[k]->module))
      mlirModuleDestroy(all->data[k]->module);
    free(all->data[k]);
  }
  smr_vec_free(all);
}
