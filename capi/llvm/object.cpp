//===- object.cpp - modules of the LLVM dialect as native code ---------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "capi/llvm/object.h"
#include "base/blas_name.h"
#include "base/link_name.h"
#include "capi/shim/module.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMIRToLLVMTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Target/LLVMIR/Import.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

const char *smr_object_triple(void) {
  static const std::string triple = sys::getDefaultTargetTriple();
  return triple.c_str();
}

static std::unique_ptr<TargetMachine> makeMachine(std::string &error) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Triple triple(smr_object_triple());
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  TargetOptions options;
  options.FunctionSections = true;
  StringRef cpu = triple.getArch() == Triple::x86_64 ? "x86-64" : "generic";
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(triple, cpu, "", options, Reloc::PIC_,
                                                                    std::nullopt, CodeGenOptLevel::Default));
}

//--- Before LLVM's passes -----------------------------------------------------------

/// What the module was compiled with before is of no interest.
static void settle(Function &function) {
  for (StringRef key : {"target-cpu", "target-features", "tune-cpu", "min-legal-vector-width",
                        "frame-pointer", "probe-stack", "stack-probe-size", "stack-protector-buffer-size"})
    function.removeFnAttr(key);
  for (Attribute::AttrKind kind : {Attribute::StackProtect, Attribute::StackProtectStrong,
                                   Attribute::StackProtectReq, Attribute::ShadowCallStack})
    function.removeFnAttr(kind);
  function.setUWTableKind(UWTableKind::Async); // for debuggers and profilers
}

static void publish(Function &function) {
  function.setLinkage(GlobalValue::ExternalLinkage);
  function.setVisibility(GlobalValue::HiddenVisibility);
  function.setDSOLocal(true);
}

/// `int may(int64_t gain, void *site)`, which other objects can call, for `bound`.
static void makeMay(Function &bound, StringRef name) {
  LLVMContext &context = bound.getContext();
  Type *number = Type::getInt32Ty(context);
  auto *may = Function::Create(FunctionType::get(number, bound.getFunctionType()->params(), false),
                               GlobalValue::ExternalLinkage, name, bound.getParent());
  IRBuilder<> builder(BasicBlock::Create(context, "", may));
  builder.CreateRet(builder.CreateZExt(builder.CreateCall(&bound, {may->getArg(0), may->getArg(1)}), number));
  publish(*may);
}

/// `{i1, T} try(int64_t gain, intptr_t site, …)`: calls the entry if `bound` allows it, and returns whether
/// it did. (The site's record is no pointer, so that a call touches no memory but that of the arguments.)
static void makeTry(Function &entry, Function &bound, StringRef name) {
  LLVMContext &context = entry.getContext();
  Type *result = entry.getReturnType(), *did = Type::getInt1Ty(context);
  Type *number = Type::getInt64Ty(context);
  SmallVector<Type *> parameters = {number, number};
  append_range(parameters, entry.getFunctionType()->params());
  Type *both = result->isVoidTy() ? did : StructType::get(did, result);
  auto *attempt = Function::Create(FunctionType::get(both, parameters, false), GlobalValue::ExternalLinkage,
                                   name, entry.getParent());
  BasicBlock *ask = BasicBlock::Create(context, "", attempt),
             *call = BasicBlock::Create(context, "", attempt),
             *refuse = BasicBlock::Create(context, "", attempt);
  SmallVector<Value *> arguments;
  for (Argument &argument : drop_begin(attempt->args(), 2)) {
    AttrBuilder attributes(context, entry.getAttributes().getParamAttrs(arguments.size()));
    argument.addAttrs(attributes);
    arguments.push_back(&argument);
  }
  IRBuilder<> builder(ask);
  Value *site = builder.CreateIntToPtr(attempt->getArg(1), bound.getArg(1)->getType());
  builder.CreateCondBr(builder.CreateCall(&bound, {attempt->getArg(0), site}), call, refuse);
  builder.SetInsertPoint(call);
  Value *made = builder.CreateCall(&entry, arguments), *yes = builder.getTrue();
  if (!result->isVoidTy())
    yes = builder.CreateInsertValue(builder.CreateInsertValue(PoisonValue::get(both), yes, 0), made, 1);
  builder.CreateRet(yes);
  builder.SetInsertPoint(refuse);
  builder.CreateRet(Constant::getNullValue(both));
  publish(*attempt);
}

/// The slots of the entry's routines.
static std::vector<GlobalVariable *> slotsOf(Module &module, StringRef entry) {
  std::vector<GlobalVariable *> slots;
  std::string begin = (entry + ".slot.").str();
  for (GlobalVariable &variable : module.globals())
    if (variable.getName().starts_with(begin))
      slots.push_back(&variable);
  return slots;
}

static bool hasLoop(const Function &function) {
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>> edges;
  if (!function.isDeclaration())
    FindFunctionBackedges(function, edges);
  return !edges.empty();
}

/// What the entry calls; not the small functions around slots, which are inlined at every level, and not what
/// asks whether to call the entry.
static bool isForLevels(const Function &function) {
  return !function.isDeclaration() && !function.hasFnAttribute(Attribute::AlwaysInline) &&
         !function.getName().ends_with(".may") && !function.getName().ends_with(".try");
}

/// The entry and what it calls once more, for processors with these features.
static Function *cloneFor(ArrayRef<Function *> functions, const Function &entry, StringRef ending,
                          StringRef features) {
  ValueToValueMapTy map;
  SmallVector<Function *> clones;
  for (Function *function : functions) {
    Function *clone = Function::Create(function->getFunctionType(), GlobalValue::InternalLinkage,
                                       function->getName() + ending, function->getParent());
    map[function] = clone;
    clones.push_back(clone);
    for (auto [from, to] : zip(function->args(), clone->args()))
      map[&from] = &to;
  }
  for (auto [from, to] : zip(functions, clones)) {
    SmallVector<ReturnInst *> returns;
    CloneFunctionInto(to, from, map, CloneFunctionChangeType::GlobalChanges, returns);
    to->setLinkage(GlobalValue::InternalLinkage);
    to->setVisibility(GlobalValue::DefaultVisibility);
    if (!features.empty())
      to->addFnAttr("target-features", features);
  }
  return cast<Function>(map[&entry]);
}

/// As lib/runtime/vector.h has the levels: the entry only chooses.
static void makeLevels(Function &entry) {
  Module &module = *entry.getParent();
  SmallVector<Function *> functions;
  bool loops = false;
  for (Function &function : module)
    if (isForLevels(function)) {
      functions.push_back(&function);
      loops |= hasLoop(function);
    }
  if (!loops || !module.getTargetTriple().isX86_64())
    return;
  static const char *const features[] = {"", "+avx2,+fma",
                                         "+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512dq"};
  SmallVector<Function *> levels;
  for (unsigned level = 0; level < std::size(features); level++)
    levels.push_back(cloneFor(functions, entry, ".level" + std::to_string(level), features[level]));
  entry.deleteBody();
  publish(entry);
  LLVMContext &context = module.getContext();
  Type *number = Type::getInt32Ty(context);
  FunctionCallee ask = module.getOrInsertFunction("smr_rt_level", number);
  auto *level = cast<Function>(ask.getCallee()); // (always the same, so what it touches is no matter)
  level->setMemoryEffects(MemoryEffects::none());
  level->setDoesNotThrow();
  level->setWillReturn();
  IRBuilder<> builder(BasicBlock::Create(context, "", &entry));
  BasicBlock *rest = BasicBlock::Create(context, "", &entry);
  SwitchInst *choice = builder.CreateSwitch(builder.CreateCall(ask), rest);
  SmallVector<Value *> arguments;
  for (Argument &argument : entry.args())
    arguments.push_back(&argument);
  for (auto [k, function] : enumerate(levels)) {
    BasicBlock *block = k ? BasicBlock::Create(context, "", &entry) : rest;
    if (k)
      choice->addCase(ConstantInt::get(cast<IntegerType>(number), k), block);
    builder.SetInsertPoint(block);
    CallInst *call = builder.CreateCall(function, arguments);
    call->setTailCall();
    if (entry.getReturnType()->isVoidTy())
      builder.CreateRetVoid();
    else
      builder.CreateRet(call);
  }
}

/// A routine of BLAS, whose calls touch nothing but what they are given (smr_slot_promise_blas), keeps no
/// address either. So LLVM finds out which arguments of the entry are only read.
static void promise(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || !call->isIndirectCall() || !call->getMemoryEffects().onlyAccessesArgPointees())
        continue;
      for (unsigned k = 0; k < call->arg_size(); k++)
        if (call->getArgOperand(k)->getType()->isPointerTy())
          call->addParamAttr(k, Attribute::getWithCaptureInfo(module.getContext(), CaptureInfo::none()));
    }
}

//--- Compiling ----------------------------------------------------------------------

static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2).run(module, modules);
}

static bool emit(Module &module, TargetMachine &machine, SmrBytes *object, SmrDiag *diag) {
  SmallString<0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile))
    return smr_error(diag, nullptr, 0, 0, "LLVM makes no objects for %s", smr_object_triple());
  passes.run(module);
  smr_put_bytes(object, bytes.data(), bytes.size());
  return true;
}

static void prepare(Module &module, TargetMachine &machine) {
  module.setTargetTriple(Triple(smr_object_triple()));
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(PICLevel::BigPIC);
}

//--- What the entry is to its callers -----------------------------------------------

static const char *joined(const std::vector<std::string> &names, SmrArena *arena) {
  std::string text = names.empty() ? "-" : join(names, ",");
  return smr_arena_strndup(arena, text.data(), text.size());
}

/// What memory an entry touches that calls BLAS and libsmr_rt only: what it is given, slots, and memory that
/// the program cannot see, such as its own variables. With functions or variables of other libraries: any.
static MemoryEffects effectsOf(const Module &module, const std::vector<std::string> &routines,
                               const std::vector<std::string> &functions) {
  bool others = !functions.empty();
  for (const std::string &name : routines)
    others |= !smr_is_blas_name(name.c_str()) && !StringRef(name).starts_with("smr_rt_");
  for (const GlobalVariable &variable : module.globals())
    others |= variable.isDeclaration() && !variable.getName().starts_with(SMR_LINKED_MARK);
  return others
             ? MemoryEffects::unknown()
             : MemoryEffects::readOnly() | MemoryEffects::argMemOnly() | MemoryEffects::inaccessibleMemOnly();
}

/// A declaration with what LLVM found out about the function, which touches no more memory than `most`.
static Function *declareLike(const Function &function, MemoryEffects most, Module &out) {
  Function *copy = Function::Create(function.getFunctionType(), GlobalValue::ExternalWeakLinkage,
                                    function.getName(), &out);
  copy->setVisibility(GlobalValue::HiddenVisibility);
  for (const Argument &argument : function.args())
    for (Attribute::AttrKind kind : {Attribute::NoAlias, Attribute::Captures, Attribute::ReadOnly,
                                     Attribute::WriteOnly, Attribute::ReadNone})
      if (function.getAttributes().hasParamAttr(argument.getArgNo(), kind))
        copy->addParamAttr(argument.getArgNo(),
                           function.getAttributes().getParamAttr(argument.getArgNo(), kind));
  copy->setMemoryEffects(function.getMemoryEffects() & most);
  if (function.doesNotThrow())
    copy->setDoesNotThrow();
  if (function.willReturn())
    copy->setWillReturn();
  return copy;
}

/// `<symbol>.may` is as smr_rt_due, which it calls: it reads and changes only what the program cannot see.
static void declareMay(const Function &may, Module &out) {
  Function *copy =
      Function::Create(may.getFunctionType(), GlobalValue::ExternalWeakLinkage, may.getName(), &out);
  copy->setVisibility(GlobalValue::HiddenVisibility);
  copy->setDoesNotThrow();
  copy->setWillReturn();
  copy->setMemoryEffects(MemoryEffects::inaccessibleMemOnly(ModRefInfo::Ref));
  copy->setConvergent();
}

/// The functions of a module as text of the LLVM dialect, in one line.
static std::string textOf(std::unique_ptr<Module> declarations, mlir::MLIRContext *context) {
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::translateLLVMIRToModule(
      std::move(declarations), context, /*emitExpensiveWarnings=*/false, /*dropDICompositeTypeElements=*/true,
      /*loadAllDialects=*/false);
  std::string text;
  raw_string_ostream stream(text);
  if (module)
    for (auto function : module->getOps<mlir::LLVM::LLVMFuncOp>()) {
      function->print(stream, mlir::OpPrintingFlags().useLocalScope().enableDebugInfo(false));
      stream << " ";
    }
  return text.find('\n') == std::string::npos ? text : std::string();
}

static std::unique_ptr<Module> emptyLike(const Module &module) {
  auto empty = std::make_unique<Module>("", module.getContext());
  empty->setDataLayout(module.getDataLayout());
  return empty;
}

static void describe(Module &module, const std::string &name, mlir::MLIRContext *context, SmrArena *arena,
                     SmrEntryInfo *out) {
  std::vector<std::string> routines, functions;
  for (const GlobalVariable *slot : slotsOf(module, name))
    routines.push_back(slot->getName().substr(name.size() + strlen(".slot.")).str());
  for (const Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !function.getName().starts_with("smr_rt_"))
      functions.push_back(function.getName().str());
  out->routines = joined(routines, arena);
  out->functions = joined(functions, arena);
  MemoryEffects most = effectsOf(module, routines, functions);
  std::unique_ptr<Module> tries = emptyLike(module), others = emptyLike(module);
  declareLike(*module.getFunction(name + ".try"), most, *tries)->setConvergent(); // (as what it asks)
  declareLike(*module.getFunction(name), most, *others);
  declareMay(*module.getFunction(name + ".may"), *others);
  out->tries = joined({textOf(std::move(tries), context)}, arena);
  out->others = joined({textOf(std::move(others), context)}, arena);
}

bool smr_object_compile(MlirOperation op, const char *symbol, SmrArena *arena, SmrEntryInfo *out,
                        SmrBytes *object, SmrDiag *diag) {
  std::string error;
  std::unique_ptr<TargetMachine> machine = makeMachine(error);
  if (!machine)
    return smr_error(diag, nullptr, 0, 0, "%s", error.c_str());
  mlir::MLIRContext *context = unwrap(mlirOperationGetContext(op));
  mlir::DialectRegistry registry;
  registry.insert<mlir::LLVM::LLVMDialect, mlir::DLTIDialect>();
  mlir::registerLLVMDialectImport(registry);
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<mlir::LLVM::LLVMDialect, mlir::DLTIDialect>();
  LLVMContext llvm;
  SmrCapture *capture = smrCaptureCreate(mlirOperationGetContext(op), diag);
  std::unique_ptr<Module> module = mlir::translateModuleToLLVMIR(unwrap(op), llvm, symbol);
  smrCaptureDestroy(capture);
  std::string name = symbol;
  Function *entry = module ? module->getFunction(name) : nullptr,
           *bound = module ? module->getFunction(name + ".bound") : nullptr;
  if (!entry || !bound)
    return diag->errors ? false : smr_error(diag, nullptr, 0, 0, "\"%s\" cannot be compiled", symbol);
  prepare(*module, *machine);
  StripDebugInfo(*module);
  publish(*entry);
  makeMay(*bound, name + ".may");
  makeTry(*entry, *bound, name + ".try");
  for (Function &function : *module)
    if (!function.isDeclaration())
      settle(function);
  promise(*module);
  makeLevels(*entry);
  optimize(*module, *machine);
  out->symbol = symbol;
  describe(*module, name, context, arena, out);
  return emit(*module, *machine, object, diag);
}

bool smr_object_of_text(const SmrStr *text, SmrBytes *object, SmrDiag *diag) {
  std::string error;
  std::unique_ptr<TargetMachine> machine = makeMachine(error);
  if (!machine)
    return smr_error(diag, nullptr, 0, 0, "%s", error.c_str());
  LLVMContext context;
  Module module("", context);
  prepare(module, *machine);
  Constant *bytes = ConstantDataArray::getString(context, StringRef(text->data, text->size), false);
  auto *variable =
      new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, "entries");
  variable->setSection(".smr.entries");
  variable->setMetadata(LLVMContext::MD_exclude, MDNode::get(context, {})); // no program has a use for it
  return emit(module, *machine, object, diag);
}

bool smr_object_archive(const SmrBytes *objects, const char *const *names, uint32_t count, SmrBytes *archive,
                        SmrDiag *diag) {
  std::vector<NewArchiveMember> members;
  for (uint32_t k = 0; k < count; k++)
    members.emplace_back(MemoryBufferRef(
        StringRef(reinterpret_cast<const char *>(objects[k].data), objects[k].size), names[k]));
  auto made = writeArchiveToBuffer(members, SymtabWritingMode::NormalSymtab, object::Archive::K_GNU,
                                   /*Deterministic=*/true, /*Thin=*/false);
  if (!made)
    return smr_error(diag, nullptr, 0, 0, "%s", toString(made.takeError()).c_str());
  smr_put_bytes(archive, (*made)->getBufferStart(), (*made)->getBufferSize());
  return true;
}
