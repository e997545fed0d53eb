//===- main.c - smr-eqsat: equality saturation from files ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "eqsat.h"
#include "guided.h"
#include <stdio.h>
#include <string.h>

static bool write_text(const char *path, const SmrStr *text) {
  const char *reason = NULL;
  bool ok = smr_write_file(path, smr_str_get(text), text->size, &reason);
  if (!ok)
    fprintf(stderr, "smr-eqsat: error: %s: %s\n", path, reason);
  return ok;
}

static bool print_text(const char *path, const SmrStr *text) {
  if (path)
    return write_text(path, text);
  bool ok = fwrite(smr_str_get(text), 1, text->size, stdout) == text->size && !fflush(stdout);
  if (!ok)
    perror("smr-eqsat");
  return ok;
}

static bool write_outputs(Eqsat *e, const SmrStr *terms) {
  const EqsatOptions *o = e->options;
  SmrStr text = {0};
  bool ok = print_text(o->output, terms);
  if (o->dot) {
    eqsat_dot(e, &text);
    ok &= write_text(o->dot, &text);
    smr_str_clear(&text);
  }
  if (o->json) {
    eqsat_json(e, &text);
    ok &= write_text(o->json, &text);
    smr_str_clear(&text);
  }
  if (o->proofs) {
    smr_str_printf(&text, "[%s]\n", smr_str_get(&e->proofs));
    ok &= write_text(o->proofs, &text);
    smr_str_clear(&text);
  }
  if (o->stats) {
    eqsat_stats(e, &text);
    const char *colon = strchr(o->stats, ':');
    if (colon)
      ok &= write_text(colon + 1, &text);
    else
      fputs(smr_str_get(&text), stderr);
  }
  smr_str_free(&text);
  return ok;
}

static int run(Eqsat *e) {
  SmrStr out = {0};
  int code = EXIT_USER_ERROR;
  if (!eqsat_read_rules(e)) {
    // told
  } else if (e->options->print_rules) {
    smr_rules_print(e->ops, &e->rules, &out);
    if (print_text(e->options->output, &out))
      code = 0;
  } else if (eqsat_read(e) && eqsat_saturate(e)) {
    bool ok = eqsat_extract(e, &out);
    if (write_outputs(e, &out) && ok)
      code = e->unsatisfied ? EXIT_SKETCH : 0;
  }
  smr_str_free(&out);
  return code;
}

int main(int argc, char **argv) {
  EqsatOptions options;
  int code = eqsat_options_parse(argc, argv, &options);
  if (code < 0 && options.guide) {
    code = eqsat_guided(&options);
  } else if (code < 0) {
    Eqsat e = {.options = &options};
    code = run(&e);
    smr_diag_flush(&e.diag, stderr);
    eqsat_free(&e);
  }
  eqsat_options_free(&options);
  return code;
}
