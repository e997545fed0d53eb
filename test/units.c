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

static unsigned long number(const char *variable, unsigned long otherwise) {
  const char *text = getenv(variable);
  return text ? strtoul(text, NULL, 10) : otherwise;
}

static unsigned long percent(void) {
  unsigned long rounds = number("SMR_ROUNDS", 100);
  return rounds ? rounds : 1;
}

uint32_t test_seed(void) {
  return (uint32_t)number("SMR_SEED", 0);
}

uint32_t test_rounds(uint32_t usual) {
  return (uint32_t)((usual * (uint64_t)percent() + 99) / 100);
}

bool test_whole(void) {
  return percent() >= 100;
}

long test_step(long usual) {
  return percent() < 100 ? usual * 100 / (long)percent() : usual;
}

long test_first(long usual) {
  return 1 + (long)test_seed() % test_step(usual);
}

static int run(int (*test)(void), const char *name) {
  int failed = test();
  if (failed)
    fprintf(stderr, "to repeat: SMR_SEED=%u SMR_ROUNDS=%lu unit-tests %s\n", test_seed(), percent(), name);
  return failed;
}

int main(int argc, char **argv) {
  for (size_t k = 0; k < sizeof units / sizeof *units; k++) {
    if (argc < 2) {
      puts(units[k].name);
    } else if (!strcmp(units[k].name, argv[1])) {
      test_arguments = argv + 2;
      return run(units[k].run, units[k].name);
    }
  }
  if (argc < 2)
    return 0;
  fprintf(stderr, "%s: no such test\n", argv[1]);
  return 2;
}
