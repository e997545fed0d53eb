//===- borrow.h - names of a plugin's settings as the public options take them -===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_BORROW_H
#define SMR_CAPI_BORROW_H
#include "capi/smr.h"
#ifdef __cplusplus
#include <string>
#include <vector>

namespace smr {
/// Puts the lists of names into `options`, which borrows them from this object, and their texts from the
/// settings.
class BorrowedNames {
public:
  template <typename Settings>
  BorrowedNames(const Settings &settings, SmrRunOptions &options)
      : libraries(settings.libraries, options.libraries, options.libraryCount),
        pats(settings.pats, options.pats, options.patCount),
        only(settings.only, options.only, options.onlyCount),
        disabled(settings.disabled, options.disabled, options.disabledCount) {}
  BorrowedNames(const BorrowedNames &) = delete;

private:
  struct List {
    List(const std::vector<std::string> &names, const char *const *&first, uint32_t &count) {
      for (const std::string &name : names)
        all.push_back(name.c_str());
      first = all.data();
      count = static_cast<uint32_t>(all.size());
    }
    std::vector<const char *> all;
  };
  List libraries, pats, only, disabled;
};
} // namespace smr
#endif
#endif
