//===- cir_type.c - ClangIR's types -------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "mlir/import/type.h"

static void blanks(SmrTypeText *p) {
  while (*p->at == ' ')
    p->at++;
}

/// To the end of what "<" began.
static void close(SmrTypeText *p) {
  for (smr_type_text_skip(p); *p->at == ','; smr_type_text_skip(p))
    p->at++;
  smr_type_text_eat(p, ">");
}

/// "s, 32>", after "!cir.int<".
static SmrTypeInfo integer(SmrTypeText *p) {
  SmrTypeInfo info = {.kind = SMR_K_OTHER};
  bool is_unsigned = *p->at == 'u';
  char *end = NULL;
  unsigned long width = 0;
  if (smr_type_text_eat(p, "s, ") || smr_type_text_eat(p, "u, ")) {
    width = strtoul(p->at, &end, 10);
    p->at = end;
  }
  close(p);
  // Others are bit-precise integers, whose layout is the target's business.
  if (width == 8 || width == 16 || width == 32 || width == 64 || width == 128) {
    info = smr_type_text_number(SMR_TYPE(SMR_T_INT, (uint32_t)width), (int64_t)width / 8);
    info.is_unsigned = is_unsigned;
  }
  return info;
}

/// "!cir.double x 100>"
static SmrTypeInfo array(SmrTypeText *p) {
  SmrTypeInfo info = {.kind = SMR_K_ARRAY, .rank = 1};
  info.inner = smr_type_text_read(p);
  blanks(p);
  smr_type_text_eat(p, "x");
  blanks(p);
  char *end;
  int64_t extent = (int64_t)strtoll(p->at, &end, 10);
  p->at = end;
  close(p);
  info.dims = smr_arena_alloc(&p->imp->arena, sizeof *info.dims);
  info.dims[0] = extent;
  const SmrTypeInfo *element = &p->imp->types.data[info.inner];
  info.align = element->align;
  if (__builtin_mul_overflow(extent, element->bytes, &info.bytes))
    info.bytes = 0;
  return info;
}

/// "struct "S" packed padded {…}>": padding is spelled out as members.
static SmrTypeInfo record(SmrTypeText *p) {
  SmrTypeInfo info = {.kind = SMR_K_OTHER};
  bool is_union = smr_type_text_eat(p, "union ");
  (void)(is_union || smr_type_text_eat(p, "struct ") || smr_type_text_eat(p, "class "));
  if (*p->at == '"') {
    for (p->at++; *p->at && *p->at != '"'; p->at++)
      if (*p->at == '\\' && p->at[1])
        p->at++;
    smr_type_text_eat(p, "\"");
  }
  blanks(p);
  bool packed = smr_type_text_eat(p, "packed ");
  smr_type_text_eat(p, "padded ");
  if (smr_type_text_eat(p, "{")) {
    SMR_VEC(uint32_t) types = {0};
    while (*p->at && *p->at != '}') {
      uint32_t type = smr_type_text_read(p);
      smr_vec_push(&types, type);
      if (!smr_type_text_eat(p, ","))
        break;
      blanks(p);
    }
    if (*p->at == '}' && !is_union)
      info = smr_type_text_struct(p, types.data, types.size, packed);
    smr_vec_free(&types);
    while (*p->at && *p->at != '}')
      p->at++;
    smr_type_text_eat(p, "}");
  }
  close(p);
  return info;
}

bool smr_type_text_cir(SmrTypeText *p, SmrTypeInfo *info) {
  static const struct {
    const char *name;
    SmrType type;
    int64_t bytes;
  } floats[] = {{"float", SMR_F32, 4},
                {"double", SMR_F64, 8},
                {"f16", SMR_TYPE(SMR_T_FLOAT, 16), 2},
                {"bf16", SMR_TYPE(SMR_T_BFLOAT, 16), 2},
                {"f80", SMR_TYPE(SMR_T_FLOAT, 80), 16},
                {"f128", SMR_TYPE(SMR_T_FLOAT, 128), 16}};
  for (size_t k = 0; k < sizeof floats / sizeof *floats; k++)
    if (smr_type_text_eat(p, floats[k].name)) {
      *info = smr_type_text_number(floats[k].type, floats[k].bytes);
      return true;
    }
  if (smr_type_text_eat(p, "int<"))
    *info = integer(p);
  else if (smr_type_text_eat(p, "bool"))
    *info = smr_type_text_number(SMR_I1, 1);
  else if (smr_type_text_eat(p, "ptr<")) {
    *info = (SmrTypeInfo){.kind = SMR_K_REF, .type = SMR_PTR, .bytes = 8, .align = 8};
    info->inner = smr_type_text_read(p);
    if (*p->at == ',') // an address space
      *info = (SmrTypeInfo){.kind = SMR_K_OTHER};
    close(p);
  } else if (smr_type_text_eat(p, "array<"))
    *info = array(p);
  else if (smr_type_text_eat(p, "record<"))
    *info = record(p);
  else if (smr_type_text_eat(p, "long_double<")) {
    uint32_t inner = smr_type_text_read(p);
    *info = p->imp->types.data[inner];
    close(p);
  } else if (smr_type_text_eat(p, "complex<")) {
    uint32_t part = smr_type_text_read(p);
    SmrTypeInfo element = p->imp->types.data[part];
    close(p);
    *info = (SmrTypeInfo){.kind = SMR_K_OTHER};
    if (SMR_TYPE_KIND(element.type) == SMR_T_FLOAT)
      *info =
          smr_type_text_number(SMR_TYPE(SMR_T_COMPLEX, SMR_TYPE_PAYLOAD(element.type)), 2 * element.bytes);
    info->align = element.align;
  } else
    return false;
  return true;
}
