//===- child.cpp - rewriting in a child process -------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A child may crash, hang or run out of memory; the compiler does not. Records go up a pipe: kind (1 byte),
// size (8 bytes), bytes; a record DONE at the end tells a whole outcome from a cut one.
//===----------------------------------------------------------------------===//
#include "capi/clang/plugin.h"
#include "capi/smr.h"
#include "llvm-c/Core.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace smr;

enum { Done = 100, FailedToLoad = 101 };

//--- The child ------------------------------------------------------------------

static void writeAll(int fd, const void *bytes, size_t size) {
  auto *at = static_cast<const char *>(bytes);
  while (size > 0) {
    ssize_t wrote = write(fd, at, size);
    if (wrote < 0 && errno != EINTR)
      _exit(4);
    if (wrote > 0)
      at += wrote, size -= static_cast<size_t>(wrote);
  }
}

static void sendRecord(int fd, unsigned char kind, StringRef text) {
  uint64_t size = text.size();
  writeAll(fd, &kind, 1);
  writeAll(fd, &size, sizeof size);
  writeAll(fd, text.data(), text.size());
}

static void misbehave(StringRef how, int fd);

static void onOutput(SmrOutput kind, MlirStringRef text, void *data) {
  int fd = *static_cast<int *>(data);
  StringRef body(text.data, text.length);
  sendRecord(fd, static_cast<unsigned char>(kind), body);
  if (const char *how = getenv("SMR_TEST_CRASH"); how && kind == SMR_OUT_FUNCTION && !body.empty())
    for (StringRef one : split(how, ','))
      if (auto [way, where] = one.split(':'); where == body)
        misbehave(way, fd);
}

/// clang's handlers would remove its output files, report a crash of clang, and show or record what SMR's
/// passes remark.
static void becomeOrdinary(LLVMContext &context, const PluginOptions &options, unsigned seconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS, SIGINT, SIGTERM, SIGHUP,
                     SIGQUIT, SIGXCPU, SIGUSR1, SIGUSR2})
    signal(number, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  remove_fatal_error_handler();
  install_fatal_error_handler([](void *, const char *, bool) { _exit(3); });
  remove_bad_alloc_error_handler();
  (void)context.getDiagnosticHandler().release(); // (clang's own)
  context.setDiagnosticHandler(std::make_unique<DiagnosticHandler>());
  context.setLLVMRemarkStreamer(nullptr);
  rlimit none = {0, 0}, cpu = {seconds, seconds + 5};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_CPU, &cpu);
  if (int null = open("/dev/null", O_RDWR); null >= 0) {
    dup2(null, 0);
    dup2(null, 1);
    if (!options.verbose)
      dup2(null, 2);
  }
}

/// For the tests of what the parent does then: `crash` at once, `crash:f,hang:g` in functions.
static void misbehave(StringRef how, int fd) {
  if (how == "crash")
    raise(SIGSEGV);
  if (how == "abort")
    report_fatal_error("asked for");
  if (how == "hang")
    for (volatile unsigned turns = 0;; turns = turns + 1)
      ;
  if (how == "cut")
    writeAll(fd, "\0\xff\xff", 3), _exit(0);
  if (how == "garbage") {
    sendRecord(fd, SMR_OUT_REWRITTEN, "nothing");
    sendRecord(fd, SMR_OUT_BITCODE, "no bitcode");
    sendRecord(fd, Done, "");
    _exit(0);
  }
}

std::string smr::besideUs(const char *name) {
  Dl_info info;
  std::string path =
      dladdr(reinterpret_cast<void *>(&besideUs), &info) && info.dli_fname ? info.dli_fname : "";
  size_t slash = path.rfind('/');
  return (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + name;
}

/// libsmr-llvm.so opens at once, but MLIR's TypeIDs, which are in it, must not be there twice; and it knows
/// the llvm dialect alone, while .pat files may be written in any.
static std::string libraryToLoad(const PluginOptions &options) {
  if (const char *chosen = getenv("SMR_LIBSMR"); chosen && *chosen)
    return chosen;
  auto isMLIR = [](dl_phdr_info *info, size_t, void *) {
    return int(StringRef(info->dlpi_name).contains("libMLIR.so"));
  };
  bool shared = options.pats.size || dl_iterate_phdr(isMLIR, nullptr);
  return besideUs(shared ? "libsmr.so" : "libsmr-llvm.so");
}

std::string Stopwatch::lap(const char *name) {
  clock::time_point now = clock::now();
  std::string line;
  raw_string_ostream(line) << format("%9.3f  %s\n",
                                     std::chrono::duration<double, std::milli>(now - since).count(), name);
  since = now;
  return line;
}

/// A line on the memory that this process does not share: with clang, which it is a copy of, or with others
/// that have the same files open.
static std::string ownMemory() {
  FILE *file = fopen("/proc/self/smaps_rollup", "re");
  unsigned long kib = 0, one;
  char line[256];
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "Private_Clean: %lu", &one) == 1 || sscanf(line, "Private_Dirty: %lu", &one) == 1)
      kib += one;
  if (!file)
    return "";
  fclose(file);
  std::string text;
  raw_string_ostream(text) << format("%9.1f  child: memory of its own, in MiB\n", double(kib) / 1024);
  return text;
}

[[noreturn]] static void runChild(Module &module, const Selection &selection, const PluginOptions &options,
                                  ArrayRef<Failed> failed, unsigned seconds, int fd) {
  becomeOrdinary(module.getContext(), options, seconds);
  if (const char *how = getenv("SMR_TEST_CRASH"))
    misbehave(how, fd);
  Stopwatch watch;
  std::unique_ptr<Module> scratch = takeOut(module, selection);
  std::string times = watch.lap("child: functions taken out");
  std::string path = libraryToLoad(options);
  void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  auto find = [&](auto *&function, const char *name) {
    function = library ? reinterpret_cast<std::decay_t<decltype(function)>>(dlsym(library, name)) : nullptr;
    if (!function) {
      sendRecord(fd, FailedToLoad, dlerror());
      _exit(0);
    }
  };
  decltype(&smrSharesLLVM) shares;
  decltype(&smrRewriteLLVM) rewrite;
  decltype(&smrRewriteLLVMModule) rewriteModule;
  find(shares, "smrSharesLLVM");
  find(rewrite, "smrRewriteLLVM");
  find(rewriteModule, "smrRewriteLLVMModule");
  times += watch.lap("child: libsmr opened");
  SmrSettings told = options;
  told.slots = told.last = true;
  told.no_report = !options.facts;
  told.gains = options.gains && !options.straight;
  SmrStr text = {};
  smr_settings_write(smr_settings, SMR_SETTING_API, &told, &text);
  for (const Failed &one : failed)
    smr_str_printf(&text, "skip=%s %s\n", one.symbol.c_str(), one.reason.c_str());
  // Where the library has another libLLVM behind it (the test asks for that way), it reads bitcode.
  if (shares(&LLVMGetModuleContext) && !getenv("SMR_TEST_BITCODE")) {
    rewriteModule(wrap(scratch.release()), text.data, onOutput, &fd);
  } else {
    std::string bitcode = inBitcode(*scratch);
    rewrite(bitcode.data(), bitcode.size(), text.data, onOutput, &fd);
  }
  if (options.time)
    times += ownMemory();
  sendRecord(fd, SMR_OUT_TIMES, times);
  sendRecord(fd, Done, "");
  close(fd); // the end of the file; memory goes after that
  _exit(0);
}

//--- The parent -----------------------------------------------------------------

static std::string readAll(int fd, pid_t child, unsigned seconds, bool &late) {
  using clock = std::chrono::steady_clock;
  std::string text;
  auto end = clock::now() + std::chrono::seconds(seconds);
  char buffer[65536];
  for (;;) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - clock::now()).count();
    pollfd poller = {fd, POLLIN, 0};
    int ready = left > 0 ? poll(&poller, 1, static_cast<int>(std::min<long long>(left, 1000000))) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0) {
      late = true;
      kill(child, SIGKILL);
      return text;
    }
    ssize_t got = read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return text;
    text.append(buffer, static_cast<size_t>(got));
  }
}

/// False: it is not all there.
static bool decode(StringRef text, Outcome &out) {
  std::string error;
  while (text.size() >= 9) {
    auto kind = static_cast<unsigned char>(text[0]);
    uint64_t size;
    memcpy(&size, text.data() + 1, sizeof size);
    text = text.drop_front(9);
    if (size > text.size())
      break;
    std::string body = text.take_front(size).str();
    text = text.drop_front(size);
    switch (kind) {
    case SMR_OUT_BITCODE:
      out.bitcode = body;
      break;
    case SMR_OUT_REWRITTEN:
      out.rewritten.push_back(body);
      break;
    case SMR_OUT_NEW:
      out.fresh.push_back(body);
      break;
    case SMR_OUT_LINK:
      out.links.push_back(body);
      break;
    case SMR_OUT_REPORT:
      out.report = body;
      break;
    case SMR_OUT_FUNCTION:
      out.function = body;
      break;
    case SMR_OUT_TIMES:
      out.times += body;
      break;
    case SMR_OUT_WARNING:
      out.warnings.push_back(body);
      break;
    case SMR_OUT_ERROR:
      error += (error.empty() ? "" : "\n") + std::string(body);
      break;
    case FailedToLoad:
      out.failure = body;
      return true;
    case Done:
      out.failure = error;
      return true;
    }
  }
  out.failure = "its answer is cut off";
  return false;
}

namespace {
/// Children that have said everything are not waited for before clang's own end: taking a process' memory
/// down takes longer than small files do.
struct Ending {
  std::vector<pid_t> children;
  ~Ending() {
    for (pid_t child : children)
      while (waitpid(child, nullptr, 0) < 0 && errno == EINTR)
        ;
  }
};
} // namespace
static Ending ending;

/// One child. `died`: by itself, or by our hand when it took too long.
static Outcome attempt(Module &module, const Selection &selection, const PluginOptions &options,
                       ArrayRef<Failed> failed, unsigned seconds, bool &died) {
  Outcome out;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    out.failure = std::string("no pipe: ") + strerror(errno);
    return out;
  }
  fflush(nullptr);
  pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    runChild(module, selection, options, failed, seconds, ends[1]);
  }
  close(ends[1]);
  if (child < 0) {
    out.failure = std::string("no process: ") + strerror(errno);
    close(ends[0]);
    return out;
  }
  bool late = false;
  std::string text = readAll(ends[0], child, 4 * seconds, late);
  close(ends[0]);
  died = !decode(text, out);
  if (!died) {
    ending.children.push_back(child);
    return out;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (late || (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU))
    out.failure = "it took too long";
  else if (WIFSIGNALED(status))
    out.failure = "signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  else if (WIFEXITED(status) && WEXITSTATUS(status) != 0)
    out.failure = "exit code " + std::to_string(WEXITSTATUS(status));
  else
    died = false;
  return out;
}

Outcome smr::rewriteInChild(Module &module, const Selection &selection, const PluginOptions &options) {
  enum { MostAttempts = 5 };
  std::vector<Failed> failed;
  for (unsigned count = 1;; count++) {
    // All further attempts together get as much time again as the first one.
    unsigned seconds = count == 1 ? options.seconds : std::max(1u, options.seconds / (MostAttempts - 1));
    bool died = false;
    Outcome out = attempt(module, selection, options, failed, seconds, died);
    if (!died || out.function.empty() || count == MostAttempts) {
      out.failed = std::move(failed);
      return out;
    }
    failed.push_back({out.function, "SMR failed here: " + out.failure});
  }
}
