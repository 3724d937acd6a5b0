//===- fuzz-text.cpp - Any text through parser, check and canonicalizer ---===//
//
// Part of packed-mlir, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace mlir::packed;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef input(reinterpret_cast<const char *>(data), size);
  if (fuzz::isBytecode(input))
    return -1; // Not for the corpus.
  fuzz::checkAndCanonicalize(input);
  return 0;
}
