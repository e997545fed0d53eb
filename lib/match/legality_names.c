//===- legality_names.c - what messages call a value ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In the source's words where the importer knew them; otherwise by where the value comes from. Offsets in
// bytes are nobody's words: what is loaded from one is "a value loaded at line 7".
//===----------------------------------------------------------------------===//
#include "match/legality.h"
#include <string.h>

/// A value without a name, by where it comes from.
static void describe_value(const SmrGraph *g, SmrValue value, SmrStr *out) {
  const SmrValueData *data = &g->values.data[value];
  SmrOp def = data->def, parent = def ? 0 : g->regions.data[g->blocks.data[data->block].region].parent;
  const SmrOpData *op = smr_op(g, def ? def : parent);
  bool loop = (def || parent) && (op->code == SMR_OP_LOOP || op->code == SMR_OP_WHILE);
  if (!def && !parent)
    smr_str_printf(out, "argument %u", data->index + 1);
  else if (parent)
    smr_str_puts(out, !loop              ? "a value"
                      : data->index == 0 ? "the variable of the loop"
                                         : "a value carried by the loop");
  else if (op->code == SMR_OP_CALL && op->name) {
    const char *name = smr_intern_text(g->symbols, op->name), *own = strrchr(name, 'P');
    smr_str_printf(out, "the result of %s", !strncmp(name, "_Q", 2) && own ? own + 1 : name);
  } else
    smr_str_puts(out, loop ? "a result of the loop" : op->code == SMR_OP_LOAD ? "a value loaded" : "a value");
  if (op->loc && (def || parent))
    smr_str_printf(out, " at line %u", g->locs.data[op->loc].line);
}

static void name_value(const SmrGraph *g, SmrValue value, SmrStr *out, int depth);

static bool is_sum(const SmrGraph *g, SmrOp def) {
  return def && (smr_op(g, def)->code == SMR_OP_ADD || smr_op(g, def)->code == SMR_OP_SUB);
}

/// A value where a sum needs no parentheses.
static void name_sum(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrOp def = smr_def(g, value);
  if (!depth || !is_sum(g, def) || smr_value_data(g, value)->name) {
    name_value(g, value, out, depth);
    return;
  }
  name_sum(g, smr_operand(g, def, 0), out, depth - 1);
  smr_str_puts(out, smr_op(g, def)->code == SMR_OP_ADD ? " + " : " - ");
  name_value(g, smr_operand(g, def, 1), out, depth - 1);
}

/// What C reads through a pointer is not the pointer.
static void name_loaded(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrValue ptr = smr_value(g, smr_operand(g, smr_def(g, value), 0));
  SmrOp def = smr_def(g, ptr);
  if (def && smr_op(g, def)->code == SMR_OP_ADDR) {
    describe_value(g, value, out);
    return;
  }
  smr_str_putc(out, '*');
  name_value(g, ptr, out, depth);
}

/// The name of a pointer to the start or the end of a vector's elements, without the member.
static bool owner_of(const SmrGraph *g, SmrValue pointer, const char *const *members, SmrStr *out) {
  SmrOp def = smr_def(g, pointer);
  if (def && smr_op(g, def)->code == SMR_OP_BITCAST)
    pointer = smr_value(g, smr_operand(g, def, 0));
  SmrSym name = smr_value_data(g, pointer)->name;
  const char *text = name ? smr_intern_text(g->symbols, name) : "";
  size_t length = strlen(text);
  for (; *members; ++members) {
    size_t tail = strlen(*members);
    if (length < tail + 2 || strcmp(text + length - tail, *members) != 0)
      continue;
    length -= tail;
    length -= text[length - 1] == '.' ? 1 : 2; // or "->"
    smr_str_append(out, text, length);
    return true;
  }
  return false;
}

/// The distance between the ends of a C++ vector, in bytes or in elements.
static bool name_vector_size(const SmrGraph *g, SmrValue bytes, SmrStr *out) {
  static const char *const ends[] = {"_M_impl._M_finish", "__end_", NULL}, *const starts[] = {
                                                                               "_M_impl._M_start", "__begin_",
                                                                               NULL};
  SmrOp def = smr_def(g, bytes);
  SmrStr end = {0}, start = {0};
  bool found = def && smr_op(g, def)->code == SMR_OP_SUB &&
               owner_of(g, smr_value(g, smr_operand(g, def, 0)), ends, &end) &&
               owner_of(g, smr_value(g, smr_operand(g, def, 1)), starts, &start) &&
               !strcmp(smr_str_get(&end), smr_str_get(&start));
  if (found)
    smr_str_printf(out, "%s.size()", smr_str_get(&end));
  smr_str_free(&end);
  smr_str_free(&start);
  return found;
}

/// What is cut to a narrower integer; `lbound(a,1) + size(a,1) - 1` is `ubound(a,1)`.
static void name_cut(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrStr text = {0}, bound = {0};
  name_sum(g, value, &text, depth);
  const char *all = smr_str_get(&text);
  int dim = (int)strcspn(all, ")");
  if (!strncmp(all, "lbound(", 7) && all[dim]) {
    smr_str_printf(&bound, "%.*s) + size(%.*s) - 1", dim, all, dim - 7, all + 7);
    if (strcmp(smr_str_get(&bound), all) != 0)
      smr_str_clear(&bound);
  }
  if (bound.size)
    smr_str_printf(out, "ubound(%.*s)", dim - 7, all + 7);
  else
    smr_str_printf(out, "int(%s)", all);
  smr_str_free(&text);
  smr_str_free(&bound);
}

static void name_operands(const SmrGraph *g, SmrOp op, uint32_t first, uint32_t end, SmrStr *out, int depth) {
  for (uint32_t k = first; k < end; ++k) {
    smr_str_puts(out, k == first ? "(" : ",");
    name_value(g, smr_operand(g, op, k), out, depth);
  }
  smr_str_putc(out, ')');
}

static void name_value(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  int64_t number;
  value = smr_value(g, value);
  const SmrValueData *data = &g->values.data[value];
  SmrOp def = data->def;
  if (data->name)
    smr_str_puts(out, smr_intern_text(g->symbols, data->name));
  else if (def && smr_op(g, def)->code == SMR_OP_GLOBAL)
    smr_str_puts(out, smr_intern_text(g->symbols, smr_op(g, def)->name));
  else if (def && depth && g->wraps && smr_op(g, def)->code == SMR_OP_LOAD)
    name_loaded(g, value, out, depth - 1);
  else if (def && depth &&
           (smr_op(g, def)->code == SMR_OP_LOAD || smr_op(g, def)->code == SMR_OP_ADDR ||
            smr_op(g, def)->code == SMR_OP_DESCR_ADDR || smr_op(g, def)->code == SMR_OP_SEXT))
    name_value(g, smr_operand(g, def, 0), out, depth - 1);
  else if (def && depth &&
           (smr_op(g, def)->code == SMR_OP_SHRS || smr_op(g, def)->code == SMR_OP_SHRU ||
            smr_op(g, def)->code == SMR_OP_DIVS || smr_op(g, def)->code == SMR_OP_DIVU) &&
           name_vector_size(g, smr_operand(g, def, 0), out))
    ;
  else if (def && depth && smr_op(g, def)->code == SMR_OP_POLY) {
    SmrArena arena = {0};
    smr_str_putc(out, '(');
    smr_poly_print(smr_poly_of(g, &arena, value), out, smr_legality_name, (void *)(uintptr_t)g);
    smr_str_putc(out, ')');
    smr_arena_destroy(&arena);
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_DIVS) {
    int64_t divisor;
    name_value(g, smr_operand(g, def, 0), out, depth - 1);
    smr_str_putc(out, '/');
    if (smr_const_int(g, smr_operand(g, def, 1), &divisor))
      smr_str_printf(out, "%lld", (long long)divisor);
    else
      name_value(g, smr_operand(g, def, 1), out, depth - 1);
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_TRUNC) {
    name_cut(g, smr_operand(g, def, 0), out, depth - 1);
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_DESCR_EXTENT) {
    smr_str_puts(out, "size(");
    name_value(g, smr_operand(g, def, 0), out, depth - 1);
    smr_str_printf(out, ",%d)", (int)smr_op(g, def)->imm + 1);
  } else if (def && depth &&
             (smr_op(g, def)->code == SMR_OP_DESCR_STRIDE || smr_op(g, def)->code == SMR_OP_DESCR_LB)) {
    smr_str_puts(out, smr_op(g, def)->code == SMR_OP_DESCR_LB ? "lbound(" : "stride(");
    name_value(g, smr_operand(g, def, 0), out, depth - 1);
    smr_str_printf(out, ",%d)", (int)smr_op(g, def)->imm + 1);
  } else if (def && depth && (smr_op(g, def)->code == SMR_OP_MAXS || smr_op(g, def)->code == SMR_OP_MINS)) {
    smr_str_puts(out, smr_op(g, def)->code == SMR_OP_MAXS ? "max" : "min");
    name_operands(g, def, 0, 2, out, depth - 1);
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_SELECT) {
    smr_str_puts(out, "either");
    name_operands(g, def, 1, 3, out, depth - 1);
  } else if (def && depth && is_sum(g, def)) {
    smr_str_putc(out, '(');
    name_sum(g, value, out, depth);
    smr_str_putc(out, ')');
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_MUL) {
    name_value(g, smr_operand(g, def, 0), out, depth - 1);
    smr_str_putc(out, '*');
    name_value(g, smr_operand(g, def, 1), out, depth - 1);
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_FPTOSI) {
    smr_str_puts(out, "int");
    name_operands(g, def, 0, 1, out, depth - 1);
  } else if (def && depth && smr_op(g, def)->code == SMR_OP_ZEXT) {
    name_value(g, smr_operand(g, def, 0), out, depth - 1);
  } else if (smr_const_int(g, value, &number)) {
    smr_str_printf(out, "%lld", (long long)number);
  } else {
    describe_value(g, value, out);
  }
}

void smr_legality_name(uint32_t value, SmrStr *out, void *graph) {
  name_value(graph, value, out, 8);
}
