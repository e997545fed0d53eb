//===- pass.cpp - passes from C tables ----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// mlir-c's external passes have no options and cannot be registered by name; TablePass is a Pass that reads
// both from an SmrPass. The second half lets a plugin's pass be named on the command line of a stock
// mlir-opt.
//===----------------------------------------------------------------------===//
#include "capi/pass.h"
#include "capi/created.h"
#include "capi/pypm_dialect.h"
#include "capi/shim/dialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;

namespace {
template <typename... Dialects> void insert(DialectRegistry &registry, smr::DialectList<Dialects...>) {
  registry.insert<Dialects...>();
}
} // namespace

void smr::registerCreatedDialects(DialectRegistry &registry) {
  insert(registry, CreatedDialects());
  smr::registerDialect(registry);
  smr::registerPypmDialect(registry);
}

namespace {
class TablePass : public Pass {
public:
  TablePass(const SmrPass *table, TypeID id) : Pass(id, StringRef(table->op)), table(table) {
    createMembers();
  }
  TablePass(const TablePass &other) : Pass(other), table(other.table) { createMembers(); }

  StringRef getName() const override { return table->argument; }
  StringRef getArgument() const override { return table->argument; }
  StringRef getDescription() const override { return table->summary; }
  std::unique_ptr<Pass> clonePass() const override { return std::make_unique<TablePass>(*this); }
  bool canScheduleOn(RegisteredOperationName name) const override { return name.getStringRef() == table->op; }

  /// What a replacement may be made of. A pass must not load dialects while it runs, so they are loaded
  /// before.
  void getDependentDialects(DialectRegistry &registry) const override {
    smr::registerCreatedDialects(registry);
    if (std::optional<OpPassManager> passes = parsePipeline(pipeline()))
      passes->getDependentDialects(registry);
  }

  LogicalResult initializeOptions(StringRef options,
                                  function_ref<LogicalResult(const Twine &)> onError) override {
    // The base class spreads a mistake over several lines; keep its reason, on one.
    if (std::string problem = findProblem(options); !problem.empty())
      return onError(Twine(table->argument) + ": " + problem);
    return Pass::initializeOptions(options, onError);
  }

  void runOnOperation() override {
    if (!table->run(wrap(getOperation()), reinterpret_cast<SmrPassRun *>(this)))
      signalPassFailure();
  }

  /// Passes on functions, with or without `func.func(…)` around them.
  static std::optional<OpPassManager> parsePipeline(StringRef text, raw_ostream &errors = llvm::nulls()) {
    text = text.trim();
    if (text.starts_with("func.func(") && text.ends_with(")"))
      text = text.drop_front(10).drop_back();
    OpPassManager pipeline("func.func");
    if (!text.empty() && failed(parsePassPipeline(text, pipeline, errors)))
      return std::nullopt;
    return pipeline;
  }

  StringRef pipeline() const {
    for (const Member &member : members)
      if (member.row->kind == SMR_SETTING_PIPELINE)
        return member.text->getValue();
    return "";
  }

  bool run(Operation *op) {
    std::optional<OpPassManager> passes = parsePipeline(pipeline());
    return passes && (passes->empty() || succeeded(runPipeline(*passes, op)));
  }

  void read(void *settings, SmrArena *arena) const {
    for (const Member &member : members)
      if (member.list)
        for (const std::string &item : **member.list)
          smr_setting_put(member.row, item.c_str(), settings, arena);
      else if (member.flag ? member.flag->getValue() : !member.text->getValue().empty())
        smr_setting_put(member.row, member.flag ? nullptr : member.text->getValue().c_str(), settings, arena);
  }

  struct Member {
    const SmrSetting *row;
    std::unique_ptr<Option<std::string>> text;
    std::unique_ptr<Option<bool>> flag;
    std::unique_ptr<ListOption<std::string>> list;
  };
  std::vector<Member> members;
  std::vector<std::unique_ptr<Statistic>> counters;
  const SmrPass *table;

private:
  void createMembers() {
    for (const SmrSetting *o = table->options; o->name; o++) {
      if (!(o->users & SMR_SETTING_PASS))
        continue;
      Member &member = members.emplace_back();
      member.row = o;
      std::string initial = o->kind == SMR_SETTING_CHOICE ? StringRef(o->value).split('|').first.str() : "";
      if (o->kind == SMR_SETTING_FLAG)
        member.flag =
            std::make_unique<Option<bool>>(*this, o->name, llvm::cl::desc(o->help), llvm::cl::init(false));
      else if (smr_setting_is_list(o))
        member.list = std::make_unique<ListOption<std::string>>(*this, o->name, llvm::cl::desc(o->help));
      else
        member.text = std::make_unique<Option<std::string>>(*this, o->name, llvm::cl::desc(o->help),
                                                            llvm::cl::init(initial));
    }
    for (const SmrPassStatistic *s = table->statistics; s && s->name; s++)
      counters.push_back(std::make_unique<Statistic>(this, s->name, s->help));
  }

  /// The first mistake in `name=value name=value …`, or nothing. Quotes and braces protect blanks, as in
  /// MLIR.
  std::string findProblem(StringRef text) const {
    while (!(text = text.ltrim()).empty()) {
      StringRef name = text.take_until([](char c) { return c == '=' || c == ' '; });
      text = text.drop_front(name.size());
      StringRef value;
      if (text.consume_front("="))
        value = takeValue(text);
      const SmrSetting *row =
          smr_setting_find(table->options, SMR_SETTING_PASS, name.data(), name.size(), true);
      if (!row)
        return ("unknown option '" + name + "'").str();
      std::string problem = row->kind == SMR_SETTING_PIPELINE ? findPipelineProblem(value)
                                                              : findValueProblem(*row, value.str());
      if (!problem.empty())
        return problem;
    }
    return {};
  }

  static std::string findValueProblem(SmrSetting row, const std::string &value) {
    uint64_t field[2] = {};
    SmrArena arena = {};
    SmrStr text = {};
    row.field = 0;
    bool flag = row.kind == SMR_SETTING_FLAG;
    bool ok = flag ? value.empty() || value == "true" || value == "false"
                   : smr_setting_put(&row, value.c_str(), field, &arena);
    // (MLIR prints the default of a number as an empty text in a pipeline that it reads back.)
    if (!ok && (!value.empty() || smr_setting_is_list(&row) || row.kind == SMR_SETTING_CHOICE))
      smr_setting_problem(&row, value.c_str(), &text);
    std::string problem = smr_str_get(&text);
    smr_str_free(&text);
    smr_arena_destroy(&arena);
    return problem;
  }

  static std::string findPipelineProblem(StringRef value) {
    std::string problem;
    llvm::raw_string_ostream errors(problem);
    if (value.starts_with("{") && value.ends_with("}"))
      value = value.drop_front().drop_back();
    if (parsePipeline(value, errors))
      return {};
    return "option 'pipeline' is no pipeline on func.func: " + StringRef(problem).split('\n').first.str();
  }

  static StringRef takeValue(StringRef &text) {
    size_t i = 0, depth = 0;
    for (char quote = 0; i < text.size(); i++) {
      char c = text[i];
      if (quote)
        quote = c == quote ? 0 : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '{')
        ++depth;
      else if (c == '}' && depth)
        --depth;
      else if (c == ' ' && !depth)
        break;
    }
    StringRef value = text.take_front(i);
    text = text.drop_front(i);
    return value;
  }
};
} // namespace

static const TablePass &passOf(const SmrPassRun *run) {
  return *reinterpret_cast<const TablePass *>(run);
}

void smrPassRead(const SmrPassRun *run, void *settings, SmrArena *arena) {
  passOf(run).read(settings, arena);
}

bool smrPassRunPipeline(SmrPassRun *run, MlirOperation function) {
  return reinterpret_cast<TablePass *>(run)->run(unwrap(function));
}

void smrPassCount(SmrPassRun *run, const uint64_t *amounts, bool print) {
  auto *pass = reinterpret_cast<TablePass *>(run);
  const char *separator = ": ";
  std::string line = pass->getArgument().str();
  for (size_t k = 0; k < pass->counters.size(); k++, separator = ", ") {
    *pass->counters[k] += amounts[k];
    line += separator + std::to_string(amounts[k]) + " " + pass->table->statistics[k].name;
  }
  if (print)
    fprintf(stderr, "%s\n", line.c_str());
}

//===----------------------------------------------------------------------===//
// `mlir-opt --load-pass-plugin=libsmr.so --smr-rewrite`
//
// mlir-opt's parser of pass names reads the registry once, before plugins are loaded, so a plugin's pass
// would be known to --pass-pipeline= only. Every pass name is a literal of one cl::list<PassArgData, bool,
// PassNameParser>; the plugin adds its own literal to that list. Its types are private to PassRegistry.cpp:
// the ones below have the same layout in LLVM 22, and with any other version the trick is left out and
// --pass-pipeline= remains.
//===----------------------------------------------------------------------===//

#if LLVM_VERSION_MAJOR == 22
namespace {
struct PassArgData {
  const PassRegistryEntry *registryEntry = nullptr;
  StringRef options;
};
} // namespace

namespace llvm::cl {
template <> struct OptionValue<PassArgData> final : OptionValueBase<PassArgData, /*isClass=*/true> {
  OptionValue(const PassArgData &value) { this->setValue(value); }
  OptionValue() = default;
  void anchor() {}
  bool hasValue() const { return true; }
  const PassArgData &getValue() const { return value; }
  void setValue(const PassArgData &newValue) { value = newValue; }
  PassArgData value;
};
} // namespace llvm::cl

namespace {
struct PassNameParser : llvm::cl::parser<PassArgData> {
  using llvm::cl::parser<PassArgData>::parser;
};
using PassNameList = llvm::cl::list<PassArgData, bool, PassNameParser>;
} // namespace

static void addToCommandLine(const SmrPass *pass) {
  auto &options = llvm::cl::getRegisteredOptions();
  if (options.contains(pass->argument))
    return;
  for (StringRef known : {"canonicalize", "cse", "symbol-dce"}) {
    auto found = options.find(known);
    if (found == options.end() || !PassInfo::lookup(known))
      continue;
    auto *list = static_cast<PassNameList *>(found->second);
    list->getParser().addLiteralOption(pass->argument, PassArgData{PassInfo::lookup(pass->argument), {}},
                                       pass->summary);
    return;
  }
}
#else
static void addToCommandLine(const SmrPass *) {}
#endif

void smrRegisterPass(const SmrPass *pass) {
  // A tool may have the pass built in and load the plugin, too: the first one stays.
  if (PassInfo::lookup(pass->argument))
    return;
  static TypeIDAllocator allocator;
  TypeID id = allocator.allocate();
  registerPass([pass, id] { return std::make_unique<TablePass>(pass, id); });
  addToCommandLine(pass);
}
