//===- link.c - libraries that rewritten objects need --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "link.h"
#include "attach.h"
#include "base/link_name.h"
#include "base/records.h"
#include "entries.h"
#include "linked.h"
#include <stdio.h>
#include <string.h>

/// The libraries come after everything of the user's and before the compiler's own.
static uint32_t insertion_point(const Args *argv) {
  static const char *const anchors[] = {"-lflang_rt.runtime", "-lFortranRuntime", "-lm", "-lgcc", "-lc"};
  for (size_t i = 0; i < sizeof anchors / sizeof *anchors; i++)
    for (uint32_t k = argv->size; k-- > 0;)
      if (strcmp(argv->data[k], anchors[i]) == 0)
        return k;
  return argv->size;
}

/// SMR's own library comes last, after the entries that call it: its constructor runs after those of the
/// others. Other libraries are opened by it when calls are due; a program has one from the start only where
/// its code calls that by name.
void link_library_words(Session *session, const Marks *marks, Args *out) {
  const Args *libraries = &marks->libraries;
  entries_words(marks, out); // (which may call the others by name)
  for (int own = 0; own <= 1; own++) {
    smr_vec_push(out, own ? "--pop-state" : "--push-state");
    if (!own)
      smr_vec_push(out, "--as-needed");
    for (uint32_t k = 0; k < libraries->size; k++) {
      const char *name = libraries->data[k];
      if (smr_starts(name, "smr") != own || smr_is_entry(name) || smr_is_entries(name))
        continue;
      if (own) // it lies in SMR's tree
        smr_vec_push(out, smr_arena_printf(&session->arena, "-L%s/lib", session->prefix));
      if (strcmp(name, "smr_rt") == 0) { // its constructor fills the slots that libraries are called by
        smr_vec_push(out, "-u");
        smr_vec_push(out, "smr_rt_bind");
      }
      if (strcmp(name, "smr_rt_gpu") == 0) { // the constructor asks it, where it is
        smr_vec_push(out, "-u");
        smr_vec_push(out, "smr_rt_gpu_wrap");
      }
      smr_vec_push(out, marks_option(session, name));
      if (session->options.verbose)
        fprintf(stderr, "%s: linking %s\n", driver_name, name);
    }
  }
}

static Args with_words(const Args *argv, uint32_t point, const Args *words) {
  Args out = {0};
  for (uint32_t i = 0; i <= argv->size; i++) {
    for (uint32_t k = 0; i == point && k < words->size; k++)
      smr_vec_push(&out, words->data[k]);
    if (i < argv->size)
      smr_vec_push(&out, argv->data[i]);
  }
  return out;
}

bool link_add_libraries(Session *session, Job *job, Args *bold) {
  Marks marks = {0};
  Args inputs = {0}, words = {0}, linked = {0};
  for (uint32_t i = 1; i < job->argv.size; i++)
    smr_vec_push(&inputs, job->argv.data[i]);
  marks_find(session, &inputs, &marks);
  bool add = !marks.relocatable && marks.libraries.size > 0;
  if (add) {
    uint32_t point = insertion_point(&job->argv);
    link_library_words(session, &marks, &words);
    Args argv = with_words(&job->argv, point, &words);
    if (linked_words(session, &marks, &linked)) {
      args_add_all(&words, &linked);
      smr_vec_push(&words, "-lm"); // what a BLAS needs
      smr_vec_push(&words, "-lpthread");
      *bold = with_words(&job->argv, point, &words);
    }
    smr_vec_free(&job->argv);
    job->argv = argv;
  }
  smr_vec_free(&inputs);
  smr_vec_free(&words);
  smr_vec_free(&linked);
  marks_free(&marks);
  return add;
}

void link_leave_records(Session *session, const Marks *marks, const SmrStr *own, const char *output,
                        Report *report) {
  SmrStr all = {0};
  const char *reason;
  for (uint32_t k = 0; k < marks->inputs.size; k++) {
    const char *path = marks->inputs.data[k].path;
    size_t before = all.size;
    records_gather(session, path, &all);
    // (A temporary object tells nothing of where its source lies.)
    bool ours = session->directory && smr_starts(path, session->directory);
    report_add_records(report, session, smr_str_get(&all) + before, all.size - before, ours ? NULL : path);
  }
  if (own) {
    smr_str_append(&all, smr_str_get(own), own->size);
    report_add_records(report, session, smr_str_get(own), own->size, NULL);
  }
  // (A relocatable link's sections are the linker's matter, who keeps them.)
  if (all.size && !marks->relocatable &&
      !elf_attach(output, SMR_RECORD_SECTION, all.data, all.size, false, &reason))
    fprintf(stderr, "%s: warning: %s does not get its report: %s\n", driver_name, output, reason);
  smr_str_free(&all);
}

void link_job_leave_records(Session *session, const Job *job, Report *report) {
  Marks marks = {0};
  Args inputs = {0};
  const char *output = "a.out";
  for (uint32_t i = 1; i < job->argv.size; i++) {
    smr_vec_push(&inputs, job->argv.data[i]);
    if (strcmp(job->argv.data[i - 1], "-o") == 0)
      output = job->argv.data[i];
  }
  marks_find(session, &inputs, &marks);
  link_leave_records(session, &marks, NULL, output, report);
  smr_vec_free(&inputs);
  marks_free(&marks);
}
