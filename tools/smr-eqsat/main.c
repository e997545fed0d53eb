//===- main.c - smr-eqsat: equality saturation from files ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "eqsat.h"
#include "guided.h"

static bool write_outputs(Eqsat *e, const SmrStr *terms) {
  const EqsatOptions *o = e->options;
  const struct {
    const char *path;
    void (*print)(Eqsat *e, SmrStr *out);
  } files[] = {{o->dot, eqsat_dot}, {o->json, eqsat_json}, {o->proofs, eqsat_proofs}};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  bool ok = tool_write(o->output, stdout, terms, &e->diag);
  for (size_t k = 0; k < sizeof files / sizeof *files; k++)
    if (files[k].path) {
      smr_str_clear(&text);
      files[k].print(e, &text);
      ok &= tool_write(files[k].path, NULL, &text, &e->diag);
    }
  if (o->stats) {
    smr_str_clear(&text);
    eqsat_stats(e, &text);
    ok &= eqsat_write_stats(o, &text, &e->diag);
  }
  return ok;
}

static int run(Eqsat *e) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  int code = EXIT_USER_ERROR;
  if (!eqsat_read_rules(e)) {
    // told
  } else if (e->options->print_rules) {
    smr_rules_print(e->ops, &e->rules, &out);
    if (tool_write(e->options->output, stdout, &out, &e->diag))
      code = 0;
  } else if (eqsat_read(e) && eqsat_saturate(e)) {
    bool ok = eqsat_extract(e, &out);
    if (write_outputs(e, &out) && ok)
      code = e->unsatisfied ? EXIT_SKETCH : 0;
  }
  return code;
}

int main(int argc, char **argv) {
  EqsatOptions options;
  int code = eqsat_options_read(argc, argv, &options);
  if (code < 0 && options.guide) {
    code = eqsat_guided(&options);
  } else if (code < 0) {
    Eqsat e = {.options = &options};
    code = run(&e);
    smr_diag_flush(&e.diag, stderr);
    eqsat_free(&e);
  }
  return code;
}
