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
#include "tools/common/objects.h"

#define SMR_LINK_MARK "__smr_link."
#define SMR_LINK_SECTION ".smr.link"

typedef struct {
  const char *path;
  bool rewritten; // holds rewritten code
  bool named;     // by -l
} LinkInput;

/// What a link is made of, and asks for.
typedef struct {
  Args libraries;               // that rewritten objects ask for
  Args wants;                   // routines that an archive may provide (base/link_name.h), each once
  Args entries, entry_archives; // that the libraries ask for, and where they are (entries.h)
  SMR_VEC(LinkInput) inputs;    // objects, archives, shared objects, in order
  Args folders;                 // of -L, in order, then where linkers look anyway
  const char *unclear;      // a word that may change what a symbol stands for, or an unknown library; or NULL
  bool archives;            // -static, -Bstatic: from here on no shared objects
  bool relocatable, shared; // what comes out is no program
} Marks;

/// Reads a link's arguments. `argv` is what a compiler driver or a linker takes: -Wl, and -Xlinker are looked
/// into, and so are response files. When the link is relocatable, what is asked for is a later link's.
void marks_find(Session *session, const Args *argv, Marks *marks);
void marks_free(Marks *marks);
/// The file that -lname stands for, NULL when there is none.
const char *marks_library(Session *session, const Marks *marks, const char *name);
/// Adds what one file asks for; one that is neither an object, nor bitcode, nor an archive asks for nothing.
/// True when there is rewritten code in it.
bool marks_scan_file(Session *session, const char *path, Marks *marks);
/// Adds the routines of archives that an object or bitcode could take.
void marks_add_wants(Session *session, Marks *marks, ObjectKind kind, Bytes bytes);
/// Adds a name that a mark carries. A mark that is not a library's name is told, and left out.
void marks_add(Session *session, const char *file, const char *name, size_t length, Args *libraries);
/// The library as the linker takes it: -lname, or the path when the name has a '/'.
const char *marks_option(Session *session, const char *library);
/// Prints a mark for each name in quotes between the two places, as a global of LLVM's IR or of its dialect.
/// False: linkers are given no such name.
bool marks_print(const char *list, const char *end, bool ir, SmrStr *out);
#endif
