//===- legality_names.c - what messages call a value ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// In the source's words where the importer knew them; otherwise by where the value comes from. Offsets in
// bytes are nobody's words: what is loaded from one is "a value loaded at line 7".
//===----------------------------------------------------------------------===//
#include "graph/normalize/normalize.h"
#include "graph/rows.h"
#include "match/legality.h"
#include <string.h>

/// A value without a name, by where it comes from.
static void describe_value(const SmrGraph *g, SmrValue value, SmrStr *out) {
  const SmrValueData *data = &g->values.data[value];
  SmrOp def = data->def, parent = smr_argument_owner(g, value);
  const SmrOpData *op = smr_op(g, def ? def : parent);
  bool loop = (def || parent) && (op->code == SMR_OP_LOOP || op->code == SMR_OP_WHILE);
  if (!def && !parent)
    smr_str_printf(out, "argument %u", data->index + 1);
  else if (parent)
    smr_str_puts(out, !loop              ? "a value"
                      : data->index == 0 ? "the loop variable"
                                         : "a value carried by the loop");
  else if (op->code == SMR_OP_CALL && op->name) {
    const char *name = smr_intern_text(g->symbols, op->name), *own = strrchr(name, 'P');
    smr_str_printf(out, "the result of %s", !strncmp(name, "_Q", 2) && own ? own + 1 : name);
  } else
    smr_str_puts(out, loop ? "a result of the loop" : op->code == SMR_OP_LOAD ? "a value loaded" : "a value");
  if (op->loc && (def || parent))
    smr_str_printf(out, " at line %u", g->locs.data[op->loc].line);
}

/// The size of what is read or written through the descriptor first, in bytes; 0: nothing is, near the op
/// that reads the distance.
static uint32_t element_bytes(const SmrGraph *g, SmrOp distance) {
  enum { MOST_OPS = 2048 };
  SmrValue box = smr_value(g, smr_operand(g, distance, 0));
  for (SmrOp op = distance; op < g->ops.size && op - distance < MOST_OPS; op++) {
    const SmrOpData *data = smr_op(g, op);
    bool store = data->code == SMR_OP_STORE;
    if (!data->block || (!store && data->code != SMR_OP_LOAD))
      continue;
    SmrOp base = smr_def(g, smr_base_of(g, smr_access_ptr(g, op)));
    if (base && smr_op(g, base)->code == SMR_OP_DESCR_ADDR && smr_value(g, smr_operand(g, base, 0)) == box)
      return smr_type_bytes(smr_value_type(g, store ? smr_operand(g, op, 0) : smr_result(g, op, 0)));
  }
  return 0;
}

/// A descriptor's distance is known in bytes, and people think of it in elements: how many bytes these have.
/// 1: it is none, or that is not known.
static uint32_t distance_unit(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  bool distance = def && smr_op(g, def)->code == SMR_OP_DESCR_STRIDE && !smr_value_data(g, value)->name;
  uint32_t bytes = distance ? element_bytes(g, def) : 0;
  return bytes ? bytes : 1;
}

enum { MOST_DEPTH = 8 };
static void name_value(const SmrGraph *g, SmrValue value, SmrStr *out, int depth);

bool smr_legality_is_phrase(const char *name) {
  int depth = 0;
  for (; *name; name++) {
    depth += (*name == '(' || *name == '[') - (*name == ')' || *name == ']');
    if (*name == ' ' && depth == 0)
      return true;
  }
  return false;
}

/// `n/2`, which rounds: a factor in front would be taken in.
static bool is_quotient(const char *text) {
  int depth = 0;
  for (; *text && (depth || *text != '/'); text++)
    depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
  return *text == '/';
}

/// A value as a part of a sum or a product.
static void name_part(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrStr text = {0};
  name_value(g, value, &text, depth);
  const char *all = smr_str_get(&text);
  bool phrase = smr_legality_is_phrase(all) || *all == '*' || is_quotient(all);
  smr_str_printf(out, phrase ? "(%s)" : "%s", smr_str_get(&text));
  smr_str_free(&text);
}

static void name_leaf(uint32_t value, SmrStr *out, void *graph) {
  name_part(graph, value, out, MOST_DEPTH);
}

static void name_descriptor(const SmrGraph *g, SmrOp def, SmrStr *out, int depth) {
  smr_str_puts(out, smr_op(g, def)->code == SMR_OP_DESCR_LB       ? "lbound("
                    : smr_op(g, def)->code == SMR_OP_DESCR_EXTENT ? "size("
                                                                  : "stride(");
  name_value(g, smr_operand(g, def, 0), out, depth);
  smr_str_printf(out, ",%d)", (int)smr_op(g, def)->imm + 1);
}

/// … of a polynomial whose coefficients have the units of its distances in them.
static void name_leaf_in_elements(uint32_t value, SmrStr *out, void *graph) {
  if (distance_unit(graph, value) > 1)
    name_descriptor(graph, smr_def(graph, value), out, MOST_DEPTH - 1);
  else
    name_leaf(value, out, graph);
}

static bool is_sum(const SmrGraph *g, SmrOp def) {
  return def && (smr_op(g, def)->code == SMR_OP_ADD || smr_op(g, def)->code == SMR_OP_SUB);
}

/// A value where a sum needs no parentheses.
static void name_sum(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrOp def = smr_def(g, value);
  if (!depth || !is_sum(g, def) || smr_value_data(g, value)->name) {
    name_part(g, value, out, depth);
    return;
  }
  name_sum(g, smr_operand(g, def, 0), out, depth - 1);
  smr_str_puts(out, smr_op(g, def)->code == SMR_OP_ADD ? " + " : " - ");
  name_part(g, smr_operand(g, def, 1), out, depth - 1);
}

/// What C reads through a pointer is not the pointer.
static void name_loaded_c(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrValue ptr = smr_value(g, smr_operand(g, smr_def(g, value), 0));
  SmrOp def = smr_def(g, ptr);
  if (def && smr_op(g, def)->code == SMR_OP_ADDR) {
    describe_value(g, value, out);
    return;
  }
  smr_str_putc(out, '*');
  name_value(g, ptr, out, depth);
}

/// The common block that the address lies in; NULL: none.
static const char *common_block(const SmrGraph *g, SmrValue ptr) {
  SmrOp def = smr_def(g, ptr);
  if (def && smr_op(g, def)->code == SMR_OP_ADDR)
    def = smr_def(g, smr_value(g, smr_operand(g, def, 0)));
  const char *name =
      def && smr_op(g, def)->code == SMR_OP_GLOBAL ? smr_intern_text(g->symbols, smr_op(g, def)->name) : "";
  return smr_ends(name, "_") && !smr_starts(name, "_Q") ? name : NULL;
}

/// Fortran's variables are what is read; of an array it is an element.
static void name_loaded(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrValue ptr = smr_value(g, smr_operand(g, smr_def(g, value), 0));
  SmrOp def = smr_def(g, ptr);
  bool is_global = def && smr_op(g, def)->code == SMR_OP_GLOBAL;
  const char *block = smr_value_data(g, ptr)->name && !is_global ? NULL : common_block(g, ptr);
  bool element = def && smr_op(g, def)->code == SMR_OP_ADDR && !smr_value_data(g, ptr)->name &&
                 smr_value_type(g, value) != SMR_PTR;
  if (!g->fortran) {
    name_loaded_c(g, value, out, depth);
  } else if (block) {
    smr_str_printf(out, "a variable of /%.*s/", (int)strlen(block) - 1, block);
  } else {
    name_value(g, ptr, out, depth);
    smr_str_puts(out, element ? "(...)" : "");
  }
}

/// The pointer that the integer is.
static SmrValue pointer_of(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  bool cast = def && smr_op(g, def)->code == SMR_OP_BITCAST;
  return smr_value(g, cast ? smr_operand(g, def, 0) : smr_value(g, value));
}

static bool are_pointers(const SmrGraph *g, SmrValue start, SmrValue end) {
  return start && end && smr_value_type(g, start) == SMR_PTR && smr_value_type(g, end) == SMR_PTR;
}

/// Is it the distance between two pointers, in bytes, and some more?
static bool is_pointer_poly(const SmrGraph *g, SmrPoly poly, SmrValue *start, SmrValue *end, int64_t *more) {
  *start = *end = 0;
  *more = 0;
  for (uint32_t t = 0; t < poly.count; t++) {
    const SmrMonomial *term = &poly.terms[t];
    if (term->degree == 0)
      *more = term->coef;
    else if (term->degree == 1 && (term->coef == 1 || term->coef == -1))
      *(term->coef == 1 ? end : start) = pointer_of(g, term->leaves[0]);
    else
      return false;
  }
  return are_pointers(g, *start, *end) && poly.count == 2u + (*more != 0);
}

/// … and of a value.
static bool is_distance(const SmrGraph *g, SmrValue bytes, SmrValue *start, SmrValue *end, int64_t *more) {
  SmrOp def = smr_def(g, bytes);
  SmrArena arena = {0};
  bool found = false;
  *more = 0;
  if (def && smr_op(g, def)->code == SMR_OP_SUB) {
    *end = pointer_of(g, smr_operand(g, def, 0));
    *start = pointer_of(g, smr_operand(g, def, 1));
    found = are_pointers(g, *start, *end);
  } else if (def && smr_op(g, def)->code == SMR_OP_POLY) {
    found = is_pointer_poly(g, smr_poly_of(g, &arena, bytes), start, end, more);
  }
  smr_arena_destroy(&arena);
  return found;
}

/// What a division or a shift divides by; 0: not known.
static int64_t divisor_of(const SmrGraph *g, SmrOp division) {
  bool shift = smr_op(g, division)->code == SMR_OP_SHRS || smr_op(g, division)->code == SMR_OP_SHRU;
  int64_t number;
  if (!smr_const_int(g, smr_operand(g, division, 1), &number) || number < 0 || (shift && number > 30))
    return 0;
  return shift ? (int64_t)1 << number : number;
}

/// The name of a pointer to the start or the end of a vector's elements, without the member.
static bool owner_of(const SmrGraph *g, SmrValue pointer, const char *const *members, SmrStr *out) {
  SmrSym name = smr_value_data(g, pointer)->name;
  const char *text = name ? smr_intern_text(g->symbols, name) : "";
  size_t length = strlen(text);
  for (; *members; members++) {
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
static bool name_vector_size(const SmrGraph *g, SmrValue first, SmrValue last, SmrStr *out) {
  static const char *const ends[] = {"_M_impl._M_finish", "__end_", NULL}, *const starts[] = {
                                                                               "_M_impl._M_start", "__begin_",
                                                                               NULL};
  SmrStr end = {0}, start = {0};
  bool found = owner_of(g, last, ends, &end) && owner_of(g, first, starts, &start) &&
               !strcmp(smr_str_get(&end), smr_str_get(&start));
  if (found)
    smr_str_printf(out, "%s.size()", smr_str_get(&end));
  smr_str_free(&end);
  smr_str_free(&start);
  return found;
}

/// The part of a name that is the source's: clang calls what it made of a parameter `first.coerce`.
static int source_length(const char *name) {
  const char *coerced = strstr(name, ".coerce");
  return coerced && !strcmp(coerced, ".coerce") ? (int)(coerced - name) : (int)strlen(name);
}

/// A struct that is passed by value arrives as words, `a.coerce0`, with one member or several in each.
static bool name_coerced(const SmrGraph *g, SmrValue value, SmrStr *out) {
  for (SmrOp def; (def = smr_def(g, value)) &&
                  (smr_op(g, def)->code == SMR_OP_TRUNC || smr_op(g, def)->code == SMR_OP_SHRU ||
                   smr_op(g, def)->code == SMR_OP_SHRS);)
    value = smr_value(g, smr_operand(g, def, 0));
  SmrSym symbol = smr_value_data(g, value)->name;
  const char *name = symbol ? smr_intern_text(g->symbols, symbol) : "", *coerced = strstr(name, ".coerce");
  bool found = coerced && coerced[strlen(".coerce")];
  if (found)
    smr_str_printf(out, "a member of %.*s", (int)(coerced - name), name);
  return found;
}

/// What lies between two pointers. Where clang knew the two only as words of one object, they are that
/// object's ends; false: they have no names.
static bool name_between(const SmrGraph *g, SmrValue start, SmrValue end, SmrStr *out) {
  SmrSym names[2] = {smr_value_data(g, start)->name, smr_value_data(g, end)->name};
  if (!names[0] || !names[1])
    return false;
  const char *first = smr_intern_text(g->symbols, names[0]), *last = smr_intern_text(g->symbols, names[1]);
  if (smr_starts(last, "word 1 of ") && !strcmp(last + strlen("word 1 of "), first))
    smr_str_printf(out, " of %s", first);
  else
    smr_str_printf(out, " from %.*s to %.*s", source_length(first), first, source_length(last), last);
  return true;
}

/// A distance between two pointers that has been divided: as many elements. (It may have been rounded up.)
static bool name_elements(const SmrGraph *g, SmrOp division, SmrStr *out) {
  SmrValue start, end;
  int64_t more;
  if (!is_distance(g, smr_operand(g, division, 0), &start, &end, &more) || more < 0 ||
      (more && more >= divisor_of(g, division)))
    return false;
  if (name_vector_size(g, start, end, out))
    return true;
  smr_str_puts(out, "the number of elements");
  if (!name_between(g, start, end, out) && smr_op(g, division)->loc)
    smr_str_printf(out, " at line %u", g->locs.data[smr_op(g, division)->loc].line);
  return true;
}

bool smr_legality_elements(const SmrGraph *graph, SmrPoly bytes, int64_t divisor, SmrStr *out) {
  SmrValue start, end;
  int64_t more;
  SmrStr between = {0};
  if (!is_pointer_poly(graph, bytes, &start, &end, &more) || more < 0 || more >= divisor)
    return false;
  bool named = name_vector_size(graph, start, end, out);
  if (!named && name_between(graph, start, end, &between)) {
    smr_str_printf(out, "the number of elements%s", between.data);
    named = true;
  }
  smr_str_free(&between);
  return named;
}

bool smr_legality_distance(const SmrGraph *graph, SmrPoly bytes, SmrStr *out) {
  SmrValue start, end;
  int64_t more;
  SmrStr between = {0};
  if (!is_pointer_poly(graph, bytes, &start, &end, &more) || more >= 0 ||
      !name_between(graph, start, end, &between))
    return false;
  smr_str_printf(out, "the bytes%s >= %lld", between.data, (long long)-more);
  smr_str_free(&between);
  return true;
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

/// Without parentheses what is one value.
static void name_poly(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  SmrArena arena = {0};
  SmrPoly poly = smr_poly_of(g, &arena, value);
  uint32_t leaf;
  if (smr_poly_is_leaf(poly, &leaf) && leaf != value) {
    name_value(g, leaf, out, depth);
  } else {
    smr_str_putc(out, '(');
    smr_poly_print(poly, out, name_leaf, (void *)(uintptr_t)g);
    smr_str_putc(out, ')');
  }
  smr_arena_destroy(&arena);
}

/// A bit field is cut out by two shifts.
static bool is_shifted(const SmrGraph *g, SmrValue value) {
  SmrOp def = smr_def(g, value);
  return def && smr_op(g, def)->code == SMR_OP_SHL;
}

static void name_operands(const SmrGraph *g, SmrOp op, uint32_t first, uint32_t end, SmrStr *out, int depth) {
  for (uint32_t k = first; k < end; k++) {
    smr_str_puts(out, k == first ? "(" : ",");
    name_value(g, smr_operand(g, op, k), out, depth);
  }
  smr_str_putc(out, ')');
}

static void name_two(const SmrGraph *g, SmrOp op, const char *sign, SmrStr *out, int depth) {
  name_part(g, smr_operand(g, op, 0), out, depth);
  smr_str_puts(out, sign);
  name_part(g, smr_operand(g, op, 1), out, depth);
}

static void name_value(const SmrGraph *g, SmrValue value, SmrStr *out, int depth) {
  int64_t number;
  value = smr_value(g, value);
  const SmrValueData *data = &g->values.data[value];
  SmrOp def = data->def;
  SmrOpcode code = def && depth-- ? (SmrOpcode)smr_op(g, def)->code : SMR_OP_NONE;
  bool shift = code == SMR_OP_SHRS || code == SMR_OP_SHRU;
  if (name_coerced(g, value, out))
    ;
  else if (data->name)
    smr_str_printf(out, "%.*s", source_length(smr_intern_text(g->symbols, data->name)),
                   smr_intern_text(g->symbols, data->name));
  else if (def && smr_op(g, def)->code == SMR_OP_GLOBAL)
    smr_str_puts(out, smr_intern_text(g->symbols, smr_op(g, def)->name));
  else if (code == SMR_OP_LOAD)
    name_loaded(g, value, out, depth);
  else if (code == SMR_OP_ADDR || code == SMR_OP_DESCR_ADDR || code == SMR_OP_SEXT || code == SMR_OP_ZEXT ||
           code == SMR_OP_BITCAST)
    name_value(g, smr_operand(g, def, 0), out, depth);
  else if (smr_is_rows(g, def)) {
    smr_str_puts(out, value == smr_result(g, def, 0) ? "the rows of " : "the distance between rows of ");
    name_value(g, smr_rows_table(g, value), out, depth);
  } else if ((shift || code == SMR_OP_DIVS || code == SMR_OP_DIVU) && name_elements(g, def, out))
    ;
  else if (code == SMR_OP_POLY) {
    name_poly(g, value, out, depth);
  } else if (code == SMR_OP_DIVS) {
    int64_t divisor;
    name_part(g, smr_operand(g, def, 0), out, depth);
    smr_str_putc(out, '/');
    if (smr_const_int(g, smr_operand(g, def, 1), &divisor))
      smr_str_printf(out, "%lld", (long long)divisor);
    else
      name_part(g, smr_operand(g, def, 1), out, depth);
  } else if (code == SMR_OP_TRUNC) {
    name_cut(g, smr_operand(g, def, 0), out, depth);
  } else if (code == SMR_OP_DESCR_EXTENT || code == SMR_OP_DESCR_STRIDE || code == SMR_OP_DESCR_LB) {
    uint32_t unit = distance_unit(g, value);
    if (unit > 1)
      smr_str_printf(out, "%u*", unit);
    name_descriptor(g, def, out, depth);
  } else if (code == SMR_OP_MAXS || code == SMR_OP_MINS) {
    smr_str_puts(out, code == SMR_OP_MAXS ? "max" : "min");
    name_operands(g, def, 0, 2, out, depth);
  } else if (code == SMR_OP_SELECT) {
    smr_str_puts(out, "either");
    name_operands(g, def, 1, 3, out, depth);
  } else if (code == SMR_OP_ADD || code == SMR_OP_SUB) {
    smr_str_putc(out, '(');
    name_sum(g, value, out, depth + 1);
    smr_str_putc(out, ')');
  } else if (code == SMR_OP_MUL) {
    name_two(g, def, "*", out, depth);
  } else if (shift && !is_shifted(g, smr_operand(g, def, 0))) {
    name_two(g, def, " >> ", out, depth);
  } else if (code == SMR_OP_REMS && !g->fortran) {
    name_two(g, def, " % ", out, depth);
  } else if (code == SMR_OP_REMS) {
    smr_str_puts(out, "mod");
    name_operands(g, def, 0, 2, out, depth);
  } else if (code == SMR_OP_FPTOSI) {
    smr_str_puts(out, "int");
    name_operands(g, def, 0, 1, out, depth);
  } else if (smr_const_int(g, value, &number)) {
    smr_str_printf(out, "%lld", (long long)number);
  } else {
    describe_value(g, value, out);
  }
}

void smr_legality_name(uint32_t value, SmrStr *out, void *graph) {
  name_value(graph, value, out, MOST_DEPTH);
}

bool smr_legality_in_elements(const SmrGraph *graph, SmrArena *arena, SmrPoly poly, SmrPoly *out) {
  SmrMonomial *terms = smr_arena_alloc(arena, (poly.count + 1) * sizeof *terms);
  for (uint32_t t = 0; t < poly.count; t++) {
    terms[t] = poly.terms[t];
    for (uint32_t k = 0; k < terms[t].degree; k++)
      if (__builtin_mul_overflow(terms[t].coef, distance_unit(graph, terms[t].leaves[k]), &terms[t].coef))
        return false;
  }
  *out = (SmrPoly){terms, poly.count};
  return true;
}

void smr_legality_poly_in_elements(const SmrGraph *graph, SmrPoly poly, SmrStr *out) {
  uint32_t leaf;
  if (smr_poly_is_leaf(poly, &leaf) && distance_unit(graph, leaf) == 1)
    name_value(graph, leaf, out, MOST_DEPTH);
  else
    smr_poly_print(poly, out, name_leaf_in_elements, (void *)(uintptr_t)graph);
}

void smr_legality_poly(const SmrGraph *graph, SmrPoly poly, SmrStr *out) {
  SmrArena arena = {0};
  uint32_t leaf;
  if (smr_poly_is_leaf(poly, &leaf))
    name_value(graph, leaf, out, MOST_DEPTH);
  else if (smr_legality_in_elements(graph, &arena, poly, &poly))
    smr_legality_poly_in_elements(graph, poly, out);
  else
    smr_poly_print(poly, out, name_leaf, (void *)(uintptr_t)graph);
  smr_arena_destroy(&arena);
}
