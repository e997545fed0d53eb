//===- options.c - smr-rise's command line -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "options.h"
#include <string.h>

typedef RiseOptions Options;

static const SmrSetting rows[] = {
    TOOL_OPTION(CHOICE, "--emit", emit, "mlir|loops|term", "mlir (default), loops (readable text) or term"),
    TOOL_OPTION(TEXTS, "--size", size_texts, "name=number",
                "a declared size is that; sizes that are not given are arguments of the function,\n"
                "which asks whether they are divided as declared"),
    TOOL_OPTION(TEXT, "--term", term, "name", "which term, if the guide has several"),
    TOOL_OPTION(FLAG, "--input", as_it_is, NULL, "the term as it is in the guide: no phase is run"),
    TOOL_OPTION(TEXT, "--function", function, "name", "the function's name (default: that of the term)"),
    TOOL_OPTION(FLAG, "--exact", exact, NULL, "a product that is added is rounded by itself"),
    TOOL_OPTION(FLAG, "--packed", packed, NULL, "also NAME_packed(void **): pointers to the arguments"),
    TOOL_OPTION(TEXT, "--output", output, "file", "write it there"),
    {0}};

const Tool rise_tool = {
    "smr-rise",
    "usage: smr-rise GUIDE… [options]\n"
    "Runs the phases of a guide of RISE's rules (pat/rise*.guide) and prints the term that they find as "
    "code: a\n"
    "module of MLIR with one function, which stock mlir-opt lowers (lib/rise/README.md says how).\n"
    "Of several guides for one term, the function runs what the first one finds if the sizes are divided as "
    "that\n"
    "declares; otherwise what the next one finds; otherwise the input's loops.\n",
    "\n"
    "The exit code is 0; 1 after an error in the guide or a term that is no code; 2 after a mistake on the\n"
    "command line; 3 if a phase ends without what it wants.\n",
    rows,
    RISE_EXIT_USAGE,
    NULL};

bool rise_is_name(const char *text) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return *text && !(*text >= '0' && *text <= '9') && strspn(text, letters) == strlen(text);
}

static bool add_size(RiseOptions *o, const char *text) {
  SmrRiseSize size;
  if (!tool_size(text, &size.name, &size.value))
    return false;
  for (uint32_t i = 0; i < o->sizes.size; i++)
    if (smr_equal(o->sizes.data[i].name, size.name))
      return false;
  smr_vec_push(&o->sizes, size);
  return true;
}

int rise_options_read(int argc, char **argv, RiseOptions *o) {
  *o = (RiseOptions){.emit = RISE_EMIT_MLIR};
  int code = tool_read(&rise_tool, argc, argv, o, &o->guides);
  if (code >= 0)
    return code;
  if (o->function && !rise_is_name(o->function))
    return tool_misuse(&rise_tool, "no name of a function: --function=%s", o->function);
  for (uint32_t k = 0; k < o->size_texts.size; k++)
    if (!add_size(o, o->size_texts.data[k]))
      return tool_misuse(&rise_tool, "NAME=N, once for each name, N from 1 to 2147483647: --size=%s",
                         o->size_texts.data[k]);
  if (!o->guides.size)
    return tool_misuse(&rise_tool, "no guide");
  if (o->emit != RISE_EMIT_MLIR && (o->function || o->packed || o->exact))
    return tool_misuse(&rise_tool, "--function, --packed and --exact are for --emit=mlir");
  if (o->emit != RISE_EMIT_MLIR && o->guides.size > 1)
    return tool_misuse(&rise_tool, "several guides are for --emit=mlir");
  return -1;
}
