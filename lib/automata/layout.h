//===- layout.h - the automata as bytes -----------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The block is an array of little-endian u32 words: a header, then the sections that it names, each at a word
// offset with a count of records. Nothing but offsets, so it is used where it lies. The one exception is
// SMR_SECTION_TEXT, bytes.
//
// Invariants that open.c checks and the machines rely on:
// clang-format off: a list
//  A1 sections lie inside the block; every index in a record is below the count of the section that it points
//     into;
//  A2 a state's edges are sorted by token, tokens by kind, so NODE edges come last but for CONST, which stand
//     alone;
//  A3 an edge leads to a state with a smaller number: every walk ends;
//  A4 `total` of a state is the number of data strings that end in or below it, `rank` of an edge how many of
//     the state's come before the edge's: adding ranks along a walk numbers the strings (ranks), so that
//     suffixes can be shared;
//  A5 numbers in tokens (nodes, slots, unknowns, …) are below what the walk has defined: the machine checks
//     these as it goes, since they depend on the walk.
// clang-format on
//===----------------------------------------------------------------------===//
#ifndef SMR_AUTOMATA_LAYOUT_H
#define SMR_AUTOMATA_LAYOUT_H
#include "automata/automata.h"
#include "automata/check.h"
#include "base/map.h"

enum { SMR_AUTOMATA_MAGIC = 0x41524d53, SMR_AUTOMATA_VERSION = 2 }; // "SMRA"

// clang-format off: tables
// name, words per record
#define SMR_SECTIONS(X)                                                                                                \
  X(TEXT, 0)         /* NUL-terminated strings; the count is bytes */                                                  \
  X(SYMBOLS, 1)      /* -> TEXT; symbol 0 is the empty text */                                                         \
  X(LABELS, 4)       /* -> POOL: words; number of words; -> TEXT: the label in words; flags */                         \
  X(LABEL_HASH, 1)   /* open addressing over label words: label + 1; a power of two */                                 \
  X(TOKENS, 5)       /* kind, a, b, -> POOL: key, -> POOL: polynomial */                                               \
  X(TOKEN_HASH, 1)   /* open addressing over NODE tokens' (a, b): token + 1 */                                         \
  X(STATES, 4)       /* first edge, edges, total, final */                                                             \
  X(EDGES, 3)        /* token, target, rank */                                                                         \
  X(RANKS, 2)        /* first of RANK_PATTERNS, count */                                                               \
  X(RANK_PATTERNS, 1) /* pattern */                                                                                    \
  X(PATTERNS, 2)     /* -> TEXT: name, -> POOL: tables */                                                              \
  X(CONTROL_STATES, 3) /* first edge, edges, class (0: not final) */                                                   \
  X(CONTROL_EDGES, 2) /* control token, target; sorted by token */                                                     \
  X(CONTROL_CLASSES, 2) /* flags; -> TEXT: the control string */                                                       \
  X(CONTROL_OPS, 1)  /* -> TEXT: name of a region-defining op, sorted by first use */                                  \
  X(POOL, 1)
// clang-format on
enum {
#define X(name, words) SMR_SECTION_##name,
  SMR_SECTIONS(X)
#undef X
      SMR_SECTION_COUNT
};

typedef struct {
  uint32_t magic, version, words, start; // start: the data strings' start state
  struct {
    uint32_t offset, count;
  } sections[SMR_SECTION_COUNT];
} SmrAutomataHeader;

// Control tokens: what a control string is made of. Classes are those of region-defining ops inside.
enum {
  SMR_CONTROL_OPEN = 0,         // {
  SMR_CONTROL_CLOSE = 1,        // }
  SMR_CONTROL_BLOCK = 2,        // | between two blocks of a region
  SMR_CONTROL_OP = 1u << 30,    // + number of the op's name in SMR_CONTROL_OPS
  SMR_CONTROL_CLASS = 2u << 30, // + class
  SMR_CONTROL_ANCHOR = 1,       // flag of classes and labels: first root of some pattern
};

struct SmrAutomata {
  const uint32_t *block;
  const SmrAutomataHeader *header;
  SmrArena arena;
  SmrIntern *symbols;
  SmrSym *of_symbol;   // block symbol -> graph symbol
  uint32_t *to_symbol; // graph symbol -> block symbol + 1, for symbols up to to_count
  uint32_t to_count;
  SmrPoly *polys;                    // by token
  uint32_t op_control[SMR_OP_COUNT]; // opcode -> SMR_CONTROL_OPS number + 1
  SmrMap opaque_control;             // name of an opaque op (graph symbol) -> SMR_CONTROL_OPS number + 1
};

static inline const uint32_t *smr_section(const uint32_t *block, int section) {
  return block + ((const SmrAutomataHeader *)block)->sections[section].offset;
}
static inline uint32_t smr_section_count(const uint32_t *block, int section) {
  return ((const SmrAutomataHeader *)block)->sections[section].count;
}
static inline const char *smr_block_text(const uint32_t *block, uint32_t at) {
  return (const char *)smr_section(block, SMR_SECTION_TEXT) + at;
}
static inline uint32_t smr_words_hash(const uint32_t *words, uint32_t count) {
  uint32_t h = 2166136261u ^ count;
  for (uint32_t k = 0; k < count; k++) {
    h = (h ^ words[k]) * 0x85ebca6bu;
    h ^= h >> 15;
  }
  return h * 0x9e3779b1u ^ h >> 13;
}

/// A polynomial in POOL: number of terms, then coefficient (low, high), degree, leaves. Returns the words
/// read, 0 when it is malformed or longer than `limit` words.
uint32_t smr_poly_decode(SmrArena *arena, const uint32_t *words, uint32_t limit, SmrPoly *out);
void smr_poly_encode(SmrPoly poly, SmrWords *out);

/// Tables in POOL. Returns false when they are malformed (see SmrTables for what is in them).
bool smr_tables_decode(SmrArena *arena, const uint32_t *words, uint32_t limit, SmrTables *out);
/// Do the tables of a block that was opened speak of this pattern's nodes, loops and arguments?
bool smr_tables_fit(const uint32_t *block, uint32_t number, const SmrPattern *pattern);
void smr_tables_encode(const SmrTables *tables, SmrWords *out);

/// The SMR_CONTROL_OPS text of a region-defining op.
static inline const char *smr_control_name(const SmrGraph *g, SmrOp op) {
  const SmrOpData *o = smr_op(g, op);
  return o->code == SMR_OP_OPAQUE && o->name ? smr_intern_text(g->symbols, o->name)
                                             : smr_opcode_name((SmrOpcode)o->code);
}

/// One pass over the graph: the class of every region-defining op, 0 where no pattern has its control flow.
void smr_control_run(const SmrAutomata *automata, const SmrFacts *view, uint32_t *classes, uint64_t *tokens);
#endif
