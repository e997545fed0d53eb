//===- off.c - loops that the source says to leave alone -------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// No tier takes an op that it does not know into a match, moves anything over it, or covers a nest that has
// it. So one such op in a loop keeps the loop, and every nest around it, as it is. The module has none.
//===----------------------------------------------------------------------===//
#include "rewrite/context/off.h"
#include "base/directives.h"
#include "base/off_mark.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/host/host.h"
#include "mlir/host/type.h"
#include "mlir/name.h"
#include <stdlib.h>
#include <string.h>

//--- Lines of Fortran -----------------------------------------------------------------

typedef struct {
  SmrSym file;
  SmrOffRegions regions;
} OffFile;

struct SmrOffFiles {
  SMR_VEC(OffFile) files;
};

SmrOffFiles *smr_off_files_create(void) {
  return smr_xcalloc(1, sizeof(SmrOffFiles));
}

void smr_off_files_destroy(SmrOffFiles *files) {
  for (uint32_t k = 0; k < files->files.size; k++)
    smr_vec_free(&files->files.data[k].regions);
  smr_vec_free(&files->files);
  free(files);
}

/// A file that cannot be read (a module may come without its source) has no directives.
static bool regions_of(SmrModuleRun *run, SmrSym file, const SmrOffRegions **out) {
  for (uint32_t k = 0; k < run->off->files.size; k++)
    if (run->off->files.data[k].file == file) {
      *out = &run->off->files.data[k].regions;
      return true;
    }
  const char *path = smr_intern_text(run->symbols, file), *reason;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  OffFile one = {.file = file};
  bool ok = !smr_read_file(path, &text, &reason) ||
            smr_directives_read(smr_str_get(&text), path, &one.regions, run->diag);
  smr_vec_push(&run->off->files, one);
  *out = &run->off->files.data[run->off->files.size - 1].regions;
  return ok;
}

static bool at_off_line(SmrModuleRun *run, SmrSym file, uint32_t line, bool *off) {
  const SmrOffRegions *regions;
  if (!line || !file)
    return true;
  bool ok = regions_of(run, file, &regions);
  *off = *off || (ok && smr_directives_off(regions, line));
  return ok;
}

/// What is included stands in its own file and where the include line does: flang's locations have both.
static bool at_off_places(SmrModuleRun *run, MlirLocation loc, uint32_t depth, bool *off) {
  enum { DEEPEST = 64 };
  if (mlirLocationIsAFileLineColRange(loc)) {
    MlirStringRef name = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc));
    return at_off_line(run, smr_intern_n(run->symbols, name.data, name.length),
                       (uint32_t)mlirLocationFileLineColRangeGetStartLine(loc), off);
  }
  if (depth == DEEPEST || !mlirLocationIsAFused(loc))
    return true;
  unsigned count = mlirLocationFusedGetNumLocations(loc);
  MlirLocation *parts = smr_xmalloc((count + 1) * sizeof *parts);
  mlirLocationFusedGetLocations(loc, parts);
  bool ok = true;
  for (unsigned k = 0; k < count && ok && !*off; k++)
    ok = at_off_places(run, parts[k], depth + 1, off);
  free(parts);
  return ok;
}

static bool is_at_off_line(SmrModuleRun *run, const SmrGraph *g, SmrOp op, bool *off) {
  const SmrLocData *place = smr_op(g, op)->loc ? &g->locs.data[smr_op(g, op)->loc] : NULL;
  void *handle = smr_op(g, op)->handle;
  *off = false;
  if (place && !at_off_line(run, place->file, place->line, off))
    return false;
  MlirLocation loc = handle ? mlirOperationGetLocation((MlirOperation){handle}) : (MlirLocation){NULL};
  return *off || mlirLocationIsNull(loc) || !mlirLocationIsAFused(loc) || at_off_places(run, loc, 0, off);
}

//--- Loops of LLVM's ------------------------------------------------------------------

/// Is it the branch back to the beginning of a loop? Which marks has that (base/off_mark.h)?
static void find_marks(SmrDescribed *described, const SmrGraph *g, SmrOp op, bool *off, bool *ordered) {
  const SmrOpData *data = smr_op(g, op);
  if (!data->handle || op != g->blocks.data[data->block].last || (data->flags & SMR_F_CFG))
    return;
  MlirAttribute annotation = smr_mlir_attribute((MlirOperation){data->handle}, "loop_annotation");
  if (mlirAttributeIsNull(annotation))
    return;
  static const char key[] = "initiationinterval = ";
  const char *found = strstr(smr_described_text(described, annotation), key);
  long interval = found ? strtol(found + sizeof key - 1, NULL, 10) : 0;
  *off |= interval == SMR_OFF_INTERVAL;
  *ordered |= interval == SMR_ORDER_INTERVAL;
}

//--- Marking --------------------------------------------------------------------------

static SmrOp make_off(SmrGraph *g, SmrOp where) {
  SmrOp off = smr_op_create(g, SMR_OP_OPAQUE, NULL, 0, NULL, 0, 0);
  smr_op(g, off)->name = smr_intern(g->symbols, SMR_OPAQUE_OFF);
  smr_op(g, off)->loc = smr_op(g, where)->loc;
  return off;
}

/// A loop, by an op in each of its bodies; a call; a branch, which may lead back.
static void switch_off(SmrGraph *g, SmrOp op) {
  for (uint32_t r = 0; smr_is_loop(g, op) && r < smr_op(g, op)->region_count; r++) {
    SmrBlock block = smr_body_block(g, op, r);
    if (block && g->blocks.data[block].first)
      smr_op_insert_before(g, g->blocks.data[block].first, make_off(g, op));
  }
  SmrOpData *data = smr_op(g, op);
  if (data->code == SMR_OP_CALL) {
    data->code = SMR_OP_OPAQUE;
    data->flags = 0;
    data->name = smr_intern(g->symbols, SMR_OPAQUE_OFF);
  } else if (data->code == SMR_OP_BR || data->code == SMR_OP_CBR) {
    smr_op_insert_before(g, op, make_off(g, op));
  }
}

bool smr_off_mark(SmrModuleRun *run, SmrFunctionRun *f) {
  SmrGraph *g = f->imported;
  bool lines = run->options->set.directives && f->kind == SMR_LANGUAGE_FORTRAN, ok = true;
  for (SmrOp op = 1, end = g->ops.size; op < end && ok; op++) {
    if (!smr_op(g, op)->block)
      continue;
    bool off = false;
    if (f->kind != SMR_LANGUAGE_FORTRAN)
      find_marks(run->described, g, op, &off, &f->ordered);
    if (lines)
      ok = is_at_off_line(run, g, op, &off);
    if (off)
      switch_off(g, op);
  }
  return ok;
}
