//===- check.c - calls that are compared with the code ---------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#include "rewrite/edit/check.h"
#include "base/demangle.h"
#include "graph/normalize/normalize.h"
#include "rewrite/tell/told.h"

static void put_text(SmrStr *out, const char *text) {
  smr_str_puts(out, text);
  smr_str_putc(out, 0);
}

static bool may_be(const SmrGraph *g, SmrValue pointer, SmrValue base) {
  return pointer && (SMR_TYPE_KIND(smr_value_type(g, pointer)) == SMR_T_BOX ||
                     smr_alias_bases(g, smr_base_of(g, pointer), base) != SMR_ALIAS_NO);
}

/// May a step write to the object? (A local row that each iteration makes anew is written by the code alone.)
static bool is_written(const SmrOffer *of, SmrValue base) {
  const SmrGraph *g = of->graph;
  SmrOp made = smr_def(g, base);
  if (!made || smr_op(g, made)->code != SMR_OP_ALLOCA)
    return true;
  for (uint32_t k = 0; k < of->call_count; k++)
    for (uint32_t i = 0; i < of->calls[k].arg_count; i++)
      if (of->calls[k].passed[i].kind != SMR_PASS_INT && may_be(g, of->calls[k].passed[i].value, base))
        return true;
  for (uint32_t k = 0; k < of->step_count; k++)
    for (uint32_t i = 0; i < of->steps[k].store_count; i++)
      if (may_be(g, smr_access_ptr(g, of->steps[k].stores[i]), base))
        return true;
  for (uint32_t k = 0; k < of->verdict.store_count; k++)
    if (may_be(g, of->verdict.stores[k].ptr, base))
      return true;
  return false;
}

/// The arrays, and their names appended to `text`. False, with *reason, if one cannot be compared.
static bool find_arrays(const SmrOffer *of, SmrCheckedArray *arrays, uint32_t *count, SmrStr *text,
                        const char **reason) {
  for (uint32_t k = 0; k < of->verdict.hull_count; k++) {
    const SmrHull *hull = &of->verdict.hulls[k];
    bool written = hull->written && is_written(of, hull->base);
    int64_t kind = smr_check_kind(hull->type, hull->bytes);
    if (kind < 0 && written) {
      *reason = "the call cannot be checked: it writes elements of a type that cannot be compared";
      return false;
    }
    if (kind < 0 || (hull->written && !written))
      continue;
    arrays[(*count)++] = (SmrCheckedArray){hull->low, hull->high, hull->first, hull->step,
                                           kind | (written ? SMR_CHECK_WRITTEN : 0)};
    put_text(text, hull->name[0] && hull->name[0] != '%' ? hull->name : "an array");
  }
  return true;
}

const SmrSpliceCheck *smr_check_make(SmrModuleRun *run, SmrFunctionRun *f, const SmrOffer *of,
                                     const char **reason) {
  SmrSpliceCheck *check = smr_arena_alloc(&f->arena, sizeof *check);
  SmrCheckedArray *arrays = smr_arena_alloc(&f->arena, (of->verdict.hull_count + 1) * sizeof *arrays);
  const SmrLocData *loc = smr_place_of(of->graph, of->call_count ? of->calls[0].at : of->roots[0]);
  SmrStr text = {0}, name = {0}, refusal = {0};
  *check = (SmrSpliceCheck){.arrays = arrays, .terms = of->verdict.terms, .exact = true};
  smr_demangle(smr_intern_text(run->symbols, f->name), &name);
  put_text(&text, loc && loc->file ? smr_intern_text(of->graph->symbols, loc->file) : "?");
  put_text(&text, smr_str_get(&name));
  for (uint32_t k = 0; k < of->call_count; k++) {
    const SmrPair *pair = &of->calls[k].library->pairs[of->calls[k].pair];
    smr_str_printf(&text, "%s%s", k ? "+" : "", pair->pattern.name);
    check->exact &= pair->contract == SMR_CONTRACT_EXACT;
  }
  smr_str_putc(&text, 0);
  if (find_arrays(of, arrays, &check->array_count, &text, reason)) {
    smr_str_putc(&text, 0);
    check->begin =
        smr_inject_check(run->module, run->checks++, &text, loc ? loc->line : 0, run->diag, &refusal);
  }
  if (refusal.size)
    *reason = smr_arena_strdup(&f->arena, smr_str_get(&refusal));
  smr_str_free(&text);
  smr_str_free(&name);
  smr_str_free(&refusal);
  return check->begin.ptr ? check : NULL;
}
