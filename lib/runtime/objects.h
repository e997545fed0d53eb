//===- objects.h - the objects of the process -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_OBJECTS_H
#define SMR_RUNTIME_OBJECTS_H
#include <stdint.h>
#pragma GCC visibility push(hidden)

/// Whether routines of an object may serve: never those of the program and of objects with rewritten code.
typedef enum { SMR_RT_NEVER, SMR_RT_MAYBE, SMR_RT_PRELOADED } SmrRtStanding;

typedef struct {
  const char *path; // "" for the program
  uintptr_t base;
  const void *headers; // program headers
  int header_count;
  int rewritten; // it has slots of its own, served by a copy of this code or by us
  SmrRtStanding standing;
} SmrRtObject;

/// Lists the objects anew; the list is valid until the next call. One thread at a time.
void smr_rt_list_objects(void);
int smr_rt_object_count(void);
const SmrRtObject *smr_rt_object(int k); // the program is object 0
/// The object that an address lies in; NULL: none.
const SmrRtObject *smr_rt_object_of(const void *address);
const char *smr_rt_base_name(const char *path);

/// What an object, together with all that it needs, may reach. An object that it needs is one in its dynamic
/// section, or one that defines a function that it uses.
enum {
  SMR_RT_REACHES_REWRITTEN = 1, // code with slots: a call from there could come back to the same loops
  SMR_RT_LOOKS_UP = 2           // dlopen or dlsym: what it calls is not known
};
int smr_rt_reach(const SmrRtObject *object);
#pragma GCC visibility pop
#endif
