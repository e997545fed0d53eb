/// One function of a program by chance: sizes, numbers and arrays; what it writes is in o and w.
typedef void Double(int n, double *o, double *w, const double *x, const double *y, const double *z,
                    const double *s);
typedef void Float(int n, float *o, float *w, const float *x, const float *y, const float *z, const float *s);
typedef struct {
  void *plain, *smr;
  int single;
} Pair;
extern const Pair pairs[];
extern const int pair_count;
