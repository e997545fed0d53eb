//===- site.c - site functions ------------------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// What a plan asks and does, except for its tests of sizes, moves into a private function of the module, the
// site function. The user's function keeps the tests of sizes, one call, and what is done after the steps:
//
//   if (sizes) { {did, results…} = site(values…); if (did) { what is after the steps; } else loops }
//
// So LLVM still inlines the user's function, and what it knows of the loops is what it would know without the
// call. Two rules make that hold:
//  - No address of a local scalar variable or descriptor is passed: what the site needs of them is loaded
//    before the call (`hoisted`). Nothing is written before the first step, so loads may move up to the call.
//  - Stores after the steps, and copies of loops, are in the user's function, with values that the site
//    returns. (So copies are compiled as the loops are, with what is known there of their arrays.)
// Where the steps cannot move, the site only asks, and the user's function does the steps after the call.
// All of it is decided first. A plan that does not fit changes nothing, and is built in place.
//===----------------------------------------------------------------------===//
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/host/site_record.h"
#include "mlir/host/symbol.h"
#include "mlir/splice/edit/edit.h"

typedef SMR_VEC(MlirValue) Values;
typedef struct {
  SmrSplice *s;
  bool calls; // the steps move, too
  // Whose ops move: tests, before the steps, where rows are not equally spaced; the others, which begin with
  // number `hoisting`: copies of rows, the steps, variables.
  SMR_VEC(MlirBlock) blocks;
  uint32_t hoisting;
  SmrMap moving;                      // those blocks
  SmrMap hoisted;                     // ops of them that stay in the user's function, before the call
  SMR_VEC(MlirOperation) before_call; // … in order
  Values given;                       // what is passed
  SmrMap given_at;                    // value → its place in given
  Values results;                     // what the site returns besides `did`
  SmrMap result_at;                   // value → its place in results
  SmrMap copied;                      // value → its place in copies: constants and the like made anew
  Values copies;
  MlirOperation function;
  MlirStringRef name;
  MlirBlock entry;            // the site's first block
  Values inside;              // … what is passed, there
  MlirBlock read, ask, after; // the user's: what is read before the call; the call; what is behind
  Values returned;            // `did`, results
} Site;

//--- What moves -------------------------------------------------------------------------

static bool has_key(const SmrMap *map, const void *key) {
  uint32_t known;
  return smr_map_get(map, smr_mlir_key(key), &known);
}

/// What makes the value moves into the site. (The arguments of the first block, which takes what the loop's
/// header takes, do not, even if the block's ops do.)
static bool moves(const Site *site, MlirValue value) {
  bool result = mlirValueIsAOpResult(value);
  if (result ? has_key(&site->hoisted, mlirOpResultGetOwner(value).ptr)
             : mlirBlockEqual(mlirBlockArgumentGetOwner(value), site->s->emit.front))
    return false;
  MlirBlock block =
      result ? mlirOperationGetBlock(mlirOpResultGetOwner(value)) : mlirBlockArgumentGetOwner(value);
  while (block.ptr && !has_key(&site->moving, block.ptr)) {
    MlirOperation around = mlirBlockGetParentOperation(block);
    block = around.ptr ? mlirOperationGetBlock(around) : (MlirBlock){NULL};
  }
  return block.ptr != NULL;
}

static bool computes(const Site *site, MlirOperation op) {
  const SmrOpDesc *means = smr_op_means(site->s->emit.s, op);
  return (means->copy || means->address) && !means->local && !mlirOperationGetNumRegions(op) &&
         !mlirOperationGetNumSuccessors(op) && mlirOperationGetNumResults(op) > 0;
}

/// A constant, or the address of a global. (A placeholder of a counter is none: it becomes another value.)
static bool is_constant(const Site *site, MlirValue value) {
  if (!mlirValueIsAOpResult(value))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  return !mlirOperationGetNumOperands(op) && computes(site, op) &&
         !mlirBlockEqual(mlirOperationGetBlock(op), site->s->emit.counting);
}

static bool is_descriptor(const Site *site, MlirValue value) {
  const SmrHost *host = site->s->emit.s->host;
  return host->boxes && host->rank(mlirValueGetType(value)) >= 0;
}

/// The op gives another name to operand 0, or adds a constant to it.
static bool is_fixed(const Site *site, MlirOperation op) {
  bool fixed = smr_op_means(site->s->emit.s, op)->copy && mlirOperationGetNumOperands(op) &&
               !is_descriptor(site, mlirOperationGetOperand(op, 0));
  for (intptr_t k = 1; fixed && k < mlirOperationGetNumOperands(op); k++)
    fixed = is_constant(site, mlirOperationGetOperand(op, k));
  return fixed;
}

/// What a pointer leads to, by a way on which no number is added that the program computes.
static MlirValue variable_of(const Site *site, MlirValue pointer) {
  enum { LONGEST = 100 };
  for (int k = 0; k < LONGEST && mlirValueIsAOpResult(pointer); k++) {
    MlirOperation op = mlirOpResultGetOwner(pointer);
    const SmrOpDesc *means = smr_op_means(site->s->emit.s, op);
    bool renames = means->renames && means->renamed < mlirOperationGetNumOperands(op);
    if (!renames && !is_fixed(site, op))
      break;
    pointer = mlirOperationGetOperand(op, renames ? means->renamed : 0);
  }
  return pointer;
}

static bool is_local(const Site *site, MlirValue variable) {
  return mlirValueIsAOpResult(variable) &&
         smr_op_means(site->s->emit.s, mlirOpResultGetOwner(variable))->local;
}

static bool is_argument(const Site *site, MlirValue value) {
  return mlirValueIsABlockArgument(value) &&
         mlirOperationEqual(mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(value)),
                            site->s->emit.s->function);
}

/// A dummy argument of Fortran's that is one number or descriptor: it is there, unless it is OPTIONAL.
static bool is_dummy(const Site *site, MlirValue pointer, MlirValue variable) {
  SmrEmit *e = &site->s->emit;
  MlirType type = smr_mlir_pointee(mlirValueGetType(variable));
  return e->s->host->boxes && is_argument(site, variable) && !mlirTypeIsNull(type) &&
         (smr_mlir_is_scalar(type) || e->s->host->rank(type) >= 0) && !smr_emit_may_be_absent(e, pointer);
}

/// A local variable whose size is known.
static bool is_sized(const Site *site, MlirValue variable) {
  bool sized = is_local(site, variable);
  for (intptr_t k = 0; sized && k < mlirOperationGetNumOperands(mlirOpResultGetOwner(variable)); k++)
    sized = is_constant(site, mlirOperationGetOperand(mlirOpResultGetOwner(variable), k));
  return sized;
}

/// May the op be done before the call, whatever the site's guards say?
static bool can_hoist(const Site *site, MlirOperation op) {
  SmrSplicer *splicer = site->s->emit.s;
  if (smr_op_access(splicer, op) != SMR_DESC_LOAD)
    return computes(site, op);
  MlirValue pointer = smr_mlir_loaded_from(splicer, op), variable = variable_of(site, pointer);
  return is_sized(site, variable) || is_dummy(site, pointer, variable) ||
         (has_key(&site->s->emit.certain, op.ptr) && is_argument(site, variable));
}

/// … and does it read a variable or a descriptor whose address is not to be passed, or compute such an
/// address? (A load by way of an argument may be of a variable of a caller, which inlines the function.)
static bool is_hoisted(const Site *site, MlirOperation op) {
  bool own = smr_op_access(site->s->emit.s, op) == SMR_DESC_LOAD;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op) && !own; k++) {
    MlirValue operand = mlirOperationGetOperand(op, k);
    own = is_descriptor(site, operand) || is_local(site, variable_of(site, operand));
  }
  return own && can_hoist(site, op);
}

/// The only operand of the op that moves and is no constant; *more: there are several.
static MlirOperation moving_operand(const Site *site, MlirOperation op, bool *more) {
  MlirOperation found = {NULL};
  *more = false;
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    MlirValue operand = mlirOperationGetOperand(op, k);
    if (!moves(site, operand) || is_constant(site, operand))
      continue;
    *more |= found.ptr != NULL;
    found = mlirOpResultGetOwner(operand);
  }
  return found;
}

/// Hoists the op and what leads to its operand, if that is a chain of ops that can be hoisted.
static void hoist(Site *site, MlirOperation op) {
  enum { LONGEST = 20 };
  MlirOperation chain[LONGEST];
  int count = 0;
  bool more = false;
  for (MlirOperation at = op; at.ptr; at = moving_operand(site, at, &more)) {
    if (more || count == LONGEST || !can_hoist(site, at))
      return;
    chain[count++] = at;
  }
  while (count) {
    op = chain[--count];
    smr_map_set(&site->hoisted, smr_mlir_key(op.ptr), 1);
    smr_vec_push(&site->before_call, op);
  }
}

/// Among the tests and what is computed before the first step.
static void find_hoisted(Site *site) {
  for (uint32_t b = 0; b < site->hoisting; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(site->blocks.data[b]); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      if (mlirOperationGetNumOperands(op) && !has_key(&site->hoisted, op.ptr) && is_hoisted(site, op))
        hoist(site, op);
}

//--- What is passed -------------------------------------------------------------------------

/// Can functions take and return such values?
static bool can_pass(const Site *site, MlirType type) {
  const SmrHost *host = site->s->emit.s->host;
  return !host->can_pass || host->can_pass(type);
}

/// Made anew in the site, for it is no value that can be passed, or takes no more than that.
static bool is_copied(const Site *site, MlirValue value) {
  return is_constant(site, value) ||
         (mlirValueIsAOpResult(value) && !can_pass(site, mlirValueGetType(value)) &&
          computes(site, mlirOpResultGetOwner(value)) &&
          mlirOperationGetNumResults(mlirOpResultGetOwner(value)) == 1);
}

/// The address of a scalar variable of the user's function.
static bool is_scalar_variable(const Site *site, MlirValue value) {
  MlirValue variable = variable_of(site, value);
  return is_local(site, variable) && !mlirTypeIsNull(smr_mlir_variable_type(site->s->emit.s, variable));
}

static void add(Values *values, SmrMap *at, MlirValue value) {
  if (has_key(at, value.ptr))
    return;
  smr_map_set(at, smr_mlir_key(value.ptr), values->size);
  smr_vec_push(values, value);
}

/// The site uses the value; false: it cannot.
static bool need(Site *site, MlirValue value, int depth) {
  enum { DEEPEST = 20 };
  if (moves(site, value))
    return true;
  if (is_copied(site, value)) {
    MlirOperation op = mlirOpResultGetOwner(value);
    bool ok = depth < DEEPEST;
    for (intptr_t k = 0; ok && k < mlirOperationGetNumOperands(op); k++)
      ok = need(site, mlirOperationGetOperand(op, k), depth + 1);
    return ok;
  }
  add(&site->given, &site->given_at, value);
  return can_pass(site, mlirValueGetType(value)) && !is_scalar_variable(site, value);
}

/// Does the question compute the value from whole numbers?
static bool is_of_question(const Site *site, MlirValue value) {
  const SmrSplice *s = site->s;
  if (!mlirValueIsAOpResult(value) || !mlirTypeIsAInteger(mlirValueGetType(value)))
    return false;
  MlirOperation op = mlirOpResultGetOwner(value);
  bool of = computes(site, op) && mlirOperationGetNumOperands(op) && mlirOperationGetNumResults(op) == 1 &&
            smr_op_access(s->emit.s, op) == SMR_DESC_NONE;
  for (intptr_t k = 0; of && k < mlirOperationGetNumOperands(op); k++)
    of = mlirTypeIsAInteger(mlirValueGetType(mlirOperationGetOperand(op, k)));
  bool asked = false;
  for (uint32_t t = 0; of && !asked && t < s->size_tests; t++)
    asked = mlirBlockEqual(s->tests.data[t], mlirOperationGetBlock(op));
  return asked;
}

/// Adds what the question computes the value from; the value itself, if it does not compute it.
static void add_leaves(const Site *site, MlirValue value, Values *leaves, SmrMap *seen) {
  if (is_constant(site, value) || has_key(seen, value.ptr))
    return;
  if (!is_of_question(site, value)) {
    add(leaves, seen, value);
    return;
  }
  smr_map_set(seen, smr_mlir_key(value.ptr), 0);
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    add_leaves(site, mlirOperationGetOperand(op, k), leaves, seen);
}

static void give_only(Site *site, const Values *values) {
  if (values->size == site->given.size)
    return;
  smr_vec_clear(&site->given);
  smr_map_free(&site->given_at);
  for (uint32_t k = 0; k < values->size; k++)
    add(&site->given, &site->given_at, values->data[k]);
}

/// The site computes products of sizes and the like again, if fewer values are passed then.
static void pass_leaves(Site *site) {
  Values leaves = {0};
  SmrMap seen = {0};
  for (uint32_t k = 0; k < site->given.size; k++)
    add_leaves(site, site->given.data[k], &leaves, &seen);
  if (leaves.size < site->given.size)
    give_only(site, &leaves);
  smr_vec_free(&leaves);
  smr_map_free(&seen);
}

/// Is it another given number, widened or narrowed?
static bool is_converted(const Site *site, MlirValue value) {
  MlirOperation op = mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){NULL};
  if (!op.ptr || !computes(site, op) || mlirOperationGetNumOperands(op) != 1 ||
      mlirOperationGetNumResults(op) != 1)
    return false;
  MlirValue from = mlirOperationGetOperand(op, 0);
  return smr_mlir_is_integer(mlirValueGetType(value)) && smr_mlir_is_integer(mlirValueGetType(from)) &&
         has_key(&site->given_at, from.ptr);
}

/// A number is passed once; the site converts it again.
static void pass_once(Site *site) {
  Values once = {0};
  for (uint32_t k = 0; k < site->given.size; k++)
    if (!is_converted(site, site->given.data[k]))
      smr_vec_push(&once, site->given.data[k]);
  give_only(site, &once);
  smr_vec_free(&once);
}

static bool find_given(Site *site) {
  const SmrSplice *s = site->s;
  for (uint32_t b = 0; b < site->blocks.size; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(site->blocks.data[b]); op.ptr;
         op = mlirOperationGetNextInBlock(op)) {
      if (has_key(&site->hoisted, op.ptr))
        continue;
      if (mlirOperationGetNumRegions(op))
        return false;
      for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
        if (!need(site, mlirOperationGetOperand(op, k), 0))
          return false;
    }
  for (uint32_t k = s->size_tests; k < s->conditions.size; k++)
    if (!need(site, s->conditions.data[k], 0))
      return false;
  for (uint32_t k = 0; k < s->copied.even.size; k++)
    if (!moves(site, s->copied.even.data[k])) // (hoisted)
      return false;
  pass_leaves(site);
  pass_once(site);
  return true;
}

//--- What is returned -----------------------------------------------------------------------

/// Can the user's function compute it, too?
static bool is_recomputed(const Site *site, MlirValue value, int depth) {
  enum { DEEPEST = 8 };
  MlirOperation op = mlirOpResultGetOwner(value);
  bool can = depth < DEEPEST && computes(site, op) && mlirOperationGetNumResults(op) == 1;
  for (intptr_t k = 0; can && k < mlirOperationGetNumOperands(op); k++) {
    MlirValue operand = mlirOperationGetOperand(op, k);
    can = !moves(site, operand) || (mlirValueIsAOpResult(operand) && is_recomputed(site, operand, depth + 1));
  }
  return can;
}

static bool can_return(const Site *site, MlirType type) {
  SmrHostBuilder b = smr_emit_builder(&site->s->emit);
  b.block = mlirBlockCreate(0, NULL, NULL);
  bool can = can_pass(site, type) && site->s->emit.s->host->undefined(&b, type).ptr;
  mlirBlockDestroy(b.block);
  return can;
}

/// The user's function uses the value after the call.
static bool give_back(Site *site, MlirValue value) {
  if (moves(site, value) && site->s->copies_rows && smr_rows_lead_to(site->s, value))
    return false; // (the copies are gone then)
  if (!moves(site, value) || (mlirValueIsAOpResult(value) && is_recomputed(site, value, 0)))
    return true;
  add(&site->results, &site->result_at, value);
  return can_return(site, mlirValueGetType(value));
}

typedef struct {
  Site *site;
  bool ok;
} Results;

static MlirWalkResult give_back_operands(MlirOperation op, void *data) {
  Results *results = data;
  for (intptr_t k = 0; results->ok && k < mlirOperationGetNumOperands(op); k++)
    results->ok = give_back(results->site, mlirOperationGetOperand(op, k));
  return results->ok ? MlirWalkResultAdvance : MlirWalkResultInterrupt;
}

static void walk(MlirBlock block, MlirOperationWalkCallback visit, void *data) {
  MlirOperation op = mlirBlockIsNull(block) ? (MlirOperation){NULL} : mlirBlockGetFirstOperation(block);
  for (; op.ptr; op = mlirOperationGetNextInBlock(op))
    mlirOperationWalk(op, visit, data, MlirWalkPreOrder);
}

/// Calls it for each op that the user's function does after the call, copies of loops included.
static void walk_behind(const Site *site, MlirOperationWalkCallback visit, void *data) {
  const SmrSplice *s = site->s;
  if (!site->calls) {
    walk(s->emit.body, visit, data);
    walk(s->first_run, visit, data);
  }
  walk(s->behind, visit, data);
  MlirBlock block = s->copies.ptr ? mlirRegionGetFirstBlock(s->copies) : (MlirBlock){NULL};
  for (; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    walk(block, visit, data);
}

static bool find_results(Site *site) {
  const SmrSplice *s = site->s;
  Results results = {site, true};
  walk_behind(site, give_back_operands, &results);
  bool ok = results.ok;
  for (uint32_t k = 0; ok && k < s->becomes.size; k++)
    ok = give_back(site, s->becomes.data[k]);
  for (uint32_t k = 0; ok && k < s->leaving.size; k++)
    ok = give_back(site, s->leaving.data[k]);
  return ok;
}

//--- The function ---------------------------------------------------------------------------

static MlirAttribute pair(MlirContext context, const char *name, const char *value) {
  MlirAttribute both[] = {mlirStringAttrGet(context, smr_ref(name)),
                          mlirStringAttrGet(context, smr_ref(value))};
  return mlirArrayAttrGet(context, 2, both);
}

/// Without what LLVM takes for free: constants, and other names of values.
static uint32_t count_ops(const Site *site, MlirBlock block) {
  uint32_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op))
    count += mlirOperationGetNumOperands(op) && !smr_op_means(site->s->emit.s, op)->renames;
  return count;
}

/// What LLVM takes the call to cost when it decides whether to inline the user's function. By itself that is
/// 25 and 5 for each argument. The call is seldom made, and what it costs then is little beside what it does.
/// An op costs 5: those that the question adds are subtracted, so LLVM decides as it would without it.
static int inline_cost(const Site *site) {
  enum { CALL = 10, OP = 5, MOST = 24 }; // (what is more, LLVM folds)
  const SmrSplice *s = site->s;
  uint32_t ops = s->emit.chain ? s->size_tests : count_ops(site, s->emit.pre); // (jumps)
  for (uint32_t t = 0; t < s->size_tests; t++)
    ops += count_ops(site, s->tests.data[t]);
  ops += site->before_call.size;
  return CALL - OP * (int)(ops < MOST ? ops : MOST);
}

/// Calls into a library go through functions that throw nothing, for which flang makes no tables. Debuggers
/// and profilers would lose their way out of them.
static void keep_tables(const Site *site, MlirAttribute tables) {
  MlirOperation function = site->s->emit.s->function;
  MlirAttribute known = smr_mlir_attribute(function, "passthrough");
  if (mlirAttributeIsNull(known))
    mlirOperationSetAttributeByName(function, smr_ref("passthrough"),
                                    mlirArrayAttrGet(site->s->emit.context, 1, &tables));
}

static void set_attributes(const Site *site) {
  const SmrSplice *s = site->s;
  MlirContext context = s->emit.context;
  SMR_OWNED(SmrStr, smr_str_free) cost = {0};
  smr_str_printf(&cost, "%d", inline_cost(site));
  MlirAttribute all[] = {mlirStringAttrGet(context, smr_ref("noinline")),
                         pair(context, "call-inline-cost", smr_str_get(&cost)),
                         pair(context, "uwtable", "2")};
  const bool tables = s->emit.s->host->calls_fortran; // (clang has a flag for that)
  mlirOperationSetAttributeByName(site->function, smr_ref("passthrough"),
                                  mlirArrayAttrGet(context, tables ? 3 : 2, all));
  if (tables)
    keep_tables(site, all[2]);
  MlirAttribute mark = {NULL};
  for (uint32_t k = 0; k < s->plan->step_count && mlirAttributeIsNull(mark); k++)
    if (s->plan->steps[k].callee.ptr)
      mark = smr_mlir_attribute(s->plan->steps[k].callee, SMR_ATTR_REPLACEMENT);
  if (!mlirAttributeIsNull(mark))
    mlirOperationSetAttributeByName(site->function, smr_ref(SMR_ATTR_REPLACEMENT), mark);
}

/// `smr.site.FUNCTION`, with a number where that is taken. (No line: the code is to be the same whether lines
/// are known or not.)
static void put_name(const Site *site, SmrStr *out) {
  const SmrEmit *e = &site->s->emit;
  MlirStringRef own = mlirStringAttrGetValue(smr_mlir_attribute(e->s->function, "sym_name"));
  unsigned number = 1;
  do {
    smr_str_clear(out);
    smr_str_printf(out, "smr.site.%.*s", (int)own.length, own.data);
    if (number++ > 1)
      smr_str_printf(out, ".%u", number - 1);
  } while (mlirSymbolTableLookup(site->s->plan->symbols, smr_ref(smr_str_get(out))).ptr);
}

typedef SMR_VEC(MlirType) Types;

static bool is_in_parts(const Site *site, MlirType type) {
  return site->s->emit.s->host->passes_parts && mlirTypeIsAComplex(type);
}

static void add_types(const Site *site, const Values *values, Types *out) {
  for (uint32_t k = 0; k < values->size; k++) {
    MlirType type = mlirValueGetType(values->data[k]);
    bool parts = is_in_parts(site, type);
    for (int part = 0; part <= parts; part++)
      smr_vec_push(out, parts ? mlirComplexTypeGetElementType(type) : type);
  }
}

static void add_value(const Site *site, SmrHostBuilder *b, MlirValue value, Values *out) {
  MlirType type = mlirValueGetType(value);
  bool parts = is_in_parts(site, type);
  for (int part = 0; part <= parts; part++)
    smr_vec_push(out, parts
                          ? site->s->emit.s->host->split(b, value, part, mlirComplexTypeGetElementType(type))
                          : value);
}

/// Values like those, of what stands for them.
static void join_parts(const Site *site, SmrHostBuilder *b, const MlirValue *from, const Values *like,
                       Values *out) {
  for (uint32_t k = 0; k < like->size; k++) {
    MlirType type = mlirValueGetType(like->data[k]);
    bool parts = is_in_parts(site, type);
    smr_vec_push(out, parts ? site->s->emit.s->host->join(b, from[0], from[1], type) : from[0]);
    from += parts ? 2 : 1;
  }
}

/// A site's parameters may be parts of one array.
static void let_overlap(const Site *site, const Types *inputs) {
  MlirContext context = site->s->emit.context;
  MlirNamedAttribute overlap =
      smr_named(context, site->s->emit.s->host->may_overlap, mlirUnitAttrGet(context));
  SMR_VEC(MlirAttribute) all = {0};
  for (uint32_t k = 0; k < inputs->size; k++)
    smr_vec_push(&all, mlirDictionaryAttrGet(context, smr_mlir_is_fortran(inputs->data[k]), &overlap));
  mlirOperationSetAttributeByName(site->function, smr_ref("arg_attrs"),
                                  mlirArrayAttrGet(context, all.size, all.data));
  smr_vec_free(&all);
}

/// Does the runtime count where the test fails? (Not where it is the rest of a test of sizes.)
static bool is_counted(const SmrSplice *s, uint32_t test) {
  uint32_t guard = s->guards.data[test];
  return s->plan->record && guard < s->plan->guard_count && !(s->parts && s->parts[guard]);
}

/// The guards that the site tests, in order.
static void create_record(Site *site, SmrHostBuilder *b) {
  const SmrSplice *s = site->s;
  SMR_OWNED(SmrStr, smr_str_free) text = {0};
  smr_str_append(&text, s->plan->record->data, s->plan->record->size);
  for (uint32_t t = s->size_tests; t < s->conditions.size; t++)
    if (is_counted(s, t)) {
      const char *copied = s->copies_rows ? s->plan->guards[s->guards.data[t]].or_copied : NULL;
      smr_str_puts(&text, copied ? copied : s->plan->guards[s->guards.data[t]].text);
      smr_str_putc(&text, 0);
    }
  smr_str_putc(&text, 0);
  b->block = mlirOperationGetBlock(site->function);
  smr_record_create(b, site->name, mlirStringRefCreate(text.data, text.size));
}

static void create_function(Site *site) {
  SmrEmit *e = &site->s->emit;
  const SmrHost *host = e->s->host;
  Types inputs = {0}, results = {0};
  Values arguments = {0};
  SmrHostBuilder b = smr_emit_builder(e);
  if (host->packs_results) // what is not of the function's own scope, LLVM does not take
    b.loc = mlirLocationUnknownGet(e->context);
  b.block = mlirOperationGetBlock(e->s->function);
  add_types(site, &site->given, &inputs);
  smr_vec_push(&results, smr_int_type(e, 1));
  add_types(site, &site->results, &results);
  site->function =
      smr_build_function(host, &b, site->name, inputs.data, inputs.size, results.data, results.size);
  mlirSymbolTableInsert(site->s->plan->symbols, site->function);
  site->entry = b.block = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(mlirOperationGetRegion(site->function, 0), site->entry);
  for (uint32_t k = 0; k < inputs.size; k++)
    smr_vec_push(&arguments, mlirBlockAddArgument(site->entry, inputs.data[k], b.loc));
  join_parts(site, &b, arguments.data, &site->given, &site->inside);
  set_attributes(site);
  if (e->plan->record)
    create_record(site, &b);
  if (host->may_overlap)
    let_overlap(site, &inputs);
  smr_vec_free(&inputs);
  smr_vec_free(&results);
  smr_vec_free(&arguments);
}

/// A copy of what makes the value, at the end of the block, with operands that `here` says.
static MlirValue copy_into(Site *site, MlirBlock block, MlirValue value,
                           MlirValue (*here)(Site *site, MlirValue value)) {
  MlirOperation copy = mlirOperationClone(mlirOpResultGetOwner(value));
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(copy); k++)
    mlirOperationSetOperand(copy, k, here(site, mlirOperationGetOperand(copy, k)));
  mlirBlockAppendOwnedOperation(block, copy);
  MlirValue result = mlirOperationGetResult(copy, mlirOpResultGetResultNumber(value));
  smr_map_set(&site->copied, smr_mlir_key(value.ptr), site->copies.size);
  smr_vec_push(&site->copies, result);
  return result;
}

/// The value in the site.
static MlirValue in_site(Site *site, MlirValue value) {
  uint32_t at;
  if (moves(site, value))
    return value;
  if (smr_map_get(&site->given_at, smr_mlir_key(value.ptr), &at))
    return site->inside.data[at];
  if (smr_map_get(&site->copied, smr_mlir_key(value.ptr), &at))
    return site->copies.data[at];
  return copy_into(site, site->entry, value, in_site);
}

/// The value in the user's function, before the call.
static MlirValue before_call(Site *site, MlirValue value) {
  return moves(site, value) ? copy_into(site, site->read, value, before_call) : value;
}

/// … after the call.
static MlirValue after_call(Site *site, MlirValue value) {
  uint32_t at;
  if (!moves(site, value))
    return value;
  if (smr_map_get(&site->result_at, smr_mlir_key(value.ptr), &at))
    return site->returned.data[at + 1];
  if (smr_map_get(&site->copied, smr_mlir_key(value.ptr), &at))
    return site->copies.data[at];
  return copy_into(site, site->after, value, after_call);
}

/// The user's function: what is read before the call.
static void move_hoisted(Site *site) {
  for (uint32_t k = 0; k < site->before_call.size; k++) {
    MlirOperation op = site->before_call.data[k];
    for (intptr_t i = 0; i < mlirOperationGetNumOperands(op); i++)
      mlirOperationSetOperand(op, i, before_call(site, mlirOperationGetOperand(op, i)));
    mlirOperationRemoveFromParent(op);
    mlirBlockAppendOwnedOperation(site->read, op);
  }
  smr_map_free(&site->copied);
}

/// The user's function: the call.
static void build_call(Site *site) {
  SmrEmit *e = &site->s->emit;
  SmrHostBuilder b = smr_emit_builder(e);
  Types types = {0};
  Values operands = {0}, results = {0};
  b.block = site->ask;
  smr_vec_push(&types, smr_int_type(e, 1));
  add_types(site, &site->results, &types);
  for (uint32_t k = 0; k < site->given.size; k++)
    add_value(site, &b, site->given.data[k], &operands);
  for (uint32_t k = 0; k < types.size; k++)
    smr_vec_push(&results, (MlirValue){NULL});
  smr_build_own_call(e->s->host, &b, site->name, operands.data, operands.size, types.data, types.size,
                     results.data);
  smr_vec_push(&site->returned, results.data[0]);
  join_parts(site, &b, results.data + 1, &site->results, &site->returned);
  smr_vec_free(&types);
  smr_vec_free(&operands);
  smr_vec_free(&results);
}

static MlirWalkResult use_results(MlirOperation op, void *site) {
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
    mlirOperationSetOperand(op, k, after_call(site, mlirOperationGetOperand(op, k)));
  return MlirWalkResultAdvance;
}

/// The user's function: what is done after the steps.
static void finish_behind(Site *site) {
  SmrSplice *s = site->s;
  walk_behind(site, use_results, site);
  for (uint32_t k = 0; k < s->becomes.size; k++)
    s->becomes.data[k] = after_call(site, s->becomes.data[k]);
  for (uint32_t k = 0; k < s->leaving.size; k++)
    s->leaving.data[k] = after_call(site, s->leaving.data[k]);
  smr_map_free(&site->copied);
}

/// `return did, results`; if not `done`, the results mean nothing.
static void build_return(Site *site, MlirBlock block, MlirValue did, bool done) {
  SmrEmit *e = &site->s->emit;
  const SmrHost *host = e->s->host;
  SmrHostBuilder b = smr_emit_builder(e);
  Values values = {0};
  b.block = site->s->copies_rows ? smr_rows_leave(site->s, block, did) : block;
  smr_vec_push(&values, did);
  for (uint32_t k = 0; k < site->results.size; k++) {
    MlirValue result = site->results.data[k];
    add_value(site, &b, done ? result : host->undefined(&b, mlirValueGetType(result)), &values);
  }
  smr_build_return(host, &b, values.data, values.size);
  smr_vec_free(&values);
}

/// What moves uses what the site has.
static void rename_operands(Site *site) {
  const SmrSplice *s = site->s;
  for (uint32_t b = 0; b < site->blocks.size; b++)
    for (MlirOperation op = mlirBlockGetFirstOperation(site->blocks.data[b]); op.ptr;
         op = mlirOperationGetNextInBlock(op))
      for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++)
        mlirOperationSetOperand(op, k, in_site(site, mlirOperationGetOperand(op, k)));
  for (uint32_t k = s->size_tests; k < s->conditions.size; k++)
    s->conditions.data[k] = in_site(site, s->conditions.data[k]);
}

static MlirValue number(Site *site, SmrHostBuilder *b, unsigned bits, int64_t value) {
  return site->s->emit.s->host->constant(b, mlirIntegerAttrGet(smr_int_type(&site->s->emit, bits), value));
}

/// A guard failed, that of the block's argument: `no`, once the runtime has counted it.
static void refuse(Site *site, MlirBlock refused, MlirBlock no) {
  const SmrHost *host = site->s->emit.s->host;
  SmrHostBuilder b = smr_emit_builder(&site->s->emit);
  MlirRegion body = mlirOperationGetRegion(site->function, 0);
  MlirBlock module = mlirOperationGetBlock(site->function), counting = mlirBlockCreate(0, NULL, NULL);
  mlirRegionAppendOwnedBlock(body, refused);
  mlirRegionAppendOwnedBlock(body, counting);
  b.block = refused;
  MlirValue record = smr_record_address(&b, site->name);
  smr_build_branch(host, &b, smr_record_counts(&b, record), counting, false, no, NULL, 0, NULL);
  b.block = counting;
  MlirValue did = smr_record_refuse(&b, module, record, mlirBlockGetArgument(refused, 0));
  build_return(site, counting, did, false);
}

/// The tests, each of which leads to the next one, to `no`, or with its guard's number to `refused`; and the
/// steps.
static void fill_function(Site *site) {
  SmrSplice *s = site->s;
  SmrHostBuilder b = smr_emit_builder(&s->emit);
  MlirRegion body = mlirOperationGetRegion(site->function, 0);
  MlirBlock no = mlirBlockCreate(0, NULL, NULL), refused = mlirBlockCreate(0, NULL, NULL);
  mlirBlockAddArgument(refused, smr_int_type(&s->emit, 32), b.loc);
  uint32_t counts = 0;
  b.block = site->entry;
  if (site->calls)
    smr_append_ops(b.block, s->emit.entry);
  if (s->copies_rows)
    smr_rows_begin(s, b.block);
  for (uint32_t t = s->size_tests; t < s->conditions.size; t++) {
    smr_append_ops(b.block, s->tests.data[t]);
    MlirBlock next = mlirBlockCreate(0, NULL, NULL);
    mlirRegionAppendOwnedBlock(body, next);
    bool rows = s->copies_rows && t >= s->copied.first && t <= s->copied.last;
    bool counted = is_counted(s, t);
    MlirValue which = counted || rows ? number(site, &b, 32, counts) : (MlirValue){NULL};
    smr_build_branch(s->emit.s->host, &b, s->conditions.data[t], next, false,
                     rows      ? s->copied.asks
                     : counted ? refused
                               : no,
                     &which, counted || rows, NULL);
    b.block = rows && t == s->copied.last ? smr_rows_join(s, next, refused, counted, no) : next;
    counts += counted;
  }
  if (site->calls) {
    smr_append_ops(b.block, s->emit.body);
    smr_append_ops(b.block, s->first_run);
  }
  build_return(site, b.block, s->tries ? s->did : number(site, &b, 1, 1), true);
  if (counts)
    refuse(site, refused, no);
  else
    mlirBlockDestroy(refused);
  if (s->conditions.size == s->size_tests) {
    mlirBlockDestroy(no);
    return;
  }
  mlirRegionAppendOwnedBlock(body, no);
  b.block = no;
  build_return(site, no, number(site, &b, 1, 0), false);
}

/// Where the site asks for a library, it says which site it is.
static void pass_record(Site *site) {
  for (uint32_t k = 0; site->s->plan->record && k < site->s->no_records.size; k++) {
    MlirValue none = site->s->no_records.data[k];
    MlirOperation op = mlirOpResultGetOwner(none);
    SmrHostBuilder b = smr_emit_builder(&site->s->emit);
    b.block = mlirBlockCreate(0, NULL, NULL);
    MlirValue record = smr_record_address(&b, site->name);
    mlirOperationMoveBefore(mlirOpResultGetOwner(record), op);
    mlirBlockDestroy(b.block);
    mlirValueReplaceAllUsesOfWith(none, record);
    mlirOperationDestroy(op);
  }
}

/// What was computed for the user's function and is computed there now.
static void remove_unused(Site *site) {
  SMR_VEC(MlirOperation) ops = {0};
  for (MlirBlock block = site->entry; !mlirBlockIsNull(block); block = mlirBlockGetNextInRegion(block))
    for (MlirOperation op = mlirBlockGetFirstOperation(block); op.ptr; op = mlirOperationGetNextInBlock(op))
      smr_vec_push(&ops, op);
  while (ops.size) {
    MlirOperation op = smr_vec_pop(&ops);
    bool used = !computes(site, op);
    for (intptr_t k = 0; k < mlirOperationGetNumResults(op) && !used; k++)
      used = !mlirOpOperandIsNull(mlirValueGetFirstUse(mlirOperationGetResult(op, k)));
    if (!used)
      mlirOperationDestroy(op);
  }
  smr_vec_free(&ops);
}

/// LLVM refuses places of another function's scope.
static MlirWalkResult set_place(MlirOperation op, void *loc) {
  mlirOperationSetLocation(op, *(MlirLocation *)loc);
  return MlirWalkResultAdvance;
}

//--- The user's function --------------------------------------------------------------------

/// Without a chain: `if (sizes) ask else no`, at the end of pre.
static void ask_in_pre(Site *site, MlirValue sizes) {
  SmrEmit *e = &site->s->emit;
  const SmrHost *host = e->s->host;
  SmrHostBuilder b = smr_emit_builder(e);
  MlirBlock otherwise = mlirBlockCreate(0, NULL, NULL);
  SMR_VEC(MlirType) types = {0};
  SMR_VEC(MlirValue) nothing = {0};
  b.block = otherwise;
  smr_vec_push(&nothing, host->constant(&b, mlirIntegerAttrGet(smr_int_type(e, 1), 0)));
  for (uint32_t k = 0; k < site->returned.size; k++) {
    smr_vec_push(&types, mlirValueGetType(site->returned.data[k]));
    if (k)
      smr_vec_push(&nothing, host->undefined(&b, types.data[k]));
  }
  smr_build_yield(host, &b, nothing.data, nothing.size);
  b.block = site->ask;
  smr_build_yield(host, &b, site->returned.data, site->returned.size);
  MlirOperation branch =
      smr_build_if(host, &b, sizes, site->ask, otherwise, types.data, types.size, smr_size_weights);
  mlirBlockAppendOwnedOperation(e->pre, branch);
  for (uint32_t k = 0; k < site->returned.size; k++)
    site->returned.data[k] = mlirOperationGetResult(branch, k);
  smr_vec_free(&types);
  smr_vec_free(&nothing);
}

/// The tests that stay: of sizes, and the call.
static void leave_tests(Site *site) {
  SmrSplice *s = site->s;
  SmrEmit *e = &s->emit;
  for (uint32_t t = s->tests.size; t-- > s->size_tests;)
    if (!mlirBlockEqual(s->tests.data[t], e->pre))
      mlirBlockDestroy(s->tests.data[t]);
  s->tests.size = s->conditions.size = s->size_tests;
  if (!e->chain)
    return;
  if (!s->size_tests) { // its block takes what the loop's header takes
    smr_append_ops(e->pre, site->ask);
    mlirBlockDestroy(site->ask);
    site->ask = e->pre;
  }
  smr_vec_push(&s->tests, site->ask);
  smr_vec_push(&s->conditions, site->returned.data[0]);
}

//--- All of it ------------------------------------------------------------------------------

/// Beside memrefs a replacement in MLIR's own ops is to be inlined, and optimised with the loops around the
/// call.
static bool is_inlined(const SmrHost *host, MlirOperation callee) {
  return host->memrefs && callee.ptr && !smr_symbol_is_llvm(callee);
}

SmrSiteUse smr_site_fits(const SmrSplice *s) {
  const SmrSplicePlan *plan = s->plan;
  const SmrHost *host = s->emit.s->host;
  if (!smr_splice_guarded(plan) || !plan->symbols.ptr || !smr_host_adds_functions(host, s->emit.context))
    return SMR_SITE_NONE;
  bool copies = false, calls = plan->step_count && !smr_is_left(&plan->steps[0]) && !plan->check;
  for (uint32_t k = 0; k < plan->step_count; k++) {
    if (is_inlined(host, plan->steps[k].callee))
      return SMR_SITE_NONE;
    copies |= smr_is_left(&plan->steps[k]);
    calls &= !copies || smr_is_left(&plan->steps[k]); // copies are in the user's function: calls come first
  }
  return calls ? SMR_SITE_CALLS : SMR_SITE_ASKS;
}

bool smr_site_tries(const SmrSplicePlan *plan) {
  bool tries = plan->steps[0].entry != NULL;
  for (uint32_t k = 1; k < plan->step_count; k++)
    tries &= smr_is_left(&plan->steps[k]);
  return tries;
}

bool smr_site_build_guards(SmrSplice *s) {
  const SmrSplicePlan *plan = s->plan;
  uint8_t *held = smr_arena_alloc(&s->emit.s->arena, plan->guard_count + 1);
  for (uint32_t k = 0; k <= plan->guard_count; k++)
    held[k] = k < plan->size_count || (k < plan->guard_count && plan->guards[k].pays);
  smr_vec_push(&s->tests, mlirBlockCreate(0, NULL, NULL));
  return smr_build_tests(s, held);
}

static void list_blocks(Site *site) {
  SmrSplice *s = site->s;
  for (uint32_t t = s->size_tests; t < s->conditions.size; t++)
    smr_vec_push(&site->blocks, s->tests.data[t]);
  if (site->calls)
    smr_vec_push(&site->blocks, s->emit.body);
  if (s->copies_rows)
    smr_vec_push(&site->blocks, s->copied.asks);
  site->hoisting = site->blocks.size;
  if (s->copies_rows) {
    smr_vec_push(&site->blocks, s->copied.copies);
    smr_vec_push(&site->blocks, s->copied.loads);
  }
  if (site->calls) {
    smr_vec_push(&site->blocks, s->first_run);
    smr_vec_push(&site->blocks, s->emit.entry);
  }
  for (uint32_t b = 0; b < site->blocks.size; b++)
    smr_map_set(&site->moving, smr_mlir_key(site->blocks.data[b].ptr), 1);
}

static void build(Site *site, MlirValue *condition) {
  SmrSplice *s = site->s;
  SmrEmit *e = &s->emit;
  SMR_OWNED(SmrStr, smr_str_free) name = {0};
  put_name(site, &name);
  site->ask = mlirBlockCreate(0, NULL, NULL);
  site->read = e->chain ? site->ask : e->pre; // (no value leaves a condition's region)
  site->after = mlirBlockCreate(0, NULL, NULL);
  site->name = smr_ref(smr_str_get(&name));
  create_function(site);
  move_hoisted(site);
  build_call(site);
  if (!e->chain && condition->ptr) {
    ask_in_pre(site, *condition);
  } else if (!e->chain) {
    smr_append_ops(e->pre, site->ask);
    mlirBlockDestroy(site->ask);
  }
  finish_behind(site); // (while the site's ops still have the operands that they were built with)
  rename_operands(site);
  pass_record(site);
  fill_function(site);
  remove_unused(site);
  leave_tests(site);
  if (!e->chain)
    *condition = site->returned.data[0];
  smr_append_ops(site->after, e->body);
  smr_append_ops(site->after, s->behind);
  smr_append_ops(e->body, site->after);
  mlirBlockDestroy(site->after);
  if (e->s->host->packs_results) {
    MlirLocation nowhere = mlirLocationUnknownGet(e->context);
    mlirOperationWalk(site->function, set_place, &nowhere, MlirWalkPreOrder);
  }
}

static void release(Site *site) {
  smr_vec_free(&site->blocks);
  smr_map_free(&site->moving);
  smr_map_free(&site->hoisted);
  smr_vec_free(&site->before_call);
  smr_vec_free(&site->given);
  smr_map_free(&site->given_at);
  smr_vec_free(&site->results);
  smr_map_free(&site->result_at);
  smr_map_free(&site->copied);
  smr_vec_free(&site->copies);
  smr_vec_free(&site->returned);
  smr_vec_free(&site->inside);
}

bool smr_site_outline(SmrSplice *s, MlirValue *condition) {
  Site site = {.s = s, .calls = s->site == SMR_SITE_CALLS};
  list_blocks(&site);
  find_hoisted(&site);
  bool ok = site.blocks.size && find_given(&site) && find_results(&site);
  if (ok) {
    build(&site, condition);
    if (s->plan->done)
      s->plan->done->site = site.function;
  }
  release(&site);
  return ok;
}

void smr_site_drop(MlirSymbolTable names, MlirOperation site) {
  while (smr_record_is(mlirOperationGetNextInBlock(site)))
    mlirOperationDestroy(mlirOperationGetNextInBlock(site));
  mlirSymbolTableErase(names, site);
}
