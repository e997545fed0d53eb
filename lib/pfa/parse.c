//===- parse.c - bytes to SmrPfa -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// First the file as a whole (header), then where its sections are (table), then every record. The
// record readers mirror write.c. After a success every index, count, text and polynomial is valid, also in a
// file that was made with malice: the checksum protects from accidents only. Modules are not looked at.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "pfa/format.h"
#include "pfa/pfa.h"
#include "size/poly.h"
#include <inttypes.h>

_Static_assert(sizeof(SmrWhenStep) == 16, "a step is a record of the file");

typedef struct {
  const char *name;
  SmrDiag *diag;
  uint64_t automata; // where they begin, as the header says
  SmrIntern *symbols;
  SmrArena *arena;
  SmrReader sections[SMR_PFA_SECTION_COUNT];
  uint32_t left[SMR_PFA_SECTION_COUNT]; // records that no owner has claimed yet
  const char *link;                     // the name of a library, of the last one
} Parser;

static const char *const section_names[] = {
#define SECTION_NAME(id, text, bytes) text,
    SMR_PFA_SECTIONS(SECTION_NAME)
#undef SECTION_NAME
};
static const uint32_t record_bytes[] = {
#define SECTION_BYTES(id, text, bytes) bytes,
    SMR_PFA_SECTIONS(SECTION_BYTES)
#undef SECTION_BYTES
};

#define fail(p, ...) smr_error((p)->diag, (p)->name, 0, 0, __VA_ARGS__)

//--- The file as a whole -------------------------------------------------------

static bool check_header(Parser *p, const unsigned char *bytes, size_t size, SmrPfa *out) {
  if (size == 0)
    return fail(p, "not a PFA file: it is empty");
  if (memcmp(bytes, SMR_PFA_MAGIC, size < 8 ? size : 8) != 0)
    return fail(p, "not a PFA file");
  if (size < SMR_PFA_HEADER)
    return fail(p, "truncated: %zu bytes are less than a header", size);
  SmrReader reader = {bytes, size, 8, false};
  uint32_t version = smr_read_u32(&reader);
  if (version != SMR_PFA_VERSION)
    return fail(p, "format version %u, this SMR reads version %u", version, SMR_PFA_VERSION);
  uint32_t section_count = smr_read_u32(&reader);
  uint64_t length = smr_read_u64(&reader);
  if (length > size)
    return fail(p, "truncated: %zu of %" PRIu64 " bytes", size, length);
  if (length < size)
    return fail(p, "%" PRIu64 " bytes follow the end of the library", (uint64_t)size - length);
  uint64_t stored = smr_read_u64(&reader);
  SmrReader end = {bytes, size, 56, false};
  p->automata = smr_read_u64(&end);
  out->automata_checksum = smr_read_u64(&end);
  if (p->automata < SMR_PFA_HEADER + SMR_PFA_SECTION_COUNT * SMR_PFA_ENTRY || p->automata > size)
    return fail(p, "malformed header");
  if (stored != smr_pfa_checksum(bytes, p->automata))
    return fail(p, "checksum mismatch: the file is damaged");
  const char *llvm = smr_read_bytes(&reader, 16);
  if (llvm[15] != 0)
    return fail(p, "malformed LLVM version");
  if (strcmp(llvm, smr_pfa_llvm_version()) != 0)
    return fail(p, "made for LLVM %s, this is %s", llvm, smr_pfa_llvm_version());
  out->llvm = llvm;
  out->dialects = smr_read_u64(&reader);
  if (section_count != SMR_PFA_SECTION_COUNT)
    return fail(p, "malformed header");
  return true;
}

static bool check_table(Parser *p, const unsigned char *bytes, size_t size) {
  SmrReader table = {bytes, size, SMR_PFA_HEADER, false};
  uint64_t at = SMR_PFA_HEADER + (uint64_t)SMR_PFA_SECTION_COUNT * SMR_PFA_ENTRY;
  for (uint32_t s = 0; s < SMR_PFA_SECTION_COUNT; s++) {
    uint64_t offset = smr_read_u64(&table), length = smr_read_u64(&table);
    uint32_t records = smr_read_u32(&table), number = smr_read_u32(&table);
    uint64_t begin = (at + SMR_PFA_ALIGN - 1) & ~(uint64_t)(SMR_PFA_ALIGN - 1);
    if (table.failed || number != s || offset != begin || begin > size || length > size - begin ||
        length != (uint64_t)records * record_bytes[s])
      return fail(p, "malformed section %s", section_names[s]);
    p->sections[s] = (SmrReader){bytes + offset, length, 0, false};
    p->left[s] = records;
    at = begin + length;
  }
  if (at != size || p->sections[SMR_PFA_AUTOMATA].data != bytes + p->automata)
    return fail(p, "malformed section %s", section_names[SMR_PFA_SECTION_COUNT - 1]);
  const SmrReader *strings = &p->sections[SMR_PFA_STRINGS];
  if (strings->size == 0 || strings->data[0] != 0 || strings->data[strings->size - 1] != 0)
    return fail(p, "malformed section %s", section_names[SMR_PFA_STRINGS]);
  return true;
}

//--- Records -------------------------------------------------------------------

/// The next `count` records of a section belong to the caller. Bounds every allocation by the file's size.
static bool claim(Parser *p, int section, uint32_t count) {
  if (count > p->left[section])
    return fail(p, "too few %s", section_names[section]);
  p->left[section] -= count;
  return true;
}

/// The next record of a section; its owner has claimed it. Numbers are used in place.
static const uint32_t *next(Parser *p, int section) {
  SmrReader *reader = &p->sections[section];
  const void *at = reader->data + reader->at;
  reader->at += record_bytes[section];
  return at;
}

static uint64_t get_u64(const uint32_t *words) {
  return words[0] | (uint64_t)words[1] << 32;
}

static bool get_text(Parser *p, int section, uint32_t offset, const char **out) {
  const SmrReader *strings = &p->sections[SMR_PFA_STRINGS];
  if (offset >= strings->size || (offset && strings->data[offset - 1] != 0))
    return fail(p, "malformed text in %s", section_names[section]);
  *out = (const char *)strings->data + offset;
  return true;
}

static bool check_leaf(const SmrPattern *pattern, uint32_t leaf) {
  uint32_t payload = leaf & ((1u << 28) - 1);
  switch (SMR_LEAF_KIND(leaf)) {
  case 1:
    return payload < pattern->arg_count;
  case 2:
    return payload < pattern->loop_count;
  case 3:
    return payload >> 8 < pattern->arg_count && (payload >> 4 & 15) <= 2;
  case 4:
    return payload < pattern->node_count;
  default:
    return false;
  }
}

static bool get_poly(Parser *p, const SmrPattern *pattern, uint32_t count, SmrPoly *out) {
  if (!claim(p, SMR_PFA_TERMS, count))
    return false;
  if (count > SMR_POLY_MAX_TERMS)
    return fail(p, "malformed polynomial");
  SmrMonomial *terms = smr_arena_alloc(p->arena, count * sizeof *terms);
  for (uint32_t t = 0; t < count; t++) {
    const uint32_t *term = next(p, SMR_PFA_TERMS);
    terms[t].coef = (int64_t)get_u64(term);
    terms[t].degree = term[2];
    if (!claim(p, SMR_PFA_LEAVES, terms[t].degree))
      return false;
    if (terms[t].degree > SMR_POLY_MAX_DEGREE || !terms[t].coef)
      return fail(p, "malformed polynomial");
    uint32_t *leaves = smr_arena_alloc(p->arena, terms[t].degree * sizeof *leaves);
    for (uint32_t k = 0; k < terms[t].degree; k++) {
      leaves[k] = *next(p, SMR_PFA_LEAVES);
      if (!check_leaf(pattern, leaves[k]) || (k && leaves[k] < leaves[k - 1]))
        return fail(p, "malformed polynomial");
    }
    terms[t].leaves = leaves;
    if (t && smr_monomial_compare(&terms[t - 1], &terms[t]) >= 0)
      return fail(p, "malformed polynomial");
  }
  *out = (SmrPoly){terms, count};
  return true;
}

static bool get_arg(Parser *p, bool last, SmrPatternArg *out, const char **word) {
  const uint32_t *arg = next(p, SMR_PFA_ARGS);
  uint32_t kind = arg[1], type_kind = arg[2], payload = arg[3], flags = arg[4];
  if (!get_text(p, SMR_PFA_ARGS, arg[0], &out->name))
    return false;
  if (kind > SMR_ARG_RESULT || (kind == SMR_ARG_RESULT && !last) || type_kind > SMR_T_OPAQUE || flags > 7)
    return fail(p, "malformed argument");
  out->kind = (SmrArgKind)kind;
  if (type_kind == SMR_T_OPAQUE) {
    const char *text;
    if (!get_text(p, SMR_PFA_ARGS, payload, &text))
      return false;
    payload = smr_intern(p->symbols, text);
  } else if (payload >= 1u << 28) {
    return fail(p, "malformed argument");
  }
  out->type = SMR_TYPE(type_kind, payload);
  out->by_reference = flags & 1;
  out->read = flags & 2;
  out->written = flags & 4;
  return get_text(p, SMR_PFA_ARGS, arg[5], word);
}

static bool get_condition(Parser *p, const SmrPattern *pattern, SmrWhen *out) {
  const uint32_t *condition = next(p, SMR_PFA_CONDITIONS);
  out->count = condition[1];
  if (!get_text(p, SMR_PFA_CONDITIONS, condition[0], &out->text) || !claim(p, SMR_PFA_STEPS, out->count))
    return false;
  out->steps = smr_read_bytes(&p->sections[SMR_PFA_STEPS], (size_t)out->count * sizeof *out->steps);
  return smr_when_check(out, pattern->arg_count) || fail(p, "malformed pair \"%s\"", pattern->name);
}

static bool get_conditions(Parser *p, const SmrPattern *pattern, uint32_t count, const SmrWhen **out) {
  SmrWhen *conditions = smr_arena_alloc(p->arena, count * sizeof *conditions);
  *out = conditions;
  for (uint32_t k = 0; k < count; k++)
    if (!get_condition(p, pattern, &conditions[k]))
      return false;
  return true;
}

static bool get_pattern_records(Parser *p, SmrPattern *pattern, const char *const **out) {
  if (!claim(p, SMR_PFA_ARGS, pattern->arg_count) || !claim(p, SMR_PFA_FACTS, pattern->fact_count))
    return false;
  pattern->args = smr_arena_alloc(p->arena, pattern->arg_count * sizeof *pattern->args);
  const char **words = smr_arena_alloc(p->arena, pattern->arg_count * sizeof *words);
  *out = words;
  for (uint32_t k = 0; k < pattern->arg_count; k++)
    if (!get_arg(p, k + 1 == pattern->arg_count, &pattern->args[k], &words[k]))
      return false;
  pattern->facts = smr_arena_alloc(p->arena, pattern->fact_count * sizeof *pattern->facts);
  for (uint32_t k = 0; k < pattern->fact_count; k++) {
    const uint32_t *fact = next(p, SMR_PFA_FACTS);
    if (!get_poly(p, pattern, fact[0], &pattern->facts[k].index) ||
        !get_poly(p, pattern, fact[1], &pattern->facts[k].extent))
      return false;
  }
  return true;
}

static bool get_replacement(Parser *p, SmrReplacement *out) {
  SmrReader *modules = &p->sections[SMR_PFA_MODULES];
  const uint32_t *replacement = next(p, SMR_PFA_REPLACEMENTS);
  uint32_t serves = replacement[0];
  uint64_t size = get_u64(replacement + 2);
  out->serves = (SmrLanguage)serves;
  if (!get_text(p, SMR_PFA_REPLACEMENTS, replacement[1], &out->wrapper))
    return false;
  if (!*out->wrapper || serves >= SMR_LANGUAGE_COUNT)
    return fail(p, "malformed replacement");
  if (size > modules->size)
    return fail(p, "too few %s", section_names[SMR_PFA_MODULES]);
  out->module_size = size;
  out->module_room = (size + SMR_PFA_MODULE_ALIGN - 1) & ~(uint64_t)(SMR_PFA_MODULE_ALIGN - 1);
  out->checksum = get_u64(replacement + 4);
  out->module = smr_read_bytes(modules, out->module_room);
  if (!out->module)
    return fail(p, "too few %s", section_names[SMR_PFA_MODULES]);
  return true;
}

static bool get_replacements(Parser *p, SmrPair *pair) {
  SmrReplacement *all = smr_arena_alloc(p->arena, pair->replacement_count * sizeof *all);
  for (uint32_t k = 0; k < pair->replacement_count; k++) {
    if (!get_replacement(p, &all[k]))
      return false;
    if (k && all[k].serves <= all[k - 1].serves)
      return fail(p, "malformed replacement");
  }
  pair->replacements = all;
  return true;
}

static bool get_pair(Parser *p, SmrPair *pair) {
  const uint32_t *record = next(p, SMR_PFA_PAIRS);
  SmrPattern *pattern = &pair->pattern;
  if (!get_text(p, SMR_PFA_PAIRS, *record++, &pattern->name) ||
      !get_text(p, SMR_PFA_PAIRS, *record++, &pair->file))
    return false;
  pair->line = *record++;
  pair->column = *record++;
  uint32_t language = *record++, contract = *record++;
#define READ(count) pair->count = *record++;
  SMR_PFA_PAIR_COUNTS(READ)
#undef READ
  if (!*pattern->name || !pair->replacement_count || language >= SMR_LANGUAGE_COUNT ||
      (contract & ~(uint32_t)(SMR_PFA_UNVERIFIED | SMR_PFA_JOINED)) > SMR_CONTRACT_FINITE)
    return fail(p, "malformed pair");
  if (!get_text(p, SMR_PFA_PAIRS, *record++, &pair->about) ||
      !get_text(p, SMR_PFA_PAIRS, *record++, &pair->equations))
    return false;
  if (!*pair->equations)
    pair->equations = NULL;
  pair->shape = get_u64(record);
  pair->language = (SmrLanguage)language;
  pair->contract = (SmrContract)(contract & ~(uint32_t)(SMR_PFA_UNVERIFIED | SMR_PFA_JOINED));
  pair->unverified = contract & SMR_PFA_UNVERIFIED;
  pair->joined = contract & SMR_PFA_JOINED;

  if (!get_pattern_records(p, pattern, &pair->words) ||
      !claim(p, SMR_PFA_CONDITIONS, pair->condition_count) ||
      !claim(p, SMR_PFA_CONDITIONS, pair->pays_count) || !claim(p, SMR_PFA_LINKS, pair->link_count) ||
      !claim(p, SMR_PFA_REPLACEMENTS, pair->replacement_count))
    return false;
  if (!get_conditions(p, pattern, pair->condition_count, &pair->conditions) ||
      !get_conditions(p, pattern, pair->pays_count, &pair->pays))
    return false;
  const char **links = smr_arena_alloc(p->arena, pair->link_count * sizeof *links);
  for (uint32_t k = 0; k < pair->link_count; k++)
    if (!get_text(p, SMR_PFA_LINKS, *next(p, SMR_PFA_LINKS), &links[k]))
      return false;
    else if (links[k] != p->link && !smr_link_name_ok(links[k], strlen(links[k])))
      return fail(p, "a library to link has no library's name");
    else
      p->link = links[k];
  pair->links = links;
  return get_replacements(p, pair);
}

static bool get_pairs(Parser *p, SmrPfa *out) {
  out->count = p->left[SMR_PFA_PAIRS];
  p->left[SMR_PFA_PAIRS] = 0;
  SmrPair *pairs = smr_arena_alloc(p->arena, out->count * sizeof *pairs);
  for (uint32_t k = 0; k < out->count; k++)
    if (!get_pair(p, &pairs[k]))
      return false;
  out->pairs = pairs;
  const SmrReader *modules = &p->sections[SMR_PFA_MODULES];
  for (int s = SMR_PFA_PAIRS; s <= SMR_PFA_REPLACEMENTS; s++)
    if (p->left[s])
      return fail(p, "%s that belong to no pair", section_names[s]);
  if (modules->at != modules->size)
    return fail(p, "%s that belong to no pair", section_names[SMR_PFA_MODULES]);
  return true;
}

bool smr_pfa_parse(const void *bytes, size_t size, const char *name, SmrIntern *symbols, SmrArena *arena,
                   SmrPfa *out, SmrDiag *diag) {
  Parser p = {.name = name, .diag = diag, .symbols = symbols, .arena = arena};
  *out = (SmrPfa){0};
  if (size && (uintptr_t)bytes % 16) // steps and automata are used in place
    bytes = memcpy(smr_arena_alloc(arena, size + 1), bytes, size);
  if (!check_header(&p, bytes, size, out) || !check_table(&p, bytes, size) || !get_pairs(&p, out))
    return false;
  const SmrReader *automata = &p.sections[SMR_PFA_AUTOMATA];
  out->automata = automata->data;
  out->automata_size = automata->size;
  out->automata_room = (size_t)(p.sections[SMR_PFA_MODULES].data - automata->data);
  return true;
}
