//===- link.c - all sides of all pairs in one shared object --------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What runs in the check is what goes into the library: the pairs' own modules. Their definitions get names
// of their own, modules that declare the same things share one compiler run, and a stub per wrapper, in LLVM
// IR, takes its arguments from an array of addresses.
//===----------------------------------------------------------------------===//
#include "base/beside.h"
#include "base/intern.h"
#include "base/map.h"
#include "capi/shim/module.h"
#include "frontend/frontend.h"
#include "frontend/process.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Support.h"
#include "mlir/host/symbol.h"
#include "mlir/name.h"
#include "verify/memref.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#define REF(text) mlirStringRefCreateFromCString(text)

enum { MOST_SIDES = 96 }; // of one compiler run

/// One run of flang.
typedef struct {
  MlirModule module;
  SmrDescribed *described; // what its ops mean
  SmrIntern *names;        // of what is declared
  SmrMap texts;            // name → text of the declaration
  SMR_VEC(uint32_t) sides; // pair * 2, + 1 for the replacement
  SmrStr source, object, errors;
  bool ok, lower; // `lower`: one side in dialects for mlir-opt
} Batch;

typedef SMR_VEC(Batch *) Batches;
typedef SMR_VEC(const char *) Flags;

//--- Symbols -----------------------------------------------------------------------

static MlirStringRef symbol_of(MlirOperation op) {
  MlirAttribute name = mlirOperationGetAttributeByName(op, mlirSymbolTableGetSymbolAttributeName());
  return mlirAttributeIsNull(name) ? (MlirStringRef){NULL, 0} : mlirStringAttrGetValue(name);
}

static bool is_function(SmrDescribed *described, MlirOperation op) {
  return smr_described(described, op)->function != SMR_FUNCTION_NONE;
}

/// Declared here, defined elsewhere.
static bool is_declaration(SmrDescribed *described, MlirOperation op) {
  if (is_function(described, op))
    return mlirOperationGetNumRegions(op) &&
           mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  return smr_symbol_is_data(op) && mlirOperationGetNumRegions(op) &&
         mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0))) &&
         mlirAttributeIsNull(mlirOperationGetAttributeByName(op, REF("value"))) &&
         mlirAttributeIsNull(mlirOperationGetAttributeByName(op, REF("initVal")));
}

/// The name that the linker will look for.
static const char *linked_name(MlirOperation op, SmrArena *arena) {
  MlirStringRef symbol = symbol_of(op);
  SmrStr text = {0};
  if (symbol.length > 3 && strncmp(symbol.data, "_QP", 3) == 0) {
    smr_str_append(&text, symbol.data + 3, symbol.length - 3);
    smr_str_putc(&text, '_');
  } else {
    smr_str_append(&text, symbol.data, symbol.length);
  }
  const char *result = smr_arena_strdup(arena, smr_str_get(&text));
  smr_str_free(&text);
  return result;
}

/// Every definition of a side gets a name that no other side has; the wrapper's is known to the stub.
static void rename_definitions(MlirModule module, SmrDescribed *described, const char *wrapper, uint32_t side,
                               bool c_interface) {
  MlirOperation top = mlirModuleGetOperation(module);
  uint32_t number = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    MlirStringRef old = symbol_of(op);
    if (!old.data || is_declaration(described, op))
      continue;
    SmrStr name = {0};
    bool is_wrapper = old.length == strlen(wrapper) && memcmp(old.data, wrapper, old.length) == 0;
    smr_str_printf(&name, is_wrapper ? "smr_side_%u" : "smr_part_%u_%u", side, number++);
    MlirStringRef fresh = REF(smr_str_get(&name));
    mlirSymbolTableReplaceAllSymbolUses(old, fresh, top);
    mlirOperationSetAttributeByName(op, mlirSymbolTableGetSymbolAttributeName(),
                                    mlirStringAttrGet(mlirOperationGetContext(op), fresh));
    if (is_wrapper)
      smr_symbol_make_public(op, c_interface);
    smr_str_free(&name);
  }
}

//--- Batches -----------------------------------------------------------------------

static bool declares_same(Batch *batch, MlirOperation op, SmrIntern *texts, bool insert) {
  MlirStringRef name = symbol_of(op);
  SmrStr text = {0};
  mlirOperationPrint(op, smr_mlir_append, &text);
  SmrSym is_now = smr_intern(texts, smr_str_get(&text)), known;
  SmrSym key = smr_intern_n(batch->names, name.data, name.length);
  smr_str_free(&text);
  uint32_t value;
  if (smr_map_get(&batch->texts, key, &value))
    known = value;
  else
    known = is_now;
  if (insert)
    smr_map_set(&batch->texts, key, is_now);
  return known == is_now;
}

static bool fits(Batch *batch, MlirModule module, SmrIntern *texts) {
  bool ok = batch->sides.size < MOST_SIDES && !batch->lower;
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module));
       !mlirOperationIsNull(op) && ok; op = mlirOperationGetNextInBlock(op))
    if (symbol_of(op).data && is_declaration(batch->described, op))
      ok = declares_same(batch, op, texts, false);
  return ok;
}

static void add_side(Batch *batch, MlirModule module, uint32_t side, SmrIntern *texts) {
  MlirBlock body = mlirModuleGetBody(batch->module);
  for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(module)); !mlirOperationIsNull(op);
       op = mlirOperationGetNextInBlock(op)) {
    if (symbol_of(op).data && is_declaration(batch->described, op)) {
      uint32_t ignored, size = batch->texts.size;
      (void)ignored;
      declares_same(batch, op, texts, true);
      if (batch->texts.size == size)
        continue;
    }
    mlirBlockAppendOwnedOperation(body, mlirOperationClone(op));
  }
  smr_vec_push(&batch->sides, side);
}

static Batch *new_batch(SmrDescribed *described, MlirModule like, Batches *all) {
  Batch *batch = smr_xcalloc(1, sizeof *batch);
  batch->described = described;
  MlirOperation from = mlirModuleGetOperation(like);
  batch->module = mlirModuleCreateEmpty(mlirOperationGetLocation(from));
  MlirOperation to = mlirModuleGetOperation(batch->module);
  for (intptr_t k = 0; k < mlirOperationGetNumDiscardableAttributes(from); k++) {
    MlirNamedAttribute named = mlirOperationGetDiscardableAttribute(from, k);
    mlirOperationSetDiscardableAttributeByName(to, mlirIdentifierStr(named.name), named.attribute);
  }
  batch->names = smr_intern_create();
  smr_vec_push(all, batch);
  return batch;
}

static void free_batches(Batches *all) {
  for (uint32_t k = 0; k < all->size; k++) {
    Batch *b = all->data[k];
    mlirModuleDestroy(b->module);
    smr_intern_destroy(b->names);
    smr_map_free(&b->texts);
    smr_vec_free(&b->sides);
    smr_str_free(&b->source);
    smr_str_free(&b->object);
    smr_str_free(&b->errors);
    free(b);
  }
  smr_vec_free(all);
}

//--- Stubs -------------------------------------------------------------------------

/// The type in LLVM IR; NULL for what is passed in ways that depend on the machine.
static const char *llvm_type(SmrType type, char *buffer, size_t size) {
  uint32_t width = SMR_TYPE_PAYLOAD(type);
  switch (SMR_TYPE_KIND(type)) {
  case SMR_T_INT:
    snprintf(buffer, size, "i%u", width);
    return width <= 64 ? buffer : NULL;
  case SMR_T_FLOAT:
    return width == 16   ? "half"
           : width == 32 ? "float"
           : width == 64 ? "double"
           : width == 80 ? "x86_fp80"
                         : "fp128";
  case SMR_T_BFLOAT:
    return "bfloat";
  case SMR_T_PTR:
  case SMR_T_BOX:
    return "ptr";
  default:
    return NULL;
  }
}

/// Of a result. Complex numbers come back as C's do.
static const char *result_type(SmrType type, char *buffer, size_t size) {
  SmrType part = smr_type_part(type);
  if (part == type)
    return llvm_type(type, buffer, size);
#ifdef __x86_64__
  if (part == SMR_F32)
    return "<2 x float>";
#endif
  return part == SMR_F64 ? "{ double, double }" : part == SMR_F32 ? "{ float, float }" : NULL;
}

static const char *extension(SmrType type) {
  return SMR_TYPE_KIND(type) != SMR_T_INT || SMR_TYPE_PAYLOAD(type) >= 32 ? ""
         : type == SMR_I1                                                 ? " zeroext"
                                                                          : " signext";
}

/// The native code that programs call; NULL if there is none.
static const SmrEntryInfo *entry_of(const SmrVerifyPair *pair, const SmrVerifyOptions *options) {
  const SmrBuildEntry *entry = pair->pair->entry;
  return entry && entry->object.size && !pair->joined && !options->costs ? &entry->info : NULL;
}

/// Appends the stub of one side, or of the entry in its place, or says that there can be none.
static bool add_stub(const SmrVerifyPair *pair, uint32_t side, const SmrEntryInfo *entry, SmrStr *out) {
  const SmrGraph *g = pair->pair->graph;
  const SmrPattern *pattern = &pair->pair->pair->pattern;
  const SmrBlockData *block = &g->blocks.data[smr_region_block(g, g->body)];
  uint32_t count = block->args.size;
  bool result = pattern->arg_count > count, mlir = smr_verify_is_mlir(pair->pair, (int)(side % 2));
  SmrStr types = {0}, loads = {0}, values = {0};
  bool ok = pattern->arg_count <= count + 1 && count <= SMR_VERIFY_ARGS;
  char buffer[16];
  for (uint32_t k = 0; k < count && ok; k++) {
    SmrType type = smr_value_type(g, block->args.data[k]);
    const SmrPatternArg *arg = &pattern->args[k];
    bool by_value =
        SMR_TYPE_KIND(type) != SMR_T_PTR && SMR_TYPE_KIND(type) != SMR_T_BOX && arg->kind != SMR_ARG_OUT;
    bool number = arg->kind == SMR_ARG_INT || (arg->kind == SMR_ARG_FLOAT && !smr_type_is_complex(arg->type));
    if (entry && arg->by_reference && number) // (edit/by_value.c)
      by_value = true, type = arg->type;
    const char *text = by_value ? llvm_type(type, buffer, sizeof buffer) : "ptr";
    if (!(ok = text != NULL))
      break;
    const char *extended = by_value ? extension(type) : "";
    smr_str_printf(&loads, "  %%p%u = getelementptr ptr, ptr %%a, i64 %u\n  %%q%u = load ptr, ptr %%p%u\n", k,
                   k, k, k);
    if (by_value)
      smr_str_printf(&loads, "  %%v%u = load %s, ptr %%q%u\n", k, text, k);
    MlirType own = mlir ? smr_verify_mlir_input(pair->pair, (int)(side % 2), k) : (MlirType){NULL};
    bool memref = !mlirTypeIsNull(own) && mlirTypeIsAMemRef(own);
    if (memref && !(ok = smr_verify_memref(own, pattern->args[k].kind == SMR_ARG_BOX, k, &loads)))
      break;
    smr_str_printf(&types, "%s%s%s", k ? ", " : "", text, extended);
    smr_str_printf(&values, "%s%s%s %%%c%u", k ? ", " : "", text, extended,
                   by_value ? 'v'
                   : memref ? 'm'
                            : 'q',
                   k);
  }
  const char *returned = "void";
  if (result && ok)
    ok = (returned = result_type(pattern->args[count].type, buffer, sizeof buffer)) != NULL;
  if (ok) {
    SMR_OWNED(SmrStr, smr_str_free) callee = {0};
    if (entry)
      smr_str_printf(&callee, "\"%s\"", entry->symbol);
    else
      smr_str_printf(&callee, "%ssmr_side_%u", mlir ? SMR_VERIFY_C_INTERFACE : "", side);
    smr_str_printf(out, "declare %s @%s(%s)\n", returned, smr_str_get(&callee), smr_str_get(&types));
    if (entry)
      smr_str_printf(out,
                     "declare i32 @\"%s.may\"(i64, ptr)\n"
                     "define i32 @smr_ask_%u() {\n"
                     "  %%r = call i32 @\"%s.may\"(i64 9223372036854775807, ptr null)\n"
                     "  ret i32 %%r\n}\n",
                     entry->symbol, side, entry->symbol);
    smr_str_printf(out, "define void @smr_%s_%u(ptr %%a) {\n%s", entry ? "entry" : "stub", side,
                   smr_str_get(&loads));
    smr_str_printf(out, "  %scall %s @%s(%s)\n", result ? "%r = " : "", returned, smr_str_get(&callee),
                   smr_str_get(&values));
    if (result)
      smr_str_printf(out,
                     "  %%rp = getelementptr ptr, ptr %%a, i64 %u\n  %%rq = load ptr, ptr %%rp\n"
                     "  store %s %%r, ptr %%rq\n",
                     count, returned);
    smr_str_puts(out, "  ret void\n}\n");
  }
  smr_str_free(&types);
  smr_str_free(&loads);
  smr_str_free(&values);
  return ok;
}

//--- Compiling ---------------------------------------------------------------------

typedef struct {
  Batches *batches;
  const char *flang, *level;
  bool alone; // these are sides that failed together with others
  atomic_uint next;
} Queue;

static bool run(const char *const *argv, SmrStr *errors) {
  SmrStr output = {0};
  SmrProcessStatus status;
  const char *reason;
  bool ok = smr_process_run(argv, &(SmrProcessOptions){.output = &output, .errors = errors, .no_input = true},
                            &status, &reason) &&
            !status.signal && !status.exit_code;
  smr_str_free(&output);
  return ok;
}

/// Flang has no assembler for what is between asm's quotes, clang does.
static bool compile_by_clang(const char *flang, Batch *b) {
  SmrStr clang = {0}, bitcode = {0};
  smr_str_printf(&bitcode, "%s.bc", smr_str_get(&b->object));
  const char *lower[] = {
      flang, "-fc1", "-emit-llvm-bc", "-w", "-o", smr_str_get(&bitcode), smr_str_get(&b->source), NULL};
  bool ok = smr_frontend_find_clang(&clang) && run(lower, &b->errors);
  const char *assemble[] = {smr_str_get(&clang),   "-c", "-O1", "-fPIC", "-w", "-o", smr_str_get(&b->object),
                            smr_str_get(&bitcode), NULL};
  ok = ok && run(assemble, &b->errors);
  smr_str_free(&clang);
  smr_str_free(&bitcode);
  return ok;
}

/// What stood in MLIR's own dialects becomes LLVM's.
static bool lower(Batch *b) {
  SmrStr lowered = {0};
  smr_str_printf(&lowered, "%s.mlir", smr_str_get(&b->object));
  bool ok = smr_verify_lower_mlir(smr_str_get(&b->source), smr_str_get(&lowered), &b->errors);
  smr_str_clear(&b->source);
  smr_str_puts(&b->source, smr_str_get(&lowered));
  smr_str_free(&lowered);
  return ok;
}

static void compile(const Queue *queue, Batch *b) {
  if (b->lower && !lower(b))
    return;
  const char *const argv[] = {
      queue->flang, "-fc1", "-emit-obj", queue->level, "-mrelocation-model",    "pic",
      "-pic-level", "2",    "-w",        "-o",         smr_str_get(&b->object), smr_str_get(&b->source),
      NULL};
  b->ok = run(argv, &b->errors) || (queue->alone && compile_by_clang(queue->flang, b));
}

static void *work(void *data) {
  Queue *queue = data;
  for (;;) {
    uint32_t k = atomic_fetch_add(&queue->next, 1);
    if (k >= queue->batches->size)
      return NULL;
    if (queue->batches->data[k]->source.size)
      compile(queue, queue->batches->data[k]);
  }
}

static bool compile_all(Batches *batches, const char *flang, const char *directory, const char *prefix,
                        uint32_t jobs, const char *level, SmrDiag *diag) {
  for (uint32_t k = 0; k < batches->size; k++) {
    Batch *b = batches->data[k];
    smr_str_printf(&b->object, "%s/%s%u.o", directory, prefix, k);
    if (b->source.size) // the stubs' name is set already
      continue;
    SmrStr text = {0};
    const char *reason;
    smr_str_printf(&b->source, "%s/%s%u.mlir", directory, prefix, k);
    smrModulePrint(mlirModuleGetOperation(b->module), false, &text);
    bool written = smr_write_file(smr_str_get(&b->source), text.data, text.size, &reason);
    if (!written)
      smr_error(diag, smr_str_get(&b->source), 0, 0, "cannot write: %s", reason);
    smr_str_free(&text);
    if (!written)
      return false;
  }
  Queue queue = {.batches = batches, .flang = flang, .level = level, .alone = strcmp(prefix, "single") == 0};
  uint32_t started = 0;
  pthread_t *threads = smr_xcalloc(jobs, sizeof *threads);
  while (started + 1 < jobs && pthread_create(&threads[started], NULL, work, &queue) == 0)
    started++;
  work(&queue);
  for (uint32_t t = 0; t < started; t++)
    pthread_join(threads[t], NULL);
  free(threads);
  return true;
}

//--- The whole ---------------------------------------------------------------------

static void gather_externals(SmrVerifyPair *pair, SmrArena *arena) {
  for (int s = 0; s < 2; s++)
    for (MlirOperation op = mlirBlockGetFirstOperation(mlirModuleGetBody(pair->pair->modules[s]));
         !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
      MlirStringRef name = symbol_of(op);
      bool intrinsic = name.data && (strncmp(name.data, "llvm.", name.length < 5 ? name.length : 5) == 0 ||
                                     strncmp(name.data, "fir.", name.length < 4 ? name.length : 4) == 0);
      if (name.data && is_declaration(pair->pair->described, op) && !intrinsic &&
          is_function(pair->pair->described, op))
        smr_vec_push(&pair->externals, linked_name(op, arena));
    }
}

/// What the linker is given for a pair's library: a path beside the PAT file, or a name.
static void link_flag(const SmrBuildChecked *pair, uint32_t number, SmrStr *out) {
  const char *name = pair->source->links[number];
  smr_str_puts(out, strchr(name, '/') ? "" : "-l");
  smr_beside(pair->file, name, out);
}

/// Writes the pairs' entries to files, which go to the linker.
static bool write_entries(const SmrVerifyPair *pairs, uint32_t count, const char *directory,
                          const SmrVerifyOptions *options, SmrArena *arena, Flags *flags, SmrDiag *diag) {
  bool ok = true;
  const char *reason;
  for (uint32_t k = 0; k < count && ok; k++) {
    if (pairs[k].skipped || !entry_of(&pairs[k], options))
      continue;
    const SmrBytes *object = &pairs[k].pair->entry->object;
    const char *path = smr_arena_printf(arena, "%s/entry%u.o", directory, k);
    ok = smr_write_file(path, (const char *)object->data, object->size, &reason) ||
         smr_error(diag, path, 0, 0, "cannot write: %s", reason);
    smr_vec_push(flags, path);
  }
  return ok;
}

static bool link_all(const SmrVerifyPair *pairs, uint32_t count, const Batches *batches,
                     const Batches *singles, const char *flang, const char *directory, const char *output,
                     const SmrVerifyOptions *options, SmrDiag *diag) {
  Flags argv = {0};
  SmrArena arena = {0};
  SmrIntern *seen = smr_intern_create();
  smr_vec_push(&argv, flang);
  smr_vec_push(&argv, "-shared");
  smr_vec_push(&argv, "-o");
  smr_vec_push(&argv, output);
  char self[4096]; // SMR's own run-time library lies beside the programs
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  char *slash = strrchr(self, '/');
  SmrStr beside = {0};
  smr_str_printf(&beside, "-L%.*s/../lib", slash ? (int)(slash - self) : 0, self);
  smr_vec_push(&argv, smr_str_get(&beside));
  Dl_info here; // or beside libsmr.so
  SmrStr plugin = {0};
  void *own;
  bool (*function)(SmrVerifyPair *, uint32_t, const char *, uint32_t, const char *, const SmrVerifyOptions *,
                   SmrArena *, SmrStr *, SmrDiag *) = smr_verify_link;
  memcpy(&own, &function, sizeof own);
  if (dladdr(own, &here) && here.dli_fname && (slash = strrchr(here.dli_fname, '/'))) {
    smr_str_printf(&plugin, "-L%.*s", (int)(slash - here.dli_fname), here.dli_fname);
    smr_vec_push(&argv, smr_str_get(&plugin));
  }
  for (uint32_t k = 0; k < options->folder_count; k++) { // (a shared library is found there again)
    const char *both[] = {"-L", "-Wl,-rpath,"};
    for (int b = 0; b < 2; b++) {
      SmrStr flag = {0};
      smr_str_printf(&flag, "%s%s", both[b], options->folders[k]);
      smr_vec_push(&argv, smr_arena_strdup(&arena, smr_str_get(&flag)));
      smr_str_free(&flag);
    }
  }
  for (uint32_t k = 0; k < batches->size; k++)
    if (batches->data[k]->ok)
      smr_vec_push(&argv, smr_str_get(&batches->data[k]->object));
  for (uint32_t k = 0; k < singles->size; k++)
    if (singles->data[k]->ok)
      smr_vec_push(&argv, smr_str_get(&singles->data[k]->object));
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t l = 0; l < pairs[k].pair->source->link_count; l++) {
      SmrStr flag = {0};
      link_flag(pairs[k].pair, l, &flag);
      if (!smr_intern_find(seen, smr_str_get(&flag)))
        smr_vec_push(&argv, smr_arena_strdup(&arena, smr_str_get(&flag)));
      smr_intern(seen, smr_str_get(&flag));
      smr_str_free(&flag);
    }
  bool written = write_entries(pairs, count, directory, options, &arena, &argv, diag);
  smr_vec_push(&argv, "-Wl,-u,smr_rt_bind");
  smr_vec_push(&argv, "-lsmr_rt");
  smr_vec_push(&argv, NULL);
  SmrStr out = {0}, errors = {0};
  SmrProcessStatus status;
  const char *reason = "";
  bool ok =
      written &&
      smr_process_run(argv.data, &(SmrProcessOptions){.output = &out, .errors = &errors, .no_input = true},
                      &status, &reason) &&
      !status.signal && !status.exit_code;
  if (written && !ok) {
    // The pair whose library is missing, if the linker names one.
    const SmrVerifyPair *blamed = &pairs[0];
    SmrPatPlace at = {blamed->pair->source->line, blamed->pair->source->column};
    for (uint32_t k = count; k--;)
      for (uint32_t l = 0; l < pairs[k].pair->source->link_count; l++) {
        SmrStr flag = {0};
        link_flag(pairs[k].pair, l, &flag);
        if (errors.size && strstr(errors.data, smr_str_get(&flag)))
          blamed = &pairs[k], at = blamed->pair->source->link_places[l];
        smr_str_free(&flag);
      }
    const char *text = errors.size ? errors.data : *reason ? reason : "no message";
    smr_error(diag, blamed->pair->file, at.line, at.column,
              "the pairs cannot be linked to be checked (--no-verify builds without the check): %.*s",
              (int)strcspn(text, "\n"), text);
  }
  smr_str_free(&beside);
  smr_str_free(&plugin);
  smr_str_free(&out);
  smr_str_free(&errors);
  smr_intern_destroy(seen);
  smr_arena_destroy(&arena);
  smr_vec_free(&argv);
  return ok;
}

/// Sides whose run failed go again, each by itself; a pair with a side that still fails is left out.
static void compile_singles(SmrVerifyPair *pairs, Batches *batches, Batches *singles, const char *flang,
                            const char *directory, uint32_t jobs, const char *level, SmrIntern *texts,
                            SmrDiag *diag) {
  for (uint32_t k = 0; k < batches->size; k++) {
    Batch *b = batches->data[k];
    if (b->lower && !b->ok)
      pairs[b->sides.data[0] / 2].skipped = "its dialects cannot be compiled here";
    for (uint32_t s = 0; !b->ok && !b->lower && s < b->sides.size; s++) {
      uint32_t side = b->sides.data[s];
      MlirModule module = pairs[side / 2].pair->modules[side % 2];
      add_side(new_batch(pairs[0].pair->described, module, singles), module, side, texts);
    }
  }
  if (!singles->size || !compile_all(singles, flang, directory, "single", jobs, level, diag))
    return;
  for (uint32_t k = 0; k < singles->size; k++)
    if (!singles->data[k]->ok)
      pairs[singles->data[k]->sides.data[0] / 2].skipped = "its dialects cannot be compiled here";
}

bool smr_verify_link(SmrVerifyPair *pairs, uint32_t count, const char *directory, uint32_t jobs,
                     const char *level, const SmrVerifyOptions *options, SmrArena *arena,
                     SmrStr *shared_object, SmrDiag *diag) {
  SmrStr flang = {0}, stubs = {0}, source = {0};
  Batches batches = {0}, singles = {0};
  SmrIntern *texts = smr_intern_create();
  const char *reason;
  if (!smr_frontend_find_flang(&flang)) {
    smr_intern_destroy(texts);
    return smr_error(
        diag, pairs[0].pair->file, 0, 0,
        "cannot find flang, with which pairs are checked (--no-verify builds without the check)");
  }
  for (uint32_t k = 0; k < count; k++) {
    uint32_t before = (uint32_t)stubs.size;
    if (pairs[k].skipped)
      continue;
    const SmrEntryInfo *entry = entry_of(&pairs[k], options);
    if (!add_stub(&pairs[k], 2 * k, NULL, &stubs) || !add_stub(&pairs[k], 2 * k + 1, NULL, &stubs) ||
        (entry && !add_stub(&pairs[k], 2 * k + 1, entry, &stubs))) {
      stubs.size = before;
      pairs[k].skipped = "an argument is passed in a way that the check does not know";
      continue;
    }
    gather_externals(&pairs[k], arena);
    for (uint32_t s = 0; s < 2; s++) {
      MlirModule module = pairs[k].pair->modules[s];
      bool mlir = smr_verify_is_mlir(pairs[k].pair, (int)s);
      rename_definitions(module, pairs[k].pair->described, pairs[k].pair->wrappers[s], 2 * k + s, mlir);
      Batch *home = NULL;
      bool lower = mlir || smr_verify_needs_mlir_opt(pairs[k].pair, (int)s);
      for (uint32_t b = 0; b < batches.size && !home && !lower; b++)
        if (fits(batches.data[b], module, texts))
          home = batches.data[b];
      home = home ? home : new_batch(pairs[0].pair->described, module, &batches);
      home->lower = lower;
      add_side(home, module, 2 * k + s, texts);
    }
  }
  smr_str_printf(&source, "%s/stubs.ll", directory);
  bool ok = smr_write_file(smr_str_get(&source), smr_str_get(&stubs), stubs.size, &reason) ||
            smr_error(diag, smr_str_get(&source), 0, 0, "cannot write: %s", reason);
  if (ok && batches.size) {
    Batch *b = new_batch(pairs[0].pair->described, pairs[0].pair->modules[0], &batches);
    smr_str_puts(&b->source, smr_str_get(&source));
    smr_str_printf(shared_object, "%s/pairs.so", directory);
    ok = compile_all(&batches, smr_str_get(&flang), directory, "batch", jobs, level, diag);
    if (ok) {
      compile_singles(pairs, &batches, &singles, smr_str_get(&flang), directory, jobs, level, texts, diag);
      ok = link_all(pairs, count, &batches, &singles, smr_str_get(&flang), directory,
                    smr_str_get(shared_object), options, diag);
    }
  }
  free_batches(&batches);
  free_batches(&singles);
  smr_intern_destroy(texts);
  smr_str_free(&flang);
  smr_str_free(&stubs);
  smr_str_free(&source);
  return ok;
}
