//===- jobs.c - the commands that flang's driver would run ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "jobs.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool starts(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/// ` "a" "b c" -d`: what needs no quotes has none; a backslash escapes '"', '\' and '$' inside quotes.
static void split_command(const char *line, size_t n, SmrArena *arena, Args *out) {
  SmrStr word = {0};
  for (size_t at = 0; at < n;) {
    if (line[at] == ' ') {
      at++;
      continue;
    }
    smr_str_clear(&word);
    bool quoted = line[at] == '"';
    for (at += quoted; at < n && line[at] != (quoted ? '"' : ' '); at++) {
      if (quoted && line[at] == '\\' && at + 1 < n)
        at++;
      smr_str_putc(&word, line[at]);
    }
    at += quoted;
    smr_vec_push(out, smr_arena_strdup(arena, smr_str_get(&word)));
  }
  smr_str_free(&word);
}

static bool is_action(const char *argument) {
  static const char *const actions[] = {"-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc"};
  for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
    if (strcmp(argument, actions[i]) == 0)
      return true;
  return false;
}

/// Device code and host code that embeds it are compiled as flang says; so is anything not recognised for
/// certain.
static bool leave_alone(const char *argument) {
  return strcmp(argument, "-fopenmp-is-target-device") == 0 || starts(argument, "-fembed-offload-object") ||
         starts(argument, "-fopenmp-host-ir-file-path") || starts(argument, "-fopenmp-targets") ||
         strcmp(argument, "-fsyntax-only") == 0 || strcmp(argument, "-E") == 0;
}

static void classify_fc1(Job *job) {
  Args *argv = &job->argv;
  for (uint32_t i = 2; i < argv->size; i++) {
    const char *argument = argv->data[i];
    // An argument of these options may look like anything.
    if ((strcmp(argument, "-mllvm") == 0 || strcmp(argument, "-mmlir") == 0 || strcmp(argument, "-D") == 0 ||
         strcmp(argument, "-U") == 0 || strcmp(argument, "-I") == 0 ||
         strcmp(argument, "-module-dir") == 0) &&
        i + 1 < argv->size) {
      i++;
    } else if (leave_alone(argument)) {
      return;
    } else if (is_action(argument)) {
      if (job->action)
        return;
      job->action = i;
    } else if (strcmp(argument, "-o") == 0 && i + 1 < argv->size) {
      job->output = ++i;
    } else if (strcmp(argument, "-x") == 0 && i + 1 < argv->size) {
      job->language = ++i;
    }
  }
  if (!job->action || !job->output || !job->language || job->language + 2 != argv->size)
    return;
  const char *language = argv->data[job->language];
  job->input = job->language + 1;
  if (strcmp(argv->data[job->input], "-") != 0 &&
      (strcmp(language, "f95") == 0 || strcmp(language, "f95-cpp-input") == 0))
    job->kind = JOB_FORTRAN;
}

static void classify(Job *job) {
  if (job->argv.size < 2)
    return;
  if (strcmp(job->argv.data[1], "-fc1") == 0) {
    classify_fc1(job);
    return;
  }
  const char *slash = strrchr(job->argv.data[0], '/'), *program = slash ? slash + 1 : job->argv.data[0];
  if (starts(program, "ld") || strcmp(program, "lld") == 0 || strcmp(program, "mold") == 0 ||
      strcmp(program, "gold") == 0)
    job->kind = JOB_LINK;
}

bool jobs_plan(Session *session, Jobs *out) {
  Args argv = {0};
  SmrStr output = {0}, text = {0}, header = {0};
  SmrProcessStatus status = {0};
  bool colour = isatty(STDERR_FILENO), plan_only = false;
  *out = (Jobs){0};
  smr_vec_push(&argv, session->compiler);
  smr_vec_push(&argv, "-###");
  for (uint32_t i = 0; i < session->options.args.size; i++) {
    const char *argument = session->options.args.data[i];
    colour = colour && !strstr(argument, "color-diagnostics");
    plan_only = plan_only || strcmp(argument, "-###") == 0 || strcmp(argument, "-fdriver-only") == 0;
    session->echo = session->echo || strcmp(argument, "-v") == 0;
    smr_vec_push(&argv, argument);
  }
  // flang colours by whether its stderr is a terminal; while planning it is a pipe.
  if (colour)
    smr_vec_push(&argv, "-fcolor-diagnostics");
  bool ok = !plan_only && session_run(&argv, &output, &text, 0, &status) && status.signal == 0 &&
            status.exit_code == 0 && output.size == 0;
  for (const char *at = smr_str_get(&text); ok && *at;) {
    size_t length = strcspn(at, "\n");
    if (starts(at, " \"")) {
      Job job = {.text = smr_arena_strndup(&session->arena, at, length)};
      split_command(at, length, &session->arena, &job.argv);
      classify(&job);
      smr_vec_push(&out->list, job);
    } else if (length && (session->echo || memmem(at, length, ": warning: ", 11) ||
                          memmem(at, length, ": note: ", 8))) {
      smr_str_printf(&header, "%.*s\n", (int)length, at);
    }
    at += length + (at[length] == '\n');
  }
  out->header = smr_arena_strdup(&session->arena, smr_str_get(&header));
  smr_vec_free(&argv);
  smr_str_free(&output);
  smr_str_free(&text);
  smr_str_free(&header);
  return ok;
}

static bool given_by_user(const Session *session, const char *path) {
  for (uint32_t i = 0; i < session->options.args.size; i++)
    if (strstr(session->options.args.data[i], path) || starts(session->options.args.data[i], "-save-temps"))
      return true;
  return false;
}

bool jobs_move_temporaries(Session *session, Jobs *jobs) {
  for (uint32_t i = 0; i + 1 < jobs->list.size; i++) {
    Args *argv = &jobs->list.data[i].argv;
    for (uint32_t k = 0; k + 1 < argv->size; k++) {
      if (strcmp(argv->data[k], "-o") != 0)
        continue;
      const char *path = argv->data[k + 1], *slash = strrchr(path, '/');
      bool used = false;
      for (uint32_t later = i + 1; later < jobs->list.size && !used; later++)
        for (uint32_t m = 0; m < jobs->list.data[later].argv.size && !used; m++)
          used = strcmp(jobs->list.data[later].argv.data[m], path) == 0;
      if (!used || !slash || given_by_user(session, path))
        continue;
      const char *directory = session_directory(session);
      if (!directory)
        return false;
      const char *moved = session_format(session, "%s/%u-%s", directory, i, slash + 1);
      for (uint32_t later = i; later < jobs->list.size; later++)
        for (uint32_t m = 0; m < jobs->list.data[later].argv.size; m++)
          if (strcmp(jobs->list.data[later].argv.data[m], path) == 0)
            jobs->list.data[later].argv.data[m] = moved;
    }
  }
  return true;
}

void jobs_free(Jobs *jobs) {
  for (uint32_t i = 0; i < jobs->list.size; i++)
    smr_vec_free(&jobs->list.data[i].argv);
  smr_vec_free(&jobs->list);
}
