//===- test_containers.c - arena, vec, map, intern -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/arena.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"
#include "test.h"

TEST(test_arena_is_zeroed_and_aligned) {
  SmrArena arena = {0};
  for (size_t size = 0; size < 300; size++) {
    unsigned char *block = smr_arena_alloc(&arena, size);
    assert_int_equal((uintptr_t)block % 16, 0);
    for (size_t i = 0; i < size; i++)
      assert_int_equal(block[i], 0);
    memset(block, 0xAB, size); // the next block must not see this
  }
  unsigned char *big = smr_arena_alloc(&arena, 10 << 20);
  big[(10 << 20) - 1] = 1;
  assert_string_equal(smr_arena_strdup(&arena, "text"), "text");
  assert_string_equal(smr_arena_strndup(&arena, "text", 2), "te");
  smr_arena_destroy(&arena);
  smr_arena_destroy(&arena); // an empty arena may be destroyed
}

TEST(test_vec_grows) {
  SMR_VEC(uint32_t) v = {0};
  for (uint32_t i = 0; i < 1000; i++)
    smr_vec_push(&v, i * i);
  assert_int_equal(v.size, 1000);
  assert_true(v.capacity >= 1000);
  for (uint32_t i = 0; i < 1000; i++)
    assert_int_equal(v.data[i], i * i);
  assert_int_equal(smr_vec_last(&v), 999 * 999);
  assert_int_equal(smr_vec_pop(&v), 999 * 999);
  assert_int_equal(v.size, 999);
  smr_vec_clear(&v);
  assert_int_equal(v.size, 0);
  smr_vec_free(&v);
  assert_null(v.data);
}

TEST(test_map_keeps_every_key) {
  SmrMap map = {0};
  uint32_t value;
  assert_false(smr_map_get(&map, 0, &value));
  // Multiples of a large power of two collide in a hash that keeps low bits only.
  for (uint64_t i = 0; i < 5000; i++)
    smr_map_set(&map, i << 40, (uint32_t)i);
  assert_int_equal(map.size, 5000);
  for (uint64_t i = 0; i < 5000; i++) {
    assert_true(smr_map_get(&map, i << 40, &value));
    assert_int_equal(value, i);
  }
  assert_false(smr_map_get(&map, 1, &value));
  assert_true(smr_map_get(&map, 0, &value)); // key 0 is a key
  smr_map_set(&map, 0, 7);
  assert_int_equal(map.size, 5000);
  ++*smr_map_at(&map, 0, 99);
  assert_true(smr_map_get(&map, 0, &value));
  assert_int_equal(value, 8);
  assert_int_equal(*smr_map_at(&map, UINT64_MAX, 99), 99);
  smr_map_clear(&map);
  assert_int_equal(map.size, 0);
  assert_false(smr_map_get(&map, 0, &value));
  smr_map_free(&map);
}

TEST(test_intern_is_dense_and_stable) {
  SmrIntern *table = smr_intern_create();
  assert_int_equal(smr_intern(table, ""), 0);
  assert_string_equal(smr_intern_text(table, 0), "");
  char text[16];
  for (int i = 0; i < 3000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    assert_int_equal(smr_intern(table, text), i + 1);
  }
  for (int i = 0; i < 3000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    assert_int_equal(smr_intern(table, text), i + 1);
    assert_int_equal(smr_intern_find(table, text), i + 1);
    assert_string_equal(smr_intern_text(table, (SmrSym)i + 1), text);
  }
  assert_int_equal(smr_intern_find(table, "other"), 0);
  assert_int_equal(smr_intern_n(table, "name7_and_more", 5), smr_intern(table, "name7"));
  assert_true(smr_intern_count(table) >= 3000);
  smr_intern_destroy(table);
}
