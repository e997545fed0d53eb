//===- inputs.h - the files that a compilation depends on besides its sources
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Where a source is preprocessed in one place and compiled in another (ccache, distcc), the second one has to
// know what the first one was given. So what the preprocessor writes ends with line markers, for who named
// libraries or has options that are not in the command line:
//   # 1 "/home/me/mine.pfa"          a file that caches take for an include
//                                    (or "../mine.pfa", where the source is named from the folder at hand,
//                                    too: another tree's file must not be found for ours)
//   # 1 "<smr HASH --smr-fp=exact>"  the files' hash, and the options of `.smr` and SMR_FLAGS
//===----------------------------------------------------------------------===//
#ifndef SMR_COMMON_INPUTS_H
#define SMR_COMMON_INPUTS_H
#include "session.h"

/// Libraries, PATs, a table of costs and `.smr`, as far as the user named them, by such names as the sources
/// have.
void inputs_list(Session *session, Args *out);
/// A line for each file that the result depends on: the compiler, `plugin` (or NULL), what it loads, `other`
/// (or NULL), which the driver needs besides, libraries.
void inputs_print(Session *session, const char *plugin, const char *other);
/// One number of what a cache that looks at sources and command lines alone does not see: the programs of
/// inputs_print (size and time, as ccache takes a compiler), SMR_FLAGS, and the text of `.smr`, if there is
/// one.
void inputs_print_state(Session *session, const char *plugin);
/// The markers; nothing where nothing is to be handed on.
void inputs_markers(Session *session, SmrStr *out);
/// Takes over what stands at the end of a preprocessed source on the command line. False after an error: this
/// machine does not have the same files.
bool inputs_take_over(Session *session);
#endif
