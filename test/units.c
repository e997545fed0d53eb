//===- units.c - all unit tests in one program ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `unit-tests folder/base [arguments]` runs the main of folder/test_base.c. Without a name it lists them.
//===----------------------------------------------------------------------===//
#include "test.h"

#define UNIT(function, name) int function(void);
#include "units.def"
#undef UNIT

static const struct {
  const char *name;
  int (*run)(void);
} units[] = {
#define UNIT(function, name) {name, function},
#include "units.def"
#undef UNIT
};

char **test_arguments;

int main(int argc, char **argv) {
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    if (argc < 2) {
      puts(units[k].name);
    } else if (!strcmp(units[k].name, argv[1])) {
      test_arguments = argv + 2;
      return units[k].run();
    }
  }
  if (argc < 2)
    return 0;
  fprintf(stderr, "%s: no such test\n", argv[1]);
  return 2;
}
