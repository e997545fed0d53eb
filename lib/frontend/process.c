//===- process.c - run a program and wait --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "frontend/process.h"
#include "base/vec.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static _Atomic pid_t running_child; // lock-free, so a signal handler may read it

pid_t smr_process_child(void) {
  return running_child;
}

typedef SMR_VEC(char *) Environment;

static void copy_environment(Environment *out, const char *without) {
  size_t length = without ? strlen(without) : 0;
  for (char **at = environ; *at; at++)
    if (!without || strncmp(*at, without, length) != 0 || (*at)[length] != '=')
      smr_vec_push(out, *at);
  smr_vec_push(out, NULL);
}

/// Reads both pipes to their end; a child that fills one while we wait for the other would hang.
static void drain(int fds[2], SmrStr *texts[2]) {
  struct pollfd polls[2] = {{.fd = fds[0], .events = POLLIN}, {.fd = fds[1], .events = POLLIN}};
  char buffer[16384];
  while (polls[0].fd >= 0 || polls[1].fd >= 0) {
    if (poll(polls, 2, -1) < 0) {
      if (errno == EINTR)
        continue;
      break;
    }
    for (int i = 0; i < 2; i++) {
      if (polls[i].fd < 0 || !polls[i].revents)
        continue;
      ssize_t got = read(polls[i].fd, buffer, sizeof buffer);
      if (got > 0)
        smr_str_append(texts[i], buffer, (size_t)got);
      else if (got == 0 || errno != EINTR)
        polls[i].fd = -1;
    }
  }
}

bool smr_process_run(const char *const *argv, const SmrProcessOptions *options, SmrProcessStatus *status,
                     const char **reason) {
  SmrStr *texts[2] = {options->output, options->errors};
  int readers[2] = {-1, -1}, writers[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  int error = 0;
  for (int i = 0; i < 2; i++) {
    int ends[2];
    if (!texts[i])
      continue;
    if (pipe2(ends, O_CLOEXEC) != 0) {
      error = errno;
      break;
    }
    readers[i] = ends[0], writers[i] = ends[1];
    posix_spawn_file_actions_adddup2(&actions, ends[1], i + 1);
  }
  if (options->no_input)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  Environment environment = {0};
  copy_environment(&environment, options->unset_variable);
  pid_t pid = 0;
  if (!error)
    error = posix_spawnp(&pid, argv[0], &actions, NULL, (char *const *)argv, environment.data);
  smr_vec_free(&environment);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < 2; i++)
    if (writers[i] >= 0)
      close(writers[i]);
  if (!error) {
    running_child = pid;
    if (options->cpu_seconds) {
      struct rlimit limit = {options->cpu_seconds, options->cpu_seconds};
      prlimit(pid, RLIMIT_CPU, &limit, NULL);
    }
    drain(readers, texts);
    int state = 0;
    while (waitpid(pid, &state, 0) < 0 && errno == EINTR)
      ;
    running_child = 0;
    *status = (SmrProcessStatus){.exit_code = WIFEXITED(state) ? WEXITSTATUS(state) : 0,
                                 .signal = WIFSIGNALED(state) ? WTERMSIG(state) : 0};
  }
  for (int i = 0; i < 2; i++)
    if (readers[i] >= 0)
      close(readers[i]);
  if (error)
    *reason = strerror(error);
  return error == 0;
}
