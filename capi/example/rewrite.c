/* A module goes through SMR by its C API:
 *
 *   rewrite IN.mlir [LIBRARY.pfa]     the rewritten module on stdout, the report on stderr
 *
 * Without a library, the one for BLAS that ships with SMR is used. What the program has to be linked with
 * stands in the module's attribute smr.link. */
#include <smr/smr.h>
#include <stdio.h>
#include <stdlib.h>

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *text = NULL;
  size_t size = 0, capacity = 0;
  if (!file)
    return NULL;
  do {
    capacity = capacity ? 2 * capacity : 4096;
    text = realloc(text, capacity);
    size += fread(text + size, 1, capacity - size - 1, file);
  } while (size == capacity - 1);
  fclose(file);
  text[size] = 0;
  return text;
}

static void print(MlirStringRef part, void *stream) {
  fwrite(part.data, 1, part.length, stream);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: %s IN.mlir [LIBRARY.pfa]\n", argv[0]);
    return 2;
  }
  char *text = read_file(argv[1]);
  if (!text) {
    perror(argv[1]);
    return 1;
  }
  /* Every dialect of upstream MLIR is known in it; LLVM's diagnostics go to stderr. */
  MlirContext context = smrContextCreate();
  MlirModule module = mlirModuleCreateParse(context, mlirStringRefCreateFromCString(text));
  free(text);
  int failed = mlirModuleIsNull(module);
  if (!failed) {
    char options[4096];
    snprintf(options, sizeof options, "near-misses\n%s%s", argc == 3 ? "library=" : "",
             argc == 3 ? argv[2] : "");
    /* The report is JSON, errors are one a line; after a failure the module is as it was. */
    failed =
        mlirLogicalResultIsFailure(smrRewrite(mlirModuleGetOperation(module), options, print, print, stderr));
    if (!failed)
      mlirOperationPrint(mlirModuleGetOperation(module), print, stdout);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  return failed;
}
