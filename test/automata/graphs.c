// graphs.c - the random graphs of test/graph, for this folder's programs too.
// Part of SMR, under the Apache License v2.0 with LLVM Exceptions.
#include "../graph/random_graph.c"
