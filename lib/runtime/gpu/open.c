//===- open.c - CUDA's libraries, at run time -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "runtime/gpu/dnn_api.h"
#include "runtime/gpu/lt_api.h"
#include "runtime/library_file.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

// A program that is linked statically has no loader to ask, and a dlopen that it has crashes; weak, these do
// not bring one in.
#pragma weak dlopen
#pragma weak dlsym
#pragma weak dlerror
#pragma weak dlclose

enum { MOST_PATH = 1024, MOST_LIBRARIES = 8, OLDEST = 12000, OLDEST_DNN = 91300 };

typedef struct {
  void *handles[MOST_LIBRARIES];
  int count;
  char *reason;
  size_t size;
  char cut[MOST_PATH]; // why a file that was found is not opened
} Libraries;

static Libraries opened; // what smr_gpu_open has opened; no reason

static int open_one(Libraries *l, const char *path) {
  if (l->count == MOST_LIBRARIES) {
    snprintf(l->reason, l->size, "SMR_CUDA_LIBRARIES: more than %d libraries", MOST_LIBRARIES);
    return 0;
  }
  if (!smr_rt_is_whole(path, l->cut, sizeof l->cut)) {
    snprintf(l->reason, l->size, "%s", l->cut);
    return 0;
  }
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle)
    l->handles[l->count++] = handle;
  else
    snprintf(l->reason, l->size, "%s", dlerror());
  return handle != NULL;
}

static int open_listed(Libraries *l, const char *list) {
  char path[MOST_PATH];
  for (const char *at = list; *at; at += *at == ':') {
    size_t length = strcspn(at, ":");
    if (length >= sizeof path) {
      snprintf(l->reason, l->size, "SMR_CUDA_LIBRARIES: a path is too long");
      return 0;
    }
    snprintf(path, sizeof path, "%.*s", (int)length, at);
    if (length && !open_one(l, path))
      return 0;
    at += length;
  }
  return 1;
}

/// The library of this name where the loader finds it, then below CUDA_HOME; the newest version first.
static int open_named(Libraries *l, const char *name, int newest, int oldest) {
  static const char *const folders[] = {"lib64/", "lib/"};
  const char *home = secure_getenv("CUDA_HOME");
  char path[MOST_PATH];
  for (int version = newest; version >= oldest; version--) {
    snprintf(path, sizeof path, "lib%s.so.%d", name, version);
    if (open_one(l, path))
      return 1;
    for (size_t k = 0; home && *home && k < sizeof folders / sizeof *folders; k++) {
      snprintf(path, sizeof path, "%s/%slib%s.so.%d", home, folders[k], name, version);
      if (open_one(l, path))
        return 1;
    }
  }
  if (*l->cut)
    snprintf(l->reason, l->size, "%s", l->cut);
  else
    snprintf(l->reason, l->size, "no lib%s.so.%d%s (CUDA_HOME may say where CUDA is)", name, newest,
             newest > oldest ? " or .12" : "");
  return 0;
}

static int find(const Libraries *l, const char *name, void *pointer, size_t size) {
  void *address = NULL;
  for (int k = 0; k < l->count && !address; k++)
    address = dlsym(l->handles[k], name);
  memcpy(pointer, &address, size);
  if (!address)
    snprintf(l->reason, l->size, "CUDA's libraries have no %s: version 12 or later is needed", name);
  return address != NULL;
}

#define FIND(result, name, parameters)                                                                       \
  if (!find(l, #name, &api->name, sizeof api->name))                                                         \
    return 0;

static int find_all(const Libraries *l, SmrGpuApi *api) {
  int version = 0;
  SMR_CUDART_FUNCTIONS(FIND)
  SMR_CUBLAS_FUNCTIONS(FIND)
  SMR_CUBLASXT_FUNCTIONS(FIND)
  if (api->cudaRuntimeGetVersion(&version) == SMR_CUDA_OK && version >= OLDEST)
    return 1;
  snprintf(l->reason, l->size, "CUDA %d.%d: version 12 or later is needed", version / 1000,
           version % 1000 / 10);
  return 0;
}

int smr_gpu_open(SmrGpuApi *api, char *reason, size_t size) {
  Libraries l = {.reason = reason, .size = size};
  const char *list = secure_getenv("SMR_CUDA_LIBRARIES");
  if (!dlopen || !dlsym || !dlerror || !getauxval(AT_BASE)) {
    snprintf(reason, size, "a static program opens no libraries");
    return 0;
  }
  int open = list && *list ? open_listed(&l, list)
                           : open_named(&l, "cudart", 13, 12) && open_named(&l, "cublas", 13, 12);
  opened = l;
  return open && find_all(&l, api);
}

/// (cuBLAS depends on it, so it is loaded, and found through cuBLAS.)
int smr_gpu_open_lt(SmrLtApi *api, char *reason, size_t size) {
  Libraries libraries = opened, *l = &libraries;
  l->reason = reason, l->size = size;
  SMR_LT_FUNCTIONS(FIND)
  return 1;
}

int smr_gpu_open_dnn(SmrDnnApi *api, char *reason, size_t size) {
  Libraries libraries = opened, *l = &libraries;
  const char *list = secure_getenv("SMR_CUDA_LIBRARIES");
  l->reason = reason, l->size = size, *l->cut = '\0';
  if ((!list || !*list) && !open_named(l, "cudnn", 9, 9))
    return 0;
  SMR_DNN_FUNCTIONS(FIND)
  size_t version = api->cudnnGetVersion();
  if (version >= OLDEST_DNN)
    return 1;
  snprintf(reason, size, "cuDNN %zu.%zu: version 9.13 or later is needed", version / 10000,
           version / 100 % 100);
  return 0;
}

int smr_gpu_is_in_use(void) {
  char path[MOST_PATH] = "libcuda.so.1", reason[MOST_PATH];
  const char *list = secure_getenv("SMR_CUDA_LIBRARIES");
  if (!dlopen || !dlclose || !getauxval(AT_BASE))
    return 0;
  if (list && *list) {
    list += strspn(list, ":"); // (no name at all is the program itself)
    snprintf(path, sizeof path, "%.*s", (int)strcspn(list, ":"), list);
  }
  int may = *path && smr_rt_is_whole(path, reason, sizeof reason); // (no pipe, at which the loader waits)
  void *handle = may ? dlopen(path, RTLD_LAZY | RTLD_NOLOAD) : NULL;
  if (handle)
    dlclose(handle);
  return handle != NULL;
}
