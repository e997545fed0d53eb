// What each function gets: sizes, steps, numbers, and arrays that lie anywhere in one pool.
typedef struct {
  long n, m, k, ld, inc, q;
  double c, d;
  void *a, *b, *x, *y, *z;
} Call;
typedef void Function(const Call *);
typedef struct {
  Function *plain, *smr;
  int is_float, is_apart; // is_apart: its arrays may not overlap
} Pair;
extern const Pair pairs[];
extern const int pair_count;
