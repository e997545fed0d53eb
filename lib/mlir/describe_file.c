//===- describe_file.c - one description's YAML ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/describe_file.h"
#include "base/intern.h"
#include <string.h>
#include <yaml.h>

typedef struct {
  SmrArena *arena;
  SmrDescFile *out;
  const char *file;
  SmrDiag *diag;
  yaml_document_t document;
  const char *dialect;
  const char *const *ignore, *const *keep; // of the whole dialect
  uint32_t ignore_count, keep_count;
  bool copy, fortran;
} Reader;

static bool fail(Reader *r, const yaml_node_t *at, const char *text, const char *what) {
  return smr_error(r->diag, r->file, (uint32_t)at->start_mark.line + 1, (uint32_t)at->start_mark.column + 1,
                   text, what);
}
static yaml_node_t *node_at(Reader *r, int index) {
  return yaml_document_get_node(&r->document, index);
}

/// The text of a scalar without NUL bytes, or NULL.
static const char *scalar(const yaml_node_t *node) {
  if (node->type != YAML_SCALAR_NODE ||
      strlen((const char *)node->data.scalar.value) != node->data.scalar.length)
    return NULL;
  return (const char *)node->data.scalar.value;
}

static bool read_names(Reader *r, const yaml_node_t *node, const char *const **out, uint32_t *count) {
  if (node->type != YAML_SEQUENCE_NODE)
    return fail(r, node, "expected a list of attribute names%s", "");
  size_t n = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
  const char **names = smr_arena_alloc(r->arena, (n + 1) * sizeof *names);
  for (size_t k = 0; k < n; k++) {
    yaml_node_t *item = node_at(r, node->data.sequence.items.start[k]);
    const char *text = scalar(item);
    if (!text || !*text)
      return fail(r, item, "expected an attribute name%s", "");
    names[k] = smr_arena_strdup(r->arena, text);
  }
  *out = names;
  *count = (uint32_t)n;
  return true;
}

/// No field stands twice.
static bool is_new(Reader *r, const yaml_node_t *mapping, const yaml_node_pair_t *pair) {
  yaml_node_t *key = node_at(r, pair->key);
  const char *field = scalar(key);
  for (const yaml_node_pair_t *p = mapping->data.mapping.pairs.start; field && p < pair; p++)
    if (strcmp(scalar(node_at(r, p->key)), field) == 0)
      return fail(r, key, "'%s' stands here twice", field);
  return true;
}

/// One operand's number.
static bool read_operand(Reader *r, const yaml_node_t *node, uint8_t *out) {
  const char *text = scalar(node);
  if (!text || text[0] < '0' || text[0] > '7' || text[1])
    return fail(r, node, "expected an operand number from 0 to 7%s", "");
  *out = (uint8_t)(text[0] - '0');
  return true;
}

static bool read_operands(Reader *r, const yaml_node_t *node, SmrOpDesc *desc) {
  if (node->type != YAML_SEQUENCE_NODE)
    return fail(r, node, "expected a list of operand numbers%s", "");
  size_t n = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
  if (n == 0 || n > SMR_DESC_MAX_OPERANDS)
    return fail(r, node, "expected 1 to 8 operand numbers%s", "");
  for (size_t k = 0; k < n; k++) {
    if (!read_operand(r, node_at(r, node->data.sequence.items.start[k]), &desc->operands[k]))
      return false;
  }
  desc->operand_count = (uint8_t)n;
  return true;
}

static bool read_bool(Reader *r, const yaml_node_t *node, bool *out) {
  const char *text = scalar(node);
  *out = text && strcmp(text, "true") == 0;
  return *out || (text && strcmp(text, "false") == 0) || fail(r, node, "expected true or false%s", "");
}

static SmrOpcode find_opcode(const char *name) {
  for (unsigned code = 1; code < SMR_OP_COUNT; code++)
    if (strcmp(smr_opcode_name((SmrOpcode)code), name) == 0)
      return (SmrOpcode)code;
  return SMR_OP_NONE;
}

/// Ops that a description may name: those whose whole meaning is opcode, operands, types and imm.
static bool describable(SmrOpcode code) {
  return code != SMR_OP_NONE && smr_opcode_pure(code) && code != SMR_OP_POLY && code != SMR_OP_FSUM &&
         code != SMR_OP_FPROD && code != SMR_OP_GLOBAL && code != SMR_OP_FIELD && code != SMR_OP_ADDR &&
         code != SMR_OP_CONST && code != SMR_OP_DESCR_LB && code != SMR_OP_DESCR_EXTENT &&
         code != SMR_OP_DESCR_STRIDE;
}

static bool read_action(Reader *r, const yaml_node_t *node, SmrOpDesc *desc) {
  const char *text = scalar(node);
  if (!text)
    return fail(r, node, "expected the name of a neutral op%s", "");
  if (strcmp(text, "opaque") == 0)
    desc->action = SMR_DESC_OPAQUE;
  else if (strcmp(text, "skip") == 0)
    desc->action = SMR_DESC_SKIP;
  else if (strcmp(text, "through") == 0)
    desc->action = SMR_DESC_THROUGH;
  else {
    desc->action = SMR_DESC_NEUTRAL;
    desc->code = find_opcode(text);
    if (!describable(desc->code))
      return fail(r, node, "'%s' is not a neutral op that a description can name", text);
  }
  return true;
}

static bool read_effects(Reader *r, const yaml_node_t *node, SmrOpDesc *desc) {
  static const char *const names[] = {"all", "write", "read", "none"};
  const char *text = scalar(node);
  for (unsigned k = 0; text && k < 4; k++)
    if (strcmp(names[k], text) == 0) {
      desc->effects = (SmrDescEffects)k;
      return true;
    }
  return fail(r, node, "expected none, read, write or all%s", "");
}

static bool read_store(Reader *r, const yaml_node_t *node, SmrOpDesc *desc) {
  yaml_node_item_t *items = node->data.sequence.items.start;
  if (node->type != YAML_SEQUENCE_NODE || node->data.sequence.items.top - items != 2)
    return fail(r, node, "expected the operand numbers of the value and of the pointer%s", "");
  desc->access = SMR_DESC_STORE;
  return read_operand(r, node_at(r, items[0]), &desc->value) &&
         read_operand(r, node_at(r, items[1]), &desc->pointer);
}

/// One of the words, from 1 on.
static bool read_word(Reader *r, const yaml_node_t *node, const char *const *words, const char *expected,
                      uint8_t *out) {
  const char *text = scalar(node);
  for (uint8_t k = 0; text && words[k]; k++)
    if (strcmp(words[k], text) == 0) {
      *out = (uint8_t)(k + 1);
      return true;
    }
  return fail(r, node, "expected %s", expected);
}

static bool read_text(Reader *r, const yaml_node_t *node, const char **out) {
  const char *text = scalar(node);
  if (!text || !*text)
    return fail(r, node, "expected a name%s", "");
  *out = smr_arena_strdup(r->arena, text);
  return true;
}

static SmrDescHandler find_handler(const char *name) {
  static const char *const names[SMR_HANDLER_COUNT] = {
#define SMR_HANDLER(code, spelling, ...) [SMR_HANDLER_##code] = spelling,
#include "mlir/handlers.def"
#undef SMR_HANDLER
  };
  for (unsigned k = 1; k < SMR_HANDLER_COUNT; k++)
    if (strcmp(names[k], name) == 0)
      return (SmrDescHandler)k;
  return SMR_HANDLER_NONE;
}

/// What the built-in importer says already.
static void imply_access(SmrOpDesc *desc, const char *handler) {
  const char *last = strrchr(handler, '_');
  if (desc->handler == SMR_HANDLER_LINALG)
    desc->access = SMR_DESC_STORE,
    desc->value = desc->pointer = UINT8_MAX; // the last operand, which is beyond none
  if (!last || desc->access != SMR_DESC_NONE)
    return;
  if (strcmp(last, "_load") == 0)
    desc->access = SMR_DESC_LOAD;
  else if (strcmp(last, "_store") == 0)
    desc->access = SMR_DESC_STORE, desc->value = 0, desc->pointer = 1;
}

static bool read_handler(Reader *r, const yaml_node_t *node, SmrOpDesc *desc) {
  const char *text = scalar(node);
  desc->handler = text ? find_handler(text) : SMR_HANDLER_NONE;
  if (!desc->handler)
    return fail(r, node, "there is no built-in importer '%s'", text ? text : "");
  desc->action = SMR_DESC_HANDLER;
  imply_access(desc, text);
  return true;
}

/// The field when it is true or false, else NULL.
static bool *flag_of(SmrOpDesc *d, const char *field) {
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"commutative", &d->commutative},
               {"fused", &d->fused},
               {"forgets", &d->forgets},
               {"copy", &d->copy},
               {"renames", &d->renames},
               {"local", &d->local},
               {"absent", &d->absent},
               {"descriptor", &d->descriptor},
               {"counted", &d->counted},
               {"framed", &d->framed},
               {"note", &d->note},
               {"device", &d->device},
               {"own_stack", &d->own_stack},
               {"threads", &d->threads},
               {"fortran", &d->fortran},
               {"address", &d->address}};
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
    if (strcmp(flags[k].name, field) == 0)
      return flags[k].flag;
  return NULL;
}

static bool read_field(Reader *r, const yaml_node_t *key, const yaml_node_t *node, SmrOpDesc *desc) {
  static const char *const jumps[] = {"one", "test", "many", "call", NULL};
  static const char *const lifetimes[] = {"start", "end", NULL};
  static const char *const functions[] = {"plain", "c", "llvm", NULL};
  const char *field = scalar(key);
  bool *flag = flag_of(desc, field);
  if (flag)
    return read_bool(r, node, flag);
  if (strcmp(field, "op") == 0)
    return read_action(r, node, desc);
  if (strcmp(field, "handler") == 0)
    return read_handler(r, node, desc);
  if (strcmp(field, "name") == 0)
    return read_text(r, node, &desc->math);
  if (strcmp(field, "imm") == 0)
    return read_text(r, node, &desc->imm);
  if (strcmp(field, "type") == 0)
    return read_text(r, node, &desc->variable_type);
  if (strcmp(field, "effects") == 0)
    return read_effects(r, node, desc);
  if (strcmp(field, "match") == 0) {
    desc->match_only = true;
    return read_names(r, node, &desc->match, &desc->match_count);
  }
  if (strcmp(field, "ignore") == 0)
    return read_names(r, node, &desc->ignore, &desc->ignore_count);
  if (strcmp(field, "operands") == 0)
    return read_operands(r, node, desc);
  if (strcmp(field, "loads") == 0) {
    desc->access = SMR_DESC_LOAD;
    return read_operand(r, node, &desc->pointer);
  }
  if (strcmp(field, "stores") == 0)
    return read_store(r, node, desc);
  if (strcmp(field, "jump") == 0)
    return read_word(r, node, jumps, "one, test, many or call", &desc->jump);
  if (strcmp(field, "lifetime") == 0)
    return read_word(r, node, lifetimes, "start or end", &desc->lifetime);
  if (strcmp(field, "function") == 0)
    return read_word(r, node, functions, "plain, c or llvm", &desc->function);
  return fail(r, key, "unknown field '%s'", field);
}

static bool read_op(Reader *r, const yaml_node_t *key, const yaml_node_t *node, SmrOpDesc **out) {
  const char *name = scalar(key);
  if (!name || !*name)
    return fail(r, key, "expected an op's name%s", "");
  if (node->type != YAML_MAPPING_NODE)
    return fail(r, node, "expected a mapping that describes '%s'", name);
  SmrOpDesc *desc = smr_arena_alloc(r->arena, sizeof *desc);
  desc->name = smr_arena_strdup(r->arena, name);
  desc->copy = r->copy, desc->fortran = r->fortran;
  bool action = false;
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
    yaml_node_t *k = node_at(r, p->key);
    const char *field = scalar(k);
    if (!field)
      return fail(r, k, "expected a field's name%s", "");
    if (!is_new(r, node, p) || !read_field(r, k, node_at(r, p->value), desc))
      return false;
    action |= strcmp(field, "op") == 0 || strcmp(field, "handler") == 0;
  }
  if (!action)
    return fail(r, key, "'%s' has neither op nor handler", name);
  if (desc->action == SMR_DESC_NEUTRAL && (desc->code == SMR_OP_MATH) != (desc->math != NULL))
    return fail(r, key, desc->math ? "'%s': only op math takes a name" : "'%s': op math needs a name", name);
  if (!desc->ignore_count)
    desc->ignore = r->ignore, desc->ignore_count = r->ignore_count;
  if (desc->action == SMR_DESC_THROUGH)
    desc->renames = true, desc->renamed = desc->operands[0];
  desc->keep = r->keep, desc->keep_count = r->keep_count;
  *out = desc;
  return true;
}

/// Reads every entry of a mapping by `read`; no name stands there twice.
typedef bool ReadEntry(Reader *r, const yaml_node_t *key, const yaml_node_t *node);
static bool read_entries(Reader *r, const yaml_node_t *node, const char *what, ReadEntry *read) {
  if (node->type != YAML_MAPPING_NODE)
    return fail(r, node, "expected a mapping of %s", what);
  SmrIntern *seen = smr_intern_create();
  bool ok = true;
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; ok && p < node->data.mapping.pairs.top; p++) {
    yaml_node_t *key = node_at(r, p->key);
    ok = read(r, key, node_at(r, p->value));
    if (ok && smr_intern_find(seen, scalar(key)))
      ok = fail(r, key, "'%s' is described twice", scalar(key));
    if (ok)
      smr_intern(seen, scalar(key));
  }
  smr_intern_destroy(seen);
  return ok;
}

static bool read_dialects_op(Reader *r, const yaml_node_t *key, const yaml_node_t *node) {
  size_t prefix = strlen(r->dialect);
  SmrOpDesc *desc = NULL;
  if (!read_op(r, key, node, &desc))
    return false;
  if (strncmp(desc->name, r->dialect, prefix) != 0 || desc->name[prefix] != '.')
    return fail(r, key, "'%s' is not an op of this dialect", desc->name);
  smr_vec_push(&r->out->ops, desc);
  return true;
}

static bool read_attribute(Reader *r, const yaml_node_t *key, const yaml_node_t *node) {
  static const char *const words[] = {"target",     "volatile",     "noalias", "by_value", "forgets",
                                      "host_frame", "fortran_name", "runtime", "triple",   "features",
                                      "cpu",        "device",       NULL};
  const char *name = scalar(key);
  size_t prefix = strlen(r->dialect);
  SmrAttributeDesc desc = {0};
  if (!name || strncmp(name, r->dialect, prefix) != 0 || name[prefix] != '.')
    return fail(r, key, "'%s' is not an attribute of this dialect", name ? name : "");
  if (!read_word(r, node, words, "one of the words that README.md lists", &desc.says))
    return false;
  desc.name = smr_arena_strdup(r->arena, name);
  smr_vec_push(&r->out->attributes, desc);
  return true;
}

static bool read_callee_field(Reader *r, const yaml_node_t *key, const yaml_node_t *node,
                              SmrCalleeDesc *desc) {
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"allocates", &desc->allocates}, {"frees", &desc->frees},     {"forgets", &desc->forgets},
               {"numbers", &desc->numbers},     {"handler", &desc->handler}, {"record", &desc->record}};
  const char *field = scalar(key);
  for (size_t k = 0; field && k < sizeof flags / sizeof *flags; k++)
    if (strcmp(flags[k].name, field) == 0)
      return read_bool(r, node, flags[k].flag);
  if (field && strcmp(field, "format") == 0) {
    desc->has_format = true;
    return read_operand(r, node, &desc->format);
  }
  return fail(r, key, "unknown field '%s'", field ? field : "");
}

static bool read_callee(Reader *r, const yaml_node_t *key, const yaml_node_t *node) {
  const char *name = scalar(key);
  if (!name || !*name)
    return fail(r, key, "expected a function's name%s", "");
  if (node->type != YAML_MAPPING_NODE)
    return fail(r, node, "expected a mapping that describes '%s'", name);
  SmrCalleeDesc *desc = smr_arena_alloc(r->arena, sizeof *desc);
  desc->name = smr_arena_strdup(r->arena, name);
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++)
    if (!is_new(r, node, p) || !read_callee_field(r, node_at(r, p->key), node_at(r, p->value), desc))
      return false;
  smr_vec_push(&r->out->callees, desc);
  return true;
}

static bool read_file(Reader *r) {
  yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root)
    return smr_error(r->diag, r->file, 1, 1, "the description is empty");
  if (root->type != YAML_MAPPING_NODE)
    return fail(r, root, "expected a mapping with dialect and ops%s", "");
  yaml_node_t *ops = NULL, *attributes = NULL, *callees = NULL;
  for (yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top; p++) {
    yaml_node_t *k = node_at(r, p->key), *v = node_at(r, p->value);
    const char *field = scalar(k);
    if (!is_new(r, root, p))
      return false;
    if (field && strcmp(field, "dialect") == 0) {
      r->dialect = scalar(v);
      if (!r->dialect || !*r->dialect)
        return fail(r, v, "expected a dialect's name%s", "");
    } else if (field && strcmp(field, "ops") == 0)
      ops = v;
    else if (field && strcmp(field, "attributes") == 0)
      attributes = v;
    else if (field && strcmp(field, "functions") == 0)
      callees = v;
    else if (field && strcmp(field, "ignore") == 0) {
      if (!read_names(r, v, &r->ignore, &r->ignore_count))
        return false;
    } else if (field && strcmp(field, "keep") == 0) {
      if (!read_names(r, v, &r->keep, &r->keep_count))
        return false;
    } else if (field && strcmp(field, "copy") == 0) {
      if (!read_bool(r, v, &r->copy))
        return false;
    } else if (field && strcmp(field, "fortran") == 0) {
      if (!read_bool(r, v, &r->fortran))
        return false;
    } else
      return fail(r, k, "unknown field '%s'", field ? field : "");
  }
  if (!r->dialect)
    return fail(r, root, "the description names no dialect%s", "");
  return (!ops || read_entries(r, ops, "op names", read_dialects_op)) &&
         (!attributes || read_entries(r, attributes, "attribute names", read_attribute)) &&
         (!callees || read_entries(r, callees, "function names", read_callee));
}

static bool fail_mark(const char *file, yaml_mark_t mark, const char *text, SmrDiag *diag) {
  return smr_error(diag, file, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1, "%s", text);
}

/// No list or mapping is nested deeper than any description needs: libyaml takes a time that is quadratic in
/// the depth. What is no YAML is told by who loads it.
static bool shallow(const char *file, const char *text, size_t size, SmrDiag *diag) {
  enum { DEEPEST = 100 };
  yaml_parser_t parser;
  yaml_event_t event;
  if (!yaml_parser_initialize(&parser))
    return smr_error(diag, file, 0, 0, "out of memory");
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
  bool ok = true, more = true;
  for (int depth = 0; ok && more && yaml_parser_parse(&parser, &event); yaml_event_delete(&event)) {
    depth += event.type == YAML_SEQUENCE_START_EVENT || event.type == YAML_MAPPING_START_EVENT;
    depth -= event.type == YAML_SEQUENCE_END_EVENT || event.type == YAML_MAPPING_END_EVENT;
    more = event.type != YAML_STREAM_END_EVENT;
    if (depth > DEEPEST)
      ok = fail_mark(file, event.start_mark, "lists and mappings are nested more than 100 deep", diag);
  }
  yaml_parser_delete(&parser);
  return ok;
}

bool smr_describe_read(SmrArena *arena, const char *file, const char *text, size_t size, SmrDescFile *out,
                       SmrDiag *diag) {
  Reader r = {.arena = arena, .out = out, .file = file, .diag = diag};
  yaml_parser_t parser;
  if (!shallow(file, text, size, diag))
    return false;
  if (!yaml_parser_initialize(&parser))
    return smr_error(diag, file, 0, 0, "out of memory");
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
  bool ok = false;
  if (!yaml_parser_load(&parser, &r.document)) {
    fail_mark(file, parser.problem_mark, parser.problem ? parser.problem : "not YAML", diag);
  } else {
    ok = read_file(&r);
    yaml_document_delete(&r.document);
  }
  yaml_parser_delete(&parser);
  return ok;
}

void smr_describe_file_free(SmrDescFile *file) {
  smr_vec_free(&file->ops);
  smr_vec_free(&file->attributes);
  smr_vec_free(&file->callees);
}
