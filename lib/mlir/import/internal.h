//===- internal.h - shared by the import*.c files -----------------------===//
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
//
// While a function is imported, every MLIR value seen so far has an entry: mostly a graph value, but also
// things that the graph has no value for: an array descriptor that was built in the function (a view), a
// shape, a slice. Such an entry becomes a value only if an op that isn't understood needs it.
//===----------------------------------------------------------------------===//
#ifndef SMR_MLIR_IMPORT_INTERNAL_H
#define SMR_MLIR_IMPORT_INTERNAL_H
#include "base/map.h"
#include "mlir/import/import.h"
#include "mlir/name.h"
#include <string.h>

typedef struct SmrImporter SmrImport;

//--- Types ---------------------------------------------------------------------
typedef enum {
  SMR_K_SCALAR, // a number; type says which
  SMR_K_REF,    // plain pointers: fir.ref, fir.llvm_ptr, llvm.ptr (inner 0)
  SMR_K_POINTER,
  SMR_K_HEAP,
  SMR_K_BOX, // inner: array, record, heap<…>, ptr<…>, …
  SMR_K_ARRAY,
  SMR_K_RECORD, // Fortran derived type or tuple: fields known, layout not
  SMR_K_STRUCT, // LLVM struct: layout known
  SMR_K_MEMREF,
  SMR_K_OTHER
} SmrTypeKindIn;

typedef struct {
  uint8_t kind;
  bool is_volatile, is_unsigned, is_logical, any_rank, is_identity;
  SmrType type;     // of a value of this type
  uint32_t inner;   // pointee, element
  uint32_t rank;    // ARRAY, MEMREF
  int64_t *dims;    // -1: dynamic
  int64_t *strides; // MEMREF with a strided layout: in elements, INT64_MIN = dynamic; NULL = identity
  int64_t offset;   // MEMREF: in elements
  int64_t bytes;    // in memory; 0 = unknown
  uint32_t align;   // 0 = unknown
  uint32_t field_count;
  SmrSym *field_names;
  uint32_t *field_types;
  int64_t *field_offsets; // STRUCT
  SmrSym text;
} SmrTypeInfo;

/// The description of a type, cached by its pointer. The result moves when new types appear: copy, don't
/// hold.
uint32_t smr_imp_type_id(SmrImport *imp, MlirType type);
SmrTypeInfo smr_imp_type(SmrImport *imp, MlirType type);
SmrTypeInfo smr_imp_type_at(SmrImport *imp, uint32_t id);
SmrType smr_imp_value_type(SmrImport *imp, MlirValue value);
void smr_imp_types_init(SmrImport *imp);
/// The number of elements that a vector type is split into (import/lanes.c); 0: values of the type are not
/// split.
enum { SMR_IMP_MOST_LANES = 16 };
uint32_t smr_imp_lane_count(MlirType type);

//--- Entries -------------------------------------------------------------------
/// An array whose place and layout are known as graph values. box: the descriptor that answers whatever isn't
/// known.
typedef struct {
  SmrValue box;    // 0: the view was built in the function
  SmrValue base;   // the first element; 0: DESCR_ADDR of box
  SmrValue offset; // bytes from base to the first element, 0 = none
  uint32_t rank;
  SmrValue *extent; // [rank], 0 = ask box
  SmrValue *stride; // [rank], bytes, 0 = ask box (or contiguous)
  SmrValue *lower;  // [rank], what the descriptor says; 0 = ask box, or unknown
  uint32_t element; // type id
  bool contiguous;  // strides are products of extents
  bool row_major;   // memref: the last dimension is the fastest
  bool loose; // indices may leave their extents (not the memory): extents say how it is laid out, no more
} SmrArrayView;

typedef struct {
  uint32_t rank;
  SmrValue *lower, *extent; // NULL when the op doesn't say
} SmrArrayShape;

typedef struct {
  uint32_t rank;
  SmrValue *triple; // lower, upper, step per dimension; upper 0: a scalar index
} SmrArraySlice;

typedef enum { SMR_E_VALUE, SMR_E_VIEW, SMR_E_SHAPE, SMR_E_SLICE, SMR_E_LANES } SmrEntryKind;
typedef struct {
  uint8_t kind;
  SmrValue value; // VALUE; others: 0 until something needs the value
  union {
    SmrArrayView *view;
    SmrArrayShape *shape;
    SmrArraySlice *slice;
    const SmrValue *lanes; // a vector's elements
  } is;
  uint32_t count; // LANES
  SmrBlock block; // where to make the value: after `anchor`, or first in `block`
  SmrOp anchor;
  void *handle;
  uint32_t type;
} SmrEntry;

//--- The importer --------------------------------------------------------------
typedef struct SmrImportOp SmrImportOp;
/// Imports one op; false: nothing was done, treat the op as opaque.
typedef bool (*SmrImpHandler)(SmrImport *, MlirOperation, const SmrImportOp *);
struct SmrImportOp {
  SmrSym name;
  const SmrOpDesc *desc; // NULL: not described
  bool told;             // that the description does not fit
};

struct SmrImporter {
  SmrIntern *symbols;
  SmrDescribed described;
  SmrImpHandler handlers[SMR_HANDLER_COUNT];
  SmrArena arena; // types, views: lives as long as the importer
  SmrMap op_names, type_ids, type_texts, attr_texts, attr_bits, access_paths, access_types;
  SMR_VEC(SmrImportOp) op_infos;
  SMR_VEC(SmrTypeInfo) types;
  // The module's symbols.
  void *module;
  SmrMap symbol_ops; // SmrSym → position
  SMR_VEC(MlirOperation) module_ops;
  // One function.
  SmrArena scratch;
  SmrGraph *graph;
  SmrBlock block; // ops are appended here
  SmrDiag *diag;
  SmrImportOptions options;
  MlirOperation func;
  MlirBlock entry;
  SmrBlock entry_block;
  SmrMap values, blocks, locs, descr, globals, volatile_bases, target_bases, dummies, host_frames;
  SMR_VEC(SmrEntry) entries;
  SmrOp last_global;    // globals stand first in the entry block
  bool saw_fortran;     // ops of Fortran
  bool saw_wrapping;    // a DO variable that may wrap around
  bool saw_users;       // ops that the user's files describe
  struct {              // ClangIR, see import/cir_control.c
    bool scanned, dead; // nothing reaches the code that comes next
    SmrMap irregular, reached;
    SmrBlock break_to, continue_to;
  } cir;
  struct { // the loops of the linalg op whose body is being read
    const SmrValue *iv;
    intptr_t count;
  } linalg;
  const void *file;        // of the last location, an MlirIdentifier …
  SmrSym file_name;        // … and its text
  const char *unsupported; // why the function cannot be imported
  MlirOperation unsupported_op;
  uint32_t depth;
};

/// What each file has; a table ends with SMR_HANDLER_NONE. The importer gathers them when it is made.
typedef struct {
  SmrDescHandler meaning;
  SmrImpHandler handler;
} SmrHandlerEntry;
extern const SmrHandlerEntry smr_imp_fir_handlers[], smr_imp_box_handlers[], smr_imp_control_handlers[],
    smr_imp_memref_handlers[], smr_imp_affine_handlers[], smr_imp_llvm_handlers[], smr_imp_basic_handlers[],
    smr_imp_cir_handlers[], smr_imp_cir_control_handlers[], smr_imp_complex_handlers[],
    smr_imp_linalg_handlers[], smr_imp_lane_handlers[];

//--- Attributes (import/attr.c) ------------------------------------------------
bool smr_imp_has_attr(MlirOperation op, const char *name);
/// The attribute's text, interned; 0 when the op has none.
SmrSym smr_imp_attr_text(SmrImport *imp, MlirAttribute attr);
bool smr_imp_attr_int(MlirOperation op, const char *name, int64_t *out);
/// Is there an attribute that says so, on the op itself or in the dictionary of argument or result k in the
/// list of that name (arg_attrs, res_attrs)?
bool smr_imp_says(SmrImport *imp, MlirOperation op, SmrAttributeSays what);
bool smr_imp_list_says(SmrImport *imp, MlirOperation op, const char *list, intptr_t k, SmrAttributeSays what);
/// The first attribute in a dictionary that says so, or null.
MlirAttribute smr_imp_entry_that_says(SmrImport *imp, MlirAttribute dictionary, SmrAttributeSays what);
/// A string or symbol attribute's text, 0 if absent.
SmrSym smr_imp_attr_symbol(SmrImport *imp, MlirOperation op, const char *name);
/// True when `word` occurs in the attribute's text as a whole word.
bool smr_imp_attr_word(SmrImport *imp, MlirAttribute attr, const char *word);
uint8_t smr_imp_fast(SmrImport *imp, MlirOperation op);
uint16_t smr_imp_overflow(SmrImport *imp, MlirOperation op, SmrOpcode code);
/// Splits the operands by operandSegmentSizes: the first operand and the size of segment k.
bool smr_imp_segment(MlirOperation op, unsigned k, intptr_t *first, intptr_t *count);
/// All attributes that must match, as one text.
SmrSym smr_imp_attrs(SmrImport *imp, MlirOperation op, const SmrOpDesc *desc);
/// Types of tensors leave sizes out: an op that makes one of a known size, which is not an operand's, is
/// another op than one that makes another size.
void smr_imp_put_sizes(MlirOperation op, SmrStr *out);
SmrLoc smr_imp_loc(SmrImport *imp, MlirOperation op);
/// lda of _QFgemmElda.
SmrSym smr_imp_source_name(SmrImport *imp, SmrSym unique);
/// The op that defines a symbol of the module; null when there is none.
MlirOperation smr_imp_symbol(SmrImport *imp, SmrSym name);
SmrSym smr_imp_text(SmrImport *imp, MlirStringRef text);

//--- Values and ops (import/import.c) -------------------------------------------------
SmrEntry *smr_imp_entry(SmrImport *imp, MlirValue value); // NULL: not seen
SmrValue smr_imp_value(SmrImport *imp, MlirValue value);  // makes one if there is none
static inline SmrValue smr_imp_operand(SmrImport *imp, MlirOperation op, intptr_t k) {
  return smr_imp_value(imp, mlirOperationGetOperand(op, k));
}
/// Of all operands, in the scratch arena.
SmrValue *smr_imp_operands(SmrImport *imp, MlirOperation op, uint32_t *count);
void smr_imp_bind(SmrImport *imp, MlirValue from, SmrValue to);
/// Binds without claiming that `to` is the MLIR value (looked-through ops).
void smr_imp_alias(SmrImport *imp, MlirValue from, SmrValue to);
void smr_imp_bind_entry(SmrImport *imp, MlirValue from, SmrEntry entry);
/// `to` is another name for whatever `from` is, views included; false: nothing is known of it.
bool smr_imp_same(SmrImport *imp, MlirValue from, MlirValue to);
/// The shape or slice that is the only operand of the segment; NULL: there is none. *used: the segment has
/// operands.
void *smr_imp_entry_at(SmrImport *imp, MlirOperation op, unsigned segment, SmrEntryKind kind, bool *used);
/// Creates and appends an op whose results are the MLIR op's results; `regions` empty regions.
SmrOp smr_imp_op(SmrImport *imp, MlirOperation op, SmrOpcode code, const SmrValue *operands, uint32_t count,
                 uint32_t regions);
/// The same for one result of a given type, with no result bound.
SmrValue smr_imp_make(SmrImport *imp, MlirOperation op, SmrOpcode code, SmrType type,
                      const SmrValue *operands, uint32_t count);
void smr_imp_import_op(SmrImport *imp, MlirOperation op);
const char *smr_imp_op_name(SmrImport *imp, MlirOperation op);
/// How the op is read; SMR_HANDLER_NONE when its description names no built-in importer, or one that reads
/// another form.
SmrDescHandler smr_imp_handler(SmrImport *imp, MlirOperation op);
/// Does the op have the form that its description says (import/form.c)? If not, it counts as one that nobody
/// described, which is told once for each name.
bool smr_imp_fits(MlirOperation op, const SmrOpDesc *desc);
void smr_imp_tell_misfit(SmrImport *imp, MlirOperation op, SmrImportOp *info);
/// What is known of a callee by its name, when it has no body here; NULL: nothing.
const SmrCalleeDesc *smr_imp_declared(SmrImport *imp, SmrSym callee);
bool smr_imp_opaque(SmrImport *imp, MlirOperation op, const SmrImportOp *info);
/// A pure opaque op with one result.
SmrValue smr_imp_pure(SmrImport *imp, const char *name, SmrSym attrs, SmrType type, const SmrValue *operands,
                      uint32_t count);
/// Reachable blocks in an order in which definitions come before uses.
typedef SMR_VEC(MlirBlock) SmrBlockList;
/// Creates the blocks reachable from `entry` in the region, with their arguments.
void smr_imp_blocks(SmrImport *imp, MlirBlock entry, SmrRegion to, SmrBlockList *order);
/// Imports a region. False (with imp->unsupported) if that is impossible.
bool smr_imp_region(SmrImport *imp, MlirRegion from, SmrRegion to);
/// Every region of an opaque op.
void smr_imp_regions(SmrImport *imp, MlirOperation op, SmrOp into);
/// All ops of a block, appended to imp->block.
void smr_imp_block_ops(SmrImport *imp, MlirBlock block);
/// The same without the last one, which is returned; null for an empty block.
MlirOperation smr_imp_inline(SmrImport *imp, MlirBlock block);
MlirOperation smr_imp_last_op(MlirBlock block);
void smr_imp_terminate(SmrImport *imp, MlirOperation op, SmrOpcode code, const SmrValue *operands,
                       uint32_t count);
SmrBlock smr_imp_block_of(SmrImport *imp, MlirBlock block);

SmrValue smr_imp_const(SmrImport *imp, int64_t value); // i64
SmrValue smr_imp_i64(SmrImport *imp, SmrValue value);  // sign-extends integers
/// i64 arithmetic that cannot overflow; folds constants, x+0, x*1.
SmrValue smr_imp_arith(SmrImport *imp, SmrOpcode code, SmrValue a, SmrValue b);
SmrValue smr_imp_undef(SmrImport *imp, SmrType type);
SmrValue smr_imp_icmp(SmrImport *imp, SmrIcmp predicate, SmrValue a, SmrValue b);
SmrValue smr_imp_global(SmrImport *imp, SmrSym name, int64_t bytes, void *handle, uint8_t base);
/// The size of an element as a value: a constant, or an opaque number for types of unknown layout.
SmrValue smr_imp_bytes(SmrImport *imp, uint32_t type);

/// A call; `flags` (PURE, READONLY) are what the op says of the callee in its own way.
bool smr_imp_call(SmrImport *imp, MlirOperation op, const SmrImportOp *info, uint16_t flags);

//--- Vectors (import/lanes.c) ----------------------------------------------------
SmrType smr_imp_lane_type(SmrImport *imp, MlirType vector);
/// The elements of a vector; NULL: they are not known. Valid until the next op is imported.
const SmrValue *smr_imp_lanes(SmrImport *imp, MlirValue value);
/// Binds a vector to its elements.
void smr_imp_bind_lanes(SmrImport *imp, MlirValue from, const SmrValue *lanes);
/// The values that are passed to a block for this one: it, or its lanes. Returns how many `out` got, at most
/// SMR_IMP_MOST_LANES.
uint32_t smr_imp_pass(SmrImport *imp, MlirValue value, SmrValue *out);
/// Has the op one result, which is read as lanes?
bool smr_imp_has_lanes(MlirOperation op);
/// Makes an op without operands that is each lane of the op's result.
bool smr_imp_same_lane(SmrImport *imp, MlirOperation op, SmrOpcode code, int64_t bits);
/// A constant vector. False: it is none.
bool smr_imp_constant_lanes(SmrImport *imp, MlirOperation op, MlirAttribute value);
/// Imports a neutral op of vectors lane by lane; `from` are the numbers of its operands. False: some
/// operand's lanes are not known.
bool smr_imp_elementwise(SmrImport *imp, MlirOperation op, const SmrOpDesc *desc, const uint32_t *from,
                         uint32_t count, int64_t imm);

//--- Views (import/view.c) -----------------------------------------------------
SmrArrayView *smr_imp_view_new(SmrImport *imp, uint32_t rank);
/// The view of a box, memref or reference to a static array; NULL when there is none.
SmrArrayView *smr_imp_view(SmrImport *imp, MlirValue value);
SmrValue smr_imp_view_base(SmrImport *imp, SmrArrayView *view);
SmrValue smr_imp_view_extent(SmrImport *imp, SmrArrayView *view, uint32_t dim);
SmrValue smr_imp_view_stride(SmrImport *imp, SmrArrayView *view, uint32_t dim);
SmrValue smr_imp_view_lower(SmrImport *imp, SmrArrayView *view, uint32_t dim);
void smr_imp_bind_view(SmrImport *imp, MlirOperation op, MlirValue result, SmrArrayView *view);
/// ADDR of the element with these zero-based indices.
SmrValue smr_imp_view_element(SmrImport *imp, MlirOperation op, SmrArrayView *view, const SmrValue *index);
/// ADDR base + offset with facts; looks after zero offsets without facts (the base itself).
SmrValue smr_imp_addr(SmrImport *imp, MlirOperation op, SmrValue base, SmrValue offset, const SmrValue *facts,
                      uint32_t fact_count);
SmrValue smr_imp_descr(SmrImport *imp, SmrValue box, SmrOpcode code, uint32_t dim);
SmrValue smr_imp_root(const SmrImport *imp, SmrValue ptr);

//--- Types of accesses (import/tbaa.c) -----------------------------------------
/// SmrOpData.tag of a load or store.
SmrSym smr_imp_access_tag(SmrImport *imp, MlirOperation op);

//--- Base classes (import/base.c) ----------------------------------------------
void smr_imp_argument_facts(SmrImport *imp, MlirOperation func, bool fortran_like);
void smr_imp_declare_facts(SmrImport *imp, MlirOperation op, MlirValue memref, SmrValue root);
/// The class of the data of a descriptor (of this type) that is loaded from `address`.
uint8_t smr_imp_loaded_class(SmrImport *imp, MlirType type, SmrValue address);
/// The last word on classes, once the function is imported; makes smr.out.
void smr_imp_classify(SmrImport *imp);

//--- Captures (import/capture.c) -----------------------------------------------
/// Takes back classes that some use of an address puts in doubt, and sets SmrValueData.time.
void smr_imp_captures(SmrImport *imp);
/// The op's description says that it keeps no address and gives none back.
bool smr_imp_forgets(SmrImport *imp, SmrSym op_name);
#endif
