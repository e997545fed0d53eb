//===- program.c - compiling rules ---------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/ac_internal.h"
#include "egraph/program_internal.h"
#include <assert.h>
#include <string.h>

const SmrCallback *smr_callback_find(const SmrCallbacks *callbacks, const char *name, bool condition) {
  for (uint32_t i = 0; callbacks && i < callbacks->list.size; i++) {
    const SmrCallback *c = &callbacks->list.data[i];
    if ((condition ? c->condition != NULL : c->compute != NULL) && !strcmp(c->name, name))
      return c;
  }
  return NULL;
}

typedef struct {
  SmrProgram *program;
  SmrDiag *diag;
  const SmrRule *rule;
  SmrCompiledRule *to;
  uint32_t chain;     // where the next instruction goes: the first of a chain of alternatives
  uint32_t registers; // used so far
  uint32_t sums;      // AC patterns so far
  uint32_t last;      // the instruction before
  bool deeper;        // what a variable stands for is looked into
} Compiler;

static bool fail(Compiler *c, const char *text, const char *name) {
  return smr_error(c->diag, c->rule->file, c->rule->line, c->rule->column, "rule '%s': %s%s%s%s",
                   c->rule->name, text, name ? " '" : "", name ? name : "", name ? "'" : "");
}

// Register of a variable; UINT32_MAX when it has none yet.
static uint32_t variable_register(const SmrCompiledRule *to, SmrSym name) {
  for (uint32_t i = 0; i < to->variables.size; i++)
    if (to->variables.data[i].name == name)
      return to->variables.data[i].reg;
  return UINT32_MAX;
}

static bool same_instruction(const SmrInstruction *a, const SmrInstruction *b) {
  return a->kind == b->kind && a->reg == b->reg && a->operand == b->operand && a->out == b->out &&
         a->hint_op == b->hint_op && a->hint == b->hint;
}

// Goes on behind an instruction that is there already, or adds it as one more alternative.
static void emit(Compiler *c, SmrInstruction in) {
  SmrProgram *p = c->program;
  uint32_t at = c->chain, last = 0;
  for (uint32_t i = p->chains.data[at]; i; last = i, i = p->code.data[i].sibling)
    if (in.kind != SMR_I_YIELD && same_instruction(&p->code.data[i], &in)) {
      c->chain = p->code.data[i].chain;
      c->last = i;
      return;
    }
  smr_vec_push(&p->chains, 0);
  in.chain = p->chains.size - 1;
  in.sibling = 0;
  in.before = c->last;
  smr_vec_push(&p->code, in);
  if (last)
    p->code.data[last].sibling = p->code.size - 1;
  else
    p->chains.data[at] = p->code.size - 1;
  c->chain = in.chain;
  c->last = p->code.size - 1;
}

// Conditions on one variable of a rule with AC patterns are asked as soon as it is bound: of a long sum's
// children most fail them.
static void emit_tests(Compiler *c, SmrSym variable, uint32_t reg) {
  SmrProgram *p = c->program;
  for (uint32_t i = 0; c->to->ac && i < c->rule->conditions.size; i++) {
    const SmrRuleCondition *condition = &c->rule->conditions.data[i];
    if (condition->count != 1)
      continue;
    uint32_t argument = c->rule->condition_args.data[condition->first];
    const SmrOperatorInfo *info = smr_operator_info(p->ops, c->rule->terms.nodes.data[argument].op);
    const SmrCallback *callback =
        smr_callback_find(p->callbacks, smr_operators_text(p->ops, condition->name), true);
    if (info->kind != SMR_OPERATOR_VARIABLE || info->name != variable || !callback || !callback->pure ||
        (callback->arguments != 1 && callback->arguments != UINT32_MAX))
      continue;
    uint32_t test = 0;
    while (test < p->tests.size && p->tests.data[test] != callback)
      test++;
    if (test == p->tests.size)
      smr_vec_push(&p->tests, callback);
    p->asks = true;
    emit(c, (SmrInstruction){.kind = SMR_I_HOLDS, .reg = (uint16_t)reg, .operand = test});
  }
}

static bool is_ground(const SmrOperators *ops, const SmrTerm *t, uint32_t node) {
  const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_VARIABLE || info->kind == SMR_OPERATOR_COMPUTED)
    return false;
  for (uint32_t i = 0; i < info->arity; i++)
    if (!is_ground(ops, t, smr_term_children(t, node)[i]))
      return false;
  return true;
}

static uint32_t depth_of(const SmrOperators *ops, const SmrTerm *t, uint32_t node) {
  const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[node].op);
  if (info->kind == SMR_OPERATOR_VARIABLE || is_ground(ops, t, node))
    return 0;
  uint32_t deepest = 0;
  for (uint32_t i = 0; i < info->arity; i++) {
    uint32_t d = depth_of(ops, t, smr_term_children(t, node)[i]);
    deepest = d > deepest ? d : deepest;
  }
  return deepest + 1;
}

static uint32_t ground_term(Compiler *c, uint32_t node) {
  SmrProgram *p = c->program;
  for (uint32_t i = 0; i < p->grounds.size; i++)
    if (smr_term_equal(p->ops, &p->ground_terms, p->grounds.data[i].node, &c->rule->terms, node))
      return i;
  uint32_t copy = smr_term_copy(p->ops, &p->ground_terms, &c->rule->terms, node);
  smr_vec_push(&p->grounds, (SmrGround){copy, SMR_NO_CLASS, 0});
  return p->grounds.size - 1;
}

typedef struct {
  uint32_t reg, node;
} Todo;

// Matches a subpattern in the class of a register: checks come first, as they cost least.
static bool compile_checks(Compiler *c, uint32_t reg, uint32_t node, bool *open) {
  const SmrTerm *t = &c->rule->terms;
  const SmrOperatorInfo info = *smr_operator_info(c->program->ops, t->nodes.data[node].op);
  *open = false;
  if (info.kind == SMR_OPERATOR_COMPUTED)
    return fail(c, "a computed call cannot stand in a pattern:",
                smr_operator_name(c->program->ops, t->nodes.data[node].op));
  if (info.kind == SMR_OPERATOR_VARIABLE) {
    uint32_t known = variable_register(c->to, info.name);
    if (known == UINT32_MAX) {
      smr_vec_push(&c->to->variables, (SmrRuleVariable){info.name, reg});
      emit_tests(c, info.name, reg);
    } else if (known != reg)
      emit(c, (SmrInstruction){.kind = SMR_I_SAME, .reg = (uint16_t)reg, .operand = known});
    return true;
  }
  if (is_ground(c->program->ops, t, node)) {
    emit(c, (SmrInstruction){.kind = SMR_I_GROUND, .reg = (uint16_t)reg, .operand = ground_term(c, node)});
    return true;
  }
  *open = true;
  return true;
}

static bool compile_children(Compiler *c, uint32_t out, uint32_t node, Todo *todo, uint32_t *count) {
  const SmrTerm *t = &c->rule->terms;
  uint32_t arity = smr_operator_info(c->program->ops, t->nodes.data[node].op)->arity;
  // (Constants and repeated variables first, then what opens new variables or nodes.)
  for (int pass = 0; pass < 2; pass++)
    for (uint32_t i = 0; i < arity; i++) {
      uint32_t child = smr_term_children(t, node)[i];
      bool ground = is_ground(c->program->ops, t, child), open;
      if (ground != (pass == 0))
        continue;
      if (!compile_checks(c, out + i, child, &open))
        return false;
      if (open)
        todo[(*count)++] = (Todo){out + i, child};
    }
  return true;
}

static bool compile_inner(Compiler *c, uint32_t reg, uint32_t node, Todo *todo, uint32_t *count);

// A node that has a variable that is known by now as a child is looked up by it.
static void hint_at(Compiler *c, uint32_t node, SmrInstruction *take) {
  const SmrTerm *t = &c->rule->terms;
  SmrOperator op = t->nodes.data[node].op;
  for (uint32_t k = 0; k < smr_operator_info(c->program->ops, op)->arity; k++) {
    const SmrOperatorInfo *info =
        smr_operator_info(c->program->ops, t->nodes.data[smr_term_children(t, node)[k]].op);
    uint32_t reg = info->kind == SMR_OPERATOR_VARIABLE ? variable_register(c->to, info->name) : UINT32_MAX;
    if (reg >= SMR_NO_REGISTER)
      continue;
    take->hint = (uint16_t)reg;
    take->hint_op =
        smr_operator_is_ac(c->program->ops, op) ? smr_operator_with_arity(c->program->ops, op, 2) : op;
    return;
  }
}

// An AC pattern: each subpattern takes a child. First what says most: constants, nodes, variables that occur
// elsewhere, too; then the others, of which the last takes all that is left.
static bool compile_sum(Compiler *c, uint32_t node, bool root, uint32_t slot, Todo *todo, uint32_t *count) {
  SmrOperators *ops = c->program->ops;
  const SmrTerm *t = &c->rule->terms;
  SmrOperator op = t->nodes.data[node].op;
  uint32_t arity = smr_operator_info(ops, op)->arity;
  SmrSumPattern sum = {smr_operator_with_arity(ops, op, 2), (uint8_t)slot, 0, root, UINT32_MAX, false, 0};
  uint32_t rest = UINT32_MAX, before = UINT32_MAX;
  bool first_alone = true;
  uint8_t group[SMR_MAX_TAKES];
  if (arity > SMR_MAX_TAKES || slot >= SMR_MAX_SUMS)
    return fail(c, "too many subpatterns of an AC operator", NULL);
  for (uint32_t i = 0; i < arity; i++) {
    uint32_t child = smr_term_children(t, node)[i];
    const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[child].op);
    bool variable = info->kind == SMR_OPERATOR_VARIABLE;
    bool once = variable && smr_ac_occurs(ops, c->rule, info->name) == 1;
    bool watched = once && smr_ac_watched(ops, c->rule, info->name);
    // (A variable that nested sums mention comes before them: there it may take all that is left.)
    group[i] = !variable ? (is_ground(ops, t, child) ? 0 : 2)
               : !once   ? (smr_ac_inside(ops, t, node, info->name) ? 1 : 3)
               : watched ? 4
                         : 5;
    if (group[i] == 5) {
      if (before != UINT32_MAX)
        first_alone &=
            smr_ac_exchangeable(ops, c->rule, before, smr_operator_info(ops, t->nodes.data[child].op)->name);
      before = smr_operator_info(ops, t->nodes.data[child].op)->name;
      rest = i;
    }
  }
  for (uint8_t pass = 0; pass < 6; pass++)
    for (uint32_t i = 0; i < arity; i++) {
      uint32_t child = smr_term_children(t, node)[i], reg = c->registers;
      bool open;
      if (group[i] != pass || i == rest)
        continue;
      const SmrOperatorInfo *info = smr_operator_info(ops, t->nodes.data[child].op);
      uint32_t known =
          info->kind == SMR_OPERATOR_VARIABLE ? variable_register(c->to, info->name) : UINT32_MAX;
      if (known < SMR_NO_REGISTER && !root && rest == UINT32_MAX) {
        emit(c, (SmrInstruction){.kind = SMR_I_KNOWN, .reg = (uint16_t)slot, .operand = known});
        c->deeper = true;
        continue;
      }
      if (++c->registers > SMR_MAX_REGISTERS)
        return fail(c, "the pattern is too large", NULL);
      sum.takes++;
      SmrInstruction take = {.kind = SMR_I_TAKE,
                             .reg = (uint16_t)slot,
                             .operand = pass == 5 && first_alone,
                             .out = (uint16_t)reg,
                             .hint_op = SMR_NO_OPERATOR};
      if (pass == 2)
        hint_at(c, child, &take);
      emit(c, take);
      if (!compile_checks(c, reg, child, &open))
        return false;
      // (At once: most children are no such node.)
      if (open && !compile_inner(c, reg, child, todo, count))
        return false;
    }
  if (rest != UINT32_MAX) {
    sum.rest = c->to->variables.size;
    SmrSym name = smr_operator_info(ops, t->nodes.data[smr_term_children(t, node)[rest]].op)->name;
    smr_vec_push(&c->to->variables, (SmrRuleVariable){name, SMR_NO_REGISTER});
  }
  if (!root || rest != UINT32_MAX)
    emit(c, (SmrInstruction){.kind = SMR_I_LEFT, .reg = (uint16_t)slot, .operand = rest != UINT32_MAX});
  if (root || rest != UINT32_MAX)
    smr_vec_push(&c->to->sums, sum);
  return true;
}

// Opens a node in the class of a register.
static bool compile_inner(Compiler *c, uint32_t reg, uint32_t node, Todo *todo, uint32_t *count) {
  SmrOperators *ops = c->program->ops;
  SmrOperator op = c->rule->terms.nodes.data[node].op;
  if (smr_operator_is_ac(ops, op)) {
    uint32_t slot = c->sums++;
    emit(c, (SmrInstruction){.kind = SMR_I_SUMS,
                             .reg = (uint16_t)reg,
                             .operand = smr_operator_with_arity(ops, op, 2),
                             .out = (uint16_t)slot});
    return compile_sum(c, node, false, slot, todo, count);
  }
  uint32_t out = c->registers;
  c->registers += smr_operator_info(ops, op)->arity;
  if (c->registers > SMR_MAX_REGISTERS)
    return fail(c, "the pattern is too large", NULL);
  emit(c, (SmrInstruction){.kind = SMR_I_BIND, .reg = (uint16_t)reg, .operand = op, .out = (uint16_t)out});
  return compile_children(c, out, node, todo, count);
}

static bool compile_part(Compiler *c, const SmrRulePart *part, bool first) {
  SmrProgram *p = c->program;
  const SmrTerm *t = &c->rule->terms;
  SmrOperator op = t->nodes.data[part->node].op;
  const SmrOperatorInfo info = *smr_operator_info(p->ops, op);
  Todo *todo = smr_xmalloc((t->nodes.size * 2 + 1) * sizeof *todo);
  uint32_t count = 0;
  bool ok = true, open;
  uint32_t known = part->variable ? variable_register(c->to, part->variable) : UINT32_MAX;
  uint32_t reg;
  if (first)
    reg = 0;
  else if (known != UINT32_MAX)
    reg = known;
  else
    reg = c->registers;
  if (part->variable && known == UINT32_MAX)
    smr_vec_push(&c->to->variables, (SmrRuleVariable){part->variable, reg});
  bool ac = smr_operator_is_ac(p->ops, op);
  if (first && ac) {
    c->chain = smr_program_root(p, smr_operator_with_arity(p->ops, op, 2));
    c->registers = 1;
    ok = compile_sum(c, part->node, true, c->sums++, todo, &count);
  } else if (first && info.kind != SMR_OPERATOR_VARIABLE && !is_ground(p->ops, t, part->node)) {
    c->chain = smr_program_root(p, op);
    c->registers = 1 + info.arity;
    ok = compile_children(c, 1, part->node, todo, &count);
  } else if (first) {
    c->chain = p->any_chain;
    c->registers = 1;
    ok = compile_checks(c, 0, part->node, &open);
  } else if (known == UINT32_MAX && info.kind != SMR_OPERATOR_VARIABLE && !is_ground(p->ops, t, part->node) &&
             !ac) {
    uint32_t out = c->registers;
    c->registers += 1 + info.arity;
    emit(c, (SmrInstruction){
                .kind = SMR_I_SCAN, .reg = (uint16_t)out, .operand = op, .out = (uint16_t)(out + 1)});
    ok = compile_children(c, out + 1, part->node, todo, &count);
  } else if (known == UINT32_MAX) {
    emit(c, (SmrInstruction){.kind = SMR_I_CLASSES, .reg = (uint16_t)reg});
    c->registers++;
    ok = compile_checks(c, reg, part->node, &open);
    if (ok && open)
      todo[count++] = (Todo){reg, part->node};
  } else {
    ok = compile_checks(c, reg, part->node, &open);
    if (ok && open)
      todo[count++] = (Todo){reg, part->node};
  }
  for (uint32_t i = 0; ok && i < count; i++)
    ok = compile_inner(c, todo[i].reg, todo[i].node, todo, &count);
  free(todo);
  return ok;
}

// Right-hand sides: variables are values 0 .., built nodes follow.
static bool compile_build(Compiler *c, uint32_t node, uint32_t *value) {
  SmrProgram *p = c->program;
  const SmrTerm *t = &c->rule->terms;
  SmrOperator op = t->nodes.data[node].op;
  const SmrOperatorInfo info = *smr_operator_info(p->ops, op);
  if (info.kind == SMR_OPERATOR_VARIABLE) {
    for (uint32_t i = 0; i < c->to->variables.size; i++)
      if (c->to->variables.data[i].name == info.name)
        return *value = i, true;
    return fail(c,
                "the right-hand side or a condition uses a variable that the pattern does not bind (mark it "
                ":forall if it stands for every class): ",
                smr_operator_name(p->ops, op));
  }
  uint32_t args[SMR_MAX_ARITY];
  for (uint32_t i = 0; i < info.arity; i++)
    if (!compile_build(c, smr_term_children(t, node)[i], &args[i]))
      return false;
  const SmrCallback *callback = NULL;
  if (info.kind == SMR_OPERATOR_COMPUTED) {
    callback = smr_callback_find(p->callbacks, smr_operator_name(p->ops, op), false);
    if (!callback)
      return fail(c, "there is no computed operator", smr_operator_name(p->ops, op));
    if (callback->arguments != UINT32_MAX && callback->arguments != info.arity)
      return fail(c, "wrong number of arguments for", smr_operator_name(p->ops, op));
    c->to->full |= !callback->pure;
  }
  for (uint32_t i = 0; i < c->to->build.size; i++) {
    SmrBuild *b = &c->to->build.data[i];
    if (b->op == op &&
        (!info.arity || !memcmp(c->to->build_args.data + b->first, args, info.arity * sizeof *args)))
      return *value = SMR_BUILT + i, true;
  }
  uint32_t first = c->to->build_args.size;
  for (uint32_t i = 0; i < info.arity; i++)
    smr_vec_push(&c->to->build_args, args[i]);
  smr_vec_push(&c->to->build, (SmrBuild){op, first, info.arity, callback});
  *value = SMR_BUILT + c->to->build.size - 1;
  return true;
}

// Whether a callback is asked about a node that is none of the match's: what is true of it may change, or it
// may come into being, without a change of a node that was matched.
static bool asks_elsewhere(const SmrOperators *ops, const SmrCompiledRule *r, const uint32_t *args,
                           uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    if (args[k] < SMR_BUILT || r->build.data[args[k] - SMR_BUILT].callback)
      continue;
    unsigned kind = smr_operator_info(ops, r->build.data[args[k] - SMR_BUILT].op)->kind;
    if (kind != SMR_OPERATOR_INTEGER && kind != SMR_OPERATOR_INDEX)
      return true;
  }
  return false;
}

static bool rule_asks_elsewhere(const SmrOperators *ops, const SmrCompiledRule *r) {
  for (uint32_t i = 0; i < r->conditions.size; i++)
    if (asks_elsewhere(ops, r, r->condition_args.data + r->conditions.data[i].first,
                       r->conditions.data[i].count))
      return true;
  for (uint32_t i = 0; i < r->build.size; i++)
    if (r->build.data[i].callback &&
        asks_elsewhere(ops, r, r->build_args.data + r->build.data[i].first, r->build.data[i].count))
      return true;
  return false;
}

static bool compile_rule(Compiler *c) {
  const SmrRule *rule = c->rule;
  SmrCompiledRule *to = c->to;
  if (rule->parts.size == 0)
    return fail(c, "there is no pattern", NULL);
  for (uint32_t i = 0; i < rule->parts.size; i++) {
    if (!compile_part(c, &rule->parts.data[i], i == 0))
      return false;
    uint32_t depth = depth_of(c->program->ops, &rule->terms, rule->parts.data[i].node);
    // (A further part may lie anywhere: no root can be skipped for being far from what changed.)
    to->depth = i ? UINT32_MAX : depth + c->deeper;
  }
  for (uint32_t i = 0; i < to->sums.size; i++) {
    to->sums.data[i].record = to->variables.size;
    for (uint32_t k = 0; k < smr_sum_words(to->sums.data[i].takes); k++)
      smr_vec_push(&to->variables, (SmrRuleVariable){0, SMR_NO_REGISTER});
  }
  to->matched = to->variables.size;
  emit(c, (SmrInstruction){.kind = SMR_I_YIELD, .operand = (uint32_t)(to - c->program->rules)});
  to->end = c->last;
  for (uint32_t i = 0; i < rule->foralls.size; i++) {
    const SmrRuleForall *f = &rule->foralls.data[i];
    SmrForallLoop loop = {0};
    if (variable_register(to, f->variable) != UINT32_MAX)
      return fail(c, "a variable of the pattern is marked :forall", NULL);
    if (f->condition) {
      const char *name = smr_operators_text(c->program->ops, f->condition);
      if (!(loop.condition = smr_callback_find(c->program->callbacks, name, true)))
        return fail(c, "there is no condition", name);
    }
    smr_vec_push(&to->variables, (SmrRuleVariable){f->variable, UINT32_MAX - 1});
    smr_vec_push(&to->foralls, loop);
    to->full = true;
  }
  if (to->variables.size > SMR_MAX_VARIABLES)
    return fail(c, "too many variables", NULL);
  for (uint32_t i = 0; i < rule->conditions.size; i++) {
    const SmrRuleCondition *from = &rule->conditions.data[i];
    const char *name = smr_operators_text(c->program->ops, from->name);
    SmrCompiledCondition condition = {smr_callback_find(c->program->callbacks, name, true),
                                      to->condition_args.size, from->count, 0};
    if (!condition.callback)
      return fail(c, "there is no condition", name);
    if (condition.callback->arguments != UINT32_MAX && condition.callback->arguments != from->count)
      return fail(c, "wrong number of arguments for", name);
    to->full |= !condition.callback->pure;
    for (uint32_t k = 0; k < from->count; k++) {
      uint32_t value;
      if (!compile_build(c, rule->condition_args.data[from->first + k], &value))
        return false;
      smr_vec_push(&to->condition_args, value);
    }
    condition.built = to->build.size;
    smr_vec_push(&to->conditions, condition);
  }
  to->condition_built = to->build.size;
  if (!compile_build(c, rule->rhs, &to->result))
    return false;
  to->full |= rule_asks_elsewhere(c->program->ops, to);
  to->plain = !to->conditions.size && !to->foralls.size && to->build.size && to->build.size <= 8 &&
              to->result == SMR_BUILT + to->build.size - 1;
  for (uint32_t i = 0; i < to->build.size; i++)
    to->plain &= !to->build.data[i].callback;
  to->plain &= !to->ac;
  if (to->ac)
    smr_ac_plan(c->program, rule, to);
  return true;
}

uint32_t smr_program_root(SmrProgram *p, SmrOperator op) {
  while (p->roots.size <= op)
    smr_vec_push(&p->roots, 0);
  if (!p->roots.data[op]) {
    smr_vec_push(&p->chains, 0);
    p->roots.data[op] = p->chains.size - 1;
  }
  return p->roots.data[op];
}

SmrProgram *smr_program_create(SmrOperators *ops, const SmrRule *const *rules, uint32_t count,
                               const SmrCallbacks *callbacks, SmrDiag *diag) {
  SmrProgram *p = smr_xcalloc(1, sizeof *p);
  p->ops = ops;
  p->callbacks = callbacks;
  p->rule_count = count;
  p->rules = smr_xcalloc(count + 1, sizeof *p->rules);
  smr_vec_push(&p->chains, 0); // chain 0 and instruction 0 are none
  smr_vec_push(&p->code, (SmrInstruction){0});
  smr_vec_push(&p->chains, 0);
  p->any_chain = 1;
  bool ok = true;
  for (uint32_t i = 0; i < count; i++) {
    Compiler c = {.program = p, .diag = diag, .rule = rules[i], .to = &p->rules[i]};
    p->rules[i].source = rules[i];
    SmrRule flat = {0};
    bool trivial = false;
    for (uint32_t k = 0; k < rules[i]->terms.nodes.size && c.rule != &flat; k++)
      if (smr_operator_is_ac(ops, rules[i]->terms.nodes.data[k].op))
        c.rule = &flat;
    if (c.rule == &flat) {
      p->rules[i].ac = true;
      if (!smr_ac_rule(ops, rules[i], &flat, &trivial)) {
        c.rule = rules[i];
        ok = fail(&c, "too many children of an AC operator", NULL);
        trivial = true;
      }
    }
    if (!trivial)
      ok &= compile_rule(&c);
    if (c.rule == &flat)
      smr_rule_free(&flat);
    p->deepest = p->rules[i].depth > p->deepest ? p->rules[i].depth : p->deepest;
  }
  if (ok)
    return p;
  smr_program_destroy(p);
  return NULL;
}

void smr_program_destroy(SmrProgram *p) {
  if (!p)
    return;
  for (uint32_t i = 0; i < p->rule_count; i++) {
    SmrCompiledRule *r = &p->rules[i];
    smr_vec_free(&r->variables);
    smr_vec_free(&r->build);
    smr_vec_free(&r->build_args);
    smr_vec_free(&r->conditions);
    smr_vec_free(&r->condition_args);
    smr_vec_free(&r->foralls);
    smr_vec_free(&r->sums);
  }
  free(p->rules);
  smr_vec_free(&p->code);
  smr_vec_free(&p->chains);
  smr_vec_free(&p->roots);
  smr_vec_free(&p->grounds);
  smr_vec_free(&p->tests);
  smr_term_free(&p->ground_terms);
  free(p);
}

uint32_t smr_program_rules(const SmrProgram *p) {
  return p->rule_count;
}
const SmrRule *smr_program_rule(const SmrProgram *p, uint32_t rule) {
  return p->rules[rule].source;
}
uint32_t smr_program_variables(const SmrProgram *p, uint32_t rule) {
  return p->rules[rule].variables.size;
}
SmrSym smr_program_variable(const SmrProgram *p, uint32_t rule, uint32_t i) {
  return p->rules[rule].variables.data[i].name;
}
const SmrApplication *smr_program_application(const SmrProgram *p) {
  return p->applying ? &p->application : NULL;
}
