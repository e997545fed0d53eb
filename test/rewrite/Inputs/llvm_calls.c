// What llvm_flow.pat's replacements count in.
long smr_calls;
