//===- sexp_build.c - making s-expressions from others -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "base/sexp_build.h"
#include <string.h>

void smr_sexp_builder_free(SmrSexpBuilder *b) {
  smr_vec_free(&b->open);
}

static void add(SmrSexpBuilder *b, SmrSexpNode node) {
  if (b->open.size)
    b->out->nodes.data[smr_vec_last(&b->open)].count++;
  node.count = 0;
  node.text = *node.text ? smr_arena_strdup(&b->out->texts, node.text) : "";
  node.end = b->out->nodes.size + 1;
  smr_vec_push(&b->out->nodes, node);
}

void smr_sexp_open(SmrSexpBuilder *b, const SmrSexp *from, uint32_t node) {
  SmrSexpNode list = from->nodes.data[node];
  list.kind = SMR_SEXP_LIST;
  list.text = "";
  add(b, list);
  smr_vec_push(&b->open, b->out->nodes.size - 1);
}

void smr_sexp_close(SmrSexpBuilder *b) {
  uint32_t list = smr_vec_pop(&b->open);
  b->out->nodes.data[list].end = b->out->nodes.size;
}

void smr_sexp_atom(SmrSexpBuilder *b, const SmrSexp *from, uint32_t node, const char *text) {
  SmrSexpNode atom = from->nodes.data[node];
  atom.kind = SMR_SEXP_ATOM;
  atom.text = text;
  add(b, atom);
}

void smr_sexp_copy(SmrSexpBuilder *b, const SmrSexp *from, uint32_t node) {
  if (!smr_sexp_is_list(from, node)) {
    add(b, from->nodes.data[node]);
    return;
  }
  smr_sexp_open(b, from, node);
  for (uint32_t i = node + 1; i < from->nodes.data[node].end; i = from->nodes.data[i].end)
    smr_sexp_copy(b, from, i);
  smr_sexp_close(b);
}

static void print_string(const char *text, SmrStr *out) {
  smr_str_putc(out, '"');
  for (; *text; text++) {
    const char *at = strchr("\n\t", *text);
    if (at)
      smr_str_puts(out, *at == '\n' ? "\\n" : "\\t");
    else
      smr_str_printf(out, *text == '"' || *text == '\\' ? "\\%c" : "%c", *text);
  }
  smr_str_putc(out, '"');
}

void smr_sexp_print(const SmrSexp *s, uint32_t node, SmrStr *out) {
  if (s->nodes.data[node].kind == SMR_SEXP_STRING) {
    print_string(smr_sexp_text(s, node), out);
  } else if (!smr_sexp_is_list(s, node)) {
    smr_str_puts(out, smr_sexp_text(s, node));
  } else {
    smr_str_putc(out, '(');
    for (uint32_t i = node + 1; i < s->nodes.data[node].end; i = s->nodes.data[i].end) {
      smr_str_puts(out, i > node + 1 ? " " : "");
      smr_sexp_print(s, i, out);
    }
    smr_str_putc(out, ')');
  }
}
