//===- report.h - a run's report as JSON ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#ifndef SMR_TENSOR_REPORT_H
#define SMR_TENSOR_REPORT_H
#include "tensor/rewrite.h"

/// README.md has the schema. One fact a line; `times`, an object's text, is the only part that differs
/// between runs.
void smr_tensor_report_json(const SmrTensorReport *report, const char *times, SmrStr *out);
#endif
