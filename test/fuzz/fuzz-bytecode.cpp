//===- fuzz-bytecode.cpp - Bytecode through our readers and the check -----===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BytecodeRanges.h"
#include "Harness.h"
#include <random>

using namespace mlir::packed;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

/// Changes what a dialect reads, in place: a byte more would shift the rest.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t,
                                          unsigned seed) {
  auto ranges = fuzz::findDialectRanges({data, size});
  if (ranges.empty())
    return 0;
  std::minstd_rand random(seed);
  do {
    llvm::MutableArrayRef<uint8_t> range = ranges[random() % ranges.size()];
    LLVMFuzzerMutate(range.data(), range.size(), range.size());
  } while (random() % 4 == 0);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef input(reinterpret_cast<const char *>(data), size);
  if (!fuzz::isBytecode(input))
    return -1; // Not for the corpus.
  fuzz::checkAndCanonicalize(input);
  return 0;
}
