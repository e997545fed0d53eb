//===- library_file.h - may the loader be given this library? --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The loader maps what a library says that it has, and does not ask how long the file is: one that was cut
// short (a full disk, a copy that was interrupted) ends the program in dlopen, by SIGBUS, one whose end is
// zeros by SIGSEGV, and a pipe lets it wait for ever. So what a user names, or a search would find, is looked
// at before.
//===----------------------------------------------------------------------===//
#ifndef SMR_RUNTIME_LIBRARY_FILE_H
#define SMR_RUNTIME_LIBRARY_FILE_H
#include <stddef.h>

/// For a name as dlopen takes it, of a library that need not be loaded yet. False: the file that the loader
/// would take for it, or for a library that it needs, is shorter than it says, has nothing but zeros where
/// its dynamic section is to be, or is no file that can be mapped; `reason` has its path and that. What is
/// not there, or no library at all, dlopen refuses itself: true.
int smr_rt_is_whole(const char *name, char *reason, size_t size);
#endif
