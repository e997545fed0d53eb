//===- conditions.c - `when` clauses over a pattern's arguments ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The clauses come as one postfix expression whose outermost && join what the user wrote separately; they are
// parted there again, so that a message can name the one that does not hold.
//===----------------------------------------------------------------------===//
#include "build/internal.h"
#include <ctype.h>

//--- Types as users spell them ---------------------------------------------------

static const struct {
  const char *text; // lower case, no blanks
  SmrType type;
} type_names[] = {
    {"real", SMR_F32},
    {"real(4)", SMR_F32},
    {"real(8)", SMR_F64},
    {"real(10)", SMR_TYPE(SMR_T_FLOAT, 80)},
    {"real(16)", SMR_TYPE(SMR_T_FLOAT, 128)},
    {"real*4", SMR_F32},
    {"real*8", SMR_F64},
    {"doubleprecision", SMR_F64},
    {"integer", SMR_I32},
    {"integer(1)", SMR_TYPE(SMR_T_INT, 8)},
    {"integer(2)", SMR_TYPE(SMR_T_INT, 16)},
    {"integer(4)", SMR_I32},
    {"integer(8)", SMR_I64},
    {"complex", SMR_TYPE(SMR_T_COMPLEX, 32)},
    {"complex(4)", SMR_TYPE(SMR_T_COMPLEX, 32)},
    {"complex(8)", SMR_TYPE(SMR_T_COMPLEX, 64)},
    {"float", SMR_F32},
    {"double", SMR_F64},
    {"char", SMR_TYPE(SMR_T_INT, 8)},
    {"short", SMR_TYPE(SMR_T_INT, 16)},
    {"int", SMR_I32},
    {"unsigned", SMR_I32},
    {"long", SMR_I64},
    {"longlong", SMR_I64},
    {"size_t", SMR_I64},
    {"int8_t", SMR_TYPE(SMR_T_INT, 8)},
    {"int16_t", SMR_TYPE(SMR_T_INT, 16)},
    {"int32_t", SMR_I32},
    {"int64_t", SMR_I64},
    {"f16", SMR_TYPE(SMR_T_FLOAT, 16)},
    {"bf16", SMR_TYPE(SMR_T_BFLOAT, 0)},
    {"f32", SMR_F32},
    {"f64", SMR_F64},
    {"f80", SMR_TYPE(SMR_T_FLOAT, 80)},
    {"f128", SMR_TYPE(SMR_T_FLOAT, 128)},
    {"i1", SMR_I1},
    {"i8", SMR_TYPE(SMR_T_INT, 8)},
    {"i16", SMR_TYPE(SMR_T_INT, 16)},
    {"i32", SMR_I32},
    {"i64", SMR_I64},
    {"index", SMR_I64},
    {"complex<f32>", SMR_TYPE(SMR_T_COMPLEX, 32)},
    {"complex<f64>", SMR_TYPE(SMR_T_COMPLEX, 64)},
};

static bool find_type(const char *text, SmrType *out) {
  char plain[32];
  size_t size = 0;
  for (; *text; text++) {
    if (isspace((unsigned char)*text))
      continue;
    if (size + 1 == sizeof plain)
      return false;
    plain[size++] = (char)tolower((unsigned char)*text);
  }
  plain[size] = 0;
  char *kind = strstr(plain, "(kind="); // real(kind=8)
  if (kind)
    memmove(kind + 1, kind + 6, strlen(kind + 6) + 1);
  for (size_t k = 0; k < sizeof type_names / sizeof *type_names; k++)
    if (strcmp(plain, type_names[k].text) == 0) {
      *out = type_names[k].type;
      return true;
    }
  return false;
}

//--- Steps -------------------------------------------------------------------------

static const SmrWhenOp step_of[SMR_PAT_OP_COUNT] = {
    [SMR_PAT_INT] = SMR_WHEN_CONST, [SMR_PAT_ARGUMENT] = SMR_WHEN_ARG, [SMR_PAT_NEG] = SMR_WHEN_NEG,
    [SMR_PAT_ADD] = SMR_WHEN_ADD,   [SMR_PAT_SUB] = SMR_WHEN_SUB,      [SMR_PAT_MUL] = SMR_WHEN_MUL,
    [SMR_PAT_DIV] = SMR_WHEN_DIV,   [SMR_PAT_MOD] = SMR_WHEN_REM,      [SMR_PAT_MAX] = SMR_WHEN_MAX,
    [SMR_PAT_MIN] = SMR_WHEN_MIN,   [SMR_PAT_EQ] = SMR_WHEN_EQ,        [SMR_PAT_NE] = SMR_WHEN_NE,
    [SMR_PAT_LT] = SMR_WHEN_LT,     [SMR_PAT_LE] = SMR_WHEN_LE,        [SMR_PAT_GT] = SMR_WHEN_GT,
    [SMR_PAT_GE] = SMR_WHEN_GE,     [SMR_PAT_AND] = SMR_WHEN_AND,      [SMR_PAT_OR] = SMR_WHEN_OR,
    [SMR_PAT_NOT] = SMR_WHEN_NOT,   [SMR_PAT_TYPE_EQ] = SMR_WHEN_TYPE, [SMR_PAT_TYPE_NE] = SMR_WHEN_TYPE,
    [SMR_PAT_WIDE] = SMR_WHEN_WIDE, [SMR_PAT_ROUND] = SMR_WHEN_ROUND,  [SMR_PAT_COPIED] = SMR_WHEN_COPIED,
};

static uint32_t operands_of(SmrPatOp op) {
  static const uint8_t pops[] = {
#define POPS(id, spelling, operands, truth) operands,
      SMR_PAT_OPS(POPS)
#undef POPS
  };
  return pops[op];
}

/// Where the expression that ends at node `last` begins.
static uint32_t first_node(const SmrPatNode *nodes, uint32_t last) {
  for (uint32_t missing = 1;; last--) {
    missing += operands_of(nodes[last].op) - 1;
    if (!missing)
      return last;
  }
}

/// How tightly an operator binds; what binds less tightly stands in parentheses.
static int tightness(SmrPatOp op) {
  switch (op) {
  case SMR_PAT_OR:
    return 1;
  case SMR_PAT_AND:
    return 2;
  case SMR_PAT_EQ:
  case SMR_PAT_NE:
  case SMR_PAT_LT:
  case SMR_PAT_LE:
  case SMR_PAT_GT:
  case SMR_PAT_GE:
    return 3;
  case SMR_PAT_ADD:
  case SMR_PAT_SUB:
    return 4;
  case SMR_PAT_MUL:
  case SMR_PAT_DIV:
  case SMR_PAT_MOD:
    return 5;
  default:
    return 7;
  }
}

/// The expression that ends at node `last`, where whatever surrounds it binds that tightly.
static void print(const SmrBuildPlace *place, const SmrPatNode *nodes, uint32_t last, int around,
                  SmrStr *out) {
  const SmrPatNode *node = &nodes[last];
  switch (node->op) {
  case SMR_PAT_INT:
    smr_str_printf(out, "%lld", (long long)node->value);
    return;
  case SMR_PAT_ARGUMENT:
    smr_str_puts(out, node->text);
    return;
  case SMR_PAT_WIDE:
    smr_str_puts(out, "wide");
    return;
  case SMR_PAT_ROUND:
    smr_str_puts(out, "round");
    return;
  case SMR_PAT_COPIED:
    smr_str_printf(out, "copied(%s)", node->text);
    return;
  case SMR_PAT_TYPE_EQ:
  case SMR_PAT_TYPE_NE:
    smr_str_printf(out, "type(%s) %s %s", place->args[node->argument].name,
                   node->op == SMR_PAT_TYPE_EQ ? "==" : "!=", node->text);
    return;
  case SMR_PAT_NEG:
  case SMR_PAT_NOT:
    smr_str_putc(out, node->op == SMR_PAT_NEG ? '-' : '!');
    print(place, nodes, last - 1, 6, out);
    return;
  default:
    break;
  }
  uint32_t left = first_node(nodes, last - 1) - 1;
  bool call = node->op == SMR_PAT_MAX || node->op == SMR_PAT_MIN;
  int own = call ? 0 : tightness(node->op);
  bool enclosed = !call && own < around;
  smr_str_puts(out, call ? smr_pat_op_name(node->op) : "");
  smr_str_puts(out, call || enclosed ? "(" : "");
  print(place, nodes, left, own, out);
  if (call)
    smr_str_puts(out, ", ");
  else
    smr_str_printf(out, " %s ", smr_pat_op_name(node->op));
  print(place, nodes, last - 1, call ? 0 : own + 1, out);
  smr_str_puts(out, call || enclosed ? ")" : "");
}

static bool convert_node(const SmrBuildPlace *place, const SmrPatNode *node, SmrWhenStep *steps,
                         uint32_t *count, SmrDiag *diag) {
  SmrWhenStep *step = &steps[(*count)++];
  *step = (SmrWhenStep){.op = step_of[node->op]};
  if (node->op == SMR_PAT_INT)
    step->imm = node->value;
  if (!smr_pat_names_argument(node->op))
    return true;
  step->arg = node->argument;
  const SmrPatternArg *arg = &place->args[node->argument];
  if (node->op == SMR_PAT_COPIED)
    return arg->kind == SMR_ARG_ARRAY ||
           smr_error(diag, place->file, node->line, node->column,
                     "the condition of \"%s\" says that `%s` is copied, which is no array", place->pair,
                     arg->name);
  if (node->op == SMR_PAT_ARGUMENT) {
    if (arg->kind != SMR_ARG_INT)
      return smr_error(diag, place->file, node->line, node->column,
                       "the condition of \"%s\" needs the value of `%s`, which is %s", place->pair, arg->name,
                       arg->kind == SMR_ARG_UNUSED ? "not used by the idiom"
                                                   : "no integer that the idiom only reads");
    return true;
  }
  SmrType type;
  if (!find_type(node->text, &type))
    return smr_error(diag, place->file, node->line, node->column,
                     "the condition of \"%s\" names an unknown type `%s`", place->pair, node->text);
  step->imm = type;
  if (node->op == SMR_PAT_TYPE_NE)
    steps[(*count)++] = (SmrWhenStep){.op = SMR_WHEN_NOT};
  return true;
}

static bool convert(const SmrBuildPlace *place, const SmrPatNode *nodes, uint32_t first, uint32_t last,
                    SmrArena *arena, SmrWhen *out, SmrDiag *diag) {
  SmrWhenStep *steps = smr_arena_alloc(arena, 2 * (last - first + 1) * sizeof *steps);
  out->count = 0;
  for (uint32_t k = first; k <= last; k++)
    if (!convert_node(place, &nodes[k], steps, &out->count, diag))
      return false;
  out->steps = steps;
  SmrStr text = {0};
  print(place, nodes, last, 0, &text);
  out->text = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  bool of_type = place->when && (nodes[last].op == SMR_PAT_TYPE_EQ || nodes[last].op == SMR_PAT_TYPE_NE);
  bool same = of_type && place->args[nodes[last].argument].type == (SmrType)steps[0].imm;
  if (of_type && same != (nodes[last].op == SMR_PAT_TYPE_EQ))
    return smr_error(diag, place->file, nodes[last].line, nodes[last].column,
                     "\"%s\" never holds: `%s` is of %s type", out->text,
                     place->args[nodes[last].argument].name, same ? "that" : "another");
  if (!smr_when_check(out, place->arg_count))
    return smr_error(diag, place->file, place->line, place->column,
                     "the condition `%s` of \"%s\" is too deep", out->text, place->pair);
  return true;
}

static SmrWhen not_negative(const SmrBuildPair *pair, uint32_t argument, SmrArena *arena) {
  SmrWhenStep *steps = smr_arena_alloc(arena, 3 * sizeof *steps);
  steps[0] = (SmrWhenStep){.op = SMR_WHEN_ARG, .arg = argument};
  steps[1] = (SmrWhenStep){.op = SMR_WHEN_CONST};
  steps[2] = (SmrWhenStep){.op = SMR_WHEN_GE};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_printf(&text, "%s >= 0", pair->source->idiom.arguments[argument]);
  SmrWhen condition = {.text = smr_arena_strdup(arena, smr_str_get(&text)), .steps = steps, .count = 3};
  return condition;
}

bool smr_build_list(const SmrBuildPlace *place, const SmrPatNode *nodes, uint32_t node_count, uint32_t room,
                    SmrArena *arena, SmrWhen **out, uint32_t *count, SmrDiag *diag) {
  SMR_VEC(uint32_t) open = {0}, lasts = {0}; // ends of expressions: still to part, conditions (right to left)
  if (node_count)
    smr_vec_push(&open, node_count - 1);
  while (open.size) {
    uint32_t last = smr_vec_pop(&open);
    if (nodes[last].op == SMR_PAT_AND) {
      smr_vec_push(&open, first_node(nodes, last - 1) - 1);
      smr_vec_push(&open, last - 1);
    } else {
      smr_vec_push(&lasts, last);
    }
  }
  *count = lasts.size;
  *out = smr_arena_alloc(arena, (lasts.size + room) * sizeof **out);
  bool ok = true;
  for (uint32_t k = 0; k < lasts.size && ok; k++) {
    uint32_t last = lasts.data[lasts.size - 1 - k];
    ok = convert(place, nodes, first_node(nodes, last), last, arena, &(*out)[k], diag);
  }
  smr_vec_free(&open);
  smr_vec_free(&lasts);
  return ok;
}

bool smr_build_conditions(SmrBuildPair *pair, SmrArena *arena, SmrDiag *diag) {
  const SmrPatPair *source = pair->source;
  SmrBuildPlace place = {.pair = pair->name,
                         .file = pair->pat->path,
                         .line = source->line,
                         .column = source->column,
                         .args = pair->pair.pattern.args,
                         .arg_count = pair->pair.pattern.arg_count,
                         .when = true};
  SmrWhen *conditions, *pays;
  uint32_t count;
  bool ok = smr_build_list(&place, source->when, source->when_count, pair->not_negative.size, arena,
                           &conditions, &count, diag);
  place.when = false;
  if (source->pays_file)
    place.file = source->pays_file;
  ok = ok && smr_build_list(&place, source->pays, source->pays_count, 0, arena, &pays, &pair->pair.pays_count,
                            diag);
  if (!ok)
    return false;
  for (uint32_t k = 0; k < pair->not_negative.size; k++)
    if (pair->pair.pattern.args[pair->not_negative.data[k]].kind == SMR_ARG_INT)
      conditions[count++] = not_negative(pair, pair->not_negative.data[k], arena);
  pair->pair.conditions = conditions;
  pair->pair.condition_count = count;
  pair->pair.pays = pays;
  return true;
}
