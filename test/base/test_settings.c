//===- test_settings.c - options: one table, one reader, one writer ----------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
// A new option is one line: this one is read, written, described and suggested like all others.
#define SMR_SETTINGS_EXTRA                                                                                   \
  COUNT(dozens, "dozens", CLANG | PASS | API, "SMR_TEST_DOZENS", "eggs", "How many\n(of eggs)")
#define smr_settings extended_settings
#include "base/settings_table.c"
#include "test.h"

static SmrArena arena;

static SmrSettings read_all(unsigned users, const char *text) {
  SmrSettings settings = {0};
  SmrStr problem = {0};
  assert_true(smr_settings_read(smr_settings, users, text, &settings, &arena, &problem));
  assert_string_equal(smr_str_get(&problem), "");
  return settings;
}

static void refuse(unsigned users, const char *text, const char *expected) {
  SmrSettings settings = {0};
  SMR_OWNED(SmrStr, smr_str_free) problem = {0};
  assert_false(smr_settings_read(smr_settings, users, text, &settings, &arena, &problem));
  assert_string_equal(smr_str_get(&problem), expected);
}

TEST(test_new_option_is_one_line) {
  SMR_OWNED(SmrStr, smr_str_free) out = {0};
  SmrSettings settings = read_all(SMR_SETTING_API, "dozens=12\nmode=exact");
  assert_int_equal(settings.dozens, 12);
  smr_settings_write(smr_settings, SMR_SETTING_API, &settings, &out);
  assert_string_equal(smr_str_get(&out), "mode=exact\ndozens=12\n");
  smr_str_clear(&out);
  smr_settings_write_pass(smr_settings, SMR_SETTING_PASS, &settings, &out);
  assert_string_equal(smr_str_get(&out), "mode=exact dozens=12");
  smr_str_clear(&out);
  smr_settings_help(smr_settings, SMR_SETTING_CLANG, "--smr-", 24, &out);
  assert_non_null(
      strstr(smr_str_get(&out), "\n  --smr-dozens=<eggs>   How many\n                        (of eggs)\n"));
  assert_string_equal(
      smr_setting_nearest(smr_settings, SMR_SETTING_CLANG, "--smr-", "--smr-dozesn=3", &arena).name,
      "--smr-dozens");
  refuse(SMR_SETTING_API, "dozens=0", "option 'dozens' is a number of eggs, not '0'");
  refuse(SMR_SETTING_FLANG, "dozens=1", "unknown option 'dozens'");
  setenv("SMR_TEST_DOZENS", "7", 1);
  smr_str_clear(&out);
  assert_true(smr_settings_environment(smr_settings, SMR_SETTING_API, &settings, &arena, &out));
  assert_int_equal(settings.dozens, 12);
  settings.dozens = 0;
  assert_true(smr_settings_environment(smr_settings, SMR_SETTING_API, &settings, &arena, &out));
  assert_int_equal(settings.dozens, 7);
  settings.dozens = 0;
  setenv("SMR_TEST_DOZENS", "", 1);
  assert_true(smr_settings_environment(smr_settings, SMR_SETTING_API, &settings, &arena, &out));
  assert_string_equal(smr_str_get(&out), "");
  setenv("SMR_TEST_DOZENS", "x", 1);
  assert_false(smr_settings_environment(smr_settings, SMR_SETTING_API, &settings, &arena, &out));
  assert_string_equal(smr_str_get(&out), "SMR_TEST_DOZENS: option 'dozens' is a number of eggs, not 'x'");
  unsetenv("SMR_TEST_DOZENS");
}

/// What is written is read back, for every option and every user of it.
TEST(test_written_is_read) {
  for (const SmrSetting *row = smr_settings; row->name; row++) {
    SmrSettings settings = {0};
    SmrStr text = {0}, again = {0};
    const char *value = row->kind == SMR_SETTING_CHOICE ? strrchr(row->value, '|') : NULL;
    value = row->kind == SMR_SETTING_FLAG     ? NULL
            : value                           ? value + 1
            : row->kind == SMR_SETTING_CHOICE ? row->value
                                              : "41";
    assert_false(smr_setting_is_given(row, &settings));
    assert_true(smr_setting_put(row, value, &settings, &arena));
    if (smr_setting_is_list(row))
      assert_true(smr_setting_put(row, "a b, c", &settings, &arena));
    assert_true(smr_setting_is_given(row, &settings));
    smr_settings_write(smr_settings, row->users, &settings, &text);
    SmrSettings copy = read_all(row->users, smr_str_get(&text)), merged = {0};
    smr_settings_merge(smr_settings, row->users, &merged, &copy, &arena);
    smr_settings_write(smr_settings, row->users, &merged, &again);
    assert_string_equal(smr_str_get(&again), smr_str_get(&text));
    assert_non_null(row->help);
    smr_str_free(&text);
    smr_str_free(&again);
  }
}

/// Of one name, one user sees at most one option with a value and one without.
TEST(test_names_are_clear) {
  for (const SmrSetting *row = smr_settings; row->name; row++)
    for (const SmrSetting *other = smr_settings; other < row; other++)
      if (!strcmp(row->name, other->name) && (row->users & other->users))
        assert_true(!row->value != !other->value);
}

TEST(test_words_are_the_enums) {
  assert_int_equal(read_all(SMR_SETTING_API, "mode=equality").mode, SMR_MODE_EQUALITY);
  assert_int_equal(read_all(SMR_SETTING_API, "mode=off").mode, SMR_MODE_OFF);
  assert_int_equal(read_all(SMR_SETTING_API, "fp=exact").fp, SMR_FP_EXACT);
  assert_int_equal(read_all(SMR_SETTING_API, "fp=algebra").fp, SMR_FP_ALGEBRA);
  assert_int_equal(read_all(SMR_SETTING_API, "guards=static").guards, SMR_GUARDS_STATIC);
  assert_int_equal(read_all(SMR_SETTING_API, "gpu=off").gpu, SMR_USE_GPU_OFF);
  assert_int_equal(read_all(SMR_SETTING_API, "gpu=on").gpu, SMR_USE_GPU_ON);
  assert_int_equal(read_all(SMR_SETTING_CLANG, "frontend=cir").clang_frontend, SMR_CLANG_CIR);
  assert_int_equal(read_all(SMR_SETTING_FLANG, "frontend=two-step").flang_frontend, SMR_FLANG_TWO_STEP);
  assert_int_equal(read_all(SMR_SETTING_PLUGIN, "straight=any").straight, SMR_STRAIGHT_ANY);
  assert_int_equal(read_all(SMR_SETTING_PLUGIN, "openmp=full").openmp, SMR_OPENMP_FULL);
}

TEST(test_mistakes) {
  refuse(SMR_SETTING_API, "colour=red", "unknown option 'colour'");
  refuse(SMR_SETTING_API, "dry-run\nmode=fast",
         "option 'mode' is one of auto|exact|equality|off, not 'fast'");
  refuse(SMR_SETTING_API, "mode=", "option 'mode' is one of auto|exact|equality|off, not ''");
  refuse(SMR_SETTING_API, "mode", "option 'mode' needs a value");
  refuse(SMR_SETTING_API, "library=", "option 'library' needs a value");
  refuse(SMR_SETTING_API, "only=,", "option 'only' needs a value");
  refuse(SMR_SETTING_API, "costs=", "option 'costs' needs a value");
  refuse(SMR_SETTING_PASS, "report=", "option 'report' needs a value");
  refuse(SMR_SETTING_API, "explain=1", "option 'explain' is true or false, not '1'");
  static const char *const bad[] = {"", "0", "-1", "2%", "2.5", "10001", "x", " 2", "99999999999999999999"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    char text[64], expected[128];
    snprintf(text, sizeof text, "budget=%s", bad[k]);
    snprintf(expected, sizeof expected, "option 'budget' is a percentage from 1 to 10000, not '%s'", bad[k]);
    refuse(SMR_SETTING_API, text, expected);
  }
  assert_int_equal(read_all(SMR_SETTING_API, "budget=10000").budget, 10000);
}

TEST(test_lists_and_merging) {
  SmrSettings mine = read_all(SMR_SETTING_CLANG, "only=a\nonly=b\nfp=exact\n\nverbose\n");
  SmrSettings theirs =
      read_all(SMR_SETTING_CLANG, "only=c\nfp=algebra\nguards=static\nreport=x y.json\nreport");
  smr_settings_merge(smr_settings, SMR_SETTING_CLANG, &mine, &theirs, &arena);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_settings_write(smr_settings, SMR_SETTING_CLANG, &mine, &text);
  assert_string_equal(smr_str_get(&text), "only=a\nonly=b\nonly=c\nfp=exact\nguards=static\nreport=x y.json\n"
                                          "report\nverbose\n");
  smr_str_clear(&text);
  smr_settings_write_pass(smr_settings, SMR_SETTING_PASS, &mine, &text);
  assert_string_equal(smr_str_get(&text), "only=a,b,c fp=exact guards=static report=\"x y.json\"");
}

typedef struct {
  uint32_t limit;
  uint64_t bytes;
  SmrNames lines, paths, items;
  const char *output;
} Tool;

/// A tool's table: the dashes are in the names.
static const SmrSetting tool[] = {
    {"--limit", SMR_SETTING_LIMIT, 1, offsetof(Tool, limit), NULL, "number", "a limit"},
    {"--bytes", SMR_SETTING_BYTES, 1, offsetof(Tool, bytes), NULL, "bytes", "with a unit"},
    {"--term", SMR_SETTING_LINES, 1, offsetof(Tool, lines), NULL, "term", "a term"},
    {"--terms-of-a-file", SMR_SETTING_LINES, 1, offsetof(Tool, lines), NULL, "file", "terms"},
    {"--path", SMR_SETTING_TEXTS, 1, offsetof(Tool, paths), NULL, "file", "a path"},
    {"--item", SMR_SETTING_LIST, 1, offsetof(Tool, items), NULL, "item", "an item"},
    {"-o", SMR_SETTING_TEXT, 1, offsetof(Tool, output), NULL, "file", "where to"},
    {0}};

TEST(test_a_tools_words) {
  static const char *const good[] = {"--limit=0",  "--bytes=2K",   "--term=a,b", "--terms-of-a-file=f",
                                     "--term=(c)", "--path=x,y.z", "--item=p,q", "-o=out"};
  static const char *const bad[][2] = {
      {"--limit=4294967296", "'4294967296' is not a value of --limit (number)"},
      {"--bytes=1T", "'1T' is not a value of --bytes (bytes)"},
      {"--bytes=99999999999G", "'99999999999G' is not a value of --bytes (bytes)"},
      {"--bytes=K", "'K' is not a value of --bytes (bytes)"},
      {"--path", "--path needs a value: --path=<file>"},
      {"--tern=x", "unknown option '--tern=x'; did you mean --term?"},
      {"--colour", "unknown option '--colour' (see --help)"}};
  Tool t = {.limit = 7};
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  for (size_t k = 0; k < sizeof good / sizeof *good; k++)
    assert_true(smr_settings_word(tool, 1, "", good[k], &t, &arena, &text));
  assert_int_equal(t.limit, 0);
  assert_int_equal(t.bytes, 2048);
  assert_string_equal(t.paths.data[0], "x,y.z");
  assert_string_equal(t.items.data[1], "q");
  assert_string_equal(t.output, "out");
  assert_string_equal(t.lines.data[0], "--term=a,b"); // in the order given
  assert_string_equal(t.lines.data[1], "--terms-of-a-file=f");
  assert_string_equal(t.lines.data[2], "--term=(c)");
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    smr_str_clear(&text);
    assert_false(smr_settings_word(tool, 1, "", bad[k][0], &t, &arena, &text));
    assert_string_equal(text.data, bad[k][1]);
  }
  assert_true(smr_settings_wants(tool, 1, "", "--path", "x"));
  assert_false(smr_settings_wants(tool, 1, "", "--path", "--limit=0"));
  smr_str_clear(&text);
  smr_settings_help(tool, 1, "", 20, &text);
  assert_non_null(strstr(text.data, "\n  --terms-of-a-file=<file>\n                    terms\n"));
  assert_non_null(strstr(text.data, "\n  -o <file>         where to\n"));
}

TEST(test_gpu_keeps_order) {
  SmrSettings settings = {0};
  assert_int_equal(smr_settings_gpu(&settings), SMR_USE_GPU_OFF);
  settings.gpu = SMR_USE_GPU_AUTO;
  assert_int_equal(smr_settings_gpu(&settings), SMR_USE_GPU_AUTO);
  settings.check = true;
  assert_int_equal(smr_settings_gpu(&settings), SMR_USE_GPU_OFF);
  settings.check = false;
  settings.fp = SMR_FP_EXACT;
  assert_int_equal(smr_settings_gpu(&settings), SMR_USE_GPU_OFF);
}

TEST_MAIN {
  int failed = test_run(NULL, NULL);
  smr_arena_destroy(&arena);
  return failed;
}
