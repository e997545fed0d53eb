//===- pypm_dialect.cpp - the pypm dialect ------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What ODS cannot say: regions with arguments in parentheses, and the verifiers. What needs the whole of a
// pattern (what is bound where, productive recursion, guards that can never be evaluated) is asked of
// lib/pypm, and is reported at the ops.
//===----------------------------------------------------------------------===//
#include "capi/pypm_dialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tensor/patterns.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

// Assembly.
//
// MLIR drops the uses of what a region defines (a name may be used before) where an op fails to parse that
// has the region by then. What stands behind a region is parsed here, too: till its end the region is no
// op's.

static ParseResult fail(ArrayRef<Region *> regions) {
  for (Region *region : regions)
    for (Block &block : *region)
      block.dropAllDefinedValueUses();
  return failure();
}

static ParseResult endWithAttributes(OpAsmParser &parser, NamedAttrList &attributes,
                                     ArrayRef<Region *> regions) {
  return succeeded(parser.parseOptionalAttrDict(attributes)) ? success() : fail(regions);
}

static ParseResult endItem(OpAsmParser &parser, NamedAttrList &attributes, Region &region) {
  return succeeded(parser.parseOptionalAttrDictWithKeyword(attributes)) ? success() : fail({&region});
}

static void printAttributes(OpAsmPrinter &printer, Operation *op) {
  printer.printOptionalAttrDict(llvm::to_vector(op->getDiscardableAttrs()));
}

/// `(%x: !pypm.term) { … }`. An argument's name is kept in its location: messages call the variable so.
static ParseResult parseRegionWithArguments(OpAsmParser &parser, Region &body) {
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseArgumentList(arguments, OpAsmParser::Delimiter::OptionalParen, /*allowType=*/true))
    return failure();
  for (OpAsmParser::Argument &argument : arguments)
    if (!argument.sourceLoc)
      argument.sourceLoc = NameLoc::get(parser.getBuilder().getStringAttr(argument.ssaName.name.drop_front()),
                                        parser.getEncodedSourceLoc(argument.ssaName.location));
  return parser.parseRegion(body, arguments);
}

static void printRegionWithArguments(OpAsmPrinter &printer, Region &body) {
  if (body.getNumArguments()) {
    printer << '(';
    llvm::interleaveComma(body.getArguments(), printer,
                          [&](BlockArgument argument) { printer.printRegionArgument(argument); });
    printer << ") ";
  }
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
}

static ParseResult parseBody(OpAsmParser &parser, Region &body, NamedAttrList &attributes) {
  return failure(parseRegionWithArguments(parser, body) || endWithAttributes(parser, attributes, {&body}));
}

static void printBody(OpAsmPrinter &printer, Operation *op, Region &body, DictionaryAttr) {
  printRegionWithArguments(printer, body);
  printAttributes(printer, op);
}

static ParseResult parsePattern(OpAsmParser &parser, Region &body, NamedAttrList &attributes) {
  return failure(parseRegionWithArguments(parser, body) || endItem(parser, attributes, body));
}

static void printPattern(OpAsmPrinter &printer, Operation *op, Region &body, DictionaryAttr) {
  printRegionWithArguments(printer, body);
  printer.printOptionalAttrDictWithKeyword(llvm::to_vector(op->getDiscardableAttrs()));
}

/// `fp exact (…) { … }`, the first two words or not.
static ParseResult parseRule(OpAsmParser &parser, Region &body, NamedAttrList &attributes) {
  if (succeeded(parser.parseOptionalKeyword("fp"))) {
    if (parser.parseKeyword("exact"))
      return failure();
    attributes.set("exact", parser.getBuilder().getUnitAttr());
  }
  return parsePattern(parser, body, attributes);
}

static void printRule(OpAsmPrinter &printer, Operation *op, Region &body, DictionaryAttr) {
  if (op->getDiscardableAttr("exact"))
    printer << "fp exact ";
  printRegionWithArguments(printer, body);
  printer.printOptionalAttrDictWithKeyword(llvm::to_vector(op->getDiscardableAttrs()), {"exact"});
}

/// `only {…} types (…) { … }`, both or not.
static ParseResult parseTyping(OpAsmParser &parser, Region &typing, NamedAttrList &attributes) {
  DictionaryAttr only;
  if (succeeded(parser.parseOptionalKeyword("only"))) {
    if (parser.parseAttribute(only))
      return failure();
    attributes.set("only", only);
  }
  if (succeeded(parser.parseOptionalKeyword("types")) && parseRegionWithArguments(parser, typing))
    return failure();
  return endItem(parser, attributes, typing);
}

static void printTyping(OpAsmPrinter &printer, Operation *op, Region &typing, DictionaryAttr) {
  if (Attribute only = op->getDiscardableAttr("only"))
    printer << "only " << only << ' ';
  if (!typing.empty()) {
    printer << "types ";
    printRegionWithArguments(printer, typing);
  }
  printer.printOptionalAttrDictWithKeyword(llvm::to_vector(op->getDiscardableAttrs()), {"only"});
}

/// `{ … }`
static ParseResult parseCondition(OpAsmParser &parser, Region &condition, NamedAttrList &attributes) {
  return failure(parser.parseRegion(condition) || endWithAttributes(parser, attributes, {&condition}));
}

static void printCondition(OpAsmPrinter &printer, Operation *op, Region &condition, DictionaryAttr) {
  printer.printRegion(condition);
  printAttributes(printer, op);
}

/// `if { … } then { … }`, or the last of it alone.
static ParseResult parseBranch(OpAsmParser &parser, Region &condition, Region &replacement,
                               NamedAttrList &attributes) {
  if (succeeded(parser.parseOptionalKeyword("if")) && parser.parseRegion(condition))
    return failure();
  if ((!condition.empty() && parser.parseKeyword("then")) || parser.parseRegion(replacement))
    return fail({&condition});
  return endWithAttributes(parser, attributes, {&condition, &replacement});
}

static void printBranch(OpAsmPrinter &printer, Operation *op, Region &condition, Region &replacement,
                        DictionaryAttr) {
  if (!condition.empty()) {
    printer << "if ";
    printer.printRegion(condition);
    printer << " then ";
  }
  printer.printRegion(replacement);
  printAttributes(printer, op);
}

/// `{ … } or { … }`
static ParseResult parseAlternates(OpAsmParser &parser, SmallVectorImpl<std::unique_ptr<Region>> &alternates,
                                   NamedAttrList &attributes) {
  SmallVector<Region *> parsed;
  do {
    alternates.push_back(std::make_unique<Region>());
    if (parser.parseRegion(*alternates.back()))
      return fail(parsed);
    parsed.push_back(alternates.back().get());
  } while (succeeded(parser.parseOptionalKeyword("or")));
  return endWithAttributes(parser, attributes, parsed);
}

static void printAlternates(OpAsmPrinter &printer, Operation *op, MutableArrayRef<Region> alternates,
                            DictionaryAttr) {
  llvm::interleave(alternates, printer, [&](Region &region) { printer.printRegion(region); }, " or ");
  printAttributes(printer, op);
}

#include "PypmDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "PypmTypes.h.inc"
#define GET_OP_CLASSES
#include "PypmOps.h.inc"

#include "PypmDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "PypmTypes.cpp.inc"
#define GET_OP_CLASSES
#include "PypmOps.cpp.inc"

using namespace smr::pypm;

void PypmDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "PypmTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "PypmOps.cpp.inc"
      >();
}

void smr::registerPypmDialect(DialectRegistry &registry) {
  if (!registry.getDialectAllocator("pypm"))
    registry.insert<PypmDialect>();
}

// Verifiers.

/// The region ends with that terminator and has no arguments, unless they may be there.
template <typename End>
static LogicalResult endsWith(Operation *op, Region &region, StringRef what, bool arguments = false) {
  if (!arguments && region.getNumArguments())
    return op->emitOpError() << "has arguments of " << what << ", which has none";
  if (region.empty() || region.front().empty() || !isa<End>(region.front().back()))
    return op->emitOpError() << what << " ends with '" << End::getOperationName() << "'";
  return success();
}

static LogicalResult argumentsAreVariables(Operation *op, Region &region) {
  for (BlockArgument argument : region.getArguments())
    if (!isa<TermType, HeadType>(argument.getType()))
      return op->emitOpError() << "argument " << argument.getArgNumber()
                               << " is no variable: its type is !pypm.term or !pypm.head<n>";
  return success();
}

static bool isVariable(Value value) {
  return isa<BlockArgument>(value);
}

/// A pattern is a tree: what is no variable stands in one place.
static LogicalResult isTree(Operation *op) {
  WalkResult result = op->walk([](Operation *inside) {
    for (Value value : inside->getResults())
      if (isa<TermType>(value.getType()) && !value.hasOneUse()) {
        inside->emitOpError() << (value.use_empty() ? "is part of no pattern"
                                                    : "stands in two places: a pattern is a tree");
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// The attributes that have one value wherever the operator stands; null: none.
static DictionaryAttr onlyOf(OperatorOp op) {
  return op->getAttrOfType<DictionaryAttr>("only");
}

static LogicalResult verifyOnly(OperatorOp op) {
  if (op->hasAttr("only") && !onlyOf(op))
    return op.emitOpError() << "'only' is no dictionary of attributes";
  if (DictionaryAttr only = onlyOf(op))
    for (NamedAttribute value : only)
      if (!op.getDeclaredAttr() || !llvm::is_contained(op.getDeclaredAttr(), value.getName()))
        return op.emitOpError() << "declares no attribute '" << value.getName().strref() << "'";
  return success();
}

LogicalResult OperatorOp::verifyRegions() {
  if (failed(verifyOnly(*this)))
    return failure();
  Region &typing = getTyping();
  int64_t takes = getTakes().value_or(0), gives = getGives().value_or(1);
  if (getCommutative() && takes != 2)
    return emitOpError() << "that takes " << takes << " operands cannot be commutative";
  if (typing.empty())
    return success();
  if (failed(endsWith<TypesOp>(*this, typing, "what says its types", true)))
    return failure();
  if (!getTakes() || typing.getNumArguments() != takes)
    return emitOpError() << "takes " << (getTakes() ? std::to_string(takes) : "any number of")
                         << " operands, and its types are of " << typing.getNumArguments();
  for (BlockArgument argument : typing.getArguments())
    if (!isa<TermType>(argument.getType()))
      return emitOpError() << "operand " << argument.getArgNumber() << " is no !pypm.term";
  auto types = cast<TypesOp>(typing.front().back());
  if (types.getTypes().size() != static_cast<size_t>(gives))
    return types.emitOpError() << "says " << types.getTypes().size() << " types for " << gives << " results";
  return success();
}

LogicalResult PatternOp::verifyRegions() {
  if (failed(endsWith<MatchOp>(*this, getBody(), "a pattern", true)) ||
      failed(argumentsAreVariables(*this, getBody())))
    return failure();
  return isTree(*this);
}

/// All names in the module's items are there: what is said of their whole is about no other mistake.
static LogicalResult verifyNames(Operation *module, SymbolTableCollection &symbols) {
  WalkResult result = module->walk([&](Operation *op) {
    auto user = dyn_cast<SymbolUserOpInterface>(op);
    return !user || isa<PatternOp>(op) || succeeded(user.verifySymbolUses(symbols)) ? WalkResult::advance()
                                                                                    : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

static void tellError(void *, MlirLocation location, const char *text) {
  mlir::emitError(unwrap(location)) << text;
}

/// The module's last pattern verifies what needs the whole of patterns, of all of them: what is bound where,
/// productive recursion, guards that can never be evaluated.
LogicalResult PatternOp::verifySymbolUses(SymbolTableCollection &symbols) {
  for (Operation *next = (*this)->getNextNode(); next; next = next->getNextNode())
    if (isa<PatternOp>(next))
      return success();
  Operation *module = (*this)->getParentOp();
  if (failed(verifyNames(module, symbols)))
    return failure();
  return success(smr_tensor_patterns_check(wrap(module), tellError, nullptr));
}

LogicalResult RuleOp::verifyRegions() {
  Block &body = getBody().front();
  if (body.empty())
    return emitOpError() << "has no branches";
  bool last = false;
  for (Operation &op : body) {
    auto branch = dyn_cast<BranchOp>(op);
    if (!branch)
      return op.emitOpError() << "stands in a rule, which has branches alone";
    if (last)
      return op.emitOpError() << "is never reached: the one before it has no condition";
    last = branch.getCondition().empty();
  }
  return success();
}

LogicalResult RuleOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto pattern = symbols.lookupNearestSymbolFrom<PatternOp>(*this, getPatternAttr());
  if (!pattern)
    return emitOpError() << "is for '" << getPattern() << "', which is no pattern";
  if (pattern.getBody().getArgumentTypes() != getBody().getArgumentTypes())
    return emitOpError() << "has not the arguments of '" << getPattern() << "'";
  return success();
}

LogicalResult BranchOp::verifyRegions() {
  if (!getCondition().empty() && failed(endsWith<RequireOp>(*this, getCondition(), "its condition")))
    return failure();
  return endsWith<MatchOp>(*this, getReplacement(), "its replacement");
}

/// Every attribute that the operator declares is given once, and no other.
static LogicalResult verifyAttributes(ApplyOp op, OperatorOp callee) {
  llvm::StringSet<> given;
  SmallVector<StringRef> declared;
  if (ArrayAttr names = callee.getDeclaredAttr())
    llvm::append_range(declared, names.getAsValueRange<StringAttr>());
  SmallVector<StringRef> all;
  if (DictionaryAttr values = op.getGivenAttr())
    for (NamedAttribute value : values)
      all.push_back(value.getName());
  for (ArrayAttr names : {op.getWildcardsAttr(), op.getComputedAttr()})
    if (names)
      llvm::append_range(all, names.getAsValueRange<StringAttr>());
  for (StringRef name : all) {
    if (onlyOf(callee) && onlyOf(callee).contains(name))
      return op.emitOpError() << "gives '" << name << "', which has one value wherever '"
                              << callee.getSymName() << "' stands";
    if (!llvm::is_contained(declared, name))
      return op.emitOpError() << "'" << callee.getSymName() << "' declares no attribute '" << name << "'";
    if (!given.insert(name).second)
      return op.emitOpError() << "gives '" << name << "' twice";
  }
  for (StringRef name : declared)
    if (!given.contains(name) && !(onlyOf(callee) && onlyOf(callee).contains(name)))
      return op.emitOpError() << "'" << callee.getSymName() << "' has an attribute '" << name
                              << "': give its value, or any";
  return success();
}

LogicalResult ApplyOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<OperatorOp>(*this, getCalleeAttr());
  bool pattern = (*this)->getParentOfType<PatternOp>() != nullptr;
  if (!callee)
    return emitOpError() << "there is no operator '" << getCallee() << "'";
  if (callee.getTakes() && *callee.getTakes() != getArguments().size())
    return emitOpError() << "'" << getCallee() << "' takes " << *callee.getTakes() << " operands, not "
                         << getArguments().size();
  if (getResultNumber().value_or(0) >= callee.getGives().value_or(1))
    return emitOpError() << "'" << getCallee() << "' has " << callee.getGives().value_or(1)
                         << " results, counted from 0";
  if ((getComputedAttr() ? getComputedAttr().size() : 0) != getComputations().size())
    return emitOpError() << "computes " << getComputations().size() << " attributes, and names "
                         << (getComputedAttr() ? getComputedAttr().size() : 0);
  if (pattern && (getKind() || getComputedAttr()))
    return emitOpError() << "a pattern gives no types and computes no attributes";
  if (!pattern && getWildcardsAttr())
    return emitOpError() << "a replacement has no attributes of any value";
  return verifyAttributes(*this, callee);
}

LogicalResult ApplyHeadOp::verify() {
  unsigned arity = cast<HeadType>(getHead().getType()).getArity();
  if (arity != getArguments().size())
    return emitOpError() << "the function variable takes " << arity << " operands, not "
                         << getArguments().size();
  return success();
}

/// Does the pattern call the other one, perhaps through more of them?
static bool calls(PatternOp from, PatternOp to, SymbolTableCollection &symbols) {
  SmallVector<PatternOp> stack = {from};
  llvm::SmallPtrSet<Operation *, 8> seen = {from};
  while (!stack.empty()) {
    WalkResult result = stack.pop_back_val()->walk([&](CallOp call) {
      auto callee = symbols.lookupNearestSymbolFrom<PatternOp>(call, call.getCalleeAttr());
      if (callee && seen.insert(callee).second)
        stack.push_back(callee);
      return callee == to ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return true;
  }
  return false;
}

/// A pattern calls itself, and patterns before it.
static LogicalResult verifyOrder(CallOp call, PatternOp from, PatternOp callee,
                                 SymbolTableCollection &symbols) {
  if (callee == from || callee->getBlock() != from->getBlock() || callee->isBeforeInBlock(from))
    return success();
  if (calls(callee, from, symbols))
    return call.emitOpError() << "'" << from.getSymName() << "' calls itself through '" << callee.getSymName()
                              << "': patterns call themselves directly, or patterns that do not call them";
  return call.emitOpError() << "'" << callee.getSymName() << "' stands behind '" << from.getSymName()
                            << "': a pattern calls itself and earlier ones";
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<PatternOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "there is no pattern '" << getCallee() << "'";
  auto from = (*this)->getParentOfType<PatternOp>();
  if (!from)
    return emitOpError() << "calls a pattern, and stands in none";
  if (failed(verifyOrder(*this, from, callee, symbols)))
    return failure();
  if (TypeRange(callee.getBody().getArgumentTypes()) != TypeRange(getArguments().getTypes()))
    return emitOpError() << "has not the arguments of '" << getCallee() << "'";
  return success();
}

LogicalResult AlternatesOp::verifyRegions() {
  if (getAlternates().size() < 2)
    return emitOpError() << "has one alternate";
  for (Region &alternate : getAlternates())
    if (failed(endsWith<MatchOp>(*this, alternate, "an alternate")))
      return failure();
  return success();
}

LogicalResult GuardOp::verifyRegions() {
  return endsWith<RequireOp>(*this, getCondition(), "a guard");
}

LogicalResult ConstrainOp::verify() {
  if (!isVariable(getVariable()))
    return emitOpError() << "constrains what is no variable";
  return success();
}

LogicalResult ExistsOp::verifyRegions() {
  if (getBody().getNumArguments() != 1)
    return emitOpError() << "declares one variable, not " << getBody().getNumArguments();
  if (failed(argumentsAreVariables(*this, getBody())))
    return failure();
  return endsWith<MatchOp>(*this, getBody(), "what it is declared for", true);
}

LogicalResult GetOp::verify() {
  if (!isVariable(getVariable()))
    return emitOpError() << "asks for an attribute of what is no variable";
  return success();
}

LogicalResult KindOfOp::verify() {
  if (!isVariable(getVariable()))
    return emitOpError() << "asks for the type of what is no variable";
  return success();
}
