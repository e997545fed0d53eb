//===- units.c - all unit tests in one program ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// `unit-tests folder/base [arguments]` runs the tests of folder/test_base.c. Without a name it lists them.
//===----------------------------------------------------------------------===//
#include "test.h"

static TestCase *cases, **last = &cases; // those of a file are together

static struct {
  const char *unit;
  int (*run)(void);
} mains[64];
static size_t main_count;
static const char *unit; // that is run

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

void test_add(TestCase *test) {
  *last = test;
  last = &test->next;
}

void test_set_main(const char *name, int (*run)(void)) {
  if (main_count == sizeof mains / sizeof *mains)
    abort();
  mains[main_count].unit = name;
  mains[main_count++].run = run;
}

int test_run(CMFixtureFunction setup, CMFixtureFunction teardown) {
  static struct CMUnitTest tests[200];
  size_t count = 0;
  for (const TestCase *c = cases; c; c = c->next)
    if (!strcmp(c->unit, unit)) {
      if (count == sizeof tests / sizeof *tests)
        abort();
      tests[count++] = c->test;
    }
  return count ? _cmocka_run_group_tests(unit, tests, count, setup, teardown) : 2;
}

static int run(void) {
  for (size_t k = 0; k < main_count; k++)
    if (!strcmp(mains[k].unit, unit))
      return mains[k].run();
  return test_run(NULL, NULL);
}

static void list(void) {
  for (const TestCase *c = cases, *before = NULL; c; before = c, c = c->next)
    if (!before || strcmp(before->unit, c->unit))
      puts(c->unit);
}

int main(int argc, char **argv) {
  if (argc < 2)
    return list(), 0;
  unit = argv[1];
  test_arguments = argv + 2;
  int failed = run();
  if (failed)
    fprintf(stderr, "to repeat: SMR_SEED=%u SMR_ROUNDS=%lu unit-tests %s\n", test_seed(), percent(), unit);
  return failed;
}
