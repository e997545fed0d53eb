//===- options.c - smr-eqsat's command line ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "options.h"
#include <string.h>

typedef EqsatOptions Options;

static const SmrSetting rows[] = {
    TOOL_OPTION(TEXTS, "--rules", rules, "file", "a rule file (repeatable)"),
    TOOL_OPTION(LINES, "--term", inputs, "term", "a term as an s-expression (repeatable)"),
    TOOL_OPTION(LINES, "--terms", inputs, "file", "a file of terms (- is the standard input; repeatable)"),
    TOOL_OPTION(TEXT, "--guide", guide, "file",
                "phases with rules, sketches, costs and filters, each from the result of the one before:\n"
                "rules, terms and all else are in the file (lib/egraph/README.md says how)"),
    TOOL_OPTION(LIMIT, "--iterations", budget.iterations, "number", "limit, of each phase (default 30)"),
    TOOL_OPTION(LIMIT, "--nodes", budget.nodes, "number", "limit of e-nodes (default 1000000)"),
    TOOL_OPTION(LIMIT, "--time", milliseconds, "milliseconds", "limit in all (default 0)"),
    TOOL_OPTION(BYTES, "--memory", bytes, "bytes", "limit, with K, M, G for powers of 1024 (default 0)"),
    TOOL_OPTION(CHOICE, "--scheduler", scheduler, "simple|backoff",
                "simple (default): every rule, every match; backoff: rules with too many matches are\n"
                "left out for a while"),
    TOOL_OPTION(NUMBER, "--match-limit", budget.match_limit, "number",
                "backoff: matches in an iteration that ban a rule (default 1000, doubles each time)"),
    TOOL_OPTION(NUMBER, "--ban-length", budget.ban_length, "number",
                "backoff: iterations of the first ban (default 5, doubles each time)"),
    TOOL_OPTION(TEXT, "--phases", phases, "A,B+C",
                "first the rule set A only, then B and C together (default: all sets at once)"),
    TOOL_OPTION(FLAG, "--fold", fold, NULL, "+ - * / of integers become integers"),
    TOOL_OPTION(CHOICE, "--fold", fractions, "fractions",
                "and fractions of integers: / is the division of rational numbers"),
    TOOL_OPTION(FLAG, "--prune", prune, NULL,
                "with --fold: of what equals a constant only that constant is kept"),
    TOOL_OPTION(CHOICE, "--extract", extract, "tree|dag|dag-exact|none",
                "tree (default): shared subterms count each time; dag: they count once, a good one;\n"
                "dag-exact: the cheapest one"),
    TOOL_OPTION(CHOICE, "--cost", cost, "file|size|depth",
                "file: the costs in the rule files (default if there are any)"),
    TOOL_OPTION(TEXT, "--sketch", sketch, "sketch",
                "only terms of this shape; saturation also ends when each input has one"),
    TOOL_OPTION(FLAG, "--explain", explain, NULL,
                "print after each result, as comments, which rules lead from the input to it"),
    TOOL_OPTION(TEXT, "--explain", proofs, "file",
                "and write that as JSON, a list with one entry per result"),
    TOOL_OPTION(FLAG, "--check-explanation", check_explanation, NULL,
                "and check every step of it without the e-graph"),
    TOOL_OPTION(TEXT, "--output", output, "file", "write the terms there"),
    TOOL_OPTION(TEXT, "--stats", stats, "json[:file]",
                "what each iteration did, as JSON on the standard error output or in a file"),
    TOOL_OPTION(TEXT, "--dot", dot, "file", "the e-graph for Graphviz"),
    TOOL_OPTION(TEXT, "--json", json, "file",
                "the e-graph with costs, for programs that compare extraction methods"),
    TOOL_OPTION(FLAG, "--print-rules", print_rules, NULL,
                "print the rules as they were understood, and stop"),
    {0}};

const Tool eqsat_tool = {
    "smr-eqsat",
    "usage: smr-eqsat --rules=FILE… --term='(…)'… [options]\n"
    "       smr-eqsat --guide=FILE [--term='(…)'…] [options]\n"
    "Equality saturation: applies rewrite rules to terms in an e-graph and prints the best equal term of "
    "each, in\n"
    "the order in which they were given. Saturation ends when nothing changes or a limit is reached (0: "
    "none;\n"
    "with --guide, of each phase that gives none of its own).\n",
    "\n"
    "The exit code is 0; 1 after an error in a rule, a term or a file; 2 after a mistake on the command "
    "line;\n"
    "3 if a term has no form that satisfies the sketch, or a phase of a guide ends without what it wants.\n",
    rows,
    EXIT_USAGE,
    NULL};

/// An option that a guide's run does not take, or NULL.
static const char *not_of_guides(const EqsatOptions *o) {
  return o->rules.size ? "--rules"
         : o->phases   ? "--phases"
         : o->sketch   ? "--sketch"
         : o->dot      ? "--dot"
         : o->json     ? "--json"
         : o->explain  ? "--explain"
         : o->cost     ? "--cost"
         : o->extract  ? "--extract"
                       : NULL;
}

static int check(EqsatOptions *o) {
  if (o->stats && !smr_equal(o->stats, "json") && (!smr_starts(o->stats, "json:") || !o->stats[5]))
    return tool_misuse(&eqsat_tool, "expected --stats=json or --stats=json:FILE, not %s", o->stats);
  if (o->prune && !o->fold)
    return tool_misuse(&eqsat_tool, "--prune needs --fold");
  if (o->guide && not_of_guides(o))
    return tool_misuse(&eqsat_tool, "with --guide there is no %s", not_of_guides(o));
  if (!o->guide && !o->rules.size)
    return tool_misuse(&eqsat_tool, "no rules: --rules=FILE");
  if (!o->guide && !o->inputs.size && !o->print_rules)
    return tool_misuse(&eqsat_tool, "no term: --term='(…)' or --terms=FILE");
  if (o->explain && o->extract == EXTRACT_NONE)
    return tool_misuse(&eqsat_tool, "nothing to explain with --extract=none");
  return -1;
}

int eqsat_options_read(int argc, char **argv, EqsatOptions *o) {
  *o = (EqsatOptions){.budget = {.iterations = 30, .nodes = 1000000}};
  int code = tool_read(&eqsat_tool, argc, argv, o, NULL);
  o->budget.milliseconds = o->milliseconds;
  o->budget.bytes = o->bytes;
  o->budget.scheduler = o->scheduler == SCHEDULER_BACKOFF ? SMR_SCHEDULER_BACKOFF : SMR_SCHEDULER_SIMPLE;
  o->fold |= o->fractions == FRACTIONS;
  o->explain |= o->check_explanation || o->proofs;
  if (code < 0)
    code = check(o);
  if (!o->extract)
    o->extract = EXTRACT_TREE;
  return code;
}

bool eqsat_each_input(const EqsatOptions *o, EqsatAdd *add, void *user, bool go_on, SmrDiag *diag) {
  bool ok = true;
  for (uint32_t i = 0; i < o->inputs.size && (ok || go_on); i++) {
    const char *input = o->inputs.data[i], *value = strchr(input, '=') + 1, *reason = NULL;
    SmrStr text = {0};
    if (smr_starts(input, "--term="))
      ok &= add(user, "--term", value, strlen(value), true);
    else if (!smr_read_file(smr_equal(value, "-") ? "/dev/stdin" : value, &text, &reason))
      ok = smr_error(diag, value, 0, 0, "%s", reason);
    else
      ok &= add(user, value, smr_str_get(&text), text.size, false);
    smr_str_free(&text);
  }
  return ok;
}

bool eqsat_write_stats(const EqsatOptions *o, const SmrStr *text, SmrDiag *diag) {
  const char *colon = strchr(o->stats, ':');
  return tool_write(colon ? colon + 1 : NULL, stderr, text, diag);
}
