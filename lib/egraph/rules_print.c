//===- rules_print.c - rules as text -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "egraph/rules_text.h"
#include <string.h>

// Quoted when it would not be read as one atom.
static void print_name(const char *name, SmrStr *out) {
  bool plain = *name != 0;
  for (const char *c = name; *c; c++)
    plain &= (unsigned char)*c > ' ' && !strchr("()\";", *c);
  if (plain) {
    smr_str_puts(out, name);
    return;
  }
  smr_str_putc(out, '"');
  for (const char *c = name; *c; c++)
    switch (*c) {
    case '\n':
      smr_str_puts(out, "\\n");
      break;
    case '\t':
      smr_str_puts(out, "\\t");
      break;
    case '"':
    case '\\':
      smr_str_putc(out, '\\');
      // fall through
    default:
      smr_str_putc(out, *c);
    }
  smr_str_putc(out, '"');
}

// What lower.c named `data#7 TEXT` is printed as that text.
static const char *data_text(const char *name) {
  return smr_starts(name, "data#") && strchr(name, ' ') ? strchr(name, ' ') + 1 : NULL;
}

static void print_term(const SmrOperators *ops, const SmrRule *rule, uint32_t node, SmrStr *out) {
  SmrOperator op = rule->terms.nodes.data[node].op;
  const SmrOperatorInfo *info = smr_operator_info(ops, op);
  const char *computed = info->kind == SMR_OPERATOR_COMPUTED ? data_text(smr_operator_name(ops, op)) : NULL;
  if (computed) {
    smr_str_printf(out, "(!%s)", computed);
    return;
  }
  smr_str_puts(out, info->arity ? "(" : "");
  smr_operator_print(ops, op, out);
  for (uint32_t i = 0; i < info->arity; i++) {
    smr_str_putc(out, ' ');
    print_term(ops, rule, smr_term_children(&rule->terms, node)[i], out);
  }
  smr_str_puts(out, info->arity ? ")" : "");
}

static bool is_called(const SmrOperators *ops, const SmrRule *rule, uint32_t node, const char *name) {
  const SmrOperatorInfo *info = smr_operator_info(ops, rule->terms.nodes.data[node].op);
  return info->kind == SMR_OPERATOR_PLAIN && info->arity &&
         !strcmp(smr_operators_text(ops, info->name), name);
}

static void print_pattern(const SmrOperators *ops, const SmrRule *rule, SmrStr *out) {
  const SmrRulePart *parts = rule->parts.data;
  bool multi = rule->parts.size > 1 || parts[0].variable || is_called(ops, rule, parts[0].node, "and");
  if (!multi) {
    print_term(ops, rule, parts[0].node, out);
    return;
  }
  smr_str_puts(out, "(and");
  for (uint32_t i = 0; i < rule->parts.size; i++) {
    smr_str_putc(out, ' ');
    if (parts[i].variable)
      smr_str_printf(out, "(= ?%s ", smr_operators_text(ops, parts[i].variable));
    print_term(ops, rule, parts[i].node, out);
    if (parts[i].variable)
      smr_str_putc(out, ')');
  }
  smr_str_putc(out, ')');
}

void smr_rule_print(const SmrOperators *ops, const SmrRule *rule, SmrStr *out) {
  smr_str_puts(out, "(rewrite ");
  print_name(rule->name, out);
  smr_str_putc(out, ' ');
  print_pattern(ops, rule, out);
  smr_str_putc(out, ' ');
  print_term(ops, rule, rule->rhs, out);
  for (uint32_t i = 0; i < rule->conditions.size; i++) {
    const SmrRuleCondition *c = &rule->conditions.data[i];
    const char *data = data_text(smr_operators_text(ops, c->name));
    if (data) {
      smr_str_printf(out, " %s", data);
      continue;
    }
    smr_str_printf(out, " :when (%s", smr_operators_text(ops, c->name));
    for (uint32_t k = 0; k < c->count; k++) {
      smr_str_putc(out, ' ');
      print_term(ops, rule, rule->condition_args.data[c->first + k], out);
    }
    smr_str_putc(out, ')');
  }
  for (uint32_t i = 0; i < rule->foralls.size; i++) {
    const SmrRuleForall *f = &rule->foralls.data[i];
    if (f->condition)
      smr_str_printf(out, " :forall (?%s %s)", smr_operators_text(ops, f->variable),
                     smr_operators_text(ops, f->condition));
    else
      smr_str_printf(out, " :forall ?%s", smr_operators_text(ops, f->variable));
  }
  smr_str_putc(out, ')');
}

static void print_operator(const SmrRuleOperator *op, SmrStr *out) {
  smr_str_printf(out, "(operator %s", op->name);
  if (op->flags & SMR_OPERATOR_AC)
    smr_str_puts(out, " :ac");
  if (op->flags & SMR_OPERATOR_BINDER) {
    smr_str_puts(out, " :binder (");
    for (uint32_t i = 0; i < op->children; i++)
      smr_str_printf(out, "%s%u", i ? " " : "", (unsigned)(op->binds >> (4 * i) & 15));
    smr_str_putc(out, ')');
  }
  smr_str_puts(out, op->flags & SMR_OPERATOR_NAMED   ? " :named"
                    : op->flags & SMR_OPERATOR_TYPED ? " :typed"
                                                     : "");
  smr_str_puts(out, ")\n");
}

void smr_rules_print(const SmrOperators *ops, const SmrRules *rules, SmrStr *out) {
  for (uint32_t i = 0; i < rules->operators.size; i++)
    print_operator(&rules->operators.data[i], out);
  for (uint32_t i = 0; i < rules->data.items.size; i++)
    smr_str_printf(out, "%s\n", rules->data.items.data[i]);
  for (uint32_t i = 0; i < rules->costs.size; i++) {
    const SmrRuleCost *cost = &rules->costs.data[i];
    smr_str_puts(out, cost->name ? "(cost " : "(cost-default ");
    if (cost->name) {
      print_name(cost->name, out);
      smr_str_putc(out, ' ');
    }
    smr_term_print(ops, &cost->expression, smr_term_root(&cost->expression), out);
    smr_str_puts(out, ")\n");
  }
  // (Sets without rules count, too: a phase may name them.)
  for (uint32_t i = 0; i < rules->sets.size; i++)
    if (!rules->sets.data[i].rules.size) {
      smr_str_puts(out, "(ruleset ");
      print_name(rules->sets.data[i].name, out);
      smr_str_puts(out, ")\n");
    }
  const char *open = "default";
  for (uint32_t i = 0; i < rules->list.size; i++) {
    const char *set = rules->sets.data[rules->set_of.data[i]].name;
    if (strcmp(set, open)) {
      if (strcmp(open, "default"))
        smr_str_puts(out, ")\n");
      if (strcmp(set, "default")) {
        smr_str_puts(out, "(ruleset ");
        print_name(set, out);
        smr_str_putc(out, '\n');
      }
      open = set;
    }
    smr_str_puts(out, strcmp(set, "default") ? "  " : "");
    smr_rule_print(ops, rules->list.data[i], out);
    smr_str_putc(out, '\n');
  }
  if (strcmp(open, "default"))
    smr_str_puts(out, ")\n");
}
