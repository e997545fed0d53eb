// Near misses of one number that goes to memory: none of these may become a call.
#include "cover.h"

// none: each round reads what the one before stored
void last_element_feeds(int n, double *x, const double *y) {
  for (int i = 0; i < n; i++)
    x[0] += x[i] * y[i];
}

// none: the place moves with the loop
void place_moves(int n, const double *x, double *sum) {
  for (int i = 1; i < n; i++)
    sum[i] = sum[i - 1] + x[i];
}

// none: what is there is multiplied in every round
void multiplied_each_round(int n, const double *x, const double *y, double *sum) {
  for (int i = 0; i < n; i++)
    *sum = 0.5 * *sum + x[i] * y[i];
}

// none: only the last product is stored
void last_product(int n, const double *x, const double *y, double *sum) {
  for (int i = 0; i < n; i++)
    *sum = x[i] * y[i];
}

// none: volatile memory is stored to in each round
void watched(int n, const double *x, const double *y, volatile double *sum) {
  for (int i = 0; i < n; i++)
    *sum += x[i] * y[i];
}

// none: stored under a condition on data
void stored_where_positive(int n, const double *x, const double *y, double *sum) {
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      *sum += x[i] * y[i];
}

// none: a float that is rounded in each round is no sum of doubles
void rounded_each_round(int n, const double *x, const double *y, float *sum) {
  for (int i = 0; i < n; i++)
    *sum += (float)(x[i] * y[i]);
}
