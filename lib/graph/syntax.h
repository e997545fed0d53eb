//===- syntax.h - words of the text form, shared by text.c and parse.c ---===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef SMR_GRAPH_SYNTAX_H
#define SMR_GRAPH_SYNTAX_H
#include "base/lex.h"
#include "graph/graph.h"

enum {
  SMR_SYNTAX_FLAGS = 17,       // names of SmrOpData.flags, bit by bit
  SMR_SYNTAX_FASTS = 8,        // names of SmrOpData.fast, bit by bit
  SMR_SYNTAX_ICMPS = 10,       // names of SmrIcmp
  SMR_SYNTAX_FCMPS = 16,       // names of arith.cmpf's predicates
  SMR_GRAPH_MAX_REGIONS = 256, // regions of one op
  SMR_GRAPH_MAX_TEXT = 1 << 26 // bytes of one graph's text
};
#define SMR_SYNTAX_PUNCTUATION "(){}[]<>,:=@!?*+-"
extern const char *const smr_flag_names[SMR_SYNTAX_FLAGS];
extern const char *const smr_fast_names[SMR_SYNTAX_FASTS];
extern const char *const smr_icmp_names[SMR_SYNTAX_ICMPS];
extern const char *const smr_fcmp_names[SMR_SYNTAX_FCMPS];

/// Whether the op's name, its imm, follow the opcode; otherwise they stand in <…> when not zero.
bool smr_syntax_named(SmrOpcode code), smr_syntax_counted(SmrOpcode code);
/// The type of the only result that need not be written; SMR_T_NONE when it must.
SmrType smr_syntax_default_type(SmrOpcode code);
/// How many regions the opcode has unless <regions N> says otherwise.
uint32_t smr_syntax_default_regions(SmrOpcode code);
/// Reads a symbol or file name, after '@': a string, or bare bytes; then the next token.
bool smr_syntax_read_symbol(SmrLexer *lexer, SmrIntern *symbols, SmrSym *out);
/// "…" with its escapes; the text bare where its bytes allow it; the shortest decimal that reads back
/// exactly.
void smr_syntax_string(const char *text, SmrStr *out), smr_syntax_symbol(const char *text, SmrStr *out);
void smr_syntax_decimal(double finite, SmrStr *out);
#endif
