// What the programs of test/cover share: types that drivers need, too.
#ifndef SMR_TEST_COVER_H
#define SMR_TEST_COVER_H
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  double x, y, z;
} Point;
typedef struct {
  double position[3], velocity[3], mass;
} Body;
typedef struct {
  int rows, columns, stride;
  double *data;
} Matrix;

enum { ROWS = 40, COLUMNS = 48, INNER = 32, TILE = 8, WIDE = 160 };
#define MIN(a, b) ((a) < (b) ? (a) : (b))

#endif
