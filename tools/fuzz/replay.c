//===- replay.c - runs a fuzz target on given files ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The driver of bin/replay_x: calls LLVMFuzzerTestOneInput on each file named on the command line and on each
// file in each folder named there, in the order of names. It needs no libFuzzer, so the normal test suite can
// replay a corpus.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "fuzz.h"
#include <dirent.h>

static unsigned replay(const char *path);

static unsigned replay_folder(const char *path) {
  struct dirent **entries;
  int count = scandir(path, &entries, NULL, alphasort);
  if (count < 0) {
    perror(path);
    exit(1);
  }
  unsigned done = 0;
  for (int i = 0; i < count; i++) {
    if (entries[i]->d_name[0] != '.') {
      SmrStr file = {0};
      smr_str_printf(&file, "%s/%s", path, entries[i]->d_name);
      done += replay(smr_str_get(&file));
      smr_str_free(&file);
    }
    free(entries[i]);
  }
  free(entries);
  return done;
}

static unsigned replay(const char *path) {
  SmrStr text = {0};
  const char *reason = NULL;
  if (!smr_read_file(path, &text, &reason)) {
    smr_str_free(&text);
    if (!strcmp(reason, "Is a directory"))
      return replay_folder(path);
    fprintf(stderr, "%s: %s\n", path, reason);
    exit(1);
  }
  // A block of exactly the right size, so that a sanitizer sees the first byte too many.
  uint8_t *exact = malloc(text.size + !text.size);
  require(exact);
  if (text.size)
    memcpy(exact, text.data, text.size);
  LLVMFuzzerTestOneInput(exact, text.size);
  free(exact);
  smr_str_free(&text);
  return 1;
}

int main(int argc, char **argv) {
  unsigned done = 0;
  for (int i = 1; i < argc; i++)
    done += replay(argv[i]);
  printf("%u inputs replayed\n", done);
  return done == 0;
}
