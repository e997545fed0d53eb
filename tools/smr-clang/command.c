//===- command.c - what a clang command line asks for --------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "command.h"
#include "base/str.h"
#include <string.h>

/// Options whose next word belongs to them, whatever it looks like.
static const char *const with_value[] = {"-o",
                                         "-include",
                                         "-I",
                                         "-isystem",
                                         "-iquote",
                                         "-idirafter",
                                         "-D",
                                         "-U",
                                         "-L",
                                         "-l",
                                         "-F",
                                         "-MF",
                                         "-MT",
                                         "-MQ",
                                         "-MJ",
                                         "-Xlinker",
                                         "-mllvm",
                                         "-T",
                                         "-u",
                                         "-z",
                                         "-e",
                                         "-target",
                                         "-arch",
                                         "--param",
                                         "-imacros",
                                         "-Xpreprocessor",
                                         "-Xassembler",
                                         "-iprefix",
                                         "-isysroot",
                                         "--sysroot",
                                         "-B",
                                         "-Xopenmp-target",
                                         "-serialize-diagnostics",
                                         NULL};

static const char *const no_link[] = {
    "-c",           "-S",        "-E",        "-M",           "-MM",         "-fsyntax-only",
    "--precompile", "-emit-ast", "-emit-pch", "-extract-api", "-verify-pch", NULL};

static const char *const debug_on[] = {"-g",     "-g1",    "-g2",    "-g3",    "-ggdb",
                                       "-ggdb1", "-ggdb2", "-ggdb3", "-glldb", "-gsce",
                                       "-gdbx",  "-gfull", "-gused", "-gmlt",  NULL};

static bool is_question(const char *argument) {
  static const char *const words[] = {"--version",    "--help",       "-help", "--help-hidden",
                                      "-dumpversion", "-dumpmachine", NULL};
  return smr_among(argument, words) || smr_starts(argument, "-print-") || smr_starts(argument, "--print-") ||
         smr_starts(argument, "--autocomplete") || smr_starts(argument, "--help=");
}

static bool is_pass_on(const char *argument) {
  static const char *const words[] = {
      "-cc1", "-cc1as", "-cc1gen-reproducer", "--analyze", "-disable-llvm-passes", "-disable-llvm-optzns",
      NULL};
  // Device code is not ours, and the host half of such a compilation is full of stubs.
  return smr_among(argument, words) || smr_starts(argument, "--driver-mode=cl") ||
         smr_starts(argument, "--cuda") || smr_starts(argument, "--offload") ||
         smr_starts(argument, "-fopenmp-targets");
}

/// What comes out: -o file, -ofile, --output=file, --output file.
static const char *output_of(const Args *args, bool *given) {
  const char *output = NULL;
  for (uint32_t i = 0; i < args->size; i++) {
    const char *argument = args->data[i];
    if ((strcmp(argument, "-o") == 0 || strcmp(argument, "--output") == 0) && i + 1 < args->size)
      output = args->data[++i];
    else if (smr_starts(argument, "--output="))
      output = argument + strlen("--output=");
    else if (smr_starts(argument, "-o") && !smr_starts(argument, "-obj"))
      output = argument + strlen("-o");
  }
  *given = output != NULL;
  return output ? output : "a.out";
}

/// The text of a source, with the markers that say where its lines come from.
static bool preprocesses(const Args *args) {
  static const char *const others[] = {"-P", "-dM", "-dD", "-dI", "-dU", "-M", "-MM", "-fdirectives-only",
                                       NULL};
  bool found = false;
  for (uint32_t i = 0; i < args->size; i++) {
    if (smr_among(args->data[i], others))
      return false;
    found |= strcmp(args->data[i], "-E") == 0;
  }
  return found;
}

Command command_read(const Args *args) {
  Command command = {.links = true};
  command.output = output_of(args, &command.writes);
  command.preprocesses = preprocesses(args);
  bool header = false; // a precompiled header is made
  for (uint32_t i = 0; i < args->size; i++) {
    const char *argument = args->data[i];
    if (is_question(argument))
      command.question = true;
    else if (is_pass_on(argument))
      command.pass_on = true;
    else if (smr_among(argument, no_link) || smr_starts(argument, "-rewrite-")) {
      command.links = false;
      command.text |= smr_equal(argument, "-E") || smr_equal(argument, "-M") || smr_equal(argument, "-MM");
    } else if (strcmp(argument, "-g0") == 0 || strcmp(argument, "-ggdb0") == 0)
      command.debug = false;
    else if (smr_among(argument, debug_on) || smr_starts(argument, "-gdwarf") ||
             smr_starts(argument, "-gline") || smr_starts(argument, "-gcodeview"))
      command.debug = true;
    else if (smr_starts(argument, "-Rpass") || smr_starts(argument, "-fsave-optimization-record") ||
             smr_starts(argument, "-foptimization-record-"))
      command.remarks = true;
    else if (strcmp(argument, "-fno-discard-value-names") == 0)
      command.names = true;
    else if (smr_starts(argument, "-x")) {
      const char *language = argument[2] ? argument + 2 : i + 1 < args->size ? args->data[i + 1] : "";
      command.foreign |= smr_starts(language, "assembler") || strcmp(language, "ir") == 0;
      header |= smr_ends(language, "-header");
      i += argument[2] == '\0';
    } else if (argument[0] != '-') {
      command.foreign |= smr_ends(argument, ".s") || smr_ends(argument, ".S") || smr_ends(argument, ".sx") ||
                         smr_ends(argument, ".ll") || smr_ends(argument, ".bc");
      header |= smr_ends(argument, ".h") || smr_ends(argument, ".hh") || smr_ends(argument, ".hpp") ||
                smr_ends(argument, ".hxx") || smr_ends(argument, ".H") || smr_ends(argument, ".h++");
    } else if (smr_among(argument, with_value))
      i++;
  }
  command.links = command.links && !header;
  return command;
}
