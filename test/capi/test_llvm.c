//===- test_llvm.c - LLVM IR in and out ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// With an argument: prints what smr_llvm_read makes of that file (bitcode or text).
//===----------------------------------------------------------------------===//
#include "capi/llvm/llvm.h"
#include "capi/shim/module.h"
#include "capi/smr.h"
#include "test.h"

/// What clang -O0 makes of
///   static double at(double *p, long i) { return p[i]; }
///   double sum(long n, double *x) { double s = 0; for (long i = 0; i < n; i++) s += at(x, i); return s; }
static const char sum[] =
    "source_filename = \"sum.c\"\n"
    "define double @sum(i64 %n, ptr %x) noinline optnone !dbg !4 {\n"
    "  %na = alloca i64\n  %xa = alloca ptr\n  %s = alloca double\n  %i = alloca i64\n"
    "  store i64 %n, ptr %na\n  store ptr %x, ptr %xa\n"
    "  store double 0.0, ptr %s\n  store i64 0, ptr %i\n  br label %test\n"
    "test:\n  %i1 = load i64, ptr %i\n  %n1 = load i64, ptr %na\n  %c = icmp slt i64 %i1, %n1\n"
    "  br i1 %c, label %body, label %end\n"
    "body:\n  %x1 = load ptr, ptr %xa\n  %i2 = load i64, ptr %i\n"
    "  %v = call double @at(ptr %x1, i64 %i2), !dbg !6\n  %s1 = load double, ptr %s\n"
    "  %s2 = fadd double %s1, %v, !dbg !6\n  store double %s2, ptr %s\n"
    "  %i3 = load i64, ptr %i\n  %i4 = add nsw i64 %i3, 1\n  store i64 %i4, ptr %i\n  br label %test\n"
    "end:\n  %r = load double, ptr %s\n  ret double %r\n}\n"
    "define internal double @at(ptr %p, i64 %i) noinline optnone {\n"
    "  %q = getelementptr inbounds double, ptr %p, i64 %i\n  %v = load double, ptr %q\n  ret double %v\n}\n"
    "!llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
    "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: LineTablesOnly)\n"
    "!2 = !DIFile(filename: \"sum.c\", directory: \"/somewhere\")\n"
    "!3 = !DISubroutineType(types: !5)\n!5 = !{}\n"
    "!4 = distinct !DISubprogram(name: \"sum\", file: !2, line: 2, type: !3, unit: !1, spFlags: "
    "DISPFlagDefinition)\n"
    "!6 = !DILocation(line: 7, column: 9, scope: !4)\n";

static bool read_text(MlirContext context, const char *text, MlirModule *out, SmrDiag *diag) {
  return smr_llvm_read(context, text, strlen(text), out, diag);
}

TEST(test_one_shape) {
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  MlirModule module;
  assert_true(read_text(context, sum, &module, &diag));
  smrModulePrint(mlirModuleGetOperation(module), true, &text);
  assert_null(strstr(text.data, "llvm.alloca"));
  assert_null(strstr(text.data, "@at"));
  assert_non_null(strstr(text.data, "llvm.fadd"));
  assert_non_null(strstr(text.data, "\"/somewhere/sum.c\":7:9"));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

TEST(test_round_trip) {
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrBytes bitcode = {0};
  SMR_OWNED(SmrStr, smr_str_free) first = {0}, second = {0};
  MlirModule module, again;
  assert_true(read_text(context, sum, &module, &diag));
  smrModulePrint(mlirModuleGetOperation(module), false, &first);
  assert_true(smr_llvm_write(mlirModuleGetOperation(module), false, &bitcode, &diag));
  assert_memory_equal(bitcode.data, "BC\xc0\xde", 4);
  assert_true(smr_llvm_read(context, bitcode.data, bitcode.size, &again, &diag));
  smrModulePrint(mlirModuleGetOperation(again), false, &second);
  // (LLVM IR of ours has no names of parameters.)
  const char *body = strstr(first.data, " -> f64 "), *body_again = strstr(second.data, " -> f64 ");
  assert_non_null(body);
  assert_string_equal(body, body_again);
  assert_int_equal(diag.errors, 0);
  mlirModuleDestroy(module);
  mlirModuleDestroy(again);
  smr_vec_free(&bitcode);
  mlirContextDestroy(context);
}

TEST(test_mistakes) {
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrBytes bitcode = {0};
  MlirModule module;
  assert_false(read_text(context, "define i32 @f( {", &module, &diag));
  assert_int_equal(diag.errors, 1);
  assert_false(read_text(context, "BC\xc0\xde garbage", &module, &diag));
  assert_int_equal(diag.errors, 2);
  // A module that is not of the llvm dialect.
  static const char func[] = "func.func @f() {\n  return\n}\n";
  module = smrModuleParse(context, func, strlen(func), "f.mlir", &diag);
  assert_false(smr_llvm_write(mlirModuleGetOperation(module), false, &bitcode, &diag));
  assert_true(diag.errors >= 3);
  assert_int_equal(bitcode.size, 0);
  mlirModuleDestroy(module);
  smr_vec_free(&bitcode);
  mlirContextDestroy(context);
}

/// What one function has that MLIR lacks must not lose the others.
TEST(test_other_functions_stay) {
  static const char two[] =
      "declare void @other()\ndeclare i32 @__CxxFrameHandler3(...)\n"
      "define void @bad() personality ptr @__CxxFrameHandler3 {\n"
      "  invoke void @other() to label %done unwind label %pad\n"
      "pad:\n  %c = cleanuppad within none []\n  call void @other() [ \"funclet\"(token %c) ]\n"
      "  cleanupret from %c unwind to caller\ndone:\n  ret void\n}\n"
      "define i32 @good(i32 %a) {\n  %b = mul i32 %a, %a\n  ret i32 %b\n}\n";
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  MlirModule module;
  assert_true(read_text(context, two, &module, &diag));
  smrModulePrint(mlirModuleGetOperation(module), false, &text);
  assert_non_null(strstr(text.data, "llvm.mul"));
  assert_non_null(strstr(text.data, "llvm.func @bad()"));
  assert_int_equal(diag.messages.size, 1);
  assert_int_equal(diag.messages.data[0].severity, SMR_WARNING);
  assert_non_null(strstr(diag.messages.data[0].text, "bad cannot be read: unhandled instruction"));
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
}

static int show(const char *path) {
  MlirContext context = smrContextCreate();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SMR_OWNED(SmrStr, smr_str_free) bytes = {0}, text = {0};
  const char *reason;
  MlirModule module = {0};
  bool ok =
      smr_read_file(path, &bytes, &reason) && smr_llvm_read(context, bytes.data, bytes.size, &module, &diag);
  if (ok) {
    smrModulePrint(mlirModuleGetOperation(module), true, &text);
    fputs(text.data, stdout);
    mlirModuleDestroy(module);
  }
  smr_diag_flush(&diag, stderr);
  mlirContextDestroy(context);
  return !ok;
}

TEST_MAIN {
  if (*test_arguments)
    return show(*test_arguments);
  return test_run(NULL, NULL);
}
