//===- main.c - smr-clang and smr-clang++ --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// clang with a plugin: the user's command line goes to clang as it is, with -fpass-plugin= in front. All the
// work is done inside clang's own compilation (capi/clang/plugin.cpp), so that every way to use clang stays
// as it is. What is left here: our options become the plugin's, reports are merged, and links get the
// libraries that rewritten objects ask for.
//===----------------------------------------------------------------------===//
#include "base/str.h"
#include "cir.h"
#include "command.h"
#include "frontend/frontend.h"
#include "plugin.h"
#include "tools/common/aside.h"
#include "tools/common/compiler_plugin.h"
#include "tools/common/inputs.h"
#include "tools/common/link.h"
#include "tools/common/linked.h"
#include "tools/common/report.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char driver_name[] = "smr-clang";
const unsigned driver_user = SMR_SETTING_CLANG;

typedef struct {
  Session session;
  Command command;
  bool cxx;
  const char *plugin;  // NULL: there is none, or nothing for it to do
  const char *reports; // the folder of the compilations' reports, or NULL
  const char *links;   // the file with what this command's compilations ask the linker for, or NULL
} Driver;

/// A report speaks of lines, and of parameters by their names.
static bool wants_places(const Driver *d) {
  const SmrSettings *options = &d->session.options;
  bool told = options->records || options->check || d->command.remarks || options->verbose || options->werror;
  return d->plugin && told && !d->command.foreign && !d->session.aside;
}

/// Has clang to be asked for places? (For remarks it keeps them anyway, and needs them to the end.)
static bool asks_for_places(const Driver *d) {
  return wants_places(d) && !d->command.debug && !d->command.remarks;
}

/// The last plugin takes places and names away.
static void set_environment(Driver *d) {
  SmrSettings last = {
      .report = d->reports, .strip = asks_for_places(d), .unname = wants_places(d) && !d->command.names};
  bool is_last = !compiler_plugin_residency_find(&d->session);
  plugin_set_environment(&d->session, d->reports, d->links, is_last && last.strip, is_last && last.unname);
  if (!is_last)
    compiler_plugin_residency_report(&d->session, &last);
}

/// Libraries for the link: what objects and archives on the command line ask for. What is compiled by this
/// very command is written by the plugin into a file of options that the linker reads afterwards. Of
/// libraries before the inputs GNU ld cannot tell whether they are needed.
static void add_libraries(Driver *d, const Marks *marks, bool inputs_follow, Args *argv) {
  Args words = {0};
  if (!marks->relocatable && marks->libraries.size)
    link_library_words(&d->session, marks, &words);
  for (uint32_t i = 0; i < words.size; i++)
    if (strcmp(words.data[i], "-u") == 0)
      smr_vec_push(argv, smr_arena_printf(&d->session.arena, "-Wl,-u,%s", words.data[++i]));
    else if (!inputs_follow || !smr_starts(words.data[i], "--")) // (-x makes a source of a file)
      smr_vec_push(argv, smr_starts(words.data[i], "--") || words.data[i][0] != '-'
                             ? smr_arena_printf(&d->session.arena, "-Wl,%s", words.data[i])
                             : words.data[i]);
  if (!marks->relocatable && d->links) {
    // (After -Xlinker clang would take @file for a response file of its own.)
    smr_vec_push(argv, smr_arena_printf(&d->session.arena, "-Wl,@%s", d->links));
  }
  smr_vec_free(&words);
}

/// Is there something to compile? (A link of objects alone needs no plugin.)
static bool has_source(const Args *args) {
  static const char *const objects[] = {".o", ".a", ".so", ".lo", ".obj", ".s", ".S", ".sx"};
  for (uint32_t i = 0; i < args->size; i++) {
    const char *argument = args->data[i];
    bool source = argument[0] != '-' || strcmp(argument, "-") == 0;
    if (strcmp(argument, "-o") == 0) {
      i++;
      continue;
    }
    for (size_t k = 0; k < sizeof objects / sizeof *objects; k++)
      source = source && !smr_ends(argument, objects[k]);
    if (source)
      return true;
  }
  return false;
}

/// For dependency files, whichever options ask for them.
static void add_inputs(Driver *d, Args *argv) {
  Args files = {0};
  inputs_list(&d->session, &files);
  for (uint32_t i = 0; i < files.size; i++)
    args_add(argv, "--start-no-unused-arguments", "-Xclang",
             smr_arena_printf(&d->session.arena, "-fdepfile-entry=%s", files.data[i]),
             "--end-no-unused-arguments", NULL);
  smr_vec_free(&files);
}

/// Behind what the user says of debug information: a -g0 of his would have the last word.
static void add_places(const Driver *d, Args *argv) {
  if (asks_for_places(d))
    args_add(argv, "--start-no-unused-arguments", "-gline-tables-only", "-gcolumn-info", "-gno-split-dwarf",
             "--end-no-unused-arguments", NULL);
}

/// The user's command line with the plugin; `marks`: and with what a link needs.
static Args clang_arguments(Driver *d, const Marks *marks) {
  Args argv = {0};
  const Args *args = &d->session.line.args;
  if (d->cxx)
    smr_vec_push(&argv, "--driver-mode=g++");
  if (d->plugin) {
    smr_vec_push(&argv, "--start-no-unused-arguments");
    smr_vec_push(&argv, smr_arena_printf(&d->session.arena, "-fpass-plugin=%s", d->plugin));
    if (plugin_pragma(&d->session, d->plugin))
      smr_vec_push(&argv,
                   smr_arena_printf(&d->session.arena, "-fplugin=%s", plugin_pragma(&d->session, d->plugin)));
    compiler_plugin_residency(&d->session, &argv);
    if (wants_places(d))
      smr_vec_push(&argv, "-fno-discard-value-names");
    smr_vec_push(&argv, "--end-no-unused-arguments");
  }
  if (!d->command.pass_on)
    add_inputs(d, &argv);
  // What stands after "--" are inputs.
  uint32_t end = args->size;
  for (uint32_t i = 0; i < args->size && end == args->size; i++)
    if (strcmp(args->data[i], "--") == 0)
      end = i;
  for (uint32_t i = 0; i < end; i++)
    smr_vec_push(&argv, args->data[i]);
  add_places(d, &argv);
  if (end < args->size && marks)
    add_libraries(d, marks, true, &argv); // (GNU ld may want -Wl,--no-as-needed)
  for (uint32_t i = end; i < args->size; i++)
    smr_vec_push(&argv, args->data[i]);
  if (end == args->size && marks)
    add_libraries(d, marks, false, &argv);
  return argv;
}

/// Each compilation of this command left its records; where no plugin ran there is a report all the same:
/// what an older one says of the sources is no more. `linked`: by clang itself, and nobody else has looked at
/// the inputs.
static void leave_report(Driver *d, const Marks *marks, bool linked, int *exit_code) {
  Session *s = &d->session;
  const Args *args = &s->line.args;
  Report report = {0};
  SmrStr own = {0};
  const char *reason;
  if (d->reports)
    records_of_folder(d->reports, &own);
  for (uint32_t i = 0; !d->reports && i < args->size; i++)
    if (args->data[i][0] != '-')
      report_note_file(&report, args->data[i]);
  if (linked)
    link_leave_records(s, marks, &own, d->command.output, &report);
  else
    report_add_records(&report, s, smr_str_get(&own), own.size, NULL);
  if (s->options.report && !report_write(&report, s->options.report, &reason)) {
    fprintf(stderr, "smr-clang: error: cannot write %s: %s\n", s->options.report, reason);
    *exit_code = *exit_code ? *exit_code : 1;
  }
  smr_str_free(&own);
  report_free(&report);
}

static void no_compilation(Job *job) {
  (void)job; // (the plugin does what there is to do)
}

/// May this link take routines from archives, or have to say why not? What is compiled by this very command
/// is not known yet, so here every static program counts, those for which the user names libraries of his
/// own, and those that are given a BLAS.
static bool takes_archives(Driver *d, const Marks *marks) {
  const SmrSettings *options = &d->session.options;
  if (!d->command.links || options->mode == SMR_MODE_OFF || marks->relocatable ||
      (marks->shared && !options->verbose))
    return false;
  bool own = options->libraries.size || options->pats.size;
  return (d->plugin && !d->session.aside && (marks->archives || own || linked_blas(&d->session, marks))) ||
         linked_possible(&d->session, marks);
}

/// False when clang's plan is none for us; then nothing was done.
static bool run_jobs(Driver *d, int *exit_code) {
  Args given = d->session.line.args;
  Jobs jobs = {0};
  d->session.line.args = clang_arguments(d, NULL);
  bool ok = jobs_plan(&d->session, NULL, no_compilation, &jobs) && jobs_move_temporaries(&d->session, &jobs);
  if (ok)
    *exit_code = jobs_run(&d->session, NULL, &jobs, NULL);
  jobs_free(&jobs);
  smr_vec_free(&d->session.line.args);
  d->session.line.args = given;
  return ok;
}

/// Behind what clang has preprocessed (tools/common/inputs.h).
static bool append_markers(const Driver *d, const SmrStr *markers) {
  bool to_file = d->command.writes && strcmp(d->command.output, "-") != 0;
  FILE *file = to_file ? fopen(d->command.output, "ab") : stdout;
  bool ok = file && fwrite(markers->data, 1, markers->size, file) == markers->size && fflush(file) == 0;
  if (to_file && file)
    ok = fclose(file) == 0 && ok;
  if (!ok)
    fprintf(stderr, "smr-clang: error: cannot write %s\n", to_file ? d->command.output : "the output");
  return ok;
}

/// clang does it all. Does not return where nothing is left to do afterwards.
static void run_clang(Driver *d, const Marks *marks, bool reports, int *exit_code) {
  Session *s = &d->session;
  if (d->plugin && d->command.links && !s->aside) {
    const char *directory = session_plain_directory(s), *reason;
    d->links = directory ? smr_arena_printf(&s->arena, "%s/link", directory) : NULL;
    if (d->links && !smr_write_file(d->links, "", 0, &reason))
      d->links = NULL;
    set_environment(d);
  }
  Args argv = clang_arguments(d, d->command.links ? marks : NULL), full = {0};
  SmrStr markers = {0};
  if (d->command.preprocesses)
    inputs_markers(s, &markers);
  if (!d->links && !reports && !markers.size && !s->options.help && !s->options.version &&
      !d->command.question)
    session_become_compiler(s, &argv);
  smr_vec_push(&full, s->compiler);
  args_add_all(&full, &argv);
  SmrProcessStatus status = {0};
  fflush(NULL);
  if (session_run(&full, NULL, NULL, 0, &status))
    *exit_code = status.signal ? 128 + status.signal : status.exit_code;
  if (markers.size && *exit_code == 0)
    *exit_code = append_markers(d, &markers) ? 0 : 1;
  smr_str_free(&markers);
  smr_vec_free(&full);
  smr_vec_free(&argv);
}

/// Where each compilation of this command leaves its records. Without it the report that was asked for cannot
/// be written.
static bool make_folder(Driver *d) {
  const char *directory = session_directory(&d->session);
  d->reports = directory ? smr_arena_printf(&d->session.arena, "%s/reports", directory) : NULL;
  if (d->reports && mkdir(d->reports, 0700) != 0)
    d->reports = NULL;
  return d->reports || !d->session.options.report;
}

static void print_files(Session *session) {
  const char *plugin = plugin_find(session);
  inputs_print(session, plugin, plugin ? plugin_pragma(session, plugin) : NULL);
}

static int run(Driver *d) {
  Session *s = &d->session;
  bool off = s->options.mode == SMR_MODE_OFF || d->command.pass_on || d->command.question;
  s->aside = aside_reason(s);
  // Where SMR stands aside, the plugin has only to say so.
  off = off || (s->aside && !s->options.records && !s->options.verbose);
  bool compiles = !off && has_source(&s->line.args);
  if (compiles)
    d->plugin = plugin_find(s);
  if (compiles && !d->plugin && s->on_server) {
    fprintf(stderr, "smr-clang: error: this server has no SMR that works\n");
    return 1;
  }
  bool links = d->command.links && !d->command.question && !d->command.pass_on;
  if (d->plugin && !d->command.text && (s->options.report || (s->options.records && links)) &&
      !make_folder(d)) {
    fprintf(stderr, "smr-clang: error: cannot write %s without one\n", s->options.report);
    return 1;
  }
  Marks marks = {0};
  if (d->command.links)
    marks_find(s, &s->line.args, &marks);
  // Is there something to tell when clang is done?
  bool reports =
      !d->command.question && !d->command.text &&
      (d->reports || (s->options.records && links) || (s->options.report && has_source(&s->line.args)));
  int exit_code = 1;
  if (d->plugin)
    set_environment(d);
  bool jobs = takes_archives(d, &marks) && run_jobs(d, &exit_code);
  if (!jobs)
    run_clang(d, &marks, reports, &exit_code);
  if (reports && !session_interrupted())
    leave_report(d, &marks, links && !jobs && exit_code == 0, &exit_code);
  marks_free(&marks);
  return exit_code;
}

/// --help and --version say clang's text, then ours.
static void answer(const Driver *d) {
  bool help = d->session.options.help, version = d->session.options.version;
  const Args *args = &d->session.line.args;
  for (uint32_t i = 0; i < args->size; i++) {
    help |= strcmp(args->data[i], "--help") == 0 || strcmp(args->data[i], "-help") == 0;
    version |= strcmp(args->data[i], "--version") == 0;
  }
  if (version)
    puts("SMR version " SMR_VERSION);
  if (help)
    options_print_help("smr-clang is clang with library calls put in for hand-written loops",
                       "Environment: SMR_CLANG the clang to drive, SMR_CLANG_PLUGIN the plugin to load.");
}

int main(int argc, char **argv) {
  static Driver d;
  int exit_code = 0;
  d.cxx = smr_ends(smr_base_name(argv[0]), "++");
  if (!session_open(&d.session, argc, argv, smr_frontend_find_clang, "clang", "SMR_CLANG"))
    return 1;
  const SmrSettings *options = &d.session.options;
  d.command = command_read(&d.session.line.args);
  if (d.session.line.args.size == 0 && (options->help || options->version))
    exit_code = 0;
  else if (options->print_files)
    print_files(&d.session);
  else if (options->print_state)
    inputs_print_state(&d.session, compiler_plugin_find(&d.session, "SMR_CLANG_PLUGIN", "libsmr-clang.so"));
  else if (options->clang_frontend == SMR_CLANG_CIR && options->mode != SMR_MODE_OFF &&
           smr_clang_compile_cir(&d.session, d.cxx, &exit_code))
    ;
  else
    exit_code = run(&d);
  answer(&d);
  session_close(&d.session);
  return exit_code;
}
