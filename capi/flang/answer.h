//===- answer.h - what smr-flang and its plugin say to each other --------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The driver's settings are in SMR_FLANG_OPTIONS (base/settings.h has the form). The plugin's stand in a file
// (answer=), each written before anything else is done, so that a process that dies has left what it was at:
// a byte that says the kind, eight for the text's size in this machine's order, the text. Kinds are those of
// SmrOutput and these.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_FLANG_ANSWER_H
#define SMR_CAPI_FLANG_ANSWER_H

enum {
  SMR_FLANG_STARTED = 64, // flang took the plugin
  SMR_FLANG_ENTERED,      // from here on SMR is at work
  SMR_FLANG_DONE,         // to here: what follows is flang's own
  SMR_FLANG_UNLOADED,     // why libsmr.so could not be loaded
  SMR_FLANG_RECORDS       // what stands in the object (base/records.h)
};
#endif
