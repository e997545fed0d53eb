// What each function gets: sizes, steps, numbers, and arrays that are anywhere in one pool.
typedef struct {
  long n, m, k, ld, inc, q, extent; // extent: elements of each array that are in the pool
  double c, d;
  void *a, *b, *x, *y, *z;
  const void *sizes; // n, m, k as integers in the pool, if the pair has such
} Call;
typedef void Function(const Call *);
// Whole numbers, compared exactly; powers of two, rows that overlap, quotients; these and sizes below 0;
// numbers with all digits in use, compared bit by bit.
enum { EXACT, SLACK, SLACK_BELOW_0, DIGITS };
typedef struct {
  Function *plain, *smr;
  int kind;       // of the numbers: 0 double, 1 float, 2 int
  int loose;      // the arrays that may overlap, a bit each
  int size_bytes; // of the integers of sizes; 0: there are none
  int mode;       // how its numbers are, and how results are compared
} Pair;
extern const Pair pairs[];
extern const int pair_count;
