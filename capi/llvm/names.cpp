//===- names.cpp - what the source calls the values of a module ---------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A noted name is TEXT \2 OFFSET \1: passes may append to it, and what they append is cut off. OFFSET is
// where the member lies in its outermost struct: a text is only believed where the address agrees with it, so
// that merged or moved address arithmetic loses its name rather than getting a wrong one.
//===----------------------------------------------------------------------===//
#include "capi/llvm/names.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueSymbolTable.h"
#include <optional>

using namespace llvm;
using namespace smr;

//===----------------------------------------------------------------------===//
// Before the preparation
//===----------------------------------------------------------------------===//

namespace {
/// LLVM tells equal names apart by numbers that it appends, one count for the whole function: "i5" is a
/// second "i" when there is an "i" and nothing else has taken 5; otherwise 5 is a part of the source's own
/// name.
class Uniquifier {
public:
  explicit Uniquifier(const Function &function) : table(*function.getValueSymbolTable()) {
    for (const auto &entry : table)
      forEachSplit(entry.getKey(), [&](StringRef, StringRef number) { ++users[number]; });
  }

  StringRef plain(StringRef name) {
    StringRef best = name;
    forEachSplit(name, [&](StringRef stem, StringRef number) {
      if (users.lookup(number) == 1)
        best = stem;
    });
    return best;
  }

private:
  template <typename Visit> void forEachSplit(StringRef name, Visit visit) {
    for (size_t k = name.size(); k > 1 && isDigit(name[k - 1]); --k)
      if (name[k - 1] != '0' && table.lookup(name.take_front(k - 1)))
        visit(name.take_front(k - 1), name.drop_front(k - 1));
  }

  const ValueSymbolTable &table;
  StringMap<unsigned> users;
};

struct Path {
  std::string text;
  uint64_t offset = 0;
};
} // namespace

static bool isIdentifier(StringRef text) {
  return !text.empty() && !isDigit(text[0]) &&
         all_of(text, [](char c) { return isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 128; });
}

namespace {
/// A member has one name wherever its address is made: in a whole module the shortest of them is without a
/// number most often, also where a function has a parameter of that name.
class Members {
public:
  explicit Members(const Module &module) {
    for (const Function &function : module)
      for (const Instruction &instruction : instructions(function))
        if (const auto *step = dyn_cast<GetElementPtrInst>(&instruction);
            step && isIdentifier(step->getName()))
          if (auto known = key(*step)) {
            StringRef &name = shortest[*known];
            if (name.empty() || step->getName().size() < name.size())
              name = step->getName();
          }
  }

  /// `plain`: what the function alone tells.
  StringRef name(const GetElementPtrInst &step, StringRef plain) const {
    auto known = key(step);
    StringRef name = known ? shortest.lookup(*known) : StringRef();
    bool numbered = !name.empty() && name.size() < plain.size() && plain.starts_with(name);
    return numbered && all_of(plain.drop_front(name.size()), isDigit) ? name : plain;
  }

private:
  using Key = std::pair<const Type *, uint64_t>;

  static std::optional<Key> key(const GetElementPtrInst &step) {
    const auto *index = dyn_cast<ConstantInt>(step.getOperand(step.getNumOperands() - 1));
    if (!isa<StructType>(step.getSourceElementType()) || step.getNumIndices() != 2 || !index)
      return {};
    return Key(step.getSourceElementType(), index->getZExtValue());
  }

  DenseMap<Key, StringRef> shortest;
};
} // namespace

static std::string encode(const Path &path) {
  return path.text + "\2" + std::to_string(path.offset) + "\1";
}

/// The members that lead to an address from the outermost struct; no text where it is not a member.
static Path pathOf(const Value *address, const DenseMap<const Value *, std::string> &members,
                   const DataLayout &layout) {
  const auto *step = dyn_cast<GetElementPtrInst>(address);
  bool array = step && isa<ArrayType>(step->getSourceElementType()) && step->getNumIndices() == 2;
  if (!step || (!array && !isa<StructType>(step->getSourceElementType())) || step->getNumIndices() < 2)
    return {};
  const auto *first = dyn_cast<ConstantInt>(step->getOperand(1));
  APInt offset(layout.getIndexTypeSizeInBits(step->getType()), 0);
  if (!first || !first->isZero() || !step->accumulateConstantOffset(layout, offset))
    return {};
  Path path = pathOf(step->getPointerOperand(), members, layout);
  std::string member = members.lookup(step);
  if (array && path.text.empty()) // an array that is no member
    return {};
  if (array)
    path.text += "[" + std::to_string(cast<ConstantInt>(step->getOperand(2))->getSExtValue()) + "]";
  else if (!member.empty())
    path.text += (path.text.empty() ? "" : ".") + member;
  path.offset += offset.getZExtValue();
  return path;
}

static void noteFunction(Function &function, const Members &known) {
  Uniquifier names(function);
  const DataLayout &layout = function.getDataLayout();
  DenseMap<const Value *, std::string> members, slots;
  for (Instruction &instruction : instructions(function)) {
    StringRef name = names.plain(instruction.getName());
    if (isa<AllocaInst>(instruction)) {
      name.consume_back(".addr");
      if (isIdentifier(name))
        slots[&instruction] = name.str();
    } else if (auto *step = dyn_cast<GetElementPtrInst>(&instruction); step && isIdentifier(name)) {
      members[step] = known.name(*step, name).str();
    }
  }
  std::vector<std::pair<Instruction *, std::string>> renamed;
  for (Instruction &instruction : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (auto slot = slots.find(&instruction); slot != slots.end())
      renamed.push_back({&instruction, encode({slot->second, 0})});
    else if (Path path = pathOf(load ? load->getPointerOperand() : &instruction, members, layout);
             !path.text.empty() && (!load || !load->hasName()))
      renamed.push_back({&instruction, encode(path)});
  }
  for (auto &[instruction, name] : renamed)
    instruction->setName(name);
}

void smr::noteNames(Module &module) {
  Members members(module);
  for (Function &function : module)
    if (!function.isDeclaration() && function.getValueSymbolTable() &&
        any_of(instructions(function), [](auto &instruction) { return instruction.hasName(); }))
      noteFunction(function, members);
}

//===----------------------------------------------------------------------===//
// After it
//===----------------------------------------------------------------------===//

namespace {
class Texts {
public:
  explicit Texts(const Module &module) : layout(module.getDataLayout()) {}

  /// What a number or a pointer is called.
  std::string value(const Value *value, unsigned depth = MostDepth) const {
    if (!depth--)
      return "";
    if (auto *number = dyn_cast<ConstantInt>(value))
      return number->getBitWidth() <= 64 ? std::to_string(number->getSExtValue()) : "";
    if (auto *load = dyn_cast<LoadInst>(value))
      return loaded(*load, depth);
    if (isa<SExtInst, ZExtInst, TruncInst>(value))
      return this->value(cast<CastInst>(value)->getOperand(0), depth);
    if (auto *sum = dyn_cast<BinaryOperator>(value))
      return arithmetic(*sum, depth);
    if (isa<Argument>(value))
      return isIdentifier(value->getName()) ? value->getName().str() : "";
    if (auto *global = dyn_cast<GlobalVariable>(value))
      return variable(*global);
    if (auto path = noted(value)) {
      if (isa<PHINode, AllocaInst>(value))
        return path->text;
      if (isa<GetElementPtrInst>(value))
        return member(value, *path, depth);
    }
    return "";
  }

private:
  enum { MostDepth = 8, MostText = 100 };
  static constexpr const char *InThis = "a member of *this";

  static std::optional<Path> noted(const Value *value) {
    StringRef name = value->getName();
    auto [text, rest] = name.split('\2');
    auto [number, added] = rest.split('\1');
    Path path = {text.str(), 0};
    // Promotion adds a count, inlining an "i"; whatever else is added means another thing.
    if (rest.empty() || number.getAsInteger(10, path.offset) ||
        added.find_first_not_of(".0123456789i") != StringRef::npos)
      return {};
    return path;
  }

  static std::string variable(const GlobalVariable &global) {
    std::string name = demangle(global.getName().str());
    size_t dot = name.rfind('.'); // a static variable of a function
    if (dot != std::string::npos)
      name = name.substr(dot + 1);
    size_t colon = name.rfind("::");
    return isIdentifier(colon == std::string::npos ? name : name.substr(colon + 2)) ? name : "";
  }

  std::string arithmetic(const BinaryOperator &op, unsigned depth) const {
    const char *sign = op.getOpcode() == Instruction::Add   ? " + "
                       : op.getOpcode() == Instruction::Sub ? " - "
                       : op.getOpcode() == Instruction::Mul ? "*"
                                                            : nullptr;
    if (!sign)
      return "";
    std::string left = value(op.getOperand(0), depth), right = value(op.getOperand(1), depth);
    if (left.empty() || right.empty() || left.size() + right.size() > MostText)
      return "";
    bool product = op.getOpcode() == Instruction::Mul;
    if (!product && right[0] == '-')
      return left + (op.getOpcode() == Instruction::Add ? " - " : " + ") + right.substr(1);
    if (product && left.find(' ') != std::string::npos)
      left = "(" + left + ")";
    if (op.getOpcode() != Instruction::Add && right.find(' ') != std::string::npos)
      right = "(" + right + ")";
    return left + sign + right;
  }

  /// Takes constant steps off an address until `offset` of their bytes are met, or all when there is no
  /// limit.
  const Value *strip(const Value *address, std::optional<uint64_t> limit, int64_t &bytes) const {
    bytes = 0;
    while (auto *step = dyn_cast<GEPOperator>(address)) {
      APInt offset(layout.getIndexTypeSizeInBits(step->getType()), 0);
      if ((limit && *limit && bytes == static_cast<int64_t>(*limit)) ||
          !step->accumulateConstantOffset(layout, offset))
        break;
      bytes += offset.getSExtValue();
      address = step->getPointerOperand();
    }
    return address;
  }

  /// `base[index]`, `extra` bytes behind an address that was computed with one index.
  std::string element(const Value *address, int64_t extra, unsigned depth) const {
    auto *step = dyn_cast<GEPOperator>(address);
    if (!step || !depth--)
      return "";
    Type *type = step->getSourceElementType();
    const Value *index = step->getOperand(step->getNumOperands() - 1);
    if (step->getNumIndices() == 2 && isa<ArrayType>(type) && isZero(step->getOperand(1)))
      type = cast<ArrayType>(type)->getElementType();
    else if (step->getNumIndices() != 1)
      return "";
    auto size = static_cast<int64_t>(layout.getTypeAllocSize(type).getFixedValue());
    std::string base = value(step->getPointerOperand(), depth), at = value(index, depth);
    if (!size || extra % size || base.empty() || at.empty() || base.size() + at.size() > MostText)
      return "";
    if (extra)
      at += (extra < 0 ? " - " : " + ") + std::to_string(extra < 0 ? -(extra / size) : extra / size);
    return base + "[" + at + "]";
  }

  static bool isZero(const Value *value) {
    auto *number = dyn_cast<ConstantInt>(value);
    return number && number->isZero();
  }

  /// C++ passes references as pointers that are never null.
  static bool isObject(const Value *root) {
    auto *argument = dyn_cast<Argument>(root);
    return isa<AllocaInst, GlobalVariable, GEPOperator>(root) ||
           (argument && (argument->hasByValAttr() || argument->hasStructRetAttr() || isReference(*argument)));
  }
  static bool isReference(const Argument &argument) {
    return argument.hasNonNullAttr(false) && argument.getDereferenceableBytes() &&
           argument.getName() != "this";
  }

  /// The member that `path` leads to, when `address` is as far from something with a name as it says.
  std::string member(const Value *address, const Path &path, unsigned depth) const {
    int64_t bytes;
    const Value *root = strip(address, path.offset, bytes);
    std::string base;
    if (bytes == static_cast<int64_t>(path.offset) && !isa<GEPOperator>(root)) {
      base = value(root, depth);
    } else {
      root = strip(address, {}, bytes);
      base = element(root, bytes - static_cast<int64_t>(path.offset), depth);
    }
    if (base.empty() || base.size() + path.text.size() > MostText)
      return "";
    return base + (isObject(root) ? "." : "->") + path.text;
  }

  std::string loaded(const LoadInst &load, unsigned depth) const {
    const Value *address = load.getPointerOperand();
    if (auto path = noted(&load))
      return member(address, *path, depth);
    if (isa<AllocaInst, GlobalVariable>(address))
      return value(address, depth);
    int64_t bytes;
    const Value *root = strip(address, {}, bytes);
    if (isa<GEPOperator>(root))
      return element(root, bytes, depth);
    std::string base = value(root, depth);
    auto size = static_cast<int64_t>(layout.getTypeAllocSize(load.getType()).getFixedValue());
    // What a lambda has captured, and where references among that lead; a union's member.
    if (base == "this" || (base == InThis && !bytes))
      return InThis;
    if (base.empty() || !size || bytes % size)
      return "";
    // Pointers in what a reference is to are no elements: a vector's ends.
    auto *argument = dyn_cast<Argument>(root);
    if (bytes && load.getType()->isPointerTy() && argument && isReference(*argument))
      return "word " + std::to_string(bytes / size) + " of " + base;
    if (bytes || isa<AllocaInst, GlobalVariable>(root))
      return base + "[" + std::to_string(bytes / size) + "]";
    return (isObject(root) ? "" : "*") + base;
  }

  const DataLayout &layout;
};
} // namespace

/// Numbers and pointers: what guards and messages speak of.
static bool isTold(const Value &value) {
  return value.getType()->isIntegerTy() || value.getType()->isPointerTy();
}

static FunctionNames namesOf(const Function &function, const Texts &texts) {
  FunctionNames names;
  for (const Argument &argument : function.args())
    names.parameters.push_back(argument.getName().str());
  for (const BasicBlock &block : function) {
    FunctionNames::Block &texted = names.blocks.emplace_back();
    for (const Instruction &instruction : block) {
      bool phi = isa<PHINode>(instruction);
      if (!phi && !isa<LoadInst>(instruction))
        continue;
      std::string text = isTold(instruction) ? texts.value(&instruction) : "";
      names.any |= !text.empty();
      (phi ? texted.phis : texted.loads).push_back(std::move(text));
    }
  }
  names.any |= any_of(names.parameters, [](const std::string &name) { return !name.empty(); });
  return names;
}

SourceNames smr::collectNames(Module &module) {
  SourceNames names;
  Texts texts(module);
  for (const Function &function : module)
    if (!function.isDeclaration())
      if (FunctionNames known = namesOf(function, texts); known.any)
        names[function.getName()] = std::move(known);
  return names;
}

/// The import keeps the order of blocks, phis and loads; where their numbers differ nothing is named.
static void attachToBlock(mlir::Block &block, const FunctionNames::Block &names) {
  mlir::MLIRContext *context = block.getParentOp()->getContext();
  auto loads = llvm::to_vector(block.getOps<mlir::LLVM::LoadOp>());
  if (loads.size() == names.loads.size())
    for (auto [load, name] : zip(loads, names.loads))
      if (!name.empty())
        load->setDiscardableAttr("smr_name", mlir::StringAttr::get(context, name));
  bool any = any_of(names.phis, [](const std::string &name) { return !name.empty(); });
  if (!any || block.isEntryBlock() || block.getNumArguments() != names.phis.size() || block.empty())
    return;
  SmallVector<mlir::Attribute> texts;
  for (const std::string &name : names.phis)
    texts.push_back(mlir::StringAttr::get(context, name));
  block.back().setDiscardableAttr("smr_args", mlir::ArrayAttr::get(context, texts));
}

void smr::attachNames(mlir::ModuleOp module, const SourceNames &names, bool inner) {
  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    auto known = names.find(function.getName());
    if (known == names.end())
      continue;
    const FunctionNames &told = known->second;
    if (told.parameters.size() == function.getNumArguments())
      for (auto [index, name] : enumerate(told.parameters))
        if (!name.empty())
          function.setArgAttr(static_cast<unsigned>(index), "smr.name",
                              mlir::StringAttr::get(module.getContext(), name));
    if (inner && told.blocks.size() == function.getBlocks().size())
      for (auto [block, texts] : zip(function.getBlocks(), told.blocks))
        attachToBlock(block, texts);
  }
}
