#!/bin/bash
# Mends what ClangIR 22 lacks and costs many files little: mend.sh FOLDER (of its source, clang/). See README.md.
# Each edit is one place, found by a line that stands there once; where that line is not found the edit is left out.
set -euo pipefail
code=$1/lib/CIR/CodeGen

# edit FILE LINE how: `how` is a sed command for the only line that is LINE, or what begins so.
edit() {
  local file=$code/$1 line=$2 number
  number=$(grep -nF -- "$line" "$file" | cut -d: -f1)
  if [[ ! $number =~ ^[0-9]+$ ]]; then
    echo "clang-cir: left out, for $1 has another form: $line" >&2
    return 0
  fi
  sed -i "$number$3" "$file"
}

# Functions that differ only in `...` are not one: `int atoi(const char *)` made printf one of one argument.
edit CIRGenFunctionInfo.h 'id.AddBoolean(required.getOpaqueData())' 's/AddBoolean/AddInteger/'

# Rows of variable-length arrays: a[i] is i times as many elements behind a as a row has.
edit CIRGenExpr.cpp 'if (getContext().getAsVariableArrayType(e->getType())) {' 'i\
  if (const VariableArrayType *rows = getContext().getAsVariableArrayType(e->getType())) {\
    LValueBaseInfo about;\
    Address start = emitPointerWithAlignment(e->getBase(), \&about);\
    mlir::Type wide = builder.getSIntNTy(64);\
    mlir::Value length = builder.createIntCast(getVLASize(rows).numElts, wide);\
    mlir::Value which = builder.createIntCast(emitScalarExpr(e->getIdx()), wide);\
    mlir::Location place = cgm.getLoc(e->getExprLoc());\
    which = builder.createNSWMul(place, which, length);\
    Address row = emitArraySubscriptPtr(*this, place, place, start, e->getType(), which, place, false);\
    return LValue::makeAddr(row, e->getType(), about);\
  }'

# The sizes of parameters that are such arrays are told by parameters.
edit CIRGenFunction.cpp '  emitFunctionProlog(args, entryBB, fd, bodyBeginLoc);' 'a\
  for (const VarDecl *parameter : args) {\
    const auto *own = dyn_cast<ParmVarDecl>(parameter);\
    QualType declared = own ? own->getOriginalType() : parameter->getType();\
    if (declared->isVariablyModifiedType())\
      emitVariablyModifiedType(declared);\
  }'

# Hints on loops and branches change nothing of what a program does.
edit CIRGenStmt.cpp '  case Stmt::AttributedStmtClass:' 'd'
edit CIRGenStmt.cpp '  case Stmt::OMPStripeDirectiveClass:' 'i\
  case Stmt::AttributedStmtClass: {\
    const auto *attributed = cast<AttributedStmt>(s);\
    for (const Attr *one : attributed->getAttrs())\
      if (!isa<LoopHintAttr, LikelyAttr, UnlikelyAttr>(one))\
        cgm.errorNYI(s->getSourceRange(), "emitStmt: an attribute that is no hint");\
    return emitStmt(attributed->getSubStmt(), useCurrentScope);\
  }'
