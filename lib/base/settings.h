//===- settings.h - options: one table, one reader, one writer ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A table's rows say which options there are and where in a struct their values go; the functions below read,
// write and describe any such table. `smr_settings` is the table of settings.def and SmrSettings its struct.
// Text form: lines `name=value`, or `name` where there is no value; a list has a line for each item.
//===----------------------------------------------------------------------===//
#ifndef SMR_BASE_SETTINGS_H
#define SMR_BASE_SETTINGS_H
#include "base/arena.h"
#include "base/nearest.h"
#include "base/str.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  SMR_SETTING_FLAG,    // bool
  SMR_SETTING_CHOICE,  // an enum: which of the row's words, from 1; 0: not given
  SMR_SETTING_TEXT,    // const char *; NULL: not given
  SMR_SETTING_INPUT,   // the same: a file to read, or "none"
  SMR_SETTING_OUTPUT,  // the same: a file to write
  SMR_SETTING_NUMBER,  // uint32_t, from 1; 0: not given
  SMR_SETTING_PERCENT, // the same, at most SMR_MOST_PERCENT
  SMR_SETTING_LIMIT,   // uint32_t, from 0
  SMR_SETTING_BYTES,   // uint64_t, from 0, with K, M or G for powers of 1024
  SMR_SETTING_LIST,    // SmrNames; a command line separates the items by commas
  SMR_SETTING_INPUTS,  // the same: files to read
  SMR_SETTING_TEXTS,   // SmrNames; each value is one item
  SMR_SETTING_LINES,   // SmrNames: items `name=value`, where several options make one list
  SMR_SETTING_PIPELINE // const char *: passes on func.func, "canonicalize,cse" or
                       // "func.func(canonicalize,cse)"
} SmrSettingKind;

enum { SMR_MOST_PERCENT = 10000 };

/// Who takes an option.
enum {
  SMR_SETTING_CLANG = 1,
  SMR_SETTING_FLANG = 2,
  SMR_SETTING_PASS = 4,
  SMR_SETTING_API = 8,
  SMR_SETTING_PLUGIN = 16,
  SMR_SETTING_SCRIPT = 32
};

typedef struct {
  const char *name; // NULL ends the table
  SmrSettingKind kind;
  unsigned users;
  size_t field; // its offset in the struct
  const char *variable, *value, *help;
} SmrSetting;

/// A list of texts, in an arena.
typedef struct {
  const char **data;
  uint32_t size;
} SmrNames;

typedef enum { SMR_MODE_AUTO = 1, SMR_MODE_EXACT, SMR_MODE_EQUALITY, SMR_MODE_OFF } SmrMode;
typedef enum { SMR_FP_REASSOC = 1, SMR_FP_EXACT, SMR_FP_ALGEBRA } SmrFp;
typedef enum { SMR_GUARDS_AUTO = 1, SMR_GUARDS_STATIC } SmrGuards;
typedef enum { SMR_USE_GPU_OFF = 1, SMR_USE_GPU_AUTO, SMR_USE_GPU_ON } SmrGpu;
typedef enum { SMR_SITES_CALLS = 1, SMR_SITES_ENTRIES } SmrSites;
typedef enum { SMR_WERROR_MISSED = 1 } SmrWerror;
typedef enum { SMR_CLANG_LLVM = 1, SMR_CLANG_CIR } SmrClangFrontend;
typedef enum { SMR_FLANG_PLUGIN = 1, SMR_FLANG_TWO_STEP } SmrFlangFrontend;
typedef enum { SMR_STRAIGHT_FLOATS = 1, SMR_STRAIGHT_ANY } SmrStraight;
typedef enum { SMR_OPENMP_SIMD = 1, SMR_OPENMP_FULL } SmrOpenMP;

typedef struct {
#define FLAG(field, ...) bool field;
#define CHOICE(type, field, ...) type field;
#define TEXT(field, ...) const char *field;
#define INPUT TEXT
#define OUTPUT TEXT
#define COUNT(field, ...) uint32_t field;
#define PERCENT COUNT
#define LIST(field, ...) SmrNames field;
#define INPUTS LIST
#include "base/settings.def"
} SmrSettings;

extern const SmrSetting smr_settings[];

/// Where calls may run. A GPU adds floating-point numbers in an order of its own: not with fp=exact. Results
/// that stay on the GPU are not in the memory that `check` compares.
SmrGpu smr_settings_gpu(const SmrSettings *settings);
/// Is code of no interest in which no call can be faster by the costs that ship with SMR?
bool smr_settings_gains(const SmrSettings *settings);

/// The row of this name that one of the users takes and that has a value if `valued`; else one of this name
/// that has none, or the other way round; else NULL.
const SmrSetting *smr_setting_find(const SmrSetting *table, unsigned users, const char *name, size_t length,
                                   bool valued);
/// Which option was meant by the word, among "prefixname"? (nearest.h)
SmrNearest smr_setting_nearest(const SmrSetting *table, unsigned users, const char *prefix, const char *word,
                               SmrArena *arena);
/// Is it a list of any kind? Of a file, or files, to read?
bool smr_setting_is_list(const SmrSetting *row);
bool smr_setting_is_input(const SmrSetting *row);
bool smr_setting_is_given(const SmrSetting *row, const void *settings);

/// Reads a word of a command line, `prefixname=value` or `prefixname`. False: `problem` is the message.
bool smr_settings_word(const SmrSetting *table, unsigned users, const char *prefix, const char *word,
                       void *settings, SmrArena *arena, SmrStr *problem);
/// Is `prefixname value`, in two words, one option?
bool smr_settings_wants(const SmrSetting *table, unsigned users, const char *prefix, const char *word,
                        const char *next);
/// Stores a value, or an item of a list; NULL: a flag is set. Texts are copied into the arena. False: no such
/// value, and nothing is stored.
bool smr_setting_put(const SmrSetting *row, const char *value, void *settings, SmrArena *arena);
void smr_names_add(SmrNames *names, const char *name, SmrArena *arena);
/// What is wrong with a value that smr_setting_put refused: "option 'mode' is one of …".
void smr_setting_problem(const SmrSetting *row, const char *value, SmrStr *out);

/// Reads the text form. False: `problem` says what is wrong.
bool smr_settings_read(const SmrSetting *table, unsigned users, const char *text, void *settings,
                       SmrArena *arena, SmrStr *problem);
/// What was not given comes from the environment; an empty variable gives nothing. False: one of them is no
/// value of its option, and `problem` (or NULL) says which; the others are read.
bool smr_settings_environment(const SmrSetting *table, unsigned users, void *settings, SmrArena *arena,
                              SmrStr *problem);
/// What was not given comes from the other settings; lists are appended.
void smr_settings_merge(const SmrSetting *table, unsigned users, void *to, const void *from, SmrArena *arena);
/// Appends the text form of what is given.
void smr_settings_write(const SmrSetting *table, unsigned users, const void *settings, SmrStr *out);
/// … as a pass of MLIR takes it: "mode=exact library=a.pfa,b.pfa".
void smr_settings_write_pass(const SmrSetting *table, unsigned users, const void *settings, SmrStr *out);
/// Appends a help text: "  prefixname=<value>" ("=word" if there is one word), and the help at the column.
/// The value of an option with one dash is a word of its own.
void smr_settings_help(const SmrSetting *table, unsigned users, const char *prefix, unsigned column,
                       SmrStr *out);

#ifdef __cplusplus
}
#endif
#endif
