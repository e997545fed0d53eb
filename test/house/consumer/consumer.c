/* A program against the installed package: a module goes through smrRewrite, and a missing library is an
 * error. */
#include <smr/smr.h>
#include <stdio.h>
#include <string.h>

static char errors[4096];

static void append(MlirStringRef text, void *userData) {
  strncat((char *)userData, text.data, text.length < 2000 ? text.length : 2000);
}

int main(int argc, char **argv) {
  if (argc != 2 || strcmp(smrGetShareDirectory(), argv[1])) {
    fprintf(stderr, "share directory: %s\n", smrGetShareDirectory());
    return 1;
  }
  MlirContext context = smrContextCreate();
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString("func.func @f(%a: i32) -> i32 { return %a : i32 }"));
  if (mlirModuleIsNull(module))
    return 2;
  const char *absent = "/nonexistent.pfa";
  SmrRunOptions options = {.libraries = &absent, .libraryCount = 1};
  if (mlirLogicalResultIsSuccess(smrRewrite(mlirModuleGetOperation(module), &options, NULL, append, errors)))
    return 3;
  if (!strstr(errors, "/nonexistent.pfa: error: ") || strchr(errors, '\n') != errors + strlen(errors) - 1) {
    fprintf(stderr, "error text: %s\n", errors);
    return 4;
  }
  options.mode = (SmrRunMode)(SMR_RUN_OFF + 1);
  errors[0] = 0;
  if (mlirLogicalResultIsSuccess(smrRewrite(mlirModuleGetOperation(module), &options, NULL, append, errors)))
    return 5;
  if (strcmp(errors, "error: there is no mode 4\n")) {
    fprintf(stderr, "error text: %s\n", errors);
    return 6;
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  printf("SMR %s\n", smrGetVersion());
  return 0;
}
