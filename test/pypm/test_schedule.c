//===- test_schedule.c - load-time checks and scheduling -----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "fixture.h"
#include "test.h"

static void scheduled_as(const char *text, const char *expected) {
  SmrPypmFile *file = pypm_file(text);
  char *printed = pypm_scheduled(file);
  assert_string_equal(printed, expected);
  free(printed);
  smr_pypm_file_destroy(file);
}

static void refused(const char *text, const char *expected) {
  char *messages = pypm_messages(text);
  assert_string_equal(messages, expected);
  free(messages);
}

TEST(C4_guards_wait_for_their_variables) {
  scheduled_as("pattern P(x, y) = b(x; guard(x.rank = 2), y)",
               "pattern P(x, y) = b(x; guard(x.rank = 2), y)");
  scheduled_as("pattern P(x, y) = b(x; guard(y.rank = 2), y)",
               "pattern P(x, y) = b(x, y; guard(y.rank = 2))");
  scheduled_as("pattern P(x, y, z) = b(b(x; guard(x.rank = z.rank), y), f(z))",
               "pattern P(x, y, z) = b(b(x, y), f(z; guard(x.rank = z.rank)))");
  // Never earlier than where it stands.
  scheduled_as("pattern P(x, y) = b(x, y); guard(x.rank = 2)",
               "pattern P(x, y) = b(x, y); guard(x.rank = 2)");
  // A function variable is bound at its operator.
  scheduled_as("pattern P(x, F/1) = b(x; guard(F.op_class = pointwise), F(c))",
               "pattern P(x, F/1) = b(x, F(c; guard(F.op_class = pointwise)))");
}

TEST(C4_constraints_wait_for_their_variable) {
  scheduled_as("pattern P(x, y, z) = b(x; (f(z) ~ y), y)", "pattern P(x, y, z) = b(x, y; (f(z) ~ y))");
  scheduled_as("pattern P(x, y) = b(x, y; (f(x) ~ y))", "pattern P(x, y) = b(x, y; (f(x) ~ y))");
  // A guard inside of one leaves it, one behind it may wait for what it binds.
  scheduled_as("pattern P(x, y, z) = b(x; (f(z; guard(y.rank = 2)) ~ x), y)",
               "pattern P(x, y, z) = b(x; (f(z) ~ x), y; guard(y.rank = 2))");
  scheduled_as("pattern P(x, y, z) = b(x; guard(z.rank = 2); (f(z) ~ y), y)",
               "pattern P(x, y, z) = b(x, y; (f(z; guard(z.rank = 2)) ~ y))");
}

TEST(C4_alternates_bind_what_both_bind) {
  scheduled_as("pattern P(x, y) = b(x; guard(y.rank = 2), f(y) || g(y))",
               "pattern P(x, y) = b(x, (f(y) || g(y)); guard(y.rank = 2))");
  refused("pattern P(x, y) = b(x; guard(y.rank = 2), f(y) || c)",
          "1:24: the guard can never be evaluated: 'y' is not bound on every path here\n");
  refused("pattern P(x, y) = b((x; guard(y.rank = 2)) || x, y)",
          "1:25: the guard can never be evaluated: 'y' is not bound on every path here\n");
  refused("pattern P(x, y) = x; (c ~ y)",
          "1:22: the constraint can never be evaluated: 'y' is not bound on every path here\n");
  refused("pattern P(x, y) = x; guard(y.rank = 2)",
          "1:22: the guard can never be evaluated: 'y' is not bound on every path here\n");
}

TEST(C4_commutative_operands_are_scheduled_once) {
  scheduled_as("pattern P(x, y) = add(x; guard(y.rank = 2), y)",
               "pattern P(x, y) = add(x, y; guard(y.rank = 2))");
  // In the second order, too, x is matched first.
  pypm_expect_match("pattern P(x, y) = add(x, f(y; guard(x.rank = 1))) term t = add(f(c), c1 : f32[2])",
                    "{x = c1 : f32[2], y = c}");
}

TEST(C4_recursive_bodies_are_closed) {
  refused("pattern P(x, y) = b(mu Q(z)[x]. f(Q(z)) || z; guard(y.rank = 2), y)",
          "1:47: the guard can never be evaluated: 'y' is not bound on every path here\n");
  scheduled_as("pattern P(x, y) = b(y, mu Q(z)[x]. f(Q(z)) || z; guard(y.rank = 2))",
               "pattern P(x, y) = b(y, mu Q(z)[x]. f(Q(z)) || z; guard(y.rank = 2))");
  // What is bound where the body begins holds at its calls, too: z is x at first, then w, which is not bound.
  scheduled_as("pattern P(x) = b(x, mu Q(z)[x]. c; guard(z.rank = 2))",
               "pattern P(x) = b(x, mu Q(z)[x]. c; guard(z.rank = 2))");
  refused("pattern P(x) = b(x, mu Q(z)[x]. (exists w. b(Q(w), w)) || (c; guard(z.rank = 2)))",
          "1:63: the guard can never be evaluated: 'z' is not bound on every path here\n");
}

TEST(C3_existential_variables_are_bound) {
  refused("pattern P() = exists x. c", "1:15: 'x' is not bound on every path of what it is declared for\n");
  refused("pattern P() = exists x. f(x) || c",
          "1:15: 'x' is not bound on every path of what it is declared for\n");
  refused("pattern P() = exists F/1. c", "1:15: 'F' is not bound on every path of what it is declared for\n");
  refused("pattern P() = exists x. f(x) || g(x)", "");
  refused("pattern P() = exists x. c; (f(c) ~ x)",
          "1:15: 'x' is not bound on every path of what it is declared for\n");
  refused("pattern P(y) = exists x. b(y, f(y)); (f(x) ~ y)", "");
  // F4: y is bound by every alternate of the call.
  refused("pattern P(x, F/1, G/2) = (exists y. x; (F(P(y, F, G)) ~ x))\n"
          "  || (exists y. exists z. x; (G(P(y, F, G), P(z, F, G)) ~ x)) || x",
          "");
  refused("pattern P(x) = (exists y. f(P(y))) || c",
          "1:17: 'y' is not bound on every path of what it is declared for\n");
}

TEST(PMU_recursion_makes_progress) {
  static const char what[] = "the recursion makes no progress: 'Q' is called on no smaller term";
  static const struct {
    const char *text;
    bool fine;
  } table[] = {
      {"pattern P(x) = mu Q(y)[x]. Q(y)", false},
      {"pattern P(x) = mu Q(y)[x]. Q(y) || f(y)", false},
      {"pattern P(x) = mu Q(y)[x]. f(Q(y)) || y", true},
      {"pattern P(x) = mu Q(y)[x]. y; (Q(y) ~ y)", false},          // the same term again
      {"pattern P(x) = mu Q(y)[x]. f(y); (Q(y) ~ y)", true},        // y is below
      {"pattern P(x) = mu Q(y)[x]. y; (f(Q(y)) ~ y)", true},        // F4's style
      {"pattern P(x) = b(x, mu Q(y)[x]. c; (f(Q(y)) ~ y))", false}, // y is elsewhere: x
      {"pattern P(x) = mu Q(y)[x]. (f(y) || g(y)); (Q(y) ~ y)", true},
      {"pattern P(x) = mu Q(y)[x]. (f(y) || y); (Q(y) ~ y)", false},
      {"pattern P(x) = mu Q(y)[x]. (f(y) || y); (f(Q(y)) ~ y)", true}, // y is below or the same
      {"pattern P(x) = mu Q(y)[x]. f(mu R(z)[y]. Q(z) || g(R(z)))", true},
      {"pattern P(x) = mu Q(y)[x]. (mu R(z)[y]. Q(z) || g(R(z)))", false},
  };
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    char *messages = pypm_messages(table[k].text);
    assert_int_equal(!strstr(messages, what), table[k].fine);
    if (table[k].fine)
      assert_string_equal(messages, "");
    free(messages);
  }
}

#define CHAIN_TO_ROOT                                                                                        \
  "pattern Pw(x) = (exists U/1. exists y. x; (U(Pw(y)) ~ x); guard(U.op_class = pointwise)) || x\n"
#define CHAIN_TO_LEAF "pattern Pw(x) = (exists U/1. U(Pw(x)); guard(U.op_class = pointwise)) || x\n"

TEST(C7_a_parameter_that_names_the_root) {
  refused(CHAIN_TO_ROOT "pattern P(a, d) = Pw(m(a, d))",
          "2:19: warning: 'x' names the root of what 'Pw' matches, not a leaf: 'Pw' of a pattern matches "
          "only what "
          "that pattern matches by itself\n");
  refused(CHAIN_TO_LEAF "pattern P(a, d) = Pw(m(a, d))", "");
  refused(CHAIN_TO_ROOT "pattern P(x) = Pw(x)", "");
}
