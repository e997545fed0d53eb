//===- describe.c - dialect descriptions from YAML -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A file is parsed into a staging list first and published only when all of it is valid.
//===----------------------------------------------------------------------===//
#include "mlir/describe.h"
#include "base/intern.h"
#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <yaml.h>

struct SmrDescriptions {
  SmrArena arena;
  SmrIntern *names;
  SmrMap index; // name → position in ops
  SMR_VEC(SmrOpDesc *) ops;
  bool builtin;    // … descriptions are there, too, each parsed when an op of its dialect is first looked up
  uint32_t parsed; // a bit for each
};

SmrDescriptions *smr_descriptions_create(void) {
  SmrDescriptions *d = smr_xcalloc(1, sizeof *d);
  d->names = smr_intern_create();
  return d;
}

void smr_descriptions_destroy(SmrDescriptions *d) {
  if (!d)
    return;
  smr_arena_destroy(&d->arena);
  smr_intern_destroy(d->names);
  smr_map_free(&d->index);
  smr_vec_free(&d->ops);
  free(d);
}

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

typedef struct {
  SmrDescriptions *into;
  const char *file;
  SmrDiag *diag;
  yaml_document_t document;
  const char **ignore, **keep; // of the whole dialect
  uint32_t ignore_count, keep_count;
  bool copy;
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

static bool read_names(Reader *r, const yaml_node_t *node, const char ***out, uint32_t *count) {
  if (node->type != YAML_SEQUENCE_NODE)
    return fail(r, node, "expected a list of attribute names%s", "");
  size_t n = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
  const char **names = smr_arena_alloc(&r->into->arena, (n + 1) * sizeof *names);
  for (size_t k = 0; k < n; k++) {
    yaml_node_t *item = node_at(r, node->data.sequence.items.start[k]);
    const char *text = scalar(item);
    if (!text || !*text)
      return fail(r, item, "expected an attribute name%s", "");
    names[k] = smr_arena_strdup(&r->into->arena, text);
  }
  *out = names;
  *count = (uint32_t)n;
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
  desc->access = SMR_ACCESS_STORE;
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
  *out = smr_arena_strdup(&r->into->arena, text);
  return true;
}

static bool read_handler(Reader *r, const yaml_node_t *node, SmrOpDesc *desc) {
  const char *text = scalar(node);
  if (!text || !smr_importer_is_built_in(text))
    return fail(r, node, "there is no built-in importer '%s'", text ? text : "");
  desc->handler = smr_arena_strdup(&r->into->arena, text);
  desc->action = SMR_DESC_HANDLER;
  return true;
}

/// What the built-in importer says already.
static void imply_access(SmrOpDesc *desc) {
  const char *last = desc->handler ? strrchr(desc->handler, '_') : NULL;
  if (!last || desc->access != SMR_ACCESS_NONE)
    return;
  if (strcmp(last, "_load") == 0)
    desc->access = SMR_ACCESS_LOAD;
  else if (strcmp(last, "_store") == 0)
    desc->access = SMR_ACCESS_STORE, desc->value = 0, desc->pointer = 1;
}

/// The field when it is true or false, else NULL.
static bool *flag_of(SmrOpDesc *d, const char *field) {
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"commutative", &d->commutative},
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
               {"address", &d->address}};
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
    if (strcmp(flags[k].name, field) == 0)
      return flags[k].flag;
  return NULL;
}

static bool read_field(Reader *r, const yaml_node_t *key, const yaml_node_t *node, SmrOpDesc *desc) {
  static const char *const jumps[] = {"one", "test", "many", "call", NULL};
  static const char *const lifetimes[] = {"start", "end", NULL};
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
    desc->access = SMR_ACCESS_LOAD;
    return read_operand(r, node, &desc->pointer);
  }
  if (strcmp(field, "stores") == 0)
    return read_store(r, node, desc);
  if (strcmp(field, "jump") == 0)
    return read_word(r, node, jumps, "one, test, many or call", &desc->jump);
  if (strcmp(field, "lifetime") == 0)
    return read_word(r, node, lifetimes, "start or end", &desc->lifetime);
  return fail(r, key, "unknown field '%s'", field);
}

static bool read_op(Reader *r, const yaml_node_t *key, const yaml_node_t *node, SmrOpDesc **out) {
  const char *name = scalar(key);
  if (!name || !*name)
    return fail(r, key, "expected an op's name%s", "");
  if (node->type != YAML_MAPPING_NODE)
    return fail(r, node, "expected a mapping that describes '%s'", name);
  SmrOpDesc *desc = smr_arena_alloc(&r->into->arena, sizeof *desc);
  *desc = (SmrOpDesc){.name = smr_arena_strdup(&r->into->arena, name), .copy = r->copy};
  bool action = false;
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
    yaml_node_t *k = node_at(r, p->key);
    const char *field = scalar(k);
    if (!field)
      return fail(r, k, "expected a field's name%s", "");
    if (!read_field(r, k, node_at(r, p->value), desc))
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
  imply_access(desc);
  desc->keep = r->keep, desc->keep_count = r->keep_count;
  *out = desc;
  return true;
}

typedef SMR_VEC(SmrOpDesc *) DescList;

static bool read_ops(Reader *r, const yaml_node_t *node, const char *dialect, DescList *staged) {
  if (node->type != YAML_MAPPING_NODE)
    return fail(r, node, "expected a mapping of op names%s", "");
  size_t prefix = strlen(dialect);
  SmrIntern *seen = smr_intern_create();
  bool ok = true;
  for (yaml_node_pair_t *p = node->data.mapping.pairs.start; ok && p < node->data.mapping.pairs.top; p++) {
    yaml_node_t *key = node_at(r, p->key);
    const char *name = scalar(key);
    SmrOpDesc *desc = NULL;
    ok = read_op(r, key, node_at(r, p->value), &desc);
    if (ok && (strncmp(name, dialect, prefix) != 0 || name[prefix] != '.'))
      ok = fail(r, key, "'%s' is not an op of this dialect", name);
    if (ok && smr_intern_find(seen, name))
      ok = fail(r, key, "'%s' is described twice", name);
    if (ok) {
      smr_intern(seen, name);
      smr_vec_push(staged, desc);
    }
  }
  smr_intern_destroy(seen);
  return ok;
}

static bool read_file(Reader *r, DescList *staged) {
  yaml_node_t *root = yaml_document_get_root_node(&r->document);
  if (!root)
    return smr_error(r->diag, r->file, 1, 1, "the description is empty");
  if (root->type != YAML_MAPPING_NODE)
    return fail(r, root, "expected a mapping with dialect and ops%s", "");
  const char *dialect = NULL;
  yaml_node_t *ops = NULL;
  for (yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top; p++) {
    yaml_node_t *k = node_at(r, p->key), *v = node_at(r, p->value);
    const char *field = scalar(k);
    if (field && strcmp(field, "dialect") == 0) {
      dialect = scalar(v);
      if (!dialect || !*dialect)
        return fail(r, v, "expected a dialect's name%s", "");
    } else if (field && strcmp(field, "ops") == 0)
      ops = v;
    else if (field && strcmp(field, "ignore") == 0) {
      if (!read_names(r, v, &r->ignore, &r->ignore_count))
        return false;
    } else if (field && strcmp(field, "keep") == 0) {
      if (!read_names(r, v, &r->keep, &r->keep_count))
        return false;
    } else if (field && strcmp(field, "copy") == 0) {
      if (!read_bool(r, v, &r->copy))
        return false;
    } else
      return fail(r, k, "unknown field '%s'", field ? field : "");
  }
  if (!dialect)
    return fail(r, root, "the description names no dialect%s", "");
  return !ops || read_ops(r, ops, dialect, staged);
}

/// With `below`, what is there already stays.
static void publish(SmrDescriptions *d, const DescList *staged, bool below) {
  for (uint32_t k = 0; k < staged->size; k++) {
    uint32_t known;
    SmrSym name = smr_intern(d->names, staged->data[k]->name);
    if (below && smr_map_get(&d->index, name, &known))
      continue;
    smr_map_set(&d->index, name, d->ops.size);
    smr_vec_push(&d->ops, staged->data[k]);
  }
}

static bool parse(SmrDescriptions *d, const char *file, const char *text, size_t size, bool below,
                  SmrDiag *diag) {
  Reader r = {.into = d, .file = file, .diag = diag};
  yaml_parser_t parser;
  if (!yaml_parser_initialize(&parser))
    return smr_error(diag, file, 0, 0, "out of memory");
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
  bool ok = false;
  if (!yaml_parser_load(&parser, &r.document)) {
    yaml_mark_t mark = parser.problem_mark;
    smr_error(diag, file, (uint32_t)mark.line + 1, (uint32_t)mark.column + 1, "%s",
              parser.problem ? parser.problem : "not YAML");
  } else {
    DescList staged = {0};
    ok = read_file(&r, &staged);
    if (ok)
      publish(d, &staged, below);
    smr_vec_free(&staged);
    yaml_document_delete(&r.document);
  }
  yaml_parser_delete(&parser);
  return ok;
}

bool smr_descriptions_parse(SmrDescriptions *d, const char *file, const char *text, size_t size,
                            SmrDiag *diag) {
  return parse(d, file, text, size, false, diag);
}

//===----------------------------------------------------------------------===//
// Looking up
//===----------------------------------------------------------------------===//

/// Built-in number k, whose file is dialect/NAME.yaml, unless it is another dialect's (`dialect` NULL: any).
static void parse_builtin(SmrDescriptions *d, uint32_t k, const char *dialect, size_t length) {
  const SmrBuiltinDescription *b = &smr_builtin_descriptions[k];
  const char *name = strrchr(b->file, '/') + 1;
  if ((d->parsed >> k & 1) || (dialect && (strncmp(name, dialect, length) != 0 || name[length] != '.')))
    return;
  d->parsed |= UINT32_C(1) << k;
  SmrDiag diag = {0};
  if (!parse(d, b->file, b->text, strlen(b->text), true, &diag))
    smr_diag_flush(&diag, stderr); // our own mistake, which a test would have found
  smr_diag_free(&diag);
}

static uint32_t find_op(const SmrDescriptions *d, const char *op_name, uint32_t none) {
  SmrSym name = smr_intern_find(d->names, op_name);
  uint32_t at;
  return name && smr_map_get(&d->index, name, &at) ? at : none;
}

const SmrOpDesc *smr_descriptions_find(SmrDescriptions *d, const char *op_name) {
  uint32_t at = find_op(d, op_name, UINT32_MAX);
  if (at == UINT32_MAX && d->builtin) {
    for (uint32_t k = 0; smr_builtin_descriptions[k].file; k++)
      parse_builtin(d, k, op_name, strcspn(op_name, "."));
    at = find_op(d, op_name, UINT32_MAX);
  }
  return at == UINT32_MAX ? NULL : d->ops.data[at];
}

uint32_t smr_descriptions_count(SmrDescriptions *d) {
  for (uint32_t k = 0; d->builtin && smr_builtin_descriptions[k].file; k++)
    parse_builtin(d, k, NULL, 0);
  return d->index.size;
}

const SmrOpDesc *smr_described(SmrDescribed *d, MlirOperation op) {
  static const SmrOpDesc nothing = {.name = ""};
  MlirIdentifier name = mlirOperationGetName(op);
  uint32_t at;
  if (smr_map_get(&d->known, (uintptr_t)name.ptr, &at))
    return d->found.data[at];
  SmrStr text = {0};
  smr_str_append(&text, mlirIdentifierStr(name).data, mlirIdentifierStr(name).length);
  const SmrOpDesc *found = smr_descriptions_find(d->descriptions, smr_str_get(&text));
  smr_str_free(&text);
  smr_map_set(&d->known, (uintptr_t)name.ptr, d->found.size);
  smr_vec_push(&d->found, found ? found : &nothing);
  return smr_vec_last(&d->found);
}

void smr_described_free(SmrDescribed *d) {
  smr_map_free(&d->known);
  smr_vec_free(&d->found);
}

//===----------------------------------------------------------------------===//
// Files and folders
//===----------------------------------------------------------------------===//

static bool load_file(SmrDescriptions *d, const char *path, SmrDiag *diag) {
  SmrStr text = {0};
  const char *reason;
  bool ok = smr_read_file(path, &text, &reason)
                ? smr_descriptions_parse(d, path, smr_str_get(&text), text.size, diag)
                : smr_error(diag, path, 0, 0, "%s", reason);
  smr_str_free(&text);
  return ok;
}

static int is_yaml(const struct dirent *entry) {
  size_t n = strlen(entry->d_name);
  return n > 5 && strcmp(entry->d_name + n - 5, ".yaml") == 0;
}

static bool load_path(SmrDescriptions *d, const char *path, SmrDiag *diag) {
  struct stat info;
  if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode))
    return load_file(d, path, diag);
  struct dirent **entries;
  int n = scandir(path, &entries, is_yaml, alphasort);
  if (n < 0)
    return smr_error(diag, path, 0, 0, "the folder cannot be read");
  bool ok = true;
  for (int k = 0; k < n; k++) {
    SmrStr full = {0};
    smr_str_printf(&full, "%s/%s", path, entries[k]->d_name);
    ok = ok && load_file(d, smr_str_get(&full), diag);
    smr_str_free(&full);
    free(entries[k]);
  }
  free(entries);
  return ok;
}

static bool load_environment(SmrDescriptions *d, SmrDiag *diag) {
  const char *list = getenv("SMR_DIALECTS");
  bool ok = true;
  while (ok && list && *list) {
    size_t n = strcspn(list, ":");
    if (n)
      ok = load_path(d, smr_arena_strndup(&d->arena, list, n), diag);
    list += n + (list[n] == ':');
  }
  return ok;
}

SmrDescriptions *smr_descriptions_load(const char *const *paths, uint32_t count, SmrDiag *diag) {
  SmrDescriptions *d = smr_descriptions_create();
  bool ok = true;
  d->builtin = true;
  for (uint32_t k = 0; ok && k < count; k++)
    ok = load_path(d, paths[k], diag);
  ok = ok && load_environment(d, diag);
  if (ok)
    return d;
  smr_descriptions_destroy(d);
  return NULL;
}
