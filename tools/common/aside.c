//===- aside.c - where SMR stands aside ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "tools/common/aside.h"
#include "base/str.h"
#include <string.h>

//--- Sanitizers -----------------------------------------------------------------------

enum { MOST_SANITIZERS = 64 };

/// The names that are on, as the command line has them. A group whose members are switched off one by one
/// stays on.
typedef struct {
  const char *names[MOST_SANITIZERS]; // each up to a comma or the end
  size_t lengths[MOST_SANITIZERS];
  uint32_t count;
} Sanitizers;

/// Modes that harden a program and find nothing a call could hide.
static bool only_hardens(const char *name, size_t length) {
  static const char *const modes[] = {"cfi", "kcfi", "safe-stack", "shadow-call-stack"};
  for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
    if (strlen(modes[k]) == length && strncmp(modes[k], name, length) == 0)
      return true;
  return length > 4 && smr_starts(name, "cfi-");
}

static void set_sanitizers(const char *list, bool on, Sanitizers *out) {
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, ",");
    bool all = length == 3 && smr_starts(at, "all");
    uint32_t kept = 0;
    for (uint32_t k = 0; k < out->count; k++)
      if (on || (!all && (out->lengths[k] != length || strncmp(out->names[k], at, length) != 0))) {
        out->names[kept] = out->names[k];
        out->lengths[kept++] = out->lengths[k];
      }
    out->count = kept;
    if (on && length && !only_hardens(at, length) && out->count < MOST_SANITIZERS) {
      out->names[out->count] = at;
      out->lengths[out->count++] = length;
    }
    at += length + (at[length] == ',');
  }
}

//--- Targets --------------------------------------------------------------------------

/// x86_64-linux-gnu, also with a vendor in it, and its like; "" and NULL are this machine.
static bool is_foreign(const char *triple) {
  static const char host[] = SMR_MULTIARCH; // x86_64-linux-gnu
  if (!triple || !*triple)
    return false;
  size_t architecture = strcspn(host, "-");
  if (strcspn(triple, "-") != architecture || strncmp(triple, host, architecture) != 0)
    return true;
  const char *system = strstr(triple, "-linux");
  if (!system)
    return true;
  const char *environment = system + strlen("-linux");
  return *environment && !smr_equal(environment, host + architecture + strlen("-linux"));
}

//--- All of it ------------------------------------------------------------------------

typedef struct {
  const char *level, *profile, *library, *machine, *triple;
  Sanitizers sanitizers;
  bool coverage, parallel;
} Found;

static void set_or_clear(const char **slot, const char *argument, const char *on, const char *off) {
  if (smr_equal(argument, on))
    *slot = on;
  else if (smr_equal(argument, off))
    *slot = NULL;
}

static void look_at(const char *argument, const char *next, Found *f) {
  // (-O and a number or a word; -object and the like start with a small letter.)
  if (smr_starts(argument, "-O") && !strchr(argument, '=') && !smr_starts(argument, "-ObjC"))
    f->level = argument;
  else if (smr_starts(argument, "-fsanitize="))
    set_sanitizers(argument + strlen("-fsanitize="), true, &f->sanitizers);
  else if (smr_starts(argument, "-fno-sanitize="))
    set_sanitizers(argument + strlen("-fno-sanitize="), false, &f->sanitizers);
  else if (smr_starts(argument, "-fsanitize-coverage="))
    f->profile = "-fsanitize-coverage";
  else if (smr_equal(argument, "--coverage") || smr_equal(argument, "-coverage"))
    f->coverage = true;
  else if (smr_equal(argument, "-nostdlib") || smr_equal(argument, "--no-standard-libraries"))
    f->library = "-nostdlib";
  else if (smr_equal(argument, "-nodefaultlibs") || smr_equal(argument, "-nolibc"))
    f->library = argument;
  else if (smr_equal(argument, "-ffreestanding"))
    f->library = argument;
  else if (smr_equal(argument, "-fhosted"))
    f->library = f->library && smr_equal(f->library, "-ffreestanding") ? NULL : f->library;
  else if (smr_starts(argument, "-mcmodel="))
    f->machine = smr_equal(argument, "-mcmodel=kernel") ? argument : NULL;
  else if (smr_equal(argument, "-mgeneral-regs-only") || smr_equal(argument, "-mno-sse") ||
           smr_equal(argument, "-mno-sse2") || smr_equal(argument, "-msoft-float") ||
           smr_equal(argument, "-mfloat-abi=soft") || smr_equal(argument, "-mkernel"))
    f->machine = argument;
  else if (smr_starts(argument, "--target="))
    f->triple = argument + strlen("--target=");
  else if ((smr_equal(argument, "-target") || smr_equal(argument, "--target")) && next)
    f->triple = next;
  else if (smr_starts(argument, "-fdo-concurrent-to-openmp="))
    f->parallel = !smr_equal(argument, "-fdo-concurrent-to-openmp=none");
  set_or_clear(&f->profile, argument, "-fprofile-arcs", "-fno-profile-arcs");
  set_or_clear(&f->profile, argument, "-fcoverage-mapping", "-fno-coverage-mapping");
  set_or_clear(&f->profile, argument, "-fmemory-profile", "-fno-memory-profile");
  set_or_clear(&f->profile, argument, "-fprofile-instr-generate", "-fno-profile-instr-generate");
  if (smr_starts(argument, "-fprofile-instr-generate="))
    f->profile = "-fprofile-instr-generate";
  if (smr_starts(argument, "-fmemory-profile="))
    f->profile = "-fmemory-profile";
}

/// Also of a compiler without a level: that is -O0.
static bool is_low_level(const char *level) {
  return !level || smr_equal(level, "-O0") || smr_equal(level, "-Og");
}

const char *aside_reason(Session *session) {
  const Args *args = &session->line.args;
  Found f = {0};
  for (uint32_t i = 0; i < args->size; i++) {
    // The argument of these may look like anything; what -Xclang brings is clang's business, and its IR's.
    if (smr_equal(args->data[i], "-Xlinker") || smr_equal(args->data[i], "-o") ||
        smr_equal(args->data[i], "-Xassembler"))
      i++;
    else
      look_at(args->data[i], i + 1 < args->size ? args->data[i + 1] : NULL, &f);
  }
  if (f.sanitizers.count)
    return smr_arena_printf(&session->arena, "under -fsanitize=%.*s", (int)f.sanitizers.lengths[0],
                            f.sanitizers.names[0]);
  if (f.coverage || f.profile)
    return smr_arena_printf(&session->arena, "under %s", f.coverage ? "--coverage" : f.profile);
  if (f.library || f.machine)
    return smr_arena_printf(&session->arena, "with %s", f.library ? f.library : f.machine);
  if (is_foreign(f.triple))
    return smr_arena_printf(&session->arena, "for the target %s", f.triple);
  if (f.parallel)
    return "where do concurrent becomes OpenMP";
  if (is_low_level(f.level) && !session->options.at_O0)
    return smr_arena_printf(&session->arena, "at %s (--smr-at-O0 asks for it)", f.level ? f.level : "-O0");
  return NULL;
}
