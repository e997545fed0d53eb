// The pass's options: each mistake is one line, and leaves no output.

// RUN: not smr-opt --smr-rewrite="colour=red" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not smr-opt --smr-rewrite="mode=fast" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not smr-opt --smr-rewrite="fp=fast" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=FP
// RUN: not smr-opt --smr-rewrite="guards=none" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=GUARDS
// RUN: not smr-opt --smr-rewrite="dry-run=maybe" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=FLAG
// RUN: not smr-opt --smr-rewrite="function-ms=soon" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not smr-opt --smr-rewrite="function-ms=0" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not smr-opt --smr-rewrite="budget=2.5" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: not smr-opt --smr-rewrite="budget=0" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: not smr-opt --smr-rewrite="library= mode=off" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not smr-opt --smr-rewrite="only=," %s -o %t.out 2>&1 | FileCheck %s --check-prefix=COMMA
// RUN: not smr-opt --smr-rewrite="library=/nonexistent/a.pfa" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not smr-opt --smr-rewrite="library={/nonexistent/a b.pfa}" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=BLANK
// RUN: not smr-opt --smr-rewrite="pat=/nonexistent/a.pat" %s -o %t.out 2>&1 | FileCheck %s --check-prefix=NOPAT
// RUN: not smr-opt --pass-pipeline="builtin.module(smr-rewrite{mode=fast})" %s 2>&1 | FileCheck %s --check-prefix=MODE
// RUN: not ls %t.out

// UNKNOWN: error: smr-rewrite: unknown option 'colour'{{$}}
// MODE: error: smr-rewrite: option 'mode' is one of auto|exact|equality|off, not 'fast'{{$}}
// FP: error: smr-rewrite: option 'fp' is one of reassoc|exact|algebra, not 'fast'{{$}}
// GUARDS: error: smr-rewrite: option 'guards' is one of auto|static, not 'none'{{$}}
// FLAG: error: smr-rewrite: option 'dry-run' is true or false, not 'maybe'{{$}}
// BUDGET: error: smr-rewrite: option 'function-ms' is a number of milliseconds, not '{{soon|0}}'{{$}}
// SHARE: error: smr-rewrite: option 'budget' is a percentage from 1 to 10000, not '{{2.5|0}}'{{$}}
// EMPTY: error: smr-rewrite: option 'library' needs a value{{$}}
// COMMA: error: smr-rewrite: option 'only' needs a value{{$}}
// ABSENT: /nonexistent/a.pfa{{.*}}error: {{.*}}No such file or directory
// BLANK: /nonexistent/a b.pfa{{.*}}error: {{.*}}No such file or directory
// NOPAT: /nonexistent/a.pat{{.*}}error: {{.*}}No such file or directory

// RUN: smr-opt --smr-rewrite="mode=off stats" %s 2>&1 >/dev/null | FileCheck %s --check-prefix=STATS
// STATS: smr-rewrite: 0 candidates, 0 matches, 0 rewrites, 0 refused{{$}}

// RUN: smr-opt --smr-rewrite="mode=off report=%t.json" %s -o /dev/null
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// REPORT: {"version":1,
// REPORT-NEXT: "rewrites":[],
// REPORT-NEXT: "missed":[]}

// A report that cannot be written is a warning: the module itself is fine.
// RUN: smr-opt --smr-rewrite="mode=off report=/nonexistent/r.json" %s 2>&1 | FileCheck %s --check-prefix=NOREPORT
// NOREPORT: /nonexistent/r.json{{.*}}warning: cannot write the report: No such file or directory
// NOREPORT: func.func @f

func.func @f(%a: i32) -> i32 {
  return %a : i32
}
