//===- attach.h - a section more in an ELF file ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_ATTACH_H
#define SMR_COMMON_ATTACH_H
#include <stdbool.h>
#include <stddef.h>

/// Adds a section that takes no memory at the end of an object or a program, or exchanges what is in it where
/// there is one of that name. `excluded`: linkers leave it out. Nothing else in the file moves. False with a
/// reason, and the file as it was to every reader, when it is no ELF file with sections or cannot be written.
bool elf_attach(const char *path, const char *name, const void *bytes, size_t size, bool excluded,
                const char **reason);
#endif
