//===- link.c - libraries that rewritten objects need --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "link.h"
#include "marks.h"
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

bool link_add_libraries(Session *session, Job *job) {
  Args libraries = {0}, argv = {0}, inputs = {0};
  for (uint32_t i = 1; i < job->argv.size; i++)
    smr_vec_push(&inputs, job->argv.data[i]);
  bool add = marks_find(session, &inputs, &libraries) && libraries.size > 0;
  smr_vec_free(&inputs);
  if (add) {
    uint32_t point = insertion_point(&job->argv);
    for (uint32_t i = 0; i <= job->argv.size; i++) {
      if (i == point)
        for (uint32_t k = 0; k < libraries.size; k++) {
          const char *name = libraries.data[k];
          if (strncmp(name, "smr", 3) == 0) // SMR's own run-time library lies in its tree
            smr_vec_push(&argv, session_format(session, "-L%s/lib", session->prefix));
          if (strcmp(name, "smr_rt") == 0) { // its constructor fills the slots that libraries are called by
            smr_vec_push(&argv, "-u");
            smr_vec_push(&argv, "smr_rt_bind");
          }
          smr_vec_push(&argv, marks_option(session, name));
          if (session->options.verbose)
            fprintf(stderr, "%s: linking %s\n", driver_name, name);
        }
      if (i < job->argv.size)
        smr_vec_push(&argv, job->argv.data[i]);
    }
    smr_vec_free(&job->argv);
    job->argv = argv;
  }
  smr_vec_free(&libraries);
  return add;
}
