//===- tensors.c - pairs on tensors, as pairs on memrefs -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A tensor has no address, so both sides get a wrapper that reads tensors from memrefs and puts what comes
// back into another, and mlir-opt bufferizes that: nothing is written in place to what is only read. The rest
// of the check then knows the idiom's loops, and what they touch, as it does of pairs on memrefs.
//===----------------------------------------------------------------------===//
#include "verify/tensors.h"
#include "capi/shim/module.h"
#include "graph/normalize/normalize.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/import.h"
#include "mlir/name.h"
#include "verify/memref.h"
#include "verify/ties.h"
#include <string.h>

#define WRAPPER "smr_buffers"

//--- What the wrappers take and give ------------------------------------------------

typedef struct {
  MlirType function; // of the pair's wrapper
  intptr_t inputs;
  bool tensor, shaped; // a tensor is given; its shape is not known
  bool by_element;     // as much of it as there is room for is put into memory, one by one
} Signature;

static Signature signature(const SmrBuildChecked *pair, int side) {
  Signature s = {.function = smr_verify_mlir_input(pair, side, UINT32_MAX)};
  s.inputs = mlirFunctionTypeGetNumInputs(s.function);
  if (mlirFunctionTypeGetNumResults(s.function) == 1) {
    MlirType given = mlirFunctionTypeGetResult(s.function, 0);
    s.tensor = mlirTypeIsATensor(given);
    s.shaped = mlirTypeIsARankedTensor(given) && !mlirShapedTypeHasStaticShape(given);
  }
  return s;
}

bool smr_verify_has_tensors(const SmrBuildChecked *pair) {
  if (!smr_verify_is_mlir(pair, 0) || !smr_verify_is_mlir(pair, 1))
    return false;
  Signature s = signature(pair, 0);
  bool found = s.tensor;
  for (intptr_t k = 0; k < s.inputs; k++)
    found |= mlirTypeIsATensor(mlirFunctionTypeGetInput(s.function, k));
  return found;
}

/// The type of an element or a number; SMR_T_NONE: the check has none of the kind.
static SmrType number_type(MlirType type) {
  if (mlirTypeIsAIndex(type))
    return SMR_I64;
  if (mlirTypeIsAInteger(type) && mlirIntegerTypeIsSignless(type))
    return SMR_TYPE(SMR_T_INT, mlirIntegerTypeGetWidth(type));
  if (mlirTypeIsAComplex(type)) {
    SmrType part = number_type(mlirComplexTypeGetElementType(type));
    return part == SMR_F32 || part == SMR_F64 ? SMR_TYPE(SMR_T_COMPLEX, SMR_TYPE_PAYLOAD(part)) : 0;
  }
  return mlirTypeIsAF64(type)    ? SMR_F64
         : mlirTypeIsAF32(type)  ? SMR_F32
         : mlirTypeIsAF16(type)  ? SMR_TYPE(SMR_T_FLOAT, 16)
         : mlirTypeIsABF16(type) ? SMR_BF16
                                 : SMR_TYPE(SMR_T_NONE, 0);
}

static bool is_known(MlirType type) {
  if (mlirTypeIsAMemRef(type))
    return true; // which link.c looks at
  if (mlirTypeIsATensor(type))
    return mlirTypeIsARankedTensor(type) && mlirAttributeIsNull(mlirRankedTensorTypeGetEncoding(type)) &&
           mlirShapedTypeGetRank(type) <= SMR_VERIFY_DIMS &&
           number_type(mlirShapedTypeGetElementType(type)) != SMR_T_NONE;
  return number_type(type) != SMR_T_NONE;
}

static bool all_known(const Signature *s) {
  bool ok = mlirFunctionTypeGetNumResults(s->function) <= 1;
  for (intptr_t k = 0; k < s->inputs && ok; k++)
    ok = is_known(mlirFunctionTypeGetInput(s->function, k));
  return ok && (!s->tensor || is_known(mlirFunctionTypeGetResult(s->function, 0)));
}

//--- The wrappers -------------------------------------------------------------------

/// As it is, or the memref for a tensor.
static void put_type(MlirType type, bool memref, SmrStr *out) {
  SmrStr text = {0};
  mlirTypePrint(type, smr_mlir_append, &text);
  bool change = memref && mlirTypeIsATensor(type);
  smr_str_printf(out, "%s%s", change ? "memref" : "", smr_str_get(&text) + (change ? strlen("tensor") : 0));
  smr_str_free(&text);
}

static void put_parameters(const Signature *s, SmrStr *out) {
  for (intptr_t k = 0; k < s->inputs; k++) {
    smr_str_printf(out, "%s%%a%d: ", k ? ", " : "", (int)k);
    put_type(mlirFunctionTypeGetInput(s->function, k), true, out);
  }
  if (s->tensor) {
    smr_str_puts(out, s->inputs ? ", %out: " : "%out: ");
    put_type(mlirFunctionTypeGetResult(s->function, 0), true, out);
  }
  if (s->shaped)
    smr_str_printf(out, ", %%shape: memref<%dxindex>",
                   (int)mlirShapedTypeGetRank(mlirFunctionTypeGetResult(s->function, 0)));
}

static void put_call(const Signature *s, const char *callee, SmrStr *out) {
  for (intptr_t k = 0; k < s->inputs; k++) {
    MlirType type = mlirFunctionTypeGetInput(s->function, k);
    if (!mlirTypeIsATensor(type))
      continue;
    smr_str_printf(out, "  %%t%d = bufferization.to_tensor %%a%d restrict : ", (int)k, (int)k);
    put_type(type, true, out);
    smr_str_puts(out, " to ");
    put_type(type, false, out);
    smr_str_puts(out, "\n");
  }
  smr_str_printf(out, "  %sfunc.call @%s(", mlirFunctionTypeGetNumResults(s->function) ? "%r = " : "",
                 callee);
  for (intptr_t k = 0; k < s->inputs; k++)
    smr_str_printf(out, "%s%%%c%d", k ? ", " : "",
                   mlirTypeIsATensor(mlirFunctionTypeGetInput(s->function, k)) ? 't' : 'a', (int)k);
  smr_str_puts(out, ") : ");
  put_type(s->function, false, out);
  smr_str_puts(out, "\n");
}

/// Loops over the memref, whose extents may be smaller than the tensor's.
static void put_elements(MlirType type, SmrStr *out) {
  int rank = (int)mlirShapedTypeGetRank(type);
  SmrStr index = {0};
  smr_str_puts(out, "  %zero = arith.constant 0 : index\n  %one = arith.constant 1 : index\n");
  for (int d = 0; d < rank; d++) {
    smr_str_printf(out, "  %%at%d = arith.constant %d : index\n  %%end%d = memref.dim %%out, %%at%d : ", d, d,
                   d, d);
    put_type(type, true, out);
    smr_str_puts(out, "\n");
    smr_str_printf(&index, "%s%%i%d", d ? ", " : "", d);
  }
  for (int d = 0; d < rank; d++)
    smr_str_printf(out, "  scf.for %%i%d = %%zero to %%end%d step %%one {\n", d, d);
  smr_str_printf(out, "  %%e = tensor.extract %%r[%s] : ", smr_str_get(&index));
  put_type(type, false, out);
  smr_str_printf(out, "\n  memref.store %%e, %%out[%s] : ", smr_str_get(&index));
  put_type(type, true, out);
  for (int d = 0; d < rank; d++)
    smr_str_puts(out, "\n  }");
  smr_str_puts(out, "\n  return\n}\n");
  smr_str_free(&index);
}

/// The tensor and its shape to where the check looks for them; a number is returned.
static void put_result(const Signature *s, SmrStr *out) {
  if (!s->tensor) {
    smr_str_puts(out, mlirFunctionTypeGetNumResults(s->function) ? "  return %r : " : "  return");
    if (mlirFunctionTypeGetNumResults(s->function))
      put_type(mlirFunctionTypeGetResult(s->function, 0), false, out);
    smr_str_puts(out, "\n}\n");
    return;
  }
  MlirType type = mlirFunctionTypeGetResult(s->function, 0);
  for (int d = 0, rank = (int)mlirShapedTypeGetRank(type); s->shaped && d < rank; d++) {
    smr_str_printf(out, "  %%c%d = arith.constant %d : index\n  %%d%d = tensor.dim %%r, %%c%d : ", d, d, d,
                   d);
    put_type(type, false, out);
    smr_str_printf(out, "\n  memref.store %%d%d, %%shape[%%c%d] : memref<%dxindex>\n", d, d, rank);
  }
  if (s->by_element) {
    put_elements(type, out);
    return;
  }
  smr_str_puts(out, "  bufferization.materialize_in_destination %r in restrict writable %out : (");
  put_type(type, false, out);
  smr_str_puts(out, ", ");
  put_type(type, true, out);
  smr_str_puts(out, ") -> ()\n  return\n}\n");
}

/// The side's module with the wrapper at its end.
static void put_module(const SmrBuildChecked *pair, int side, const Signature *s, SmrStr *out) {
  smrModulePrint(mlirModuleGetOperation(pair->modules[side]), false, out);
  while (out->size && out->data[out->size - 1] != '}')
    out->size--;
  out->size -= out->size > 0;
  smr_str_puts(out, "func.func @" WRAPPER "(");
  put_parameters(s, out);
  smr_str_puts(out, ")");
  if (!s->tensor && mlirFunctionTypeGetNumResults(s->function)) {
    smr_str_puts(out, " -> ");
    put_type(mlirFunctionTypeGetResult(s->function, 0), false, out);
  }
  smr_str_puts(out, " {\n");
  put_call(s, pair->wrappers[side], out);
  put_result(s, out);
  smr_str_puts(out, "}\n");
}

/// What copies a memref is no op of linalg, whose loops are known.
static void copy_by_loops(const char *text, SmrStr *out) {
  for (const char *at = text; *at;) {
    const char *copy = strstr(at, "memref.copy "), *end = copy ? copy + strcspn(copy, "\n") : NULL;
    const char *comma = copy ? strchr(copy, ',') : NULL, *colon = copy ? strstr(copy, " : ") : NULL,
               *to = colon ? strstr(colon, " to ") : NULL;
    if (!copy || !comma || !to || comma > colon || to > end) {
      smr_str_puts(out, at);
      return;
    }
    smr_str_append(out, at, (size_t)(copy - at));
    const char *from = copy + strlen("memref.copy ");
    smr_str_printf(out, "linalg.copy ins(%.*s : %.*s) outs(%.*s : %.*s)", (int)(comma - from), from,
                   (int)(to - colon - 3), colon + 3, (int)(colon - comma - 2), comma + 2, (int)(end - to - 4),
                   to + 4);
    at = end;
  }
}

static MlirModule bufferize(const SmrBuildChecked *pair, int side, const Signature *s, const char *base) {
  SmrStr source = {0}, lowered = {0}, text = {0}, errors = {0}, loops = {0};
  SmrDiag ignored = {0};
  MlirModule module = {NULL};
  const char *reason;
  smr_str_printf(&source, "%s-%d.mlir", base, side);
  smr_str_printf(&lowered, "%s-%d.buffers.mlir", base, side);
  put_module(pair, side, s, &text);
  bool ok = smr_write_file(smr_str_get(&source), text.data, text.size, &reason) &&
            smr_verify_bufferize_mlir(smr_str_get(&source), WRAPPER, smr_str_get(&lowered), &errors);
  smr_str_clear(&text);
  ok = ok && smr_read_file(smr_str_get(&lowered), &text, &reason);
  if (ok) {
    copy_by_loops(smr_str_get(&text), &loops);
    module = smrModuleParse(mlirModuleGetContext(pair->modules[side]), smr_str_get(&loops), loops.size,
                            pair->file, &ignored);
  }
  smr_diag_free(&ignored);
  SmrStr *all[] = {&source, &lowered, &text, &errors, &loops};
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    smr_str_free(all[k]);
  return module;
}

//--- The idiom on memrefs, as a pattern -------------------------------------------------

static SmrGraph *read_idiom(const SmrBuildChecked *pair, MlirModule module) {
  SmrDiag ignored = {0};
  SmrGraph *graph = NULL;
  SmrImporter *importer = smr_importer_create(pair->graph->symbols, pair->described->descriptions);
  MlirSymbolTable table = mlirSymbolTableCreate(mlirModuleGetOperation(module));
  MlirOperation wrapper = mlirSymbolTableLookup(table, mlirStringRefCreateFromCString(WRAPPER));
  if (!mlirOperationIsNull(wrapper))
    graph = smr_import_function(importer, wrapper, &(SmrImportOptions){.wrapper = true}, &ignored);
  if (graph)
    smr_normalize(graph);
  mlirSymbolTableDestroy(table);
  smr_importer_destroy(importer);
  smr_diag_free(&ignored);
  return graph;
}

/// What a match would bind: every argument, for tensors have no leading dimensions that none could.
static void describe_arguments(const SmrBuildChecked *from, const Signature *s, SmrVerifyTensors *out) {
  const SmrGraph *g = out->pair.graph;
  const SmrPatBlock *block = &from->source->idiom;
  const SmrBlockData *entry = &g->blocks.data[smr_region_block(g, g->body)];
  SmrPattern *pattern = &out->own.pattern;
  uint32_t count = entry->args.size, inputs = (uint32_t)s->inputs;
  bool number = !s->tensor && mlirFunctionTypeGetNumResults(s->function);
  pattern->args = smr_arena_alloc(&out->arena, (count + 1) * sizeof *pattern->args);
  pattern->arg_count = count + number;
  for (uint32_t k = 0; k < pattern->arg_count; k++) {
    bool given = k >= inputs;
    MlirType type = !given        ? mlirFunctionTypeGetInput(s->function, k)
                    : k == inputs ? mlirFunctionTypeGetResult(s->function, 0)
                                  : mlirIndexTypeGet(mlirModuleGetContext(from->modules[0]));
    bool shaped = mlirTypeIsAShaped(type) || k > inputs;
    SmrType element = number_type(mlirTypeIsAShaped(type) ? mlirShapedTypeGetElementType(type) : type);
    bool boxed = k < count && SMR_TYPE_KIND(smr_value_type(g, entry->args.data[k])) == SMR_T_BOX;
    pattern->args[k] =
        (SmrPatternArg){.kind = k == count                            ? SMR_ARG_RESULT
                                : boxed                               ? SMR_ARG_BOX
                                : shaped                              ? SMR_ARG_ARRAY
                                : SMR_TYPE_KIND(element) == SMR_T_INT ? SMR_ARG_INT
                                                                      : SMR_ARG_FLOAT,
                        .type = element,
                        .name = k < inputs    ? (k < block->argument_count ? block->arguments[k] : "")
                                : k == count  ? ""
                                : k == inputs ? "the result"
                                              : "the result's shape",
                        .read = !given,
                        .written = given};
  }
}

/// Both sides on memrefs, and the idiom's graph. False: *why not.
static bool make(const SmrBuildChecked *from, const char *base, bool by_element, SmrVerifyTensors *out,
                 const char **why) {
  *out = (SmrVerifyTensors){.pair = *from, .own = *from->pair};
  out->pair.graph = NULL;
  bool ok = true;
  for (int side = 0; side < 2; side++) {
    Signature s = signature(from, side);
    s.by_element = by_element;
    out->pair.modules[side] = ok && all_known(&s) ? bufferize(from, side, &s, base) : (MlirModule){NULL};
    ok = !mlirModuleIsNull(out->pair.modules[side]);
    out->pair.wrappers[side] = WRAPPER;
  }
  *why = "its tensors cannot be bufferized here";
  if (!ok)
    return false;
  *why = "its loops are not known";
  Signature s = signature(from, 0);
  if (!(out->pair.graph = read_idiom(from, out->pair.modules[0])))
    return false;
  describe_arguments(from, &s, out);
  out->pair.pair = &out->own;
  return true;
}

/// Does the idiom's code say of every dimension of the tensor that it gives what it is?
static bool has_known_shape(SmrVerifyTensors *made, const SmrBuildChecked *from) {
  Signature s = signature(from, 0);
  if (!s.shaped)
    return true;
  const SmrVerifyTies *ties = smr_verify_find_ties(&made->pair, &made->arena);
  MlirType given = mlirFunctionTypeGetResult(s.function, 0);
  bool known = ties != NULL && s.inputs < SMR_VERIFY_ARGS;
  for (intptr_t d = 0; known && d < mlirShapedTypeGetRank(given); d++)
    known =
        !mlirShapedTypeIsDynamicDim(given, d) || smr_verify_is_tied(ties, (uint32_t)s.inputs, (uint32_t)d);
  return known;
}

bool smr_verify_tensors(const SmrBuildChecked *from, const char *directory, uint32_t number,
                        SmrVerifyTensors *out, const char **why) {
  SmrStr base = {0};
  smr_str_printf(&base, "%s/tensors%u", directory, number);
  bool ok = make(from, smr_str_get(&base), false, out, why);
  if (ok && !has_known_shape(out, from)) {
    smr_verify_tensors_free(out);
    ok = make(from, smr_str_get(&base), true, out, why);
  }
  smr_str_free(&base);
  return ok;
}

void smr_verify_tensors_free(SmrVerifyTensors *tensors) {
  for (int side = 0; side < 2; side++)
    if (!mlirModuleIsNull(tensors->pair.modules[side]))
      mlirModuleDestroy(tensors->pair.modules[side]);
  smr_graph_destroy(tensors->pair.graph);
  smr_arena_destroy(&tensors->arena);
}
