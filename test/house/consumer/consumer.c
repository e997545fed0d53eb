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
  MlirOperation op = mlirModuleGetOperation(module);
  if (mlirLogicalResultIsSuccess(smrRewrite(op, "library=/nonexistent.pfa", NULL, append, errors)))
    return 3;
  if (!strstr(errors, "/nonexistent.pfa: error: ") || strchr(errors, '\n') != errors + strlen(errors) - 1) {
    fprintf(stderr, "error text: %s\n", errors);
    return 4;
  }
  errors[0] = 0;
  if (mlirLogicalResultIsSuccess(smrRewrite(op, "mode=fast", NULL, append, errors)))
    return 5;
  if (strcmp(errors, "error: option 'mode' is one of auto|exact|equality|off, not 'fast'\n")) {
    fprintf(stderr, "error text: %s\n", errors);
    return 6;
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  printf("SMR %s\n", smrGetVersion());
  return 0;
}
