// The switch of a mutated build; copied into its lib/base.
#include "mutant.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int smr_mutant;
static const char *trace;
static char reached[1 << 16];

__attribute__((constructor)) static void read_switch(void) {
  const char *text = getenv("SMR_MUTANT");
  if (!text || !*text)
    return;
  trace = *text == '/' ? text : NULL;
  smr_mutant = trace ? -1 : atoi(text);
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
  return smr_mutant == id;
}
