//===- attr.c - attributes, names, locations, symbols -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Attributes and locations are unique in a context, so everything here is computed once per pointer.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/import/internal.h"
#include <ctype.h>

SmrSym smr_imp_text(SmrImport *imp, MlirStringRef text) {
  return smr_intern_n(imp->symbols, text.data, text.length);
}

bool smr_imp_has_attr(MlirOperation op, const char *name) {
  return !mlirAttributeIsNull(smr_mlir_attribute(op, name));
}

bool smr_imp_says(SmrImport *imp, MlirOperation op, SmrAttributeSays what) {
  for (intptr_t k = 0, n = mlirOperationGetNumAttributes(op); k < n; k++)
    if (smr_described_attribute(&imp->described, mlirOperationGetAttribute(op, k).name) == what)
      return true;
  return false;
}

MlirAttribute smr_imp_entry_that_says(SmrImport *imp, MlirAttribute dictionary, SmrAttributeSays what) {
  for (intptr_t k = 0, n = mlirDictionaryAttrGetNumElements(dictionary); k < n; k++) {
    MlirNamedAttribute entry = mlirDictionaryAttrGetElement(dictionary, k);
    if (smr_described_attribute(&imp->described, entry.name) == what)
      return entry.attribute;
  }
  return mlirAttributeGetNull();
}

bool smr_imp_list_says(SmrImport *imp, MlirOperation op, const char *list, intptr_t k,
                       SmrAttributeSays what) {
  MlirAttribute all = mlirOperationIsNull(op) ? mlirAttributeGetNull() : smr_mlir_attribute(op, list);
  if (mlirAttributeIsNull(all) || !mlirAttributeIsAArray(all) || k >= mlirArrayAttrGetNumElements(all))
    return false;
  MlirAttribute one = mlirArrayAttrGetElement(all, k);
  return mlirAttributeIsADictionary(one) && !mlirAttributeIsNull(smr_imp_entry_that_says(imp, one, what));
}

SmrSym smr_imp_attr_text(SmrImport *imp, MlirAttribute attr) {
  if (mlirAttributeIsNull(attr))
    return 0;
  uint32_t known;
  if (smr_map_get(&imp->attr_texts, (uintptr_t)attr.ptr, &known))
    return known;
  SmrStr text = {0};
  mlirAttributePrint(attr, smr_mlir_append, &text);
  SmrSym sym = smr_intern_n(imp->symbols, smr_str_get(&text), text.size);
  smr_str_free(&text);
  smr_map_set(&imp->attr_texts, (uintptr_t)attr.ptr, sym);
  return sym;
}

bool smr_imp_attr_int(MlirOperation op, const char *name, int64_t *out) {
  MlirAttribute attr = smr_mlir_attribute(op, name);
  if (mlirAttributeIsNull(attr) || !mlirAttributeIsAInteger(attr))
    return false;
  MlirType type = mlirAttributeGetType(attr);
  if (mlirTypeIsAInteger(type)) {
    if (mlirIntegerTypeGetWidth(type) > 64)
      return false;
    if (mlirIntegerTypeIsUnsigned(type)) {
      *out = (int64_t)mlirIntegerAttrGetValueUInt(attr);
      return true;
    }
    if (mlirIntegerTypeIsSigned(type)) {
      *out = mlirIntegerAttrGetValueSInt(attr);
      return true;
    }
  }
  *out = mlirIntegerAttrGetValueInt(attr);
  return true;
}

SmrSym smr_imp_attr_symbol(SmrImport *imp, MlirOperation op, const char *name) {
  MlirAttribute attr = smr_mlir_attribute(op, name);
  if (mlirAttributeIsNull(attr))
    return 0;
  if (mlirAttributeIsAString(attr))
    return smr_imp_text(imp, mlirStringAttrGetValue(attr));
  if (mlirAttributeIsAFlatSymbolRef(attr))
    return smr_imp_text(imp, mlirFlatSymbolRefAttrGetValue(attr));
  return mlirAttributeIsASymbolRef(attr) ? smr_imp_attr_text(imp, attr) : 0;
}

static bool has_word(const char *text, const char *word) {
  size_t n = strlen(word);
  for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) {
    bool before = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (before && !(isalnum((unsigned char)at[n]) || at[n] == '_'))
      return true;
  }
  return false;
}

bool smr_imp_attr_word(SmrImport *imp, MlirAttribute attr, const char *word) {
  SmrSym text = smr_imp_attr_text(imp, attr);
  return text && has_word(smr_intern_text(imp->symbols, text), word);
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

typedef struct {
  const char *word;
  uint32_t bits;
} WordBits;

static uint32_t word_bits(SmrImport *imp, MlirAttribute attr, const WordBits *words) {
  if (mlirAttributeIsNull(attr))
    return 0;
  uint32_t bits = 0;
  if (smr_map_get(&imp->attr_bits, (uintptr_t)attr.ptr, &bits))
    return bits;
  const char *text = smr_intern_text(imp->symbols, smr_imp_attr_text(imp, attr));
  for (; words->word; words++)
    if (has_word(text, words->word))
      bits |= words->bits;
  smr_map_set(&imp->attr_bits, (uintptr_t)attr.ptr, bits);
  return bits;
}

uint8_t smr_imp_fast(SmrImport *imp, MlirOperation op) {
  static const WordBits words[] = {
      {"reassoc", SMR_FAST_REASSOC}, {"nnan", SMR_FAST_NNAN}, {"ninf", SMR_FAST_NINF},
      {"nsz", SMR_FAST_NSZ},         {"arcp", SMR_FAST_ARCP}, {"contract", SMR_FAST_CONTRACT},
      {"afn", SMR_FAST_AFN},         {"fast", 127},           {NULL, 0}};
  MlirAttribute attr = smr_mlir_attribute(op, "fastmath");
  if (mlirAttributeIsNull(attr))
    attr = smr_mlir_attribute(op, "fastmathFlags");
  // "#arith.fastmath<none>" contains fast only as part of a longer word.
  return (uint8_t)word_bits(imp, attr, words);
}

uint16_t smr_imp_overflow(SmrImport *imp, MlirOperation op, SmrOpcode code) {
  static const WordBits words[] = {{"nsw", SMR_F_NSW}, {"nuw", SMR_F_NUW}, {NULL, 0}};
  MlirAttribute attr = smr_mlir_attribute(op, "overflowFlags");
  if (!mlirAttributeIsNull(attr))
    return (uint16_t)word_bits(imp, attr, words);
  bool may_overflow = code == SMR_OP_ADD || code == SMR_OP_SUB || code == SMR_OP_MUL || code == SMR_OP_SHL;
  uint32_t bits =
      may_overflow ? smrOperationGetOverflow(op) : 0; // (the C API does not reach the LLVM dialect's)
  return (uint16_t)((bits & 1 ? SMR_F_NSW : 0) | (bits & 2 ? SMR_F_NUW : 0));
}

bool smr_imp_segment(MlirOperation op, unsigned k, intptr_t *first, intptr_t *count) {
  MlirAttribute sizes = smr_mlir_attribute(op, "operandSegmentSizes");
  if (mlirAttributeIsNull(sizes) || !mlirAttributeIsADenseI32Array(sizes) ||
      mlirDenseArrayGetNumElements(sizes) <= (intptr_t)k)
    return false;
  intptr_t at = 0, n = mlirOperationGetNumOperands(op);
  for (unsigned s = 0; s < k; s++)
    at += mlirDenseI32ArrayGetElement(sizes, s);
  *first = at;
  *count = mlirDenseI32ArrayGetElement(sizes, k);
  return *first >= 0 && *count >= 0 && *first + *count <= n;
}

static bool listed(const char *const *names, uint32_t count, MlirStringRef name) {
  for (uint32_t k = 0; k < count; k++)
    if (strlen(names[k]) == name.length && memcmp(names[k], name.data, name.length) == 0)
      return true;
  return false;
}

static void put_attr(SmrImport *imp, MlirStringRef name, MlirAttribute attr, SmrStr *out) {
  smr_str_puts(out, out->size ? ", " : "");
  smr_str_append(out, name.data, name.length);
  if (mlirAttributeIsAUnit(attr))
    return;
  smr_str_puts(out, " = ");
  smr_str_puts(out, smr_intern_text(imp->symbols, smr_imp_attr_text(imp, attr)));
}

static bool is_of_operand(MlirOperation op, MlirType type) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    if (mlirTypeEqual(mlirValueGetType(mlirOperationGetOperand(op, k)), type))
      return true;
  return false;
}

void smr_imp_put_sizes(MlirOperation op, SmrStr *out) {
  for (intptr_t k = 0; k < mlirOperationGetNumResults(op); k++) {
    MlirType type = mlirValueGetType(mlirOperationGetResult(op, k));
    bool sized = false;
    for (intptr_t d = 0; mlirTypeIsARankedTensor(type) && d < mlirShapedTypeGetRank(type); d++)
      sized |= !mlirShapedTypeIsDynamicDim(type, d);
    if (!sized || is_of_operand(op, type))
      continue;
    smr_str_puts(out, "result ");
    mlirTypePrint(type, smr_mlir_append, out);
    smr_str_putc(out, ' ');
  }
}

SmrSym smr_imp_attrs(SmrImport *imp, MlirOperation op, const SmrOpDesc *desc) {
  SmrStr out = {0};
  MlirAttribute hidden = smrOperationGetHiddenProperties(op);
  intptr_t n = mlirOperationGetNumAttributes(op);
  for (intptr_t k = 0; k < n; k++) {
    MlirNamedAttribute named = mlirOperationGetAttribute(op, k);
    MlirStringRef name = mlirIdentifierStr(named.name);
    if (desc && (listed(desc->ignore, desc->ignore_count, name) ||
                 (desc->match_only && !listed(desc->match, desc->match_count, name))))
      continue;
    put_attr(imp, name, named.attribute, &out);
  }
  if (!mlirAttributeIsNull(hidden) && !(desc && desc->match_only))
    put_attr(imp, mlirStringRefCreateFromCString("properties"), hidden, &out);
  smr_imp_put_sizes(op, &out);
  SmrSym sym = out.size ? smr_intern_n(imp->symbols, out.data, out.size) : 0;
  smr_str_free(&out);
  return sym;
}

//===----------------------------------------------------------------------===//
// Names, locations, symbols
//===----------------------------------------------------------------------===//

SmrSym smr_imp_source_name(SmrImport *imp, SmrSym unique) {
  const char *text = smr_intern_text(imp->symbols, unique);
  if (strncmp(text, "_Q", 2) != 0)
    return unique;
  // Source names are in lower case, so the last capital letter is the mangling's.
  const char *name = text;
  for (const char *at = text; *at && *at != '.'; at++)
    if (isupper((unsigned char)*at))
      name = at + 1;
  return *name ? smr_intern(imp->symbols, name) : unique;
}

static bool find_file_loc(MlirLocation loc, MlirLocation *out, unsigned depth) {
  if (mlirLocationIsNull(loc) || depth > 64)
    return false;
  if (mlirLocationIsAFileLineColRange(loc)) {
    *out = loc;
    return true;
  }
  if (mlirLocationIsAName(loc))
    return find_file_loc(mlirLocationNameGetChildLoc(loc), out, depth + 1);
  if (mlirLocationIsACallSite(loc)) // inlined: the place in the function that the user sees here
    return find_file_loc(mlirLocationCallSiteGetCaller(loc), out, depth + 1);
  if (!mlirLocationIsAFused(loc))
    return false;
  unsigned n = mlirLocationFusedGetNumLocations(loc);
  MlirLocation *parts = smr_xmalloc((n + 1) * sizeof *parts);
  mlirLocationFusedGetLocations(loc, parts);
  bool found = false;
  for (unsigned k = 0; k < n && !found; k++)
    found = find_file_loc(parts[k], out, depth + 1);
  free(parts);
  return found;
}

SmrLoc smr_imp_loc(SmrImport *imp, MlirOperation op) {
  MlirLocation loc = mlirOperationGetLocation(op), file;
  uint32_t known;
  if (smr_map_get(&imp->locs, (uintptr_t)loc.ptr, &known))
    return known;
  SmrLoc result = 0;
  if (find_file_loc(loc, &file, 0)) {
    MlirIdentifier name = mlirLocationFileLineColRangeGetFilename(file);
    if (imp->file != name.ptr) {
      imp->file = name.ptr;
      imp->file_name = smr_imp_text(imp, mlirIdentifierStr(name));
    }
    result =
        smr_loc_create(imp->graph, imp->file_name, (uint32_t)mlirLocationFileLineColRangeGetStartLine(file),
                       (uint32_t)mlirLocationFileLineColRangeGetStartColumn(file));
  }
  smr_map_set(&imp->locs, (uintptr_t)loc.ptr, result);
  return result;
}

/// One walk over the module's top level, the first time that a symbol is asked for.
static void index_module(SmrImport *imp) {
  MlirOperation module = mlirOperationGetParentOperation(imp->func);
  if (imp->module == module.ptr)
    return;
  imp->module = module.ptr;
  smr_map_free(&imp->symbol_ops);
  smr_vec_clear(&imp->module_ops);
  if (mlirOperationIsNull(module))
    return;
  for (MlirRegion r = mlirOperationGetFirstRegion(module); !mlirRegionIsNull(r);
       r = mlirRegionGetNextInOperation(r))
    for (MlirBlock b = mlirRegionGetFirstBlock(r); !mlirBlockIsNull(b); b = mlirBlockGetNextInRegion(b))
      for (MlirOperation op = mlirBlockGetFirstOperation(b); !mlirOperationIsNull(op);
           op = mlirOperationGetNextInBlock(op)) {
        SmrSym name = smr_imp_attr_symbol(imp, op, "sym_name");
        if (name) {
          smr_map_set(&imp->symbol_ops, name, imp->module_ops.size);
          smr_vec_push(&imp->module_ops, op);
        }
      }
}

const SmrCalleeDesc *smr_imp_declared(SmrImport *imp, SmrSym callee) {
  MlirOperation target = callee ? smr_imp_symbol(imp, callee) : (MlirOperation){NULL};
  if (mlirOperationIsNull(target) || mlirOperationGetNumRegions(target) == 0 ||
      !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(target, 0))))
    return NULL;
  return smr_descriptions_callee(imp->described.descriptions, smr_intern_text(imp->symbols, callee));
}

MlirOperation smr_imp_symbol(SmrImport *imp, SmrSym name) {
  index_module(imp);
  uint32_t at;
  return smr_map_get(&imp->symbol_ops, name, &at) ? imp->module_ops.data[at] : (MlirOperation){NULL};
}
