//===- test_pfa.c - library files, sound and damaged ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "graph/poly_op.h"
#include "pfa/format.h"
#include "sample.h"
#include "test.h"
#include <unistd.h>

/// Parses, and returns how many errors that gave; the last one's line goes to *message.
static uint32_t parse_errors(const void *bytes, size_t size, SmrStr *message) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPfa pfa;
  bool ok = smr_pfa_parse(bytes, size, "x.pfa", symbols, &arena, &pfa, &diag);
  assert_int_equal(ok, diag.messages.size == 0);
  uint32_t errors = diag.errors;
  if (message) {
    smr_str_clear(message);
    if (errors)
      smr_str_printf(message, "%s: error: %s", diag.messages.data[0].file, diag.messages.data[0].text);
  }
  assert_true(errors == diag.messages.size);
  smr_intern_destroy(symbols);
  return errors;
}

TEST(test_round_trip) {
  SmrBytes bytes = sample_bytes();
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrIntern *symbols = smr_intern_create();
  smr_intern(symbols, "something else"); // other numbers than when it was written
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPfa pfa;
  assert_true(smr_pfa_parse(bytes.data, bytes.size, "x.pfa", symbols, &arena, &pfa, &diag));
  assert_int_equal(pfa.count, 2);
  assert_string_equal(pfa.llvm, smr_pfa_llvm_version());
  assert_true(pfa.dialects == UINT64_C(0x0123456789abcdef));
  assert_memory_equal(pfa.automata, "AUTO", 4);
  assert_int_equal(pfa.automata_size, 40);

  const SmrPair *dot = &pfa.pairs[0];
  assert_string_equal(dot->pattern.name, "dot");
  assert_int_equal(dot->replacement_count, 2);
  assert_string_equal(dot->replacements[0].wrapper, "dot_");
  assert_string_equal(dot->replacements[1].wrapper, "_QPdot");
  assert_int_equal(dot->replacements[1].serves, 1);
  assert_memory_equal(dot->replacements[0].module, "ML\xefR other bytes", 16);
  assert_int_equal(dot->line, 3);
  assert_int_equal(dot->replacements[1].module_size, 18);
  assert_memory_equal(dot->replacements[1].module, "ML\xefR made-up bytes", 18);
  assert_string_equal(dot->links[1], "./libmine.a");
  assert_string_equal(dot->conditions[0].text, "n > 16");
  assert_int_equal(dot->conditions[0].count, 3);
  assert_int_equal(dot->conditions[0].steps[1].imm, 16);
  assert_int_equal(dot->pattern.args[1].kind, SMR_ARG_ARRAY);
  assert_int_equal(dot->pattern.args[1].type, SMR_F64);
  assert_int_equal(dot->pattern.args[2].type,
                   SMR_TYPE(SMR_T_OPAQUE, smr_intern_find(symbols, "!my.type<7>")));
  assert_true(dot->pattern.args[0].by_reference && dot->pattern.args[0].read &&
              !dot->pattern.args[0].written);
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_pfa_print_poly(&dot->pattern, dot->pattern.facts[1].extent, &text);
  assert_string_equal(smr_str_get(&text), "-3*n*extent(y, 1) + 7");
  assert_string_equal(pfa.pairs[1].pattern.name, "fence");
  assert_int_equal(pfa.pairs[1].contract, 1);
  assert_memory_equal(pfa.pairs[1].replacements[0].module, "module {}", 9);

  SmrBytes again = {0};
  assert_true(smr_pfa_write(&pfa, symbols, "x.pfa", &again, &diag));
  assert_int_equal(again.size, bytes.size);
  assert_memory_equal(again.data, bytes.data, bytes.size);
  smr_vec_free(&again);
  smr_vec_free(&bytes);
  smr_intern_destroy(symbols);
}

TEST(test_empty_library) {
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrBytes bytes = {0};
  assert_true(smr_pfa_write(&(SmrPfa){0}, symbols, "x.pfa", &bytes, &diag));
  assert_int_equal(parse_errors(bytes.data, bytes.size, NULL), 0);
  smr_vec_free(&bytes);
  smr_intern_destroy(symbols);
}

/// The block is used in place, so it must be aligned wherever the file's bytes are.
TEST(test_unaligned_bytes) {
  SmrBytes bytes = sample_bytes();
  unsigned char *shifted = smr_xmalloc(bytes.size + 16);
  SmrIntern *symbols = smr_intern_create();
  for (unsigned shift = 0; shift < 16; shift++) {
    SmrArena arena = {0};
    SmrDiag diag = {0};
    SmrPfa pfa;
    memcpy(shifted + shift, bytes.data, bytes.size);
    assert_true(smr_pfa_parse(shifted + shift, bytes.size, "x.pfa", symbols, &arena, &pfa, &diag));
    assert_int_equal((uintptr_t)pfa.automata % 16, 0);
    assert_memory_equal(pfa.automata, "AUTO", 4);
    smr_arena_destroy(&arena);
    smr_diag_free(&diag);
  }
  smr_intern_destroy(symbols);
  free(shifted);
  smr_vec_free(&bytes);
}

/// What is wrong with a file that opens shows when its automata and modules are used.
static uint32_t damaged_parts(const void *bytes, size_t size) {
  SMR_OWNED(SmrArena, smr_arena_destroy) arena = {0};
  SmrIntern *symbols = smr_intern_create();
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPfa pfa;
  uint32_t count = 0;
  if (smr_pfa_parse(bytes, size, "x.pfa", symbols, &arena, &pfa, &diag)) {
    count += smr_checksum(pfa.automata, pfa.automata_room) != pfa.automata_checksum;
    for (uint32_t k = 0; k < pfa.count; k++)
      for (uint32_t r = 0; r < pfa.pairs[k].replacement_count; r++)
        count += !smr_replacement_intact(&pfa.pairs[k].replacements[r]);
  }
  smr_intern_destroy(symbols);
  return count;
}

static size_t section_at(const SmrBytes *bytes, int section);

/// Each byte counts: it is seen when the file is opened, or when the part is used that it belongs to.
TEST(test_every_byte_flipped) {
  SmrBytes bytes = sample_bytes(), sound = sample_bytes();
  static const unsigned char masks[] = {0xff, 0x01, 0x80, 0x20};
  for (uint32_t at = 0; at < bytes.size; at++)
    for (unsigned m = 0; m < 4; m++) {
      bytes.data[at] ^= masks[m];
      bool part = at >= section_at(&sound, SMR_PFA_AUTOMATA);
      assert_int_equal(parse_errors(bytes.data, bytes.size, NULL), !part);
      assert_int_equal(damaged_parts(bytes.data, bytes.size), part);
      bytes.data[at] ^= masks[m];
    }
  assert_int_equal(damaged_parts(bytes.data, bytes.size), 0);
  smr_vec_free(&sound);
  assert_int_equal(parse_errors(bytes.data, bytes.size, NULL), 0);
  smr_vec_free(&bytes);
}

/// The copy has no byte behind the cut, so that a sanitizer sees a read past it.
TEST(test_every_length) {
  SmrBytes bytes = sample_bytes();
  for (uint32_t size = 0; size < bytes.size; size++) {
    unsigned char *cut = smr_xmalloc(size);
    memcpy(cut, bytes.data, size);
    assert_int_equal(parse_errors(cut, size, NULL), 1);
    free(cut);
  }
  smr_put_u8(&bytes, 0);
  assert_int_equal(parse_errors(bytes.data, bytes.size, NULL), 1);
  smr_vec_free(&bytes);
}

/// With a right checksum a changed byte may be harmless, or one error, never more and never a crash.
TEST(test_every_byte_flipped_and_sealed) {
  SmrBytes bytes = sample_bytes();
  static const unsigned char masks[] = {0xff, 0x01, 0x80};
  uint32_t refused = 0;
  for (uint32_t at = 0; at < bytes.size; at++)
    for (unsigned m = 0; m < 3; m++) {
      unsigned char *copy = smr_xmalloc(bytes.size);
      memcpy(copy, bytes.data, bytes.size);
      copy[at] ^= masks[m];
      smr_pfa_seal(copy, bytes.size);
      uint32_t errors = parse_errors(copy, bytes.size, NULL);
      assert_true(errors <= 1);
      refused += errors;
      free(copy);
    }
  assert_true(refused > 100);
  smr_vec_free(&bytes);
}

static void put_at(SmrBytes *bytes, size_t at, uint64_t value, int size) {
  for (int i = 0; i < size; i++)
    bytes->data[at + (size_t)i] = (unsigned char)(value >> (8 * i));
}

/// Where a section begins in the sample.
static size_t section_at(const SmrBytes *bytes, int section) {
  SmrReader reader = {bytes->data, bytes->size, (size_t)(SMR_PFA_HEADER + section * SMR_PFA_ENTRY), false};
  return smr_read_u64(&reader);
}

/// One line per defect: what is done to the sample, and the exact message. `section` -1: an offset in the
/// file.
TEST(test_messages) {
  static const struct {
    int section;
    size_t at;
    uint64_t value;
    int size;
    bool seal;
    const char *message;
  } table[] = {
      {-1, 0, 'X', 1, false, "x.pfa: error: not a PFA file"},
      {-1, 8, 4, 4, false, "x.pfa: error: format version 4, this SMR reads version 12"},
      {-1, 16, 1 << 20, 8, false, "x.pfa: error: truncated: %u of 1048576 bytes"},
      {-1, 24, 0, 8, false, "x.pfa: error: checksum mismatch: the file is damaged"},
      {-1, 700, 0xff, 1, false, "x.pfa: error: checksum mismatch: the file is damaged"},
      {-1, 32, '1' | '9' << 8, 2, true, "x.pfa: error: made for LLVM 19.1.8, this is 22.1.8"},
      {-1, 47, 1, 1, true, "x.pfa: error: malformed LLVM version"},
      {-1, 12, 3, 4, true, "x.pfa: error: malformed header"},
      {-1, 56, 3, 4, true, "x.pfa: error: malformed header"},
      {-1, SMR_PFA_HEADER, 3, 4, true, "x.pfa: error: malformed section pairs"},
      {-1, SMR_PFA_HEADER + 24 + 16, 3, 4, true, "x.pfa: error: malformed section arguments"},
      {SMR_PFA_PAIRS, 0, 3, 4, true, "x.pfa: error: malformed text in pairs"},
      {SMR_PFA_PAIRS, 0, 1u << 31, 4, true, "x.pfa: error: malformed text in pairs"},
      {SMR_PFA_PAIRS, 16, 1000, 4, true, "x.pfa: error: malformed pair"},
      {SMR_PFA_PAIRS, 36, 1000000, 4, true, "x.pfa: error: too few arguments"},
      {SMR_PFA_PAIRS, 36, 2, 4, true, "x.pfa: error: malformed polynomial"},
      {SMR_PFA_PAIRS, 36, 3, 4, true, "x.pfa: error: arguments that belong to no pair"},
      {SMR_PFA_PAIRS, 40, 0xffffffff, 4, true, "x.pfa: error: too few facts"},
      {SMR_PFA_PAIRS, 44, 2, 4, true, "x.pfa: error: too few conditions"},
      {SMR_PFA_PAIRS, 44, 0, 4, true, "x.pfa: error: conditions that belong to no pair"},
      {SMR_PFA_PAIRS, 48, 3, 4, true, "x.pfa: error: too few links"},
      {SMR_PFA_PAIRS, 48, 1, 4, true, "x.pfa: error: links that belong to no pair"},
      {SMR_PFA_PAIRS, 52, 0, 4, true, "x.pfa: error: malformed pair"},
      {SMR_PFA_PAIRS, 52, 1, 4, true, "x.pfa: error: replacements that belong to no pair"},
      {SMR_PFA_PAIRS, 52, 5, 4, true, "x.pfa: error: too few replacements"},
      {SMR_PFA_PAIRS, 56, 1, 4, true, "x.pfa: error: too few conditions"},
      {SMR_PFA_PAIRS, 60, 1u << 31, 4, true, "x.pfa: error: malformed text in pairs"},
      {SMR_PFA_ARGS, 20, 1u << 31, 4, true, "x.pfa: error: malformed text in arguments"},
      {SMR_PFA_REPLACEMENTS, 4, 0, 4, true, "x.pfa: error: malformed replacement"},
      {SMR_PFA_REPLACEMENTS, 24, 0, 4, true, "x.pfa: error: malformed replacement"},
      {SMR_PFA_REPLACEMENTS, 8, UINT64_MAX, 8, true, "x.pfa: error: too few modules"},
      {SMR_PFA_ARGS, 4, 9, 4, true, "x.pfa: error: malformed argument"},
      {SMR_PFA_ARGS, 4, SMR_ARG_RESULT, 4, true, "x.pfa: error: malformed argument"},
      {SMR_PFA_ARGS, 16, 8, 4, true, "x.pfa: error: malformed argument"},
      {SMR_PFA_FACTS, 0, 65, 4, true, "x.pfa: error: too few terms"},
      {SMR_PFA_TERMS, 0, 0, 8, true, "x.pfa: error: malformed polynomial"},
      {SMR_PFA_TERMS, 8, 9, 4, true, "x.pfa: error: too few leaves"},
      {SMR_PFA_LEAVES, 0, SMR_LEAF_LOOP(1), 4, true, "x.pfa: error: malformed polynomial"},
      {SMR_PFA_CONDITIONS, 4, 4, 4, true, "x.pfa: error: too few steps"},
      {SMR_PFA_CONDITIONS, 4, 1, 4, true, "x.pfa: error: steps that belong to no pair"},
      {SMR_PFA_CONDITIONS, 4, 2, 4, true, "x.pfa: error: malformed pair \"dot\""},
      {SMR_PFA_STEPS, 0, SMR_WHEN_COUNT, 4, true, "x.pfa: error: malformed pair \"dot\""},
      {SMR_PFA_STRINGS, 0, 'x', 1, true, "x.pfa: error: malformed section strings"},
  };
  SMR_OWNED(SmrStr, smr_str_free) message = {0}, expected = {0};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    SmrBytes bytes = sample_bytes();
    put_at(&bytes, table[k].at + (table[k].section < 0 ? 0 : section_at(&bytes, table[k].section)),
           table[k].value, table[k].size);
    if (table[k].seal)
      smr_pfa_seal(bytes.data, bytes.size);
    assert_int_equal(parse_errors(bytes.data, bytes.size, &message), 1);
    smr_str_clear(&expected);
    const char *number = strstr(table[k].message, "%u");
    smr_str_append(&expected, table[k].message,
                   number ? (size_t)(number - table[k].message) : strlen(table[k].message));
    if (number)
      smr_str_printf(&expected, "%u%s", bytes.size, number + 2);
    assert_string_equal(smr_str_get(&message), smr_str_get(&expected));
    smr_vec_free(&bytes);
  }
}

TEST(test_length_messages) {
  SMR_OWNED(SmrStr, smr_str_free) message = {0}, expected = {0};
  SmrBytes bytes = sample_bytes();
  parse_errors("", 0, &message);
  assert_string_equal(smr_str_get(&message), "x.pfa: error: not a PFA file: it is empty");
  parse_errors(bytes.data, 5, &message);
  assert_string_equal(smr_str_get(&message), "x.pfa: error: truncated: 5 bytes are less than a header");
  parse_errors(bytes.data, 512, &message);
  smr_str_printf(&expected, "x.pfa: error: truncated: 512 of %u bytes", bytes.size);
  assert_string_equal(smr_str_get(&message), smr_str_get(&expected));
  smr_put_u32(&bytes, 0);
  parse_errors(bytes.data, bytes.size, &message);
  assert_string_equal(smr_str_get(&message), "x.pfa: error: 4 bytes follow the end of the library");
  smr_vec_free(&bytes);
}

TEST(test_file) {
  SMR_OWNED(SmrDiag, smr_diag_free) diag = {0};
  SmrPfaFile file;
  assert_false(smr_pfa_file_open("/nonexistent/x.pfa", &file, &diag));
  assert_int_equal(diag.messages.size, 1);
  assert_string_equal(diag.messages.data[0].text, "No such file or directory");
  assert_false(smr_pfa_file_open("/", &file, &diag));
  assert_string_equal(diag.messages.data[1].text, "Is a directory");
  assert_true(smr_pfa_file_open("/dev/null", &file, &diag));
  assert_int_equal(file.size, 0);
  smr_pfa_file_close(&file);

  char path[] = "/tmp/smr-test-pfa-XXXXXX";
  close(mkstemp(path));
  SmrBytes bytes = sample_bytes();
  const char *reason;
  assert_true(smr_write_file(path, bytes.data, bytes.size, &reason));
  assert_true(smr_pfa_file_open(path, &file, &diag));
  assert_true(file.mapped);
  assert_int_equal(parse_errors(file.bytes, file.size, NULL), 0);
  smr_pfa_file_close(&file);
  unlink(path);
  smr_vec_free(&bytes);
}
