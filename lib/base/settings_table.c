//===- settings_table.c - the rows of settings.def -----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/settings.h"

enum {
  CLANG = SMR_SETTING_CLANG,
  FLANG = SMR_SETTING_FLANG,
  PASS = SMR_SETTING_PASS,
  API = SMR_SETTING_API,
  PLUGIN = SMR_SETTING_PLUGIN,
  SCRIPT = SMR_SETTING_SCRIPT
};

#define ROW(kind, field, name, users, ...)                                                                   \
  {name, SMR_SETTING_##kind, users, offsetof(SmrSettings, field), __VA_ARGS__},
#define FLAG(...) ROW(FLAG, __VA_ARGS__)
#define CHOICE(type, ...) ROW(CHOICE, __VA_ARGS__)
#define TEXT(...) ROW(TEXT, __VA_ARGS__)
#define INPUT(...) ROW(INPUT, __VA_ARGS__)
#define OUTPUT(...) ROW(OUTPUT, __VA_ARGS__)
#define COUNT(...) ROW(NUMBER, __VA_ARGS__)
#define PERCENT(...) ROW(PERCENT, __VA_ARGS__)
#define LIST(...) ROW(LIST, __VA_ARGS__)
#define INPUTS(...) ROW(INPUTS, __VA_ARGS__)

const SmrSetting smr_settings[] = {
#include "base/settings.def"
    {0}};
