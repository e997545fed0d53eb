//===- tables.c - dialect descriptions as C ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
//   tables OUT.c FOLDER/a.yaml FOLDER/b.yaml …    (ascending)
//
// Runs while SMR is built: reads the files as any user's and writes lib/mlir/describe_builtin.h's tables. A
// field that is missing here is missed by test/mlir/test_describe.c, which compares the bytes.
//===----------------------------------------------------------------------===//
#include "mlir/describe_builtin.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#define OP_TEXTS(X) X(math) X(imm) X(variable_type)
#define OP_LISTS(X) X(match) X(ignore) X(keep)
#define OP_NUMBERS(X)                                                                                        \
  X(action)                                                                                                  \
  X(code) X(handler) X(effects) X(commutative) X(forgets) X(match_only) X(operand_count) X(copy) X(renames)  \
      X(local) X(absent) X(descriptor) X(counted) X(framed) X(note) X(own_stack) X(device) X(threads)        \
          X(fortran) X(address) X(users) X(access) X(pointer) X(value) X(jump) X(lifetime) X(function)       \
              X(renamed) X(fused)
#define CALLEE_NUMBERS(X)                                                                                    \
  X(allocates) X(frees) X(forgets) X(has_format) X(numbers) X(handler) X(record) X(format)

//--- Values ------------------------------------------------------------------------

static void put_text(SmrStr *out, const char *text) {
  smr_str_putc(out, '"');
  for (; *text; text++)
    if ((unsigned char)*text < ' ' || *text == '"' || *text == '\\')
      smr_str_printf(out, "\\%03o", (unsigned)(unsigned char)*text);
    else
      smr_str_putc(out, *text);
  smr_str_putc(out, '"');
}

static void put_field(SmrStr *out, const char *field, const char *text) {
  if (!text)
    return;
  smr_str_printf(out, ", .%s = ", field);
  put_text(out, text);
}

static void put_number(SmrStr *out, const char *field, unsigned number) {
  if (number)
    smr_str_printf(out, ", .%s = %u", field, number);
}

static void put_list(SmrStr *out, const char *field, const char *const *names, uint32_t count) {
  if (!count)
    return;
  smr_str_printf(out, ", .%s_count = %u, .%s = (const char *const[]){", field, count, field);
  for (uint32_t k = 0; k < count; k++) {
    smr_str_puts(out, k ? ", " : "");
    put_text(out, names[k]);
  }
  smr_str_putc(out, '}');
}

//--- Rows --------------------------------------------------------------------------

static void put_name(SmrStr *out, const char *name) {
  smr_str_puts(out, "    {.name = ");
  put_text(out, name);
}

static void put_op(SmrStr *out, const SmrOpDesc *op) {
  put_name(out, op->name);
#define TEXT(field) put_field(out, #field, op->field);
#define LIST(field) put_list(out, #field, op->field, op->field##_count);
#define NUMBER(field) put_number(out, #field, (unsigned)op->field);
  OP_TEXTS(TEXT)
  OP_LISTS(LIST)
  OP_NUMBERS(NUMBER)
#undef TEXT
#undef LIST
#undef NUMBER
  smr_str_puts(out, ", .operands = {");
  for (uint32_t k = 0; k < SMR_DESC_MAX_OPERANDS; k++)
    smr_str_printf(out, k ? ", %u" : "%u", op->operands[k]);
  smr_str_puts(out, "}},\n");
}

static void put_attribute(SmrStr *out, const SmrAttributeDesc *attribute) {
  put_name(out, attribute->name);
  put_number(out, "says", attribute->says);
  smr_str_puts(out, "},\n");
}

static void put_callee(SmrStr *out, const SmrCalleeDesc *callee) {
  put_name(out, callee->name);
#define NUMBER(field) put_number(out, #field, callee->field);
  CALLEE_NUMBERS(NUMBER)
#undef NUMBER
  smr_str_puts(out, "},\n");
}

//--- Tables ------------------------------------------------------------------------

// Of pointers to rows, and of rows: a row begins with its name.
static int by_pointer(const void *a, const void *b) {
  return strcmp(**(const char *const *const *)a, **(const char *const *const *)b);
}
static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void begin(SmrStr *out, const char *type, const char *dialect, const char *what) {
  smr_str_printf(out, "static const %s %s_%s[] = {\n", type, dialect, what);
}

/// The file's tables, and in `rows` its row of the table of tables.
static void put_file(SmrStr *out, const char *dialect, SmrDescFile *file, SmrStr *rows) {
  smr_str_printf(rows, "    {.dialect = \"%s\"", dialect);
  if (file->ops.size) {
    qsort(file->ops.data, file->ops.size, sizeof *file->ops.data, by_pointer);
    begin(out, "SmrOpDesc", dialect, "ops");
    for (uint32_t k = 0; k < file->ops.size; k++)
      put_op(out, file->ops.data[k]);
    smr_str_puts(out, "};\n");
    smr_str_printf(rows, ", .ops = %s_ops, .op_count = %u", dialect, file->ops.size);
  }
  if (file->attributes.size) {
    qsort(file->attributes.data, file->attributes.size, sizeof *file->attributes.data, by_name);
    begin(out, "SmrAttributeDesc", dialect, "attributes");
    for (uint32_t k = 0; k < file->attributes.size; k++)
      put_attribute(out, &file->attributes.data[k]);
    smr_str_puts(out, "};\n");
    smr_str_printf(rows, ", .attributes = %s_attributes, .attribute_count = %u", dialect,
                   file->attributes.size);
  }
  if (file->callees.size) {
    qsort(file->callees.data, file->callees.size, sizeof *file->callees.data, by_pointer);
    begin(out, "SmrCalleeDesc", dialect, "callees");
    for (uint32_t k = 0; k < file->callees.size; k++)
      put_callee(out, file->callees.data[k]);
    smr_str_puts(out, "};\n");
    smr_str_printf(rows, ", .callees = %s_callees, .callee_count = %u", dialect, file->callees.size);
  }
  smr_str_puts(rows, "},\n");
}

/// Who looks for an op looks into the file of its dialect alone.
static bool check_names(const char *path, const char *dialect, const SmrDescFile *file, SmrDiag *diag) {
  size_t length = strlen(dialect);
  bool ok = true;
  for (uint32_t k = 0; ok && k < file->ops.size + file->attributes.size; k++) {
    const char *name =
        k < file->ops.size ? file->ops.data[k]->name : file->attributes.data[k - file->ops.size].name;
    ok = strncmp(name, dialect, length) == 0 && name[length] == '.';
    if (!ok)
      smr_error(diag, path, 0, 0, "'%s' is not of the dialect that the file is named after", name);
  }
  return ok;
}

static bool add(const char *path, SmrStr *out, SmrStr *rows, uint64_t *fingerprint, SmrDiag *diag) {
  SmrArena arena = {0};
  SmrStr text = {0};
  SmrDescFile file = {0};
  const char *reason, *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
  char *dialect = smr_arena_strndup(&arena, base, strcspn(base, "."));
  bool ok = smr_read_file(path, &text, &reason) || smr_error(diag, path, 0, 0, "%s", reason);
  ok = ok && smr_describe_read(&arena, path, smr_str_get(&text), text.size, &file, diag) &&
       check_names(path, dialect, &file, diag);
  if (ok) {
    *fingerprint = XXH3_64bits_withSeed(text.data, text.size, *fingerprint);
    put_file(out, dialect, &file, rows);
  }
  smr_describe_file_free(&file);
  smr_str_free(&text);
  smr_arena_destroy(&arena);
  return ok;
}

int main(int argc, char **argv) {
  SmrStr out = {0}, rows = {0};
  SmrDiag diag = {0};
  uint64_t fingerprint = 0;
  const char *reason;
  bool ok = argc > 1;
  smr_str_puts(&out, "// dialect/*.yaml as tables, made by dialect/tables.c.\n"
                     "#include \"mlir/describe_builtin.h\"\n\n");
  for (int k = 2; k < argc && ok; k++)
    ok = add(argv[k], &out, &rows, &fingerprint, &diag);
  smr_str_printf(&out,
                 "const SmrBuiltinDescription smr_builtin_descriptions[] = {\n%s    {.dialect = NULL}};\n",
                 smr_str_get(&rows));
  smr_str_printf(&out, "const uint64_t smr_builtin_fingerprint = UINT64_C(%llu);\n",
                 (unsigned long long)fingerprint);
  if (ok && !smr_write_file(argv[1], smr_str_get(&out), out.size, &reason))
    ok = smr_error(&diag, argv[1], 0, 0, "%s", reason);
  smr_diag_flush(&diag, stderr);
  smr_diag_free(&diag);
  smr_str_free(&rows);
  smr_str_free(&out);
  return !ok;
}
