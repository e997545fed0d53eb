//===- options.c - smr-eqsat's command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "options.h"
#include "tools/common/hint.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: smr-eqsat --rules=FILE… --term='(…)'… [options]\n"
    "       smr-eqsat --guide=FILE [--term='(…)'…] [options]\n"
    "Equality saturation: applies rewrite rules to terms in an e-graph and prints the best equal term of "
    "each,\n"
    "in the order in which they were given.\n"
    "\n"
    "  --rules=FILE       a rule file; repeatable\n"
    "  --term=TERM        a term as an s-expression; repeatable\n"
    "  --terms=FILE       a file of terms (- is the standard input); repeatable\n"
    "  --guide=FILE       phases with rules, sketches, costs and filters, each from the result of the one "
    "before:\n"
    "                     rules, terms and all else are in the file (lib/egraph/README.md says how)\n"
    "\n"
    "Saturation ends when nothing changes or a limit is reached (0: none; with --guide, of each phase that "
    "gives\n"
    "none of its own):\n"
    "  --iterations=N     of each phase (default 30)\n"
    "  --nodes=N          e-nodes (default 1000000)\n"
    "  --time=MS          milliseconds in all (default 0)\n"
    "  --memory=BYTES     with K, M, G for powers of 1024 (default 0)\n"
    "  --scheduler=KIND   simple (default: every rule, every match) or backoff (rules with too many matches "
    "are\n"
    "                     left out for a while)\n"
    "  --match-limit=N    backoff: matches in an iteration that ban a rule (default 1000, doubles each "
    "time)\n"
    "  --ban-length=N     backoff: iterations of the first ban (default 5, doubles each time)\n"
    "  --phases=A,B+C     first the rule set A alone, then B and C together (default: all sets at once)\n"
    "  --fold             + - * / of integers become integers\n"
    "  --fold=fractions   and fractions of integers: / is the division of rational numbers\n"
    "  --prune            with --fold: what equals a constant is kept as that constant alone\n"
    "\n"
    "  --extract=HOW      tree (default: shared subterms count each time), dag (they count once, a\n"
    "                     good one), dag-exact (the cheapest one) or none\n"
    "  --cost=WHAT        file (the costs in the rule files; default where there are any), size or depth\n"
    "  --sketch=SKETCH    only terms of this shape; saturation also ends when each input has one\n"
    "  --explain          print behind each result, as comments, which rules lead from the input to it\n"
    "  --explain=FILE     and write that as JSON, a list with one entry per result\n"
    "  --check-explanation  and check every step of it without the e-graph\n"
    "\n"
    "  --output=FILE      write the terms there\n"
    "  --stats=json[:FILE]  what each iteration did, as JSON on the standard error output or in a file\n"
    "  --dot=FILE         the e-graph for Graphviz\n"
    "  --json=FILE        the e-graph with costs, for programs that compare extraction methods\n"
    "  --print-rules      print the rules as they were understood, and stop\n"
    "  --help, --version\n"
    "\n"
    "The exit code is 0; 1 after an error in a rule, a term or a file; 2 after a mistake on the command "
    "line;\n"
    "3 when a term has no form that satisfies the sketch, or a phase of a guide ends without what it "
    "wants.\n";

static int usage_error(const char *text, const char *what) {
  fprintf(stderr, "smr-eqsat: error: %s%s%s%s\n", text, *what ? " " : "", what, usage_hint(help, what));
  return EXIT_USAGE;
}

static const char *value_of(const char *argument, const char *option) {
  size_t length = strlen(option);
  return !strncmp(argument, option, length) && argument[length] == '=' ? argument + length + 1 : NULL;
}

// A whole number up to `most`, with a suffix when `suffixes`.
static bool read_number(const char *text, uint64_t most, bool suffixes, uint64_t *out) {
  uint64_t value = 0;
  const char *at = text;
  for (; *at >= '0' && *at <= '9'; at++)
    if (__builtin_mul_overflow(value, 10, &value) || __builtin_add_overflow(value, *at - '0', &value))
      return false;
  if (at == text)
    return false;
  const char *suffix = suffixes && *at ? strchr("KMG", *at) : NULL;
  if (suffix) {
    unsigned shift = *suffix == 'K' ? 10 : *suffix == 'M' ? 20 : 30;
    if (value > UINT64_MAX >> shift)
      return false;
    value <<= shift;
    at++;
  }
  *out = value;
  return !*at && value <= most;
}

static bool read_number32(const char *text, uint32_t *out) {
  uint64_t value;
  bool ok = read_number(text, UINT32_MAX, false, &value);
  if (ok)
    *out = (uint32_t)value;
  return ok;
}

static int choose(const char *value, const char *const *choices) {
  for (int i = 0; choices[i]; i++)
    if (!strcmp(choices[i], value))
      return i;
  return -1;
}

// What takes a number. 1: done, 0: not such an option, -1: a mistake.
static int parse_limit(const char *arg, EqsatOptions *o) {
  const char *value;
  uint64_t number = 0;
  bool ok;
  if ((value = value_of(arg, "--iterations")))
    ok = read_number32(value, &o->budget.iterations);
  else if ((value = value_of(arg, "--nodes")))
    ok = read_number32(value, &o->budget.nodes);
  else if ((value = value_of(arg, "--match-limit")))
    ok = read_number32(value, &o->budget.match_limit) && o->budget.match_limit;
  else if ((value = value_of(arg, "--ban-length")))
    ok = read_number32(value, &o->budget.ban_length) && o->budget.ban_length;
  else if ((value = value_of(arg, "--time"))) {
    ok = read_number(value, UINT32_MAX, false, &number);
    o->budget.milliseconds = (double)number;
  } else if ((value = value_of(arg, "--memory"))) {
    ok = read_number(value, SIZE_MAX, true, &number);
    o->budget.bytes = number;
  } else {
    return 0;
  }
  if (!ok)
    usage_error("not a number for this option:", arg);
  return ok ? 1 : -1;
}

static int parse_choice(const char *arg, EqsatOptions *o) {
  static const char *const schedulers[] = {"simple", "backoff", NULL};
  static const char *const extractions[] = {"tree", "dag", "dag-exact", "none", NULL};
  static const char *const costs[] = {"file", "size", "depth", NULL};
  const char *value;
  int choice;
  if ((value = value_of(arg, "--scheduler"))) {
    choice = choose(value, schedulers);
    o->budget.scheduler = choice == 1 ? SMR_SCHEDULER_BACKOFF : SMR_SCHEDULER_SIMPLE;
  } else if ((value = value_of(arg, "--extract"))) {
    choice = choose(value, extractions);
    o->extract = choice < 0 ? EXTRACT_TREE : (Extraction)choice;
  } else if ((value = value_of(arg, "--cost"))) {
    choice = choose(value, costs);
    o->cost = (CostKind)(choice + 1);
  } else {
    return 0;
  }
  if (choice < 0)
    usage_error("not a value of this option:", arg);
  return choice < 0 ? -1 : 1;
}

static int parse_other(const char *arg, EqsatOptions *o) {
  const struct {
    const char *name;
    const char **value;
  } texts[] = {{"--phases", &o->phases}, {"--sketch", &o->sketch}, {"--guide", &o->guide},
               {"--dot", &o->dot},       {"--json", &o->json},     {"--explain", &o->proofs},
               {"--output", &o->output}, {"--stats", &o->stats}};
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"--explain", &o->explain}, {"--check-explanation", &o->check_explanation},
               {"--fold", &o->fold},       {"--fold=fractions", &o->fractions},
               {"--prune", &o->prune},     {"--print-rules", &o->print_rules}};
  const char *value;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if ((value = value_of(arg, texts[i].name)))
      return *value ? (*texts[i].value = value, 1) : (usage_error("no value:", arg), -1);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
    if (!strcmp(arg, flags[i].name))
      return *flags[i].flag = true;
  if ((value = value_of(arg, "--rules")))
    smr_vec_push(&o->rules, value);
  else if ((value = value_of(arg, "--term")))
    smr_vec_push(&o->inputs, (Input){value, false});
  else if ((value = value_of(arg, "--terms")))
    smr_vec_push(&o->inputs, (Input){value, true});
  else
    return usage_error(arg[0] == '-' ? "unknown option" : "not an option:", arg), -1;
  return 1;
}

int eqsat_options_parse(int argc, char **argv, EqsatOptions *o) {
  *o = (EqsatOptions){.budget = {.iterations = 30, .nodes = 1000000}};
  argc = usage_join_values(help, argc, argv);
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
      return fputs(help, stdout), 0;
    if (!strcmp(argv[i], "--version"))
      return printf("smr-eqsat %s\n", SMR_VERSION), 0;
    int done = parse_limit(argv[i], o);
    if (!done)
      done = parse_choice(argv[i], o);
    if (!done)
      done = parse_other(argv[i], o);
    if (done < 0)
      return EXIT_USAGE;
  }
  if (o->stats && strcmp(o->stats, "json") && (strncmp(o->stats, "json:", 5) || !o->stats[5]))
    return usage_error("expected --stats=json or --stats=json:FILE, not", o->stats);
  o->fold |= o->fractions;
  if (o->prune && !o->fold)
    return usage_error("--prune needs --fold", "");
  o->explain |= o->check_explanation || o->proofs;
  if (o->guide) {
    const char *other = o->rules.size ? "--rules"
                        : o->phases   ? "--phases"
                        : o->sketch   ? "--sketch"
                        : o->dot      ? "--dot"
                        : o->json     ? "--json"
                        : o->explain  ? "--explain"
                        : o->cost     ? "--cost"
                        : o->extract  ? "--extract"
                                      : NULL;
    if (other)
      return usage_error("with --guide there is no", other);
  }
  if (!o->guide && !o->rules.size)
    return usage_error("no rules: --rules=FILE", "");
  if (!o->guide && !o->inputs.size && !o->print_rules)
    return usage_error("no term: --term='(…)' or --terms=FILE", "");
  if (o->explain && o->extract == EXTRACT_NONE)
    return usage_error("nothing to explain with --extract=none", "");
  return -1;
}

void eqsat_options_free(EqsatOptions *o) {
  smr_vec_free(&o->rules);
  smr_vec_free(&o->inputs);
}
