//===- smr.h - SMR's public C interface ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Conventions are MLIR's C API's: handles are one-pointer structs, `…Create` gives ownership, text goes out
// through a
// `(string, userData)` callback. Everything here is exported by libsmr.so, which is also the plugin for
// mlir-opt. (libsmr-llvm.so exports what is for LLVM IR; its contexts know the llvm dialect alone.)
//===----------------------------------------------------------------------===//
#ifndef SMR_CAPI_SMR_H
#define SMR_CAPI_SMR_H
#include "mlir-c/IR.h"
#include "llvm-c/Types.h"
#include <stdbool.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#define SMR_EXPORT __attribute__((visibility("default")))

/// SMR's version, such as "0.1.0"; static text.
SMR_EXPORT const char *smrGetVersion(void);

/// The folder of the pattern libraries and dialect descriptions that ship with SMR: `../share/smr` seen from
/// the file that contains this code (libsmr.so, or a tool). Static text, computed once; never NULL.
SMR_EXPORT const char *smrGetShareDirectory(void);

/// The pattern libraries that are used where none is named, in order of precedence: path of the one of that
/// number, NULL behind the last. `runtime`: those too whose replacements call libsmr_rt. Static text.
SMR_EXPORT const char *smrGetStandardLibrary(unsigned number, bool runtime);

/// Adds the smr and pypm dialects to a registry.
SMR_EXPORT void smrRegisterDialect(MlirDialectRegistry registry);

/// Registers SMR's passes (smr-rewrite) with MLIR's global registry, so that pipeline text can name them. May
/// be called more than once.
SMR_EXPORT void smrRegisterPasses(void);

/// A context with every upstream dialect registered (loaded on demand) and threading off; owned by the
/// caller. The tools link a variant that also knows Flang's dialects (libsmr_context.a); libsmr.so leaves
/// those to its host.
SMR_EXPORT MlirContext smrContextCreate(void);

// Options are text, lines `name=value` or `name`; NULL or "" for the defaults (the libraries that ship with
// SMR, every tier, sums reassociated, guards at run time). The names are those of the pass smr-rewrite and of
// smr-clang --smr-…:
// clang-format off
//   library=FILE.pfa  pat=FILE.pat   patterns instead of those that ship; a line for each file
//   only=IDIOM  disable=IDIOM        idioms to look for, or not: a name, or dgem*; a line for each
//   mode=auto|exact|equality|off     which tiers run
//   fp=reassoc|exact|algebra         what may change in floating point
//   guards=auto|static               whether a rewrite may need a check at run time
//   costs=FILE                       when calls pay
//   budget=PERCENT  function-ms=MS   work for one function, of what compiling the file takes; CPU time for one
//   gpu=off|auto|on                  whether calls through slots may run on a GPU
//   slots                            call libraries through slots that libsmr_rt fills when the program starts
//   sites=calls|entries              with slots: bring replacements into the module, or call native code that
//                                    smr-build made beside the library (x.pfa.a, which has to be linked)
//   check                            the code runs beside each call, and the program compares them (with libsmr_rt)
//   wraps  directives                a Fortran module: compiled with -fwrapv; `!$smr off` in its sources counts
//   at-O2                            the module is then compiled at -O2 or less, where loops cost more than at -O3
//   dry-run                          report what would be rewritten, change nothing
//   near-misses  explain             the report has loop nests that almost are an idiom; and how calls were found
//   skip=SYMBOL REASON               leave the function alone, and report the reason; a line for each
// smrRewriteModule and smrRewriteLLVM also take
//   gains                            look only at code in which a call may be faster by the costs that ship with SMR
//   no-report                        give no report
//   time                             report where the time goes
//   last                             the process ends after smrRewriteLLVM, which leaves its memory as it is
// clang-format on
// Anything else is an error.

/// Rewrites a module in place. `report`, if not NULL, receives the JSON report; `error`, if not NULL,
/// receives one diagnostic per line when the result is failure, and then the module is as it was.
SMR_EXPORT MlirLogicalResult smrRewrite(MlirOperation module, const char *options, MlirStringCallback report,
                                        MlirStringCallback error, void *userData);

/// What smrRewriteLLVM and smrRewriteModule have to say, one call of the callback for each.
typedef enum {
  SMR_OUT_BITCODE,   // the rewritten functions, the replacements that they call, declarations of all else
  SMR_OUT_REWRITTEN, // the name of a rewritten function (of a module: once for each rewrite)
  SMR_OUT_NEW,       // the name of a symbol in BITCODE that the input does not have
  SMR_OUT_LINK,      // a library that the program must be linked with
  SMR_OUT_REPORT,    // the JSON report
  SMR_OUT_FUNCTION,  // the name of the function that is looked at from now on
  SMR_OUT_TIMES,     // where the time went: lines "milliseconds  phase"
  SMR_OUT_WARNING,   // one diagnostic: a function that could not be read
  SMR_OUT_ERROR      // one diagnostic; the result is failure
} SmrOutput;
typedef void (*SmrOutputCallback)(SmrOutput kind, MlirStringRef text, void *userData);

/// smrRewrite for a host that is told more: FUNCTION, REPORT, REWRITTEN, LINK, TIMES, WARNING and ERROR. The
/// attribute that names the libraries is taken off again. After an ERROR the module is as it was.
SMR_EXPORT MlirLogicalResult smrRewriteModule(MlirOperation module, const char *options,
                                              SmrOutputCallback output, void *userData);

/// Rewrites LLVM IR (bitcode or text, as clang's front end writes it, not yet optimised). Without BITCODE
/// nothing was rewritten. Functions other than the rewritten ones are not given back: the caller has them,
/// untouched.
SMR_EXPORT MlirLogicalResult smrRewriteLLVM(const void *ir, size_t size, const char *options,
                                            SmrOutputCallback output, void *userData);

/// Whether the caller and this library call one and the same libLLVM. `function`: LLVMGetModuleContext, as
/// the caller sees it.
SMR_EXPORT bool smrSharesLLVM(LLVMContextRef (*function)(LLVMModuleRef));

/// smrRewriteLLVM for a module that exists already and need not be written and parsed. It is taken: changed
/// and destroyed, whatever the result. Its context stays the caller's. Requires smrSharesLLVM.
SMR_EXPORT MlirLogicalResult smrRewriteLLVMModule(LLVMModuleRef module, const char *options,
                                                  SmrOutputCallback output, void *userData);

#ifdef __cplusplus
}
#endif
#endif
