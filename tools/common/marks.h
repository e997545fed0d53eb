//===- marks.h - libraries that rewritten objects ask for ----------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A rewritten object carries, for each library, a weak hidden variable `__smr_link.<library>$` in the section
// `.smr.link`, which holds the library's name. The link step reads that section of ELF objects (also in
// archives), and of LLVM bitcode the symbols that are to be in it. Nothing else of a file counts, and of what
// stands there only a library's name (base/link_name.h) or the path of a file that is an archive or a shared
// object: what an object says cannot become an option, a response file or a linker script.
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_MARKS_H
#define SMR_COMMON_MARKS_H
#include "tools/common/session.h"

#define SMR_LINK_MARK "__smr_link."
#define SMR_LINK_SECTION ".smr.link"

/// Adds the libraries that the objects and archives among a link's arguments ask for. `argv` is what a
/// compiler driver or a linker takes: -Wl, and -Xlinker are looked into, and so are response files. False
/// when the link is relocatable: then they are a later link's.
bool marks_find(Session *session, const Args *argv, Args *libraries);
/// Of one file; one that is neither an object, nor bitcode, nor an archive has none.
void marks_scan_file(Session *session, const char *path, Args *libraries);
/// Adds a name that a mark carries. A mark that is not a library's name is told, and left out.
void marks_add(Session *session, const char *file, const char *name, size_t length, Args *libraries);
/// LLVM bitcode's symbol table (marks_bitcode.c).
void marks_scan_bitcode(Session *session, const char *file, const void *bytes, size_t size, Args *libraries);
/// The library as the linker takes it: -lname, or the path when the name has a '/'.
const char *marks_option(Session *session, const char *library);
#endif
