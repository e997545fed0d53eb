//===- test_variants.c - spellings of one kernel have one normal form ------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Inputs/*.c, through clang and LLVM's passes: none to speak of, the light ones that SMR runs itself, and
// what optimised files have been through. Set CANON=PREFIX to see the forms of the functions whose names
// begin so.
//===----------------------------------------------------------------------===//
#include "canon.h"
#include "capi/shim/module.h"
#include "capi/smr.h"
#include "graph/normalize/normalize.h"
#include "mlir/import/import.h"
#include "test.h"

typedef struct {
  char *name, *form;
} Form;
typedef SMR_VEC(Form) FormList;

static void collect(const char *text, size_t size, FormList *out) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrDescriptions *descriptions = smr_descriptions_load(NULL, 0, &diag);
  assert_non_null(descriptions);
  MlirContext context = smrContextCreate();
  mlirContextSetAllowUnregisteredDialects(context, true);
  MlirModule module = smrModuleParse(context, text, size, "kernels.mlir", &diag);
  if (mlirModuleIsNull(module)) {
    smr_diag_flush(&diag, stderr);
    fail();
  }
  SmrIntern *symbols = smr_intern_create();
  SmrImporter *importer = smr_importer_create(symbols, descriptions);
  SmrImportOptions options = {0};
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    SmrGraph *g = smr_import_is_function(smr_importer_described(importer), op)
                      ? smr_import_function(importer, op, &options, &diag)
                      : NULL;
    if (!g)
      continue;
    smr_normalize(g);
    assert_true(smr_graph_check(g, &diag));
    SmrStr form = {0};
    canon_print(g, &form);
    smr_vec_push(out, (Form){strdup(smr_intern_text(symbols, g->name)), strdup(smr_str_get(&form))});
    smr_str_free(&form);
    smr_graph_destroy(g);
  }
  smr_importer_destroy(importer);
  smr_intern_destroy(symbols);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  smr_descriptions_destroy(descriptions);
}

static bool begins(const char *name, const char *with) {
  return strncmp(name, with, strlen(with)) == 0;
}

/// indvars keeps no word of signed counters that do not overflow: these run 2^32 + n times for a negative n
/// then.
static bool promise_lost(const char *how, const char *name) {
  return strcmp(how, "widened") == 0 &&
         (strcmp(name, "dot__not_equal") == 0 || strcmp(name, "udot__from_one") == 0);
}

static uint32_t judge(const FormList *forms, const char *how) {
  const char *show = getenv("CANON");
  const Form *first = NULL;
  uint32_t wrong = 0;
  for (uint32_t k = 0; k < forms->size; k++) {
    const Form *form = &forms->data[k];
    const char *spelling = strstr(form->name, "__");
    if (show && begins(form->name, show))
      printf("%s (%s):\n%s", form->name, how, form->form);
    if (!spelling)
      continue;
    size_t group = (size_t)(spelling - form->name) + 2;
    if (!first || strncmp(first->name, form->name, group) != 0)
      first = form;
    bool mutant = begins(spelling, "__not_") && !begins(spelling, "__not_equal");
    bool equal = strcmp(first->form, form->form) == 0;
    if (equal != mutant || form == first || promise_lost(how, form->name))
      continue;
    ++wrong;
    print_message("%s: %s %s %s\n", how, form->name, mutant ? "has the form of" : "has another form than",
                  first->name);
  }
  return wrong;
}

static void free_forms(FormList *forms) {
  for (uint32_t k = 0; k < forms->size; k++) {
    free(forms->data[k].name);
    free(forms->data[k].form);
  }
  smr_vec_free(forms);
}

/// Both files, through clang and these passes of LLVM.
static void try(const char *how, const char *passes) {
  static const char *const files[] = {"kernels.c", "nests.c"};
  uint32_t wrong = 0;
  for (uint32_t f = 0; f < 2; f++) {
    FormList forms = {0};
    SmrStr text = {0}, command = {0};
    smr_str_printf(&command,
                   SMR_LLVM_BIN "/clang -O1 -ffp-contract=off -gline-tables-only -emit-llvm -Xclang "
                                "-disable-llvm-passes -c Inputs/%s -o - | " SMR_LLVM_BIN
                                "/opt -passes='%s' - -o - | " SMR_LLVM_BIN "/mlir-translate --import-llvm -",
                   files[f], passes);
    FILE *pipe = popen(smr_str_get(&command), "r");
    assert_non_null(pipe);
    char buffer[4096];
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, pipe)) > 0;)
      smr_str_append(&text, buffer, n);
    assert_int_equal(pclose(pipe), 0);
    collect(smr_str_get(&text), text.size, &forms);
    assert_true(forms.size > 40);
    wrong += judge(&forms, how);
    free_forms(&forms);
    smr_str_free(&text);
    smr_str_free(&command);
  }
  assert_int_equal(wrong, 0);
}

#define COMBINE "instcombine<no-verify-fixpoint>"
#define LIGHT "sroa,early-cse,simplifycfg," COMBINE ",simplifycfg"

TEST(simplest) {
  try("simplest", "sroa,simplifycfg");
}
TEST(light) {
  try("light", LIGHT);
}
TEST(rotated) {
  try("rotated", LIGHT ",loop-mssa(loop-rotate,licm)," COMBINE ",simplifycfg");
}
TEST(widened) {
  try("widened", LIGHT ",loop-simplify,loop-mssa(loop-rotate,licm),loop(indvars)," COMBINE ",simplifycfg");
}
