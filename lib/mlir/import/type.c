//===- type.c - what types mean -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Flang's types have no C API, so types are read from their printed form: once per type, by a small recursive
// parser that knows builtin, fir, llvm and tuple types. A type that it does not know is opaque and compares
// by its text.
//===----------------------------------------------------------------------===//
#include "mlir/import/type.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include <ctype.h>

typedef SmrTypeText Parser;

static uint32_t parse(Parser *p);

static bool eat(Parser *p, const char *text) {
  size_t n = strlen(text);
  if (strncmp(p->at, text, n) != 0)
    return false;
  p->at += n;
  return true;
}

static void blanks(Parser *p) {
  while (*p->at == ' ')
    p->at++;
}

/// Moves to the next , > ) ] } at this nesting level, or to the end.
static void skip(Parser *p) {
  int depth = 0;
  for (; *p->at; p->at++) {
    char c = *p->at;
    if (c == '"') {
      for (p->at++; *p->at && *p->at != '"'; p->at++)
        if (*p->at == '\\' && p->at[1])
          p->at++;
      if (!*p->at)
        return;
    } else if (c == '-' && p->at[1] == '>')
      p->at++;
    else if (strchr("<([{", c))
      depth++;
    else if (strchr(">)]}", c)) {
      if (depth-- == 0)
        return;
    } else if (c == ',' && depth == 0)
      return;
  }
}

static uint32_t add(Parser *p, SmrTypeInfo info, const char *from) {
  info.text = smr_intern_n(p->imp->symbols, from, (size_t)(p->at - from));
  if (!info.type)
    info.type = SMR_TYPE(SMR_T_OPAQUE, info.text);
  uint32_t *slot = smr_map_at(&p->imp->type_texts, info.text, 0);
  if (*slot) {
    // A recursive record prints its body only once: keep whichever knows the fields.
    SmrTypeInfo *known = &p->imp->types.data[*slot];
    if (known->field_count || !info.field_count)
      return *slot;
    *known = info;
    return *slot;
  }
  *slot = p->imp->types.size;
  uint32_t id = *slot;
  smr_vec_push(&p->imp->types, info);
  return id;
}

static SmrTypeInfo scalar(SmrType type, int64_t bytes) {
  return (SmrTypeInfo){.kind = SMR_K_SCALAR, .type = type, .bytes = bytes, .align = (uint32_t)bytes};
}

static SmrTypeInfo integer(unsigned long width) {
  if (width == 0 || width > 128)
    return (SmrTypeInfo){.kind = SMR_K_OTHER};
  int64_t bytes = 1;
  while (bytes * 8 < (int64_t)width)
    bytes *= 2;
  // Odd widths have padding that no program of ours relies on: unknown.
  bool usual = width == 1 || bytes * 8 == (int64_t)width;
  return scalar(SMR_TYPE(SMR_T_INT, (uint32_t)width), usual ? bytes : 0);
}

/// The rest after "<": the pointee, then perhaps ", volatile", then ">".
static SmrTypeInfo pointer(Parser *p, uint8_t kind, SmrType type) {
  SmrTypeInfo info = {.kind = kind, .type = type};
  if (kind != SMR_K_BOX)
    info.bytes = 8, info.align = 8;
  info.inner = parse(p);
  while (*p->at && *p->at != '>') {
    const char *word = p->at;
    skip(p);
    size_t n = (size_t)(p->at - word);
    if (n >= 8 && memcmp(p->at - 8, "volatile", 8) == 0)
      info.is_volatile = true;
    if (*p->at == ',')
      p->at++;
    else if (*p->at != '>')
      break;
  }
  eat(p, ">");
  return info;
}

/// "10x?xf64>" or "*:f64>", after "<".
static SmrTypeInfo fir_array(Parser *p) {
  SmrTypeInfo info = {.kind = SMR_K_ARRAY};
  int64_t dims[32], bytes = 1;
  if (eat(p, "*:"))
    info.any_rank = true;
  else
    while (info.rank < 32 && (isdigit((unsigned char)*p->at) || *p->at == '?')) {
      char *end = NULL;
      int64_t dim = *p->at == '?' ? -1 : (int64_t)strtoll(p->at, &end, 10);
      end = *p->at == '?' ? (char *)p->at + 1 : end;
      if (*end != 'x')
        break;
      p->at = end + 1;
      dims[info.rank++] = dim;
      if (dim < 0 || __builtin_mul_overflow(bytes, dim, &bytes))
        bytes = 0;
    }
  info.inner = parse(p);
  while (*p->at && *p->at != '>') { // an affine map
    if (*p->at == ',')
      p->at++;
    skip(p);
    if (*p->at != ',' && *p->at != '>')
      break;
  }
  eat(p, ">");
  info.dims = smr_arena_alloc(&p->imp->arena, (info.rank + 1) * sizeof *info.dims);
  memcpy(info.dims, dims, info.rank * sizeof *dims);
  SmrTypeInfo *element = &p->imp->types.data[info.inner];
  info.align = element->align;
  if (info.any_rank || __builtin_mul_overflow(bytes, element->bytes, &info.bytes))
    info.bytes = 0;
  return info;
}

typedef struct {
  SmrSym name;
  uint32_t type;
} TypedField;
typedef SMR_VEC(TypedField) Fields;

static void take_fields(Parser *p, SmrTypeInfo *info, const Fields *fields) {
  info->field_count = fields->size;
  info->field_names = smr_arena_alloc(&p->imp->arena, (fields->size + 1) * sizeof(SmrSym));
  info->field_types = smr_arena_alloc(&p->imp->arena, (fields->size + 1) * sizeof(uint32_t));
  for (uint32_t n = 0; n < fields->size; n++) {
    info->field_names[n] = fields->data[n].name;
    info->field_types[n] = fields->data[n].type;
  }
}

/// "name(len:i32){a:i32,b:f64}>", after "<".
static SmrTypeInfo fir_record(Parser *p) {
  SmrTypeInfo info = {.kind = SMR_K_RECORD};
  while (*p->at && !strchr("({>,", *p->at))
    p->at++;
  if (*p->at == '(') {
    p->at++;
    for (skip(p); *p->at == ','; skip(p))
      p->at++;
    eat(p, ")");
  }
  if (eat(p, "{")) {
    Fields fields = {0};
    while (*p->at && *p->at != '}') {
      const char *field = p->at;
      while (*p->at && *p->at != ':' && *p->at != '}')
        p->at++;
      SmrSym name = smr_intern_n(p->imp->symbols, field, (size_t)(p->at - field));
      if (!eat(p, ":"))
        break;
      uint32_t type = parse(p);
      smr_vec_push(&fields, ((TypedField){name, type}));
      if (!eat(p, ","))
        break;
    }
    if (*p->at == '}')
      take_fields(p, &info, &fields);
    smr_vec_free(&fields);
    while (*p->at && *p->at != '}')
      p->at++;
    eat(p, "}");
  }
  skip(p);
  eat(p, ">");
  return info;
}

static SmrTypeInfo tuple(Parser *p) {
  SmrTypeInfo info = {.kind = SMR_K_RECORD};
  Fields fields = {0};
  while (*p->at && *p->at != '>') {
    char number[16];
    snprintf(number, sizeof number, "%u", fields.size);
    SmrSym name = smr_intern(p->imp->symbols, number);
    uint32_t type = parse(p);
    smr_vec_push(&fields, ((TypedField){name, type}));
    if (!eat(p, ","))
      break;
    blanks(p);
  }
  take_fields(p, &info, &fields);
  smr_vec_free(&fields);
  skip(p);
  eat(p, ">");
  return info;
}

/// Natural layout, which is what the usual 64-bit targets have for numbers, pointers and aggregates of those.
SmrTypeInfo smr_type_text_struct(SmrTypeText *p, const uint32_t *types, uint32_t count, bool packed) {
  SmrTypeInfo info = {.kind = SMR_K_STRUCT};
  int64_t *offsets = smr_arena_alloc(&p->imp->arena, (count + 1) * sizeof *offsets), at = 0;
  uint32_t align = 1;
  for (uint32_t n = 0; n < count; n++) {
    SmrTypeInfo *field = &p->imp->types.data[types[n]];
    if (field->bytes <= 0 || field->align == 0)
      return info;
    uint32_t field_align = packed ? 1 : field->align;
    offsets[n] = (at + field_align - 1) / field_align * field_align;
    if (__builtin_add_overflow(offsets[n], field->bytes, &at))
      return info;
    if (field_align > align)
      align = field_align;
  }
  info.field_count = count;
  info.field_types = smr_arena_alloc(&p->imp->arena, (count + 1) * sizeof(uint32_t));
  info.field_offsets = offsets;
  info.field_names = smr_arena_alloc(&p->imp->arena, (count + 1) * sizeof(SmrSym));
  for (uint32_t n = 0; n < count; n++)
    info.field_types[n] = types[n];
  memset(info.field_names, 0, (count + 1) * sizeof(SmrSym));
  info.bytes = (at + align - 1) / align * align;
  info.align = align;
  return info;
}

static SmrTypeInfo llvm_struct(Parser *p) {
  SmrTypeInfo info = {.kind = SMR_K_STRUCT};
  if (*p->at == '"') {
    skip(p);
    if (*p->at == ',')
      p->at++;
    blanks(p);
  }
  bool packed = eat(p, "packed");
  blanks(p);
  if (!eat(p, "(")) { // opaque, or a recursive reference
    skip(p);
    eat(p, ">");
    return info;
  }
  SMR_VEC(uint32_t) types = {0};
  while (*p->at && *p->at != ')') {
    uint32_t type = parse(p);
    smr_vec_push(&types, type);
    if (!eat(p, ","))
      break;
    blanks(p);
  }
  if (*p->at == ')')
    info = smr_type_text_struct(p, types.data, types.size, packed);
  smr_vec_free(&types);
  eat(p, ")");
  skip(p);
  eat(p, ">");
  return info;
}

/// "10 x f64>", after "<".
static SmrTypeInfo llvm_array(Parser *p) {
  SmrTypeInfo info = {.kind = SMR_K_ARRAY, .rank = 1};
  char *end;
  int64_t dim = (int64_t)strtoll(p->at, &end, 10);
  p->at = end;
  blanks(p);
  eat(p, "x");
  blanks(p);
  info.inner = parse(p);
  eat(p, ">");
  info.dims = smr_arena_alloc(&p->imp->arena, sizeof *info.dims);
  info.dims[0] = dim;
  SmrTypeInfo *element = &p->imp->types.data[info.inner];
  info.align = element->align;
  if (__builtin_mul_overflow(dim, element->bytes, &info.bytes))
    info.bytes = 0;
  return info;
}

static bool word_ends(Parser *p) {
  return !isalnum((unsigned char)*p->at) && *p->at != '_' && *p->at != '.';
}

static bool number_type(Parser *p, SmrTypeInfo *info) {
  static const struct {
    const char *name;
    SmrType type;
    int64_t bytes;
  } floats[] = {{"f16", SMR_TYPE(SMR_T_FLOAT, 16), 2},
                {"bf16", SMR_TYPE(SMR_T_BFLOAT, 16), 2},
                {"f32", SMR_F32, 4},
                {"f64", SMR_F64, 8},
                {"f80", SMR_TYPE(SMR_T_FLOAT, 80), 16},
                {"f128", SMR_TYPE(SMR_T_FLOAT, 128), 16},
                {"index", SMR_I64, 8}};
  const char *from = p->at;
  for (size_t k = 0; k < sizeof floats / sizeof *floats; k++) {
    if (eat(p, floats[k].name) && word_ends(p)) {
      *info = scalar(floats[k].type, floats[k].bytes);
      return true;
    }
    p->at = from;
  }
  bool is_unsigned = eat(p, "ui");
  if ((is_unsigned || eat(p, "si") || eat(p, "i")) && isdigit((unsigned char)*p->at)) {
    char *end;
    unsigned long width = strtoul(p->at, &end, 10);
    p->at = end;
    if (word_ends(p)) {
      *info = integer(width);
      info->is_unsigned = is_unsigned;
      return info->kind == SMR_K_SCALAR;
    }
  }
  p->at = from;
  return false;
}

static bool complex_type(Parser *p, SmrTypeInfo *info) {
  if (!eat(p, "complex<"))
    return false;
  uint32_t part = parse(p);
  SmrTypeInfo element = p->imp->types.data[part];
  eat(p, ">");
  *info = (SmrTypeInfo){.kind = SMR_K_OTHER};
  if (SMR_TYPE_KIND(element.type) == SMR_T_FLOAT)
    *info = (SmrTypeInfo){.kind = SMR_K_SCALAR,
                          .type = SMR_TYPE(SMR_T_COMPLEX, SMR_TYPE_PAYLOAD(element.type)),
                          .bytes = 2 * element.bytes,
                          .align = element.align,
                          .inner = part};
  return true;
}

static bool fir_type(Parser *p, SmrTypeInfo *info) {
  if (eat(p, "ref<") || eat(p, "llvm_ptr<"))
    *info = pointer(p, SMR_K_REF, SMR_PTR);
  else if (eat(p, "ptr<"))
    *info = pointer(p, SMR_K_POINTER, SMR_PTR);
  else if (eat(p, "heap<"))
    *info = pointer(p, SMR_K_HEAP, SMR_PTR);
  else if (eat(p, "box<") || eat(p, "class<"))
    *info = pointer(p, SMR_K_BOX, SMR_BOX);
  else if (eat(p, "array<"))
    *info = fir_array(p);
  else if (eat(p, "type<"))
    *info = fir_record(p);
  else if (eat(p, "logical<")) {
    char *end;
    *info = integer(8 * strtoul(p->at, &end, 10));
    info->is_logical = true;
    p->at = end;
    eat(p, ">");
  } else if (eat(p, "char<")) {
    char *end;
    int64_t kind = strtol(p->at, &end, 10), length = 1;
    p->at = end;
    if (eat(p, ",")) {
      length = *p->at == '?' ? 0 : strtoll(p->at, &end, 10);
      p->at = *p->at == '?' ? p->at + 1 : end;
    }
    eat(p, ">");
    *info = (SmrTypeInfo){.kind = SMR_K_OTHER, .align = (uint32_t)kind};
    if (__builtin_mul_overflow(kind, length, &info->bytes))
      info->bytes = 0;
  } else
    return false;
  return true;
}

static bool llvm_type(Parser *p, SmrTypeInfo *info, bool prefixed) {
  const char *from = p->at;
  if (eat(p, "array<") && (prefixed || isdigit((unsigned char)*p->at)))
    *info = llvm_array(p);
  else if (eat(p, "struct<"))
    *info = llvm_struct(p);
  else if (eat(p, "ptr") && word_ends(p)) {
    if (*p->at == '<') { // an address space
      p->at++;
      skip(p);
      eat(p, ">");
    }
    *info = (SmrTypeInfo){.kind = SMR_K_REF, .type = SMR_PTR, .bytes = 8, .align = 8};
  } else {
    p->at = from;
    return false;
  }
  return true;
}

static uint32_t parse(Parser *p) {
  const char *from = p->at;
  SmrTypeInfo info = {.kind = SMR_K_OTHER};
  bool known = false;
  if (++p->depth < 200) {
    if (eat(p, "!fir."))
      known = fir_type(p, &info);
    else if (eat(p, "!llvm."))
      known = llvm_type(p, &info, true);
    else if (eat(p, "!cir."))
      known = smr_type_text_cir(p, &info);
    else
      known = number_type(p, &info) || complex_type(p, &info) || llvm_type(p, &info, false);
    if (!known && eat(p, "tuple<")) {
      info = tuple(p);
      known = true;
    }
  }
  p->depth--;
  if (!known) {
    p->at = from;
    skip(p);
    if (p->at == from && *p->at)
      p->at++;
    info = (SmrTypeInfo){.kind = SMR_K_OTHER};
  }
  return add(p, info, from);
}

uint32_t smr_type_text_read(SmrTypeText *text) {
  return parse(text);
}
bool smr_type_text_eat(SmrTypeText *text, const char *word) {
  return eat(text, word);
}
void smr_type_text_skip(SmrTypeText *text) {
  skip(text);
}
SmrTypeInfo smr_type_text_number(SmrType type, int64_t bytes) {
  return scalar(type, bytes);
}

//===----------------------------------------------------------------------===//
// Builtin types through the C API
//===----------------------------------------------------------------------===//

static uint32_t add_memref(SmrImport *imp, MlirType type, SmrSym text) {
  SmrTypeInfo info = {.kind = SMR_K_MEMREF, .type = SMR_BOX, .text = text};
  info.rank = (uint32_t)mlirShapedTypeGetRank(type);
  info.inner = smr_imp_type_id(imp, mlirShapedTypeGetElementType(type));
  info.dims = smr_arena_alloc(&imp->arena, (info.rank + 1) * sizeof *info.dims);
  info.strides = smr_arena_alloc(&imp->arena, (info.rank + 1) * sizeof *info.strides);
  for (uint32_t d = 0; d < info.rank; d++)
    info.dims[d] = mlirShapedTypeIsDynamicDim(type, d) ? -1 : mlirShapedTypeGetDimSize(type, d);
  info.is_identity = mlirAffineMapIsIdentity(mlirMemRefTypeGetAffineMap(type));
  // A layout that is not strided has no address arithmetic that we know.
  if (mlirLogicalResultIsFailure(mlirMemRefTypeGetStridesAndOffset(type, info.strides, &info.offset)))
    info.kind = SMR_K_OTHER;
  smr_vec_push(&imp->types, info);
  return imp->types.size - 1;
}

/// What an op computes does not depend on its tensors' sizes: an idiom of any sizes covers static ones, too.
/// (Ops that make other sizes than their operands have say them: smr_imp_attrs. What a call is given is
/// compared with its parameters where it is built.)
static MlirType of_any_size(MlirType tensor) {
  enum { MOST = 16 };
  int64_t sizes[MOST];
  intptr_t rank = mlirShapedTypeGetRank(tensor);
  for (intptr_t d = 0; d < rank && d < MOST; d++)
    sizes[d] = mlirShapedTypeGetDynamicSize();
  return rank > MOST ? tensor
                     : mlirRankedTensorTypeGet(rank, sizes, mlirShapedTypeGetElementType(tensor),
                                               mlirRankedTensorTypeGetEncoding(tensor));
}

uint32_t smr_imp_lane_count(MlirType type) {
  if (!mlirTypeIsAVector(type) || mlirVectorTypeIsScalable(type) || mlirShapedTypeGetRank(type) != 1)
    return 0;
  MlirType element = mlirShapedTypeGetElementType(type);
  int64_t count = mlirShapedTypeGetDimSize(type, 0);
  bool number = mlirTypeIsAF32(element) || mlirTypeIsAF64(element);
  return number && count >= 2 && count <= SMR_IMP_MOST_LANES ? (uint32_t)count : 0;
}

/// In memory a vector takes a power of two.
static int64_t vector_bytes(MlirType type) {
  int64_t bytes = mlirTypeIsAF64(mlirShapedTypeGetElementType(type)) ? 8 : 4;
  for (int64_t lanes = 1; lanes < smr_imp_lane_count(type); lanes *= 2)
    bytes *= 2;
  return bytes;
}

uint32_t smr_imp_type_id(SmrImport *imp, MlirType type) {
  uint32_t id;
  if (smr_map_get(&imp->type_ids, (uintptr_t)type.ptr, &id))
    return id;
  MlirType any = mlirTypeIsARankedTensor(type) ? of_any_size(type) : type;
  if (!mlirTypeEqual(any, type)) {
    id = smr_imp_type_id(imp, any);
    smr_map_set(&imp->type_ids, (uintptr_t)type.ptr, id);
    return id;
  }
  SmrStr text = {0};
  mlirTypePrint(type, smr_mlir_append, &text);
  if (mlirTypeIsAMemRef(type))
    id = add_memref(imp, type, smr_intern_n(imp->symbols, smr_str_get(&text), text.size));
  else {
    Parser p = {.imp = imp, .at = smr_str_get(&text)};
    id = parse(&p);
    if (*p.at) { // not one type of ours after all, such as a function type
      SmrTypeInfo info = {.kind = SMR_K_OTHER, .text = smr_intern(imp->symbols, smr_str_get(&text))};
      info.type = SMR_TYPE(SMR_T_OPAQUE, info.text);
      id = imp->types.size;
      smr_vec_push(&imp->types, info);
    }
  }
  if (smr_imp_lane_count(type))
    imp->types.data[id].bytes = vector_bytes(type);
  smr_str_free(&text);
  smr_map_set(&imp->type_ids, (uintptr_t)type.ptr, id);
  return id;
}

SmrTypeInfo smr_imp_type_at(SmrImport *imp, uint32_t id) {
  return imp->types.data[id];
}
SmrTypeInfo smr_imp_type(SmrImport *imp, MlirType type) {
  uint32_t id = smr_imp_type_id(imp, type); // first: it may move the table
  return imp->types.data[id];
}
SmrType smr_imp_value_type(SmrImport *imp, MlirValue value) {
  uint32_t id = smr_imp_type_id(imp, mlirValueGetType(value));
  return imp->types.data[id].type;
}

void smr_imp_types_init(SmrImport *imp) {
  smr_vec_push(&imp->types, (SmrTypeInfo){.kind = SMR_K_OTHER}); // 0: none
}
