//===- marks_file.c - marks in objects and archives ----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "base/link_name.h"
#include "tools/common/marks.h"
#include <elf.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  Session *session;
  const char *file;
  Marks *marks;
  bool marked; // the object at hand
  bool any;    // something in the file
} Scan;

/// The names in the section, each with a NUL behind it.
static void add_names(Scan *scan, const char *text, uint64_t size) {
  for (const char *end = text + size, *stop; text < end && (stop = memchr(text, 0, (size_t)(end - text)));
       text = stop + 1)
    if (stop > text) { // (zeros may pad)
      marks_add(scan->session, scan->file, text, (size_t)(stop - text), &scan->marks->libraries);
      scan->marked = true;
    }
}

/// A mark's symbol in bitcode: `__smr_link.openblas$`.
static void add_symbol(void *data, const char *name, size_t length, bool defined) {
  Scan *scan = data;
  size_t head = strlen(SMR_LINK_MARK);
  if (!defined || length <= head + 1 || memcmp(name, SMR_LINK_MARK, head) != 0 || name[length - 1] != '$')
    return;
  marks_add(scan->session, scan->file, name + head, length - head - 1, &scan->marks->libraries);
  scan->marked = true;
}

static void add_want(void *data, const char *name, size_t length, bool defined) {
  Scan *scan = data;
  size_t head = strlen(SMR_LINKED_MARK);
  if (defined || length <= head || memcmp(name, SMR_LINKED_MARK, head) != 0)
    return;
  for (uint32_t k = 0; k < scan->marks->wants.size; k++)
    if (strlen(scan->marks->wants.data[k]) == length && !memcmp(scan->marks->wants.data[k], name, length))
      return;
  smr_vec_push(&scan->marks->wants, smr_arena_strndup(&scan->session->arena, name, length));
}

void marks_add_wants(Session *session, Marks *marks, ObjectKind kind, Bytes bytes) {
  Scan scan = {.session = session, .marks = marks};
  object_symbols(kind, bytes, add_want, &scan);
}

/// Of relocatable objects; what a shared library needs it says itself.
static void visit(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  Scan *scan = data;
  Elf elf;
  ElfSection section;
  (void)file;
  scan->marked = false;
  if (kind == OBJECT_BITCODE)
    bitcode_symbols_in(bytes, SMR_LINK_SECTION, add_symbol, scan);
  else if (kind == OBJECT_ELF && elf_open(bytes, &elf) && elf.type == ET_REL)
    for (uint32_t k = 1; k < elf.count; k++)
      if (elf_section(&elf, k, &section) && section.type == SHT_PROGBITS &&
          strcmp(section.name, SMR_LINK_SECTION) == 0)
        add_names(scan, (const char *)bytes.data + section.offset, section.size);
  if (scan->marked)
    marks_add_wants(scan->session, scan->marks, kind, bytes);
  scan->any |= scan->marked;
}

bool marks_scan_file(Session *session, const char *path, Marks *marks) {
  Scan scan = {.session = session, .file = path, .marks = marks};
  objects_visit(session, path, visit, &scan);
  return scan.any;
}

static void judge(void *data, const char *file, ObjectKind kind, Bytes bytes) {
  Elf elf;
  (void)file;
  if (kind == OBJECT_ARCHIVE || kind == OBJECT_THIN_ARCHIVE)
    *(bool *)data = true;
  else if (kind == OBJECT_ELF && elf_open(bytes, &elf))
    *(bool *)data |= elf.type == ET_DYN || elf.type == ET_REL;
}

/// An archive or a shared object; a text would be read as a linker script.
static bool is_library(Session *session, const char *path) {
  bool ok = false;
  objects_visit(session, path, judge, &ok);
  return ok;
}

void marks_add(Session *session, const char *file, const char *name, size_t length, Args *libraries) {
  const char *text = smr_arena_printf(&session->arena, "%.*s", (int)(length > 200 ? 200 : length), name);
  if (!smr_link_name_ok(name, length)) {
    for (char *at = (char *)text; *at; at++) // (for a terminal)
      *at = *at < ' ' || *at > '~' ? '?' : *at;
    fprintf(stderr, "%s: warning: %s asks for '%s', which is not a library name or path: left out\n",
            driver_name, file, text);
    return;
  }
  text = smr_arena_strndup(&session->arena, name, length);
  for (uint32_t i = 0; i < libraries->size; i++)
    if (strcmp(libraries->data[i], text) == 0)
      return;
  if (memchr(name, '/', length) && !is_library(session, text)) {
    fprintf(stderr, "%s: warning: %s asks for %s, where there is no library: left out\n", driver_name, file,
            text);
    return;
  }
  smr_vec_push(libraries, text);
}
