//===- tags.c - what types say of aliasing --------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A tag is the path of an access through the source's types, as C's rule on effective types sees it:
//
//   type "@" offset { ">" type "@" offset }
//
// from the outermost type that the source named (a struct), with the offset of the accessed member in it, to
// the member's type at that offset, and on to the types that may alias it (char) and the root of the
// language's types. Names are unique within one graph, and contain neither '@' nor '>'. Two accesses can only
// meet when the place where one of them starts lies on the path of the other (the struct-path rule of LLVM's
// type-based alias analysis); paths with different ends belong to different type systems, of which nothing is
// known.
//===----------------------------------------------------------------------===//
#include "graph/normalize/passes.h"
#include <string.h>

typedef struct {
  const char *type, *offset;
  size_t type_length, offset_length;
} Step;

/// The step at *at, which moves on to the next one, or to NULL after the last.
static bool next_step(const char **at, Step *out) {
  const char *from = *at, *mark = from ? strchr(from, '@') : NULL;
  if (!mark)
    return false;
  size_t length = strcspn(mark + 1, ">");
  *out = (Step){from, mark + 1, (size_t)(mark - from), length};
  *at = mark[1 + length] ? mark + 2 + length : NULL;
  return true;
}

static bool same(const char *a, size_t a_length, const char *b, size_t b_length) {
  return a_length == b_length && !memcmp(a, b, a_length);
}

static bool same_root(const char *a, const char *b) {
  const char *last_a = strrchr(a, '>'), *last_b = strrchr(b, '>');
  return !strcmp(last_a ? last_a : a, last_b ? last_b : b);
}

/// Is the type that `b` starts with on a's path? Then *meets says whether the offsets agree.
static bool on_path(const char *a, const char *b, bool *meets) {
  Step start, step;
  if (!next_step(&b, &start))
    return *meets = true;
  while (next_step(&a, &step))
    if (same(step.type, step.type_length, start.type, start.type_length)) {
      *meets = same(step.offset, step.offset_length, start.offset, start.offset_length);
      return true;
    }
  return false;
}

static bool paths_apart(const char *a, const char *b) {
  bool meets;
  if (!same_root(a, b))
    return false;
  return on_path(a, b, &meets) || on_path(b, a, &meets) ? !meets : true;
}

bool smr_tags_apart(const SmrGraph *g, SmrSym a, SmrSym b) {
  enum { NOT_ASKED = 2 };
  uint32_t none = NOT_ASKED;
  if (!a || !b || a == b)
    return false;
  uint32_t *apart = g->tags_apart ? smr_map_at(g->tags_apart, (uint64_t)a << 32 | b, NOT_ASKED) : &none;
  if (*apart == NOT_ASKED)
    *apart = paths_apart(smr_intern_text(g->symbols, a), smr_intern_text(g->symbols, b));
  return *apart;
}
