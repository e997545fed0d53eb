//===- random_pattern.c - patterns and terms by chance -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "random_pattern.h"
#include "test.h"

const char pypm_random_operators[] = "op c(0) op d(0) op f(1) class pointwise op g(1) op b(2) op add(2) "
                                     "commutative class pointwise op s{n}(1) -> 2\n"
                                     "op rand(0) effects\n"
                                     "pattern Half(x) = f(x) || add(x, c)\n"
                                     "pattern Leaf(x, F/1) = F(Leaf(x, F)) || g(x)\n"
                                     "pattern Root(x) = (exists y. exists U/1. x; (U(Root(y)) ~ x)) || x\n";

uint32_t pypm_random(PypmRandom *random, uint32_t below) {
  *random ^= *random << 13;
  *random ^= *random >> 7;
  *random ^= *random << 17;
  return (uint32_t)(*random >> 33) % below;
}

/// Names in scope. A recursive pattern has a term and a function of one operand as parameters.
typedef struct {
  PypmRandom *random;
  SmrStr *out;
  uint32_t terms, functions, mus; // x0 …, F0 …, M0 … in scope
  uint32_t size;                  // what may still be made
} Maker;

static uint32_t pick(Maker *m, uint32_t below) {
  return pypm_random(m->random, below);
}

static void put(Maker *m, const char *format, uint32_t number) {
  smr_str_printf(m->out, format, number);
}

static void pattern(Maker *m, uint32_t depth);

static void variable(Maker *m) {
  put(m, "x%u", pick(m, m->terms));
}

bool pypm_random_uses;

static void comparison(Maker *m) {
  static const char *const forms[] = {"x%u.rank = 1",       "x%u.shape[0] < 3",      "x%u.elType != f32",
                                      "x%u.rank + 1 >= 2",  "x%u.shape = (2, ?)",    "x%u.n * 2 = 2",
                                      "x%u.rank / 0 = 1",   "x%u.shape[0] - 1 = 1",  "x%u.rank %% 2 = 1",
                                      "1 = 1 || x%u.n = 1", "x%u.rank < 3 || 2 > 1", "x%u.uses = 1",
                                      "x%u.uses > 1"};
  bool function = m->functions && !pick(m, 4);
  uint32_t form = pick(m, function ? 2 : sizeof forms / sizeof *forms - (pypm_random_uses ? 0 : 2));
  uint32_t number = pick(m, function ? m->functions : m->terms);
  put(m, !function ? forms[form] : form ? "F%u.op_class = pointwise" : "F%u.n <= 1", number);
}

static void guard(Maker *m) {
  static const char *const joins[] = {"", " && ", " || "};
  smr_str_puts(m->out, "; guard(");
  smr_str_puts(m->out, pick(m, 4) ? "" : "!");
  comparison(m);
  const char *join = joins[pick(m, 3)];
  smr_str_puts(m->out, join);
  if (*join)
    comparison(m);
  smr_str_putc(m->out, ')');
}

static void application(Maker *m, const char *name, uint32_t arity, uint32_t depth) {
  smr_str_puts(m->out, name);
  for (uint32_t k = 0; k < arity; k++) {
    smr_str_puts(m->out, k ? ", " : "(");
    pattern(m, depth - 1);
  }
  smr_str_putc(m->out, ')');
}

/// A variable; at times with a guard, whose variables may be bound only later (C4).
static void guarded_variable(Maker *m) {
  variable(m);
  if (!pick(m, 5))
    guard(m);
}

static void operator_of(Maker *m, uint32_t depth) {
  static const char *const names[] = {"f", "g", "b", "add", "s#0{n = _}", "s#1{n = 1}"};
  static const uint32_t arities[] = {1, 1, 2, 2, 1, 1};
  uint32_t k = pick(m, 8);
  k = k > 5 ? k - 6 : k;
  application(m, names[k], arities[k], depth);
}

static void leaf(Maker *m) {
  static const char *const constants[] = {"c", "d", "2", "rand"};
  if (m->terms && pick(m, 4))
    guarded_variable(m);
  else
    smr_str_puts(m->out, constants[pick(m, 8) ? pick(m, 2) : pick(m, 4)]);
}

static void alternates(Maker *m, uint32_t depth) {
  smr_str_putc(m->out, '(');
  pattern(m, depth - 1);
  smr_str_puts(m->out, " || ");
  pattern(m, depth - 1);
  smr_str_putc(m->out, ')');
}

static void constraint(Maker *m, uint32_t depth) {
  if (pick(m, 2))
    variable(m);
  else
    pattern(m, depth - 1);
  smr_str_puts(m->out, "; (");
  pattern(m, depth - 1);
  smr_str_puts(m->out, " ~ ");
  variable(m);
  smr_str_putc(m->out, ')');
}

/// The new variable is used at once, more often than not.
static void exists(Maker *m, uint32_t depth) {
  uint32_t functions = m->functions, terms = m->terms;
  bool function = pick(m, 3) == 0;
  smr_str_puts(m->out, "(exists ");
  put(m, function ? "F%u/1. " : "x%u. ", function ? functions : terms);
  m->functions += function;
  m->terms += !function;
  static const char *const terms_used[] = {"b(x%u, ", "add(x%u, ", "(x%u); ("};
  uint32_t way = pick(m, 4);
  if (function)
    put(m, "F%u(", functions);
  else if (way < 3)
    put(m, terms_used[way], terms);
  pattern(m, depth - 1);
  if (!function && way == 2)
    put(m, " ~ x%u", terms);
  smr_str_puts(m->out, function || way < 3 ? "))" : ")");
  m->functions = functions;
  m->terms = terms;
}

static void call(Maker *m) {
  put(m, "M%u", pick(m, m->mus));
  put(m, "(x%u", pick(m, m->terms));
  put(m, ", F%u)", pick(m, m->functions));
}

/// An earlier pattern, with a pattern as its argument more often than not (C7).
static void reference(Maker *m, uint32_t depth) {
  uint32_t way = pick(m, m->functions ? 3 : 2);
  smr_str_puts(m->out, way == 2 ? "Leaf(" : way ? "Root(" : "Half(");
  pattern(m, depth - 1);
  if (way == 2)
    put(m, ", F%u", pick(m, m->functions));
  smr_str_putc(m->out, ')');
}

/// The new names are parameters; the body has a call below an operator.
static void mu(Maker *m, uint32_t depth) {
  static const char *const heads[] = {"f(", "F(", "b(c, ", "add(", "g("};
  uint32_t terms = m->terms, functions = m->functions, actual = pick(m, terms);
  uint32_t other = pick(m, functions);
  put(m, "(mu M%u", m->mus++);
  put(m, "(x%u, ", m->terms++);
  put(m, "F%u/1)", m->functions++);
  put(m, "[x%u, ", actual);
  put(m, "F%u]. ", other);
  uint32_t head = pick(m, 5);
  if (head == 1)
    put(m, "F%u(", functions);
  else
    smr_str_puts(m->out, heads[head]);
  call(m);
  if (head == 3) {
    smr_str_puts(m->out, ", ");
    pattern(m, depth - 1);
  }
  smr_str_puts(m->out, ") || ");
  pattern(m, depth - 1);
  smr_str_putc(m->out, ')');
  m->mus--;
  m->terms = terms;
  m->functions = functions;
}

static void pattern(Maker *m, uint32_t depth) {
  uint32_t way = depth ? pick(m, 16) : 0;
  if (!m->size || way < 3) {
    leaf(m);
    return;
  }
  m->size--;
  if (way < 7) {
    operator_of(m, depth);
  } else if (way == 7) {
    alternates(m, depth);
  } else if (way == 8 && m->terms) {
    pattern(m, depth - 1);
    guard(m);
  } else if (way == 9) {
    exists(m, depth);
  } else if (way == 10 && m->terms) {
    constraint(m, depth);
  } else if (way == 11 && m->functions) {
    put(m, "F%u(", pick(m, m->functions));
    pattern(m, depth - 1);
    smr_str_putc(m->out, ')');
  } else if (way < 14 && m->terms && m->functions && m->mus < 2) {
    mu(m, depth);
  } else if (way == 14) {
    reference(m, depth);
  } else if (m->mus) {
    smr_str_puts(m->out, "f(");
    call(m);
    smr_str_putc(m->out, ')');
  } else {
    operator_of(m, depth);
  }
}

void pypm_random_pattern(PypmRandom *random, const char *name, SmrStr *out) {
  Maker m = {.random = random, .out = out};
  m.terms = 1 + pick(&m, 2);
  m.functions = pick(&m, 2);
  m.size = 2 + pick(&m, 6);
  smr_str_printf(out, "pattern %s(", name);
  for (uint32_t k = 0; k < m.terms; k++)
    put(&m, k ? ", x%u" : "x%u", k);
  smr_str_puts(out, m.functions ? ", F0/1) = " : ") = ");
  pattern(&m, 4);
  smr_str_putc(out, '\n');
}

static void term(PypmRandom *random, uint32_t *size, SmrStr *out) {
  static const char *const leaves[] = {
      "c", "c", "d", "c : f32[2]", "d : f32[?]", "2.0 : f16", "d : i8[2, 3]", "rand"};
  static const char *const heads[] = {"f", "f", "g", "b", "add", "add", "s#0{n = 1}", "s#1{n = 1}"};
  static const uint32_t arities[] = {1, 1, 1, 2, 2, 2, 1, 1};
  uint32_t k = pypm_random(random, 8), arity = *size >= 2 ? arities[k] : 0;
  if (*size < arity + (pypm_random(random, 5) == 0)) // now and then a leaf
    arity = 0;
  if (!arity) {
    smr_str_puts(out, leaves[k]);
    return;
  }
  smr_str_puts(out, heads[k]);
  *size -= arity;
  for (uint32_t i = 0; i < arity; i++) {
    smr_str_puts(out, i ? ", " : "(");
    term(random, size, out);
  }
  smr_str_puts(out, pypm_random(random, 6) ? ")" : ") : f32[3]");
}

SmrPypmFile *pypm_random_file(PypmRandom *random, uint32_t count, uint32_t *terms) {
  SmrPypmFile *file = smr_pypm_file_create();
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  char name[16];
  smr_str_puts(&text, pypm_random_operators);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t size = pypm_random(random, 6);
    smr_str_printf(&text, "term t%u = ", k);
    term(random, &size, &text);
    smr_str_putc(&text, '\n');
  }
  bool ok = smr_pypm_file_read(file, "random", text.data, text.size, &diag);
  smr_diag_flush(&diag, stderr);
  assert_true(ok);
  for (uint32_t k = 0; k < count; k++) {
    snprintf(name, sizeof name, "t%u", k);
    terms[k] = smr_pypm_file_term(file, name);
  }
  return file;
}
