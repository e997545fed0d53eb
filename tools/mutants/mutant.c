// The switch of a mutated build; copied to the end of its lib/base/str.c. SMR_MUTANT is read once: numbers,
// separated by commas, switch these mutants on; a path makes each process append the ids that it reaches.
#include "base/mutant.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 1 << 16 };
bool smr_mutants;
static const char *trace;
static char on[MOST], reached[MOST];

__attribute__((constructor)) static void read_switch(void) {
  const char *text = getenv("SMR_MUTANT");
  smr_mutants = text && *text;
  trace = smr_mutants && *text == '/' ? text : NULL;
  while (smr_mutants && !trace && text) {
    on[atoi(text) % MOST] = 1;
    text = strchr(text, ',');
    text += text != NULL;
  }
}

// The file is open only for this line: programs under test close or count their descriptors.
static void record(int id) {
  char line[16];
  int file = open(trace, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0 || write(file, line, (size_t)snprintf(line, sizeof line, "%d\n", id)) < 0)
    abort();
  close(file);
}

int smr_mutant_on(int id, int differs) {
  if (trace && differs && !reached[id]) {
    reached[id] = 1;
    record(id);
  }
  return on[id];
}
