//===- test_module.c - contexts, modules, shim ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/shim/module.h"
#include "capi/shim/shim.h"
#include "capi/smr.h"
#include "test.h"
#include <unistd.h>

static const char *const fortran = "func.func @f(%a: !fir.ref<f64>) -> f64 {\n"
                                   "  %0 = fir.load %a : !fir.ref<f64>\n"
                                   "  return %0 : f64\n"
                                   "}\n";

static MlirModule parse(MlirContext context, const char *text, SmrDiag *diag) {
  return smrModuleParse(context, text, strlen(text), "in.mlir", diag);
}

static MlirOperation first_op(MlirModule module) {
  return mlirBlockGetFirstOperation(mlirModuleGetBody(module));
}

TEST(test_every_dialect) {
  MlirContext context = smrContextCreate();
  static const char *const names[] = {"builtin", "func", "arith", "math",  "scf", "affine", "memref",
                                      "linalg",  "llvm", "fir",   "hlfir", "smr", "omp",    "gpu"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    assert_true(smrContextKnowsDialect(context, names[i]));
  assert_false(smrContextKnowsDialect(context, "cobol"));
  SmrDiag diag = {0};
  MlirModule module = parse(context, fortran, &diag);
  assert_false(mlirModuleIsNull(module));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

TEST(test_errors_keep_their_place) {
  MlirContext context = smrContextCreate();
  static const struct {
    const char *text;
    unsigned line, column;
    const char *message;
  } bad[] = {
      {"func.func @f() {\n  %0 = arith.addi %a, %b : i32\n}", 2, 19, "use of undeclared SSA value name"},
      {"func.func @f() {\n  \"no.op\"() : () -> ()\n  return\n}", 2, 10, NULL},
      {"func.func @f() -> i32 {\n  return\n}", 2, 3,
       "'func.return' op has 0 operands, but enclosing function "
       "(@f) returns 1"},
      {"{", 1, 1, NULL},
      {"ML\xEFR\x01garbage", 0, 0, NULL},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    SmrDiag diag = {0};
    assert_true(mlirModuleIsNull(parse(context, bad[i].text, &diag)));
    assert_true(diag.errors >= 1);
    assert_string_equal(diag.messages.data[0].file, "in.mlir");
    if (bad[i].line) {
      assert_int_equal(diag.messages.data[0].line, bad[i].line);
      assert_int_equal(diag.messages.data[0].column, bad[i].column);
    }
    if (bad[i].message)
      assert_string_equal(diag.messages.data[0].text, bad[i].message);
    for (uint32_t m = 0; m < diag.messages.size; m++)
      assert_null(strchr(diag.messages.data[m].text, '\n'));
    smr_diag_free(&diag);
  }
  SmrDiag diag = {0};
  assert_true(mlirModuleIsNull(smrModuleParseFile(context, "/nonexistent.mlir", &diag)));
  assert_string_equal(diag.messages.data[0].text, "cannot read: No such file or directory");
  smr_diag_free(&diag);
  mlirContextDestroy(context);
}

TEST(test_round_trips) {
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  MlirModule module = parse(context, fortran, &diag);
  SMR_OWNED(SmrStr, smr_str_free) text = {0}, again = {0};
  smrModulePrint(mlirModuleGetOperation(module), true, &text);
  assert_non_null(strstr(text.data, "loc(\"in.mlir\":2:8)"));

  SmrBytes bytes = {0};
  assert_true(smrModuleWriteBytecode(mlirModuleGetOperation(module), &bytes, &diag));
  MlirModule copy = smrModuleParse(context, bytes.data, bytes.size, "in.bc", &diag);
  assert_false(mlirModuleIsNull(copy));
  smrModulePrint(mlirModuleGetOperation(copy), true, &again);
  assert_string_equal(again.data, text.data);
  mlirModuleDestroy(copy);
  // Cut bytecode is an error, not a crash.
  for (uint32_t size = 5; size < bytes.size; size += 7) {
    SmrDiag cut = {0};
    assert_true(mlirModuleIsNull(smrModuleParse(context, bytes.data, size, "cut.bc", &cut)));
    assert_true(cut.errors > 0);
    smr_diag_free(&cut);
  }

  char path[] = "/tmp/smr-module-XXXXXX";
  close(mkstemp(path));
  assert_true(smrModulePrintFile(mlirModuleGetOperation(module), false, path, &diag));
  copy = smrModuleParseFile(context, path, &diag);
  assert_false(mlirModuleIsNull(copy));
  assert_true(smrModuleVerify(mlirModuleGetOperation(copy), &diag));
  assert_false(smrModulePrintFile(mlirModuleGetOperation(module), false, "/nonexistent/x", &diag));
  assert_int_equal(diag.errors, 1);
  mlirModuleDestroy(copy);
  unlink(path);

  mlirModuleDestroy(module);
  smr_vec_free(&bytes);
  mlirContextDestroy(context);
}

TEST(test_locations) {
  MlirContext context = smrContextCreate();
  static const struct {
    const char *location;
    unsigned line;
  } cases[] = {
      {"loc(\"a.f90\":3:4)", 3},
      {"loc(\"name\"(\"a.f90\":5:4))", 5},
      {"loc(callsite(\"inlined\"(\"a.f90\":7:4) at \"a.f90\":9:4))", 7},
      {"loc(callsite(unknown at \"a.f90\":9:4))", 9},
      {"loc(fused<\"tag\">[unknown, \"a.f90\":11:4, \"a.f90\":12:4])", 11},
      {"loc(unknown)", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[256];
    snprintf(text, sizeof text, "func.func private @f() %s", cases[i].location);
    SmrDiag diag = {0};
    MlirModule module = parse(context, text, &diag);
    assert_false(mlirModuleIsNull(module));
    MlirStringRef file;
    uint32_t line = 0, column;
    bool found = smrLocationGetFile(mlirOperationGetLocation(first_op(module)), &file, &line, &column);
    assert_int_equal(found, cases[i].line != 0);
    assert_int_equal(line, cases[i].line);
    if (found) {
      assert_int_equal(column, 4);
      assert_memory_equal(file.data, "a.f90", 5);
    }
    mlirModuleDestroy(module);
    smr_diag_free(&diag);
  }
  mlirContextDestroy(context);
}

TEST(test_effects_and_dominance) {
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  MlirModule module = parse(context,
                            "func.func private @g()\n"
                            "func.func @f(%m: memref<4xf64>, %i: index, %c: i1) {\n"
                            "  %0 = memref.load %m[%i] : memref<4xf64>\n"
                            "  scf.if %c { memref.store %0, %m[%i] : memref<4xf64> }\n"
                            "  %1 = arith.addf %0, %0 : f64\n"
                            "  func.call @g() : () -> ()\n"
                            "  return\n"
                            "}",
                            &diag);
  assert_false(mlirModuleIsNull(module));
  MlirOperation function = mlirOperationGetNextInBlock(first_op(module));
  MlirOperation load =
      mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(function, 0)));
  MlirOperation branch = mlirOperationGetNextInBlock(load), add = mlirOperationGetNextInBlock(branch);
  MlirOperation call = mlirOperationGetNextInBlock(add);
  assert_int_equal(smrOperationGetEffects(load), SMR_EFFECT_READ);
  assert_int_equal(smrOperationGetEffects(branch), SMR_EFFECT_WRITE);
  assert_int_equal(smrOperationGetEffects(add), 0);
  assert_int_equal(smrOperationGetEffects(call), SMR_EFFECT_UNKNOWN);
  assert_true(smrValueDominates(mlirOperationGetResult(load, 0), add));
  assert_false(smrValueDominates(mlirOperationGetResult(add, 0), load));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

TEST(test_share_directory) {
  assert_string_equal(smrGetShareDirectory(), SMR_BUILD_DIR "/share/smr");
  assert_non_null(strchr(smrGetVersion(), '.'));
}
