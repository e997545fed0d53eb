//===- access.h - programs of access patterns ----------------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// The language of Glenside (Smith et al.: Pure Tensor Program Rewriting via Access Patterns, MAPS 2021) as
// terms of lib/egraph. An access pattern is a tensor whose dimensions, in row-major order, are those that are
// iterated over, and behind them those of an item: its shape is ((access…) (item…)): G-F1, section 4.1.
//
// What shapes operators have stands in pat/access.rules alone (section "shape"): the same text is the class
// analysis that rules ask. What operators compute stands in eval.h alone.
//
// A program as text (`*.access`): what a rule file may say (sizes, definitions, includes), and
//   (tensor NAME f32|f64 (SIZE…))      a tensor, in row-major order; its shape is ((SIZE…) ())
//   (term NAME TERM)
//   (conv …) (pool …) (product …)      terms in short, see items.c
//
// Invariant: every term of a program has a shape, and so has each of its subterms; its tensors are declared
// and of one element type.
//===----------------------------------------------------------------------===//
#ifndef SMR_ACCESS_ACCESS_H
#define SMR_ACCESS_ACCESS_H
#include "egraph/rules_text.h"

// clang-format off
/// X-macro of the operators: enumerator, name, number of children. Numbers are integer leaves, lists of
/// numbers are leaves (quote (…)); d counts all dimensions, access part first.
#define SMR_ACCESS_OPERATORS(X)                                                                              \
  X(ACCESS, "access", 2)              /* X n: the first n dimensions are accessed, the others the item */    \
  X(TRANSPOSE, "transpose", 2)        /* X (p…): dimension i is X's p[i]; as many are accessed as before */  \
  X(CART_PROD, "cartProd", 2)         /* X Y: ((a…)(c…)) ((b…)(c…)) -> ((a… b…)(2 c…)) */                    \
  X(WINDOWS, "windows", 3)            /* X (w…) (s…): of the item; counts are accessed, w the item */        \
  X(SLICE, "slice", 4)                /* X d l h: l <= i < h in dimension d */                               \
  X(SQUEEZE, "squeeze", 2)            /* X d: without dimension d, which is 1 */                             \
  X(FLATTEN, "flatten", 1)            /* X: ((prod a)(prod c)); of () it is (1) */                           \
  X(RESHAPE, "reshape", 2)            /* X ((b…)(d…)): each part has as many elements as before */           \
  X(PAIR, "pair", 2)                  /* X Y: ((a…)(c…)) twice -> ((a…)(2 c…)) */                            \
  X(CONCAT, "concat", 3)              /* X Y d: Y behind X in dimension d */                                 \
  X(PAD, "pad", 4)                    /* X d b a: zeros before and after, in dimension d */                  \
  X(BROADCAST, "broadcast", 2)        /* X ((b…)(d…)): dimensions of 1 are repeated */                       \
  X(INSERT_AXIS, "insertAxis", 2)     /* X d: a dimension of 1 becomes dimension d; accessed if d <= |a| */  \
  X(COMPUTE, "compute", 2)            /* F X: F of each item; F is one of the three below */                 \
  X(DOT_PROD, "dotProd", 0)           /* of (t c…): sum over c of the product over t; t >= 1 */              \
  X(REDUCE_SUM, "reduceSum", 0)                                                                              \
  X(REDUCE_MAX, "reduceMax", 0)       /* NaN if one is; an empty item has none */                                        \
  X(STORE, "store", 1)                /* X, stored in row-major order before it is used */                   \
  X(SYSTOLIC_ARRAY, "systolicArray", 4) /* rows columns X W: ((b)(rows)) (()(rows columns)) -> ((b columns)()) */ \
  X(MATMUL, "matmul", 2)              /* X Y: ((m)(k)) ((n)(k)) -> ((m n)()): compute dotProd of cartProd */ \
  X(BATCH_MATMUL, "batchMatmul", 2)   /* X Y: ((g m)(k)) ((g n)(k)) -> ((g m n)()) */                        \
  X(TILED_MATMUL, "tiledMatmul", 3)   /* (r c d) X Y: matmul, by products of r x c x d; r | m, c | n, d | k; \
                                         sums of d products are added up one after the other */
// clang-format on

typedef enum {
#define X(id, name, arity) SMR_ACCESS_##id,
  SMR_ACCESS_OPERATORS(X)
#undef X
      SMR_ACCESS_COUNT,
  SMR_ACCESS_TENSOR = SMR_ACCESS_COUNT, // a declared tensor
  SMR_ACCESS_INTEGER,                   // a number
  SMR_ACCESS_LIST,                      // (quote …)
  SMR_ACCESS_OTHER,
} SmrAccessOp;

typedef enum { SMR_ACCESS_F32, SMR_ACCESS_F64 } SmrAccessType;

/// A shape has no more dimensions.
#define SMR_ACCESS_MAX_RANK 16
typedef struct {
  uint32_t accessed, rank; // dims[0 … accessed) are accessed, those up to rank the item's
  SmrDatum dims[SMR_ACCESS_MAX_RANK];
} SmrAccessShape;

typedef struct {
  const char *name;
  SmrAccessType type;
  uint32_t rank;
  SmrDatum dims[SMR_ACCESS_MAX_RANK];
} SmrAccessTensor;

typedef struct {
  const char *name;
  SmrTerm term;
  uint32_t root;
  const char *file; // where it stands; NULL: in no file
  uint32_t line, column;
} SmrAccessTerm;

typedef struct SmrAccess SmrAccess;

//===--- programs ---===//

/// An empty program, with the operators and shapes of `rules`/access.rules. NULL after errors.
SmrAccess *smr_access_create(const char *rules, SmrDiag *diag);
/// The same for a text that says what rule files may say, tensors and terms; `file` names it in messages.
SmrAccess *smr_access_parse(const char *rules, const char *file, const char *text, size_t size,
                            SmrDiag *diag);
SmrAccess *smr_access_read(const char *rules, const char *path, SmrDiag *diag);
/// Reads more into a program. After an error it can only be destroyed.
bool smr_access_extend(SmrAccess *access, const char *file, const char *text, size_t size, SmrDiag *diag);
/// Forgets its tensors and terms; rules, definitions and sizes stay.
void smr_access_clear(SmrAccess *access);
void smr_access_destroy(SmrAccess *access);

SmrOperators *smr_access_ops(const SmrAccess *access);
SmrDatums *smr_access_values(const SmrAccess *access);
SmrRules *smr_access_rules(SmrAccess *access);

/// The value of a size's name if a term is evaluated, and about what it is for costs.
void smr_access_set_size(SmrAccess *access, const char *name, int64_t value);
/// Adds a term as text.
bool smr_access_add(SmrAccess *access, const char *name, const char *text, SmrDiag *diag);

uint32_t smr_access_tensors(const SmrAccess *access);
const SmrAccessTensor *smr_access_tensor(const SmrAccess *access, uint32_t i);
uint32_t smr_access_terms(const SmrAccess *access);
const SmrAccessTerm *smr_access_term(const SmrAccess *access, uint32_t i);
/// NULL: there is none.
const SmrAccessTerm *smr_access_term_named(const SmrAccess *access, const char *name);

//===--- terms ---===//

SmrAccessOp smr_access_classify(const SmrAccess *access, SmrOperator op);
/// What a tensor leaf names.
const SmrAccessTensor *smr_access_tensor_of(const SmrAccess *access, SmrOperator op);
/// The element type of a term: that of its tensors.
SmrAccessType smr_access_element(const SmrAccess *access, const SmrTerm *term, uint32_t node);
/// The datum of each node up to `node`: a shape, for an integer itself, for a list its value. False, with
/// *bad the first node that has none.
bool smr_access_data(SmrAccess *access, const SmrTerm *term, uint32_t node, SmrDatum *data, uint32_t *bad);
/// Takes a shape's datum apart. False: it is no shape, or has too many dimensions.
bool smr_access_shape(const SmrAccess *access, SmrDatum datum, SmrAccessShape *shape);
/// The shape of one term.
bool smr_access_shape_of(SmrAccess *access, const SmrTerm *term, uint32_t node, SmrAccessShape *shape);
/// A constant size, or the value that its names were given. False: there is none.
bool smr_access_size(const SmrAccess *access, SmrDatum size, int64_t *value);
/// The elements of a list of numbers, or of both lists of a shape, the first of which has *first elements.
/// Returns how many there are, at most SMR_ACCESS_MAX_RANK; UINT32_MAX: it is no such list.
uint32_t smr_access_list(const SmrAccess *access, SmrDatum list, SmrDatum *out, uint32_t *first);
#endif
