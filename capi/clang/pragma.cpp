//===- pragma.cpp - #pragma smr off and on -------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// libsmr-pragma.so, a front-end plugin of clang's. `#pragma smr off` leaves the loops alone that follow, up
// to `#pragma smr on` or the end of the function that it stands in or in front of. Loops are marked in the
// AST by a loop hint (base/off_mark.h), which needs no debug information and goes with the loop wherever that
// is inlined; libsmr-clang.so takes the mark off again. The handler is there for compilations alone: what
// only preprocesses (-E, ccache, distcc) keeps the pragma as it is.
//
// `#pragma clang fp reassociate(off)` and `#pragma float_control(precise, on)` ask for sums in their written
// order. Clang keeps that in the AST only: loops that have such arithmetic get a mark of their own.
//===----------------------------------------------------------------------===//
#include "clang/Lex/Pragma.h"
#include "base/off_mark.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace {
struct Event {
  SourceLocation place;
  bool on, used;
};
/// A part of a function that is off: from an `off` up to `end`.
struct Region {
  SourceLocation start, end;
  bool found; // a loop in it
};

/// What the pragmas of a translation unit say.
class Pragmas {
public:
  Pragmas(const SourceManager &sources, DiagnosticsEngine &diagnostics)
      : sources(sources), diagnostics(diagnostics) {}

  bool ordered = false; // some pragma may ask for the order of sums to be kept
  bool empty() const { return events.empty() && !ordered; }
  void add(SourceLocation place, bool on) { events.push_back({place, on, false}); }

  void error(SourceLocation place, llvm::StringRef text) {
    report(place, {diag::Severity::Error, text.str(), DiagnosticIDs::CLASS_ERROR, true, true});
  }

  /// One of clang's own kind: -Werror and -Wno-ignored-pragmas count.
  void warning(SourceLocation place, llvm::StringRef text) {
    report(place, {diag::Severity::Warning, text.str(), DiagnosticIDs::CLASS_WARNING, false, false,
                   diag::Group::IgnoredPragmas});
  }

  /// The regions of a function that ends there: of the pragmas before its end that belong to none before it.
  /// Of one that stands in another one: of those behind `begin`, unless the first of them ends a region of
  /// the other one's.
  std::vector<Region> regionsUpTo(SourceLocation end, SourceLocation begin = SourceLocation()) {
    std::vector<Region> regions;
    bool open = false;
    for (Event &event : events) {
      if (event.used || !before(event.place, end) || (begin.isValid() && before(event.place, begin)))
        continue;
      if (begin.isValid() && event.on && regions.empty())
        break;
      event.used = true;
      if (event.on && !open)
        error(event.place, "'#pragma smr on' without a '#pragma smr off' before it in the function");
      else if (!event.on && open)
        error(event.place, "'#pragma smr off' where it is off already");
      else if (event.on)
        regions.back().end = event.place;
      else
        regions.push_back({event.place, end, false});
      open = !event.on;
    }
    return regions;
  }

  /// Those of a function that stands in no other one.
  std::vector<Region> regionsOf(const Stmt *body) {
    SourceLocation end = body->getEndLoc();
    skipOnsBefore(body->getBeginLoc());
    std::vector<Region> regions = regionsUpTo(end);
    if (!regions.empty() && regions.back().end == end)
      closed = end;
    else if (closed.isValid() && before(closed, end))
      closed = SourceLocation();
    return regions;
  }

  /// Pragmas that no function came behind.
  void finish() {
    skipOnsBefore(SourceLocation());
    for (Event &event : events)
      if (!event.used && event.on)
        error(event.place, "'#pragma smr on' without a '#pragma smr off' before it in the function");
      else if (!event.used)
        warning(event.place, "'#pragma smr off' has no function around or behind it");
  }

  bool before(SourceLocation a, SourceLocation b) const { return sources.isBeforeInTranslationUnit(a, b); }

private:
  /// An `on` behind a function that was off up to its end, and before the next, says what is so already.
  void skipOnsBefore(SourceLocation begin) {
    for (Event &event : events)
      if (closed.isValid() && !event.used && event.on && before(closed, event.place) &&
          (begin.isInvalid() || before(event.place, begin))) {
        event.used = true;
        closed = SourceLocation();
      }
  }

  void report(SourceLocation place, const DiagnosticIDs::CustomDiagDesc &what) {
    diagnostics.Report(place, diagnostics.getDiagnosticIDs()->getCustomDiagID(what));
  }

  const SourceManager &sources;
  DiagnosticsEngine &diagnostics;
  std::vector<Event> events; // in their order
  SourceLocation closed;     // the end of the last function, when it was off there
};

class Handler : public PragmaHandler {
public:
  explicit Handler(std::shared_ptr<Pragmas> pragmas) : PragmaHandler("smr"), pragmas(std::move(pragmas)) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer, Token &) override {
    Token word, rest;
    preprocessor.Lex(word);
    const IdentifierInfo *name = word.getIdentifierInfo();
    bool on = name && name->isStr("on");
    rest = word;
    if (word.isNot(tok::eod))
      preprocessor.Lex(rest);
    if (!(on || (name && name->isStr("off"))) || rest.isNot(tok::eod)) {
      pragmas->error(word.getLocation(), "'#pragma smr' is followed by 'off' or 'on'");
      if (rest.isNot(tok::eod)) // (behind the end there is the next line, or none)
        preprocessor.DiscardUntilEndOfDirective();
      return;
    }
    pragmas->add(introducer.Loc, on);
  }

private:
  std::shared_ptr<Pragmas> pragmas;
};

bool isLoop(const Stmt *statement) {
  return isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement);
}

/// The statement as a loop with one of the marks (base/off_mark.h).
Stmt *withMark(ASTContext &context, Stmt *loop, unsigned mark) {
  llvm::APInt bits(32, mark);
  Expr *interval = IntegerLiteral::Create(context, bits, context.IntTy, SourceLocation());
  const Attr *hint = LoopHintAttr::CreateImplicit(context, LoopHintAttr::PipelineInitiationInterval,
                                                  LoopHintAttr::Numeric, interval);
  return AttributedStmt::Create(context, loop->getBeginLoc(), {hint}, loop);
}

bool isMarked(const Stmt *statement) {
  auto *attributed = dyn_cast<AttributedStmt>(statement);
  if (!attributed)
    return false;
  for (const Attr *attribute : attributed->getAttrs())
    if (auto *hint = dyn_cast<LoopHintAttr>(attribute);
        hint && hint->isImplicit() && hint->getOption() == LoopHintAttr::PipelineInitiationInterval)
      return true;
  return false;
}

/// Puts the mark around the loops of a function that are off.
class Marker {
public:
  Marker(ASTContext &context, const Pragmas &pragmas, std::vector<Region> &regions)
      : context(context), pragmas(pragmas), regions(regions) {}

  void mark(Stmt *parent) {
    if (!parent)
      return;
    if (auto *lambda =
            dyn_cast<LambdaExpr>(parent)) // (its body is not among the children that can be exchanged)
      parent = lambda->getBody();
    bool marked = isMarked(parent);
    for (Stmt *&child : parent->children()) {
      mark(child);
      if (Region *region = isLoop(child) ? regionOf(child) : nullptr) {
        region->found = true;
        if (!marked)
          child = withMark(context, child, SMR_OFF_INTERVAL);
      }
    }
  }

private:
  Region *regionOf(const Stmt *loop) {
    for (Region &region : regions)
      if (pragmas.before(region.start, loop->getBeginLoc()) &&
          pragmas.before(loop->getBeginLoc(), region.end))
        return &region;
    return nullptr;
  }

  ASTContext &context;
  const Pragmas &pragmas;
  std::vector<Region> &regions;
};

/// Marks the loops whose arithmetic the source asks to keep in its order.
class OrderMarker {
public:
  explicit OrderMarker(ASTContext &context) : context(context) {}

  /// True if the statement has such arithmetic.
  bool mark(Stmt *parent) {
    bool ordered = isOrdered(parent), marked = isMarked(parent);
    if (auto *lambda =
            dyn_cast<LambdaExpr>(parent)) // (its body is not among the children that can be exchanged)
      parent = lambda->getBody();
    for (Stmt *&child : parent->children()) {
      if (!child || !mark(child))
        continue;
      ordered = true;
      if (isLoop(child) && !marked)
        child = withMark(context, child, SMR_ORDER_INTERVAL);
    }
    return ordered;
  }

private:
  static bool isOrdered(const Stmt *statement) {
    auto *arithmetic = dyn_cast<BinaryOperator>(statement);
    if (!arithmetic || !arithmetic->hasStoredFPFeatures())
      return false;
    FPOptionsOverride own = arithmetic->getStoredFPFeatures();
    return own.hasAllowFPReassociateOverride() && !own.getAllowFPReassociateOverride();
  }

  ASTContext &context;
};

/// Notes that there may be arithmetic with rules of its own: only then functions are searched for it.
class OrderPragmas : public PPCallbacks {
public:
  OrderPragmas(std::shared_ptr<Pragmas> pragmas, const SourceManager &sources)
      : pragmas(std::move(pragmas)), sources(sources) {}

  void PragmaDirective(SourceLocation place, PragmaIntroducerKind introducer) override {
    // (Of _Pragma the place is not that of its text.)
    pragmas->ordered |= introducer != PIK_HashPragma || asksForOrder(place);
  }

private:
  bool asksForOrder(SourceLocation place) const {
    bool invalid = false;
    const char *text = sources.getCharacterData(place, &invalid);
    if (invalid)
      return true;
    llvm::StringRef line(text, strcspn(text, "\n"));
    return line.contains("reassociate") || line.contains("float_control") || line.ends_with("\\");
  }

  std::shared_ptr<Pragmas> pragmas;
  const SourceManager &sources;
};

/// What code holds. (Not clang's dynamic visitor: of its virtual functions each load of the plugin would bind
/// a thousand.)
class Inside : public RecursiveASTVisitor<Inside> {
public:
  bool TraverseStmt(Stmt *statement) {
    bool on = RecursiveASTVisitor::TraverseStmt(statement);
    if (auto *lambda = dyn_cast_if_present<LambdaExpr>(statement))
      bodies.push_back(lambda->getBody());
    return on;
  }
  bool TraverseDecl(Decl *decl) {
    auto *function = dyn_cast_if_present<FunctionDecl>(decl);
    bool code = function && function->doesThisDeclarationHaveABody() && !function->isImplicit() &&
                function->getBody();
    if (code)
      functions.push_back(function);
    bool on = RecursiveASTVisitor::TraverseDecl(decl);
    if (code)
      bodies.push_back(function->getBody());
    return on;
  }

  std::vector<FunctionDecl *> functions; // the outermost first
  std::vector<Stmt *> bodies;            // of lambdas and functions, the innermost first
};

/// Sees each function before code is made of it, templates before they are instantiated.
class Consumer : public ASTConsumer {
public:
  explicit Consumer(std::shared_ptr<Pragmas> pragmas) : pragmas(std::move(pragmas)) {}

  void Initialize(ASTContext &all) override { context = &all; }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    Inside inside;
    for (Decl *decl : group)
      if (!pragmas->empty())
        inside.TraverseDecl(decl);
    for (FunctionDecl *function : inside.functions)
      markAll(*function);
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    if (!pragmas->empty() && function->doesThisDeclarationHaveABody() && !function->isImplicit() &&
        function->getBody())
      markAll(*function);
  }
  void HandleTranslationUnit(ASTContext &) override { pragmas->finish(); }

private:
  void markAll(const FunctionDecl &function) {
    Inside inside;
    inside.TraverseStmt(function.getBody());
    for (Stmt *body : inside.bodies)
      markIn(body, pragmas->regionsUpTo(body->getEndLoc(), body->getBeginLoc()));
    markIn(function.getBody(), pragmas->regionsOf(function.getBody()));
    if (pragmas->ordered)
      OrderMarker(*context).mark(function.getBody());
  }

  void markIn(Stmt *body, std::vector<Region> regions) {
    if (!regions.empty())
      Marker(*context, *pragmas, regions).mark(body);
    for (const Region &region : regions)
      if (!region.found)
        pragmas->warning(region.start, "'#pragma smr off' has no loop behind it in the function");
  }

  std::shared_ptr<Pragmas> pragmas;
  ASTContext *context = nullptr;
};

class Action : public PluginASTAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &instance, llvm::StringRef) override {
    auto pragmas = std::make_shared<Pragmas>(instance.getSourceManager(), instance.getDiagnostics());
    instance.getPreprocessor().AddPragmaHandler(new Handler(pragmas));
    instance.getPreprocessor().addPPCallbacks(
        std::make_unique<OrderPragmas>(pragmas, instance.getSourceManager()));
    return std::make_unique<Consumer>(pragmas);
  }
  bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }
  ActionType getActionType() override { return AddBeforeMainAction; }
};
} // namespace

static FrontendPluginRegistry::Add<Action> registered("smr-pragma", "#pragma smr off and on");
