//===- harness.c - matching text graphs in tests --------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "automata/naive.h"
#include "test.h"

#include "graph_text.h"
#include "harness.h"

SmrGraph *harness_graph(SmrIntern *symbols, const char *text) {
  return graph_of_text(symbols, "test", text, strlen(text));
}

static void put_value(SmrValue v, const SmrGraph *g, SmrStr *out) {
  v = smr_value(g, v);
  const SmrValueData *d = smr_value_data(g, v);
  SmrOp def = d->def;
  if (d->name)
    smr_str_printf(out, "%s", smr_intern_text(g->symbols, d->name));
  else if (def && smr_op(g, def)->code == SMR_OP_CONST && SMR_TYPE_KIND(d->type) == SMR_T_FLOAT)
    smr_str_printf(out, "%g", smr_const_float(g, def));
  else if (def && smr_op(g, def)->code == SMR_OP_CONST)
    smr_str_printf(out, "%lld", (long long)smr_op(g, def)->imm);
  else if (def && smr_op(g, def)->operand_count) {
    smr_str_printf(out, "%s(", smr_opcode_name((SmrOpcode)smr_op(g, def)->code));
    put_value(smr_operand(g, def, 0), g, out);
    smr_str_puts(out, ")");
  } else
    smr_str_printf(out, "%%%u", v);
}

static void put_leaf(uint32_t leaf, SmrStr *out, void *data) {
  put_value(leaf, data, out);
}

static void put_poly(SmrPoly p, SmrGraph *g, SmrStr *out) {
  smr_poly_print(p, out, put_leaf, g);
}

void harness_match_text(const SmrPattern *pattern, const SmrMatch *m, SmrStr *out) {
  SmrGraph *g = m->graph;
  for (uint32_t k = 0; k < m->arg_count; k++) {
    const SmrBinding *b = &m->args[k];
    if (!b->bound && !b->descr_count)
      continue;
    smr_str_printf(out, "%s%s=", k ? " " : "", pattern->args[k].name);
    switch (pattern->args[k].kind) {
    case SMR_ARG_INT:
      put_poly(b->poly, g, out);
      if (b->divisor != 1)
        smr_str_printf(out, "/%lld", (long long)b->divisor);
      break;
    case SMR_ARG_ARRAY:
    case SMR_ARG_BOX:
      if (b->value)
        put_value(b->value, g, out);
      if (b->poly.count) {
        smr_str_puts(out, "[");
        put_poly(b->poly, g, out);
        smr_str_puts(out, "]");
      }
      for (uint32_t i = 0; i < b->descr_count; i++) {
        smr_str_printf(out, "{%u,%u:", b->descr[i].field, b->descr[i].dim);
        put_poly(b->descr[i].poly, g, out);
        smr_str_puts(out, "}");
      }
      break;
    default:
      if (b->value)
        put_value(b->value, g, out);
      if (b->result) {
        smr_str_puts(out, "->");
        put_value(b->result, g, out);
      }
    }
  }
  for (uint32_t k = 0; k < m->equation_count; k++) {
    smr_str_puts(out, " if ");
    put_poly(m->equations[k].left, g, out);
    smr_str_puts(out, "==");
    put_poly(m->equations[k].right, g, out);
  }
  smr_str_puts(out, "\n");
}

static SmrStr result;

static bool collect(const SmrMatch *match, void *data) {
  harness_match_text(data, match, &result);
  return true;
}

static const char *match_with(const char *idiom, const char *input, bool naive, bool dump) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *p = harness_graph(symbols, idiom), *g = input ? harness_graph(symbols, input) : NULL;
  SmrPattern pattern;
  SmrBytes block = {0};
  if (!smr_pattern_create(&arena, p, &pattern, &diag) ||
      !smr_automata_build(&pattern, &p, 1, &block, &diag)) {
    smr_diag_flush(&diag, stderr);
    fail();
  }
  const char *reason = "";
  SmrAutomata *automata = smr_automata_open(block.data, block.size, symbols, &reason);
  if (!automata)
    fail_msg("%s", reason);
  smr_str_clear(&result);
  if (dump) {
    smr_automata_dump(automata, &result);
  } else if (naive) {
    smr_naive_run(&pattern, p, g, collect, &pattern);
  } else {
    SmrScratch *scratch = smr_scratch_create();
    SmrRunStats stats = {0};
    smr_automata_run(automata, g, scratch, collect, &pattern, &stats);
    smr_scratch_destroy(scratch);
    assert_int_equal(stats.limits, 0);
  }
  smr_automata_close(automata);
  smr_vec_free(&block);
  smr_graph_destroy(p);
  if (g)
    smr_graph_destroy(g);
  smr_intern_destroy(symbols);
  return smr_str_get(&result);
}

const char *harness_naive(const char *idiom, const char *input) {
  return match_with(idiom, input, true, false);
}

const char *harness_dump(const char *idiom) {
  return match_with(idiom, NULL, false, true);
}

const char *harness_run(const char *idiom, const char *input) {
  char *naive = strdup(harness_naive(idiom, input));
  assert_string_equal(match_with(idiom, input, false, false), naive);
  free(naive);
  return smr_str_get(&result);
}

const char *harness_pattern_error(const char *idiom) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrGraph *p = harness_graph(symbols, idiom);
  SmrPattern pattern;
  smr_str_clear(&result);
  if (!smr_pattern_create(&arena, p, &pattern, &diag))
    smr_str_puts(&result, diag.messages.data[0].text);
  smr_graph_destroy(p);
  smr_intern_destroy(symbols);
  return smr_str_get(&result);
}
