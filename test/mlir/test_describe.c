//===- test_describe.c - dialect descriptions ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The built-in tables say what dialect/ says; good descriptions do what they say; each bad one gives its one
// line; no prefix or flipped byte of a good one crashes.
//===----------------------------------------------------------------------===//
#include "harness.h"
#include "mlir/describe_builtin.h"
#include "mlir/import/internal.h"
#include "test.h"
#include <xxhash.h>

/// A copy of the row without its pointers, which are compared apart: what is left is compared as bytes, so
/// that no field is forgotten.
static SmrOpDesc bare(const SmrOpDesc *op) {
  SmrOpDesc copy;
  memcpy(&copy, op, sizeof copy);
  copy.name = copy.math = copy.imm = copy.variable_type = NULL;
  copy.match = copy.ignore = copy.keep = NULL;
  return copy;
}

static void same_text(const char *a, const char *b) {
  assert_true(!a == !b);
  if (a)
    assert_string_equal(a, b);
}

static void same_list(const char *const *a, const char *const *b, uint32_t count) {
  for (uint32_t k = 0; k < count; k++)
    assert_string_equal(a[k], b[k]);
}

static void same_op(const SmrOpDesc *a, const SmrOpDesc *b) {
  SmrOpDesc x = bare(a), y = bare(b);
  assert_memory_equal(&x, &y, sizeof x); // the counts of the lists, too
  assert_string_equal(a->name, b->name);
  same_text(a->math, b->math);
  same_text(a->imm, b->imm);
  same_text(a->variable_type, b->variable_type);
  same_list(a->match, b->match, a->match_count);
  same_list(a->ignore, b->ignore, a->ignore_count);
  same_list(a->keep, b->keep, a->keep_count);
}

/// The table's row of that name. Rows ascend.
static const void *row_of(const void *rows, uint32_t count, size_t size, const char *name) {
  const void *found = NULL;
  for (uint32_t k = 0; k < count; k++) {
    const char *const *row = (const void *)((const char *)rows + k * size);
    assert_true(!k || strcmp(*(const char *const *)(const void *)((const char *)row - size), *row) < 0);
    found = strcmp(*row, name) == 0 ? row : found;
  }
  assert_non_null(found);
  return found;
}

static void same_tables(const SmrBuiltinDescription *b, const SmrDescFile *file) {
  assert_int_equal(b->op_count, file->ops.size);
  assert_int_equal(b->attribute_count, file->attributes.size);
  assert_int_equal(b->callee_count, file->callees.size);
  for (uint32_t k = 0; k < b->op_count; k++)
    same_op(row_of(b->ops, b->op_count, sizeof *b->ops, file->ops.data[k]->name), file->ops.data[k]);
  for (uint32_t k = 0; k < b->attribute_count; k++) {
    const SmrAttributeDesc *read = &file->attributes.data[k];
    const SmrAttributeDesc *row = row_of(b->attributes, b->attribute_count, sizeof *row, read->name);
    assert_int_equal(row->says, read->says);
  }
  for (uint32_t k = 0; k < b->callee_count; k++) {
    SmrCalleeDesc read, row;
    memcpy(&read, file->callees.data[k], sizeof read);
    memcpy(&row, row_of(b->callees, b->callee_count, sizeof row, read.name), sizeof row);
    read.name = row.name = NULL;
    assert_memory_equal(&row, &read, sizeof row);
  }
}

/// The tables say what reading the files gives.
TEST(test_tables) {
  uint32_t n = 0;
  uint64_t fingerprint = 0;
  for (const SmrBuiltinDescription *b = smr_builtin_descriptions; b->dialect; b++, n++) {
    SmrArena arena = {0};
    SmrStr text = {0};
    SmrDiag diag = {0};
    SmrDescFile file = {0};
    const char *reason;
    char path[512];
    snprintf(path, sizeof path, SMR_SOURCE_DIR "/dialect/%s.yaml", b->dialect);
    assert_true(smr_read_file(path, &text, &reason));
    assert_true(smr_describe_read(&arena, path, smr_str_get(&text), text.size, &file, &diag));
    fingerprint = XXH3_64bits_withSeed(text.data, text.size, fingerprint);
    same_tables(b, &file);
    smr_describe_file_free(&file);
    smr_str_free(&text);
    smr_arena_destroy(&arena);
  }
  assert_true(n >= 11);
  assert_true(fingerprint == smr_builtin_fingerprint);
}

TEST(test_builtin) {
  SmrDiag diag = {0};
  SmrDescriptions *d = smr_descriptions_load(NULL, 0, &diag);
  assert_non_null(d);
  assert_int_equal(smr_descriptions_find(d, "arith.addi")->code, SMR_OP_ADD);
  assert_int_equal(smr_descriptions_find(d, "fir.do_loop")->handler, SMR_HANDLER_FIR_DO_LOOP);
  assert_null(smr_descriptions_find(d, "no.such"));
  // What the splicer reads.
  const SmrOpDesc *store = smr_descriptions_find(d, "fir.store");
  assert_int_equal(store->access, SMR_DESC_STORE);
  assert_int_equal(store->value, 0);
  assert_int_equal(store->pointer, 1);
  assert_true(smr_descriptions_find(d, "arith.addi")->copy);
  assert_false(smr_descriptions_find(d, "arith.divsi")->copy);
  assert_true(smr_descriptions_find(d, "llvm.freeze")->renames); // as all that is looked through
  assert_int_equal(smr_descriptions_find(d, "llvm.add")->keep_count, 5);
  assert_true(smr_descriptions_find(d, "omp.parallel")->own_stack);
  // Functions, attributes, and ops without a line of their own.
  assert_int_equal(smr_descriptions_find(d, "llvm.func")->function, SMR_FUNCTION_LLVM);
  assert_true(smr_descriptions_find(d, "omp.new_loop")->threads);
  assert_false(smr_descriptions_find(d, "omp.private")->threads);
  assert_true(smr_descriptions_find(d, "hlfir.new")->fortran);
  assert_int_equal(smr_descriptions_attribute(d, "llvm.noalias"), SMR_SAYS_NOALIAS);
  assert_int_equal(smr_descriptions_attribute(d, "nvvm.kernel"), SMR_SAYS_DEVICE);
  assert_int_equal(smr_descriptions_attribute(d, "llvm.align"), SMR_SAYS_NOTHING);
  assert_int_equal(smr_descriptions_attribute(d, "noalias"), SMR_SAYS_NOTHING);
  assert_true(smr_descriptions_callee(d, "_Znwm")->allocates);
  assert_true(smr_descriptions_callee(d, "cblas_dgemm")->forgets);
  assert_null(smr_descriptions_callee(d, "cblas"));
  assert_null(smr_descriptions_callee(d, "mallocs"));
  assert_int_equal(smr_descriptions_callee(d, "snprintf")->format, 2);
  smr_descriptions_destroy(d);
}

/// Each meaning that a description can name is read.
TEST(test_handlers) {
  SmrIntern *symbols = smr_intern_create();
  SmrDescriptions *d = smr_descriptions_create();
  SmrImporter *importer = smr_importer_create(symbols, d);
  for (unsigned k = SMR_HANDLER_NONE + 1; k < SMR_HANDLER_COUNT; k++)
    assert_non_null(importer->handlers[k]);
  smr_importer_destroy(importer);
  smr_descriptions_destroy(d);
  smr_intern_destroy(symbols);
}

static const char mine[] = "dialect: mine\n"
                           "ignore: [debug]\n"
                           "ops:\n"
                           "  mine.rsub: {op: sub, operands: [1, 0]}\n"
                           "  mine.cmp: {op: icmp, imm: kind}\n"
                           "  mine.sqrt: {op: math, name: sqrt}\n"
                           "  mine.same: {op: through}\n"
                           "  mine.note: {op: skip}\n"
                           "  mine.dot: {op: opaque, effects: read, commutative: true, match: [kind]}\n"
                           "  mine.loop: {handler: scf_for}\n"
                           "  mine.*: {op: opaque, effects: none}\n"
                           "attributes: {mine.restrict: noalias}\n"
                           "functions:\n"
                           "  mine_alloc: {allocates: true}\n"
                           "  mine_free*: {frees: true, forgets: true}\n";

TEST(test_user) {
  char folder[] = "/tmp/smr-describe-XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/mine.yaml", folder);
  const char *reason;
  assert_true(smr_write_file(path, mine, strlen(mine), &reason));
  setenv("SMR_DIALECTS", folder, 1);
  const char *text =
      "llvm.func @mine_alloc(i64) -> !llvm.ptr\n"
      "llvm.func @mine_free_all(!llvm.ptr)\n"
      "func.func @f(%a: i64, %b: i64, %x: f64, %n: index, %p: !llvm.ptr {mine.restrict}) -> f64 {\n"
      "  %0 = \"mine.rsub\"(%a, %b) : (i64, i64) -> i64\n"
      "  %1 = \"mine.cmp\"(%0, %b) {kind = 3 : i64} : (i64, i64) -> i1\n"
      "  %2 = \"mine.sqrt\"(%x) {debug} : (f64) -> f64\n"
      "  %3 = \"mine.same\"(%2) : (f64) -> f64\n"
      "  \"mine.note\"(%3) : (f64) -> ()\n"
      "  %4 = \"mine.dot\"(%3, %x, %1) {kind = \"k\", other = 1 : i32} : (f64, f64, i1) -> f64\n"
      "  %5 = llvm.call @mine_alloc(%a) : (i64) -> !llvm.ptr\n"
      "  llvm.call @mine_free_all(%5) : (!llvm.ptr) -> ()\n"
      "  %6 = \"mine.new\"() : () -> i64\n"
      "  return %4 : f64\n"
      "}\n";
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrDiag diag = {0};
  Imported n;
  assert_true(import_text(text, strlen(text), NULL, NULL, false, &out, &n, &diag));
  unsetenv("SMR_DIALECTS");
  assert_int_equal(n.functions, 1);
  assert_int_equal(n.faults, 0);
  const char *expected[] = {
      "= sub %1, %0 : i64", "= icmp sle", "= math \"sqrt\" %2 : f64",  "kind = \\\"k\\\"", "readonly",
      "= heap %0",          "free %",     "opaque<pure> \"mine.new\"", "%4: ptr unique"};
  for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
    if (!strstr(smr_str_get(&out), expected[k]))
      fail_msg("%s not in:\n%s", expected[k], smr_str_get(&out));
  const char *absent[] = {"mine.note", "mine.same", "debug", "other"};
  for (size_t k = 0; k < sizeof absent / sizeof *absent; k++)
    assert_null(strstr(smr_str_get(&out), absent[k]));
  assert_int_equal(remove(path), 0);
  assert_int_equal(remove(folder), 0);
}

static const struct {
  const char *text, *message;
} bad[] = {
    {"", "x.yaml:1:1: error: the description is empty"},
    {"[1, 2]", "x.yaml:1:1: error: expected a mapping with dialect and ops"},
    {"ops: {}", "x.yaml:1:1: error: the description names no dialect"},
    {"dialect: a\nops: {a.b: {op: add}, a.b: {op: sub}}", "x.yaml:2:23: error: 'a.b' is described twice"},
    {"dialect: a\nops:\n  b.c: {op: add}", "x.yaml:3:3: error: 'b.c' is not an op of this dialect"},
    {"dialect: a\nops:\n  a.c: {op: plus}",
     "x.yaml:3:13: error: 'plus' is not a neutral op that a description can name"},
    {"dialect: a\nops:\n  a.c: {op: store}",
     "x.yaml:3:13: error: 'store' is not a neutral op that a description can name"},
    {"dialect: a\nops:\n  a.c: {op: opaque, effects: some}",
     "x.yaml:3:30: error: expected none, read, write or all"},
    {"dialect: a\nops:\n  a.c: {handler: nobody}",
     "x.yaml:3:18: error: there is no built-in importer 'nobody'"},
    {"dialect: a\nops:\n  a.c: {op: math}", "x.yaml:3:3: error: 'a.c': op math needs a name"},
    {"dialect: a\nops:\n  a.c: {op: add, name: b}", "x.yaml:3:3: error: 'a.c': only op math takes a name"},
    {"dialect: a\nops:\n  a.c: {effects: none}", "x.yaml:3:3: error: 'a.c' has neither op nor handler"},
    {"dialect: a\nops:\n  a.c: {op: add, colour: red}", "x.yaml:3:18: error: unknown field 'colour'"},
    {"dialect: a\nops:\n  a.c: {op: add, operands: [0, 9]}",
     "x.yaml:3:32: error: expected an operand number from 0 to 7"},
    {"dialect: a\nops:\n  a.c: {op: add, operands: []}",
     "x.yaml:3:28: error: expected 1 to 8 operand numbers"},
    {"dialect: a\nops:\n  a.c: {op: opaque, commutative: maybe}",
     "x.yaml:3:34: error: expected true or false"},
    {"dialect: a\nops:\n  a.c: {op: opaque, copy: often}", "x.yaml:3:27: error: expected true or false"},
    {"dialect: a\nops:\n  a.c: {op: opaque, loads: [0]}",
     "x.yaml:3:28: error: expected an operand number from 0 to 7"},
    {"dialect: a\nops:\n  a.c: {op: opaque, stores: 1}",
     "x.yaml:3:29: error: expected the operand numbers of the value and of the pointer"},
    {"dialect: a\nops:\n  a.c: {op: opaque, stores: [0, x]}",
     "x.yaml:3:33: error: expected an operand number from 0 to 7"},
    {"dialect: a\nops:\n  a.c: {op: opaque, jump: two}",
     "x.yaml:3:27: error: expected one, test, many or call"},
    {"dialect: a\nops:\n  a.c: {op: opaque, lifetime: 1}", "x.yaml:3:31: error: expected start or end"},
    {"dialect: a\nops:\n  a.c: {op: opaque, function: d}", "x.yaml:3:31: error: expected plain, c or llvm"},
    {"dialect: a\nattributes: {b.c: noalias}",
     "x.yaml:2:14: error: 'b.c' is not an attribute of this dialect"},
    {"dialect: a\nattributes: {a.c: big}",
     "x.yaml:2:19: error: expected one of the words that README.md lists"},
    {"dialect: a\nfunctions: {f: {frees: 1}}", "x.yaml:2:24: error: expected true or false"},
    {"dialect: a\nfunctions: {f: {colour: red}}", "x.yaml:2:17: error: unknown field 'colour'"},
    {"dialect: a\nfunctions: {f: true}", "x.yaml:2:16: error: expected a mapping that describes 'f'"},
    {"dialect: a\nfunctions: [f]", "x.yaml:2:12: error: expected a mapping of function names"},
    {"dialect: a\nkeep: value", "x.yaml:2:7: error: expected a list of attribute names"},
    {"dialect: a\ncopy: [a]", "x.yaml:2:7: error: expected true or false"},
    {"dialect: a\nops:\n  a.c: add", "x.yaml:3:8: error: expected a mapping that describes 'a.c'"},
    {"dialect: a\nignore: all", "x.yaml:2:9: error: expected a list of attribute names"},
    {"dialect: a\ncolour: red", "x.yaml:2:1: error: unknown field 'colour'"},
    {"dialect: a\nops: {a.b: {op: add}", "x.yaml:3:1: error: did not find expected ',' or '}'"},
    {"dialect: a\ndialect: b", "x.yaml:2:1: error: 'dialect' stands here twice"},
    {"dialect: a\nops: {}\nops: {a.b: {op: add}}", "x.yaml:3:1: error: 'ops' stands here twice"},
    {"dialect: a\nops: {a.b: {op: add, op: sub}}", "x.yaml:2:22: error: 'op' stands here twice"},
    {"dialect: a\nfunctions: {f: {frees: true, frees: true}}",
     "x.yaml:2:30: error: 'frees' stands here twice"},
    {"dialect: \"a", "x.yaml:1:12: error: found unexpected end of stream"},
};

TEST(test_bad) {
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    SmrDescriptions *d = smr_descriptions_create();
    SmrDiag diag = {0};
    assert_false(smr_descriptions_parse(d, "x.yaml", bad[k].text, strlen(bad[k].text), &diag));
    char *printed = NULL;
    size_t size;
    FILE *stream = open_memstream(&printed, &size);
    smr_diag_flush(&diag, stream);
    fclose(stream);
    assert_int_equal(smr_descriptions_count(d), 0);
    char expected[256];
    snprintf(expected, sizeof expected, "%s\n", bad[k].message);
    assert_string_equal(printed, expected);
    free(printed);
    smr_diag_free(&diag);
    smr_descriptions_destroy(d);
  }
}

/// What libyaml would take minutes to read is refused at once.
TEST(test_deep) {
  enum { DEEP = 100000 };
  char *text = smr_xmalloc(DEEP);
  memset(text, '[', DEEP);
  SmrDescriptions *d = smr_descriptions_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  assert_false(smr_descriptions_parse(d, "x.yaml", text, DEEP, &diag));
  assert_int_equal(diag.messages.size, 1);
  assert_string_equal(diag.messages.data[0].text, "lists and mappings are nested more than 100 deep");
  assert_int_equal(diag.messages.data[0].line, 1);
  assert_int_equal(diag.messages.data[0].column, 101);
  smr_descriptions_destroy(d);
  free(text);
}

TEST(test_damaged) {
  size_t n = strlen(mine);
  for (size_t at = 0; at < n; at++)
    for (int what = 0; what < 4; what++) {
      static const char flips[] = {0, 1, 32, (char)128};
      char *text = smr_xmalloc(n + 1);
      memcpy(text, mine, n + 1);
      text[at] ^= flips[what];
      SmrDescriptions *d = smr_descriptions_create();
      SmrDiag diag = {0};
      bool ok = smr_descriptions_parse(d, "x.yaml", text, what ? n : at, &diag);
      assert_true(ok == (diag.errors == 0));
      smr_diag_free(&diag);
      smr_descriptions_destroy(d);
      free(text);
    }
}
