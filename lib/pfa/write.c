//===- write.c - SmrPfa to bytes -----------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// Every section is gathered in a buffer of its own while the pairs are walked once, then all are laid out.
//===----------------------------------------------------------------------===//
#include "base/map.h"
#include "pfa/format.h"
#include "pfa/pfa.h"
#include <llvm/Config/llvm-config.h>
#include <xxhash.h>

const char *smr_pfa_llvm_version(void) {
  return LLVM_VERSION_STRING;
}

uint64_t smr_pfa_checksum(const unsigned char *bytes, size_t size) {
  XXH3_state_t *state = XXH3_createState();
  if (!state)
    abort();
  XXH3_64bits_reset(state);
  XXH3_64bits_update(state, bytes, 24);
  XXH3_64bits_update(state, bytes + 32, size - 32);
  uint64_t hash = XXH3_64bits_digest(state);
  XXH3_freeState(state);
  return hash;
}

static void put_hash(unsigned char *bytes, size_t at, uint64_t hash) {
  for (int i = 0; i < 8; i++)
    bytes[at + (size_t)i] = (unsigned char)(hash >> (8 * i));
}

void smr_pfa_seal(void *bytes, size_t size) {
  if (size < SMR_PFA_HEADER)
    return;
  SmrReader header = {bytes, size, 56, false};
  const size_t at = SMR_PFA_HEADER + SMR_PFA_MODULES * SMR_PFA_ENTRY;
  SmrReader entry = {bytes, size, at < size ? at : size, false};
  uint64_t automata = smr_read_u64(&header), modules = smr_read_u64(&entry);
  if (automata < SMR_PFA_HEADER || automata > size)
    automata = size;
  if (automata <= modules && modules <= size)
    put_hash(bytes, 64, smr_checksum((const unsigned char *)bytes + automata, modules - automata));
  put_hash(bytes, 24, smr_pfa_checksum(bytes, automata));
}

typedef struct {
  SmrBytes sections[SMR_PFA_SECTION_COUNT];
  uint64_t records[SMR_PFA_SECTION_COUNT];
  SmrIntern *texts; // of this file; a text's offset is in `offsets` at its id
  SMR_VEC(uint32_t) offsets;
  const SmrIntern *symbols;
} Writer;

static SmrBytes *record(Writer *w, int section) {
  w->records[section]++;
  return &w->sections[section];
}

static uint32_t put_text(Writer *w, const char *text) {
  SmrSym id = text ? smr_intern(w->texts, text) : 0;
  if (id < w->offsets.size)
    return w->offsets.data[id];
  SmrBytes *strings = &w->sections[SMR_PFA_STRINGS];
  uint32_t offset = strings->size;
  smr_put_bytes(strings, smr_intern_text(w->texts, id), strlen(smr_intern_text(w->texts, id)) + 1);
  smr_vec_push(&w->offsets, offset);
  return offset;
}

static void put_poly(Writer *w, SmrPoly poly) {
  for (uint32_t t = 0; t < poly.count; t++) {
    SmrBytes *terms = record(w, SMR_PFA_TERMS);
    smr_put_u64(terms, (uint64_t)poly.terms[t].coef);
    smr_put_u32(terms, poly.terms[t].degree);
    for (uint32_t k = 0; k < poly.terms[t].degree; k++)
      smr_put_u32(record(w, SMR_PFA_LEAVES), poly.terms[t].leaves[k]);
  }
}

static void put_arg(Writer *w, const SmrPatternArg *arg, const char *word) {
  SmrBytes *out = record(w, SMR_PFA_ARGS);
  uint32_t kind = SMR_TYPE_KIND(arg->type), payload = SMR_TYPE_PAYLOAD(arg->type);
  smr_put_u32(out, put_text(w, arg->name));
  smr_put_u32(out, (uint32_t)arg->kind);
  smr_put_u32(out, kind);
  smr_put_u32(out, kind == SMR_T_OPAQUE ? put_text(w, smr_intern_text(w->symbols, payload)) : payload);
  smr_put_u32(out, (arg->by_reference ? 1u : 0) | (arg->read ? 2u : 0) | (arg->written ? 4u : 0));
  smr_put_u32(out, put_text(w, word));
}

static void put_condition(Writer *w, const SmrWhen *condition) {
  SmrBytes *out = record(w, SMR_PFA_CONDITIONS);
  smr_put_u32(out, put_text(w, condition->text));
  smr_put_u32(out, condition->count);
  for (uint32_t k = 0; k < condition->count; k++) {
    SmrBytes *step = record(w, SMR_PFA_STEPS);
    smr_put_u32(step, condition->steps[k].op);
    smr_put_u32(step, condition->steps[k].arg);
    smr_put_u64(step, (uint64_t)condition->steps[k].imm);
  }
}

static void put_pair(Writer *w, const SmrPair *pair) {
  const SmrPattern *p = &pair->pattern;
  SmrBytes *modules = &w->sections[SMR_PFA_MODULES];
  SmrBytes *out = record(w, SMR_PFA_PAIRS);
  smr_put_u32(out, put_text(w, p->name));
  smr_put_u32(out, put_text(w, pair->file));
  smr_put_u32(out, pair->line);
  smr_put_u32(out, pair->column);
  smr_put_u32(out, pair->language);
  smr_put_u32(out, pair->contract | (pair->unverified ? SMR_PFA_UNVERIFIED : 0) |
                       (pair->joined ? SMR_PFA_JOINED : 0));
#define PUT(count) smr_put_u32(out, pair->count);
  SMR_PFA_PAIR_COUNTS(PUT)
#undef PUT
  smr_put_u32(out, put_text(w, pair->about ? pair->about : ""));
  smr_put_u32(out, put_text(w, pair->equations ? pair->equations : ""));
  smr_put_u64(out, pair->shape);

  for (uint32_t k = 0; k < p->arg_count; k++)
    put_arg(w, &p->args[k], pair->words ? pair->words[k] : "");
  for (uint32_t k = 0; k < p->fact_count; k++) {
    SmrBytes *fact = record(w, SMR_PFA_FACTS);
    smr_put_u32(fact, p->facts[k].index.count);
    smr_put_u32(fact, p->facts[k].extent.count);
    put_poly(w, p->facts[k].index);
    put_poly(w, p->facts[k].extent);
  }
  for (uint32_t k = 0; k < pair->condition_count; k++)
    put_condition(w, &pair->conditions[k]);
  for (uint32_t k = 0; k < pair->pays_count; k++)
    put_condition(w, &pair->pays[k]);
  for (uint32_t k = 0; k < pair->link_count; k++)
    smr_put_u32(record(w, SMR_PFA_LINKS), put_text(w, pair->links[k]));
  for (uint32_t k = 0; k < pair->replacement_count; k++) {
    const SmrReplacement *replacement = &pair->replacements[k];
    SmrBytes *entry = record(w, SMR_PFA_REPLACEMENTS);
    smr_put_u32(entry, replacement->serves);
    smr_put_u32(entry, put_text(w, replacement->wrapper));
    smr_put_u64(entry, replacement->module_size);
    uint32_t at = modules->size;
    smr_put_bytes(modules, replacement->module, replacement->module_size);
    smr_put_align(modules, SMR_PFA_MODULE_ALIGN);
    smr_put_u64(entry, smr_checksum(modules->data + at, modules->size - at));
  }
}

/// SMR_VEC counts in 32 bits, so a section must be refused before it gets there.
static bool fits(const SmrPfa *pfa) {
  uint64_t total = pfa->automata_size;
  for (uint32_t k = 0; k < pfa->count; k++)
    for (uint32_t r = 0; r < pfa->pairs[k].replacement_count; r++)
      total += pfa->pairs[k].replacements[r].module_size + SMR_PFA_MODULE_ALIGN;
  return total < UINT64_C(1) << 30;
}

static void layout(Writer *w, const SmrPfa *pfa, SmrBytes *out) {
  uint32_t start = out->size;
  char llvm[16] = {0};
  strncpy(llvm, pfa->llvm ? pfa->llvm : smr_pfa_llvm_version(), sizeof llvm - 1);
  uint64_t offsets[SMR_PFA_SECTION_COUNT];
  uint64_t at = SMR_PFA_HEADER + (uint64_t)SMR_PFA_SECTION_COUNT * SMR_PFA_ENTRY;
  for (int s = 0; s < SMR_PFA_SECTION_COUNT; s++) {
    at = (at + SMR_PFA_ALIGN - 1) & ~(uint64_t)(SMR_PFA_ALIGN - 1);
    offsets[s] = at;
    at += w->sections[s].size;
  }
  smr_put_bytes(out, SMR_PFA_MAGIC, 8);
  smr_put_u32(out, SMR_PFA_VERSION);
  smr_put_u32(out, SMR_PFA_SECTION_COUNT);
  smr_put_u64(out, at);
  smr_put_u64(out, 0);
  smr_put_bytes(out, llvm, sizeof llvm);
  smr_put_u64(out, pfa->dialects);
  smr_put_u64(out, offsets[SMR_PFA_AUTOMATA]);
  smr_put_u64(out, 0);
  for (uint32_t s = 0; s < SMR_PFA_SECTION_COUNT; s++) {
    smr_put_u64(out, offsets[s]);
    smr_put_u64(out, w->sections[s].size);
    smr_put_u32(out, (uint32_t)w->records[s]);
    smr_put_u32(out, s);
  }
  for (int s = 0; s < SMR_PFA_SECTION_COUNT; s++) {
    while (out->size - start < offsets[s])
      smr_put_u8(out, 0);
    smr_put_bytes(out, w->sections[s].data, w->sections[s].size);
  }
  smr_pfa_seal(out->data + start, out->size - start);
}

bool smr_pfa_write(const SmrPfa *pfa, const SmrIntern *symbols, const char *name, SmrBytes *out,
                   SmrDiag *diag) {
  if (!fits(pfa))
    return smr_error(diag, name, 0, 0, "the library would be larger than 1 GiB");
  Writer w = {.texts = smr_intern_create(), .symbols = symbols};
  put_text(&w, ""); // offset 0 is the empty text
  for (uint32_t k = 0; k < pfa->count; k++)
    put_pair(&w, &pfa->pairs[k]);
  smr_put_bytes(&w.sections[SMR_PFA_AUTOMATA], pfa->automata, pfa->automata_size);
  w.records[SMR_PFA_STRINGS] = w.sections[SMR_PFA_STRINGS].size;
  w.records[SMR_PFA_AUTOMATA] = w.sections[SMR_PFA_AUTOMATA].size;
  w.records[SMR_PFA_MODULES] = w.sections[SMR_PFA_MODULES].size;
  layout(&w, pfa, out);
  for (int s = 0; s < SMR_PFA_SECTION_COUNT; s++)
    smr_vec_free(&w.sections[s]);
  smr_vec_free(&w.offsets);
  smr_intern_destroy(w.texts);
  return true;
}
