" Syntax of SMR's PAT files, with C, Fortran and MLIR in their blocks.
if exists("b:current_syntax")
  finish
endif
syntax case ignore

syntax include @patC syntax/c.vim
unlet! b:current_syntax
let b:fortran_free_source = 1
syntax include @patFortran syntax/fortran.vim
unlet! b:current_syntax
if !empty(globpath(&runtimepath, "syntax/mlir.vim"))
  syntax include @patMlir syntax/mlir.vim
  unlet! b:current_syntax
endif

syntax match patComment "\%(//\|#\|!=\@!\).*$"
syntax region patComment start="/\*" end="\*/"
syntax region patString start=+"+ skip=+\\[\\"]+ end=+"\|$+ contains=patVariable
syntax match patVariable "\${\w\+\%(\.\%(blas\|math\|real\)\)\?}" containedin=@patC,@patFortran
syntax match patNumber "-\?\<\d\+\%(\.\d\+\)\?\>"

syntax keyword patKeyword link flags fp mode costs name about optional
syntax keyword patKeyword when pays nextgroup=patCondition skipwhite
syntax match patKeyword "^\s*each\ze\s\+\${"
syntax match patFor "^\s*for\s\+\w\+\s\+in\>.*$" contains=patForWord,patComment
syntax keyword patForWord for in contained
syntax keyword patChoice exact reassoc finite auto
syntax keyword patFunction max min mod type round wide contained
syntax keyword patChoice never always contained
syntax region patCondition start="(" end=")" contained
      \ contains=patCondition,patFunction,patChoice,patNumber,patOperator,patVariable,patString
syntax match patOperator "&&\|||\|[=!<>/]=\|[-+*/%<>!]\|\.\a\+\." contained

syntax region patBraces start="{" end="}" contained transparent
syntax region patBlockC matchgroup=patLanguage start="\<c\>\_s*{" end="}" nextgroup=patEqualC skipwhite skipempty
      \ contains=@patC,patVariable
syntax match patEqualC "=\%(\_s*body\>\)\?" contained nextgroup=patAgainC skipwhite skipempty
syntax region patAgainC matchgroup=patLanguage start="{" end="}" contained contains=@patC,patVariable
syntax region patBlockFortran matchgroup=patLanguage start="\<\%(fortran\|f\|f90\|f95\|f03\|f08\|f18\|f23\)\>\_s*{" end="}"
      \ nextgroup=patEqualFortran skipwhite skipempty contains=@patFortran,patVariable
syntax match patEqualFortran "=\%(\_s*body\>\)\?" contained nextgroup=patAgainFortran skipwhite skipempty
syntax region patAgainFortran matchgroup=patLanguage start="{" end="}" contained contains=@patFortran,patVariable
syntax region patBlockMlir matchgroup=patLanguage start="\<\%(mlir\|fir\)\>\_s*{" end="}" nextgroup=patEqualMlir
      \ skipwhite skipempty contains=@patMlir,patBraces,patVariable
syntax match patEqualMlir "=\%(\_s*body\>\)\?" contained nextgroup=patAgainMlir skipwhite skipempty
syntax region patAgainMlir matchgroup=patLanguage start="{" end="}" contained contains=@patMlir,patBraces,patVariable

highlight default link patComment Comment
highlight default link patString String
highlight default link patVariable PreProc
highlight default link patNumber Number
highlight default link patKeyword Keyword
highlight default link patForWord Keyword
highlight default link patChoice Constant
highlight default link patFunction Function
highlight default link patOperator Operator
highlight default link patLanguage Type

let b:current_syntax = "pat"
