// perturbed.c - the perturbed graphs of test/graph, for this folder's programs too.
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "../graph/perturb.c"
