//===- dialect.c - modules of the pypm dialect ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// A module's ops are walked in the order of the text form's grammar. Each gives the grammar's tokens, with
// its own location, and lib/pypm's reader takes these: what is wrong is reported where the op is.
//===----------------------------------------------------------------------===//
#include "capi/shim/shim.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir/name.h"
#include "tensor/patterns.h"
#include "tensor/types.h"
#include <ctype.h>

typedef struct {
  SmrArena *arena; // of the tokens' texts
  SmrDiag *diag;
  SMR_VEC(SmrLexeme) tokens;
  SmrLocation here;
  SmrIntern *taken;       // what no variable is called
  SmrMap names;           // by block argument: the number of a variable
  SMR_VEC(SmrStr) called; // by number
  uint32_t nesting;
  bool rule; // values that are no variables are new terms
} Writer;

static void put_token(Writer *w, SmrLexemeKind kind, const char *text, size_t length) {
  smr_vec_push(&w->tokens, ((SmrLexeme){.kind = kind, .text = text, .length = length, .location = w->here}));
}

/// The tokens of a text that stays.
static void put(Writer *w, const char *text) {
  SmrLexer lexer = {.lexicon = &smr_pypm_lexicon, .text = text, .size = strlen(text), .diag = w->diag};
  while (smr_lex(&lexer) && lexer.token.kind != SMR_LEXEME_END)
    put_token(w, lexer.token.kind, lexer.token.text, lexer.token.length);
}

static void put_copy(Writer *w, SmrLexemeKind kind, MlirStringRef text) {
  put_token(w, kind, smr_arena_strndup(w->arena, text.data, text.length), text.length);
}

static void put_number(Writer *w, int64_t number) {
  char text[24];
  snprintf(text, sizeof text, "%lld", (long long)number);
  put(w, smr_arena_strdup(w->arena, text));
}

/// What follows is about the op. (One without a place is where the one before it is.)
static void go_to(Writer *w, MlirOperation op) {
  MlirStringRef file;
  uint32_t line, column;
  if (smrLocationGetFile(mlirOperationGetLocation(op), &file, &line, &column) && line)
    w->here = (SmrLocation){file.data, line, column}; // (attributes' texts end with 0)
}

static bool fail_at(Writer *w, const char *text) {
  return smr_error(w->diag, w->here.file, w->here.line, w->here.column, "%s", text);
}

static bool is(MlirOperation op, const char *name) {
  MlirStringRef text = mlirIdentifierStr(mlirOperationGetName(op));
  return text.length == strlen(name) && !memcmp(text.data, name, text.length);
}

/// A name as the text form has them, and none of our own for variables.
static bool is_word(MlirStringRef name) {
  bool word = name.length && !isdigit((unsigned char)name.data[0]) &&
              !(name.length > 2 && name.data[0] == '_' && name.data[1] == 'v');
  for (size_t k = 0; k < name.length; k++)
    word &= isalnum((unsigned char)name.data[k]) || name.data[k] == '_';
  return word;
}

static bool put_name(Writer *w, MlirStringRef name) {
  if (!is_word(name))
    return fail_at(w,
                   "a name is made of letters, digits and '_', and begins with no digit and not with '_v'");
  put_copy(w, SMR_LEXEME_WORD, name);
  return true;
}

static bool put_symbol(Writer *w, MlirOperation op, const char *name) {
  MlirAttribute symbol = smr_mlir_attribute(op, name);
  return put_name(w, mlirAttributeIsAString(symbol) ? mlirStringAttrGetValue(symbol)
                                                    : mlirFlatSymbolRefAttrGetValue(symbol));
}

static bool put_string(Writer *w, MlirStringRef text) {
  for (size_t k = 0; k < text.length; k++)
    if (text.data[k] == '"' || text.data[k] == '\n' || !text.data[k])
      return fail_at(w, "a string has no quotes and no line breaks");
  put_copy(w, SMR_LEXEME_STRING, text);
  return true;
}

// Values and conditions.

static MlirOperation maker(MlirValue value) {
  return mlirValueIsAOpResult(value) ? mlirOpResultGetOwner(value) : (MlirOperation){0};
}

static bool is_variable(MlirValue value) {
  return mlirValueIsABlockArgument(value);
}

static bool is_taken(const Writer *w, const char *name) {
  bool taken = smr_intern_find(w->taken, name) != 0;
  for (uint32_t k = 0; !taken && k < w->called.size; k++)
    taken = smr_equal(smr_str_get(&w->called.data[k]), name);
  return taken;
}

/// The module's name for it, where the text form can call it that; else one of our own.
static SmrStr call_variable(Writer *w, MlirValue value) {
  MlirLocation location = mlirValueGetLocation(value);
  SmrStr name = {0};
  if (mlirLocationIsAName(location)) {
    MlirStringRef text = mlirIdentifierStr(mlirLocationNameGetName(location));
    if (is_word(text))
      smr_str_append(&name, text.data, text.length);
  }
  if (!name.size || is_taken(w, smr_str_get(&name))) {
    smr_str_clear(&name);
    smr_str_printf(&name, "_v%u", w->called.size);
  }
  return name;
}

static void put_variable(Writer *w, MlirValue value) {
  uint32_t number = w->called.size;
  if (!smr_map_get(&w->names, smr_mlir_key(value.ptr), &number)) {
    SmrStr name = call_variable(w, value);
    smr_map_set(&w->names, smr_mlir_key(value.ptr), number);
    smr_vec_push(&w->called, name);
  }
  const SmrStr *name = &w->called.data[number];
  put_copy(w, SMR_LEXEME_WORD, mlirStringRefCreate(smr_str_get(name), name->size));
}

/// The operands of a function variable's type, !pypm.head<n>; -1 of a term's.
static int arity_of(MlirValue value) {
  SmrStr text = {0};
  smr_tensor_print_type(mlirValueGetType(value), &text);
  const char *digits = strchr(smr_str_get(&text), '<');
  int arity = digits ? atoi(digits + 1) : -1;
  smr_str_free(&text);
  return arity;
}

static void put_parameter(Writer *w, MlirValue value) {
  int arity = arity_of(value);
  put_variable(w, value);
  if (arity >= 0) {
    put(w, "/");
    put_number(w, arity);
  }
}

/// A list of integers as a tuple.
static bool put_tuple(Writer *w, MlirAttribute list) {
  intptr_t count = mlirArrayAttrGetNumElements(list);
  put(w, "(");
  for (intptr_t k = 0; k < count; k++) {
    MlirAttribute item = mlirArrayAttrGetElement(list, k);
    if (!mlirAttributeIsAInteger(item))
      return fail_at(w, "a list here is of integers");
    put(w, k ? ", " : "");
    put_number(w, mlirIntegerAttrGetValueInt(item));
  }
  put(w, count == 1 ? ",)" : ")");
  return true;
}

/// An attribute's value: a number, a string, a tuple; of any other the text.
static bool put_value(Writer *w, MlirAttribute value) {
  SmrStr text = {0};
  if (mlirAttributeIsABool(value)) {
    put(w, mlirBoolAttrGetValue(value) ? "1" : "0");
    return true;
  }
  if (mlirAttributeIsAInteger(value)) {
    put_number(w, mlirIntegerAttrGetValueInt(value));
    return true;
  }
  if (mlirAttributeIsAString(value))
    return put_string(w, mlirStringAttrGetValue(value));
  if (mlirAttributeIsAArray(value))
    return put_tuple(w, value);
  smr_tensor_print_attribute(value, &text);
  bool ok = put_string(w, mlirStringRefCreate(smr_str_get(&text), text.size));
  smr_str_free(&text);
  return ok;
}

static bool put_expr(Writer *w, MlirValue value);

static bool put_binary(Writer *w, MlirOperation op, const char *text) {
  put(w, "(");
  if (!put_expr(w, mlirOperationGetOperand(op, 0)))
    return false;
  put(w, text);
  bool ok = put_expr(w, mlirOperationGetOperand(op, 1));
  put(w, ")");
  return ok;
}

static bool put_get(Writer *w, MlirOperation op) {
  put_variable(w, mlirOperationGetOperand(op, 0));
  put(w, ".");
  return put_name(w, mlirStringAttrGetValue(smr_mlir_attribute(op, "attribute")));
}

static bool put_expr_inside(Writer *w, MlirOperation op) {
  static const char *const binary[][2] = {
      {"pypm.add", "+"}, {"pypm.sub", "-"},  {"pypm.mul", "*"}, {"pypm.div", "/"}, {"pypm.mod", "%"},
      {"pypm.eq", "="},  {"pypm.ne", "!="},  {"pypm.lt", "<"},  {"pypm.le", "<="}, {"pypm.gt", ">"},
      {"pypm.ge", ">="}, {"pypm.and", "&&"}, {"pypm.or", "||"}};
  for (size_t k = 0; k < sizeof binary / sizeof *binary; k++)
    if (is(op, binary[k][0]))
      return put_binary(w, op, binary[k][1]);
  if (is(op, "pypm.get"))
    return put_get(w, op);
  if (is(op, "pypm.value"))
    return put_value(w, smr_mlir_attribute(op, "is"));
  if (is(op, "pypm.dynamic")) {
    put(w, "?");
    return true;
  }
  if (is(op, "pypm.not")) {
    put(w, "!(");
    bool ok = put_expr(w, mlirOperationGetOperand(op, 0));
    put(w, ")");
    return ok;
  }
  if (!is(op, "pypm.index"))
    return fail_at(w, "this is no value and no condition of PyPM's");
  if (!put_expr(w, mlirOperationGetOperand(op, 0)))
    return false;
  put(w, "[");
  bool ok = put_expr(w, mlirOperationGetOperand(op, 1));
  put(w, "]");
  return ok;
}

/// Nothing recurses deeper.
static bool enter(Writer *w) {
  return ++w->nesting <= SMR_PYPM_MAX_NESTING || fail_at(w, "nested too deep");
}

static bool put_expr(Writer *w, MlirValue value) {
  MlirOperation op = maker(value);
  if (mlirOperationIsNull(op))
    return fail_at(w, "a variable is used with an attribute");
  go_to(w, op);
  bool ok = enter(w) && put_expr_inside(w, op);
  w->nesting--;
  return ok;
}

static MlirOperation last_op(MlirOperation op, intptr_t region) {
  MlirOperation at = mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, region)));
  for (MlirOperation next = at; !mlirOperationIsNull(next); next = mlirOperationGetNextInBlock(next))
    at = next;
  return at;
}

/// What a region's last op names.
static MlirValue end_of(MlirOperation op, intptr_t region) {
  return mlirOperationGetOperand(last_op(op, region), 0);
}

// Types.

static bool put_kind(Writer *w, MlirValue value) {
  MlirOperation op = maker(value);
  if (mlirOperationIsNull(op))
    return fail_at(w, "this is no type of PyPM's");
  go_to(w, op);
  if (is(op, "pypm.kind_of")) {
    put_variable(w, mlirOperationGetOperand(op, 0));
    return true;
  }
  bool ok = enter(w);
  if (ok && is(op, "pypm.broadcast")) {
    put(w, "broadcast(");
    ok = put_kind(w, mlirOperationGetOperand(op, 0));
    put(w, ", ");
    ok = ok && put_kind(w, mlirOperationGetOperand(op, 1));
    put(w, ")");
  } else if (ok && is(op, "pypm.kind")) {
    MlirOperation element = maker(mlirOperationGetOperand(op, 0));
    if (is(element, "pypm.value") && mlirAttributeIsAString(smr_mlir_attribute(element, "is")))
      ok = put_name(w, mlirStringAttrGetValue(smr_mlir_attribute(element, "is")));
    else
      ok = put_expr(w, mlirOperationGetOperand(op, 0));
    put(w, "[");
    for (intptr_t k = 1; ok && k < mlirOperationGetNumOperands(op); k++) {
      put(w, k > 1 ? ", " : "");
      ok = put_expr(w, mlirOperationGetOperand(op, k));
    }
    put(w, "]");
  } else if (ok) {
    ok = fail_at(w, "this is no type of PyPM's");
  }
  w->nesting--;
  return ok;
}

// Patterns and new terms.

static bool put_term(Writer *w, MlirValue value);

/// How many operands a group of an op with several groups has.
static intptr_t segment(MlirOperation op, intptr_t group) {
  return mlirDenseI32ArrayGetElement(smr_mlir_attribute(op, "operandSegmentSizes"), group);
}

static bool put_terms(Writer *w, MlirOperation op, intptr_t first, intptr_t count) {
  put(w, "(");
  for (intptr_t k = 0; k < count; k++) {
    put(w, k ? ", " : "");
    if (!put_term(w, mlirOperationGetOperand(op, first + k)))
      return false;
  }
  put(w, ")");
  return true;
}

static bool put_typed(Writer *w, MlirOperation op, intptr_t kind, bool typed) {
  if (!typed)
    return true;
  put(w, " : ");
  return put_kind(w, mlirOperationGetOperand(op, kind));
}

/// `{a = 2, b = _, c = x.rank}`
static bool put_attributes(Writer *w, MlirOperation op) {
  MlirAttribute given = smr_mlir_attribute(op, "given"), any = smr_mlir_attribute(op, "wildcards"),
                computed = smr_mlir_attribute(op, "computed");
  intptr_t counts[] = {mlirAttributeIsNull(given) ? 0 : mlirDictionaryAttrGetNumElements(given),
                       mlirAttributeIsNull(any) ? 0 : mlirArrayAttrGetNumElements(any),
                       mlirAttributeIsNull(computed) ? 0 : mlirArrayAttrGetNumElements(computed)};
  const char *separator = "{";
  bool ok = true;
  for (intptr_t k = 0; ok && k < counts[0] + counts[1] + counts[2]; k++, separator = ", ") {
    intptr_t i = k < counts[0] ? k : k < counts[0] + counts[1] ? k - counts[0] : k - counts[0] - counts[1];
    put(w, separator);
    if (k < counts[0]) {
      MlirNamedAttribute one = mlirDictionaryAttrGetElement(given, i);
      ok = put_name(w, mlirIdentifierStr(one.name));
      put(w, " = ");
      ok = ok && put_value(w, one.attribute);
    } else if (k < counts[0] + counts[1]) {
      ok = put_name(w, mlirStringAttrGetValue(mlirArrayAttrGetElement(any, i)));
      put(w, " = _");
    } else {
      ok = put_name(w, mlirStringAttrGetValue(mlirArrayAttrGetElement(computed, i)));
      put(w, " = ");
      ok = ok && put_expr(w, mlirOperationGetOperand(op, segment(op, 0) + i));
    }
  }
  put(w, counts[0] + counts[1] + counts[2] ? "}" : "");
  return ok;
}

static bool put_apply(Writer *w, MlirOperation op) {
  MlirAttribute result = smr_mlir_attribute(op, "result_number");
  if (!put_symbol(w, op, "callee"))
    return false;
  if (!mlirAttributeIsNull(result)) {
    put(w, "#");
    put_number(w, mlirIntegerAttrGetValueInt(result));
  }
  return put_attributes(w, op) && put_terms(w, op, 0, segment(op, 0)) &&
         put_typed(w, op, segment(op, 0) + segment(op, 1), segment(op, 2) > 0);
}

static bool put_apply_head(Writer *w, MlirOperation op) {
  put_variable(w, mlirOperationGetOperand(op, 0));
  return put_terms(w, op, 1, segment(op, 1)) && put_typed(w, op, 1 + segment(op, 1), segment(op, 2) > 0);
}

static bool put_constant(Writer *w, MlirOperation op) {
  SmrStr text = {0};
  smr_pypm_literal_print(mlirFloatAttrGetValueDouble(smr_mlir_attribute(op, "value")), &text);
  put(w, smr_arena_strdup(w->arena, smr_str_get(&text)));
  smr_str_free(&text);
  return put_typed(w, op, 0, mlirOperationGetNumOperands(op) > 0);
}

static bool put_alternates(Writer *w, MlirOperation op) {
  bool ok = true;
  put(w, "(");
  for (intptr_t k = 0; ok && k < mlirOperationGetNumRegions(op); k++) {
    put(w, k ? " || (" : "(");
    ok = put_term(w, end_of(op, k));
    put(w, ")");
  }
  put(w, ")");
  return ok;
}

static bool put_guard(Writer *w, MlirOperation op) {
  put(w, "((");
  if (!put_term(w, mlirOperationGetOperand(op, 0)))
    return false;
  put(w, ")");
  go_to(w, op);
  put(w, "; guard(");
  bool ok = put_expr(w, end_of(op, 0));
  put(w, "))");
  return ok;
}

static bool put_constrain(Writer *w, MlirOperation op) {
  put(w, "((");
  if (!put_term(w, mlirOperationGetOperand(op, 0)))
    return false;
  put(w, ")");
  go_to(w, op);
  put(w, "; (");
  bool ok = put_term(w, mlirOperationGetOperand(op, 2));
  put(w, " ~ ");
  put_variable(w, mlirOperationGetOperand(op, 1));
  put(w, "))");
  return ok;
}

static bool put_exists(Writer *w, MlirOperation op) {
  put(w, "(exists ");
  put_parameter(w, mlirBlockGetArgument(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)), 0));
  put(w, ". ");
  bool ok = put_term(w, end_of(op, 0));
  put(w, ")");
  return ok;
}

static bool put_call(Writer *w, MlirOperation op) {
  if (!put_symbol(w, op, "callee"))
    return false;
  put(w, "(");
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(op); k++) {
    put(w, k ? ", " : "");
    if (!put_term(w, mlirOperationGetOperand(op, k)))
      return false;
  }
  put(w, ")");
  return true;
}

static bool put_op(Writer *w, MlirOperation op) {
  static const struct {
    const char *name;
    bool (*put)(Writer *, MlirOperation);
    bool rule; // may stand in a replacement
  } table[] = {{"pypm.apply", put_apply, true},       {"pypm.apply_head", put_apply_head, true},
               {"pypm.constant", put_constant, true}, {"pypm.alternates", put_alternates, false},
               {"pypm.guard", put_guard, false},      {"pypm.constrain", put_constrain, false},
               {"pypm.exists", put_exists, false},    {"pypm.call", put_call, false}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (is(op, table[k].name))
      return !w->rule || table[k].rule ? table[k].put(w, op)
                                       : fail_at(w, "this belongs to patterns, and stands in a replacement");
  return fail_at(w, "this is no pattern and no term of PyPM's");
}

static bool put_term(Writer *w, MlirValue value) {
  if (is_variable(value)) {
    put_variable(w, value);
    return true;
  }
  go_to(w, maker(value));
  bool ok = enter(w) && put_op(w, maker(value));
  w->nesting--;
  return ok;
}

// Items.

static void put_parameters(Writer *w, MlirOperation op, bool arities) {
  MlirBlock block = mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
  put(w, "(");
  for (intptr_t k = 0; k < mlirBlockGetNumArguments(block); k++) {
    put(w, k ? ", " : "");
    if (arities)
      put_parameter(w, mlirBlockGetArgument(block, k));
    else
      put_variable(w, mlirBlockGetArgument(block, k));
  }
  put(w, ")");
}

static int64_t integer(MlirOperation op, const char *name, int64_t otherwise) {
  MlirAttribute value = smr_mlir_attribute(op, name);
  return mlirAttributeIsNull(value) ? otherwise : mlirIntegerAttrGetValueInt(value);
}

static bool put_declared(Writer *w, MlirOperation op) {
  MlirAttribute declared = smr_mlir_attribute(op, "declared"), only = smr_mlir_attribute(op, "only");
  intptr_t count = mlirAttributeIsNull(declared) ? 0 : mlirArrayAttrGetNumElements(declared);
  for (intptr_t k = 0; k < count; k++) {
    MlirStringRef name = mlirStringAttrGetValue(mlirArrayAttrGetElement(declared, k));
    MlirAttribute value = mlirAttributeIsNull(only) ? only : mlirDictionaryAttrGetElementByName(only, name);
    put(w, k ? ", " : "{");
    if (!put_name(w, name))
      return false;
    put(w, mlirAttributeIsNull(value) ? "" : " = ");
    if (!mlirAttributeIsNull(value) && !put_value(w, value))
      return false;
  }
  put(w, count ? "}" : "");
  return true;
}

static bool put_typing(Writer *w, MlirOperation op) {
  MlirOperation types = last_op(op, 0);
  for (intptr_t k = 0; k < mlirOperationGetNumOperands(types); k++) {
    put(w, k ? ", " : " : ");
    if (!put_kind(w, mlirOperationGetOperand(types, k)))
      return false;
  }
  return true;
}

static bool put_operator(Writer *w, MlirOperation op) {
  MlirAttribute stands_for = smr_mlir_attribute(op, "stands_for"),
                op_class = smr_mlir_attribute(op, "op_class");
  bool typed = !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  put(w, "op ");
  if (!put_symbol(w, op, "sym_name") || !put_declared(w, op))
    return false;
  if (typed) {
    put_parameters(w, op, false);
  } else {
    put(w, integer(op, "takes", -1) < 0 ? "(*" : "(");
    if (integer(op, "takes", -1) >= 0)
      put_number(w, integer(op, "takes", 0));
    put(w, ")");
  }
  put(w, "->");
  put_number(w, integer(op, "gives", 1));
  if (typed && !put_typing(w, op))
    return false;
  go_to(w, op);
  if (!mlirAttributeIsNull(stands_for)) {
    put(w, " for ");
    if (!put_string(w, mlirStringAttrGetValue(stands_for)))
      return false;
  }
  put(w, mlirAttributeIsNull(smr_mlir_attribute(op, "commutative")) ? "" : " commutative");
  put(w, mlirAttributeIsNull(smr_mlir_attribute(op, "effects")) ? "" : " effects");
  put(w, mlirAttributeIsNull(op_class) ? "" : " class ");
  return mlirAttributeIsNull(op_class) || put_name(w, mlirStringAttrGetValue(op_class));
}

static bool put_pattern(Writer *w, MlirOperation op) {
  put(w, "pattern ");
  if (!put_symbol(w, op, "sym_name"))
    return false;
  put_parameters(w, op, true);
  put(w, " = ");
  return put_term(w, end_of(op, 0));
}

static bool put_branch(Writer *w, MlirOperation op) {
  bool condition = !mlirBlockIsNull(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  go_to(w, op);
  if (condition) {
    put(w, "when (");
    if (!put_expr(w, end_of(op, 0)))
      return false;
    put(w, ") ");
  }
  put(w, "=> ");
  return put_term(w, end_of(op, 1));
}

static bool put_rule(Writer *w, MlirOperation op) {
  MlirOperation branch = mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0)));
  bool ok = true;
  put(w, "rule ");
  if (!put_symbol(w, op, "sym_name"))
    return false;
  put(w, " for ");
  if (!put_symbol(w, op, "pattern"))
    return false;
  put_parameters(w, op, false);
  put(w, mlirAttributeIsNull(smr_mlir_attribute(op, "exact")) ? " {" : " fp exact {");
  w->rule = true;
  for (bool first = true; ok && !mlirOperationIsNull(branch); branch = mlirOperationGetNextInBlock(branch)) {
    put(w, first ? "" : ";");
    first = false;
    ok = put_branch(w, branch);
  }
  w->rule = false;
  put(w, " }");
  return ok;
}

static void forget_variables(Writer *w) {
  for (uint32_t k = 0; k < w->called.size; k++)
    smr_str_free(&w->called.data[k]);
  smr_vec_clear(&w->called);
  smr_map_clear(&w->names);
}

/// What no variable is called: words of the text form, element types, the module's symbols.
static void take_names(Writer *w, MlirOperation first) {
  static const char *const words[] = {
      "_",    "op",  "pattern", "rule", "term", "exists", "mu",          "guard",   "inf",       "nan",
      "when", "for", "class",   "f64",  "f32",  "f16",    "bf16",        "i1",      "i8",        "i16",
      "i32",  "i64", "u8",      "u16",  "u32",  "u64",    "commutative", "effects", "broadcast", "index"};
  w->taken = smr_intern_create();
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    smr_intern(w->taken, words[k]);
  for (MlirOperation op = first; !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op)) {
    MlirAttribute symbol = smr_mlir_attribute(op, "sym_name");
    if (!mlirAttributeIsNull(symbol) && mlirAttributeIsAString(symbol)) {
      MlirStringRef name = mlirStringAttrGetValue(symbol);
      smr_intern_n(w->taken, name.data, name.length);
    }
  }
}

/// Variables are called anew in each.
static bool put_item(Writer *w, MlirOperation op) {
  go_to(w, op);
  forget_variables(w);
  if (is(op, "pypm.operator"))
    return put_operator(w, op);
  if (is(op, "pypm.pattern"))
    return put_pattern(w, op);
  if (is(op, "pypm.rule"))
    return put_rule(w, op);
  return fail_at(w, "a file of patterns has pypm.operator, pypm.pattern and pypm.rule alone");
}

bool smr_tensor_patterns_read_module(MlirOperation module, SmrPypmFile *file, const char *path,
                                     SmrDiag *diag) {
  Writer w = {.arena = &file->texts, .diag = diag};
  bool ok = true;
  w.here = (SmrLocation){smr_arena_strdup(w.arena, path), 1, 1};
  go_to(&w, module);
  MlirOperation op = mlirBlockGetFirstOperation(mlirRegionGetFirstBlock(mlirOperationGetRegion(module, 0)));
  take_names(&w, op);
  for (; ok && !mlirOperationIsNull(op); op = mlirOperationGetNextInBlock(op))
    ok = put_item(&w, op);
  put_token(&w, SMR_LEXEME_END, "", 0);
  SmrLexeme *tokens = smr_arena_alloc(w.arena, w.tokens.size * sizeof *tokens);
  memcpy(tokens, w.tokens.data, w.tokens.size * sizeof *tokens);
  ok = ok && smr_pypm_file_read_tokens(file, tokens, diag);
  forget_variables(&w);
  smr_vec_free(&w.tokens);
  smr_vec_free(&w.called);
  smr_map_free(&w.names);
  smr_intern_destroy(w.taken);
  return ok;
}
