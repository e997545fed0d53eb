//===- PypmDialect.td - the pypm dialect ---------------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//===----------------------------------------------------------------------===//
#ifndef PYPM_DIALECT
#define PYPM_DIALECT
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Pypm_Dialect : Dialect {
  let name = "pypm";
  let cppNamespace = "::smr::pypm";
  let summary = "Patterns over graphs of tensor operations, and rules that rewrite them";
  let description = [{
    PyPM's operators, patterns and rules as a module, which `--pypm-rewrite=patterns=` reads (text or bytecode).
    A pattern is a tree of values; the value that `pypm.match` names is its root. lib/pypm/README.md has the language
    and its meaning, op by op under the same names.
  }];
  let useDefaultTypePrinterParser = 1;
}

// Types.

class Pypm_Type<string name, string text> : TypeDef<Pypm_Dialect, name> {
  let mnemonic = text;
}
def Pypm_Term : Pypm_Type<"Term", "term"> {
  let summary = "a pattern of terms, or a new term";
}
def Pypm_Head : Pypm_Type<"Head", "head"> {
  let summary = "a function variable of so many operands";
  let parameters = (ins "unsigned":$arity);
  let assemblyFormat = "`<` $arity `>`";
}
def Pypm_Value : Pypm_Type<"Value", "value"> {
  let summary = "what guards are about: a number, a symbol, a tuple of dimensions";
}
def Pypm_Kind : Pypm_Type<"Kind", "kind"> {
  let summary = "a tensor's type";
}
def Pypm_Variable : AnyTypeOf<[Pypm_Term, Pypm_Head]>;

class Pypm_Op<string name, list<Trait> traits = []> : Op<Pypm_Dialect, name, traits>;
class Pypm_Item<string name, list<Trait> traits = []>
    : Pypm_Op<name, [Symbol, IsolatedFromAbove, HasParent<"::mlir::ModuleOp">] # traits>;
class Pypm_End<string name, list<Trait> traits = []> : Pypm_Op<name, [Terminator] # traits>;

// Items.

def Pypm_OperatorOp : Pypm_Item<"operator"> {
  let summary = "declares an operator, and the op that it stands for";
  let description = [{
    `takes` is left out of an operator of any number of operands. The region gives the results' types. `only`: the
    operator stands for those ops alone that have these values of attributes, and no pattern gives them. (It is a
    discardable attribute, as `fp exact` of rules is.)

    ```mlir
    pypm.operator @mm takes 2 for "torch.aten.mm" types (%x: !pypm.term, %y: !pypm.term) { … pypm.types %t }
    pypm.operator @transpose takes 1 attributes ["perm"] for "my.transpose" class "pointwise"
    pypm.operator @dropout takes 2 attributes ["train"] for "torch.aten.dropout" only {train = false}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>:$takes,
    OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$gives, OptionalAttr<StrArrayAttr>:$declared,
    OptionalAttr<StrAttr>:$stands_for, OptionalAttr<StrAttr>:$op_class, UnitAttr:$commutative, UnitAttr:$effects);
  let regions = (region AnyRegion:$typing);
  let assemblyFormat = [{
    $sym_name (`takes` $takes^)? (`gives` $gives^)? (`attributes` $declared^)? (`for` $stands_for^)?
    (`class` $op_class^)? (`commutative` $commutative^)? (`effects` $effects^)?
    custom<Typing>($typing, attr-dict)
  }];
  let hasRegionVerifier = 1;
}

def Pypm_PatternOp : Pypm_Item<"pattern", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a pattern; its arguments are its variables";
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name custom<Pattern>($body, attr-dict)";
  let hasRegionVerifier = 1;
}

def Pypm_RuleOp : Pypm_Item<"rule", [NoTerminator, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "what replaces a term that a pattern matched; its arguments are the pattern's";
  let description = [{
    `fp exact`: what replaces the term computes the same bits. Without it the rule does not fire under `fp=exact`.
    (It is no property, but a discardable attribute: bytecode that was written before there was one is read.)

    ```mlir
    pypm.rule @R for @P fp exact (%x: !pypm.term) { pypm.branch { pypm.match %x } }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$pattern);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `for` $pattern custom<Rule>($body, attr-dict)";
  let hasRegionVerifier = 1;
}

def Pypm_BranchOp : Pypm_Op<"branch", [HasParent<"RuleOp">]> {
  let summary = "a replacement; of a rule's branches the first fires whose condition holds";
  let regions = (region AnyRegion:$condition, SizedRegion<1>:$replacement);
  let assemblyFormat = "custom<Branch>($condition, $replacement, attr-dict)";
  let hasRegionVerifier = 1;
}

def Pypm_MatchOp : Pypm_End<"match"> {
  let summary = "ends a pattern, an alternate, a replacement: that is it";
  let arguments = (ins Pypm_Term:$term);
  let assemblyFormat = "$term attr-dict";
}
def Pypm_RequireOp : Pypm_End<"require"> {
  let summary = "ends a guard: that must hold";
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
}
def Pypm_TypesOp : Pypm_End<"types", [HasParent<"OperatorOp">]> {
  let summary = "ends what says an operator's types: one for each result";
  let arguments = (ins Variadic<Pypm_Kind>:$types);
  let assemblyFormat = "$types attr-dict";
}

// Patterns and new terms.

class Pypm_TermOp<string name, list<Trait> traits = []> : Pypm_Op<name, traits> {
  let results = (outs Pypm_Term:$term);
}

def Pypm_ApplyOp : Pypm_TermOp<"apply", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "f{…}(p, …): an operator on operands (P-FUN)";
  let description = [{
    All attributes that the operator declares are given: as they are (`where`), as any (`any`, in patterns), or
    computed (`with`, in rules). Of an operator with several results, `result` is which.

    ```mlir
    %0 = pypm.apply @conv(%x, %w) where {stride = 2} any ["pads"]
    %1 = pypm.apply @reshape(%x) with ["shape"] (%s) typed %t
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Pypm_Term>:$arguments, OptionalAttr<DictionaryAttr>:$given,
    OptionalAttr<StrArrayAttr>:$wildcards, OptionalAttr<StrArrayAttr>:$computed, Variadic<Pypm_Value>:$computations,
    OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>:$result_number, Optional<Pypm_Kind>:$kind);
  let assemblyFormat = [{
    $callee `(` $arguments `)` (`where` $given^)? (`any` $wildcards^)? (`with` $computed^ `(` $computations `)`)?
    (`result` $result_number^)? (`typed` $kind^)? attr-dict
  }];
}

def Pypm_ApplyHeadOp : Pypm_TermOp<"apply_head", [AttrSizedOperandSegments]> {
  let summary = "F(p, …): a function variable on operands (P-FUN-VAR)";
  let arguments = (ins Pypm_Head:$head, Variadic<Pypm_Term>:$arguments, Optional<Pypm_Kind>:$kind);
  let assemblyFormat = "$head `(` $arguments `)` (`typed` $kind^)? attr-dict `:` type($head)";
  let hasVerifier = 1;
}

def Pypm_ConstantOp : Pypm_TermOp<"constant"> {
  let summary = "a number: matches a constant within one unit in the last place (C9)";
  let arguments = (ins F64Attr:$value, Optional<Pypm_Kind>:$kind);
  let assemblyFormat = "$value (`typed` $kind^)? attr-dict";
}

def Pypm_CallOp : Pypm_TermOp<"call", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an earlier pattern, or the pattern itself (P-MU; not through another), for these arguments";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Pypm_Variable>:$arguments);
  let assemblyFormat = "$callee `(` $arguments `)` attr-dict `:` functional-type($arguments, $term)";
}

def Pypm_AlternatesOp : Pypm_TermOp<"alternates"> {
  let summary = "p || p': tried from the left (P-ALT)";
  let regions = (region VariadicRegion<SizedRegion<1>>:$alternates);
  let assemblyFormat = "custom<Alternates>($alternates, attr-dict)";
  let hasRegionVerifier = 1;
}

def Pypm_GuardOp : Pypm_TermOp<"guard"> {
  let summary = "p; guard(g) (P-GUARD)";
  let arguments = (ins Pypm_Term:$pattern);
  let regions = (region SizedRegion<1>:$condition);
  let assemblyFormat = "$pattern `if` custom<Condition>($condition, attr-dict)";
  let hasRegionVerifier = 1;
}

def Pypm_ConstrainOp : Pypm_TermOp<"constrain"> {
  let summary = "p; (q ~ x): what the variable is bound to matches q, too (P-MATCHCONSTR)";
  let arguments = (ins Pypm_Term:$pattern, Pypm_Term:$variable, Pypm_Term:$matched);
  let assemblyFormat = "$pattern `where` $variable `is` $matched attr-dict";
  let hasVerifier = 1;
}

def Pypm_ExistsOp : Pypm_TermOp<"exists"> {
  let summary = "exists x. p: a variable that the pattern alone knows (P-EXISTS)";
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "custom<Body>($body, attr-dict)";
  let hasRegionVerifier = 1;
}

// Guards (C16).

class Pypm_ValueOp<string name, list<Trait> traits = []> : Pypm_Op<name, [Pure] # traits> {
  let results = (outs Pypm_Value:$value);
}
class Pypm_Arithmetic<string name> : Pypm_ValueOp<name> {
  let arguments = (ins Pypm_Value:$left, Pypm_Value:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}
class Pypm_ConditionOp<string name> : Pypm_Op<name, [Pure]> {
  let results = (outs I1:$condition);
}
class Pypm_Comparison<string name> : Pypm_ConditionOp<name> {
  let arguments = (ins Pypm_Value:$left, Pypm_Value:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}
class Pypm_Connective<string name> : Pypm_ConditionOp<name> {
  let arguments = (ins I1:$left, I1:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}

def Pypm_GetOp : Pypm_ValueOp<"get"> {
  let summary = "x.rank, x.shape, x.elType, x.uses, F.op_class, …, or an attribute that x's operator declares";
  let arguments = (ins StrAttr:$attribute, Pypm_Variable:$variable);
  let assemblyFormat = "$attribute `of` $variable attr-dict `:` type($variable)";
  let hasVerifier = 1;
}
def Pypm_ValueConstantOp : Pypm_ValueOp<"value"> {
  let summary = "a number, a symbol (\"f32\"), a tuple of dimensions ([2, 3])";
  let arguments = (ins AnyAttrOf<[I64Attr, StrAttr, I64ArrayAttr]>:$is);
  let assemblyFormat = "$is attr-dict";
}
def Pypm_IndexOp : Pypm_ValueOp<"index"> {
  let summary = "a dimension of a tuple; negative ones count from its end";
  let arguments = (ins Pypm_Value:$tuple, Pypm_Value:$position);
  let assemblyFormat = "$tuple `[` $position `]` attr-dict";
}
def Pypm_AddOp : Pypm_Arithmetic<"add">;
def Pypm_SubOp : Pypm_Arithmetic<"sub">;
def Pypm_MulOp : Pypm_Arithmetic<"mul">;
def Pypm_DivOp : Pypm_Arithmetic<"div">;
def Pypm_ModOp : Pypm_Arithmetic<"mod">;
def Pypm_EqOp : Pypm_Comparison<"eq">;
def Pypm_NeOp : Pypm_Comparison<"ne">;
def Pypm_LtOp : Pypm_Comparison<"lt">;
def Pypm_LeOp : Pypm_Comparison<"le">;
def Pypm_GtOp : Pypm_Comparison<"gt">;
def Pypm_GeOp : Pypm_Comparison<"ge">;
def Pypm_AndOp : Pypm_Connective<"and">;
def Pypm_OrOp : Pypm_Connective<"or">;
def Pypm_NotOp : Pypm_ConditionOp<"not"> {
  let arguments = (ins I1:$operand);
  let assemblyFormat = "$operand attr-dict";
}

// Types of new terms.

class Pypm_KindResult<string name> : Pypm_Op<name, [Pure]> {
  let results = (outs Pypm_Kind:$kind);
}
def Pypm_KindOfOp : Pypm_KindResult<"kind_of"> {
  let summary = "the type of what the variable is bound to";
  let arguments = (ins Pypm_Term:$variable);
  let assemblyFormat = "$variable attr-dict";
  let hasVerifier = 1;
}
def Pypm_KindOp : Pypm_KindResult<"kind"> {
  let summary = "a tensor of these elements and dimensions; one tuple is the whole shape";
  let arguments = (ins Pypm_Value:$element, Variadic<Pypm_Value>:$dims);
  let assemblyFormat = "$element `[` $dims `]` attr-dict";
}
def Pypm_DynamicOp : Pypm_ValueOp<"dynamic"> {
  let summary = "a dimension that is not known";
  let assemblyFormat = "attr-dict";
}
def Pypm_BroadcastOp : Pypm_KindResult<"broadcast"> {
  let summary = "the two types' shapes brought together";
  let arguments = (ins Pypm_Kind:$left, Pypm_Kind:$right);
  let assemblyFormat = "$left `,` $right attr-dict";
}
#endif
