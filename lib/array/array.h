//===- array.h - the minimalist array language ---------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The language of LIAR (Van der Cruysse, Dubach: Latent Idiom Recognition for a Minimalist Functional Array
// Language using Equality Saturation, CGO 2024, Fig. 3) as terms of lib/egraph:
//
//   (lam E) (app F X) %i                 λ-calculus with De Bruijn indices
//   (build N F) (get A I)                arrays: [F 0, …, F (N-1)], A[I]
//   (ifold N INIT F)                     F (N-1) (… (F 0 INIT)): F is (lam (lam E)), the index is %1 in E,
//   the accumulator %0 (tuple A B) (fst T) (snd T) 1, 2.5, (+ A B) (- A B) (* A B) (/ A B) (> A B) (< A B)
//   scalars n, A, alpha                          sizes and inputs, declared by a program
//
// and, beside the paper, (max A B) (min A B) (exp A) (log A) (sqrt A) (tanh A) (abs A) of scalars,
//   (flatten A)                                  A's rows, one behind the other
//   (split N M V)                                V as an array of N arrays of M elements,
//
// and library calls, operators like any other. Sizes are terms: integers or declared names.
//===----------------------------------------------------------------------===//
#ifndef SMR_ARRAY_ARRAY_H
#define SMR_ARRAY_ARRAY_H
#include "base/diag.h"
#include "egraph/egraph.h"

/// A type: an index into the language's table of types. 0 is "not known": open terms may have it, and types
/// that hold it.
typedef uint32_t SmrArrayType;
typedef enum {
  SMR_ARRAY_TYPE_UNKNOWN,
  SMR_ARRAY_TYPE_NUMBER, // a scalar of a kind that is not known: constants, arithmetic on indices
  SMR_ARRAY_TYPE_F64,
  SMR_ARRAY_TYPE_F32,
  SMR_ARRAY_TYPE_I64,
  SMR_ARRAY_TYPE_ARRAY,    // of `dim` elements of type `a`
  SMR_ARRAY_TYPE_TUPLE,    // of `a` and `b`
  SMR_ARRAY_TYPE_FUNCTION, // with a result of type `a`
} SmrArrayTypeKind;
#define SMR_ARRAY_TYPE_MAX_RANK 8

typedef struct {
  SmrArrayTypeKind kind;
  SmrArrayType a, b;
  SmrOperator dim; // the leaf that is the size; SMR_NO_OPERATOR: not known
} SmrArrayTypeInfo;

// clang-format off
/// X-macro of the language's own operators: name, arity.
#define SMR_ARRAY_OPERATORS(X) \
  X(LAM, "lam", 1) X(APP, "app", 2) X(BUILD, "build", 2) X(GET, "get", 2) X(IFOLD, "ifold", 3) \
  X(TUPLE, "tuple", 2) X(FST, "fst", 1) X(SND, "snd", 1) X(ADD, "+", 2) X(SUB, "-", 2) X(MUL, "*", 2) \
  X(DIV, "/", 2) X(GREATER, ">", 2) X(LESS, "<", 2) X(MAX, "max", 2) X(MIN, "min", 2) X(EXP, "exp", 1) \
  X(LOG, "log", 1) X(SQRT, "sqrt", 1) X(TANH, "tanh", 1) X(ABS, "abs", 1) X(FLATTEN, "flatten", 1) \
  X(SPLIT, "split", 3)

/// X-macro of the library calls: name, number of arguments. What they compute: eval.c.
#define SMR_ARRAY_CALLS(X) \
  X(DOT, "dot", 2) X(AXPY, "axpy", 3) X(GEMV_F, "gemv:F", 5) X(GEMV_T, "gemv:T", 5) \
  X(GEMM_FF, "gemm:FF", 5) X(GEMM_FT, "gemm:FT", 5) X(GEMM_TF, "gemm:TF", 5) X(GEMM_TT, "gemm:TT", 5) \
  X(TRANSPOSE, "transpose", 1) X(MEMSET, "memset", 2) X(T_DOT, "torch.dot", 2) X(T_SUM, "torch.sum", 1) \
  X(T_MV, "torch.mv", 2) X(T_MM, "torch.mm", 2) X(T_TRANSPOSE, "torch.transpose", 1) \
  X(T_ADD, "torch.add", 2) X(T_MUL, "torch.mul", 2) X(T_FULL, "torch.full", 2)
// clang-format on

typedef enum {
#define X(id, name, arity) SMR_A_##id,
  SMR_ARRAY_OPERATORS(X) SMR_ARRAY_CALLS(X)
#undef X
      SMR_A_COUNT,
  SMR_A_INPUT = SMR_A_COUNT, // a declared input or size
  SMR_A_OTHER,
} SmrArrayOp;

typedef struct SmrArray SmrArray;

/// The language over a table of operators, which it borrows: interned types, inputs, sizes. Declares `lam` as
/// a binder.
SmrArray *smr_array_create(SmrOperators *ops);
void smr_array_destroy(SmrArray *array);
SmrOperators *smr_array_ops(const SmrArray *array);
/// Which of the language's operators an operator is.
SmrArrayOp smr_array_classify(SmrArray *array, SmrOperator op);
/// The operator of one.
SmrOperator smr_array_op(const SmrArray *array, SmrArrayOp which);
bool smr_array_is_call(SmrArrayOp which);
/// Whether it computes a scalar from scalars: + - * / > < max min, functions.
bool smr_array_is_pointwise(SmrArrayOp which);

SmrArrayType smr_array_type(SmrArray *array, SmrArrayTypeInfo info);
const SmrArrayTypeInfo *smr_array_type_info(const SmrArray *array, SmrArrayType type);
SmrArrayType smr_array_type_of(SmrArray *array, SmrOperator dim, SmrArrayType element);
bool smr_array_type_is_scalar(const SmrArray *array, SmrArrayType type);
/// Number of array dimensions around a scalar: 0 for scalars, 1 for vectors; -1 for everything else.
int smr_array_type_rank(const SmrArray *array, SmrArrayType type);
/// The more precise of two types; *conflict is set when they contradict one another, and the result is the
/// first.
SmrArrayType smr_array_type_join(SmrArray *array, SmrArrayType a, SmrArrayType b, bool *conflict);
void smr_array_type_print(const SmrArray *array, SmrArrayType type, SmrStr *out);

/// Declares a size name with a value, and an input with a type.
void smr_array_set_size(SmrArray *array, const char *name, int64_t value);
void smr_array_set_input(SmrArray *array, const char *name, SmrArrayType type);
/// The value of a size leaf (an integer constant, a size name); false when it has none.
bool smr_array_size(const SmrArray *array, SmrOperator leaf, int64_t *value);
/// The size that is the sum (SMR_A_ADD) or product (SMR_A_MUL) of two sizes: a number for two numbers, else a
/// leaf of its own, whose value follows theirs; it is none of the inputs. SMR_NO_OPERATOR when it is too
/// large.
SmrOperator smr_array_size_combine(SmrArray *array, SmrArrayOp how, SmrOperator x, SmrOperator y);
/// Gives that size a name of the program's; the first name stays.
void smr_array_set_derived(SmrArray *array, const char *name, SmrArrayOp how, SmrOperator x, SmrOperator y);
/// What a size is computed from; false for others.
bool smr_array_size_parts(const SmrArray *array, SmrOperator leaf, SmrArrayOp *how, SmrOperator *x,
                          SmrOperator *y);
uint32_t smr_array_inputs(const SmrArray *array);
SmrOperator smr_array_input(const SmrArray *array, uint32_t i, SmrArrayType *type);

/// Types as an e-class analysis. Its number in the graph is returned. Types are found bottom-up: an index's
/// is not known, those of arrays are, wherever an input or a build makes them.
uint32_t smr_array_analyse(SmrArray *array, SmrEgraph *g);
SmrArrayType smr_array_class_type(const SmrArray *array, SmrEgraph *g, SmrClass c);
/// The leaf that a class has as a size; SMR_NO_OPERATOR when it holds none.
SmrOperator smr_array_class_size(const SmrArray *array, SmrEgraph *g, SmrClass c);
/// What some term of a class is, as bits: computed from a sum by + - * / > < max min and functions; so that
/// it is no sum of multiples of sums any longer (a square, a maximum, a product with an element of an array);
/// and of these, by something else than products (a maximum, a function, a division by a sum).
enum { SMR_ARRAY_SUM = 1, SMR_ARRAY_MIXED = 2, SMR_ARRAY_CURVED = 4 };
uint32_t smr_array_class_traits(const SmrArray *array, SmrEgraph *g, SmrClass c);
/// Whether two types ever met in one class that contradict one another: a rule, or the program, is wrong.
bool smr_array_conflict(const SmrArray *array);
/// The type of a node from its children's: what the analysis computes. `sizes`: the leaf of each child that
/// is a size.
SmrArrayType smr_array_node_type(SmrArray *array, SmrOperator op, const SmrArrayType *children,
                                 const SmrOperator *sizes);

/// A program: a term over declared inputs. File form, in any order:
///   (size n 1000)  (input A (array n (array m f64)))  (term T)
typedef struct {
  SmrTerm term;
  uint32_t root;
} SmrArrayProgram;
bool smr_array_parse(SmrArray *array, const char *file, const char *text, size_t size, SmrArrayProgram *out,
                     SmrDiag *diag);
void smr_array_program_free(SmrArrayProgram *program);
/// The type of a closed term over the declared inputs; unknown types of indices stay so.
SmrArrayType smr_array_term_type(SmrArray *array, const SmrTerm *term, uint32_t node);
#endif
